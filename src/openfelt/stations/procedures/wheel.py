"""A wheel: the dealer spins, enters the number or has it read, and confirms it."""

from typing import Final

from openfelt.core import wheel
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.play.wheel.spin import SPINNING, EnterNumber, Spin, play_at
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import BETWEEN
from openfelt.stations.allowed import refusal_of_asking
from openfelt.stations.key import Desk, Look, Offer, press
from openfelt.stations.procedures import every


def _enter(look: Look) -> Refused | None:
    """Ask for no number: whether the wheel read another one is an answer to the key."""
    asked = EnterNumber(look.table.name, look.person, -1)
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def next_act(look: Look) -> str:
    """Return the act the procedure wants now, "" while the ball or the period runs.

    Rule: MT 9.3(a); MT 9.3(c)
    """
    table = look.table
    if table.suspended:
        return "resume"
    if table.phase in BETWEEN:
        return "new_game"
    if table.phase == SPINNING:
        return "" if look.demo else "enter_number"
    return {"closed": "spin", "result_pending": "confirm_result"}.get(table.phase, "")


def waits_for(look: Look) -> str:
    """Say what the dealer waits for: the ball, which a wheel that reads by itself will name."""
    is_read = look.table.phase == "result_pending" and play_at(look.table).read
    if look.table.suspended:
        return ""
    if look.table.phase == SPINNING:
        return "ball"
    return "read" if is_read else ""


_NO_SPIN: Final = press("no_spin", CallNoSpin)
_NUMBERS: Final = tuple(map(str, wheel.POCKETS))

DESK: Final = Desk(
    rows=(
        (
            press("new_game", NewGame),
            every.NO_BET,
            press("resume", ResumeTable),
            press("spin", Spin),
        ),
        (Offer("enter_number", EnterNumber, _enter, choices=_NUMBERS),),
        (press("confirm_result", ConfirmResult),),
    ),
    by_authority=(
        _NO_SPIN,
        every.VOID,
        every.SUSPEND,
        every.CORRECT,
        every.MALFUNCTION,
    ),
    rarely_by_authority=(
        every.INVALIDATE,
        every.ROUNDS,
        every.LIMITS,
        every.KEEP_LIMITS,
        every.CLOSE,
        every.KEEP_OPEN,
    ),
    acts=every.ACTS,
    rare_acts=(every.INVALIDATE, every.ROUNDS),
    next_act=next_act,
    waits_for=waits_for,
)
