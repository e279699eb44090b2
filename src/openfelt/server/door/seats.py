"""The connections of all our sockets: how many, from where, and who goes first when it is full.

Whoever connects is a stranger, and counted by his address, until a station's `hello` makes him
known.  A stranger waits (nothing whole has come from him, or he has had his answer) or is being
answered.  When there is no room the one that has waited longest makes it: connections that are held
open for nothing only push each other out.  Every stranger has a time by which he must have come on.
"""

import asyncio
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address
from time import monotonic
from typing import Final

from openfelt.server.log import log

# A browser opens six; behind one address there may be a whole row of terminals.
MOST_AN_ADDRESS: Final = 1_024
SWEEP_S: Final = 0.25
# Whoever is turned away by the thousand need not fill the log.
_TOLD_EVERY_S: Final = 60.0
_NEVER: Final = float("inf")

Network = IPv4Network | IPv6Network


def _nothing() -> None:
    """Nobody is there yet."""


class Seat:
    """One connection's place."""

    __slots__ = ("_seats", "address", "cut", "due", "is_known", "is_waiting")

    def __init__(self, seats: "Seats", address: str) -> None:
        self._seats = seats
        self.address = address
        # Ends the connection at once; whoever holds it says how.
        self.cut: Callable[[], object] = _nothing
        self.due = _NEVER
        self.is_waiting = True
        self.is_known = False

    def wait(self, seconds: float) -> None:
        """Wait for more of him, so long at most; who has no place needs his more."""
        self.due = self._seats.clock() + seconds
        if not self.is_waiting:
            self.is_waiting = True
            self._seats.moved_back(self)

    def work(self, seconds: float) -> None:
        """Answer him, so long at most; nobody takes his place meanwhile."""
        self.due = self._seats.clock() + seconds
        self.is_waiting = False

    def known(self) -> None:
        """Count him no longer among the strangers: he is a station of ours."""
        self.is_known, self.is_waiting, self.due = True, False, _NEVER
        self._seats.now_known(self)

    def leave(self) -> None:
        """Give the place back; once is enough, and more does no harm."""
        self._seats.left(self)


class Seats:
    """All of them, shared by every socket of a server."""

    def __init__(
        self,
        most: int = 1_000_000,
        most_an_address: int = MOST_AN_ADDRESS,
        proxies: Iterable[Network] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.most = most
        self.clock = clock
        self.turned_away = 0
        self.pushed_out = 0
        # Where there is little room one address has never all of it.
        self._most_an_address = min(most_an_address, max(1, most * 3 // 4))
        self._proxies = tuple(proxies)
        self._strangers: dict[Seat, None] = {}
        self._from: dict[str, dict[Seat, None]] = {}
        self._known: set[Seat] = set()
        # Doors that wait until somebody leaves.
        self._shut: list[Callable[[], None]] = []
        self._sweeps = False
        self._told = -_TOLD_EVERY_S

    def __len__(self) -> int:
        return len(self._strangers) + len(self._known)

    def is_proxy(self, address: str) -> bool:
        """Say whether it is one of the proxies the file names: others stand behind it."""
        if not self._proxies:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)

    @property
    def is_full(self) -> bool:
        """Whether somebody must go before another can come."""
        return len(self) >= self.most

    def make_room(self) -> bool:
        """Let the stranger go who has waited longest; say whether there is room now."""
        return not self.is_full or self._cut_first(self._strangers)

    def admit(self, address: str) -> Seat | None:
        """Give a stranger a place, None where his address has too many that are in use."""
        own = self._from.get(address)
        if (
            own is not None
            and len(own) >= self._most_an_address
            and not self.is_proxy(address)
            and not self._cut_first(own)
        ):
            self._tell_turned_away(address)
            return None
        seat = Seat(self, address)
        self._strangers[seat] = None
        self._from.setdefault(address, {})[seat] = None
        if not self._sweeps:
            self._sweeps = True
            asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)
        return seat

    def wake(self, door: Callable[[], None]) -> None:
        """Call when there may be room again."""
        self._shut.append(door)

    def moved_back(self, seat: Seat) -> None:
        """Put a stranger who was answered at the end of those who wait: he can make room now."""
        for among in (self._strangers, self._from.get(seat.address, {})):
            if among.pop(seat, self) is None:
                among[seat] = None
        self._open_again()

    def now_known(self, seat: Seat) -> None:
        """Move a seat from the strangers to the stations."""
        if seat in self._strangers:
            self._drop_stranger(seat)
            self._known.add(seat)

    def left(self, seat: Seat) -> None:
        """Take a seat back."""
        if seat in self._strangers:
            self._drop_stranger(seat)
        self._known.discard(seat)
        if not self.is_full:
            self._open_again()

    def _drop_stranger(self, seat: Seat) -> None:
        del self._strangers[seat]
        own = self._from[seat.address]
        del own[seat]
        if not own:
            del self._from[seat.address]

    def _cut_first(self, among: Iterable[Seat]) -> bool:
        waiting = next((seat for seat in among if seat.is_waiting), None)
        if waiting is None:
            return False
        self.pushed_out += 1
        self._cut(waiting)
        return True

    def _cut(self, seat: Seat) -> None:
        self.left(seat)
        seat.cut()

    def _open_again(self) -> None:
        shut, self._shut = self._shut, []
        for door in shut:
            door()

    def _sweep(self) -> None:
        """End what has taken too long."""
        now = self.clock()
        for seat in [seat for seat in self._strangers if seat.due <= now]:
            self._cut(seat)
        self._sweeps = bool(self._strangers)
        if self._sweeps:
            asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)

    def _tell_turned_away(self, address: str) -> None:
        self.turned_away += 1
        if self.clock() - self._told >= _TOLD_EVERY_S:
            self._told = self.clock()
            log.warning("an address holds too many connections; more are refused", address=address)
