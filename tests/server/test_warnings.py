"""Warnings: everybody may read of what kind they are, whom they are about staff of the office."""

from pathlib import Path

import pytest
from server_stage import Stage, told

from openfelt.server.warnings import KEPT, Concern, Warnings


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_warnings_stand_until_they_are_taken_back_or_over() -> None:
    clock, told_of = Clock(), []
    warnings = Warnings(clock)
    warnings.changed = lambda: told_of.append(warnings.standing())
    warnings.give("wrong_tries", "d1", 1, for_s=60)
    warnings.give("wrong_tries", "d1", 1, for_s=60)
    warnings.give("wrong_tries", "d1", 2, for_s=60)
    warnings.give("folder_open_to_all", "data")
    assert warnings.codes() == ["folder_open_to_all", "wrong_tries"]
    clock.now = 59
    warnings.let_go()
    clock.now = 60
    warnings.let_go()
    assert warnings.standing() == (Concern("folder_open_to_all", "data"),)
    warnings.take_back("folder_open_to_all", "data")
    warnings.take_back("folder_open_to_all", "data")
    assert len(told_of) == 5, "what stays as it was is not told again"
    for number in range(KEPT + 1):
        warnings.give("codes_guessed", f"{number}")
    assert warnings.standing()[0].about == "1", "the oldest gives way"


@pytest.mark.parametrize("transport", ["picows", "aiohttp"])
def test_staff_of_the_office_is_told_and_nobody_else(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        warnings = stage.server.warnings
        table = await stage.opened("S1-table", "e1")
        assert [f for f in table.frames if f["type"] == "warned"] == [
            {"type": "warned", "warnings": []}
        ]
        others = [await stage.opened("L1-dealer", "d1"), await stage.opened("T1")]
        warnings.give("wrong_tries", "a1", 3)
        one = {"code": "wrong_tries", "about": "a1", "count": 3}
        heard = await table.until(lambda f: f["type"] == "warned")
        assert heard["warnings"] == [one]
        for station in others:
            await (
                station.do("NewGame", table="L1")
                if station.name != "T1"
                else station.do("CallAttendant")
            )
            assert "warned" not in {frame["type"] for frame in station.frames}
        ready = await others[0].http.get(f"{others[0].origin}/ready")
        assert await ready.json() == {"ready": "ok", "warnings": ["wrong_tries"]}
        stage.server.access.idle_us = -1
        await stage.server.access.lock_idle()
        await table.until(lambda f: f["type"] == "locked")
        heard_before = len(table.frames)
        warnings.take_back("wrong_tries", "a1")
        await table.say({"type": "ping", "sent": 1})
        await table.until(lambda f: f["type"] == "pong")
        kinds = {frame["type"] for frame in table.frames[heard_before:]}
        assert "warned" not in kinds, "a locked station shows nothing"

    told(tmp_path, story, transport=transport)
