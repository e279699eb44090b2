"""What somebody in a pit has to see to now: each alarm stands as long as its cause does.

Nobody answers an alarm here.  Whoever does something about its cause makes it go.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from openfelt.floor.people.dispute import task_about
from openfelt.floor.people.matter import Task
from openfelt.floor.people.task import KINDS, key_of
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.virtual_shoe import lies_unread
from openfelt.floor.state import HandPay, State, Table, Terminal
from openfelt.stations.dispute import CalledBy
from openfelt.stations.presence import Presence

SECOND: Final = 1_000_000
# How long a device may take over what is wanted of it before somebody should look: dice are shaken
# and a ball runs, everything else answers at once.
ANSWERS_IN_US: Final = {
    "spin": 120 * SECOND,
    "tumble": 30 * SECOND,
    "uncover": 30 * SECOND,
    "shuffle": 60 * SECOND,
}
ANSWERS_AT_ONCE_US: Final = 5 * SECOND
# A device that comes back by itself is no news.
AWAY_US: Final = 5 * SECOND
# More devices than these are away for one reason.
AWAY_NAMED: Final = 6

AlarmKind = Literal[
    "call",
    "objection",
    "dispute",
    "terminal_fault",
    "printer",
    "hand_pay",
    "unread_card",
    "device_silent",
    "device_away",
    "devices_away",
    "task_overdue",
    "suspended",
    "warning",
]


class Alarm(msgspec.Struct, frozen=True, gc=False):
    """Something to see to: since when, where, and how pressing it is.

    `id` names this alarm as long as it lasts.  `about` is the device, the kind of task, why a table
    stands still, what is wrong with a terminal, the code of a warning; `who` is what that is about,
    by name or number, of a call whoever goes.
    """

    id: str
    kind: AlarmKind
    since: int
    table: str = ""
    terminal: str = ""
    seat: int = 0
    about: str = ""
    who: str = ""
    amount: int = 0
    count: int = 0
    urgent: bool = False


def lasting(state: State, presence: Presence) -> tuple[str, ...]:
    """Name what lasts in a pit without a word on record of when it began."""
    return (
        *(f"order:{name}" for name in state.orders),
        *(_printer_key(one) for one in state.terminals.values() if one.printer_failed),
        *(_unread_key(table) for table in state.tables.values() if _unread(state, table)),
        *(_warning_key(code, about) for code, about, _ in presence.warnings),
    )


def pit_alarms(
    state: State, presence: Presence, now: int, called: CalledBy = str
) -> tuple[Alarm, ...]:
    """Return everything that a pit's own state and the server raise, the newest first."""
    alarms = (
        *_tasks(state, called),
        *_objections(state),
        *_disputes(state),
        *_faults(state),
        *_printers(state, presence, now),
        *_cards(state, presence, now),
        *_stopped(state),
        *_silent(state, presence, now),
        *_away(state, presence, now),
        *_warnings(presence, now),
    )
    return _newest_first(alarms)


def terminal_alarms(state: State, presence: Presence, now: int) -> tuple[Alarm, ...]:
    """Return what fails at the terminals of a pit, for whoever goes there and opens them."""
    devices = (*_silent(state, presence, now), *_away(state, presence, now))
    alarms = (
        *_faults(state),
        *_printers(state, presence, now),
        *(alarm for alarm in devices if alarm.terminal or alarm.kind == "devices_away"),
    )
    return _newest_first(alarms)


def money_alarms(house: State, presence: Presence) -> tuple[Alarm, ...]:
    """Return what the house raises about terminals of a pit: who waits there for his money."""
    owed = (
        _owed(voucher, pay, presence.terminals[pay.terminal])
        for voucher, pay in house.hand_pays.items()
        if pay.state == "open" and pay.terminal in presence.terminals
    )
    return _newest_first((*owed, *_slips(house, presence)))


def _newest_first(alarms: tuple[Alarm, ...]) -> tuple[Alarm, ...]:
    return tuple(sorted(alarms, key=lambda alarm: (-alarm.since, alarm.id)))


def _tasks(state: State, called: CalledBy) -> Iterator[Alarm]:
    """Yield every call, and what else nobody has seen to in time."""
    for key, task in state.tasks.items():
        if task.kind == "call":
            terminal = state.terminals[task.about]
            since = task.due - KINDS["call"].within_us
            where = (terminal.tables[0], terminal.name, terminal.seat)
            who = called(task.by) if task.by else ""
            yield Alarm(key, "call", since, *where, who=who, urgent=task.overdue)
        elif task.overdue and task.kind != "review":
            yield _overdue(task, *_where(state, task.about.partition("/")[0]))


def _where(state: State, place: str) -> tuple[str, str]:
    """Return table and terminal of what a task is about, as far as it says so."""
    if place in state.tables:
        return place, ""
    terminal = state.terminals.get(place)
    return ("", "") if terminal is None else (terminal.tables[0], place)


def _disputes(state: State) -> Iterator[Alarm]:
    """Yield decisions that a player wants reviewed.

    Rule: LT 12.11; SB 8.15; AC 7.14
    """
    for number, one in state.disputes.items():
        task = state.tasks.get(key_of("review", task_about(one.table, number)))
        if task is not None:
            where = (one.table, one.terminal, state.terminals[one.terminal].seat)
            yield Alarm(f"dispute:{number}", "dispute", task.since, *where, urgent=task.overdue)


