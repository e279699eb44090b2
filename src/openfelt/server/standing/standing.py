"""How the floor stands: compared at the start, and kept while it runs, beside the loop."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec

from openfelt.journal.base import Journal, JournalReader
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import Head
from openfelt.journal.write_thread import WriteThread
from openfelt.server.access.store import Store
from openfelt.server.config.sections import Config
from openfelt.server.log import log
from openfelt.server.standing.check import Expected, FloorClosed, gone, kept_in, missing
from openfelt.server.standing.kept import Kept
from openfelt.server.standing.mark import Mark, MarkFile, read_mark
from openfelt.server.standing.places import places_of

# How often the marks are written.  Rows acknowledged since can go unnoticed if they get lost.
MARK_S: Final = 0.25
WITNESS_S: Final = 1.0
# A place that takes longer is not waited for when the floor closes.
_LAST_S: Final = 5.0

_EXPECTED: Final = "standing"


async def reader_of(config: Config) -> JournalReader | None:
    """Open the journal to look at it, before anything can write to it; None where there is none.

    SQLite writes over a log that it takes for shorter than it is: till then the rows behind a
    damaged one may still be saved.
    """
    address = config.server.journal
    if address != "sqlite":
        from openfelt.journal.postgres import PostgresJournal

        return await PostgresJournal.open(address)
    from openfelt.journal.sqlite_reader import SqliteReader

    path = places_of(config.server).journal
    if not path.exists():
        return None
    try:
        return await SqliteReader.open(path)
    except JournalFault:
        from openfelt.journal.sqlite import SqliteJournal

        return await SqliteJournal.open(path)  # An older schema is brought up to date first.


class Standing:
    """One node's marks."""

    def __init__(self, config: Config, secret: bytes) -> None:
        self._server = config.server
        self._config = config
        self._secret = secret
        self._places = places_of(config.server)
        self._read: Kept | None = None
        self._marks = [MarkFile(self._places.mark, secret)]
        if self._places.witness_mark is not None:
            self._marks.append(MarkFile(self._places.witness_mark, secret))
        self._threads = {file.path: WriteThread("mark") for file in self._marks}

    async def reasons(self) -> list[str]:
        """Say why the floor may not open, as far as the files say so by themselves."""
        kept = self._read = await kept_in(self._places, self._secret)
        reader = await reader_of(self._config)
        try:
            begins_anew = kept.mark is not None and kept.mark.demo and self._server.demo
            if begins_anew and (reader is None or not await reader.streams()):
                kept.claims.clear()
            return [*kept.closing, *await gone(reader, kept)]
        finally:
            if reader is not None:
                await reader.close()

    @property
    def kept(self) -> Kept:
        """What was found when it was compared."""
        assert self._read is not None, "compare first"
        return self._read

    async def compare(self) -> None:
        """Raise FloorClosed where rows are gone."""
        reasons = await self.reasons()
        if reasons:
            raise FloorClosed(reasons)

    async def missing(self, store: Store) -> list[str]:
        """Say which of the files are gone without which the floor may not open."""
        found = (await store.all(_EXPECTED)).get(self._server.node)
        expected = msgspec.json.decode(found, type=Expected) if found else None
        closing, strange = missing(self.kept, expected, witness=bool(self._server.witness))
        for what in (*self.kept.strange, *strange):
            log.error("something that proves the journal is not as it was", what=what)
        return closing

    async def refuse_missing(self, store: Store) -> None:
        """Raise FloorClosed where what would say that rows are gone is gone itself."""
        reasons = await self.missing(store)
        if reasons:
            raise FloorClosed(reasons)

    # While the floor runs

    async def begin(self, journal: Journal, store: Store) -> None:
        """Write the first marks, then note that they must be there at the next start."""
        heads = journal.durable()
        written = [await self._write(file, heads, now=True) for file in self._marks]
        if written[0] is None:
            expected = Expected(witness=len(written) > 1 and written[1] is None)
            await store.put(_EXPECTED, self._server.node, msgspec.json.encode(expected))
        for why in filter(None, written):
            log.error("it cannot be kept what is acknowledged", why=why)

    async def keep(self, journal: Journal) -> None:
        """Write the marks for ever."""
        periods = zip(self._marks, (MARK_S, WITNESS_S), strict=False)
        await asyncio.gather(*(self._keep(file, journal, every) for file, every in periods))

    async def _keep(self, file: MarkFile, journal: Journal, every_s: float) -> None:
        last: Mapping[str, Head] = {}
        before = ""
        while True:
            await asyncio.sleep(every_s)
            heads = journal.durable()
            if heads and heads != last:
                why = await self._write(file, heads)
                if why is None:
                    last = heads
                elif why != before:
                    log.error("it cannot be kept what is acknowledged", why=why)
                before = why or ""

    async def end(self, journal: Journal) -> None:
        """Write the last marks; the journal is still held."""
        heads = journal.durable()
        for file in self._marks:
            with_care = asyncio.ensure_future(self._write(file, heads, now=True))
            written, _ = await asyncio.wait((with_care,), timeout=_LAST_S)
            self._threads[file.path].end(waits=bool(written))

    async def _write(
        self, file: MarkFile, heads: Mapping[str, Head], *, now: bool = False
    ) -> str | None:
        """Write a mark in the file's own thread; return why that failed."""
        ends = {stream: (head.sequence, head.hash.hex()) for stream, head in heads.items()}
        one = Mark(heads=ends, demo=self._server.demo)
        try:
            await self._threads[file.path].do(partial(self._put, file, one, now=now))
        except OSError as error:
            return f"{file.path}: {error.strerror}"
        return None

    def _put(self, file: MarkFile, one: Mark, *, now: bool) -> None:
        places = self._places
        beside = (places.heads, places.follower, places.witness_heads)
        there = tuple(str(path) for path in beside if path is not None and path.exists())
        file.write(msgspec.structs.replace(one, beside=there), now=now)

    def put_closed(self, why: str) -> None:
        """Keep the floor closed from now on; it is not running any more."""
        before = read_mark(self._places.mark, self._secret) or Mark()
        MarkFile(self._places.mark, self._secret).write(
            msgspec.structs.replace(before, closed=why), now=True
        )
