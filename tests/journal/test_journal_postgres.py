from __future__ import annotations

import asyncio
from collections.abc import Iterator

import asyncpg
import pytest
from contract import JournalContract, Play, player
from journal_samples import entries, fill, read_all, rows_of, take
from journal_two_nodes import with_two_nodes

from openfelt.journal import postgres_writer
from openfelt.journal.chain import sealed, verify
from openfelt.journal.errors import (
    JournalBroken,
    JournalConflict,
    JournalCorrupt,
    JournalFault,
)
from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.postgres_server import faults, refuse_unfit
from openfelt.journal.row import GENESIS
from wheel_postgres import Place


@pytest.fixture
def place(postgres_dsn: str) -> Iterator[Place]:
    place = Place(postgres_dsn)
    asyncio.run(place.drop())
    yield place
    asyncio.run(place.drop())


class TestPostgresJournal(JournalContract):
    @pytest.fixture
    def play(self, place: Place) -> Play:
        return player(place.open)


def test_copy_and_insert_write_the_same_rows(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        count = postgres_writer.COPY_ABOVE
        await one.take(["house", "pit-1"], "node-1")
        rows = sealed("house", GENESIS, entries(count + 1))
        await one.append(rows)
        same = sealed("pit-1", GENESIS, entries(count + 1))
        await one.append(same[:count])
        await one.append(same[count:])
        assert await read_all(two, "house") == rows
        assert await read_all(two, "pit-1") == same

    with_two_nodes(place, story)


@pytest.mark.parametrize("count", [1, postgres_writer.COPY_ABOVE + 1])
def test_a_row_that_is_there_already_is_a_conflict(place: Place, count: int) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        async with place.hand() as connection:
            await connection.execute(
                "INSERT INTO journal VALUES ('house', 1, 0, '', '', 0, '', 1, '', '', '')"
            )
        with pytest.raises(JournalConflict, match="second writer"):
            await one.append(rows_of("house", count))
        with pytest.raises(JournalBroken):
            await one.head("house")
        assert (await two.head("house")).sequence == 1

    with_two_nodes(place, story)


@pytest.mark.parametrize("count", [1, postgres_writer.COPY_ABOVE + 1])
def test_a_server_lost_during_a_commit_breaks_the_journal(place: Place, count: int) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        async with place.hand() as connection:
            blocking = connection.transaction()
            await blocking.start()
            await connection.execute("LOCK TABLE journal IN SHARE MODE")
            appending = asyncio.create_task(one.append(rows_of("house", count)))
            await place.until_one_waits()
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks "
                "WHERE relation = 'journal'::regclass AND NOT granted"
            )
            with pytest.raises(JournalFault, match="PostgreSQL"):
                await appending
        with pytest.raises(JournalBroken):
            await one.append([])
        assert await two.head("house") == GENESIS

    with_two_nodes(place, story)


def test_a_connection_that_ends_in_mid_request_breaks_the_journal() -> None:
    """As the driver says it, when the server's end comes between two of its states."""
    with pytest.raises(JournalFault, match="ended a connection in use: check its log"), faults():
        raise asyncpg.InternalClientError("cannot switch to state 11")


def test_the_table_itself_refuses_edits_and_the_chain_finds_them(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await fill(one, "house", 9)
        async with place.hand() as connection:
            for edit in (
                "UPDATE journal SET number = 1",
                "DELETE FROM journal",
                "TRUNCATE journal",
            ):
                with pytest.raises(asyncpg.RaiseError, match="never edited or deleted"):
                    await connection.execute(edit)
            await connection.execute("ALTER TABLE journal DISABLE TRIGGER USER")
            await connection.execute("UPDATE journal SET payload = '{}' WHERE sequence = 6")
        with pytest.raises(JournalCorrupt) as caught:
            verify("house", GENESIS, await read_all(two, "house"))
        assert caught.value.sequence == 6

    with_two_nodes(place, story)


def test_a_newer_schema_is_refused(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        async with place.hand() as connection:
            await connection.execute("INSERT INTO openfelt_schema (version) VALUES (999)")
        with pytest.raises(JournalFault, match="opened by a newer release"):
            await place.open()

    with_two_nodes(place, story)


def test_two_nodes_create_the_tables_at_once(place: Place) -> None:
    async def story() -> None:
        for journal in await asyncio.gather(*(place.open() for _ in range(4))):
            await journal.close()

    asyncio.run(story())


def test_a_server_that_may_forget_commits_is_refused(place: Place) -> None:
    async def story() -> None:
        async with place.hand() as connection:
            await connection.execute("SET synchronous_commit = off")
            with pytest.raises(JournalFault, match=r"synchronous_commit = off .* switch it on"):
                await refuse_unfit(connection)
            await connection.execute("SET synchronous_commit = local")
            await refuse_unfit(connection)

    asyncio.run(story())


class FakeServer:
    """A server that answers what it is told to."""

    def __init__(self, major: int, **settings: str) -> None:
        self.major = major
        self._settings = {"fsync": "on", "synchronous_commit": "on", **settings}

    def get_server_version(self) -> FakeServer:
        return self

    async def fetchval(self, sql: str, *names: str) -> str | bool:
        return self._settings[names[0]] if names else "standby" in self._settings


@pytest.mark.parametrize(
    ("server", "sentence"),
    [
        (FakeServer(14), "PostgreSQL 14 is too old: use 15"),
        (FakeServer(15, fsync="off"), "fsync = off .* switch it on"),
        (FakeServer(18, standby="yes"), "connect to the primary"),
    ],
)
def test_an_unfit_server_is_refused(server: FakeServer, sentence: str) -> None:
    with pytest.raises(JournalFault, match=sentence):
        asyncio.run(refuse_unfit(server))


@pytest.mark.parametrize(
    ("dsn", "sentence"),
    [
        ("postgresql://nobody@/none?host=/no/such/folder", "cannot be reached: check that it runs"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be reached"),
    ],
)
def test_an_unreachable_server_is_a_fault(dsn: str, sentence: str) -> None:
    with pytest.raises(JournalFault, match=sentence):
        asyncio.run(PostgresJournal.open(dsn))


def test_a_database_that_is_missing_is_a_fault(postgres_dsn: str) -> None:
    dsn = postgres_dsn.replace("/postgres?", "/no_such_database?")
    if dsn == postgres_dsn:
        pytest.skip("the address of this server cannot be changed by the test")
    with pytest.raises(JournalFault, match="create it first"):
        asyncio.run(PostgresJournal.open(dsn))


def test_a_schema_with_an_odd_name_is_refused(postgres_dsn: str) -> None:
    with pytest.raises(JournalFault, match="small letters"):
        asyncio.run(PostgresJournal.open(postgres_dsn, 'x"; DROP'))
