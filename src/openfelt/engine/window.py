"""The idempotency window: which of a client's last commands were accepted, and where they stand.

It keeps no answers: an answer is its events, and those are in the journal.  A number is 32 bytes
here (the number, the digest of its command, the first row and how many), so a station with two
starts of sixteen numbers takes little over one kilobyte.  The window is a pure function of the
rows; refusals, which have none, are remembered beside it and in memory only.
"""

import re
from array import array
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

_FIELDS: Final = 4
_EMPTY: Final = bytes(8 * _FIELDS * NUMBERS_KEPT)
_WORD: Final = re.compile(r"[^\s\x00]{1,100}")

_TOO_OLD: Final = Refused(Refusal.NUMBER_TOO_OLD)
_REUSED: Final = Refused(Refusal.NUMBER_REUSED)

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

    def __init__(self, highest: int = 0, slots: bytes = _EMPTY) -> None:
        self.highest = highest
        self.slots = array("Q", slots)

    def enter(self, number: int, digest: int, first: int, count: int) -> None:
        """Note an accepted number; one older than the window changes nothing."""
        if number > self.highest:
            self.highest = number
        elif number <= self.highest - NUMBERS_KEPT:
            return
        at = number % NUMBERS_KEPT * _FIELDS
        slots = self.slots
        slots[at] = number
        slots[at + 1] = digest
        slots[at + 2] = first
        slots[at + 3] = count

    def known(self, number: int, digest: int) -> Place | Refused | None:
        """Return where a number's answer stands, why it has none, or None when it is news."""
        if number > self.highest:
            return None
        if number <= self.highest - NUMBERS_KEPT:
            return _TOO_OLD
        at = number % NUMBERS_KEPT * _FIELDS
        slots = self.slots
        if slots[at] != number:
            return None
        if slots[at + 1] != digest:
            return _REUSED
        return Place(slots[at + 2], slots[at + 3])

    def fold(self, number: int, digest: int, sequence: int) -> None:
        """Note one row of an accepted number."""
        at = number % NUMBERS_KEPT * _FIELDS
        if self.slots[at] == number:
            self.slots[at + 3] += 1
        else:
            self.enter(number, digest, sequence, 1)


class Window:
    """The last two starts of every station."""

    __slots__ = ("_stations",)

    def __init__(self) -> None:
        self._stations: dict[str, dict[str, Boot]] = {}

    def find(self, client: Client) -> Boot | None:
        """Return what is kept of a client; a new one must have a name the journal can keep."""
        boots = self._stations.get(client.station)
        boot = boots.get(client.boot) if boots is not None else None
        if boot is None:
            _refuse_unfit(client)
        return boot

    def open(self, client: Client) -> Boot:
        """Return the client's window, made when it is missing; the third start is forgotten."""
        boots = self._stations.get(client.station)
        if boots is None:
            boots = self._stations[client.station] = {}
        boot = boots.get(client.boot)
        if boot is None:
            boot = boots[client.boot] = Boot()
            if len(boots) > BOOTS_KEPT:
                del boots[next(iter(boots))]
        return boot

    def fold(self, column: str, number: int, sequence: int) -> None:
        """Take the client column of a row: `station boot digest`."""
        station, boot, digest = column.split(" ")
        self.open(Client(station, boot)).fold(number, int(digest, 16), sequence)

    def snapped(self) -> Snapped:
        """Return the window as plain values."""
        return {
            station: [(name, boot.highest, boot.slots.tobytes()) for name, boot in boots.items()]
            for station, boots in self._stations.items()
        }

    @classmethod
    def restored(cls, snapped: Snapped) -> "Window":
        """Return the window that was snapped."""
        window = cls()
        for station, boots in snapped.items():
            window._stations[station] = {
                name: Boot(highest, slots) for name, highest, slots in boots
            }
        return window


class Refusals:
    """Why the last numbers of a client were refused; forgotten by a restart, decided anew then."""

    __slots__ = ("stations",)

    def __init__(self) -> None:
        self.stations: dict[str, dict[str, dict[int, tuple[int, Refused]]]] = {}

    def known(self, client: Client, number: int, digest: int) -> Refused | None:
        """Return what was said to a number."""
        boots = self.stations.get(client.station)
        numbers = boots.get(client.boot) if boots is not None else None
        if numbers is None or number not in numbers:
            return None
        before, refused = numbers[number]
        return refused if before == digest else _REUSED

    def enter(self, client: Client, number: int, digest: int, refused: Refused) -> None:
        """Note a refusal; one without figures is kept once for all clients."""
        boots = self.stations.setdefault(client.station, {})
        numbers = boots.get(client.boot)
        if numbers is None:
            numbers = boots[client.boot] = {}
            if len(boots) > BOOTS_KEPT:
                del boots[next(iter(boots))]
        plain = refused if refused.data else _PLAIN.setdefault(refused.code, refused)
        numbers[number] = (digest, plain)
        if len(numbers) > NUMBERS_KEPT:
            del numbers[next(iter(numbers))]


_PLAIN: Final[dict[Refusal, Refused]] = {}


def _refuse_unfit(client: Client) -> None:
    fits = _WORD.fullmatch(client.station) and _WORD.fullmatch(client.boot)
    if not fits or client.station == FROM_STREAM:
        raise BadRequest(f"{client} cannot name a station and its start")
