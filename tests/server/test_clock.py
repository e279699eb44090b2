"""The wall clock is set, back or ahead, in run or at start: the floor plays on and tells of it."""

import asyncio
import io
import json
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from click.testing import CliRunner
from clock_floor import YEAR_US, Floor, Story, days_are, figures, in_phase, left_of, stakes, warned
from server_stage import PIT, Stage
from server_time import DAY_US, HOUR_US, MINUTE_US, SECOND_US, take_clocks

from openfelt.cli import main
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import GrantRole, holds
from openfelt.server import clock_watch
from openfelt.server.log import set_up


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    # At noon, so that no day ends while a round or two are played.
    return Floor(tmp_path, take_clocks(monkeypatch, 20_775 * DAY_US + HOUR_US))


JUMPS = [
    ("ten minutes back", -10 * MINUTE_US, "clock_behind"),
    ("forty days ahead", 40 * DAY_US, "clock_ahead"),
    ("twenty years back", -20 * YEAR_US, "clock_behind"),
    ("a minute ahead", MINUTE_US, "clock_ahead"),
]
NAMED = pytest.mark.parametrize(("name", "by", "code"), JUMPS, ids=[name for name, *_ in JUMPS])


# While it runs


@NAMED
def test_in_run_the_floor_plays_on_and_tells(floor: Floor, name: str, by: int, code: str) -> None:
    floor.run(
        floor.plays,
        floor.set_by(by),
        warned(code),
        floor.plays,
        floor.plays,
        days_are(0),
        floor.set_by(-by),
        warned(),
        floor.plays,
    )
    floor.audited()


@NAMED
def test_a_period_and_a_shot_last_as_long_as_they_should(
    floor: Floor, name: str, by: int, code: str
) -> None:
    """Set in the middle of a period, of a shot and of a pause."""
    hands = floor.hands

    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        await stage.device(InsertNote("U1", 10_000, "n1"))
        hands.pass_us(1800 * SECOND_US)
        await floor.set_by(by)(stage)
        assert left_of(stage) == 1800 * SECOND_US
        await stakes(player, 1)
        supervisor = await stage.opened("S1-table", "e1")
        suspend = await supervisor.do("SuspendTable", table="S1", reason="a doubt")
        assert suspend["type"] == "ack"
        await floor.set_by(by)(stage)
        hands.pass_us(60 * SECOND_US)
        assert (await supervisor.do("ResumeTable", table="S1"))["type"] == "ack"
        assert left_of(stage) == 1800 * SECOND_US
        hands.pass_us(1800 * SECOND_US)
        await in_phase(player, "awaiting_shoot")
        hands.pass_us(4 * SECOND_US)
        await floor.set_by(-2 * by)(stage)
        assert left_of(stage) == 6 * SECOND_US
        hands.pass_us(6 * SECOND_US)
        await in_phase(player, "tumbling")

    floor.run(story)
    floor.audited()


