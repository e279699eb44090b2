"""Who may come in: enrolled stations, who is signed in at them, and tokens for the feed.

A station enrols once with a code that the office gives out, and from then on shows its own key.
That key acts for nobody: every sign-in draws another, which only the page has that signed in, and
which ends with it.  Who is signed in is a row of the station, so it survives a restart, and a
hand-over from one dealer to the next is one write.
"""

import asyncio
import hmac
import secrets
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec

from openfelt.engine.key import MARK_BYTES, mark
from openfelt.server.access import records
from openfelt.server.access.judge import CodeNeeded, FactorMissing, Judge
from openfelt.server.access.persons import Changed, Known, Persons
from openfelt.server.access.records import Records
from openfelt.server.access.store import Store
from openfelt.server.access.tries import MustWait, Throttle, Told, Unknown
from openfelt.server.log import log
from openfelt.stations.device import DEVICES, DeviceKind
from openfelt.stations.kind import StationKind

TOKEN_US: Final = 30_000_000
CODE_US: Final = 15 * 60_000_000
IDLE_US: Final = 5 * 60_000_000
# Fifty random bits in letters and figures that nobody takes for one another: ten thousand guesses
# a second for the whole quarter of an hour hit it once in a hundred million times, so wrong ones
# are no reason to take a code from whom it was given to.
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 10
_MISREAD: Final = str.maketrans("OIL", "011", " -")
# More than a page that reconnects can need at a time.
_TOKENS_MAX: Final = 4

Clock = Callable[[], int]


class Place(msgspec.Struct, frozen=True):
    """A station as the configuration has it: its kind, its tables and who signs in.

    `stream` is where it is heard: its pit, or the house.  `minders` are the roles that look after
    a player's terminal, where nobody signs in.
    """

    name: str
    kind: StationKind
    stream: str
    tables: tuple[str, ...]
    staff: frozenset[str] = frozenset()
    minders: frozenset[str] = frozenset()

    @property
    def at(self) -> str:
        """The table or terminal a device stands at: `T1` of `printer@T1`."""
        return self.name.partition("@")[2]

    @property
    def device(self) -> DeviceKind:
        """Which device it is: the printer of `printer@T1`."""
        return DEVICES[self.name.partition("@")[0]]


class Enrolled(msgspec.Struct, frozen=True):
    """What is kept of a station: hashes of its key and of the code that is out."""

    key: str = ""
    code: str = ""
    code_until: int = 0


class SignedIn(msgspec.Struct):
    """Who is signed in at a station, and whether it is locked because he was idle.

    `until` is when the role that let him in ends, 0 for never.  `session` is the hash of the key
    that was drawn for this sign-in, `before` that of the one it took over from, and `page` the boot
    of the page whose feed goes on then.
    """

    person: str
    roles: tuple[str, ...]
    since: int
    seen: int
    locked: bool = False
    until: int = 0
    session: str = ""
    before: str = ""
    page: str = ""


class Entry(msgspec.Struct, frozen=True):
    """What a token opens the feed for: a station with its key, and the sign-in there, if any.

    Both keys are hashes here.
    """

    place: Place
    key: str
    person: str = ""
    roles: tuple[str, ...] = ()
    session: str = ""


class Admitted(msgspec.Struct, frozen=True):
    """Somebody is signed in, or back: the key of it, and what he has to hear of wrong tries."""

    session: str
    told: Told


class NoRole(msgspec.Struct, frozen=True):
    """The password was right, and the person has no role that signs in at this station."""


Refusal = Unknown | MustWait | Changed | NoRole | CodeNeeded | FactorMissing


def _hashed(secret: str) -> str:
    """Our secrets are 256 random bits, so a plain hash of one cannot be turned back."""
    return sha256(secret.encode()).hexdigest()


def _same(hashed: str, secret: str) -> bool:
    return bool(hashed) and hmac.compare_digest(hashed, _hashed(secret))


