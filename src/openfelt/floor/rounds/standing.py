"""Wagers that a round did not decide: what a settlement leaves, and when it can be put right.

The next round judges what the one before left standing, so that where wagers stand only the last
settlement can be corrected, and only while everything lies as it left it.
"""

from collections.abc import Sequence

from openfelt.floor.rounds.settling import STANDS
from openfelt.floor.state import Layouts, Move, SettledRound, Spot, Stake, State, Table
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
    if returned and not decided:
        return returned
    pairs = zip(decided, returned, strict=True)
    back = {(stake.terminal, stake.bet): amount for stake, amount in pairs}
    return tuple(back.get((wager.terminal, wager.bet), STANDS) for wager in wagers)


def left_by(wagers: Sequence[Spot], returned: Sequence[int], moved: Sequence[Move]) -> Layouts:
    """Return what stands after a settlement, moved wagers where they went."""
    to = {(move.terminal, move.bet): move.to for move in moved}
    left: Layouts = {}
    pairs = zip(wagers, returned, strict=True)
    for place, wager in enumerate(wager for wager, back in pairs if back == STANDS):
        bet = to.get((wager.terminal, wager.bet), wager.bet)
        spots = left.setdefault(wager.terminal, {})
        spot = spots.setdefault(bet, Spot(wager.terminal, bet, 0, place, "standing"))
        spot.amount += wager.amount
    return left


def is_as_left(state: State, table: Table, number: int) -> bool:
    """Say whether nothing happened to what a settlement left standing, and nothing was laid."""
    if not state.rules(table).wagers_stand:
        return True
    round_ = table.settled[number]
    wagers = layout.played_for(round_.layouts)
    left = left_by(wagers, round_.returned, round_.moved)
    return number == max(table.settled) and table.layouts == left
