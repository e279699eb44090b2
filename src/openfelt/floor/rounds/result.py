"""The result of a round, confirmed by whoever its way of playing lets do so."""

from hashlib import blake2b

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.state import State


class ConfirmResult(Command, frozen=True):
    """Confirm the result that was entered, and settle the round.

    `seen` is what it does as whoever confirms was shown it, "" where nobody was shown anything.
    """

    table: str
    person: str
    seen: str = ""


def mark_of(events: tuple[Event, ...]) -> str:
    """Return what stands for everything that events do: other wagers or cards give another."""
    return blake2b(msgspec.msgpack.encode(events), digest_size=12).hexdigest()


def confirm_result(state: State, command: ConfirmResult, context: Context) -> Answer:
    """Confirm it, unless it would do something else now than was shown.

    Rule: LT 7.6.11
    """
    table = state.tables.get(command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    answer = procedure_of(state, table).confirm(state, table, command.person, context.now)
    if isinstance(answer, Refused) or command.seen in ("", mark_of(answer)):
        return answer
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "changed_meanwhile")


CONCEPT = Concept(decides={ConfirmResult: confirm_result})
