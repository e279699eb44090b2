"""Where a floor is not what its floor.toml wishes: what can be asked of it, and what cannot.

Pure functions of the configuration, the one before, and the state.  What cannot be is a sentence
that says who or what could; a reload with one of those does nothing at all.
"""

from typing import Final

import msgspec

from openfelt.floor.base import Command
from openfelt.floor.day import MoveDayEnd
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.money.drawer import SetDeskRules
from openfelt.floor.money.kiosk import InstallKiosk
from openfelt.floor.money.ticket_host import SetTicketHost
from openfelt.floor.money.unclaimed import DAY_US, SetTicketLife
from openfelt.floor.people.staff import GrantRole, WithdrawRole
from openfelt.floor.state import State
from openfelt.floor.table import OpenTable, set_up_of, shooter_for
from openfelt.server.config import gaming_day
from openfelt.server.config.sections import (
    Config,
    DeskWish,
    Floor,
    KioskWish,
    TableWish,
    TerminalWish,
    TicketsWish,
    cents,
    limits_of,
)
from openfelt.server.config.shape import Section

Asks = list[tuple[Command, str]]

_AT_START: Final = "is read at start only: put it back, or stop the floor and start it again"
_PIT_GONE: Final = "put it back: the money of a pit is always within reach"
_PIT_ADDED: Final = "is added at a start: stop the floor and start it again"
# What a table is opened with, as the file calls it.
_IN_THE_FILE: Final = {"period_us": "period", "result_pause_us": "result_pause"}


class Wish(msgspec.Struct, frozen=True):
    """What was wished for, and why not, where it was refused."""

    what: str
    refused: str = ""


def opening(wish: TableWish) -> OpenTable:
    """Return the command that opens a table."""
    return OpenTable(
        wish.name,
        wish.variant,
        limits_of(wish),
        wish.period * 1_000_000,
        unconfirmed=wish.unconfirmed,
        shooter=wish.shooter or shooter_for(wish.variant, cents(wish.shoot_value)),
        shoot_value=cents(wish.shoot_value),
        decks=wish.decks,
        tie_percent=wish.tie_percent,
        ticket_limit=cents(wish.ticket_limit),
        burned=not wish.burn,
        standby_by_itself=wish.standby_by_itself,
        result_pause_us=wish.result_pause * 1_000_000,
        tumble=wish.tumble,
        dice=wish.dice,
    )


def enrolment(wish: TerminalWish) -> EnrolTerminal:
    """Return the command that links a terminal to its tables."""
    return EnrolTerminal(wish.name, wish.tables, wish.seat, tuple(map(cents, wish.notes)))


# What can be asked


def asked_of_pit(state: State, config: Config) -> Asks:
    """Return the tables and terminals a pit has not."""
    floor = config.floor
    tables = [wish for wish in floor.table if wish.pit == state.stream]
    terminals = [wish for wish in floor.terminal if wish.pit == state.stream]
    return [
        *((opening(w), f"table {w.name}") for w in tables if w.name not in state.tables),
        *((enrolment(w), f"terminal {w.name}") for w in terminals if w.name not in state.terminals),
    ]


def asked_of_house(state: State, config: Config) -> Asks:
    """Return how desks and kiosks pay, whose tickets are, the roles to take away and to give."""
    wanted = {(staff.person, staff.role, staff.pit): None for staff in config.floor.staff}
    held = {
        (person, grant.role, grant.pit): None
        for person, grants in state.grants.items()
        for grant in grants
    }
    return [
        *_desk(state, config.floor.desk),
        *_life(state, config.floor.ticket_life),
        *_kiosks(state, config.floor.kiosk),
        *_tickets(state, config.floor.tickets),
        *((WithdrawRole(*one), f"{_role(*one)} no longer") for one in held if one not in wanted),
        *((GrantRole(*one, 0, 0), _role(*one)) for one in wanted if one not in held),
    ]


def _desk(state: State, wish: DeskWish | None) -> Asks:
    if wish is None:
        return []
    rules = tuple(map(cents, (wish.coin, wish.identity_from, wish.second_from)))
    known = state.desk and (state.desk.cash_unit, state.desk.identity_from, state.desk.second_from)
    return [] if rules == known else [(SetDeskRules(*rules), "how cash desks pay")]


