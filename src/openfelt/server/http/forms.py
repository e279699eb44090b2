"""The bodies of the small HTTP interface every station has on its own face.

A station lives at `/s/STATION/` and its interface at `/s/STATION/api/`; its key is a cookie of that
path, so two stations in one browser do not meet.  All writing is POST with a JSON body.
"""

from typing import Any, Literal

import msgspec

from openfelt.floor.effect import Effect
from openfelt.floor.money.paying import PLAIN, Terms
from openfelt.paper.sheet import Sheet
from openfelt.paper.words import Language
from openfelt.server.feed.protocol import Authority, Kind
from openfelt.stations.approval import Approval
from openfelt.stations.own_rounds import OwnRound
from openfelt.stations.slip import SlipView
from openfelt.stations.statement import Line


class Enrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST enrol: the one-time code the office gave out; the answer sets the station's key."""

    code: str


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST sign-in; POST hand-over takes the same and changes the person in one act.

    `code` of the second factor, where one is asked for.  `boot` of the page whose feed goes on
    after a hand-over; without it the page goes on that opened the first feed under the sign-in.
    """

    person: str
    password: str
    code: str = ""
    boot: str = ""


class Unlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST unlock: whoever is signed in shows that he is back."""

    pin: str
    boot: str = ""


class Guest(msgspec.Struct, frozen=True):
    """Somebody as whom everybody may sign in: a demo floor has them, a live one never."""

    person: str
    role: str
    password: str
    name: str = ""


class StationInfo(msgspec.Struct, frozen=True):
    """GET station: how the station stands; `feed` is where its WebSocket goes.

    `guests` are offered at an enrolled station of a demo while nobody is there.  After a sign-in or
    an unlock `wrong_tries` are those with this person's name since he last came: since when, where.
    """

    station: str
    kind: Kind
    enrolled: bool
    needs_sign_in: bool
    person: str
    name: str
    roles: tuple[str, ...]
    locked: bool
    demo: bool
    feed: str
    guests: tuple[Guest, ...] = ()
    wrong_tries: int = 0
    wrong_since: int = 0
    wrong_at: tuple[str, ...] = ()


class StaffPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST log, at a player's terminal: somebody of staff asks to read its log."""

    person: str
    pin: str


class LogOpened(msgspec.Struct, frozen=True):
    """The answer to POST log: who may read it now."""

    person: str
    name: str


class History(msgspec.Struct, frozen=True):
    """GET history, at a player's terminal: the account that is open there, the newest line last.

    `rounds` are the last ones it played, the newest first.
    """

    lines: tuple[Line, ...]
    rounds: tuple[OwnRound, ...]


class Token(msgspec.Struct, frozen=True):
    """POST token: good once, for 30 seconds, for `hello`."""

    token: str
    feed: str


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST command: a feed command without a feed; answered with its `ack` or `refusal`.

    POST weigh takes the same and does nothing: it is answered with `weighed` or a `refusal`.  POST
    approvers takes it too, and says whose PIN would let it be done.
    """

    boot: str
    number: int
    command: Any
    authority: Authority | None = None
    seen: str = ""


class Weighed(msgspec.Struct, frozen=True, tag="weighed"):
    """What an act would do, had it been done instead of asked about."""

    effect: Effect


class Approvers(msgspec.Struct, frozen=True, tag="approvers"):
    """Whose PIN would let an act be done here now, if one is needed."""

    approval: Approval


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST slip, at a desk: the number of a slip that somebody has brought."""

    number: str


class Slip(msgspec.Struct, frozen=True, tag="slip"):
    """What it is good for, and whether it can be paid."""

    slip: SlipView


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST paper, at a desk: what to draw for a slip that somebody has brought.

    A `form` says on which terms it is paid, in the language of whoever signs it.
    """

    number: str
    paper: Literal["slip", "form"]
    terms: Terms = PLAIN
    language: Language = "en"


class SignedOnScreen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST signature, at a desk: a player has signed the form of a payment on these terms.

    `strokes` are points on a pad of 1000 by 400, `x,y x,y;x,y x,y`, a stroke after the other.
    """

    number: str
    strokes: str
    terms: Terms = PLAIN
    language: Language = "en"


class SignatureKept(msgspec.Struct, frozen=True, tag="signed"):
    """It is kept: `signature` is what the terms of the payment say of it."""

    signature: str


class SignWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST sign, at a station of staff at a table: its sign as it stands now, on paper."""

    table: str
    language: Language


class Drawn(msgspec.Struct, frozen=True, tag="paper"):
    """What stands on a piece of paper: the answer to GET ticket, POST paper and POST sign."""

    sheet: Sheet


# Whether somebody sits at a terminal; "" where there is no seat.
SeatState = Literal["", "free", "taken", "robot"]


class StationLink(msgspec.Struct, frozen=True):
    """An entry of the start page."""

    station: str
    kind: Kind
    tables: tuple[str, ...]
    url: str
    games: tuple[str, ...]
    seat: SeatState


class Ready(msgspec.Struct, frozen=True):
    """GET /ready: stations are served.  Whom the warnings are about strangers do not learn."""

    ready: str
    warnings: tuple[str, ...]


class Start(msgspec.Struct, frozen=True):
    """GET /api/start on the office face: where every station is."""

    demo: bool
    stations: tuple[StationLink, ...]


Trouble = Literal[
    "BAD_REQUEST",
    "NOT_FOUND",
    "NOT_ENROLLED",
    "CODE_UNKNOWN",
    "SIGN_IN_NEEDED",
    "SIGN_IN_FAILED",
    "SECOND_FACTOR_NEEDED",
    "SECOND_FACTOR_MISSING",
    "NO_ROLE_HERE",
    "PERSON_LOCKED",
    "PIN_WRONG",
    "ORIGIN_NOT_ALLOWED",
    "TOO_MANY",
    "NOT_READY",
    "INTERNAL",
]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every answer that is no success; `tries_left` before he must wait, `wait_s` for how long."""

    error: Trouble
    tries_left: int = -1
    wait_s: int = 0
