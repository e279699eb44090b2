"""An outcome that is not allowed to stand: wagers go back, a fraud's own wager may be kept.

Rulebooks: LT 12.4, 12.5; SB 8.8, 8.9.
"""

from typing import ClassVar, Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.ended import Name, Thing
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.power import at_table
from openfelt.floor.rounds.correction import correctable, void_settled
from openfelt.floor.rounds.recall import names_round
from openfelt.floor.rounds.round import void
from openfelt.floor.state import SettledRound, State, Table
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act

DISRUPTION: Final = "disruption"  # Rule: LT 12.4.1; SB 8.8.1; AC 7.8.1
FRAUD: Final = "fraud"  # Rule: LT 12.4.2; SB 8.8.2; AC 7.8.2


class InvalidateOutcome(Command, frozen=True):
    """Do not let a round's outcome stand, on a ground; round 0 is the undecided one.

    `forfeit` names the terminals whose own wagers are kept.
    """

    table: str
    person: str
    ground: str
    reason: str
    forfeit: tuple[str, ...] = ()
    round: int = 0


class OutcomeInvalidated(Event, frozen=True):
    """What goes back and what is kept stands in the rows after this.

    `duty` says who is told of fraud.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    ground: str
    reason: str
    duty: Duty


def invalidate(state: State, command: InvalidateOutcome, context: Context) -> Answer:
    """Void a round on one of the grounds the book lists.

    Rule: LT 12.4; SB 8.8; AC 7.8
    """
    table = at_table(state, command.table, command.person, Act.INVALIDATE, context.now)
    if isinstance(table, Refused):
        return table
    if command.ground not in (DISRUPTION, FRAUD):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_ground")
    if not _may_forfeit(state, table, command):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_forfeited")
    if not command.round or command.round == table.round:
        if table.undecided and not table.aside:
            return _undecided(state, table, command, context.now)
        if not command.round:
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_undecided")
    return _settled(state, table, command, context.ended)


def _may_forfeit(state: State, table: Table, command: InvalidateOutcome) -> bool:
    """Only fraud costs a wager, and only where the book says so.

    Rule: LT 12.5; SB 8.9; AC 7.9
    """
    forfeits = command.ground == FRAUD and state.rules(table).policy.forfeits_fraud
    return forfeits or not command.forfeit


def _undecided(state: State, table: Table, command: InvalidateOutcome, now: int) -> Answer:
    playing = {stake.terminal for stake in layout.laid(table.layouts)}
    if not playing.issuperset(command.forfeit):
        return refuse(Refusal.BET_NOT_OFFERED, "had_no_wager")
    said = _said(table.round, command)
    return (said, *void(state, table, command.reason, now, forfeit=command.forfeit))


def _said(number: int, command: InvalidateOutcome) -> OutcomeInvalidated:
    said = (command.table, number, command.ground, command.reason)
    return OutcomeInvalidated(*said, task.duty(FRAUD))


def _settled(
    state: State, table: Table, command: InvalidateOutcome, archived: Thing | None
) -> Answer:
    """Reach back for fraud only, however far: a disruption ends the round it happens in.

    Rule: LT 12.4.2; SB 8.8.2; AC 7.8.2
    """
    if command.ground != FRAUD:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "only_fraud_reaches_back")
    found = correctable(state, table, command.round, archived)
    if isinstance(found, Refused) and isinstance(archived, SettledRound):
        found = command.round, archived  # Final, but no fraud is made good by that.
    if isinstance(found, Refused):
        return found
    number, round_ = found
    played = {stake.terminal for stake in layout.laid(round_.layouts)}
    if not played.issuperset(command.forfeit):
        return refuse(Refusal.BET_NOT_OFFERED, "had_no_wager")
    said = _said(number, command)
    voided = void_settled(
        state, table, found, command.reason, forfeit=command.forfeit, archived=archived
    )
    return (said, *voided)


def invalidated(state: State, event: OutcomeInvalidated) -> None:
    """Have an inspector told of fraud; the void that follows changes the floor."""
    if event.ground == FRAUD:
        task.begin(state, FRAUD, f"{event.table}/{event.round}", event.duty)


def _names(state: State, command: InvalidateOutcome) -> tuple[Name, ...]:
    return names_round(state, command.table, command.round)


CONCEPT = Concept(
    decides={InvalidateOutcome: invalidate},
    evolves={OutcomeInvalidated: invalidated},
    names={InvalidateOutcome: _names},
)
