"""A tumbler of dealt dice over the real feed, by a program of its own: told once, and in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from server_stage import Stage, told
from test_devices_kinds import at, device_at, done, reconnect, until, why

from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import NewGame

MORE = "".join(
    f"""
[[floor.table]]
name = "{name}"
pit = "pit"
variant = "MT_SICBO"
minimum = 1
maximum = 500
unit = 1
period = {period}
tumble = "{tumble}"
dice = "{dice}"

[[floor.device]]
name = "tumbler@{name}"
pit = "pit"
"""
    for name, tumble, dice, period in (
        ("D1", "start", "recognition", 1),
        ("D2", "end", "recognition", 1),
        ("D3", "start", "dealer", 3600),
    )
)
BOTH = pytest.mark.parametrize("transport", ["picows", "aiohttp"])


@BOTH
@pytest.mark.clause("MT 10.3(a)(i)", "MT 10.3(c)")
def test_covered_dice_are_told_once_and_only_when_they_are_asked_for(
    tmp_path: Path, transport: str
) -> None:
    async def story(stage: Stage) -> None:
        tumbler = await device_at(stage, "tumbler@D1")
        await done(stage, NewGame("D1", "d1"))
        await done(stage, Tumble("D1", "d1"))
        shake = await tumbler.wanted()
        assert (shake["order"], shake["kind"]) == ("shake:D1:1", "shake")
        early = await tumbler.report("ReadDice", order="shake:D1:1", dice=[1, 2, 4])
        assert why(early) == "not_tumbling"
        await until(stage, "D1", "closed")
        uncover = await tumbler.wanted("shake:D1:1")
        assert (uncover["order"], uncover["data"]) == ("uncover:D1:1", "shake:D1:1")
        of_shake = await tumbler.report("ReadDice", order="shake:D1:1", dice=[1, 2, 4])
        assert why(of_shake) == "not_ordered"
        # The line goes before it answers, the table stands still, and it is asked again.
        await done(stage, SuspendTable("D1", "a1", "why"), "staff:a1")
        stopped = await tumbler.report("ReadDice", order="uncover:D1:1", dice=[1, 2, 4])
        assert stopped["code"] == "TABLE_IS_SUSPENDED"
        await done(stage, ResumeTable("D1", "a1"), "staff:a1")
        await tumbler.begin("ReadDice", order="uncover:D1:1", dice=[1, 2, 4])
        await reconnect(stage, tumbler)
        late = await tumbler.report("ReadDice", order="uncover:D1:1", dice=[6, 6, 6])
        assert why(late) == "not_tumbling"
        assert at(stage, "D1").settled[1].outcome == "1-2-4"

    told(tmp_path, story, more=MORE, transport=transport)


@pytest.mark.clause("MT 10.5(e)", "MT 10.5(a)")
def test_a_throw_that_was_called_off_or_lies_cocked_settles_nothing(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        tumbler = await device_at(stage, "tumbler@D2")
        for number in (1, 2, 3):
            await done(stage, NewGame("D2", "d1"))
            await until(stage, "D2", "closed")
            await done(stage, Tumble("D2", "d1"))
            order = f"tumble:D2:{number}"
            past = [f"tumble:D2:{n}" for n in range(1, number)]
            assert (await tumbler.wanted(*past))["order"] == order
            if number == 1:
                await done(stage, CallNoSpin("D2", "d1"))
            elif number == 2:
                again = await tumbler.report("ReadDice", order="tumble:D2:1", dice=[6, 6, 6])
                assert why(again) == "not_ordered"
                assert (await tumbler.report("ReadCockedDice", order=order))["type"] == "ack"
                assert at(stage, "D2").phase == "void"
            else:
                said = await tumbler.report("ReadDice", order=order, dice=[6, 5, 4])
                assert said["type"] == "ack"
        assert {n: one.outcome for n, one in at(stage, "D2").settled.items()} == {3: "6-5-4"}

    told(tmp_path, story, more=MORE)


@pytest.mark.clause("MT 10.5(c)", "MT 5.4")
def test_a_cover_that_comes_off_stops_the_table(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        tumbler = await device_at(stage, "tumbler@D3")
        other = await device_at(stage, "tumbler@D2")
        assert why(await tumbler.report("ReadExposedDice")) == "period_over"
        await done(stage, NewGame("D3", "d1"))
        await done(stage, Tumble("D3", "d1"))
        entered = await tumbler.report("ReadDice", order="shake:D3:1", dice=[1, 2, 3])
        assert why(entered) == "dealer_enters"
        assert why(await other.report("ReadExposedDice")) == "period_over", "its own table"
        assert (await tumbler.report("ReadExposedDice"))["type"] == "ack"
        assert at(stage, "D3").suspended == "exposed"
        with pytest.raises(AssertionError):
            await done(stage, EnterDice("D3", "d1", (1, 2, 3)))

    told(tmp_path, story, more=MORE)
