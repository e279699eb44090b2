"""Settling one round from the wagers that stood on the layout when wagering closed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from openfelt.core.money import CENT, Cents, commission
from openfelt.core.verdict import Result, Verdict
from openfelt.rulebooks.columns import Columns


class Wager(NamedTuple):
    """Money on a bet."""

    bet: str
    amount: Cents


# What stood on a terminal's layout at the close: frozen, and all that settlement looks at.
# Rule: LT 4.2.8; AC 3.3.7; MT 2.6
Snapshot = tuple[Wager, ...]


class SettledWager(NamedTuple):
    """A wager with its verdict and what is credited for it."""

    wager: Wager
    verdict: Verdict
    returned: Cents

    @property
    def commission(self) -> Cents:
        """What was deducted from the winnings before they were credited.

        Its fraction of a cent is dropped, which is the winnings' fraction rounded up.

        Rule: MT 2.8(b)
        """
        return commission(self.wager.amount, self.verdict.commission)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a terminal is told and credited when a round is settled."""

    outcome: int
    wagers: tuple[SettledWager, ...]

    @property
    def credited(self) -> Cents:
        """What goes to the chip account in one posting: winnings and the stakes not lost.

        Rule: LT 8.1.3; MT 2.8(a)(ii)
        """
        return Cents(sum(settled.returned for settled in self.wagers))

    @property
    def win_meter(self) -> Cents:
        """The winnings of the round, stakes not counted.

        Rule: LT 8.1.2
        """
        won = (s for s in self.wagers if s.verdict.result is not Result.LOSE)
        return Cents(sum(settled.returned - settled.wager.amount for settled in won))

    @property
    def collected(self) -> Cents:
        """The stakes the house takes; their chips leave the layout.

        Rule: LT 8.1.1; MT 2.8(a)(i)
        """
        lost = (s for s in self.wagers if s.verdict.result is Result.LOSE)
        return Cents(sum(settled.wager.amount for settled in lost))


def settle(
    columns: Columns, outcome: int, wagers: Iterable[Wager], *, unit: Cents = CENT
) -> Statement:
    """Settle one terminal's wagers on an outcome, winnings in whole units of what can be paid.

    Rule: MT 2.8
    """
    settled = []
    for wager in wagers:
        verdict = columns.verdicts[wager.bet][outcome]
        settled.append(SettledWager(wager, verdict, verdict.returned(wager.amount, unit=unit)))
    return Statement(outcome, tuple(settled))


def settle_round(
    columns: Columns, outcome: int, layouts: Mapping[str, Snapshot], *, unit: Cents = CENT
) -> dict[str, Statement]:
    """Settle every open terminal at once; one without a wager is still told the outcome.

    Rule: LT 8.1; MT 2.8(a)
    """
    return {
        terminal: settle(columns, outcome, wagers, unit=unit)
        for terminal, wagers in layouts.items()
    }
