"""Who may do what at a table, by the definition it plays by."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.people.staff import may
from openfelt.floor.state import State, Table, Terminal
from openfelt.rulebooks.powers import Act, Role


def roles_for(state: State, table: Table, act: Act) -> tuple[Role, ...]:
    """Return whom the book of a table gives an act, nobody where it knows no such act.

    Rule: LT 11.6.2.1; LT def:DT(c); SB 7.4; SB 8.7; MT def:Dealer Terminal(c); AC 6.4; AC 7.7
    """
    return state.rules(table).powers.get(act, ())


def may_at(state: State, table: Table, person: str, act: Act, now: int) -> Refused | None:
    """Refuse whoever does not hold a power at a table now."""
    return may(state, person, roles_for(state, table, act), now)


def at_table(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Return a table to a person who holds a power there now."""
    table = state.tables.get(name)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if act not in state.rules(table).powers:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    return may_at(state, table, person, act, now) or table


def at_open_table(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Do the same where a closed table is refused to everybody, whatever he holds."""
    table = state.tables.get(name)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    return may_at(state, table, person, act, now) or table


def at_terminal(state: State, name: str, person: str, act: Act, now: int) -> Terminal | Refused:
    """Return a terminal to a person who holds a power at the first of its tables now."""
    terminal = state.terminals.get(name)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    table = state.tables[terminal.tables[0]]
    if act not in state.rules(table).powers:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    return may_at(state, table, person, act, now) or terminal


def tables_under(state: State, terminal: Terminal, person: str, act: Act, now: int) -> list[Table]:
    """Return those of a terminal's tables at which a person holds a power now.

    A terminal may play by several books, and each gives its own.
    """
    tables = (state.tables[name] for name in terminal.tables)
    return [table for table in tables if may_at(state, table, person, act, now) is None]


def to_resume(state: State, name: str, person: str, now: int) -> Table | Refused:
    """Return a table to whoever may let it go on if it is suspended."""
    table = state.tables.get(name)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    return may(state, person, resumes(state, table), now) or table


def resumes(state: State, table: Table) -> tuple[Role, ...]:
    """Return who lets a suspended table go on; whoever may stop it may also start it again.

    Rule: LT def:DT(c); SB 7.6.1.2; AC 6.6.1.2
    """
    by_book = roles_for(state, table, Act.RESUME)
    if table.suspended == "restart":
        return by_book
    return (*by_book, *roles_for(state, table, Act.MANAGE))
