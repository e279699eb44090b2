"""What can be done to every table, and to the terminals around it, however it is played."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.money.voucher import MakeVoucher
from openfelt.floor.people.dispute import DecideDispute
from openfelt.floor.people.exclusion import (
    AdmitTerminal,
    ExcludeTerminal,
    RecommendExclusion,
    VoidWagers,
)
from openfelt.floor.people.leaving import SendAway
from openfelt.floor.people.objection import DecideObjection
from openfelt.floor.people.one_terminal import KeepToOneTerminal
from openfelt.floor.people.seat import DirectAway
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds.close_of_play import CloseTable, KeepOpen
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import FRAUD, InvalidateOutcome
from openfelt.floor.rounds.malfunction import (
    DeclareMalfunction,
    DeclareTerminalFaulty,
    ReturnToService,
)
from openfelt.floor.rounds.no_bet import DealNoBet, OrderRounds
from openfelt.floor.rounds.notice import ChangeLimits, KeepLimits
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import State, Table
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.rulebooks.powers import Act
from openfelt.stations.allowed import one_of, refusal_of_asking
from openfelt.stations.key import Desk, Key, Look, Offer, at_a_terminal, press


def _correct(look: Look) -> Refused | None:
    """Ask for the last settled round and for one whose result is pending, with no outcome yet."""
    name, person = look.table.name, look.person
    asked = [StateActualOutcome(name, person, "", round=n) for n in (0, look.table.round)]
    match = Refusal.RESULT_DOES_NOT_MATCH
    return one_of(refusal_of_asking(look.state, one, look.now, match) for one in asked)


def _void(look: Look) -> Refused | None:
    """A settled round that may be corrected may also be voided, by its number."""
    return one_of(_ways_to_void(look))


def _ways_to_void(look: Look) -> Iterator[Refused | None]:
    yield look.refusal_of(VoidRound, "")
    yield _correct(look)


def _invalidate(look: Look) -> Refused | None:
    """Ask for the undecided round, and for fraud in the last settled one.

    Nobody's wager is asked to be kept, so that no refund of a whole table is worked out to look.
    """
    table = look.table
    nobody = ("",) if look.state.rules(table).policy.forfeits_fraud else ()
    rounds = (0, max(table.settled, default=0))
    asked = [InvalidateOutcome(table.name, look.person, FRAUD, "", nobody, n) for n in rounds]
    return one_of(
        refusal_of_asking(look.state, one, look.now, Refusal.BET_NOT_OFFERED) for one in asked
    )


def _dispense(look: Look) -> Refused | None:
    """Ask for nobody's wager: whose it is, is said in the form."""
    nobody = Dispense(look.table.name, "", "", 0, look.person, "")
    return refusal_of_asking(look.state, nobody, look.now, Refusal.TERMINAL_OUT_OF_SERVICE)


def _change_limits(look: Look) -> Refused | None:
    return look.refusal_of(ChangeLimits, look.table.limits, now=False)


def _close(look: Look) -> Refused | None:
    return look.refusal_of(CloseTable, now=False)


def _limits_announced(look: Look) -> bool:
    return bool(look.table.announced)


def _is_closed(look: Look) -> bool:
    return look.table.phase == "closed_table"


def _close_announced(look: Look) -> bool:
    return bool(look.table.closing_at or look.table.closing_after)


SUSPEND: Final = press("suspend", SuspendTable, "")
VOID: Final = Offer("void", VoidRound, _void)
CORRECT: Final = Offer("actual_outcome", StateActualOutcome, _correct)
MALFUNCTION: Final = press("malfunction", DeclareMalfunction, "")
LIMITS: Final = Offer("limits", ChangeLimits, _change_limits)
KEEP_LIMITS: Final = press("keep_limits", KeepLimits, there=_limits_announced)
CLOSE: Final = Offer("close", CloseTable, _close)
KEEP_OPEN: Final = press("keep_open", KeepOpen, there=_close_announced)
ACTS: Final = (
    SUSPEND,
    press("resume", ResumeTable),
    VOID,
    CORRECT,
    MALFUNCTION,
    LIMITS,
    KEEP_LIMITS,
    CLOSE,
    KEEP_OPEN,
    press("open", ReopenTable, there=_is_closed),
)
# At tables whose book deals on without wagers.  Rule: MT 5.5
NO_BET: Final = press("no_bet", DealNoBet)
ROUNDS: Final = press("rounds", OrderRounds, 1)
INVALIDATE: Final = Offer("invalidate", InvalidateOutcome, _invalidate)
DISPENSE: Final = Offer("dispense", Dispense, _dispense)

DESK: Final = Desk(acts=(*ACTS, INVALIDATE))

# The floor says for each terminal whether it may be done there.
SEAT_ACTS: Final = (
    at_a_terminal("decide_objection", DecideObjection),
    at_a_terminal("faulty", DeclareTerminalFaulty),
    at_a_terminal("exclude", ExcludeTerminal),
    at_a_terminal("admit", AdmitTerminal),
    at_a_terminal("return", ReturnToService),
)
RARE_SEAT_ACTS: Final = (
    at_a_terminal("void_wagers", VoidWagers),
    at_a_terminal("direct_away", DirectAway),
    at_a_terminal("make_way", DirectAway),
    at_a_terminal("recommend", RecommendExclusion),
    at_a_terminal("keep_to_one", KeepToOneTerminal),
    at_a_terminal("send_away", SendAway),
    at_a_terminal("voucher", MakeVoucher),
    at_a_terminal("dispute", DecideDispute),
)
# They may be for a breach of a rule, which is then chosen of those the book has.
_SANCTIONS: Final = ("exclude", "void_wagers", "recommend")
# What only some books know, by the act in their powers.
_KNOWN: Final = {
    "decide_objection": Act.DECIDE_OBJECTION,
    "dispute": Act.DECIDE_DISPUTE,
    "keep_to_one": Act.KEEP_TO_ONE,
    "recommend": Act.RECOMMEND,
    "send_away": Act.SEND_AWAY,
    "voucher": Act.VOUCHER,
}


def seat_acts(state: State, table: Table) -> tuple[Key, ...]:
    """Return what is often done to a terminal here; each terminal names its own of these."""
    return _known_here(state, table, SEAT_ACTS)


def rare_seat_acts(state: State, table: Table) -> tuple[Key, ...]:
    """Return what else can be done to a player here."""
    return _known_here(state, table, RARE_SEAT_ACTS)


def _known_here(state: State, table: Table, acts: Iterable[Key]) -> tuple[Key, ...]:
    """Leave out what the book of a table does not know; a sanction has the rules it may be for.

    Rule: LT 12.3; SB 8.7; MT 7.3
    """
    rules = state.rules(table)
    known = (key for key in acts if _KNOWN.get(key.act, Act.MANAGE) in rules.powers)
    return tuple(
        replace(key, choices=rules.policy.breaches) if key.act in _SANCTIONS else key
        for key in known
    )
