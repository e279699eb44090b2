"""Questions between streams: whoever is asked reads the asker's durable rows.

A row asks a stream at most once, and the stream that is asked records the highest row it took of
each sender, so a question is taken exactly once whatever is read again.  It must be taken in
order: what was skipped would never be taken.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Final

from openfelt.engine.recovery import Recovered
from openfelt.engine.stream import CODEC, Told
from openfelt.floor.state import State
from openfelt.floor.whole import CONCEPTS, told
from openfelt.journal.base import JournalReader
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import Row

POLL_S: Final = 0.05
# New streams appear when a pit opens: not often.
_STREAMS_S: Final = 1.0

_ASKING: Final = frozenset(event.__name__ for concept in CONCEPTS for event in concept.tells)

Deliver = Callable[[str, Collection[Told]], None]


def asked(sender: str, row: Row, receivers: Collection[str]) -> list[Told]:
    """Return what a row asks of the receivers.

    It is read without the sender's state: an event and the name of its stream say whom it asks,
    and what concerns every pit concerns these.
    """
    if row.type not in _ASKING:
        return []
    event = CODEC.read(row)
    asker = State(sender, pits=list(receivers))
    return [
        Told(receiver, row.sequence, command)
        for receiver, command in told(asker, event)
        if receiver in receivers
    ]


async def missed(
    reader: JournalReader, sender: str, receivers: Mapping[str, Recovered]
) -> tuple[list[Told], int]:
    """Return what a sender asked of the receivers and they have not taken, and the row read to."""
    others = {name: one for name, one in receivers.items() if name != sender}
    asks: list[Told] = []
    last = min((one.heard_up_to(sender) for one in others.values()), default=0)
    if not others:
        return asks, last
    async for rows in reader.read(sender, last):
        for row in rows:
            asks.extend(asked(sender, row, others))
        last = rows[-1].sequence
        await asyncio.sleep(0)
    return asks, last


async def heard_up_to(reader: JournalReader, recovered: Recovered) -> dict[str, int]:
    """Return for every other stream up to which row nothing is left to take."""
    name = recovered.stream.name
    marks: dict[str, int] = {}
    for sender in await reader.streams():
        if sender != name:
            marks[sender] = await heard_of(reader, sender, recovered)
    return marks


async def heard_of(
    reader: JournalReader, sender: str, recovered: Recovered, enough: int | None = None
) -> int:
    """Return up to which row of a sender nothing is left to take; no further than is enough."""
    name = recovered.stream.name
    mark = recovered.heard_up_to(sender)
    limit = None if enough is None else enough - mark
    async for rows in reader.read(sender, mark, limit):
        for row in rows:
            if asked(sender, row, (name,)):
                return mark
            mark = row.sequence
    return mark


class Following:
    """Reads the streams of other nodes and delivers what they ask of ours."""

    def __init__(
        self,
        reader: JournalReader,
        ours: Callable[[], Collection[str]],
        deliver: Deliver,
        poll_s: float = POLL_S,
    ) -> None:
        self._reader = reader
        self._ours = ours
        self._deliver = deliver
        self._poll_s = poll_s
        self._marks: dict[str, int] = {}

    def follow_from(self, sender: str, mark: int) -> None:
        """Go on after a row up to which everything was delivered."""
        self._marks[sender] = max(mark, self._marks.get(sender, 0))

    async def run(self) -> None:
        """Look for new rows of all others, for ever."""
        loop = asyncio.get_running_loop()
        listed = 0.0
        senders: list[str] = []
        while True:
            if loop.time() - listed >= _STREAMS_S:
                listed = loop.time()
                senders = await self._reader.streams()
            for sender in senders:
                if sender not in self._ours():
                    await self._read(sender)
            await asyncio.sleep(self._poll_s)

    async def _read(self, sender: str) -> None:
        mark = self._marks.get(sender, 0)
        async for rows in self._reader.read(sender, mark):
            for row in rows:
                mark += 1
                if row.sequence != mark:
                    raise JournalCorrupt(sender, mark, f"row {row.sequence} stands in its place")
                asks = asked(sender, row, self._ours())
                if asks:
                    self._deliver(sender, asks)
            self._marks[sender] = mark
