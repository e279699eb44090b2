"""The idempotency window: which of a client's last commands were accepted, and where they stand.

It keeps no answers: an answer is its events, and those are in the journal.  A number is 32 bytes
here (the number, the digest of its command, the first row and how many), so a station with two
starts of sixteen numbers takes little over one kilobyte.  The window is a pure function of the
rows; refusals, which have none, are remembered beside it and in memory only.
"""

import re
import struct
from typing import Final, NamedTuple

from openfelt.core.refusal import Refusal
from openfelt.engine.errors import BadRequest
from openfelt.engine.request import Client
from openfelt.floor.base import Refused

BOOTS_KEPT: Final = 2
NUMBERS_KEPT: Final = 16
NUMBER_MAX: Final = 2**63 - 1
# What stands in the client column before the name of a stream that asks.
FROM_STREAM: Final = "stream"

# A number, the digest of its command, the first row of its answer, and how many.
SLOT: Final = ">Q8sQQ"

_SLOT: Final = struct.Struct(SLOT)
_NO_ANSWER: Final = bytes(_SLOT.size * NUMBERS_KEPT)
# Half of a character (a surrogate) cannot be written either.
_WORD: Final = re.compile(r"[^\s\x00\ud800-\udfff]{1,100}")

_TOO_OLD: Final = Refused(Refusal.NUMBER_TOO_OLD)
_REUSED: Final = Refused(Refusal.NUMBER_REUSED)

# By station: each start that is kept, the older first.
Snapped = dict[str, list[tuple[str, int, bytes]]]


class Place(NamedTuple):
    """Where the events of an answer stand: the first row's sequence, and how many."""

    first: int
    rows: int


class Boot:
    """The last sixteen numbers of one start of a station.

    Number n lives in slot n mod 16.  A number that is missing within the last sixteen was never
    accepted (it was refused, or turned away with BUSY), so it may still come.
    """

    __slots__ = ("highest", "slots")

    def __init__(self, highest: int = 0, slots: bytes = _NO_ANSWER) -> None:
        self.highest = highest
        self.slots = bytearray(slots)

    def enter(self, number: int, digest: bytes, first: int, count: int) -> None:
        """Note an accepted number; one older than the window changes nothing."""
        if number > self.highest:
            self.highest = number
        elif number <= self.highest - NUMBERS_KEPT:
            return
        at = number % NUMBERS_KEPT * _SLOT.size
        _SLOT.pack_into(self.slots, at, number, digest, first, count)

    def known(self, number: int, digest: bytes) -> Place | Refused | None:
        """Return where a number's answer stands, why it has none, or None when it is news."""
        if number > self.highest:
            return None
        if number <= self.highest - NUMBERS_KEPT:
            return _TOO_OLD
        entered, body, first, count = self._slot(number)
        if entered != number:
            return None
        return Place(first, count) if body == digest else _REUSED

    def fold(self, number: int, digest: bytes, sequence: int) -> None:
        """Note one row of an accepted number."""
        entered, _, first, count = self._slot(number)
        if entered == number:
            self.enter(number, digest, first, count + 1)
        else:
            self.enter(number, digest, sequence, 1)

    def _slot(self, number: int) -> tuple[int, bytes, int, int]:
        slot: tuple[int, bytes, int, int] = _SLOT.unpack_from(
            self.slots, number % NUMBERS_KEPT * _SLOT.size
        )
        return slot


class Window:
    """The last two starts of every station."""

    __slots__ = ("_boots", "_stations")

    def __init__(self) -> None:
        self._boots: dict[str, Boot] = {}
        # The starts of each station, by their clients' names, the older first.
        self._stations: dict[str, list[str]] = {}

    def find(self, client: Client) -> Boot | None:
        """Return what is kept of a client; a new one must have a name the journal can keep."""
        boot = self._boots.get(client.name)
        if boot is None:
            _refuse_unfit(client)
        return boot

    def open(self, client: Client) -> Boot:
        """Return the client's window, made when it is missing; the third start is forgotten."""
        boot = self._boots.get(client.name)
        return boot or self._opened(client.station, client.name, Boot())

    def _opened(self, station: str, name: str, boot: Boot) -> Boot:
        self._boots[name] = boot
        starts = self._stations.setdefault(station, [])
        starts.append(name)
        if len(starts) > BOOTS_KEPT:
            del self._boots[starts.pop(0)]
        return boot

    def fold(self, column: str, number: int, sequence: int) -> None:
        """Take the client column of a row: `station boot digest`."""
        name, _, digest = column.rpartition(" ")
        boot = self._boots.get(name) or self._opened(name.partition(" ")[0], name, Boot())
        boot.fold(number, bytes.fromhex(digest), sequence)

    def snapped(self) -> Snapped:
        """Return the window as plain values."""
        return {
            station: [
                (name.partition(" ")[2], self._boots[name].highest, bytes(self._boots[name].slots))
                for name in names
            ]
            for station, names in self._stations.items()
        }

    @classmethod
    def restored(cls, snapped: Snapped) -> "Window":
        """Return the window that was snapped."""
        window = cls()
        for station, boots in snapped.items():
            for name, highest, slots in boots:
                if len(slots) != len(_NO_ANSWER):
                    raise ValueError(f"{len(slots)} bytes are no window")
                window._opened(station, f"{station} {name}", Boot(highest, slots))
        return window


class Refusals:
    """Why the last numbers of a client were refused; forgotten by a restart, decided anew then."""

    __slots__ = ("_stations", "by_client")

    def __init__(self) -> None:
        self.by_client: dict[str, dict[int, tuple[bytes, Refused]]] = {}
        self._stations: dict[str, list[str]] = {}

    def known(self, client: Client, number: int, digest: bytes) -> Refused | None:
        """Return what was said to a number."""
        numbers = self.by_client.get(client.name)
        if numbers is None or number not in numbers:
            return None
        before, refused = numbers[number]
        return refused if before == digest else _REUSED

    def enter(self, client: Client, number: int, digest: bytes, refused: Refused) -> None:
        """Note a refusal; one without figures is kept once for all clients, and each `why`."""
        numbers = self.by_client.get(client.name)
        if numbers is None:
            numbers = self.by_client[client.name] = {}
            starts = self._stations.setdefault(client.station, [])
            starts.append(client.name)
            if len(starts) > BOOTS_KEPT:
                del self.by_client[starts.pop(0)]
        data = refused.data
        if data.keys() <= {"why"}:
            refused = _PLAIN.setdefault((refused.code, data.get("why")), refused)
        numbers[number] = (digest, refused)
        if len(numbers) > NUMBERS_KEPT:
            del numbers[next(iter(numbers))]


_PLAIN: Final[dict[tuple[Refusal, int | str | None], Refused]] = {}


def _refuse_unfit(client: Client) -> None:
    fits = _WORD.fullmatch(client.station) and _WORD.fullmatch(client.boot)
    if not fits or client.station == FROM_STREAM:
        raise BadRequest(f"{client} cannot name a station and its start")
