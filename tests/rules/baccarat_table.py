"""A baccarat table that settles as the floor does.  Money is in cents: `25_00` is 25 dollars."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from openfelt.core.money import CENT
from openfelt.floor.rounds.settling import Paid, legs, paid_to, returned_on
from openfelt.floor.state import Layouts, Spot, Stake
from openfelt.games.baccarat.coup import TOTALS, Totals
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.definition import Definition

LOST = {("lose", Fraction(-1))}
KEPT = {("push", Fraction(0))}


def won(win: int, stake: int = 1) -> set[tuple[str, Fraction]]:
    """A win at odds of so much to so much, net of commission."""
    return {("win", Fraction(win, stake))}


def always(_: Totals) -> bool:
    return True


def player_wins(totals: Totals) -> bool:
    return totals.player - totals.banker > 0


def banker_wins(totals: Totals) -> bool:
    return totals.banker - totals.player > 0


def banker_wins_with_6(totals: Totals) -> bool:
    return totals.banker == 6 and totals.player in {0, 1, 2, 3, 4, 5}


def banker_wins_without_6(totals: Totals) -> bool:
    return banker_wins(totals) and totals.banker in {1, 2, 3, 4, 5, 7, 8, 9}


def tied(totals: Totals) -> bool:
    return totals.player - totals.banker == 0


def not_tied(totals: Totals) -> bool:
    return player_wins(totals) or banker_wins(totals)


def outcome(
    player: int, banker: int, *, player_pair: bool = False, banker_pair: bool = False
) -> int:
    """Where the outcome with these counts stands."""
    return TOTALS.index(Totals(player, banker, player_pair, banker_pair))


def wagers(stakes: Mapping[str, int], terminal: str = "PT 1") -> tuple[Stake, ...]:
    return tuple(Stake(terminal, bet, amount) for bet, amount in stakes.items())


@dataclass(frozen=True)
class Settled:
    """What the floor's settlement made of the wagers of a round."""

    stakes: tuple[Stake, ...]
    returned: tuple[int, ...]

    @property
    def paid(self) -> dict[str, Paid]:
        layouts: Layouts = {}
        for place, one in enumerate(self.stakes):
            spot = Spot(one.terminal, one.bet, one.amount, place, "committed")
            layouts.setdefault(one.terminal, {})[f"{one.bet} {place}"] = spot
        return {one.terminal: one for one in paid_to(layouts, self.returned)}

    @property
    def ledger(self) -> dict[str, int]:
        """The legs that are posted: money to the house and to players is below zero."""
        posted = legs("B1", tuple(self.paid.values()))
        assert sum(amount for _, amount in posted) == 0
        return dict(posted)

    @property
    def credited(self) -> int:
        return sum(one.credited for one in self.paid.values())

    @property
    def win_meter(self) -> int:
        return sum(one.won for one in self.paid.values())

    @property
    def collected(self) -> int:
        """What the house took, its payments left out."""
        return self.win_meter - self.ledger["table_bank:B1"]


def settle(rules: Definition, place: int, stakes: tuple[Stake, ...], unit: int = CENT) -> Settled:
    return Settled(stakes, returned_on(rules, stakes, place, unit=unit))


@dataclass(frozen=True)
class Table:
    """A variant, its tie bonus where it has one, and the smallest chip it pays with."""

    variant: str
    tie_percent: int | None = None
    decks: int = 8
    chip: int = CENT

    @property
    def columns(self) -> Columns:
        return VARIANTS[self.variant].columns(self.decks, self.tie_percent)

    @property
    def rules(self) -> Definition:
        return VARIANTS[self.variant].definition(self.decks, self.tie_percent)

    def results(self, bet: str, when: Callable[[Totals], bool]) -> set[tuple[str, Fraction]]:
        """All that becomes of a bet over every outcome of this kind: result and exact gain."""
        verdicts = zip(TOTALS, self.columns.verdicts[bet], strict=True)
        return {(verdict.result.value, verdict.net) for one, verdict in verdicts if when(one)}

    def settle(self, place: int, **stakes: int) -> Settled:
        return settle(self.rules, place, wagers(stakes), self.chip)

    def gain(self, place: int, **stakes: int) -> int:
        """What comes back above the stakes."""
        return self.settle(place, **stakes).credited - sum(stakes.values())
