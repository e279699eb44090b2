"""Who staff are: names and credentials, kept beside the journal, which knows a person by an id.

Hashing takes tens of milliseconds by intent, so it is done in a thread, two at a time at most.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from openfelt.server.access.tries import Tally

T = TypeVar("T")

TRIES_MAX: Final = 3
_AT_ONCE: Final = 2
PASSWORD_LEAST: Final = 8
_PIN: Final = re.compile(r"[0-9]{4,12}")
# No name of the floor is longer; a stranger's may be, and is not worth the memory.
_NAME_MOST: Final = 40


def weakness(password: str, pin: str) -> str:
    """Say what is wrong with new credentials, "" for nothing."""
    if len(password) < PASSWORD_LEAST:
        return f"the password is too short: give at least {PASSWORD_LEAST} characters"
    if not _PIN.fullmatch(pin):
        return "the PIN must be 4 to 12 digits"
    return ""


class PersonTable(Protocol):
    """Where persons are kept: the journal's own table for them."""

    async def person(self, person: str) -> bytes | None:
        """Look one up."""
        ...

    async def put_person(self, person: str, data: bytes) -> None:
        """Keep one."""
        ...


class Person(msgspec.Struct, frozen=True):
    """A member of staff.  `wrong` counts the tries since the last right one."""

    name: str
    password: str = ""
    pin: str = ""
    wrong: int = 0
    wrong_pin: int = 0


class Known(msgspec.Struct, frozen=True):
    """The credential was right."""

    name: str


class Unknown(msgspec.Struct, frozen=True):
    """It was not, or there is no such person: the answer is the same."""

    tries_left: int


class Persons:
    """Verifies credentials; three wrong ones lock a person until somebody sets a new one."""

    def __init__(self, table: PersonTable, hasher: PasswordHasher | None = None) -> None:
        self._table = table
        self._hasher = hasher or PasswordHasher()
        self._slots = asyncio.Semaphore(_AT_ONCE)
        # A try is judged and counted before the next of the same person is looked at.
        self._turns: dict[str, asyncio.Lock] = {}
        # Names nobody has lock as others do, so that nobody learns who exists.
        self._strangers = Tally()
        # Verified for those who do not exist, so that it takes as long.
        self._nobody = ""

    async def name_of(self, person: str) -> str:
        """Return how a person is called, "" for nobody."""
        found = await self._find(person)
        return found.name if found else ""

    async def put(self, person: str, name: str, *, password: str, pin: str) -> None:
        """Set or replace a person's credentials; this also unlocks him."""
        hashed = await self._in_thread(self._hash_both, password, pin)
        await self._keep(person, Person(name, *hashed))

    async def password_is(self, person: str, password: str) -> Known | Unknown:
        """Judge a password."""
        return await self._judge(person, password, pin=False)

    async def pin_is(self, person: str, pin: str) -> Known | Unknown:
        """Judge a PIN."""
        return await self._judge(person, pin, pin=True)

    async def _judge(self, person: str, secret: str, *, pin: bool) -> Known | Unknown:
        async with self._turns.setdefault(person, asyncio.Lock()):
            found = await self._find(person)
            wrong = (found.wrong_pin if pin else found.wrong) if found else 0
            hashed = (found.pin if pin else found.password) if found else ""
            right = await self._in_thread(self._verify, hashed, secret)
            if found is None:
                self._turns.pop(person, None)
                wrong = self._strangers.add((person[:_NAME_MOST], pin))
                return Unknown(max(0, TRIES_MAX - wrong))
            if wrong >= TRIES_MAX:
                return Unknown(0)
            wrong = 0 if right else wrong + 1
            field = "wrong_pin" if pin else "wrong"
            await self._keep(person, msgspec.structs.replace(found, **{field: wrong}))
            return Unknown(TRIES_MAX - wrong) if wrong else Known(found.name)

    async def _find(self, person: str) -> Person | None:
        data = await self._table.person(person)
        return msgspec.json.decode(data, type=Person) if data else None

    async def _keep(self, person: str, data: Person) -> None:
        await self._table.put_person(person, msgspec.json.encode(data))

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
