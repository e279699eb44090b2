"""Wagers that a round did not decide: what a settlement leaves."""

from collections.abc import Sequence

from openfelt.floor.rounds.settling import STANDS
from openfelt.floor.state import Layouts, Move, SettledRound, Spot, Stake, Table
from openfelt.floor.wagers import layout


def settled_round(
    table: Table,
    outcome: str,
    returned: tuple[int, ...],
    decided: Sequence[Stake],
    moved: tuple[Move, ...],
) -> tuple[SettledRound, Layouts]:
    """Return a round as its settlement says, and what stands after it."""
    layouts = table.layouts
    if returned and not decided:
        return SettledRound(layouts, returned, outcome), {}
    wagers = layout.played_for(layouts)
    amounts = returned_to(wagers, returned, decided)
    return SettledRound(layouts, amounts, outcome, moved), left_by(wagers, amounts, moved)


def returned_to(
    wagers: Sequence[Spot], returned: tuple[int, ...], decided: Sequence[Stake]
) -> tuple[int, ...]:
    """Return one amount a wager of the round, STANDS for each that a settlement does not name."""
    if (returned and not decided) or len(decided) == len(wagers):
        return returned
    if not decided:
        return (STANDS,) * len(wagers)
    pairs = zip(decided, returned, strict=True)
    back = {(stake.terminal, stake.bet): amount for stake, amount in pairs}
    return tuple([back.get((wager.terminal, wager.bet), STANDS) for wager in wagers])


def left_by(wagers: Sequence[Spot], returned: Sequence[int], moved: Sequence[Move]) -> Layouts:
    """Return what stands after a settlement, moved wagers where they went."""
    to = {(move.terminal, move.bet): move.to for move in moved}
    left: Layouts = {}
    pairs = zip(wagers, returned, strict=True)
    for place, wager in enumerate([wager for wager, back in pairs if back == STANDS]):
        terminal, bet, amount = wager.terminal, wager.bet, wager.amount
        bet = to.get((terminal, bet), bet) if to else bet
        spots = left.get(terminal)
        if spots is None:
            spots = left[terminal] = {}
        # No two wagers come to lie on one spot: what lies on a number is decided by it.
        spots[bet] = Spot(terminal, bet, amount, place, "standing", False, amount)  # noqa: FBT003
    return left
