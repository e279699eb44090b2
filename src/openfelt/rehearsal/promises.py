"""What was promised and can be looked up: an answer is on disk, a repeat hears it, a hold holds."""

from openfelt.floor.state import State
from openfelt.journal.row import Row
from openfelt.journal.upcasts import fields

# How many numbers back a station may ask again and must hear the same.
WINDOW = 16
_FROM_STREAM = "stream "


class Violated(AssertionError):
    """The floor broke a promise."""


class Promises:
    """What the journal has, and which promises were broken: they are raised by `check`."""

    def __init__(self) -> None:
        self._durable: set[tuple[str, str, int]] = set()
        self._highest: dict[tuple[str, str], int] = {}
        self._held: set[str] = set()
        self._broken: list[str] = []

    def take(self, row: Row) -> None:
        """Hear a row that is on disk."""
        if row.client and not row.client.startswith(_FROM_STREAM):
            station = row.client.partition(" ")[0]
            self._durable.add((row.stream, station, row.number))
            highest = self._highest.get((row.stream, station), 0)
            self._highest[row.stream, station] = max(highest, row.number)
        match row.type:
            case "TicketHeld" | "HandPayHeld":
                said = fields(row)
                number = said.get("number") or said["voucher"]
                (self._held.add if said["held"] else self._held.discard)(number)
            case "HoldReleased" | "TicketPaidElsewhere":
                self._held.discard(fields(row)["number"])
            case _:
                pass

    def break_(self, what: str) -> None:
        """Note a broken promise where nobody would hear an exception."""
        self._broken.append(what)

    def check(self) -> None:
        """Raise the first promise that was broken."""
        if self._broken:
            raise Violated(self._broken[0])

    def acknowledged(self, stream: str, station: str, number: int) -> None:
        """Somebody was told ok: it must be on disk."""
        if (stream, station, number) not in self._durable:
            self.break_(f"{station} was told ok for {number}, and it is not on disk")

    def too_old(self, stream: str, station: str, number: int) -> None:
        """Somebody was told that his number is too old: so many newer ones must be on disk."""
        if number > self._highest.get((stream, station), 0) - WINDOW:
            self.break_(f"{station} was told that {number} is too old, and it is not")

    def old_numbers(self, stream: str, station: str) -> range:
        """Return the numbers about the edge of the window."""
        edge = self._highest.get((stream, station), 0) - WINDOW
        return range(edge - 1, edge + 3)

    def check_held(self, house: State) -> None:
        """Whatever is withheld is still there to be released or paid."""
        for number in self._held:
            slip = house.tickets.get(number) or house.hand_pays.get(number)
            if slip is None or slip.state != "held":
                raise Violated(f"{number} is withheld, and the house does not have it so")
