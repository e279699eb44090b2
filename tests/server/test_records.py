"""Persons and keys that are changed behind the floor's back: noticed, told, good for nothing."""

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stderr, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import msgspec
import pytest
from argon2 import PasswordHasher
from click.testing import CliRunner
from server_stage import PASSWORD, PIN, Stage, floor_toml, pages, staged, told

from openfelt.audit.whole import audit_journal
from openfelt.cli import main
from openfelt.server import log as server_log
from openfelt.server.access import house_notes
from openfelt.server.access.records import Records, digest_of
from openfelt.server.access.store import SqliteStore
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up
from openfelt.server.warnings import Concern

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
FORGED = msgspec.json.encode(
    {"name": "A1", "password": QUICK.hash("chosen by the thief"), "pin": QUICK.hash("6666")}
)


def _edit(file: Path, sql: str, *values: Any) -> None:
    """What somebody does with sqlite3 at the machine."""
    connection = apsw.Connection(str(file))
    connection.execute(sql, values)
    connection.close()


def _edit_person(folder: Path, person: str, data: bytes) -> None:
    _edit(folder / "journal.db", "INSERT OR REPLACE INTO person VALUES (?, ?)", person, data)


def _edit_access(folder: Path, kind: str, name: str, data: bytes) -> None:
    _edit(folder / "access.db", "INSERT OR REPLACE INTO access VALUES (?, ?, ?)", kind, name, data)


@asynccontextmanager
async def _again(folder: Path, **options: Any) -> AsyncIterator[Stage]:
    """The floor started anew: nobody is given credentials."""
    config = config_file.parse(floor_toml(folder, **options), "floor.toml")
    set_up("error")
    server = FloorServer(config, web=pages(folder / "web"))
    await server.start()
    stage = Stage(server)
    try:
        server.access.persons._hasher = QUICK
        await _listens(server.faces["floor"].port)
        await _listens(server.faces["office"].port)
        yield stage
    finally:
        await stage.close()
        await server.stop()


