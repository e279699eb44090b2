"""A baccarat table to settle wagers at.  Money is in cents: `25_00` is 25 dollars."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from openfelt.core.money import CENT, Cents
from openfelt.games.baccarat.coup import TOTALS, Totals
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.settlement import Snapshot, Statement, Wager, settle

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


def wagers(stakes: Mapping[str, int]) -> Snapshot:
    return tuple(Wager(bet, Cents(amount)) for bet, amount in stakes.items())


@dataclass(frozen=True)
class Table:
    """A variant, its tie bonus where it has one, and the smallest chip it pays with."""

    variant: str
    tie_percent: int | None = None
    decks: int = 8
    chip: Cents = CENT

    @property
    def columns(self) -> Columns:
        return VARIANTS[self.variant].columns(self.decks, self.tie_percent)

    def results(self, bet: str, when: Callable[[Totals], bool]) -> set[tuple[str, Fraction]]:
        """All that becomes of a bet over every outcome of this kind: result and exact gain."""
        verdicts = zip(TOTALS, self.columns.verdicts[bet], strict=True)
        return {(verdict.result.value, verdict.net) for one, verdict in verdicts if when(one)}

    def settle(self, place: int, **stakes: int) -> Statement:
        return settle(self.columns, place, wagers(stakes), unit=self.chip)

    def gain(self, place: int, **stakes: int) -> int:
        """What comes back above the stakes."""
        return self.settle(place, **stakes).credited - sum(stakes.values())
