"""What somebody in a pit has to see to now: each alarm stands as long as its cause does.

Nobody answers an alarm here.  Whoever does something about its cause makes it go.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from openfelt.floor.people.task import KINDS
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.virtual_shoe import lies_unread
from openfelt.floor.state import HandPay, State, Table, Task
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
    stands still, the code of a warning; `who` is what that is about, by name or number.
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
        *(_unread_key(table) for table in state.tables.values() if _unread(state, table)),
        *(_warning_key(code, about) for code, about, _ in presence.warnings),
    )


def pit_alarms(state: State, presence: Presence, now: int) -> tuple[Alarm, ...]:
    """Return everything that a pit's own state and the server raise, the newest first."""
    alarms = (
        *_tasks(state),
        *_cards(state, presence, now),
        *_stopped(state),
        *_silent(state, presence, now),
        *_away(state, presence, now),
        *_warnings(presence, now),
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


def _tasks(state: State) -> Iterator[Alarm]:
    """Yield every call, and what else nobody has seen to in time."""
    for key, task in state.tasks.items():
        if task.kind == "call":
            terminal = state.terminals[task.about]
            since = task.due - KINDS["call"].within_us
            where = (terminal.tables[0], terminal.name, terminal.seat)
            yield Alarm(key, "call", since, *where, urgent=task.overdue)
        elif task.overdue:
            table = task.about.partition("/")[0]
            yield _overdue(task, table if table in state.tables else "")


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
    return table.play.unseen or "" in table.play.carried or lies_unread(state, table)


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
    """Yield orders that a device should have answered by now."""
    for name, order in state.orders.items():
        since = presence.since(f"order:{name}", now)
        patience = ANSWERS_IN_US.get(order.kind, ANSWERS_AT_ONCE_US)
        if order.is_answered and now - since >= patience:
            at = _at(state, order.at)
            key, device = f"{order.kind}:{order.device}", order.device
            yield Alarm(key, "device_silent", since, *at, about=device, urgent=True)


def _away(state: State, presence: Presence, now: int) -> Iterator[Alarm]:
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
