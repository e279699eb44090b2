"""`openfelt station` against a floor that runs: what it refuses, and what it says."""

import asyncio
import io
from contextlib import redirect_stderr
from pathlib import Path

from click.testing import CliRunner, Result
from server_stage import PASSWORD, PIN, Stage, told

from openfelt.cli import main
from openfelt.server import log as server_log
from openfelt.server.access.persons import Person, weakness


async def station(folder: Path, act: str, *words: str) -> Result:
    """Run the command as somebody at the machine does, beside the floor."""
    line = ["station", act, "--folder", str(folder), *words]
    return await asyncio.to_thread(CliRunner().invoke, main, line)


def test_a_station_that_is_none_is_neither_enrolled_nor_revoked(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        for act in ("enrol", "revoke"):
            refused = await station(tmp_path, act, "L1-dealr")
            assert refused.exit_code == 1
            assert "no such station; did you mean L1-dealer?" in refused.output
        assert not await stage.server._store.all("station")
        player = stage.station("T1")
        await player.enrol()
        # Taken out of the file it is shut out; its key must not be good when it is back.
        places = stage.server.access.places
        gone = places.pop("T1")
        assert (await station(tmp_path, "revoke", "T1")).output == "T1 is shut out\n"
        places["T1"] = gone
        assert (await player.post("token")).status == 401

    told(tmp_path, story)


def test_a_code_that_is_given_out_leaves_a_trace_and_not_itself(tmp_path: Path) -> None:
    async def story(_: Stage) -> None:
        with redirect_stderr(io.StringIO()) as said:
            server_log.set_up("info")
            given = await station(tmp_path, "enrol", "T1", "L1-dealer")
        assert given.output.count("/s/T1/") == given.output.count("/s/L1-dealer/") == 1
        assert '"station": "T1", "event": "code given"' in said.getvalue()
        assert given.output.split()[-1] not in said.getvalue()

    told(tmp_path, story)


def test_credentials_are_no_weaker_than_they_look(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        async def credential(person: str, password: str, pin: str) -> Result:
            words = ("--name", "N", "--password", password, "--pin", pin)
            return await station(tmp_path, "credential", person, *words)

        refused = await credential("d1", "short", PIN)
        assert (refused.exit_code, "at least 8 characters" in refused.output) == (1, True)
        refused = await credential("d1", PASSWORD, "123")
        assert (refused.exit_code, "4 to 12 digits" in refused.output) == (1, True)
        persons = stage.server.access.persons
        before = await persons.find("d1")
        assert isinstance(before, Person)
        assert await persons.judge(before, PASSWORD, "password"), "nothing has changed"
        assert (await credential("d1", "eight ch", "0000")).output == "d1 can sign in as dealer\n"
        after = await persons.find("d1")
        assert isinstance(after, Person)
        assert after.name == "N"
        assert await persons.judge(after, "eight ch", "password")
        for person in ("two words", "a\u202eb", ""):
            assert "is no name of a person" in (await credential(person, PASSWORD, PIN)).output
        stranger = await credential("stranger", PASSWORD, PIN)
        assert stranger.exit_code == 0
        assert "holds no role" in stranger.output
        assert "[[floor.staff]]" in stranger.output

    told(tmp_path, story)


def test_a_pin_is_digits_that_every_pad_has() -> None:
    for pin in ("", "123", "1" * 13, "12a4", "١٢٣٤", "1234\n"):
        assert weakness(PASSWORD, pin), pin
    for pin in ("1234", "1" * 12):
        assert not weakness(PASSWORD, pin)
