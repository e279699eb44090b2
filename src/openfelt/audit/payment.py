"""What a round must have paid, from the journalled odds and the wagers, with own arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from openfelt.audit.definition import Odds
from openfelt.audit.event import Paid, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.table import Tables

Figures = dict[str, tuple[int, int, int]]


class Settlement(Protocol):
    """What a settlement and a corrected one have in common."""

    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]


def check_payment(
    tables: Tables, odds: Odds, committed: Sequence[Stake], e: Settlement, place: int
) -> None:
    """Compare rulebook, place, every wager's return and every terminal's sums."""
    if e.fingerprint != odds.fingerprint:
        tables.say("it was settled by another rulebook than the table opened with")
    if e.place != place:
        tables.say(f"{e.outcome} is looked up at place {e.place} instead of {place}")
    if len(e.returned) != len(committed):
        tables.say(f"it pays {len(e.returned)} wagers, {len(committed)} were committed")
        return
    returns, denominator = odds.returns, odds.denominator
    sums: Figures = {}
    for stake, back in zip(committed, e.returned, strict=True):
        column = returns.get(stake.bet)
        # Rounded up: winnings that are no whole cent favour the player.
        owed = -(-stake.amount * column[place] // denominator) if column else 0
        if back != owed:
            tables.say(
                f"{stake.terminal}'s {dollars(stake.amount)} on {stake.bet} got {dollars(back)}, "
                f"the journalled odds give {dollars(owed)} on {e.outcome}"
            )
        staked, credited, won = sums.get(stake.terminal, (0, 0, 0))
        sums[stake.terminal] = (
            staked + stake.amount,
            credited + owed,
            won + max(0, owed - stake.amount),
        )
    check_paid(tables, e.paid, sums)


def figures(paid: Sequence[Paid]) -> Figures:
    """Return what was staked, credited and won, by terminal."""
    return {line.terminal: (line.staked, line.credited, line.won) for line in paid}


def check_paid(tables: Tables, paid: Sequence[Paid], expected: Figures) -> None:
    """Compare what a row says of each terminal."""
    for terminal, times in Counter(line.terminal for line in paid).items():
        if times > 1:
            tables.say(f"{terminal} is paid {times} times")
    said = figures(paid)
    for terminal in sorted(said.keys() | expected.keys()):
        is_, should = said.get(terminal, (0, 0, 0)), expected.get(terminal, (0, 0, 0))
        if is_ != should:
            tables.say(
                f"{terminal}: staked, credited, won are {', '.join(map(dollars, is_))} "
                f"instead of {', '.join(map(dollars, should))}"
            )
