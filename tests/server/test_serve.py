"""`openfelt serve` as a process: it starts, stops in order, and a kill loses nothing."""

import asyncio
import json
import re
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serve_process import RUN, asked, opened, running, written
from server_stage import PATIENCE_S, Stage, floor_toml, told

from openfelt.cli import follow, serve
from openfelt.floor.money.account import InsertNote
from openfelt.server import control
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer


def test_it_says_which_of_its_addresses_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        file = written(tmp_path)
        address = f"127.0.0.1:{other.getsockname()[1]}"
        text = re.sub(r"(?m)^floor_feed = .*$", f'floor_feed = "{address}"', file.read_text())
        file.write_text(text)
        refused = asked("serve", "--config", str(file))
    said = refused.stderr.splitlines()[-1]
    assert refused.returncode == 1
    assert said.startswith(f'Error: floor_feed = "{address}" is taken: another floor runs here')


def test_it_serves_reloads_and_stops_in_order(tmp_path: Path) -> None:
    file = written(tmp_path)
    command = ("-c", RUN, "serve", "--config", str(file))
    with few_files_allowed(), running(*command, pipe="stderr") as process:
        opened(process)
        allowed, most = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        assert allowed == most, "1,024 are too few for a floor"
        same = asked("reload", "--config", str(file))
        assert (same.returncode, same.stdout) == (0, "nothing differs\n"), same.stderr
        code = asyncio.run(control.ask(tmp_path / "data", "code", station="T1"))
        assert len(code["code"]) == 10
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        rest = process.stderr.read()
        assert process.wait(PATIENCE_S) == 0
        assert json.loads(rest.splitlines()[-1])["event"] == "closed"
        assert code["code"] not in rest


@contextmanager
def few_files_allowed() -> Iterator[None]:
    """Lower how many files may be open, here and in what is started, as a shell does."""
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


@pytest.mark.parametrize(("allowed", "warns"), [(211, True), (212, False)])
def test_a_machine_that_allows_too_few_files_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: int, warns: bool
) -> None:
    config = config_file.parse(floor_toml(tmp_path), "floor.toml")
    said: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "allow_files", lambda: allowed)
    monkeypatch.setattr(serve, "log", SimpleNamespace(warning=lambda _, **more: said.append(more)))
    serve.make_room(config)
    assert [(one["allowed"], one["wanted"]) for one in said] == ([(211, 212)] if warns else [])


def test_a_wrong_file_and_an_empty_folder_are_sentences(tmp_path: Path) -> None:
    file = written(tmp_path)
    none = asked("reload", "--config", str(file))
    assert none.returncode == 1
    assert "no floor runs in" in none.stderr
    assert "Traceback" not in none.stderr


def test_the_follower_is_looked_after_whatever_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "follower"
    said: list[str] = []

    async def story() -> None:
        ended = asyncio.Event()

        def error(what: str, **more: str) -> None:
            said.append(more.get("said", what))
            if not program.exists():
                long = "head -c 200000 /dev/zero | tr '\\0' x"
                program.write_text(f"#!/bin/sh\n({long}; echo; echo after) >&2; exit 3\n")
                program.chmod(0o700)

        def warning(what: str, **more: int) -> None:
            said.append(f"{what}: {more['exit']}")
            ended.set()

        monkeypatch.setattr(serve, "log", SimpleNamespace(error=error, warning=warning))
        monkeypatch.setattr(sys, "executable", str(program))
        config = config_file.parse(floor_toml(tmp_path), "floor.toml")
        following = asyncio.create_task(serve._follow(config, 0.01))
        waits = (following, asyncio.create_task(ended.wait()))
        await asyncio.wait(waits, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        for task in waits:
            task.cancel()
        await asyncio.gather(*waits, return_exceptions=True)

    asyncio.run(story())
    assert said[0] == "the follower cannot be started and is tried again"
    assert "[a line too long to be kept]" in said
    end = said.index("the follower ended and is started again: 3")
    assert said[end - 1] == "after"


def test_a_follower_that_somebody_holds_is_ended_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGSTOP switches verification off as well as a kill does, and nobody hears that it ended."""
    said: list[str] = []
    begun: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def story() -> None:
        ended = asyncio.Event()

        async def started(*words: str, **more: Any) -> asyncio.subprocess.Process:
            begun.append(await start(*words, **more))
            if len(begun) == 1:
                begun[0].send_signal(signal.SIGSTOP)
            else:
                ended.set()
            return begun[-1]

        def note(what: str, **_: object) -> None:
            said.append(what)

        monkeypatch.setattr(serve, "log", SimpleNamespace(error=note, warning=note))
        monkeypatch.setattr(serve, "SILENT_S", 0.2)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
        config = config_file.parse(floor_toml(tmp_path), "floor.toml")
        following = asyncio.create_task(serve._follow(config, 0.01))
        await asyncio.wait_for(ended.wait(), PATIENCE_S)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    asyncio.run(story())
    first = "the follower says nothing any more and is ended"
    assert said[:2] == [first, "the follower ended and is started again"]
    assert begun[0].returncode == -signal.SIGKILL


def test_a_follower_says_that_it_lives(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "BEAT_S", 0.001)

    async def heard_twice() -> str:
        said = ""
        while said.count("\n") < 2:
            await asyncio.sleep(0.001)
            said += capsys.readouterr().out
        return said

    assert asyncio.run(follow._beating(heard_twice())).isspace()
    config = config_file.parse(floor_toml(Path("/floor")), "floor.toml")
    assert "--beating" in serve._follower(config, ())


def test_a_long_answer_of_the_floor_is_read_to_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        async def reload(_: dict[str, str]) -> control.Answer:
            return {"wishes": ["x" * 200_000]}

        listening = await control.listen(tmp_path, {"reload": reload})
        async with listening:
            assert await control.ask(tmp_path, "reload") == await reload({})

    asyncio.run(story())


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    """A child acknowledges wagers until it is killed; every one of them is in the journal."""
    child = str(Path(__file__).with_name("server_child.py"))
    with running(child, str(tmp_path), pipe="stdout") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(40)]
        process.send_signal(signal.SIGKILL)
        lines.extend(process.stdout.readlines())
    acks = [int(line) for line in lines if line.endswith("\n")]
    assert len(acks) >= 40

    async def story() -> None:
        server = FloorServer(config_file.parse(floor_toml(tmp_path / "data"), "floor.toml"))
        await server.start()
        try:
            state = server.engine.stream("pit").state
            laid = sum(spot.amount for spot in state.tables["S1"].layouts["U1"].values())
            assert laid >= 100 * max(acks)
            assert state.tables["S1"].suspended == "restart"
            assert state.terminals["U1"].credit + laid == 100_000
        finally:
            await server.stop()

    asyncio.run(story())


def test_a_demo_journal_is_no_live_floor(tmp_path: Path) -> None:
    async def first(stage: Stage) -> None:
        assert stage.server.engine.stream("pit").state.demo
        await stage.device(InsertNote("U1", 10_000, "n"))
        player = stage.station("U1")
        assert (await player.get("")).status == 200
        await player.open()
        assert player.views["display:S1"]["demo"] is True

    told(tmp_path, first, demo=True)
    file = tmp_path / "floor.toml"
    file.write_text(floor_toml(tmp_path))
    done = asked("serve", "--config", str(file))
    assert done.returncode == 1
    assert "the journal is a demo's" in done.stderr
    assert "Traceback" not in done.stderr