async def _listens(port: int) -> None:
    while True:
        with suppress(ConnectionRefusedError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return


async def _notes(stage: Stage) -> list[dict[str, str]]:
    rows = [row async for batch in stage.server.journal.read("house") for row in batch]
    return [
        msgspec.json.decode(row.payload)["digests"]
        for row in rows
        if row.type == "CredentialsNoted"
    ]


def test_what_the_floor_writes_is_noted_in_the_journal(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        server = stage.server
        assert (await _notes(stage))[0] == {}, "from here on they count"
        player = await stage.opened("T1")
        await server.access.judge.give_factor("a1", on=True)
        await server.access.revoke("T1")
        noted = await _notes(stage)
        told_of = [next(iter(one)) for one in noted[1:]]
        assert told_of[-4:] == ["station T1", "station T1", "person a1", "station T1"]
        assert server.engine.stream("house").state.noted is not None
        key = {m.value for m in player.http.cookie_jar}.pop()
        row = await server.journal.person("a1")
        assert row is not None
        digest = digest_of("person a1", row)
        assert noted[-2] == {"person a1": digest}
        for secret in (key, PASSWORD, PIN, sha256(key.encode()).hexdigest(), "argon2"):
            assert secret not in str(noted)
        _, findings = await audit_journal(server.journal)
        assert findings == []
        assert await server.records.compare() == []

    told(tmp_path, story)


@pytest.mark.parametrize("when", ["down", "running"])
def test_a_person_edited_in_the_database_signs_in_nowhere(tmp_path: Path, when: str) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            await stage.opened("S1-table", "e1")
            if when == "running":
                _edit_person(tmp_path, "a1", FORGED)
                await _is_shut_out(stage, tmp_path)
        if when == "down":
            _edit_person(tmp_path, "a1", FORGED)
            async with _again(tmp_path) as stage:
                assert stage.server.warnings.standing() == (
                    Concern("credential_changed", "person a1"),
                ), "told at the start, before anybody tries"
                await _is_shut_out(stage, tmp_path)

    asyncio.run(story())


async def _is_shut_out(stage: Stage, folder: Path) -> None:
    table = stage.station("S1-table")
    await table.enrol()
    for password in (PASSWORD, "chosen by the thief"):
        refused = await table.sign_in("a1", password)
        assert (refused.status, await refused.json()) == (423, {"error": "PERSON_LOCKED"})
    assert (await table.sign_in("e1")).status == 200, "others come in"
    await table.open()
    warned = [frame for frame in table.frames if frame["type"] == "warned"][-1]
    assert warned["warnings"][0] == {
        "code": "credential_changed",
        "about": "person a1",
        "count": 0,
    }
    asked = await table.do("SuspendTable", table="S1", reason="x", authority=("a1", "6666"))
    assert asked["data"] == {"why": "record_changed"}
    async with table.http.get(f"{table.origin}/ready") as answer:
        assert await answer.json() == {"ready": "ok", "warnings": ["credential_changed"]}
    line = ["station", "check", "--folder", str(folder)]
    said = await asyncio.to_thread(CliRunner().invoke, main, line)
    assert (said.exit_code, "shut out: person a1;" in said.output) == (1, True)
    # Somebody sets him again through the floor.
    await stage.credentials(["a1"])
    assert stage.server.warnings.standing() == ()
    assert (await table.sign_in("a1")).status == 200
    said = await asyncio.to_thread(CliRunner().invoke, main, line)
    assert said.output == "persons and keys are as the floor wrote them\n"


def test_whoever_is_edited_while_signed_in_does_not_come_back_from_a_lock(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        stage.server.access.idle_us = -1
        await stage.server.access.lock_idle()
        _edit_person(tmp_path, "d1", FORGED)
        assert (await dealer.post("unlock", {"pin": "6666"})).status == 423

    told(tmp_path, story)


def test_an_old_record_put_back_a_new_person_and_one_taken_away_are_noticed(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        server = stage.server
        old = await server.journal.person("a1")
        assert old is not None
        await server.access.persons.put("a1", "A1", password="another one", pin=PIN)
        _edit_person(tmp_path, "a1", old)
        _edit_person(tmp_path, "mallory", FORGED)
        _edit_person(tmp_path, "no name", FORGED)
        _edit(tmp_path / "journal.db", "DELETE FROM person WHERE id = 'd2'")
        assert await server.records.compare() == ["person a1", "person d2", "person mallory"]
        _edit(tmp_path / "journal.db", "DELETE FROM person WHERE id = 'mallory'")
        assert await server.records.compare() == ["person a1", "person d2"]
        abouts = [concern.about for concern in server.warnings.standing()]
        assert abouts == ["person a1", "person d2"], "what agrees again is taken back"

    told(tmp_path, story)


def test_a_second_factor_is_not_taken_from_a_record_that_is_not_believed(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        judge = stage.server.access.judge
        await judge.give_factor("a1", on=True)
        _edit_person(tmp_path, "a1", FORGED)
        assert await judge.give_factor("a1", on=False) is None
        assert await judge.persons.name_of("a1") == "a1"

    told(tmp_path, story)


def test_a_key_a_code_and_a_sign_in_put_into_the_database_open_nothing(tmp_path: Path) -> None:
    hashed = sha256(b"thief").hexdigest()

    async def story() -> None:
        async with staged(tmp_path) as stage:
            dealer = await stage.opened("L1-dealer", "d1")
            await stage.opened("S1-table", "e1")
            kept = {m.key: m.value for m in dealer.http.cookie_jar}
        for station, row in (
            ("S1-table", {"key": hashed}),
            ("T1", {"code": sha256(b"THIEF").hexdigest(), "code_until": 10**17}),
        ):
            _edit_access(tmp_path, "station", station, msgspec.json.encode(row))
        signed = {"person": "a1", "roles": ["agm"], "since": 1, "seen": 1, "session": hashed}
        forged = msgspec.json.encode(signed)
        _edit_access(tmp_path, "session", "L1-dealer", b"\0" * 32 + forged)
        async with _again(tmp_path) as stage:
            abouts = {concern.about for concern in stage.server.warnings.standing()}
            assert abouts == {"station S1-table", "station T1"}
            table, player, dealer = map(stage.station, ("S1-table", "T1", "L1-dealer"))
            table.http.cookie_jar.update_cookies({"station": "thief"})
            assert (await table.post("token")).status == 401
            assert (await player.post("enrol", {"code": "thief"})).status == 403
            dealer.http.cookie_jar.update_cookies({**kept, "session": "thief"})
            refused = await dealer.post("token")
            assert await refused.json() == {"error": "SIGN_IN_NEEDED"}
            # Enrolled again through the floor, both are as good as ever.
            await table.enrol()
            await player.enrol()
            assert stage.server.warnings.standing() == ()

    asyncio.run(story())


def test_a_floor_of_a_release_without_notes_opens_and_notes_what_is_there(tmp_path: Path) -> None:
    said = io.StringIO()

    async def story() -> None:
        async with staged(tmp_path / "new") as stage:
            await stage.opened("L1-dealer", "d1")
            persons = await stage.server.journal.persons()
            stations = await stage.server._store.all("station")
        # The same records beside a journal that has never heard of notes.
        old = tmp_path / "old"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Records, "start", _never_noted)
            async with _again(old):
                pass
        for person, data in persons.items():
            _edit_person(old, person, data)
        for station, data in stations.items():
            _edit_access(old, "station", station, data)
        async with _again(old) as stage:
            assert len((await _notes(stage))[0]) == len(persons) + len(stations)
            assert stage.server.warnings.standing() == ()
            assert (await stage.opened("L1-dealer", "d1")).name == "L1-dealer"

    with redirect_stderr(said):
        server_log.set_up("warning")
        asyncio.run(story())
    logging.basicConfig(force=True)


async def _never_noted(_: Records) -> None:
    return


def test_the_first_note_is_said_in_the_log(tmp_path: Path) -> None:
    with redirect_stderr(io.StringIO()) as said:
        server_log.set_up("warning")
        config = config_file.parse(floor_toml(tmp_path), "floor.toml")

        async def story() -> None:
            server = FloorServer(config, web=pages(tmp_path / "web"))
            await server.start()
            await server.stop()

        asyncio.run(story())
        asyncio.run(story())
    logging.basicConfig(force=True)
    assert said.getvalue().count("noted for the first time") == 1


class Noted:
    """Notes without a journal, which may end in the middle."""

    def __init__(self) -> None:
        self.kept: dict[str, str] | None = {}
        self.ends = False

    def noted(self) -> dict[str, str] | None:
        return self.kept

    async def note(self, digests: dict[str, str]) -> None:
        if self.ends:
            raise KeyboardInterrupt
        assert self.kept is not None
        self.kept |= digests


class Table:
    """Persons without a journal."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.ends = False

    async def person(self, person: str) -> bytes | None:
        return self.rows.get(person)

    async def persons(self) -> dict[str, bytes]:
        return self.rows

    async def put_person(self, person: str, data: bytes) -> None:
        if self.ends:
            raise KeyboardInterrupt
        self.rows[person] = data


@pytest.mark.parametrize(("where", "stands"), [("note", b"old"), ("row", b"new")])
def test_whatever_ends_us_in_the_middle_record_and_note_agree_after_it(
    tmp_path: Path, where: str, stands: bytes
) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "access.db")
        notes, table = Noted(), Table()
        await Records(table, store, notes).write({"person d1": b"old", "station T1": b"old"})
        notes.ends, table.ends = where == "note", where == "row"
        with pytest.raises(KeyboardInterrupt):
            await Records(table, store, notes).write({"person d1": b"new", "station T1": b"new"})
        notes.ends = table.ends = False
        again = Records(table, store, notes)
        await again.start()
        assert await again.compare() == []
        assert table.rows == {"d1": stands}
        assert await store.all("station") == {"T1": stands}
        assert await store.all("pending") == {}
        await store.close()

    asyncio.run(story())


def test_they_are_compared_every_day(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        _edit_person(tmp_path, "a1", FORGED)
        compared = asyncio.Event()
        stage.server.warnings.changed = compared.set
        daily = asyncio.create_task(house_notes.compare_daily(stage.server.records, 0.01))
        await compared.wait()
        daily.cancel()
        assert stage.server.warnings.codes() == ["credential_changed"]

    told(tmp_path, story)


def test_persons_and_keys_edited_in_postgres_are_noticed_too(
    tmp_path: Path, floor_dsn: str
) -> None:
    async def edit(sql: str, *values: Any) -> None:
        connection = await asyncpg.connect(floor_dsn)
        await connection.execute(sql, *values)
        await connection.close()

    async def story() -> None:
        async with staged(tmp_path, journal=floor_dsn) as stage:
            await stage.opened("S1-table", "e1")
            await edit("UPDATE openfelt.person SET data = $1 WHERE id = 'd1'", FORGED)
            assert await stage.server.records.compare() == ["person d1"]
        await edit("UPDATE openfelt.person SET data = $1 WHERE id = 'a1'", FORGED)
        await edit("UPDATE access SET data = $1 WHERE kind = 'station'", b'{"key":"0"}')
        async with _again(tmp_path, journal=floor_dsn) as stage:
            abouts = [concern.about for concern in stage.server.warnings.standing()]
            assert abouts == ["person a1", "person d1", "station S1-table"]
            table = stage.station("S1-table")
            await table.enrol()
            assert (await table.sign_in("a1", "chosen by the thief")).status == 423
            assert (await table.sign_in("e1")).status == 200

    asyncio.run(story())
