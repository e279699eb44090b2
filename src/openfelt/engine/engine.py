"""The engine of one node: several streams, one committer, one gate."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

from openfelt.core.refusal import Refusal
from openfelt.engine.answers import Answers, Tell, show
from openfelt.engine.commit import GroupCommit
from openfelt.engine.errors import BadRequest, EngineStopped, NotHere, Overrun
from openfelt.engine.follow_streams import POLL_S, Following
from openfelt.engine.lookup import Lookups
from openfelt.engine.outbox import Outbox
from openfelt.engine.recovery import Began
from openfelt.engine.request import Client, Reply, Request
from openfelt.engine.start import missed_by_all, recover_all, renew_for_ever, until_one_ends
from openfelt.engine.stream import Stream, Told
from openfelt.engine.touches import TOUCHED, TOUCHES
from openfelt.engine.weighing import Names, Show, look, weigh
from openfelt.engine.window import Place
from openfelt.floor.base import Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.effect import Effect
from openfelt.floor.ended import Thing
from openfelt.floor.rounds.pause import Restart
from openfelt.floor.state import Order, State
from openfelt.floor.whole import NAMING
from openfelt.journal.base import Journal

BATCH_MAX: Final = 1_000
WAITING_MAX: Final = 10_000
UNANSWERED_MAX: Final = 32
BUSY_AFTER_US: Final = 50_000

_BUSY: Final = Reply((), Refused(Refusal.BUSY))
_TICK: Final = Tick()

T = TypeVar("T")
Clock = Callable[[], int]
SendOrder = Callable[[str, str, Order], None]
OnEvent = Callable[[str, Event], None]


def _nobody_hears(_stream: str, _event: Event) -> None:
    """Let events be heard by those who read the journal only."""


def _no_matter(_last: int) -> None:
    """Let the clock be what it is: stamps never go back all the same."""


class Engine:
    """Takes requests one at a time, makes them durable in batches, then tells.

    A failed commit stops it for good: what was applied in memory was told to
    nobody, and the next start reads what is really there.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        send_order: SendOrder,
        *,
        on_event: OnEvent = _nobody_hears,
        batch_max: int = BATCH_MAX,
        waiting_max: int = WAITING_MAX,
        poll_s: float = POLL_S,
        secret: bytes = b"",
        go_on_after: Callable[[int], None] = _no_matter,
    ) -> None:
        self._journal = journal
        self._clock = clock
        # Told at every start what was last stamped, before anything else is.
        self._go_on_after = go_on_after
        self._send_order = send_order
        self._on_event = on_event
        # Who hears a player's touches: thousands a second, and hardly anybody else wants them.
        self.on_touch = on_event
        self._waiting_max = waiting_max
        # What proves that snapshots and the archive's rounds are ours.
        self._secret = secret
        self._streams: dict[str, Stream] = {}
        # What the starts believed of snapshots: to be proved by the rows, beside the floor.
        self.began: list[Began] = []
        # What is asked of a stream while it is being recovered.
        self._recovering: dict[str, list[tuple[str, Told]]] = {}
        self._now = 0
        self.may_answer = journal.may_answer
        self._outbox = Outbox(journal.may_answer)
        self._commit = GroupCommit(journal, self._outbox, self._streams, batch_max)
        self._answers = Answers(journal, self._outbox, self._commit.nudge)
        self._answers.failed = self._stop
        self._lookups = Lookups(
            journal,
            self._outbox,
            self._commit,
            self._answers.track,
            self._caught_up,
            self._decide_late,
            secret,
        )
        self._following = Following(journal, self._ours, self._deliver, poll_s)
        self._renewing: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self.failed: BaseException | None = None

    # Start and end

    async def start(self, names: Sequence[str], node: str) -> None:
        """Own these streams too: recover them, say that the system restarted, hear what was asked.

        What is asked of them meanwhile waits and is taken in its order.
        """
        owned = await self._journal.take(names, node)
        if self._renewing is None:
            self._renewing = asyncio.create_task(renew_for_ever(self._journal, self._stop))
        self._recovering.update((name, []) for name in names)
        try:
            recovered = await recover_all(self._journal, owned, self._secret)
            asks = await missed_by_all(self._journal, recovered, self._streams, self._following)
        except BaseException as error:
            self._stop(error)
            raise
        self._refuse_stopped()
        for name, one in recovered.items():
            self._streams[name] = one.stream
            one.stream.secret = self._secret
            if one.began is not None:
                self.began.append(one.began)
            self._now = max(self._now, one.stream.state.now)
        self._go_on_after(self._now)
        for name in names:
            restart = Request(name, Restart(node, owned[name].epoch), "system")
            self._decide(self._streams[name], restart, self.stamp(), self._answers.nobody)
            asks.extend(self._recovering.pop(name))
        for sender, ask in asks:
            self._deliver(sender, (ask,))

    async def run(self) -> None:
        """Commit, renew and follow until one of them fails or this is cancelled; then stop."""
        assert self._renewing is not None, "an engine is started before it runs"
        work = (self._commit.run(), self._following.run(), self._until_ended())
        try:
            await until_one_ends(self._renewing, *map(asyncio.create_task, work))
        except BaseException as error:
            self._stop(error)
            raise

    async def _until_ended(self) -> None:
        await self._ended.wait()
        assert self.failed is not None
        raise self.failed

    def _stop(self, why: BaseException) -> None:
        """Take nothing more and tell nothing more; whoever awaits an answer hears so."""
        if self.failed is not None:
            return
        self.failed = why
        waiting = [what[0] for *_, what in self._outbox.drop()] + self._answers.drop()
        self._commit.drop()
        for future in waiting:
            if isinstance(future, asyncio.Future) and not future.done():
                future.set_exception(EngineStopped(why))
                future.exception()  # looked at: nobody need be there to hear it
        if self._renewing is not None:
            self._renewing.cancel()
        self._ended.set()

    def _refuse_stopped(self) -> None:
        if self.failed is not None:
            raise EngineStopped(self.failed) from self.failed

    # The mouth

    def stamp(self) -> int:
        """Return engine time: the clock's, but never back."""
        now = self._clock()
        if now > self._now:
            self._now = now
        return self._now

    def submit(self, request: Request) -> "asyncio.Future[Reply]":
        """Stamp and decide a request; the future is set when its answer may be told."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._take(request, self._answers.resolve, future)
        return future

    def tell(self, request: Request, answer: Callable[[Reply], None]) -> None:
        """Do the same and call when the answer may be told; without an answer, after a stop."""
        self._take(request, self._answers.call, answer)

    def view(self, stream: str, make: Callable[[State], T]) -> "asyncio.Future[T]":
        """Build something from the state now; the future is set when that state is durable.

        What is built must not hold parts of the state: they change.
        """
        self._refuse_stopped()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        made = make(self._of(stream).state)
        self._outbox.hold((self._commit.taken, self.stamp(), show, (future, made)))
        self._commit.nudge()
        return future

    async def weigh(self, request: Request) -> Effect | Refused:
        """Say what a request would do now, once that is durable; nothing is done."""
        return await weigh(self, self._journal, self._secret, request)

    async def look(self, stream: str, names: Names, show: Show[T]) -> T:
        """Tell something of a state and of what has left it, once that is durable."""
        return await look(self, self._journal, self._secret, stream, names, show)

    def _of(self, name: str) -> Stream:
        stream = self._streams.get(name)
        if stream is None:
            raise NotHere(name)
        return stream

    def _take(self, request: Request, tell: Tell, whom: Any) -> None:
        if self.failed is not None:
            self._refuse_stopped()
        stream = self._streams.get(request.stream) or self._of(request.stream)
        now = self._clock()
        if now > self._now:
            self._now = now
        else:
            now = self._now
        client = request.client
        kind = type(request.command)
        if client is not None:
            held = self._outbox.held
            if client.waits >= UNANSWERED_MAX or (
                held
                and kind in TOUCHES
                and (now - held[0][1] > BUSY_AFTER_US or len(held) >= self._waiting_max)
            ):
                return self._turn_away(now, tell, whom)
            client.waits += 1
        try:
            if 0 < stream.due <= now:
                self._tick(stream, now)
            if (kind in NAMING or request.sender) and self._lookups.must_wait(stream, request):
                self._lookups.begin(stream, request, now, tell, whom)
            else:
                self._decide(stream, request, now, tell, whom)
        except BaseException as error:
            if client is not None:
                client.waits -= 1
            if stream.broken is not None:
                self._stop(error)
            raise
        return None

    def _turn_away(self, now: int, tell: Tell, whom: Any) -> None:
        """Say BUSY, before numbering and remembered by nobody; by the gate, like everything."""
        waiting = len(self._outbox.held)
        if waiting >= 2 * self._waiting_max:
            raise Overrun(waiting)
        self._outbox.hold((self._commit.taken, now, tell, (whom, _BUSY, None)))
        self._commit.nudge()

    def _decide(
        self,
        stream: Stream,
        request: Request,
        now: int,
        tell: Tell,
        whom: Any = None,
        ended: Thing | None = None,
    ) -> None:
        answer, rows, asks, orders = stream.take(request, now, ended)
        commit, hold, name = self._commit, self._outbox.hold, stream.name
        if rows:
            commit.add(rows)
            if stream.leaving:
                for leaving in stream.leaving:
                    commit.archive(leaving)
                stream.leaving = []
        mark = commit.taken
        if isinstance(answer, Place):
            place = (whom, tell, now, name, answer, request.client)
            hold((mark, now, self._answers.again, place))
        elif rows:
            hold((mark, now, self._publish, (whom, tell, name, answer, request.client)))
        else:
            hold((mark, now, tell, (whom, answer, request.client)))
        if asks:
            hold((mark, now, self._deliver, (name, asks)))
        for order_name, order in orders:
            hold((mark, now, self._send_order, (name, order_name, order)))
        if not commit.is_awake:
            commit.nudge()

    def _caught_up(self, stream: Stream) -> int:
        """Do what has fallen due in a stream; return the time."""
        now = self.stamp()
        self._tick(stream, now)
        return now

    def _decide_late(
        self,
        stream: Stream,
        request: Request,
        now: int,
        tell: Tell,
        whom: Any,
        ended: Thing | None,
    ) -> None:
        """Decide a request after its look-up; whoever sent a bad one hears so now."""
        try:
            self._decide(stream, request, now, tell, whom, ended)
        except BadRequest as error:
            if request.client is not None:
                request.client.waits -= 1
            if isinstance(whom, asyncio.Future) and not whom.done():
                whom.set_exception(error)

    def hear_commits(self, hear: Callable[[float], None]) -> None:
        """Tell how many seconds each commit took."""
        self._commit.committed = hear

    # Time

    def next_due(self) -> int:
        """Return when the next timer of any stream falls due, 0 for none."""
        return min((stream.due for stream in self._streams.values() if stream.due), default=0)

    def tick(self) -> None:
        """Do what has fallen due, one thing after the other."""
        self._refuse_stopped()
        for stream in list(self._streams.values()):
            self._tick(stream, self.stamp())

    def _tick(self, stream: Stream, now: int) -> None:
        """Do what was due before a command was stamped: it comes before the command."""
        while 0 < stream.due <= now:
            before = self._commit.taken
            request = Request(stream.name, _TICK, "clock")
            self._decide(stream, request, now, self._answers.nobody)
            if self._commit.taken == before:
                return

    # What leaves, called by the gate only

    def _publish(
        self, whom: Any, tell: Tell, stream: str, answer: Reply, client: Client | None
    ) -> None:
        """Answer whoever asked, then let everybody else hear."""
        tell(whom, answer, client)
        for event in answer.events:
            if type(event) in TOUCHED:
                self.on_touch(stream, event)
            else:
                self._on_event(stream, event)

    def _deliver(self, sender: str, asks: Collection[Told]) -> None:
        """Put questions to the streams of this node; a repeated one is known by its sequence.

        The node of another stream reads them in the journal.
        """
        for ask in asks:
            if ask.stream in self._recovering:
                self._recovering[ask.stream].append((sender, ask))
            elif ask.stream in self._streams:
                request = Request(
                    ask.stream, ask.command, sender, number=ask.sequence, sender=sender
                )
                self._take(request, self._answers.nobody, None)

    def _ours(self) -> Collection[str]:
        return self._streams.keys() | self._recovering.keys()

    # For tests and rehearsals

    def stream(self, name: str) -> Stream:
        """Return a stream as it is in memory, ahead of the disk; a station uses `view`."""
        return self._of(name)

    @property
    def is_pending(self) -> bool:
        """Whether something taken is not durable yet."""
        return self._commit.is_pending

    async def idle(self) -> None:
        """Wait until everything taken is durable and told."""
        while True:
            await self._commit.drained.wait()
            if self.failed is not None:
                raise self.failed
            if not self._answers.reading:
                return
            await asyncio.wait(list(self._answers.reading))