def _life(state: State, days: int) -> Asks:
    known = state.uncollected.ticket_life
    return [] if days * DAY_US == known else [(SetTicketLife(days), "how long tickets are good")]


def _kiosks(state: State, wishes: tuple[KioskWish, ...]) -> Asks:
    """Ask for kiosks that are not there, or are set up otherwise."""
    asks: Asks = []
    for wish in wishes:
        values = tuple(map(cents, wish.cassettes))
        pays = (values, cents(wish.most), cents(wish.change), wish.prints)
        command = InstallKiosk(wish.name, *pays)
        has = state.kiosks.get(wish.name)
        if has is None or (has.values, has.most, has.change, has.prints) != pays:
            asks.append((command, f"kiosk {wish.name}"))
    return asks


def _tickets(state: State, wish: TicketsWish) -> Asks:
    used = wish.authority == "host"
    what = "the ticketing host" if used else "no ticketing host"
    return [] if used is state.ticket_host else [(SetTicketHost(used), what)]


def asked_of_day(state: State, config: Config, now: int) -> Asks:
    """Return what moves the end of the running day to the file's hour and time zone.

    A day that is over is closed by the clock first, and the one after it is asked for again.
    """
    end = gaming_day.end_after(config.floor, now)
    if not now < state.day_ends != end:
        return []
    return [(MoveDayEnd(end), f"the gaming day ends at {gaming_day.written(config.floor, end)}")]


def _role(person: str, role: str, pit: str) -> str:
    return f"{person} as {role} in {pit or 'every pit'}"


# What the server does by itself


def rearranged(before: Config, config: Config) -> list[Wish]:
    """Return what of another file asks nothing of the floor: who may come in, and until when."""
    keys = ("day_ends", "time_zone", "currency", "languages", "idle_lock", "second_factor")
    wishes = [Wish(k) for k in keys if getattr(before.floor, k) != getattr(config.floor, k)]
    wishes += [] if before.floor.guests == config.floor.guests else [Wish("players' pages")]
    for kind in ("table", "terminal", "kiosk", "station", "device"):
        was = {one.name: one for one in getattr(before.floor, kind)}
        now = {one.name: one for one in getattr(config.floor, kind)}
        wishes += [Wish(f"{kind} {name} no longer") for name in was if name not in now]
        if kind == "table":
            videos = [name for name in now if name in was and was[name].video != now[name].video]
            wishes += [Wish(f"the picture of table {name}") for name in videos]
        if kind in ("station", "device"):
            changed = [name for name, one in now.items() if was.get(name) != one]
            wishes += [Wish(f"{kind} {name}") for name in changed]
    return wishes


# What cannot


def kept_at_start(before: Config, config: Config) -> list[Wish]:
    """Return what a running floor cannot take over from another configuration."""
    return [
        *_changed("server", before.server, config.server),
        *_changed("demo", before.demo, config.demo),
        *_other_pits(before.floor.pits, config.floor.pits),
        *(_new_at_a_demo(before, config) if config.server.demo else ()),
    ]


def _other_pits(before: tuple[str, ...], after: tuple[str, ...]) -> list[Wish]:
    gone = [
        Wish(f"pit {pit} is gone from the file", _PIT_GONE) for pit in before if pit not in after
    ]
    return gone + [Wish(f"pit {pit}", _PIT_ADDED) for pit in after if pit not in before]


def _changed(name: str, before: Section, after: Section) -> list[Wish]:
    keys = [k for k in after.__struct_fields__ if getattr(before, k) != getattr(after, k)]
    return [Wish(f"{name}.{key}", _AT_START) for key in keys]


def _new_at_a_demo(before: Config, config: Config) -> list[Wish]:
    """A demo sets up its virtual devices at start."""
    known = _places(before.floor)
    return [
        Wish(name, "needs virtual devices, which are set up at start: start the demo again")
        for name in _places(config.floor)
        if name not in known
    ]


