"""The frames of the feed: JSON text, one frame a message, told apart by `type`.

1. The client sends `hello` with a single-use token it fetched by POST from its own face.
2. The server sends `welcome`, then one `snapshot` for each topic the station may see.
3. From then on each topic has numbered `update`s: version n + 1 is the view at n with `changes`
   laid over its fields and `append` added to its `results`, of which the newest RESULTS_KEPT
   stay.  A version that does not follow means a gap: send `resync` and wait for the snapshot.
4. A `command` carries the client's own number, counted from 1 since its boot, and is answered
   by one `ack` or one `refusal` with that number, when it is on disk.  The same number with the
   same body gets the same answer again, so after a lost connection send again what has none.

Times are engine time in µs since 1970 UTC, money is whole cents.
"""

from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.play.cards.order import ReadOrder
from openfelt.floor.state import Order
from openfelt.paper.sheet import Sheet
from openfelt.server.feed.asks import union_of
from openfelt.server.warnings import Concern
from openfelt.stations.device import Item
from openfelt.stations.display import Result
from openfelt.stations.kind import StationKind

# How long a frame of a client may be; nothing a station sends comes near it.
FRAME_MAX: Final = 4_096
UNANSWERED_MAX: Final = 32

# The name of a kind of station; the browser's types list them all under this title.
Kind = Annotated[str, msgspec.Meta(title="Kind")]

C = TypeVar("C")
A = TypeVar("A")


# From the client


class Authority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another person's credential: he approves, or acts in place of whoever is signed in."""

    person: str
    pin: str


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first frame.  `boot` is drawn anew at each page load: numbers count from it."""

    token: str
    boot: str


class Do(msgspec.Struct, Generic[C, A], frozen=True, tag="command", forbid_unknown_fields=True):
    """A numbered command; `authority` where the person signed in has not the power alone.

    `seen` is the mark of the effect that was shown: without the same effect nothing is done.
    """

    number: int
    command: C
    authority: A | None = None
    seen: str = ""


class Resync(msgspec.Struct, frozen=True, tag="resync", forbid_unknown_fields=True):
    """Ask for a fresh snapshot of a topic."""

    topic: str


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask for the time; `sent` comes back."""

    sent: int


class Demo(msgspec.Struct, frozen=True, tag="demo", forbid_unknown_fields=True):
    """On a demo floor: a hand at a virtual device of this station.

    `note_acceptor` takes an amount in cents, `ticket_reader` a validation number, or nothing: the
    ticket that was printed there last.
    """

    device: Literal["note_acceptor", "ticket_reader"]
    data: str


# From the server


class DeviceOrder(msgspec.Struct, frozen=True, tag="order", omit_defaults=True):
    """What a device is wanted to do; sent again at each connection until its receipt is kept.

    `order` is its id, `wanted` what it asks for, each kind with its own fields.  `kind`, `data` and
    `amount` say the same in one form for all; devices in use read them, so they stay.  `paper` is
    what a printer prints, line by line.
    """

    order: str
    kind: str
    data: str
    amount: int
    demo: bool
    wanted: Order | ReadOrder
    paper: Sheet | None = None


class House(msgspec.Struct, frozen=True):
    """What the house says to all its pages, which no journal knows.

    Its clocks are read in `time_zone`, and `currency` marks its money.  After every `remind_every`
    minutes of play a guest is reminded of them, 0 for never; `safer` is where he finds help, "" for
    a line of our own.  `videos` has the address of the picture of a table, `calls` the recordings
    there are, as LANGUAGE/NAME.TYPE.
    """

    time_zone: str = "UTC"
    currency: str = "$"
    remind_every: int = 0
    safer: str = ""
    videos: dict[str, str] = {}
    calls: tuple[str, ...] = ()


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """Who the server takes the station for, what the house says, and which topics follow.

    `person` and `roles` of whoever is signed in, "" where nobody has to be; `name` is how he is
    shown.
    """

    station: str
    kind: Kind
    person: str
    roles: tuple[str, ...]
    time: int
    demo: bool
    topics: tuple[str, ...]
    name: str = ""
    house: House = House()


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """The whole view of a topic, as durable.

    Topics: `display:TABLE` (DisplayView), `player:TERMINAL` (PlayerView), `dealer:STATION`
    (DealerView), `table:STATION` (TableView), `pit:PIT` (PitView) and `pit_money:PIT`
    (PitMoneyView); `stations/window.py` has them all.
    """

    topic: str
    version: int
    time: int
    view: Any


class Update(msgspec.Struct, frozen=True, tag="update", omit_defaults=True):
    """What has changed in a topic since the version before."""

    topic: str
    version: int
    time: int
    changes: dict[str, Any]
    append: tuple[Result, ...] = ()


class Ack(msgspec.Struct, frozen=True, tag="ack", omit_defaults=True):
    """A command was accepted and is on disk; `trimmed` where less stands than was asked for."""

    number: int
    trimmed: bool = False
    repeated: bool = False


class Refused(msgspec.Struct, frozen=True, tag="refusal"):
    """A command changed nothing: the code, the clause behind it ("" where it is our own)."""

    number: int
    code: Refusal
    clause: str
    data: dict[str, int | str]


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """What was put into this terminal comes out again, and why, as a refusal says it."""

    item: Item
    code: Refusal
    clause: str
    data: dict[str, int | str]


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The time, for countdowns, and the version each topic stands at.

    Whoever has less has missed a frame that nothing came after: send `resync`.
    """

    sent: int
    time: int
    versions: dict[str, int]


class Locked(msgspec.Struct, frozen=True, tag="locked"):
    """The station was idle: hide everything and ask for the PIN.  The round goes on.

    After `unlock`, as after a hand-over, the server begins again with `welcome`.
    """


class Warned(msgspec.Struct, frozen=True, tag="warned"):
    """What stands against the floor now, for whoever is signed in at a station of the office.

    It comes after `welcome` and whenever it changes, and replaces what was said before.
    """

    warnings: tuple[Concern, ...]


Why = Literal[
    "BAD_FRAME",
    "TOKEN_UNKNOWN",
    "TOO_SLOW",
    "SIGNED_OUT",
    "REVOKED",
    "REPLACED",
    "RESTARTING",
]


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The last frame before the server closes.

    `RESTARTING` and `TOO_SLOW`: connect again.  `REPLACED`: another page of this station is open.
    """

    why: Why


ServerFrame = (
    DeviceOrder
    | Welcome
    | Snapshot
    | Update
    | Ack
    | Refused
    | Returned
    | Pong
    | Locked
    | Warned
    | Bye
)

_ANY = Resync | Ping | Demo
HELLO: Final = msgspec.json.Decoder(Hello)


def _frames_of(kind: StationKind) -> Any:
    # Where nobody signs in nobody gives his authority either: PINs are not tried out there.
    authority = Authority if kind.is_staffed else None
    return Do[union_of(kind), authority] | _ANY if kind.commands else _ANY  # type: ignore[misc]


@cache
def decoder_of(kind: StationKind) -> msgspec.json.Decoder[Any]:
    """Return one pass from bytes to an ask: what a kind may not ask for is no frame at all."""
    return msgspec.json.Decoder(_frames_of(kind))


ENCODER: Final = msgspec.json.Encoder()
