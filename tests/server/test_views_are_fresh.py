"""No page shows what is no longer so: whatever changes a view has the view built again.

Every transcript is folded row by row through a hub with all the topics that stations of its floor
would have.  A topic that would show something else after a row must be marked by that row.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Container, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from openfelt.engine.stream import CODEC, Stream
from openfelt.engine.touches import TOUCHED
from openfelt.floor.base import Event
from openfelt.floor.money.account import TerminalEnrolled
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import State
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import GENESIS, Row
from openfelt.scenario.run import Runner
from openfelt.scenario.script import read
from openfelt.scenario.stage import PIT
from openfelt.scenario.stage import Stage as Story
from openfelt.server.feed import hub as hub_module
from openfelt.server.feed.hub import Hub
from openfelt.server.feed.topic import Topic
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory
from openfelt.stations.presence import Presence
from openfelt.stations.window import Post, Room, Window

EVERY: Final = sorted(Path(__file__).parents[1].joinpath("scenarios").glob("*.floor"))
# Neighbours are much alike: every third story, and `make soak` takes them all.
EVERYTHING: Final = os.environ.get("OPENFELT_SCREENS") == "all"
TRANSCRIPTS: Final = EVERY if EVERYTHING else EVERY[::3]

# How much more a player may confirm under a differential hangs on everybody else there.  He is
# shown it by the display's half, `room`, with every confirmation; building a hundred players'
# halves for each would cost them their answers.
TOLD_BY_THE_DISPLAY: Final = ("WagersConfirmed", "player", "play")


def rows_of(transcript: Path) -> dict[str, list[Row]]:
    """Run a transcript on a journal in memory; return what it wrote."""
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    failure = asyncio.run(Runner(Story(open_journal)).run(read(transcript)))
    assert failure is None, f"{transcript.name}: {failure}"
    return store.rows


class Shown:
    """Somebody who watches everything and reads nothing."""

    def show(self, topic: Topic, frame: bytes) -> None:
        pass

    show_whole = show


class Floor:
    """A stream as its rows make it, and a hub that shows it to whom it concerns."""

    def __init__(self, stream: str, terminals: dict[str, tuple[str, ...]]) -> None:
        self.stream = Stream(stream, GENESIS)
        self.presence = Presence()
        self.presence.terminals = terminals
        self.memory = Memory()
        self.hub = Hub(self)
        self.time = 0
        self._shown = Shown()
        # What each topic shows now: the hub builds what was compared a moment ago.
        self._made: dict[str, msgspec.Struct] = {}

    def view(self, _: str, make: Callable[[State], Any]) -> asyncio.Future[Any]:
        built: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        built.set_result(make(self.stream.state))
        return built

    def stamp(self) -> int:
        return self.time

    def windows(self) -> Iterator[Window]:
        """Yield what could be watched now, by whoever has ever had a role."""
        state = self.stream.state
        room = Room(self.memory, demo=state.demo, presence=self.presence)
        # With every table that is opened a pit's desk has another one to look at.
        desk = Post("desk", tuple(state.tables), "", room, f"{PIT}{len(state.tables)}")
        for window in KINDS["pit"].windows(desk):
            if (window.stream or PIT) == self.stream.name:
                yield window
        yield from KINDS["display"].windows(Post("WND", tuple(state.tables), "", room))
        for terminal in state.terminals.values():
            own, *_ = KINDS["player"].windows(Post(terminal.name, terminal.tables, "", room))
            yield own
        for kind in KINDS.values():
            if not kind.is_staffed or kind.stands != "table" or self.stream.name == HOUSE:
                continue
            for person in state.grants:
                for table in state.tables:
                    station = f"{table}-{person}"
                    own, *_ = kind.windows(Post(station, (table,), person, room))
                    yield own

    async def watch(self) -> None:
        """Watch what is new, and let everything marked be shown."""
        for window in self.windows():
            if window.name not in self.hub.topics:
                topic = self.hub.watch(window, self._shown, self.stream.name)
                topic.make = partial(self._once, topic.name, topic.make)
        while any(topic.queued for topic in self.hub.topics.values()) or self.hub._ready:
            await asyncio.sleep(0)

    def _once(
        self, name: str, make: Callable[[State, int], msgspec.Struct], state: State, stamp: int
    ) -> msgspec.Struct:
        """Build a view of this moment, unless it is built."""
        if name not in self._made:
            self._made[name] = make(state, stamp)
        return self._made[name]

    def at(self, time_us: int) -> None:
        """Let it be that late."""
        self.time = time_us
        self._made.clear()

    def hear(self, row: Row) -> Event:
        """Take a row as the feed takes a durable event."""
        self._made.clear()
        event = CODEC.read(row)
        self.stream.fold(row)
        self.memory.take(event)
        hears = self.hub.on_touch if type(event) in TOUCHED else self.hub.on_event
        hears(self.stream.name, event)
        return event

    def fresh(self, known: Container[Topic] = ()) -> dict[Topic, msgspec.Struct]:
        """Build every view at the time it is, but those that are known."""
        state, topics = self.stream.state, self.hub.topics.values()
        return {topic: topic.make(state, self.time) for topic in topics if topic not in known}


def terminals_of(rows: list[Row]) -> dict[str, tuple[str, ...]]:
    """Return the terminals of a pit, as its server knows them from its file."""
    events = map(CODEC.read, rows)
    return {one.terminal: one.tables for one in events if isinstance(one, TerminalEnrolled)}


async def stale(floor_rows: dict[str, list[Row]], stream: str) -> list[tuple[str, str, str]]:
    """Return which events changed which kind of view without marking it, and in which field."""
    rows = floor_rows[stream]
    floor = Floor(stream, terminals_of(floor_rows[PIT]))
    running = asyncio.create_task(floor.hub.run())
    found = []
    before: dict[Topic, msgspec.Struct] = {}
    try:
        for row in rows:
            if row.time_us != floor.time:
                floor.at(row.time_us)
                before = floor.fresh()
            event = floor.hear(row)
            after = floor.fresh()
            for topic, view in after.items():
                was = before.get(topic, view)
                if was != view and not topic.queued:
                    found += [
                        (type(event).__name__, topic.name.partition(":")[0], name)
                        for name in view.__struct_fields__
                        if getattr(was, name) != getattr(view, name)
                    ]
            await floor.watch()
            before = after | floor.fresh(known=after)
    finally:
        running.cancel()
    return found


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing wait for its turn."""
    monkeypatch.setattr(hub_module, "INTERVAL_S", 0.0)
    monkeypatch.setattr(hub_module, "CROWDED_S", 0.0)
    monkeypatch.setattr(hub_module, "REST_S", 0.0)


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_whatever_changes_a_view_marks_it(transcript: Path) -> None:
    rows = rows_of(transcript)
    missed = Counter(miss for stream in (PIT, HOUSE) for miss in asyncio.run(stale(rows, stream)))
    del missed[TOLD_BY_THE_DISPLAY]
    assert not missed, missed
