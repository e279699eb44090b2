"""The gaming day ends at the file's hour: after another file, and when the clocks are changed."""

import asyncio
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from server_stage import Stage, floor_toml, told
from server_time import take_clocks

from openfelt.cli import main
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Context, Event, Refused
from openfelt.floor.day import DayEndMoved, MoveDayEnd
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import State
from openfelt.floor.whole import decide, evolve
from openfelt.server.config import gaming_day
from openfelt.server.config.sections import Config, Floor
from openfelt.server.equipment import NoEquipment

SYDNEY = "Australia/Sydney"
HOUR_US = 3_600_000_000


def at(text: str, zone: str = SYDNEY, fold: int = 0) -> int:
    """Read a local time as µs UTC."""
    there = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(there.timestamp()) * 1_000_000


# Clocks went forward in Sydney on 4 October 2026 and back on 5 April 2026.
ENDS = [
    ("06:00", at("2026-11-16 05:59"), at("2026-11-16 06:00")),
    ("06:00", at("2026-11-16 06:00"), at("2026-11-17 06:00")),
    ("06:00", at("2026-10-03 06:00"), at("2026-10-03 06:00") + 23 * HOUR_US),
    ("06:00", at("2026-04-04 06:00"), at("2026-04-04 06:00") + 25 * HOUR_US),
    ("02:30", at("2026-10-03 12:00"), at("2026-10-04 03:30")),
    # The hour that comes twice ends a day once.
    ("02:30", at("2026-04-05 02:10", fold=1), at("2026-04-06 02:30")),
    ("02:30", at("2026-04-05 02:30"), at("2026-04-06 02:30")),
]


@pytest.mark.parametrize(("hour", "now", "end"), ENDS)
def test_a_day_ends_at_the_hour_whatever_the_clocks_do(hour: str, now: int, end: int) -> None:
    assert gaming_day.end_after(Floor(("pit",), hour), now) == end


def test_only_an_end_to_come_is_moved_and_only_to_another_to_come() -> None:
    def judged(state: State, to: int, now: int) -> object:
        answer = decide(state, MoveDayEnd(to), Context(now, "config"))
        return answer.code if isinstance(answer, Refused) else answer

    refused = Refusal.PHASE_DOES_NOT_ALLOW
    assert judged(State("pit"), 100, 10) is refused, "a pit has no day of its own"
    house = State(HOUSE)
    opened = decide(house, OpenHouse(("pit",), 50), Context(0, "config"))
    assert not isinstance(opened, Refused)
    evolve(house, opened[0], 0)
    assert judged(house, 50, 10) is refused, "it ends then already"
    assert judged(house, 10, 10) is refused
    assert judged(house, 2**63, 10) is refused
    assert judged(house, 100, 50) is refused, "the day is over, and is closed first"
    assert judged(house, 100, 49) == (DayEndMoved(100),)
    evolve(house, DayEndMoved(100), 49)
    assert house.day_ends == 100


def _other(config: Config, **keys: str) -> Config:
    return replace(config, floor=replace(config.floor, **keys))


def _ends(stage: Stage) -> int:
    return stage.server.engine.stream(HOUSE).state.day_ends


async def _moves(stage: Stage) -> list[str]:
    rows = [row async for batch in stage.server.journal.read(HOUSE) for row in batch]
    return [row.actor for row in rows if row.type == "DayEndMoved"]


def test_another_hour_is_taken_by_a_reload_and_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_clocks(monkeypatch, at("2026-11-16 12:00"))

    async def reloaded(stage: Stage) -> None:
        assert _ends(stage) == at("2026-11-17 06:00")
        config = stage.server.config
        said = await stage.server.change_to(_other(config, day_ends="04:30"))
        assert [(wish.what, wish.refused) for wish in said] == [
            (f"the gaming day ends at 2026-11-17 04:30 {SYDNEY}", ""),
            ("day_ends", ""),
        ]
        assert _ends(stage) == at("2026-11-17 04:30")
        said = await stage.server.change_to(_other(config, time_zone="Asia/Macau"))
        assert [wish.what for wish in said][1:] == ["day_ends", "time_zone"]
        assert _ends(stage) == at("2026-11-17 06:00", "Asia/Macau")

    async def started(stage: Stage) -> None:
        # The file of the test says nothing of all that.
        assert _ends(stage) == at("2026-11-17 06:00")
        assert await _moves(stage) == ["config"] * 3

    told(tmp_path, reloaded)
    told(tmp_path, started)
    told(tmp_path, started)
    assert CliRunner().invoke(main, ["audit", str(tmp_path / "journal.db")]).exit_code == 0


class Listening(NoEquipment):
    """Hears when the end of a day was moved."""

    def __init__(self) -> None:
        self.moved = asyncio.Event()

    def heard(self, stream: str, event: Event) -> None:
        if isinstance(event, DayEndMoved):
            self.moved.set()


def test_the_day_after_the_clocks_were_changed_ends_at_the_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = take_clocks(monkeypatch, at("2026-10-02 12:00"))

    async def story(stage: Stage) -> None:
        stage.server._equipment = listening = Listening()
        assert _ends(stage) == at("2026-10-03 06:00")
        hands.pass_until(at("2026-10-03 06:00"))
        await listening.moved.wait()
        assert _ends(stage) == at("2026-10-04 06:00")
        assert await _moves(stage) == ["config"]

    told(tmp_path, story)


def test_so_does_the_day_in_which_a_floor_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = take_clocks(monkeypatch, at("2026-10-02 12:00"))

    async def opened(stage: Stage) -> None:
        assert _ends(stage) == at("2026-10-03 06:00")

    async def again(stage: Stage) -> None:
        stage.server._equipment = listening = Listening()
        # The clock closes the day that was left open, before or after the doors open.
        if not await _moves(stage):
            await listening.moved.wait()
        assert _ends(stage) == at("2026-10-06 06:00")
        assert stage.server.engine.stream(HOUSE).state.gaming_day == 1

    told(tmp_path, opened)
    hands.pass_until(at("2026-10-05 12:00"))
    told(tmp_path, again)


def _checked(file: Path, text: str) -> Result:
    file.write_text(text)
    return CliRunner().invoke(main, ["check-config", str(file)])


def test_a_check_says_what_the_floor_of_the_file_would_not_take_over(tmp_path: Path) -> None:
    file, good = tmp_path / "floor.toml", floor_toml(tmp_path / "data")
    hour = good.replace("[floor]", '[floor]\nday_ends = "04:00"')
    pits = good.replace("pits = ['pit']", "pits = ['annex']").replace(
        'pit = "pit"', 'pit = "annex"'
    )

    async def story(stage: Stage) -> None:
        before = stage.server.engine.stream(HOUSE).sequence
        for taken in (good, hour):
            said = await asyncio.to_thread(_checked, file, taken)
            assert (said.exit_code, said.output.count("\n")) == (0, 1), said.output
        said = await asyncio.to_thread(_checked, file, pits)
        assert said.exit_code == 0
        assert "a reload would do nothing:\n  pit pit is gone from the file: put" in said.output
        assert "  pit annex: is added at a start: stop the floor and start" in said.output
        assert stage.server.engine.stream(HOUSE).sequence == before

    assert _checked(file, good).exit_code == 0
    assert not (tmp_path / "data").exists(), "a check touches nothing"
    told(tmp_path / "data", story)
    refused = _checked(file, pits)
    assert refused.exit_code == 1
    assert "has the pits ['pit'], but floor.pits says ['annex']" in refused.output
    assert _checked(file, hour).exit_code == 0
