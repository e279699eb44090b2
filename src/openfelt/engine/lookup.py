"""Commands that name what is not in the state: looked up first, then decided in their turn.

A look-up waits at the gate, so that whatever left the state before is in the archive by then.
What one stream asks another keeps its order: behind a question that is being looked up, the
sender's next ones wait.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from openfelt.engine.answers import Tell
from openfelt.engine.archive import find
from openfelt.engine.commit import GroupCommit
from openfelt.engine.outbox import Outbox
from openfelt.engine.request import Request
from openfelt.engine.stream import Stream
from openfelt.floor.ended import Thing
from openfelt.floor.whole import named
from openfelt.journal.base import JournalReader

# How the engine decides a request whose look-up is done.
Decide = Callable[[Stream, Request, int, Tell, Any, Thing | None], None]
# How it does what has fallen due; it returns the time.
CatchUp = Callable[[Stream], int]
Track = Callable[["asyncio.Task[None]", Any], None]


class Lookups:
    """What waits for the archive."""

    def __init__(
        self,
        reader: JournalReader,
        outbox: Outbox,
        commit: GroupCommit,
        track: Track,
        catch_up: CatchUp,
        decide: Decide,
        secret: bytes,
    ) -> None:
        self._reader = reader
        self._outbox = outbox
        self._commit = commit
        self._track = track
        self._catch_up = catch_up
        self._decide = decide
        self._secret = secret
        # By receiver and sender, the question that is being looked up first.
        self._questions: dict[tuple[str, str], deque[Request]] = {}

    def must_wait(self, stream: Stream, request: Request) -> bool:
        """Say whether a request cannot be decided at once."""
        if request.sender and (stream.name, request.sender) in self._questions:
            return True
        return bool(named(stream.state, request.command))

    def begin(self, stream: Stream, request: Request, now: int, tell: Tell, whom: Any) -> None:
        """Look up what a request names, and have it decided then."""
        if request.sender:
            queue = self._questions.setdefault((stream.name, request.sender), deque())
            queue.append(request)
            if len(queue) > 1:
                return
        self._hold(stream, request, now, tell, whom)

    def _hold(self, stream: Stream, request: Request, now: int, tell: Tell, whom: Any) -> None:
        # First whoever waits for it: a stop tells him so.
        what = (whom, stream, request, tell)
        self._outbox.hold((self._commit.taken, now, self._start, what))
        self._commit.nudge()

    def _start(self, whom: Any, stream: Stream, request: Request, tell: Tell) -> None:
        work = self._look_up(stream, request, tell, whom)
        self._track(asyncio.get_running_loop().create_task(work), whom)

    async def _look_up(self, stream: Stream, request: Request, tell: Tell, whom: Any) -> None:
        state = stream.state
        looked_at = state.gaming_day, state.recalls
        ended = await find(self._reader, named(state, request.command), self._secret)
        now = self._catch_up(stream)
        if (state.gaming_day, state.recalls) != looked_at:
            # What ended meanwhile may have left after we looked, or came back and changed: again.
            self._hold(stream, request, now, tell, whom)
            return
        self._decide(stream, request, now, tell, whom, ended)
        if request.sender:
            self._go_on(stream, request.sender, now, tell)

    def _go_on(self, stream: Stream, sender: str, now: int, tell: Tell) -> None:
        """Take the questions that waited behind this one, up to the next to be looked up."""
        queue = self._questions[stream.name, sender]
        queue.popleft()
        while queue:
            if named(stream.state, queue[0].command):
                self._hold(stream, queue[0], now, tell, None)
                return
            self._decide(stream, queue.popleft(), now, tell, None, None)
        del self._questions[stream.name, sender]
