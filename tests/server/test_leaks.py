"""Small leaks: passwords among a process's words and in the log, open folders, guessed tickets."""

import asyncio
import io
import logging
from contextlib import redirect_stderr, suppress
from pathlib import Path
from typing import Any

import pytest
from server_stage import Stage, Station, floor_toml, pages, told

from openfelt.cli import serve
from openfelt.journal.errors import OwnedByAnother
from openfelt.journal.postgres import PostgresJournal
from openfelt.server import floor_server
from openfelt.server import log as server_log
from openfelt.server.access.tries import WRONG_MOST
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.folders import is_open_to_all
from openfelt.server.warnings import Concern

READERS = "".join(f'\n[[floor.device]]\nname = "reader@{at}"\npit = "pit"\n' for at in ("T1", "T2"))


def test_the_follower_is_not_told_a_password_by_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[tuple[str, ...], Any]] = []

    async def start(*words: str, env: Any, **_: Any) -> None:
        started.append((words, env))
        raise OSError("enough")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    address = "postgresql://ann:s3cret@db/floor"
    config = config_file.parse(floor_toml(tmp_path, journal=address), "floor.toml")

    async def story() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(serve._follow(config, 3600), 0.2)

    asyncio.run(story())
    words, env = started[0]
    assert "postgresql://ann@db/floor" in words
    assert "s3cret" not in str(words)
    assert env["PGPASSWORD"] == "s3cret"


def test_no_log_line_has_it_whatever_failed() -> None:
    with redirect_stderr(io.StringIO()) as said:
        server_log.set_up("info")
        error = ValueError("cannot read postgresql://ann:s3cret@db/floor")
        server_log.log.error("it failed", why=[str(error)], exc_info=error)
        logging.getLogger("asyncpg").error("lost %s", "postgresql://ann:s3cret@db/floor")
    logging.basicConfig(force=True)
    assert said.getvalue().count("postgresql://ann:") >= 3
    assert "s3cret" not in said.getvalue()


def test_a_folder_that_all_can_change_is_warned_of(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert not is_open_to_all(folder), "it is not there yet"
    folder.mkdir(0o700)
    assert not is_open_to_all(folder)
    tmp_path.chmod(0o777)
    assert is_open_to_all(folder), "another can be put in its place"
    tmp_path.chmod(0o1777)
    assert not is_open_to_all(folder)
    tmp_path.chmod(0o700)
    folder.chmod(0o757)

    async def story(stage: Stage) -> None:
        assert Concern("folder_open_to_all", str(folder)) in stage.server.warnings.standing()
        async with stage.station("T1").http.get(stage.server.addresses()["floor"] + "ready") as ok:
            assert "folder_open_to_all" in (await ok.json())["warnings"]

    told(folder, story)


async def _present(reader: Station, number: int) -> dict[str, Any]:
    return await reader.do("PresentTicket", number=f"01{number:016}")


@pytest.mark.parametrize("transport", ["picows", "aiohttp"])
def test_whoever_guesses_at_tickets_waits_and_is_told_of(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        player, table = await stage.opened("T1"), await stage.opened("S1-table", "e1")
        reader, other = await stage.opened("reader@T1"), await stage.opened("reader@T2")
        for number in range(WRONG_MOST):
            assert (await _present(reader, number))["type"] == "ack"
            back = await player.until(lambda f: f["type"] == "returned")
            assert back["code"] == "TICKET_UNKNOWN"
        heard = await table.until(lambda f: f["type"] == "warned" and f["warnings"])
        assert heard["warnings"] == [{"code": "tickets_guessed", "about": "T1", "count": 0}]
        refused = await _present(reader, 99)
        assert (refused["code"], refused["data"]) == (
            "PHASE_DOES_NOT_ALLOW",
            {"why": "too_many_unknown"},
        )
        back = await player.until(lambda f: f["type"] == "returned")
        assert back["data"] == {"why": "too_many_unknown"}, "it comes out again"
        assert (await _present(other, 1))["type"] == "ack", "at another terminal nobody waits"
        stage.server.desk.guesses._since -= 60
        assert (await _present(reader, 100))["type"] == "ack", "a minute later he may again"

    told(tmp_path, story, transport=transport, more=READERS)


def test_a_start_waits_for_the_lease_of_a_dead_node(
    tmp_path: Path, floor_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_file.parse(floor_toml(tmp_path, journal=floor_dsn), "floor.toml")

    async def started() -> None:
        server = FloorServer(config, web=pages(tmp_path / "web"))
        await server.start()
        await server.stop()

    async def story() -> None:
        await started()
        dead = await PostgresJournal.open(floor_dsn)
        await dead.take(("house", "pit"), "dead")
        await dead.close()
        with redirect_stderr(io.StringIO()) as said:
            server_log.set_up("warning")
            await started()
        assert "waiting for another node's lease to end" in said.getvalue()
        living = await PostgresJournal.open(floor_dsn)
        await living.take(("house", "pit"), "living")
        monkeypatch.setattr(floor_server, "LEASE_WAIT_S", 0.0)
        with pytest.raises(OwnedByAnother, match="living"):
            await started()
        await living.release()
        await living.close()

    asyncio.run(story())
    logging.basicConfig(force=True)
