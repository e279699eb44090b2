"""Tables: opened with the whole definition they are played by."""

from typing import Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.name import CENTS_MAX, is_name
from openfelt.floor.state import Limits, State, Table
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import NotPlayedSo

PERIOD_MAX_US: Final = 24 * 3600 * 1_000_000
UNCONFIRMED: Final = ("commit", "reject")
SHOOTERS: Final = ("rotate", "highest")


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
    tie_percent: int = 0
    ticket_limit: int = 0
    burned: bool = True
    standby_by_itself: bool = True


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
    decks: int = 8
    tie_percent: int = 0
    ticket_limit: int = 0
    burned: bool = True
    standby_by_itself: bool = True


def open_table(state: State, command: OpenTable, context: Context) -> Answer:
    rulebook = VARIANTS.get(command.variant)
    if rulebook is None or command.table in state.tables or not is_name(command.table):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if not limits_make_sense(command.limits) or not _figures_make_sense(command):
        return Refused(Refusal.NOT_A_MULTIPLE)
    if command.unconfirmed not in UNCONFIRMED or command.shooter not in SHOOTERS:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    try:
        columns = rulebook.columns(
            *_definition(command.variant, command.decks, command.tie_percent)
        )
    except NotPlayedSo:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    wagering = "idle" not in rulebook.phases
    return (
        TableOpened(
            table=command.table,
            variant=command.variant,
            rulebook_version=rulebook.version,
            fingerprint=rulebook.fingerprint,
            denominator=columns.denominator,
            returns=columns.returns,
            limits=command.limits,
            period_us=command.period_us,
            unconfirmed=command.unconfirmed,
            shooter=command.shooter,
            shoot_value=command.shoot_value,
            wagering=wagering,
            due=context.now + command.period_us if wagering else 0,
            decks=command.decks,
            tie_percent=command.tie_percent,
            ticket_limit=command.ticket_limit,
            burned=command.burned,
            standby_by_itself=command.standby_by_itself,
        ),
    )


def limits_make_sense(limits: Limits) -> bool:
    """Say whether a sign could show such limits; a maximum of 0 is none."""
    figures = msgspec.structs.astuple(limits)
    bounded = not limits.maximum or limits.minimum <= limits.maximum
    sizes = min(figures) >= 0 and max(figures) <= CENTS_MAX
    return limits.unit > 0 and limits.minimum > 0 and bounded and sizes


def _figures_make_sense(command: OpenTable) -> bool:
    money = (command.shoot_value, command.ticket_limit)
    return 0 < command.period_us <= PERIOD_MAX_US and all(0 <= m <= CENTS_MAX for m in money)


def _definition(variant: str, decks: int, tie_percent: int) -> tuple[int | None, int | None]:
    rulebook = VARIANTS[variant]
    return decks if rulebook.shoe else None, tie_percent if rulebook.tie_percents else None


def columns_of(table: Table) -> Columns:
    """Return what a table pays by."""
    definition = _definition(table.variant, table.decks, table.tie_percent)
    return VARIANTS[table.variant].columns(*definition)


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
        decks=event.decks,
        tie_percent=event.tie_percent,
        ticket_limit=event.ticket_limit,
        burned=event.burned,
        standby_by_itself=event.standby_by_itself,
    )


CONCEPT = Concept(decides={OpenTable: open_table}, evolves={TableOpened: opened})
