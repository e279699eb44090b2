"""A closed table opened again by whoever is in charge, as it was set up before."""

from typing import Any

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Refused, refuse
from openfelt.floor.people.power import at_table
from openfelt.floor.state import Limits, State, Table
from openfelt.floor.table import OpenTable, open_table, set_up_of
from openfelt.floor.wagers.limits import unknown_figures
from openfelt.rulebooks.powers import Act


class ReopenTable(Command, frozen=True):
    """Open a closed table again; its shoe, if it has one, is new and not burned yet."""

    table: str
    person: str


def reopen(state: State, command: ReopenTable, context: Context) -> Answer:
    """Open it with the sign it had, by the rulebook of this release.

    Rule: LT def:DT(c)
    """
    table = at_table(state, command.table, command.person, Act.MANAGE, context.now)
    if isinstance(table, Refused):
        return table
    if table.phase != "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_open")
    set_up: dict[str, Any] = set_up_of(state, table)
    asked = OpenTable(table.name, limits=_sign(state, table), burned=False, **set_up)
    return open_table(state, asked, context)


def _sign(state: State, table: Table) -> Limits:
    """Return the sign without what an older release put up though the book knows none such."""
    rules = state.rules(table)
    alien = unknown_figures(table.limits, rules.policy, rules.bets)
    return replace(table.limits, **dict.fromkeys(alien, 0))


CONCEPT = Concept(decides={ReopenTable: reopen})
