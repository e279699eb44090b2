"""`openfelt reload` on a floor that runs: people come and go, and it is everything or nothing."""

import asyncio
import re
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from serve_process import RUN, asked, opened, running, written
from server_stage import PASSWORD, PATIENCE_S, PIN, Stage, Station

from openfelt.server import control

MORE = """
[[floor.table]]
name = "L2"
pit = "pit"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 60
[[floor.terminal]]
name = "T3"
pit = "pit"
tables = ["L2"]
seat = 3
[[floor.station]]
name = "L2-dealer"
kind = "dealer"
pit = "pit"
tables = ["L2"]
[[floor.staff]]
person = "d3"
role = "dealer"
"""
BOTH = '\n[[floor.staff]]\nperson = "d1"\nrole = "casino_supervisor"\n'
E1 = '\n[[floor.staff]]\nperson = "e1"\nrole = "egs"\n'
LIMITS = {"minimum": 1_000, "maximum": 50_000, "unit": 500}


class Floor:
    """A floor that runs as another process, and its file."""

    def __init__(self, file: Path) -> None:
        self.file, self.folder = file, file.parent / "data"
        self.stations: list[Station] = []

    async def reload(self, text: str) -> dict[str, str]:
        """Let the file say something else and return what became of each wish."""
        self.file.write_text(text)
        answer = await control.ask(self.folder, "reload", config=str(self.file))
        return {wish["what"]: wish["refused"] or "done" for wish in answer["wishes"]}

    async def signed_in(self, name: str, person: str) -> Station:
        """Enrol a station, sign a person in there, and open its feed."""
        words = {"name": person.upper(), "password": PASSWORD, "pin": PIN}
        await control.ask(self.folder, "credential", person=person, **words)
        code = await control.ask(self.folder, "code", station=name)
        server = SimpleNamespace(station_url=lambda _: code["url"])
        station = Station(cast(Stage, SimpleNamespace(server=server)), name)
        self.stations.append(station)
        assert (await station.post("enrol", {"code": code["code"]})).status == 200
        assert (await station.sign_in(person)).status == 200
        await station.open()
        return station


def _served(folder: Path, text: str, story: Callable[[Floor], Awaitable[None]]) -> None:
    """Run a floor of a file as a process, tell a story, and stop it in order."""
    floor = Floor(written(folder))
    floor.file.write_text(floor.file.read_text() + text)

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE_S):
            try:
                await story(floor)
            finally:
                for station in floor.stations:
                    await station.close()

    with running("-c", RUN, "serve", "--config", str(floor.file), pipe="stderr") as process:
        opened(process)
        asyncio.run(limited())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0


def _with_pits(text: str, *pits: str) -> str:
    return re.sub("(?m)^pits = .*$", f"pits = {list(pits)}", text)


def _has(**what: Any) -> Callable[[dict[str, Any]], bool]:
    return lambda frame: what.items() <= frame.items()


def test_roles_are_taken_and_given_under_open_feeds(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        dealer = await floor.signed_in("L1-dealer", "d1")
        table = await floor.signed_in("S1-table", "e1")
        stop: dict[str, Any] = {"reason": "a test"}
        sign: dict[str, Any] = {"limits": LIMITS, "now": False}
        assert (await dealer.do("SuspendTable", table="L1", **stop))["type"] == "ack"
        assert (await table.do("SuspendTable", table="S1", **stop))["type"] == "ack"
        text = floor.file.read_text()
        fewer = text.replace(BOTH, "").replace(E1, "")
        assert await floor.reload(fewer + MORE) == {
            "d1 as casino_supervisor in every pit no longer": "done",
            "e1 as egs in every pit no longer": "done",
            "d3 as dealer in every pit": "done",
            "table L2": "done",
            "terminal T3": "done",
            "station L2-dealer": "done",
        }
        # One role fewer: he stays, and may do only what the other one lets him.
        await dealer.until(_has(type="welcome", person="d1", roles=["dealer"]))
        assert (await dealer.do("ChangeLimits", table="L1", **sign))["code"] == "ROLE_MAY_NOT"
        # No role left: he is out, and stays out.
        await table.until(_has(type="bye", why="SIGNED_OUT"))
        assert (await table.sign_in("e1")).status == 403
        again = await floor.signed_in("L2-dealer", "d3")
        assert again.views["display:L2"]["phase"] == "idle"
        assert await floor.reload(text + MORE) == {
            "d1 as casino_supervisor in every pit": "done",
            "e1 as egs in every pit": "done",
        }
        assert (await dealer.does("ChangeLimits", table="L1", **sign))["type"] == "ack"
        assert (await table.sign_in("e1")).status == 200

    _served(tmp_path, BOTH, story)
    audited = asked("audit", str(tmp_path / "data" / "journal.db"))
    assert audited.returncode == 0, audited.stdout


def test_what_cannot_be_reloaded_is_said_and_nothing_is_changed(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        text = floor.file.read_text()
        pit = _with_pits(text, "pit", "south")
        floor.file.write_text(pit.replace(E1, "") + MORE)
        said = await asyncio.to_thread(asked, "reload", "--config", str(floor.file))
        assert said.stdout == "pit south: is added at a start: stop the floor and start it again\n"
        assert (said.returncode, "everything or nothing" in said.stderr) == (1, True)
        wrong = text.replace("minimum = 5\n", "minimum = 10\n").replace("period = 3600", "period=9")
        wrong = wrong.replace('log = "info"', 'log = "error"').replace("seat = 2", "seat = 9")
        refused = await floor.reload(wrong.replace(E1, "") + MORE)
        assert set(refused) == {
            "server.log",
            "table L1: period",
            "table L1: limits",
            "table S1: period",
            "terminal T2: seat",
        }
        assert "done" not in refused.values()
        fewer = text.partition('\n[[floor.table]]\nname = "S1"')[0]
        assert await floor.reload(fewer) == {
            "table S1 is gone from the file": "put it back and close it at its page"
        }
        pages = text.replace("[floor]", "[floor]\nidle_lock = 60").replace("L1-display", "L1-wall")
        assert await floor.reload(pages) == {
            "idle_lock": "done",
            "station L1-display no longer": "done",
            "station L1-wall": "done",
        }
        await floor.reload(text)
        same = await asyncio.to_thread(asked, "reload", "--config", str(floor.file))
        assert (same.returncode, same.stdout) == (0, "nothing differs\n")
        answer = await control.ask(floor.folder, "code", station="T3")
        assert "no such station" in answer["error"]

    _served(tmp_path, "", story)


def test_a_floor_does_not_start_with_other_pits(tmp_path: Path) -> None:
    async def nothing(_: Floor) -> None:
        return

    _served(tmp_path, "", nothing)
    file = tmp_path / "floor.toml"
    journal = tmp_path / "data" / "journal.db"
    file.write_text(_with_pits(file.read_text(), "south").replace('pit = "pit"', 'pit = "south"'))
    before = asked("audit", str(journal)).stdout
    done = asked("serve", "--config", str(file))
    assert done.returncode == 1
    assert "has the pits ['pit']" in done.stderr
    assert asked("audit", str(journal)).stdout == before, "nothing was written"
