"""Wagers that a roll leaves undecided, on a craps table."""

from __future__ import annotations

import pytest
from floor_pit import Pit

from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.round import RoundSettled, VoidRound
from openfelt.floor.wagers.wager import StageWager


@pytest.fixture
def pit() -> Pit:
    """A craps table with two players."""
    floor = Pit().staffed()
    floor.table("C1", "AC")
    for name in ("T1", "T2"):
        floor.player(name, "C1")
    return floor


def _rolled(pit: Pit, dice: tuple[int, int], *laid: tuple[str, str, int]) -> RoundSettled:
    """Lay wagers, let the period and the shooter's seconds run out, and the dice fall."""
    table = pit.state.tables["C1"]
    for terminal, bet, amount in laid:
        pit.do(StageWager(terminal, "C1", table.round, bet, amount))
    while table.phase != "tumbling":
        pit.now = table.due
        pit.do(Tick())
    settled = pit.do(ReadDice("C1", dice, throw_of(table)))[1]
    assert isinstance(settled, RoundSettled)
    return settled


def _lies(pit: Pit) -> dict[tuple[str, str], tuple[int, str]]:
    layouts = pit.state.tables["C1"].layouts
    return {
        (terminal, bet): (spot.amount, spot.state)
        for terminal, spots in layouts.items()
        for bet, spot in spots.items()
    }


FIRST = (
    ("T1", "pass_line", 1_000),
    ("T1", "place:6", 3_000),
    ("T1", "field", 500),
    ("T2", "come", 500),
    ("T2", "hard:8", 1_000),
)
AFTER_A_SIX = {
    ("T1", "pass_line@6"): (1_000, "standing"),
    ("T2", "come@6"): (500, "standing"),
    ("T2", "hard:8"): (1_000, "standing"),
}


def test_a_settlement_names_what_it_decides_and_what_moves(pit: Pit) -> None:
    settled = _rolled(pit, (3, 3), *FIRST)
    assert [(one.terminal, one.bet) for one in settled.decided] == [
        ("T1", "place:6"),
        ("T1", "field"),
    ]
    assert settled.returned == (6_500, 0)
    assert [(one.bet, one.to) for one in settled.moved] == [
        ("pass_line", "pass_line@6"),
        ("come", "come@6"),
    ]
    assert settled.standing == 3
    assert _lies(pit) == AFTER_A_SIX
    assert pit.state.terminals["T1"].credit == 12_000


def test_a_void_roll_leaves_what_stood_before_it(pit: Pit) -> None:
    _rolled(pit, (3, 3), *FIRST)
    table = pit.state.tables["C1"]
    pit.do(StageWager("T1", "C1", table.round, "field", 500))
    pit.do(VoidRound("C1", "alex", "cocked"))
    assert _lies(pit) == AFTER_A_SIX
    assert pit.state.terminals["T1"].credit == 12_000


def test_the_last_roll_is_put_right_with_all_it_left_standing(pit: Pit) -> None:
    _rolled(pit, (3, 3), *FIRST)
    pit.do(StateActualOutcome("C1", "alex", "a four and a four", (), (4, 4), 1))
    assert _lies(pit) == {
        ("T1", "pass_line@8"): (1_000, "standing"),
        ("T1", "place:6"): (3_000, "standing"),
        ("T2", "come@8"): (500, "standing"),
    }
    assert pit.state.terminals["T2"].credit == 18_500


def test_the_last_roll_is_declared_void_and_everything_of_it_goes_back(pit: Pit) -> None:
    _rolled(pit, (3, 3), *FIRST)
    _rolled(pit, (4, 4), ("T2", "field", 500))
    pit.do(VoidRound("C1", "alex", "unfair", 2))
    assert _lies(pit) == AFTER_A_SIX
    assert pit.state.terminals["T2"].credit == 8_500


def test_a_seven_decides_everything_that_stands(pit: Pit) -> None:
    _rolled(pit, (3, 3), *FIRST)
    _rolled(pit, (3, 4))
    assert _lies(pit) == {}
    assert not any(pit.state.ledger.get(f"stake:{name}") for name in ("T1", "T2"))
