"""A dice table that an older release opened with turns beside a value."""

from __future__ import annotations

import msgspec
import pytest
from floor_pit import SECOND, Pit

from openfelt.floor.base import Context
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.shooter import ShooterCalled
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable, TableOpened
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import decide


@pytest.mark.clause("SB 3.10.1", "SB 3.10.2")
def test_the_highest_wager_shoots_though_the_table_was_opened_with_turns() -> None:
    pit = Pit()
    wish = OpenTable("S1", "SB", Limits(100, 50_000, 100), 20 * SECOND, shoot_value=1_000)
    answer = decide(pit.state, wish, Context(pit.now, "test"))
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], TableOpened)
    pit.apply(msgspec.structs.replace(answer[0], shooter="rotate"))
    for name, amount in (("T1", 1_000), ("T2", 3_000), ("T3", 2_000)):
        pit.player(name, "S1")
        pit.do(StageWager(name, "S1", 1, "small", amount))
    pit.now += 20 * SECOND
    called = [one for one in pit.do(Tick()) if isinstance(one, ShooterCalled)]
    assert [one.terminal for one in called] == ["T2"]
