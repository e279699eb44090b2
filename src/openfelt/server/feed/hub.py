"""Topics and their rhythm: which views an event touches, and when they are built again.

Whatever changes a table goes out at once.  What only changes meters and staff pages (a player's
touch) goes out at once if the last update is a while ago, else when it is: about four a second.
Where a thousand of those fall due together they go out a few at a time: players wait for their
answers meanwhile, and an answer is worth more than a meter that is a moment fresher.
A view is built in the engine's gate from the state now and published when that is durable.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, Protocol, TypeVar

import msgspec

from openfelt.floor.base import Event
from openfelt.floor.state import State
from openfelt.floor.wagers.wager import WagersConfirmed
from openfelt.server.feed.topic import Topic, Watcher
from openfelt.server.log import log
from openfelt.stations.window import Looks, Window

INTERVAL_S: Final = 0.25
# When so many views wait, players touch faster than anybody looks: a quarter as many will do.
CROWD: Final = 256
CROWDED_S: Final = 1.0
# Built, or sent, before others get their turn: about 1 ms of views, 1 ms of sends.
CHUNK: Final = 24
SENDS: Final = 100
# Between two chunks of views that can wait.
REST_S: Final = 0.01

_NONE: Final[dict[str, Topic]] = {}

T = TypeVar("T")


class Gate(Protocol):
    """The engine, as far as the hub needs it."""

    def view(self, stream: str, make: Callable[[State], T]) -> "asyncio.Future[T]":
        """Build from the state now, tell when it is durable."""
        ...

    def stamp(self) -> int:
        """Return engine time."""
        ...


class Hub:
    """All topics that somebody watches."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        # A name is one topic's in all streams: a file gives nothing on the floor another's name.
        self.topics: dict[str, Topic] = {}
        # Which topics a stream has, and which of them look at everything there; which look at a
        # table, at the chips on it, at those that are locked, at a terminal.
        self._of_stream: dict[str, dict[str, Topic]] = {}
        self._of_everything: dict[str, dict[str, Topic]] = {}
        self._of_table: dict[str, dict[str, Topic]] = {}
        self._of_chips: dict[str, dict[str, Topic]] = {}
        self._of_locked: dict[str, dict[str, Topic]] = {}
        self._of_terminal: dict[str, dict[str, Topic]] = {}
        # Those that time alone changes.
        self._of_clock: dict[str, dict[str, Topic]] = {}
        # What is built next, what as soon as there is time, and what at a time of its own.
        self._now: dict[Topic, None] = {}
        self._soon: deque[Topic] = deque()
        self._later: list[tuple[float, int, Topic]] = []
        self._marks = count()
        self._rests_until = 0.0
        self._awake = asyncio.Event()
        self._ready: deque[tuple[Topic, msgspec.Struct, int]] = deque()
        self._time = asyncio.get_running_loop().time
        self.updates = 0

    # Who watches what

    def watch(self, window: Window, watcher: Watcher, stream: str) -> Topic:
        """Show a topic of a stream to somebody: a snapshot first, then updates."""
        topic = self.topics.get(window.name)
        if topic is None:
            topic = Topic(window.name, stream, window.make, window.looks)
            self.topics[window.name] = topic
            self._index(topic, window.looks)
        self.again(topic, watcher)
        return topic

    def _index(self, topic: Topic, looks: Looks) -> None:
        whole = (topic.stream,)
        for index, names in (
            (self._of_stream, whole),
            (self._of_everything, whole if looks.everything else ()),
            (self._of_table, looks.tables),
            (self._of_chips, looks.chips),
            (self._of_locked, looks.locked),
            (self._of_terminal, looks.terminals),
            (self._of_clock, whole if looks.clock else ()),
        ):
            for name in names:
                index.setdefault(name, {})[topic.name] = topic
                topic.indexed.append((index, name))

    def _seat(self, topic: Topic, terminals: tuple[str, ...]) -> None:
        """Look at other terminals from now on: the view that was built just now shows these."""
        index = self._of_terminal
        for name in topic.seated:
            del index[name][topic.name]
            topic.indexed.remove((index, name))
        for name in terminals:
            index.setdefault(name, {})[topic.name] = topic
            topic.indexed.append((index, name))
        topic.seated = terminals

    def again(self, topic: Topic, watcher: Watcher) -> None:
        """Show somebody the whole topic afresh."""
        topic.watchers.pop(watcher, None)
        topic.fresh[watcher] = None
        self._mark(topic, urgent=True)

    def leave(self, topic: Topic, watcher: Watcher) -> None:
        """Show it no more; a topic nobody watches is forgotten."""
        topic.leave(watcher)
        if not topic.is_watched and self.topics.get(topic.name) is topic:
            del self.topics[topic.name]
            for index, watched in topic.indexed:
                del index[watched][topic.name]

    # What events touch

    def on_event(self, stream: str, event: Event) -> None:
        """Mark what an event changes, after it is durable.

        The house names terminals too, which are not its own: only its own topics are marked.
        """
        terminal = getattr(event, "terminal", "")
        table = getattr(event, "table", "")
        touched = self._of_everything if terminal or table else self._of_stream
        for topic in touched.get(stream, _NONE).values():
            if not topic.queued:
                self._mark(topic, urgent=False)
        self.on_terminal(stream, terminal)
        for topic in self._of_table.get(table, _NONE).values():
            if topic.stream == stream:
                self._mark(topic, urgent=True)

    def on_terminal(self, stream: str, terminal: str) -> None:
        """Mark what looks at a terminal."""
        for topic in self._of_terminal.get(terminal, _NONE).values():
            if topic.stream == stream:
                self._mark(topic, urgent=False)

    def on_touch(self, stream: str, event: Any) -> None:
        """Mark what a player's touch changes: thousands a second, and most find it marked.

        The engine calls: what stations are shown must never stop the floor.
        """
        try:
            for topic in self._of_terminal.get(event.terminal, _NONE).values():
                if not topic.queued and topic.stream == stream:
                    self._mark(topic, urgent=False)
            for topic in self._of_chips.get(event.table, _NONE).values():
                if not topic.queued and topic.stream == stream:
                    self._mark(topic, urgent=False)
            if type(event) is WagersConfirmed:
                for topic in self._of_locked.get(event.table, _NONE).values():
                    if topic.shows_room and not topic.queued and topic.stream == stream:
                        self._mark(topic, urgent=False)
        except Exception as error:
            log.error("a touch was not shown", event_type=type(event).__name__, exc_info=error)

    def on_clock(self) -> None:
        """Mark what time alone changes, and what the server itself knows: once in a while."""
        for topics in self._of_clock.values():
            for topic in topics.values():
                self._mark(topic, urgent=False)

    def _mark(self, topic: Topic, *, urgent: bool) -> None:
        if topic.queued and (topic.urgent or not urgent):
            return
        topic.queued, topic.urgent = True, urgent
        if urgent:
            self._now[topic] = None
            self._awake.set()
            return
        crowded = topic.patient and len(self._later) >= CROWD
        due = topic.last + (CROWDED_S if crowded else INTERVAL_S)
        if due <= self._time():
            self._wants(topic)
            is_first = len(self._soon) == 1
        else:
            heappush(self._later, (due, next(self._marks), topic))
            is_first = self._later[0][2] is topic
        # The first that waits sets the alarm, so whoever sleeps must look again.
        if is_first:
            self._awake.set()

    def _wants(self, topic: Topic) -> None:
        """Let a topic be built as soon as there is time, one for staff before all players'."""
        if topic.patient:
            self._soon.append(topic)
        else:
            self._soon.appendleft(topic)

    # The rhythm

    async def run(self) -> None:
        """Build and publish what is marked, for ever."""
        while True:
            await self._wait()
            while self._now or self._ready:
                self._build()
                await self._send()

    async def _wait(self) -> None:
        """Sleep until something is marked, or the first of those that wait is due."""
        if not self._now and not self._ready:
            left = self._left()
            if left is None or left > 0:
                try:
                    async with asyncio.timeout(left):
                        await self._awake.wait()
                except TimeoutError:
                    pass
        self._awake.clear()
        self._due()

    def _left(self) -> float | None:
        """Return how long nothing need be done, None for nobody knows how long."""
        if self._soon:
            return self._rests_until - self._time()
        return self._later[0][0] - self._time() if self._later else None

    def _due(self) -> None:
        """Let the next of those that waited be built, but not too many at a time."""
        now = self._time()
        while self._later and self._later[0][0] <= now:
            self._wants(heappop(self._later)[2])
        if not self._soon or now < self._rests_until:
            return
        self._rests_until = now + REST_S
        for _ in range(min(CHUNK, len(self._soon))):
            topic = self._soon.popleft()
            # It may have gone out meanwhile because of something urgent.
            if topic.queued and not topic.urgent:
                topic.urgent = True
                self._now[topic] = None

    def _build(self) -> None:
        """Build the next views, one visit to the gate for each stream they are of."""
        chunk: dict[str, list[Topic]] = {}
        now = self._time()
        for _ in range(min(CHUNK, len(self._now))):
            topic = next(iter(self._now))
            del self._now[topic]
            topic.queued = topic.urgent = False
            topic.last = now
            if topic.is_watched:
                chunk.setdefault(topic.stream, []).append(topic)
        for stream, topics in chunk.items():
            stamp = self._gate.stamp()
            make = partial(self._views, topics, stamp)
            built = self._gate.view(stream, make)
            built.add_done_callback(partial(self._durable, topics, stamp))

    def _views(self, topics: list[Topic], stamp: int, state: State) -> list[msgspec.Struct | None]:
        return [self._view(topic, stamp, state) for topic in topics]

    def _view(self, topic: Topic, stamp: int, state: State) -> msgspec.Struct | None:
        """Build a view; one that cannot be built stays as it was, and the floor goes on."""
        try:
            view = topic.make(state, stamp)
        except Exception as error:
            log.error("a view cannot be built", topic=topic.name, exc_info=error)
            return None
        # At once: a touch that comes before this is published is in none of its figures.
        if topic.seats is not None and (seats := topic.seats(view)) != topic.seated:
            self._seat(topic, seats)
        return view

    def _durable(
        self, topics: list[Topic], stamp: int, built: "asyncio.Future[list[msgspec.Struct | None]]"
    ) -> None:
        """Queue the views whose state is on disk; an engine that stopped shows nothing more."""
        if built.cancelled() or built.exception() is not None:
            return
        for topic, view in zip(topics, built.result(), strict=True):
            if view is not None:
                self._ready.append((topic, view, stamp))
        self._awake.set()

    async def _send(self) -> None:
        """Publish what is durable, giving others their turn every hundred frames."""
        sent = 0
        while self._ready:
            topic, view, stamp = self._ready.popleft()
            sent += topic.publish(view, stamp)
            if sent >= SENDS:
                self.updates += sent
                sent = 0
                await asyncio.sleep(0)
        self.updates += sent
        await asyncio.sleep(0)
