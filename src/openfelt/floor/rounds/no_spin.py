"""NO SPIN: the dealer announces that what was set going does not count."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, refuse
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.state import State


class CallNoSpin(Command, frozen=True):
    """The dealer calls a spin off, of a ball or of dice."""

    table: str
    person: str


def call_no_spin(state: State, command: CallNoSpin, context: Context) -> Answer:
    """Call it off, as the way of playing lets it be."""
    table = state.tables.get(command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    return procedure_of(state, table).no_spin(state, table, command.person, context.now)


CONCEPT = Concept(decides={CallNoSpin: call_no_spin})