def _places(floor: Floor) -> list[str]:
    tables = [table.name for table in floor.table]
    kiosks = [kiosk.name for kiosk in floor.kiosk]
    return tables + kiosks + [terminal.name for terminal in floor.terminal]


def kept_of_pit(state: State, config: Config, before: Config | None) -> list[Wish]:
    """Return what a pit has otherwise than the file wishes, and cannot be changed by a file."""
    kept: list[Wish] = []
    for table in config.floor.table:
        if table.name in state.tables:
            kept += _elsewhere(f"table {table.name}", state.stream, table.pit)
            kept += _table(state, table, _wish_before(before, table.name))
    for terminal in config.floor.terminal:
        if terminal.name in state.terminals:
            kept += _elsewhere(f"terminal {terminal.name}", state.stream, terminal.pit)
            kept += _terminal(state, terminal)
    return kept + _gone(state, config)


def _elsewhere(name: str, stands: str, wished: str) -> list[Wish]:
    """In another pit it would be a second one, and the money at the first out of reach."""
    why = f"it stands in pit {stands}: put it back, or take another name"
    return [Wish(f"{name}: pit", why)] if wished != stands else []


def _wish_before(before: Config | None, name: str) -> TableWish | None:
    tables = before.floor.table if before is not None else ()
    return next((table for table in tables if table.name == name), None)


def _table(state: State, wish: TableWish, before: TableWish | None) -> list[Wish]:
    name, table = f"table {wish.name}", state.tables[wish.name]
    if table.phase == "closed_table":
        return [] if before else [Wish(name, "is closed: it is opened again at its page")]
    command = opening(wish)
    kept = [
        Wish(
            f"{name}: {_IN_THE_FILE.get(key, key)}",
            f"is fixed while the table is open: it has {has}",
        )
        for key, has in set_up_of(state, table).items()
        if has != getattr(command, key)
    ]
    # Staff may have changed the limits since; only what the file says anew is a wish.
    is_new = before is None or limits_of(before) != limits_of(wish)
    last = table.announced[-1].limits if table.announced else table.limits
    if is_new and last != limits_of(wish):
        kept.append(Wish(f"{name}: limits", "only a supervisor changes them, at the table"))
    # Whether a shoe is burned changes with each shoe, so only the file before can tell.
    if before is not None and before.burn != wish.burn:
        kept.append(Wish(f"{name}: burn", "is fixed while the table is open: put it back"))
    return kept


def _terminal(state: State, wish: TerminalWish) -> list[Wish]:
    terminal, command = state.terminals[wish.name], enrolment(wish)
    return [
        Wish(f"terminal {wish.name}: {key}", "is fixed when it is enrolled: take another name")
        for key in ("tables", "seat", "notes")
        if getattr(terminal, key) != getattr(command, key)
    ]


def placed_otherwise(state: State, config: Config) -> list[str]:
    """Return what would be opened twice, or shown at tables it is not linked to."""
    pit, floor = state.stream, config.floor
    tables = [wish for wish in floor.table if wish.name in state.tables]
    terminals = [wish for wish in floor.terminal if wish.name in state.terminals]
    return [
        *(
            f"{kind} {wish.name} stands in pit {pit}, not in {wish.pit}"
            for kind, wishes in (("table", tables), ("terminal", terminals))
            for wish in wishes
            if wish.pit != pit
        ),
        *(
            f"terminal {wish.name} is linked to {', '.join(linked)}, "
            f"not to {', '.join(wish.tables)}"
            for wish in terminals
            if (linked := state.terminals[wish.name].tables) != wish.tables
        ),
    ]


def _gone(state: State, config: Config) -> list[Wish]:
    """A table that is open and a terminal with a player's money are not taken away by a file."""
    wished = _places(config.floor)
    tables = [t.name for t in state.tables.values() if t.phase != "closed_table"]
    terminals = [t.name for t in state.terminals.values() if t.open]
    return [
        *(
            Wish(f"table {name} is gone from the file", "put it back and close it at its page")
            for name in tables
            if name not in wished
        ),
        *(
            Wish(f"terminal {name} is gone from the file", "put it back: its player has credit")
            for name in terminals
            if name not in wished
        ),
    ]