@NAMED
def test_whoever_is_in_charge_of_a_table_is_told_and_so_is_the_log(
    floor: Floor,
    name: str,
    by: int,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody has to ask: the server looks by itself."""
    monkeypatch.setattr(clock_watch, "LOOK_S", 0.01)
    about = clock_watch.lasting(by)

    async def story(stage: Stage) -> None:
        supervisor = await stage.opened("S1-table", "e1")
        with redirect_stderr(io.StringIO()) as text:
            set_up("warning")
            floor.hands.set_by(by)
            heard = await supervisor.until(lambda f: bool(f.get("warnings")))
            assert heard["warnings"] == [{"code": code, "about": about, "count": 0}]
            seconds = by // SECOND_US
            shown = {"openfelt_clock_ahead_seconds": seconds, "openfelt_clock_jumps_total": 1}
            assert figures(stage) == shown
            floor.hands.set_by(-by)
            heard = await supervisor.until(lambda f: f["type"] == "warned")
            assert heard["warnings"] == []
        set_up("error")
        first, last = map(json.loads, text.getvalue().splitlines())
        assert (first["event"], first["ahead_s"]) == ("the clock was set", seconds)
        assert f"clock is {about} " in first["what"]
        assert (last["event"], last["level"]) == ("the clock agrees again", "warning")

    floor.run(story)


def test_a_clock_set_twice_is_told_twice(floor: Floor) -> None:
    async def about(stage: Stage) -> list[tuple[str, str]]:
        return [(one.code, one.about) for one in stage.server.warnings.standing()]

    async def story(stage: Stage) -> None:
        await floor.set_by(HOUR_US)(stage)
        assert await about(stage) == [("clock_ahead", "1:00:00")]
        for number in range(60):
            stage.server.warnings.give("codes_guessed", f"10.0.0.{number}")
        assert "clock_ahead" not in stage.server.warnings.codes()
        await stage.server.clock_watch.look()
        assert "clock_ahead" in stage.server.warnings.codes(), "nobody talks it away"
        for number in range(60):
            stage.server.warnings.take_back("codes_guessed", f"10.0.0.{number}")
        await floor.set_by(40 * DAY_US)(stage)
        assert await about(stage) == [("clock_ahead", "40 d 1:00:00")]
        await floor.set_by(-41 * DAY_US)(stage)
        assert await about(stage) == [("clock_behind", "23:00:00")]
        assert stage.server.clock_watch.jumps == 3

    floor.run(story, floor.plays)


@pytest.mark.parametrize("by", [-SECOND_US, -200_000, 200_000, SECOND_US])
def test_what_a_time_server_puts_right_is_followed_slowly(floor: Floor, by: int) -> None:
    """A leap second among it: nobody is warned, and no period is longer by half a percent."""
    hands = floor.hands

    async def story(stage: Stage) -> None:
        clock, begun = stage.server.clock, stage.server.engine.stamp()
        await stage.server.clock_watch.look()
        await floor.set_by(by)(stage)
        assert clock.now() == begun
        for second in range(1, 300):
            hands.pass_us(SECOND_US)
            await stage.server.clock_watch.look()
            moved = clock.now() - begun - second * SECOND_US
            assert abs(moved) == min(abs(by), second * 5_000)
            assert moved * by >= 0
        assert clock.difference() == 0

    floor.run(floor.plays, story, warned(), floor.plays)
    floor.audited()


@pytest.mark.parametrize("drift", [-4_000, 4_000])
def test_a_clock_that_drifts_is_followed(floor: Floor, drift: int) -> None:
    async def story(stage: Stage) -> None:
        for _ in range(2_000):
            floor.hands.pass_us(SECOND_US)
            await floor.set_by(drift)(stage)
        assert abs(stage.server.clock.difference()) <= abs(drift)
        for _ in range(2):
            floor.hands.pass_us(SECOND_US)
            await stage.server.clock_watch.look()
        assert stage.server.clock.difference() == 0

    floor.run(story, warned(), floor.plays)
    floor.audited()


def test_a_clock_that_runs_away_is_told_of(floor: Floor) -> None:
    async def story(stage: Stage) -> None:
        for _ in range(2_000):
            floor.hands.pass_us(SECOND_US)
            await floor.set_by(20_000)(stage)

    floor.run(story, warned("clock_ahead"), floor.plays)


# At start


@NAMED
def test_at_start_the_floor_opens_plays_and_tells(
    floor: Floor, name: str, by: int, code: str
) -> None:
    floor.run(floor.plays)
    floor.hands.set_by(by)
    told_of = warned(code) if by != MINUTE_US else warned()
    for _ in range(2):
        floor.run(told_of, floor.plays, days_are(0))
    floor.audited()


@NAMED
def test_a_start_after_the_clock_was_set_in_run_doubts_it_still(
    floor: Floor, name: str, by: int, code: str
) -> None:
    """Stopped or killed: the floor's time goes on, counting the pause where that can be known."""
    hands, moments = floor.hands, list[int]()
    pause = 2 * HOUR_US if by > 0 else 2 * MINUTE_US

    async def moment(stage: Stage) -> None:
        moments.append(stage.server.engine.stamp())

    floor.run(floor.plays, floor.set_by(by), floor.plays, moment)
    hands.pass_us(pause)
    floor.run(moment, warned(code), floor.plays, days_are(0), moment)
    assert moments[1] - moments[0] == (pause if by > 0 else 0)
    hands.set_by(-by)
    hands.pass_us(MINUTE_US if by > 0 else 3 * HOUR_US)
    # Put right while the floor was down: the same as if it had been right all the time, unless
    # it cannot be told from a pause.
    floor.run(warned(*([code] if by == MINUTE_US else [])), floor.plays, days_are(0))
    floor.audited()


def test_a_jump_right_before_the_power_goes_is_judged_at_the_start(floor: Floor) -> None:
    """Nobody had looked yet."""

    async def unseen(stage: Stage) -> None:
        floor.hands.set_by(40 * DAY_US)

    floor.run(floor.plays, unseen, floor.plays)
    floor.run(warned("clock_ahead"), floor.plays, days_are(0))
    floor.audited()


@pytest.mark.parametrize("shut", [HOUR_US, DAY_US, 3 * DAY_US])
def test_a_floor_that_was_shut_opens_with_the_clock_and_ends_one_day(
    floor: Floor, shut: int
) -> None:
    floor.run(floor.plays)
    floor.hands.pass_us(shut)

    async def at_the_wall(stage: Stage) -> None:
        assert stage.server.engine.stamp() == floor.hands.wall

    floor.run(at_the_wall, warned(), days_are(0 if shut == HOUR_US else 1), floor.plays)
    floor.audited()


def _clock(folder: Path, *words: str) -> str:
    result = CliRunner().invoke(main, ["clock", "--folder", str(folder), *words])
    assert result.exit_code == 0, result.output
    return result.output


def _says(floor: Floor, sentence: str, *words: str) -> Story:
    async def ask(_: Stage) -> None:
        said = await asyncio.to_thread(_clock, floor.folder, *words)
        assert sentence in said, said

    return ask


def test_a_floor_that_was_shut_for_forty_days_ends_one_day_on_somebodys_word(
    floor: Floor,
) -> None:
    floor.run(floor.plays)
    floor.hands.pass_us(40 * DAY_US)
    role = GrantRole("temp", "dealer", "", 0, floor.hands.wall - 39 * DAY_US)

    async def role_holds(stage: Stage) -> None:
        state = stage.server.engine.stream(PIT).state
        assert holds(state, "temp", ("dealer",), stage.server.engine.stamp())

    async def role_is_over(stage: Stage) -> None:
        state = stage.server.engine.stream(PIT).state
        assert stage.server.engine.stamp() == floor.hands.wall
        assert not holds(state, "temp", ("dealer",), stage.server.engine.stamp())

    async def granted(stage: Stage) -> None:
        await stage.device(role, HOUSE)

    floor.run(
        warned("clock_ahead"),
        granted,
        floor.plays,
        role_holds,
        days_are(0),
        _says(floor, "40 d"),
        _says(floor, "from its next start on", "--accept"),
        floor.plays,
        days_are(0),
    )
    floor.run(warned(), role_is_over, days_are(1), floor.plays)
    floor.run(warned(), _says(floor, "they agree"), floor.plays, days_are(1))
    floor.audited()


def test_what_was_accepted_is_not_another_clock_set_after_it(floor: Floor) -> None:
    floor.run(floor.set_by(40 * DAY_US), _says(floor, "from its next start on", "--accept"))
    floor.hands.set_by(40 * DAY_US)
    floor.run(warned("clock_ahead"), floor.plays, days_are(0))


def test_a_clock_that_is_behind_and_right_is_met_by_going_slower(floor: Floor) -> None:
    hands, by = floor.hands, 10 * MINUTE_US

    async def waits(stage: Stage) -> None:
        before = stage.server.engine.stamp()
        await stage.server.clock_watch.look()
        for _ in range(1_000):
            hands.pass_us(SECOND_US)
            await stage.server.clock_watch.look()
        assert stage.server.engine.stamp() - before == 995 * SECOND_US
        for _ in range(60_000):
            hands.pass_us(2 * SECOND_US)
            await stage.server.clock_watch.look()
        assert stage.server.clock.difference() == 0

    floor.run(
        _says(floor, "nothing to accept", "--accept"),
        floor.set_by(-by),
        _says(floor, "they meet in about 1 d 9:20:00, by going half a percent slower", "--accept"),
        waits,
        warned(),
        floor.plays,
    )
    floor.audited()


def test_a_clock_that_is_ahead_and_right_is_met_by_going_faster_too(floor: Floor) -> None:
    async def waits(stage: Stage) -> None:
        for _ in range(10_000):
            floor.hands.pass_us(2 * SECOND_US)
            await stage.server.clock_watch.look()
        assert stage.server.clock.difference() == 0

    accepted = _says(floor, "; or they meet in about 3:20:00, by going half", "--accept")
    floor.run(floor.set_by(MINUTE_US), accepted, waits, warned(), floor.plays)
    # Set once more, it has to be accepted once more; stopped half-way, it is taken at the start.
    floor.run(floor.set_by(MINUTE_US), accepted, floor.set_by(MINUTE_US), warned("clock_ahead"))
    floor.run(warned("clock_ahead"), floor.plays, accepted_of_two(floor))
    floor.run(warned(), floor.plays)
    floor.audited()


def accepted_of_two(floor: Floor) -> Story:
    return _says(floor, "; or they meet in about 6:40:00, by going half", "--accept")


def test_a_clock_that_is_years_behind_is_not_reached_by_going_slower(floor: Floor) -> None:
    floor.run(
        floor.set_by(-20 * YEAR_US),
        _says(floor, "never goes back", "--accept"),
        _says(floor, "7300 d 0:00:00 behind"),
        floor.plays,
    )


def test_without_a_floor_there_is_nobody_to_ask(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["clock", "--folder", str(tmp_path)])
    assert result.exit_code == 1
    assert "no floor runs" in result.output


def test_a_clock_that_cannot_be_asked_says_why(floor: Floor) -> None:
    async def story(stage: Stage) -> None:
        del stage.server.clock_watch
        result = await asyncio.to_thread(
            CliRunner().invoke, main, ["clock", "--folder", str(floor.folder)]
        )
        assert result.exit_code == 1

    floor.run(story)


def test_where_it_cannot_be_written_down_the_tables_go_on(floor: Floor) -> None:
    async def broken(stage: Stage) -> None:
        stage.server.clock_watch._store = None  # type: ignore[assignment]

    floor.run(broken, floor.set_by(HOUR_US), warned("clock_ahead"), floor.plays)


def test_a_sign_in_a_code_and_a_token_live_as_long_as_they_should(floor: Floor) -> None:
    async def story(stage: Stage) -> None:
        access = stage.server.access
        await stage.opened("S1-table", "e1")
        code = await access.give_code("S1-table")
        entry = access.entry_of("U1") or access.entry_of("S1-table")
        assert entry is not None
        token = access.give_token(entry)
        await floor.set_by(40 * DAY_US)(stage)
        assert await access.lock_idle() == []
        assert access.take_token(token) is not None
        assert await access.enrol("S1-table", code) is not None
        code = await access.give_code("S1-table")
        await floor.set_by(-80 * DAY_US)(stage)
        floor.hands.pass_us(16 * MINUTE_US)
        assert await access.enrol("S1-table", code) is None, "a quarter of an hour is over"

    floor.run(story)
