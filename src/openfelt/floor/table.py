"""Tables: opened with the whole definition they are played by."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.state import Limits, State, Table
from openfelt.rulebooks import VARIANTS


class OpenTable(Command, frozen=True):
    """Set a table up and open it."""

    table: str
    variant: str
    limits: Limits
    period_us: int
    unconfirmed: str = "commit"
    shooter: str = "rotate"
    shoot_value: int = 0
    decks: int = 8


class TableOpened(Event, frozen=True):
    """A table opened, with all it is played by: an auditor settles again from `returns` alone.

    `returns` holds for each bet what comes back on each outcome, in parts of `denominator`.
    """

    table: str
    variant: str
    rulebook_version: str
    fingerprint: str
    denominator: int
    returns: dict[str, tuple[int, ...]]
    limits: Limits
    period_us: int
    unconfirmed: str
    shooter: str
    shoot_value: int
    wagering: bool
    due: int


def open_table(state: State, command: OpenTable, context: Context) -> Answer:
    rulebook = VARIANTS.get(command.variant)
    limits = command.limits
    if rulebook is None or command.table in state.tables:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if not 0 < limits.unit <= limits.minimum <= limits.maximum or command.period_us <= 0:
        return Refused(Refusal.NOT_A_MULTIPLE)
    columns = rulebook.columns(command.decks if rulebook.shoe else None)
    wagering = "idle" not in rulebook.phases
    return (
        TableOpened(
            table=command.table,
            variant=command.variant,
            rulebook_version=rulebook.version,
            fingerprint=rulebook.fingerprint,
            denominator=columns.denominator,
            returns=columns.returns,
            limits=limits,
            period_us=command.period_us,
            unconfirmed=command.unconfirmed,
            shooter=command.shooter,
            shoot_value=command.shoot_value,
            wagering=wagering,
            due=context.now + command.period_us if wagering else 0,
        ),
    )


def opened(state: State, event: TableOpened) -> None:
    state.tables[event.table] = Table(
        event.table,
        event.variant,
        event.fingerprint,
        event.limits,
        event.period_us,
        event.unconfirmed,
        event.shooter,
        event.shoot_value,
        phase="wagering" if event.wagering else "idle",
        round=1 if event.wagering else 0,
        due=event.due,
    )


CONCEPT = Concept(decides={OpenTable: open_table}, evolves={TableOpened: opened})
