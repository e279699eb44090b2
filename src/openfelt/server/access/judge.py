"""Who is who he says: password, PIN and second factor, and how long whoever was wrong waits."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from openfelt.server.access import totp
from openfelt.server.access.persons import Changed, Known, Persons
from openfelt.server.access.store import Store
from openfelt.server.access.tries import MustWait, Secret, Tries, Unknown

_SECOND_US: Final = 1_000_000


class CodeNeeded(msgspec.Struct, frozen=True):
    """The password was right; the code of the second factor is asked for."""


class FactorMissing(msgspec.Struct, frozen=True):
    """The password was right; his role needs a second factor, and he has none."""


class Turns:
    """One at a time for each name; of whom nobody waits for nothing is kept."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, asyncio.Lock] = {}
        self._there: dict[Hashable, int] = {}

    @asynccontextmanager
    async def of(self, name: Hashable) -> AsyncIterator[None]:
        """Wait for one's turn."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        self._there[name] = self._there.get(name, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._there[name] -= 1
            if not self._there[name]:
                del self._there[name], self._locks[name]


class Judge:
    """Judges what a person shows at a station.  A try is counted before the next is looked at."""

    def __init__(
        self, persons: Persons, store: Store, clock: Callable[[], int], secret: bytes
    ) -> None:
        self.persons = persons
        self.tries = Tries(store, clock)
        self._store = store
        self._clock = clock
        # Codes are drawn from this and what the person table has, so neither gives them alone.
        self._secret = secret
        # The last step whose code each person has used: no code is good twice.
        self._steps: dict[str, int] = {}
        self._turns = Turns()
        # Told of every wrong try for a person there is: who, where, how many he has not heard of.
        self.wronged: Callable[[str, str, int], None] = lambda _person, _station, _count: None

    async def start(self) -> None:
        """Read what was kept."""
        await self.tries.start()
        for person, step in (await self._store.all("step")).items():
            self._steps[person] = int(step)

    async def pin(
        self, person: str, station: str, pin: str
    ) -> Known | Unknown | MustWait | Changed:
        """Judge a PIN."""
        async with self._turns.of((person, station)):
            judged = await self._judged(person, station, pin, "pin")
            if isinstance(judged, Known):
                await self.tries.right(person, station, "pin")
            return judged

    async def password(
        self, person: str, station: str, password: str, code: str, *, needs_factor: bool
    ) -> Known | Unknown | MustWait | Changed | CodeNeeded | FactorMissing:
        """Judge a password, and the code where his role needs one or he has been given a factor."""
        async with self._turns.of((person, station)):
            judged = await self._judged(person, station, password, "password")
            if not isinstance(judged, Known):
                return judged
            if needs_factor and not judged.factor:
                return FactorMissing()
            if judged.factor and not code:
                return CodeNeeded()
            if judged.factor and not await self._is_code(person, judged.factor, code):
                return await self._wrong(person, station, "password", known=True)
            await self.tries.right(person, station, "password")
            return judged

    async def give_factor(self, person: str, *, on: bool) -> str | None:
        """Draw a person's second factor anew, or let him have none; return it for his app.

        None where there is no such person.
        """
        factor = await self.persons.put_factor(person, on=on)
        if factor is None:
            return None
        self._steps.pop(person, None)
        await self._store.drop("step", person)
        return totp.uri(self.factor_of(person, factor), person) if on else ""

    def factor_of(self, person: str, factor: str) -> bytes:
        """Return what a person's codes are drawn with: his app has it, and no table does."""
        text = f"second factor {factor} {person}".encode()
        return hmac.digest(self._secret, text, "sha256")[:20]

    async def _judged(
        self, person: str, station: str, given: str, secret: Secret
    ) -> Known | Unknown | MustWait | Changed:
        must_wait = self.tries.wait_of(person, station, secret)
        if must_wait is not None:
            return must_wait
        found = await self.persons.find(person)
        if isinstance(found, Changed):
            return found
        if await self.persons.judge(found, given, secret) and found is not None:
            return Known(found.name, found.factor)
        return await self._wrong(person, station, secret, known=found is not None)

    async def _wrong(self, person: str, station: str, secret: Secret, *, known: bool) -> Unknown:
        judged = await self.tries.wrong(person, station, secret, known=known)
        if known:
            self.wronged(person, station, self.tries.untold(person).count)
        return judged

    async def _is_code(self, person: str, factor: str, code: str) -> bool:
        """Judge a code; it is spent, on disk, before it counts."""
        async with self._turns.of(person):
            secret = self.factor_of(person, factor)
            step = totp.step_of(secret, code.strip(), self._clock() // _SECOND_US)
            if step is None or step <= self._steps.get(person, -1):
                return False
            self._steps[person] = step
            await self._store.put("step", person, str(step).encode())
            return True
