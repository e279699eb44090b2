"""The second factor: codes of an app by time, for the roles the operator names."""

import asyncio
from base64 import b32decode
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner, Result
from server_stage import PASSWORD, PIN, Stage, Station, staged, told

from openfelt.cli import main
from openfelt.server.access import totp
from openfelt.server.access.totp import code_at, step_of

# RFC 6238, appendix B: seconds and the last six of the eight digits of SHA-1.
VECTORS = {
    59: "287082",
    1_111_111_109: "081804",
    1_111_111_111: "050471",
    1_234_567_890: "005924",
    2_000_000_000: "279037",
    20_000_000_000: "353130",
}
SEED = b"12345678901234567890"


async def _factor(folder: Path, *words: str) -> Result:
    line = ["station", "second-factor", "--folder", str(folder), *words]
    return await asyncio.to_thread(CliRunner().invoke, main, line)


def _app(given: Result) -> bytes:
    """What an app makes of the address it is shown."""
    uri = urlsplit(given.output.split()[-1])
    assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
    text = parse_qs(uri.query)["secret"][0]
    return b32decode(text + "=" * (-len(text) % 8))


class Now:
    """The wall clock of one floor's judge."""

    def __init__(self, stage: Stage) -> None:
        self.us = stage.server.engine.stamp()
        stage.server.access.judge._clock = lambda: self.us

    def code(self, app: bytes, steps: int = 0) -> str:
        return code_at(app, self.us // 1_000_000 // totp.STEP_S + steps)

    def pass_steps(self, steps: int) -> None:
        self.us += steps * totp.STEP_S * 1_000_000


async def _sign_in(station: Station, code: str = "", person: str = "a1") -> tuple[int, str]:
    body = {"person": person, "password": PASSWORD, **({"code": code} if code else {})}
    answer = await station.post("sign-in", body)
    return answer.status, (await answer.json()).get("error", "")


@pytest.mark.parametrize(("second", "code"), list(VECTORS.items()))
def test_codes_are_those_of_the_standard(second: int, code: str) -> None:
    assert code_at(SEED, second // totp.STEP_S) == code
    for off in (-totp.STEP_S, 0, totp.STEP_S):
        assert step_of(SEED, code, second + off) == second // totp.STEP_S
    assert step_of(SEED, code, second + 2 * totp.STEP_S) is None
    assert step_of(SEED, "12345", 0) is None
    assert step_of(SEED, "１２３４５６", second) is None


def test_a_role_that_needs_it_signs_in_with_it_and_no_other_way(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        now, table = Now(stage), stage.station("S1-table")
        await table.enrol()
        assert await _sign_in(table) == (403, "SECOND_FACTOR_MISSING")
        assert await _sign_in(table, "000000") == (403, "SECOND_FACTOR_MISSING")
        assert await _sign_in(table, person="e1") == (200, ""), "his role needs none"
        refused = await _factor(tmp_path, "nobody")
        assert (refused.exit_code, "set his credential first" in refused.output) == (1, True)
        app = _app(await _factor(tmp_path, "a1"))
        assert await _sign_in(table) == (403, "SECOND_FACTOR_NEEDED")
        wrong = "000000" if now.code(app) != "000000" else "000001"
        assert await _sign_in(table, wrong) == (403, "SIGN_IN_FAILED")
        code = now.code(app)
        assert await _sign_in(table, code) == (200, "")
        assert await _sign_in(table, code) == (403, "SIGN_IN_FAILED"), "a code is good once"
        assert await _sign_in(table, now.code(app, -1)) == (403, "SIGN_IN_FAILED"), "or less"
        now.pass_steps(1)
        stage.server.access.judge.tries._waits.clear()
        assert await _sign_in(table, f" {now.code(app, 1)} ") == (200, ""), "a phone ahead"
        await table.open()
        done = await table.do("SuspendTable", table="S1", reason="test", authority=("a1", PIN))
        assert done["type"] == "ack", "at a table where somebody is signed in his PIN is enough"

    told(tmp_path, story, more="", second_factor='["agm"]')


def test_wrong_codes_wait_like_wrong_passwords(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        now, table = Now(stage), stage.station("S1-table")
        await table.enrol()
        app = _app(await _factor(tmp_path, "a1"))
        for _ in range(3):
            assert await _sign_in(table, "12345") == (403, "SIGN_IN_FAILED")
        assert await _sign_in(table, now.code(app)) == (429, "TOO_MANY")

    told(tmp_path, story)


def test_who_has_one_is_asked_for_it_until_it_is_taken_away(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        now, table = Now(stage), stage.station("S1-table")
        await table.enrol()
        app = _app(await _factor(tmp_path, "a1"))
        assert await _sign_in(table) == (403, "SECOND_FACTOR_NEEDED")
        assert await _sign_in(table, now.code(app)) == (200, "")
        # He has lost his phone: another one shows other codes, and begins at once.
        other = _app(await _factor(tmp_path, "a1"))
        assert await _sign_in(table, now.code(other)) == (200, "")
        assert app != other
        # Another password changes nothing about it.
        await stage.credentials(["a1"])
        assert await _sign_in(table) == (403, "SECOND_FACTOR_NEEDED")
        off = await _factor(tmp_path, "a1", "--off")
        assert off.output == "a1 signs in without a second factor\n"
        assert await _sign_in(table) == (200, "")

    told(tmp_path, story)


def test_a_code_is_not_good_again_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            now, table = Now(stage), stage.station("S1-table")
            await table.enrol()
            app = _app(await _factor(tmp_path, "a1"))
            assert await _sign_in(table, now.code(app)) == (200, "")
        async with staged(tmp_path) as stage:
            again, table = Now(stage), stage.station("S1-table")
            again.us = now.us
            await table.enrol()
            assert await _sign_in(table, now.code(app)) == (403, "SIGN_IN_FAILED")
            again.pass_steps(1)
            assert await _sign_in(table, again.code(app)) == (200, "")

    asyncio.run(story())
