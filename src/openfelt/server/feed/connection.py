"""One connection of the feed: hello, topics, numbered commands.  See `docs/feed.md`."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, Protocol, get_args

import msgspec

from openfelt.engine.errors import BadRequest, NotHere, Overrun
from openfelt.engine.request import Client, Reply
from openfelt.journal.errors import JournalFault
from openfelt.server.access.access import Access, Entry
from openfelt.server.feed import protocol, transport
from openfelt.server.feed.desk import Desk
from openfelt.server.feed.hub import Gate, Hub
from openfelt.server.feed.misreports import Misreports
from openfelt.server.feed.protocol import ENCODER, HELLO, decoder_of
from openfelt.server.feed.topic import Topic
from openfelt.server.feed.transport import Wire
from openfelt.server.feed.turn import Turn
from openfelt.stations.kind import FaceName
from openfelt.stations.window import Window

HELLO_S: Final = 5.0
# What a client may leave unread before its updates are dropped, and before it is cut off.
LAGGING_BYTES: Final = 64 * 1024
CUT_BYTES: Final = 1024 * 1024
LAGGING_S: Final = 10.0
AGAIN_S: Final = 0.02
# Refusals included: a client that floods us and reads nothing.
UNREAD_MAX: Final = 4 * protocol.UNANSWERED_MAX

_WHYS: Final = {why: ENCODER.encode(protocol.Bye(why)) for why in get_args(protocol.Why)}
_LOCKED: Final = ENCODER.encode(protocol.Locked())


class Home(Protocol):
    """The feed of a floor, as far as a connection needs it."""

    access: Access
    connections: "set[Connection]"
    desk: Desk
    hub: Hub
    lagging: "set[Connection]"
    misreports: Misreports
    turn: Turn

    @property
    def engine(self) -> Gate:
        """The engine's gate."""
        ...

    def joined(self, connection: "Connection") -> None:
        """Let a station in."""
        ...

    def left(self, connection: "Connection") -> None:
        """Forget a connection."""
        ...

    def welcome(self, entry: Entry, topics: list[str]) -> protocol.Welcome:
        """Say who a station is taken for."""
        ...

    def windows_of(self, entry: Entry) -> list[Window]:
        """Return what a station may see."""
        ...

    def is_locked(self, entry: Entry) -> bool:
        """Say whether the station hides everything."""
        ...

    def demo(self, entry: Entry, message: protocol.Demo) -> None:
        """Move a hand at a virtual device."""
        ...

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while."""
        ...

    def deliver(self, device: str) -> None:
        """Send a device what it is wanted to do."""
        ...

    def warned(self) -> bytes:
        """Say what stands against the floor."""
        ...


class Connection:
    """A client of the feed; a watcher of its topics."""

    __slots__ = (
        "_client",
        "_decode",
        "_face",
        "_feed",
        "_held",
        "_hello_by",
        "_is_device",
        "_lagging_since",
        "_missed",
        "_orders",
        "_topics",
        "_unanswered",
        "_wire",
        "entry",
        "locked",
    )

    def __init__(self, feed: Home, face: FaceName) -> None:
        self._feed = feed
        self._face = face
        self._wire: Wire | None = None
        self.entry: Entry | None = None
        self._client: Client | None = None
        self._decode: Callable[[bytes], Any] = HELLO.decode
        self._topics: dict[str, Topic] = {}
        self._missed: dict[Topic, None] = {}
        self._lagging_since = 0.0
        self._unanswered = 0
        self._hello_by: asyncio.TimerHandle | None = None
        self.locked = False
        # Commands the engine had no room for; nothing is read from this client meanwhile.
        self._held: deque[tuple[Any, str]] = deque()
        # What a device was sent on this connection and has not done.
        self._is_device = False
        self._orders: set[str] = set()

    @property
    def _entry(self) -> Entry:
        assert self.entry is not None, "nothing is taken before hello"
        return self.entry

    @property
    def station(self) -> str:
        """Whose connection it is, "" before hello."""
        return "" if self.entry is None else self.entry.place.name

    @property
    def boot(self) -> str:
        """Which page it is, "" before hello."""
        return "" if self._client is None else self._client.boot

    # The transport calls

    def opened(self, wire: Wire) -> None:
        """Wait for a hello, but not for long."""
        self._wire = wire
        loop = asyncio.get_running_loop()
        self._hello_by = loop.call_later(HELLO_S, self.bye, "TOKEN_UNKNOWN")
        self._feed.connections.add(self)

    def received(self, frame: bytes) -> None:
        """Have a frame taken, with those of the others."""
        self._feed.turn.came(self, frame)

    def take(self, frame: bytes) -> None:
        """Take a frame; one that is none of ours ends the connection and changes nothing."""
        if self._wire is None:
            return
        try:
            message = self._decode(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.bye("BAD_FRAME")
            return
        if type(message) is protocol.Do:
            self._do(message)
        else:
            self._other(message)

    def closed(self) -> None:
        """Watch nothing more; commands under way are answered to nobody.

        What it said before it left counts, unless it waits for a second person's PIN.
        """
        self._feed.turn.take()
        self._wire = None
        if self._hello_by is not None:
            self._hello_by.cancel()
        self._unwatch()
        self._feed.left(self)

    # Frames in

    def _hello(self, hello: protocol.Hello) -> None:
        entry = self._feed.access.take_token(hello.token)
        if entry is None or entry.place.kind.face != self._face:
            self.bye("TOKEN_UNKNOWN")
            return
        assert self._hello_by is not None
        assert self._wire is not None
        self._hello_by.cancel()
        self._wire.known()
        self.entry, self._client = entry, Client(entry.place.name, hello.boot)
        self._decode = decoder_of(entry.place.kind).decode
        self._is_device = entry.place.kind.is_device
        self._feed.joined(self)
        self.begin()

    def _do(self, message: Any) -> None:
        self._unanswered += 1
        if self._unanswered > UNREAD_MAX:
            self.bye("TOO_SLOW")
        elif message.authority is not None:
            self._feed.later(self._with_authority(message))
        elif self._held or not self._taken(message, ""):
            self._hold(message, "")

    def _hold(self, message: Any, authority: str) -> None:
        """Keep a command the engine has no room for: it is given time, in turn, not more."""
        if not self._held:
            if self._wire is not None:
                self._wire.pause()
            asyncio.get_running_loop().call_later(AGAIN_S, self._again)
        self._held.append((message, authority))

    def _again(self) -> None:
        """Hand over what had to wait, then read on."""
        while self._held and self._wire is not None:
            if not self._taken(*self._held[0]):
                asyncio.get_running_loop().call_later(AGAIN_S, self._again)
                return
            self._held.popleft()
        if self._wire is not None:
            self._wire.resume()

    def _taken(self, message: Any, authority: str) -> bool:
        """Say whether the engine had room for a command."""
        entry, client = self.entry, self._client
        assert entry is not None
        assert client is not None
        answer = partial(self._answered, message, entry)
        try:
            self._feed.desk.take(entry, client, message, authority, answer)
        except BadRequest:
            self.bye("BAD_FRAME")
        except (JournalFault, NotHere):
            self.bye("RESTARTING")
        except Overrun:
            return False
        return True

    async def _with_authority(self, message: Any) -> None:
        entry = self._entry
        refused = await self._feed.desk.authority_of(entry, message.command, message.authority)
        if self._wire is None:
            return
        if refused is not None:
            self._answered(message, entry, Reply((), refused))
        elif self._held or not self._taken(message, message.authority.person):
            self._hold(message, message.authority.person)

    def _other(self, message: Any) -> None:
        match message:
            case protocol.Hello():
                self._hello(message)
            case protocol.Resync(topic):
                if topic in self._topics:
                    self._again_whole(self._topics[topic])
            case protocol.Ping(sent):
                self._pong(sent)
            case protocol.Demo():
                self._feed.demo(self._entry, message)
            case _:
                raise AssertionError(f"{message!r} is in no union of frames")

    def _again_whole(self, topic: Topic) -> None:
        """Show a topic afresh; who does not read what he was sent gets it when he does."""
        if self._is_behind:
            self._lag(topic)
        else:
            self._feed.hub.again(topic, self)

    def _pong(self, sent: int) -> None:
        if not self._is_behind:
            versions = {name: topic.version for name, topic in self._topics.items()}
            self.send(ENCODER.encode(protocol.Pong(sent, self._feed.engine.stamp(), versions)))

    # Frames out

    @property
    def _is_behind(self) -> bool:
        """Whether the client leaves so much unread that it gets no more for now."""
        return self._wire is not None and self._wire.unsent > LAGGING_BYTES

    def begin(self) -> None:
        """Say who the station is taken for and show its topics, or only that it is locked."""
        entry = self._entry
        self._unwatch()
        windows = self._feed.windows_of(entry)
        self.send(ENCODER.encode(self._feed.welcome(entry, [w.name for w in windows])))
        self.locked = self._feed.is_locked(entry)
        if self.locked:
            self.send(_LOCKED)
            return
        self._feed.deliver(entry.place.name)
        self.warn()
        for window in windows:
            stream = window.stream or entry.place.stream
            self._topics[window.name] = self._feed.hub.watch(window, self, stream)

    def warn(self) -> None:
        """Tell staff of the office what stands against the floor."""
        kind = self._entry.place.kind
        if kind.is_staffed and kind.face == "office" and not self.locked:
            self.send(self._feed.warned())

    def _unwatch(self) -> None:
        for topic in self._topics.values():
            self._feed.hub.leave(topic, self)
        self._topics.clear()
        self._missed.clear()

    def _answered(self, message: Any, entry: Entry, reply: Reply) -> None:
        """Tell what became of a command, now that it is durable."""
        self._unanswered -= 1
        if self._is_device and reply.refused:
            self._feed.misreports.tell(entry, message.command, reply.refused)
        if self._wire is not None:
            self._feed.turn.goes(self._wire.send, self._feed.desk.frame_of(message, reply, entry))

    def order(self, orders: Sequence[protocol.DeviceOrder]) -> None:
        """Send a device what it is wanted to do, each order once a connection."""
        for order in orders:
            if order.order not in self._orders:
                self.send(ENCODER.encode(order))
        self._orders = {order.order for order in orders}

    def order_again(self) -> None:
        """Send every open order once more: it may have been answered while nobody listened."""
        self._orders = set()

    def send(self, frame: bytes) -> None:
        """Send a frame, with those for the others."""
        if self._wire is not None:
            self._feed.turn.goes(self._wire.send, frame)

    def show(self, topic: Topic, frame: bytes) -> None:
        """Send an update, unless the client does not keep up: then it gets a snapshot later."""
        if self._is_behind or self._missed:
            self._lag(topic)
        else:
            self.send(frame)

    def show_whole(self, topic: Topic, frame: bytes) -> None:
        """Send a snapshot, or keep it for later too."""
        if self._is_behind:
            self._lag(topic)
        else:
            self._missed.pop(topic, None)
            self.send(frame)

    def _lag(self, topic: Topic) -> None:
        if not self._missed:
            self._lagging_since = asyncio.get_running_loop().time()
            self._feed.lagging.add(self)
        self._missed[topic] = None
        topic.watchers.pop(self, None)

    def catch_up(self) -> bool:
        """Show what was missed once the client reads again; say whether that is over."""
        if self._is_behind:
            waited = asyncio.get_running_loop().time() - self._lagging_since
            if waited > LAGGING_S:
                self.bye("TOO_SLOW")
            return waited > LAGGING_S
        for topic in list(self._missed):
            self._feed.hub.again(topic, self)
        self._missed.clear()
        return True

    def cut_if_deaf(self) -> None:
        """Cut off a client that leaves unread whatever it is sent, be it only answers."""
        if self._wire is not None and self._wire.unsent > CUT_BYTES:
            self.bye("TOO_SLOW")

    def bye(self, why: protocol.Why) -> None:
        """Say why, and close; who does not read is cut off."""
        if why == "TOO_SLOW":
            self.cut()
            return
        wire, self._wire = self._wire, None
        if wire is None:
            return
        self._feed.turn.send()
        wire.send(_WHYS[why])
        wire.close(transport.GOING_AWAY if why == "RESTARTING" else transport.POLICY)

    def cut(self) -> None:
        """Hang up at once."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.abort()
