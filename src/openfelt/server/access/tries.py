"""Counting wrong tries by whom they come from, in little memory whoever comes.

Whoever was wrong waits, longer each time; nobody is locked out.  The wait is one person's at one
station, so that a stranger at a terminal keeps nobody out anywhere else.
"""

from collections.abc import Callable, Hashable
from math import ceil
from time import monotonic
from typing import Final, Literal

import msgspec

from openfelt.server.access.store import Store

# Nobody mistypes a code more often; whoever guesses needs millions.
WRONG_MOST: Final = 10
WINDOW_S: Final = 60.0
_KEPT: Final = 1_000
# So many wrong tries cost nothing; from then on each doubles the wait.
TRIES_FREE: Final = 3
WAIT_FIRST_S: Final = 5.0
WAIT_MOST_S: Final = 300.0
# Without a wrong try for so long the next counts as the first.
FORGOTTEN_S: Final = 3_600.0
# No name of the floor is longer; a stranger's may be, and is not worth the memory.
_NAME_MOST: Final = 64

Secret = Literal["password", "pin"]


class Tally:
    """Counts by name, for so many names at most: the one counted longest ago is forgotten."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._counts: dict[Hashable, int] = {}

    def of(self, name: Hashable) -> int:
        """Return how often a name was counted."""
        return self._counts.get(name, 0)

    def add(self, name: Hashable) -> int:
        """Count a name once more; return how often that makes."""
        count = self._counts.pop(name, 0) + 1
        self._counts[name] = count
        if len(self._counts) > self._most:
            del self._counts[next(iter(self._counts))]
        return count


class Throttle:
    """Shuts an address out for the rest of a minute in which it was wrong too often."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: int = WRONG_MOST) -> None:
        self._clock = clock
        self._most = most
        self._since = clock()
        self._wrong = Tally()

    def is_shut(self, address: str) -> bool:
        """Say whether an address must wait."""
        return self._now_counted().of(address) >= self._most

    def wrong(self, address: str) -> bool:
        """Count a wrong try; say whether it is the one after which the address must wait."""
        return self._now_counted().add(address) == self._most

    def wait_s(self) -> int:
        """Return after how many seconds everybody begins anew."""
        return max(1, ceil(self._since + WINDOW_S - self._clock()))

    def _now_counted(self) -> Tally:
        now = self._clock()
        if now >= self._since + WINDOW_S:
            self._since, self._wrong = now, Tally()
        return self._wrong


class Unknown(msgspec.Struct, frozen=True):
    """It was wrong, or there is no such person: the answer is the same.

    `tries_left` until he must wait, then `wait_s` for how long.
    """

    tries_left: int
    wait_s: int = 0


class MustWait(msgspec.Struct, frozen=True):
    """What was given was not looked at: he was wrong too often, and it is not time yet."""

    wait_s: int


class Told(msgspec.Struct, frozen=True):
    """What a person hears of tries with his name: how many, since when (µs UTC), and where."""

    count: int = 0
    since: int = 0
    stations: tuple[str, ...] = ()


class Wrong(msgspec.Struct):
    """Wrong tries for one person at one station.  `untold` are those he has not heard of."""

    count: int = 0
    untold: int = 0
    since: int = 0


class _Wait(msgspec.Struct):
    """A wait: how many wrong tries, when the last was, and until when nothing is looked at."""

    count: int
    last: float
    until: float


class Tries:
    """Wrong passwords and PINs.  How long to wait is counted on a clock that nobody can set.

    What a known person has to hear of is on disk, and so is his count: after a restart the
    wait begins anew.  Of names nobody has only so many are remembered.
    """

    def __init__(
        self, store: Store, wall: Callable[[], int], clock: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._wall = wall
        self._clock = clock
        self._wrong: dict[str, Wrong] = {}
        self._waits: dict[str, _Wait] = {}
        self._strangers: dict[str, _Wait] = {}

    async def start(self) -> None:
        """Read what was kept."""
        for name, data in (await self._store.all("tries")).items():
            self._wrong[name] = msgspec.json.decode(data, type=Wrong)
            if self._wrong[name].count:
                self._waits[name] = self._wait(self._wrong[name].count)

    def wait_of(self, person: str, station: str, secret: Secret) -> MustWait | None:
        """Say how long one must wait before a try is looked at at all, None for not."""
        name = _name(person, station, secret)
        wait = self._waits.get(name) or self._strangers.get(name)
        if wait is None or wait.until <= self._clock():
            return None
        return MustWait(ceil(wait.until - self._clock()))

    async def wrong(self, person: str, station: str, secret: Secret, *, known: bool) -> Unknown:
        """Count a wrong try."""
        name = _name(person, station, secret)
        waits = self._waits if known else self._strangers
        before = waits.pop(name, None)
        fresh = before is None or self._clock() - before.last >= FORGOTTEN_S
        wait = waits[name] = self._wait(1 if fresh or before is None else before.count + 1)
        if known:
            wrong = self._wrong.setdefault(name, Wrong())
            wrong.count, wrong.untold = wait.count, wrong.untold + 1
            wrong.since = wrong.since or self._wall()
            await self._keep(name, wrong)
        elif len(waits) > _KEPT:
            del waits[next(iter(waits))]
        left = max(0, TRIES_FREE - wait.count)
        return Unknown(left, ceil(wait.until - wait.last))

    async def right(self, person: str, station: str, secret: Secret) -> None:
        """Let a person's wrong tries here be forgotten, as far as he need not hear of them."""
        name = _name(person, station, secret)
        self._waits.pop(name, None)
        wrong = self._wrong.get(name)
        if wrong is not None and wrong.count:
            wrong.count = 0
            await self._keep(name, wrong)

    def untold(self, person: str) -> Told:
        """Return what a person has to hear of, and has not."""
        mine = [(name, w) for name, w in self._of(person) if w.untold]
        stations = dict.fromkeys(name.split(" ")[1] for name, _ in mine)
        since = min((wrong.since for _, wrong in mine), default=0)
        return Told(sum(wrong.untold for _, wrong in mine), since, tuple(stations))

    async def tell(self, person: str) -> Told:
        """Return what a person has to hear of; he has heard it then."""
        told = self.untold(person)
        for name, wrong in self._of(person):
            if wrong.untold:
                wrong.untold = wrong.since = 0
                await self._keep(name, wrong)
        return told

    async def forget(self, person: str) -> None:
        """Let a person with new credentials begin anew everywhere."""
        for name, _ in self._of(person):
            del self._wrong[name]
            self._waits.pop(name, None)
            await self._store.drop("tries", name)

    def _of(self, person: str) -> list[tuple[str, Wrong]]:
        return [one for one in self._wrong.items() if one[0].split(" ", 2)[2] == person]

    def _wait(self, count: int) -> _Wait:
        now = self._clock()
        over = count - TRIES_FREE
        seconds = min(WAIT_MOST_S, WAIT_FIRST_S * 2.0**over) if over >= 0 else 0.0
        return _Wait(count, now, now + seconds)

    async def _keep(self, name: str, wrong: Wrong) -> None:
        if wrong.count or wrong.untold:
            await self._store.put("tries", name, msgspec.json.encode(wrong))
        else:
            self._wrong.pop(name, None)
            await self._store.drop("tries", name)


def _name(person: str, station: str, secret: Secret) -> str:
    return f"{secret} {station} {person[:_NAME_MOST]}"