class Access:
    """Keys, sign-ins and tokens.  What changes is on disk before it counts."""

    def __init__(
        self,
        store: Store,
        persons: Persons,
        clock: Clock,
        secret: bytes = b"",
        vouched: Records | None = None,
    ) -> None:
        self._store = store
        # Without them nothing is noted and everything believed.
        self._records = vouched
        self._secret = secret
        self.judge = Judge(persons, store, clock, secret)
        self._clock = clock
        # The roles that need a second factor.
        self.factor_roles: frozenset[str] = frozenset()
        self.places: dict[str, Place] = {}
        # How long a person may do nothing before his station hides.
        self.idle_us = IDLE_US
        self._enrolled: dict[str, Enrolled] = {}
        self._signed: dict[str, SignedIn] = {}
        # One sign-in is written at a time, so that none is undone by one decided before it.
        self._signing = asyncio.Lock()
        self._shown: dict[str, str] = {}
        # Whoever guesses at codes is told to wait, and told of.
        self.guesses = Throttle()
        self._tokens: dict[str, tuple[int, Entry]] = {}
        self._given: dict[str, deque[str]] = {}
        # Told when a station's key or sign-in changed: open feeds must follow.
        self.changed: Callable[[str], None] = lambda _: None

    @property
    def persons(self) -> Persons:
        """Who staff are."""
        return self.judge.persons

    @persons.setter
    def persons(self, persons: Persons) -> None:
        self.judge.persons = persons

    async def start(self) -> None:
        """Read what was kept."""
        await self.persons.start()
        await self.judge.start()
        for name, data in (await self._store.all("station")).items():
            if self._records is None or self._records.is_noted(records.station(name), data):
                self._enrolled[name] = msgspec.json.decode(data, type=Enrolled)
        for name, data in (await self._store.all("session")).items():
            signed = self._read(name, data)
            if signed is None:
                log.warning("a sign-in that is not this floor's own is over", station=name)
                await self._store.drop("session", name)
                continue
            self._signed[name] = signed
            # When he was last seen was never written down, and he may have been busy till the end.
            if not signed.locked:
                signed.seen = self._clock()

    # Stations

    async def give_code(self, station: str) -> str:
        """Draw a one-time code with which a station enrols; its old key is good until it does."""
        assert station in self.places
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        known = self._enrolled.get(station, Enrolled())
        await self._keep_station(
            station, Enrolled(known.key, _hashed(code), self._clock() + CODE_US)
        )
        return code

    async def enrol(self, station: str, code: str) -> str | None:
        """Give the station its key for the code, None when it is not the one that is out."""
        known = self._enrolled.get(station, Enrolled())
        in_time = self._clock() < known.code_until
        if not _same(known.code, code.upper().translate(_MISREAD)) or not in_time:
            return None
        # The code is spent before anything is awaited: two tries cannot both have it.
        key = secrets.token_urlsafe(32)
        self._enrolled[station] = Enrolled(_hashed(key))
        await self._keep_station(station, self._enrolled[station])
        # Whoever was signed in was so at the machine that had the old key.
        await self._sign(station, None)
        return key

    async def enrol_for_show(self, secret: bytes) -> None:
        """On a demo floor whoever opens a station's page gets its key: all share one."""
        for station in self.places:
            text = f"demo station {station}".encode()
            self._shown[station] = hmac.digest(secret, text, "sha256").hex()
        shown = {station: Enrolled(_hashed(key)) for station, key in self._shown.items()}
        await self._keep_stations(
            {name: one for name, one in shown.items() if self._enrolled.get(name) != one}
        )

    def can_revoke(self, station: str) -> bool:
        """Say whether it is a station, or was one whose key would be good again when it is back."""
        return station in self.places or self._key_of(station) != ""

    def key_for_show(self, station: str) -> str:
        """Return the key of a demo's station, "" on a live floor."""
        return self._shown.get(station, "")

    async def revoke(self, station: str) -> None:
        """Take a station's key; whoever is signed in there is signed out."""
        await self._keep_station(station, Enrolled())
        await self._sign(station, None)

    def is_enrolled(self, station: str, key: str) -> bool:
        """Say whether this is the station's key."""
        known = self._enrolled.get(station)
        return station in self.places and known is not None and _same(known.key, key)

    def is_known(self, station: str, hashed_key: str) -> bool:
        """Say whether the station still has the key that hashes to this."""
        known = self._enrolled.get(station)
        return station in self.places and known is not None and known.key == hashed_key != ""

    def _key_of(self, station: str) -> str:
        return self._enrolled.get(station, Enrolled()).key

    async def _keep_station(self, station: str, enrolled: Enrolled) -> None:
        await self._keep_stations({station: enrolled})

    async def _keep_stations(self, stations: dict[str, Enrolled]) -> None:
        encoded = {name: msgspec.json.encode(one) for name, one in stations.items()}
        if self._records is not None and encoded:
            await self._records.write({records.station(name): d for name, d in encoded.items()})
        elif self._records is None:
            for name, data in encoded.items():
                await self._store.put("station", name, data)
        self._enrolled |= stations

    # Who is signed in

    def signed_in(self, station: str) -> SignedIn | None:
        """Return who is signed in; a sign-in ends with the role it was given for."""
        signed = self._signed.get(station)
        return None if signed is None or self._has_ended(signed) else signed

    def signed_in_by(self, station: str, session: str) -> SignedIn | None:
        """Return who is signed in to whoever shows the key of that sign-in."""
        signed = self.signed_in(station)
        return signed if signed is not None and _same(signed.session, session) else None

    async def said_name(self, person: str) -> str:
        """Return what may be logged of a name: not a password that somebody typed as one."""
        return person if await self.persons.name_of(person) else "[nobody]"

    def _has_ended(self, signed: SignedIn) -> bool:
        return 0 < signed.until <= self._clock()

    async def sign_in(
        self,
        station: str,
        person: str,
        password: str,
        roles: tuple[str, ...],
        until: int = 0,
        *,
        code: str = "",
        instead: SignedIn | None = None,
        page: str = "",
    ) -> Admitted | Refusal:
        """Sign in, in place of whoever was: a hand-over leaves no moment without a dealer.

        `roles` are those the person holds, the last that fits this station `until` then, 0 for
        good; without one he stays out.  `instead` is the sign-in he takes over by its own key: then
        the feed of its page goes on.
        """
        fit, key = self.places[station].staff, self._key_of(station)
        needs = bool(self.factor_roles & set(roles))
        judged = await self.judge.password(person, station, password, code, needs_factor=needs)
        if not isinstance(judged, Known):
            return judged
        if not fit & set(roles):
            return NoRole()
        now, session = self._clock(), secrets.token_urlsafe(32)
        signed = SignedIn(person, roles, now, now, until=until, session=_hashed(session))
        async with self._signing:
            if instead is not None and self._signed.get(station) is instead:
                signed.before, signed.page = instead.session, page or instead.page
            # Whoever lost the station's key while the password was checked stays outside.
            if self._key_of(station) == key:
                await self._write(station, signed)
        return Admitted(session, await self.judge.tries.tell(person))

    async def unlock(
        self, station: str, pin: str, page: str = ""
    ) -> Admitted | Unknown | MustWait | Changed:
        """Let the person who is signed in go on, under another key: the one before is void."""
        signed = self._signed[station]
        judged = await self.judge.pin(signed.person, station, pin)
        if not isinstance(judged, Known):
            return judged
        session = secrets.token_urlsafe(32)
        signed.locked, signed.seen = False, self._clock()
        signed.before, signed.session = signed.session, _hashed(session)
        signed.page = page or signed.page
        await self._keep(station, signed)
        return Admitted(session, await self.judge.tries.tell(signed.person))

    def page_opened(self, station: str, boot: str) -> None:
        """Note the first page that opens a feed under a sign-in: that one goes on after it."""
        signed = self._signed.get(station)
        if signed is not None and not signed.page:
            signed.page = boot

    def goes_on(self, station: str, session: str, boot: str) -> bool:
        """Say whether a page's feed, opened under this key, belongs to the sign-in there now."""
        signed = self._signed.get(station)
        if signed is None or signed.session == session:
            return True
        return (signed.before, signed.page) == (session, boot)

    async def sign_out(self, station: str, session: str) -> None:
        """End the sign-in whose key this is; the round goes on."""
        signed = self.signed_in_by(station, session)
        if signed is not None:
            await self._end(station, signed)

    async def follow_roles(
        self, station: str, person: str, roles: tuple[str, ...], until: int
    ) -> None:
        """Let a sign-in follow what its person holds now; without a role that fits, it ends."""
        signed = self._signed.get(station)
        if signed is None or signed.person != person:
            return  # Somebody else came, or nobody is there any more.
        if not self.places[station].staff & set(roles):
            await self._end(station, signed)
        elif (signed.roles, signed.until) != (roles, until):
            signed.roles, signed.until = roles, until
            await self._keep(station, signed)

    def seen(self, station: str) -> None:
        """Note that somebody is there."""
        signed = self._signed.get(station)
        if signed is not None and not signed.locked:
            signed.seen = self._clock()

    async def lock_idle(self) -> list[str]:
        """Lock every station whose person did nothing for long; return which."""
        before = self._clock() - self.idle_us
        idle = []
        for station, signed in list(self._signed.items()):
            if signed.seen < before and not signed.locked and self._locks(station):
                signed.locked = True
                await self._keep(station, signed)
                idle.append(station)
        return idle

    def _locks(self, station: str) -> bool:
        """Say whether an idle station hides: where nothing can be done, somebody only looks."""
        place = self.places.get(station)
        return place is None or bool(place.kind.commands)

    async def end_expired(self) -> None:
        """Sign out whoever no longer holds the role that let him in: his feed ends too."""
        for station, signed in list(self._signed.items()):
            if self._has_ended(signed):
                await self._end(station, signed)

    async def _keep(self, station: str, signed: SignedIn) -> None:
        """Write what changed of a sign-in, unless it has ended or another came meanwhile."""
        async with self._signing:
            if self._signed.get(station) is signed:
                await self._write(station, signed)

    async def _end(self, station: str, signed: SignedIn) -> None:
        """End this sign-in, and no other that came meanwhile."""
        async with self._signing:
            if self._signed.get(station) is signed:
                await self._write(station, None)

    async def _sign(self, station: str, signed: SignedIn | None) -> None:
        """Put a sign-in, or none, in the place of whichever is there."""
        async with self._signing:
            await self._write(station, signed)

    async def _write(self, station: str, signed: SignedIn | None) -> None:
        if signed is None:
            await self._store.drop("session", station)
            self._signed.pop(station, None)
        else:
            data = msgspec.json.encode(signed)
            await self._store.put("session", station, self._mark(station, data) + data)
            self._signed[station] = signed
        self.changed(station)

    def _mark(self, station: str, data: bytes) -> bytes:
        """Return what only the floor can write before a sign-in: nobody signs in by a database."""
        return mark(self._secret, b"session", station.encode(), data)

    def _read(self, station: str, kept: bytes) -> SignedIn | None:
        """Read a sign-in; None for one without our mark, or of a release that had no keys."""
        said, data = kept[:MARK_BYTES], kept[MARK_BYTES:]
        if not hmac.compare_digest(said, self._mark(station, data)):
            return None
        return msgspec.json.decode(data, type=SignedIn)

    # Tokens

    def entry_by(self, station: str, session: str) -> Entry | None:
        """Return what whoever shows the key of the sign-in there may enter as."""
        entry = self.entry_of(station)
        if entry is None or not entry.place.kind.is_staffed:
            return entry
        return entry if self.signed_in_by(station, session) is not None else None

    def entry_of(self, station: str) -> Entry | None:
        """Return what the station may enter as now, None while nobody is signed in who must be."""
        place = self.places.get(station)
        key, signed = self._key_of(station), self.signed_in(station)
        if place is None or not key:
            return None
        if not place.kind.is_staffed:
            return Entry(place, key)
        return Entry(place, key, signed.person, signed.roles, signed.session) if signed else None

    def give_token(self, entry: Entry) -> str:
        """Draw a token: good once and for half a minute."""
        token = secrets.token_urlsafe(24)
        given = self._given.setdefault(entry.place.name, deque())
        given.append(token)
        if len(given) > _TOKENS_MAX:
            self._tokens.pop(given.popleft(), None)
        self._tokens[token] = (self._clock() + TOKEN_US, entry)
        return token

    def take_token(self, token: str) -> Entry | None:
        """Spend a token; None if it is spent, too old, or of a sign-in that has ended."""
        until, entry = self._tokens.pop(token, (0, None))
        if entry is None or self._clock() >= until:
            return None
        return entry if self.entry_of(entry.place.name) == entry else None