def _objections(state: State) -> Iterator[Alarm]:
    """Yield what players say is wrong, until it is decided.

    Rule: MT 6.4
    """
    for name, said in state.objections.items():
        seat = state.terminals[name].seat
        key = f"objection:{name}:{said.since}"
        yield Alarm(key, "objection", said.since, said.table, name, seat, urgent=True)


def _faults(state: State) -> Iterator[Alarm]:
    """Yield terminals that show what is not so, or say that they fail.

    Rule: AC 6.2.1; AC 6.2.2; SB 7.2.1; SB 7.2.2
    """
    for terminal in state.terminals.values():
        if terminal.fault:
            where = (terminal.tables[0], terminal.name, terminal.seat)
            key = f"fault:{terminal.name}:{terminal.failed_at}"
            about, urgent = terminal.fault, terminal.out_of_service
            since = terminal.failed_at
            yield Alarm(key, "terminal_fault", since, *where, about=about, urgent=urgent)


def _printer_key(terminal: Terminal) -> str:
    return f"printer:{terminal.name}"


def _printers(state: State, presence: Presence, now: int) -> Iterator[Alarm]:
    """Yield terminals that cannot print a ticket; pressing where somebody plays there.

    Rule: LT 2.2.8; AC 2.2.3
    """
    for terminal in state.terminals.values():
        if terminal.printer_failed:
            key = _printer_key(terminal)
            where = (terminal.tables[0], terminal.name, terminal.seat)
            since = presence.since(key, now)
            yield Alarm(key, "printer", since, *where, urgent=terminal.open)


def _overdue(task: Task, table: str, terminal: str = "") -> Alarm:
    """Tell of a task; of what may be the number of a slip only the last digits are shown."""
    name = f"{task.kind}:{task.about[-4:]}:{task.due}"
    where = (table, terminal, 0)
    return Alarm(name, "task_overdue", task.due, *where, about=task.kind, urgent=True)


def _unread_key(table: Table) -> str:
    return f"unread:{table.name}:{table.round}"


def _unread(state: State, table: Table) -> bool:
    """Say whether a card lies there whose face nobody has told."""
    if not isinstance(table.play, CardPlay):
        return False
    waits = "" in table.play.carried and table.play.coups_left != 0
    return table.play.unseen or waits or lies_unread(state, table)


def _cards(state: State, presence: Presence, now: int) -> Iterator[Alarm]:
    for table in state.tables.values():
        if _unread(state, table):
            key = _unread_key(table)
            yield Alarm(key, "unread_card", presence.since(key, now), table.name, urgent=True)


def _stopped(state: State) -> Iterator[Alarm]:
    """Yield tables that stand still; only where staff stopped one does somebody know of it."""
    for table in state.tables.values():
        if table.suspended:
            why, since = table.suspended, table.stopped.since
            key = f"suspended:{table.name}:{why}"
            yield Alarm(key, "suspended", since, table.name, about=why, urgent=why != "staff")


def _silent(state: State, presence: Presence, now: int) -> Iterator[Alarm]:
    """Yield orders that a device should have answered by now.

    Rule: AC def:game hardware
    """
    for name, order in state.orders.items():
        since = presence.since(f"order:{name}", now)
        patience = ANSWERS_IN_US.get(order.kind, ANSWERS_AT_ONCE_US)
        if order.is_answered and now - since >= patience:
            at = _at(state, order.at)
            key, device = f"{order.kind}:{order.device}", order.device
            yield Alarm(key, "device_silent", since, *at, about=device, urgent=True)


def _away(state: State, presence: Presence, now: int) -> Iterator[Alarm]:
    """Yield devices that are not connected, by their kind and where they stand.

    Rule: AC def:game hardware
    """
    gone = {name: since for name, since in presence.away.items() if now - since >= AWAY_US}
    if len(gone) > AWAY_NAMED:
        yield Alarm("away", "devices_away", min(gone.values()), count=len(gone))
        return
    for device, since in gone.items():
        at = _at(state, device.partition("@")[2])
        yield Alarm(f"away:{device}", "device_away", since, *at, about=device)


def _at(state: State, place: str) -> tuple[str, str, int]:
    """Return table, terminal and seat of whatever a device stands at."""
    terminal = state.terminals.get(place)
    return (place, "", 0) if terminal is None else (terminal.tables[0], place, terminal.seat)


def _warning_key(code: str, about: str) -> str:
    return f"warning:{code}:{about}"


def _warnings(presence: Presence, now: int) -> Iterator[Alarm]:
    for code, about, count in presence.warnings:
        key = _warning_key(code, about)
        yield Alarm(key, "warning", presence.since(key, now), about=code, who=about, count=count)


def _owed(voucher: str, pay: HandPay, tables: tuple[str, ...]) -> Alarm:
    """Tell of a hand pay; of its voucher only the last digits are shown."""
    name = f"pay:{pay.terminal}:{voucher[-4:]}:{pay.since}"
    return Alarm(name, "hand_pay", pay.since, tables[0], pay.terminal, amount=pay.amount)


def _slips(house: State, presence: Presence) -> Iterator[Alarm]:
    """Yield what nobody has seen to in time about a slip of a terminal of the pit."""
    for task in house.tasks.values():
        slip = house.tickets.get(task.about) or house.hand_pays.get(task.about)
        if task.overdue and slip is not None and slip.terminal in presence.terminals:
            tables = presence.terminals[slip.terminal]
            yield _overdue(task, tables[0], slip.terminal)
