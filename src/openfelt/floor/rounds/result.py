"""The result of a round, confirmed by whoever its way of playing lets do so."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, refuse
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.state import State


class ConfirmResult(Command, frozen=True):
    """Confirm the result that was entered, and settle the round."""

    table: str
    person: str


def confirm_result(state: State, command: ConfirmResult, context: Context) -> Answer:
    """Confirm it, as the way of playing lets it be confirmed.

    Rule: LT 7.6.11
    """
    table = state.tables.get(command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    return procedure_of(state, table).confirm(state, table, command.person, context.now)


CONCEPT = Concept(decides={ConfirmResult: confirm_result})
