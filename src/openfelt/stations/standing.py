"""Wagers that outlive a round, as their player sees them.

Where each lies, what can be done with it, and how much may be laid behind it.
"""

from collections.abc import Iterator, Mapping

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.play.craps.laying import odds_cap
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.play.procedure import laying_at
from openfelt.floor.state import Spot, State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import maximum_of, next_lowest, step_of
from openfelt.floor.wagers.wager import CancelWager, StageWager
from openfelt.games.craps.bets import POINTS
from openfelt.games.craps.placement import FLAT_OF
from openfelt.stations.allowed import Data, Reason, data_of, reason_of, refusal_of
from openfelt.stations.chances import chance_code


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A wager that no round has decided; `was` is where it lay before the last one.

    `chance` names what it needs.  `up` and `down` are the refusals that more chips on it, and
    taking it down, would meet now.
    """

    bet: str
    amount: int
    was: str
    chance: str
    up: Reason
    up_data: Data
    down: Reason
    down_data: Data


class Cap(msgspec.Struct, frozen=True, gc=False):
    """The most that may lie on a bet behind the wager it leans on, and how much can be laid now."""

    bet: str
    most: int
    room: int


def standing_of(state: State, table: Table, terminal: str, now: int) -> tuple[Standing, ...]:
    """Return what stands of a terminal's wagers, in the order in which it was laid."""
    if laying_at(state, table) is None:
        return ()
    spots = sorted(layout.of(table, terminal).values(), key=lambda spot: spot.order)
    came = _came_from(table, terminal)
    return tuple(
        _standing(state, table, spot, came.get(spot.bet, spot.bet), now)
        for spot in spots
        if spot.stood
    )


def _came_from(table: Table, terminal: str) -> dict[str, str]:
    """Return from where the last roll moved a terminal's wagers, by where they lie now."""
    if not table.settled:
        return {}
    moved = table.settled[next(reversed(table.settled))].moved
    return {move.to: move.bet for move in moved if move.terminal == terminal}


def _standing(state: State, table: Table, spot: Spot, came: str, now: int) -> Standing:
    bet, at = code_of(spot.bet), (spot.terminal, table.name, table.round)
    least = step_of(table.limits, state.rules(table).policy, 1)
    up = refusal_of(state, StageWager(*at, bet, least), now)
    down = refusal_of(state, CancelWager(*at, bet), now)
    return Standing(
        bet=bet,
        amount=spot.amount,
        was=code_of(came),
        chance=chance_code(spot.bet),
        up=reason_of(up),
        up_data=data_of(up),
        down=reason_of(down),
        down_data=data_of(down),
    )


def caps_of(state: State, table: Table, terminal: str) -> tuple[Cap, ...]:
    """Return the odds that may lie behind what stands on its number; the meter pays for the first.

    Rule: AC 3.9.2.1; AC 3.9.4.1; AC 3.9.12.1; AC 3.9.13.1
    """
    if laying_at(state, table) is None:
        return ()
    spots, credit = layout.of(table, terminal), state.terminals[terminal].credit
    caps: list[Cap] = []
    for bet, most in _leaning(state, table, spots):
        room = _room(state, table, spots, bet, most, credit)
        credit -= room
        caps.append(Cap(bet, most, room))
    return tuple(caps)


def _leaning(state: State, table: Table, spots: Mapping[str, Spot]) -> Iterator[tuple[str, int]]:
    for kind, flat in FLAT_OF.items():
        for number in POINTS:
            line = spots.get(f"{flat}@{number}")
            if line is not None:
                bet = f"{kind}:{number}"
                yield bet, odds_cap(state.rules(table), bet, line.amount)


def _room(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, most: int, credit: int
) -> int:
    """Return what can be laid now, within cap, sign and meter."""
    limits, policy = table.limits, state.rules(table).policy
    lies = spots[bet].amount if bet in spots else 0
    total = min(most, lies + credit, maximum_of(limits, policy, bet) or most)
    total = next_lowest(limits, policy, total)
    return max(0, total - lies) if total >= limits.minimum else 0


def no_odds(caps: tuple[Cap, ...]) -> Refused | None:
    """Say why no odds can be laid: nothing stands on a number, or all of them are."""
    if not caps:
        return refuse(Refusal.LINE_WAGER_NEEDED)
    return None if any(cap.room for cap in caps) else refuse(Refusal.ABOVE_ODDS_LIMIT)
