"""Dice that a dealer tumbles: his keys in the order of the round, and which of them comes next."""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken, SealDice
from openfelt.floor.play.dealt_dice.exposure import ReportExposedDice
from openfelt.floor.play.dealt_dice.play import RECOGNITION
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble, at_start, play_at
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.pause import MUST_BE_VOIDED, ResumeTable
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import BETWEEN
from openfelt.stations.allowed import refusal_of_asking
from openfelt.stations.key import Desk, Look, Offer, press
from openfelt.stations.procedures import every


def _enter(look: Look) -> Refused | None:
    """Ask for no dice: how they lie is said in the form."""
    asked = EnterDice(look.table.name, look.person, ())
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


# Which dice, and by which seal, is said in the form.
_DIE_BROKEN: Final = press("die_broken", DeclareDieBroken)
_SEAL_DICE: Final = press("seal_dice", SealDice, "-", "-")


# A supervisor decides on dice in doubt, and has broken ones changed.
_DECIDED_ELSEWHERE: Final = ("doubted", "broken")


def next_act(look: Look) -> str:
    """Return the act the round wants now, "" while it waits for players, dice or a decision.

    Rule: MT 10.3(a); MT 10.3(c); MT 10.5(c)
    """
    table, play = look.table, play_at(look.table)
    if table.suspended in _DECIDED_ELSEWHERE:
        return ""
    if table.suspended:
        return "void" if table.suspended in MUST_BE_VOIDED else "resume"
    if table.phase in BETWEEN:
        return "new_game"
    if not play.tumbled:
        return _untumbled(table.phase, early=at_start(table))
    return "" if table.phase == "wagering" or play.dice == RECOGNITION else "enter_dice"


def _untumbled(phase: str, *, early: bool) -> str:
    """Want the tumble in its time; where that was missed, the round has no result.

    Rule: MT 10.3(a)(i); MT 10.3(a)(ii); MT 10.5(e)
    """
    if phase == "closed":
        return "no_spin" if early else "tumble_dice"
    return "tumble_dice" if early and phase == "wagering" else ""


def waits_for(look: Look) -> str:
    """Say what the dealer waits for: dice to be recognised, or whoever decides about them."""
    table, play = look.table, play_at(look.table)
    if table.suspended:
        return table.suspended if table.suspended in _DECIDED_ELSEWHERE else ""
    lies = play.tumbled and table.undecided and table.phase != "wagering"
    return "dice" if lies and play.dice == RECOGNITION else ""


# Every key is there whatever goes on, so that none ever moves under a finger.
DESK: Final = Desk(
    rows=(
        (
            press("new_game", NewGame),
            every.NO_BET,
            press("tumble_dice", Tumble),
            Offer("enter_dice", EnterDice, _enter),
            press("resume", ResumeTable),
        ),
        (press("no_spin", CallNoSpin), press("exposed", ReportExposedDice)),
    ),
    by_authority=(every.SUSPEND, every.VOID, every.CORRECT, every.MALFUNCTION),
    rarely_by_authority=(
        _DIE_BROKEN,
        _SEAL_DICE,
        every.INVALIDATE,
        every.ROUNDS,
        every.LIMITS,
        every.KEEP_LIMITS,
        every.CLOSE,
        every.KEEP_OPEN,
    ),
    acts=every.ACTS,
    rare_acts=(_DIE_BROKEN, _SEAL_DICE, every.INVALIDATE, every.ROUNDS),
    next_act=next_act,
    waits_for=waits_for,
)
