"""Who may do what at a table, by the definition it plays by."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.people.staff import may
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act, Role


def roles_for(state: State, table: Table, act: Act) -> tuple[Role, ...]:
    """Return whom the book of a table gives an act, nobody where it knows no such act.

    Rule: LT 11.6.2.1; LT def:DT(c); SB 7.4; SB 8.7
    """
    return state.rules(table).powers.get(act, ())


def at_table(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Return a table to a person who holds a power there now."""
    table = state.tables.get(name)
    if table is None or act not in state.rules(table).powers:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return may(state, person, roles_for(state, table, act), now) or table


def resumes(state: State, table: Table) -> tuple[Role, ...]:
    """Return who lets a suspended table go on; whoever may stop it may also start it again.

    Rule: LT def:DT(c); SB 7.6.1.2
    """
    by_book = roles_for(state, table, Act.RESUME)
    if table.suspended == "restart":
        return by_book
    return (*by_book, *roles_for(state, table, Act.MANAGE))
