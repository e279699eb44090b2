"""What the central monitoring system asks for: transfers done once, meters, significant events.

docs/central-monitoring.md is its maker's page; the routes are in `http/monitoring.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Annotated, Any, Final, Literal, Protocol

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Reply, Request
from openfelt.engine.weighing import Names, Show
from openfelt.floor import ended
from openfelt.floor.base import refuse
from openfelt.floor.ended import Name as EndedName
from openfelt.floor.ended import Thing, Transfer
from openfelt.floor.money.account import CreditFromCms
from openfelt.floor.money.cms_reversal import ReverseCms
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.name import CENTS_MAX
from openfelt.floor.state import State
from openfelt.journal.row import Row
from openfelt.journal.upcasts import fields
from openfelt.stations.monitoring import SIGNIFICANT, TerminalMeters, told

# Rows looked at for one answer: more of them are the next one's.
ROWS_MAX: Final = 500
_AT_ONCE: Final = 50

Id = Annotated[str, msgspec.Meta(pattern="^[!-~]{1,64}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Amount = Annotated[int, msgspec.Meta(gt=0, le=CENTS_MAX)]


class CreditIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST transfer: so many cents to the credit of a terminal, under an id of the system's own."""

    id: Id
    terminal: Name
    amount: Amount


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST reversal: so many cents of a transfer back, as far as they were not played."""

    id: Id
    transfer: Id
    terminal: Name
    amount: Amount


class Done(msgspec.Struct, frozen=True, tag="done"):
    """It is done and on disk; `repeated`: it was before."""

    id: str
    repeated: bool


class NotDone(msgspec.Struct, frozen=True, tag="refusal"):
    """It was not done, and the same asked again may be: the code, and the clause behind it."""

    id: str
    code: Refusal
    clause: str
    data: dict[str, int | str]


class Status(msgspec.Struct, frozen=True):
    """GET transfer: what became of an id; the amount is less than 0 of what was taken back."""

    id: str
    status: Literal["credited", "reversed", "unknown"]
    amount: int


class AllMeters(msgspec.Struct, frozen=True):
    """GET meters: every terminal, and the time of the floor (µs)."""

    time: int
    terminals: tuple[TerminalMeters, ...]


class Told(msgspec.Struct, frozen=True):
    """A significant event: where it stands in the journal, when it was, and what of it is told."""

    sequence: int
    time: int
    type: str
    data: dict[str, Any]


class Events(msgspec.Struct, frozen=True):
    """GET events: what comes after a row; ask again after `next`, at once where there is `more`."""

    stream: str
    events: tuple[Told, ...]
    next: int
    more: bool


class Floor(Protocol):
    """The engine, as far as monitoring needs it."""

    def submit(self, request: Request) -> Awaitable[Reply]:
        """Decide a request, and answer when that is durable."""
        ...

    async def look(self, stream: str, names: Names, show: Show[Any]) -> Any:
        """Look at a durable state, and at what has left it."""
        ...


class Rows(Protocol):
    """The journal, as far as monitoring needs it."""

    def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> AsyncIterator[list[Row]]:
        """Give rows in order."""
        ...


class Monitoring:
    """What the interface does, for whichever station asks."""

    def __init__(self, floor: Floor, rows: Rows, pits: tuple[str, ...]) -> None:
        self._floor = floor
        self._rows = rows
        self.streams = (HOUSE, *pits)
        # An id is one transfer of the whole floor: pits do not know of each other's.
        self._one_at_a_time = asyncio.Lock()

    async def move(self, station: str, pit: str, command: CreditFromCms | ReverseCms) -> Reply:
        """Do a transfer or a reversal once, whichever pit its id was used in."""
        id_ = command.transfer if isinstance(command, CreditFromCms) else command.reversal
        async with self._one_at_a_time:
            if await self._is_elsewhere(pit, id_, command.terminal):
                return Reply((), refuse(Refusal.CASH_IN_NOT_ALLOWED, "id_given_again"))
            return await self._floor.submit(Request(pit, command, station))

    async def _is_elsewhere(self, pit: str, id_: str, terminal: str) -> bool:
        """Say whether the id is of another pit's transfer, or of another terminal's."""
        for stream in self.streams[1:]:
            amount, went_to = await self._seen(stream, id_)
            if amount and (stream != pit or went_to not in ("", terminal)):
                return True
        return False

    async def _seen(self, stream: str, id_: str) -> tuple[int, str]:
        """Return what an id brought in a pit, and to which terminal where that was today."""

        def show(state: State, archived: Thing | None) -> tuple[int, str]:
            moved = state.cms_moved.get(id_)
            left = archived.amount if isinstance(archived, Transfer) else 0
            return state.cms_seen.get(id_, left), moved.terminal if moved else ""

        def names(_: State) -> tuple[EndedName, ...]:
            return (ended.transfer(stream, id_),)

        seen: tuple[int, str] = await self._floor.look(stream, names, show)
        return seen

    async def status(self, id_: str) -> Status:
        """Say what became of an id, wherever it was used."""
        for stream in self.streams[1:]:
            amount, _ = await self._seen(stream, id_)
            if amount:
                return Status(id_, "credited" if amount > 0 else "reversed", amount)
        return Status(id_, "unknown", 0)

    async def events(self, stream: str, after: int) -> Events:
        """Read the next rows, a few at a time, and tell what is significant of them."""
        found: list[Told] = []
        last, looked = after, 0
        while looked < ROWS_MAX:
            rows = [row async for batch in self._rows.read(stream, last, _AT_ONCE) for row in batch]
            found.extend(_told(row) for row in rows if row.type in SIGNIFICANT)
            looked += len(rows)
            last = rows[-1].sequence if rows else last
            if len(rows) < _AT_ONCE:
                return Events(stream, tuple(found), last, more=False)
            await asyncio.sleep(0)
        return Events(stream, tuple(found), last, more=True)


def _told(row: Row) -> Told:
    return Told(row.sequence, row.time_us, row.type, told(row.type, fields(row)))
