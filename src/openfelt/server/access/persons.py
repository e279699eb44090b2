"""Who staff are: names and credentials, kept beside the journal, which knows a person by an id.

Hashing takes tens of milliseconds by intent, so it is done in a thread, two at a time at most.
"""

import asyncio
import re
import secrets
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from openfelt.server.access import records
from openfelt.server.access.records import PersonTable, Records
from openfelt.server.access.tries import Secret

T = TypeVar("T")

_AT_ONCE: Final = 2
PASSWORD_LEAST: Final = 8
_PIN: Final = re.compile(r"[0-9]{4,12}")


def weakness(password: str, pin: str) -> str:
    """Say what is wrong with new credentials, "" for nothing."""
    if len(password) < PASSWORD_LEAST:
        return f"the password is too short: give at least {PASSWORD_LEAST} characters"
    if not _PIN.fullmatch(pin):
        return "the PIN must be 4 to 12 digits"
    return ""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A member of staff.  `factor` is what his codes are drawn from, "" where he has none."""

    name: str
    password: str = ""
    pin: str = ""
    factor: str = ""


class Changed(msgspec.Struct, frozen=True):
    """What is kept of a person is not what the floor wrote: nothing of it is believed."""


class Known(msgspec.Struct, frozen=True):
    """The credential was right."""

    name: str
    factor: str = ""


class Persons:
    """Verifies credentials.  How often somebody was wrong is counted elsewhere."""

    def __init__(
        self,
        table: PersonTable,
        hasher: PasswordHasher | None = None,
        vouched: Records | None = None,
    ) -> None:
        self._table = table
        self._hasher = hasher or PasswordHasher()
        # Without them nothing is noted and everything believed.
        self._records = vouched
        self._slots = asyncio.Semaphore(_AT_ONCE)
        # Verified for those who do not exist, so that it takes as long.
        self._nobody = ""
        # How each person is called, for whoever is shown one.
        self._names: dict[str, str] = {}

    async def start(self) -> None:
        """Learn how everybody is called."""
        for person in await self._table.persons():
            self._names[person] = await self.name_of(person)

    def called(self, person: str) -> str:
        """Return how a person is shown: by his name, with the id where another has the same."""
        name = self._names.get(person) or person
        alone = sum(other == name for other in self._names.values()) < 2
        return name if alone else f"{name} ({person})"

    async def name_of(self, person: str) -> str:
        """Return how a person is called, "" for nobody."""
        found = await self.find(person)
        return "" if found is None else found.name if isinstance(found, Person) else person

    async def put(self, person: str, name: str, *, password: str, pin: str) -> None:
        """Set or replace a person's credentials; his second factor stays."""
        hashed = await self._in_thread(self._hash_both, password, pin)
        before = await self.find(person)
        # Of a record that is not believed nothing is taken over, a second factor neither.
        factor = before.factor if isinstance(before, Person) else ""
        await self._keep(person, Person(name, *hashed, factor))

    async def put_factor(self, person: str, *, on: bool) -> str | None:
        """Draw anew what a person's codes come from, or let him have none; None for nobody."""
        found = await self.find(person)
        if not isinstance(found, Person):
            return None
        factor = secrets.token_hex(16) if on else ""
        await self._keep(person, msgspec.structs.replace(found, factor=factor))
        return factor

    async def judge(self, found: Person | None, given: str, secret: Secret) -> bool:
        """Judge a password or a PIN; for nobody it takes as long."""
        hashed = "" if found is None else found.pin if secret == "pin" else found.password  # noqa: S105
        return await self._in_thread(self._verify, hashed, given)

    async def find(self, person: str) -> Person | Changed | None:
        """Look a person up."""
        data = await self._table.person(person)
        if data is None:
            return None
        if self._records and not self._records.is_noted(records.person(person), data):
            return Changed()
        return msgspec.json.decode(data, type=Person)

    async def _keep(self, person: str, data: Person) -> None:
        encoded = msgspec.json.encode(data)
        self._names[person] = data.name
        if self._records:
            await self._records.write({records.person(person): encoded})
        else:
            await self._table.put_person(person, encoded)

    def _hash_both(self, password: str, pin: str) -> tuple[str, str]:
        return self._hasher.hash(password), self._hasher.hash(pin) if pin else ""

    def _verify(self, hashed: str, secret: str) -> bool:
        if not hashed:
            self._nobody = self._nobody or self._hasher.hash("nobody")
        try:
            self._hasher.verify(hashed or self._nobody, secret)
        except (VerificationError, InvalidHashError):
            return False
        return bool(hashed)

    async def _in_thread(self, work: Callable[..., T], *what: str) -> T:
        async with self._slots:
            return await asyncio.to_thread(work, *what)
