"""Wagers that a round leaves undecided, on a craps table that only these tests play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from floor_pit import SECOND, Pit

from openfelt.core import dice
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer
from openfelt.floor.clock import Tick
from openfelt.floor.play.procedure import PROCEDURES, Outcome, Stated
from openfelt.floor.play.tumbler.procedure import PROCEDURE as TUMBLER
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import RoundSettled, VoidRound, settle
from openfelt.floor.state import State, Table
from openfelt.floor.wagers.wager import StageWager
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.definition import Definition


def _outcome(roll: tuple[int, ...]) -> Outcome:
    return Outcome("-".join(map(str, roll)), dice.index(roll))


def _told(_: Definition, stated: Stated) -> Outcome:
    return _outcome(stated.dice)


@pytest.fixture
def pit(monkeypatch: pytest.MonkeyPatch) -> Pit:
    """A craps table with two players, whose every confirmed roll is the next one here."""
    rolls = iter(((3, 3), (4, 4), (3, 4)))

    def confirm(state: State, table: Table, _: str, now: int) -> Answer:
        return settle(state, table, *_outcome(next(rolls)), now)

    way = replace(
        TUMBLER,
        name="rolls",
        told=_told,
        confirm=confirm,
        after_close=lambda *_: (),
        end=lambda *_: None,
    )
    monkeypatch.setitem(PROCEDURES, "rolls", way)
    monkeypatch.setitem(VARIANTS, "AC", replace(AC, procedure="rolls"))
    floor = Pit().staffed()
    floor.table("C1", "AC")
    for name in ("T1", "T2"):
        floor.player(name, "C1")
    return floor


def _rolled(pit: Pit, *laid: tuple[str, str, int]) -> RoundSettled:
    """Lay wagers, let the period run out and the dice fall."""
    table = pit.state.tables["C1"]
    for terminal, bet, amount in laid:
        pit.do(StageWager(terminal, "C1", table.round, bet, amount))
    pit.now = table.due
    pit.do(Tick())
    settled = pit.do(ConfirmResult("C1", "alex"))[0]
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
    settled = _rolled(pit, *FIRST)
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
    _rolled(pit, *FIRST)
    table = pit.state.tables["C1"]
    pit.do(StageWager("T1", "C1", table.round, "field", 500))
    pit.do(VoidRound("C1", "alex", "cocked"))
    assert _lies(pit) == AFTER_A_SIX
    assert pit.state.terminals["T1"].credit == 12_000


def test_the_last_roll_is_put_right_with_all_it_left_standing(pit: Pit) -> None:
    _rolled(pit, *FIRST)
    pit.do(StateActualOutcome("C1", "alex", "a four and a four", (), (4, 4), 1))
    assert _lies(pit) == {
        ("T1", "pass_line@8"): (1_000, "standing"),
        ("T1", "place:6"): (3_000, "standing"),
        ("T2", "come@8"): (500, "standing"),
    }
    assert pit.state.terminals["T2"].credit == 18_500


def test_the_last_roll_is_declared_void_and_everything_of_it_goes_back(pit: Pit) -> None:
    _rolled(pit, *FIRST)
    _rolled(pit, ("T2", "field", 500))
    pit.do(VoidRound("C1", "alex", "unfair", 2))
    assert _lies(pit) == AFTER_A_SIX
    assert pit.state.terminals["T2"].credit == 8_500


def test_what_was_played_for_since_is_not_put_right(pit: Pit) -> None:
    _rolled(pit, *FIRST)
    table = pit.state.tables["C1"]
    pit.do(StageWager("T1", "C1", table.round, "field", 500))
    actual = StateActualOutcome("C1", "alex", "why", (), (2, 2), 1)
    assert pit.refused(actual) is Refusal.PHASE_DOES_NOT_ALLOW


def test_a_seven_decides_everything_that_stands(pit: Pit) -> None:
    for laid in (FIRST, (), ()):
        _rolled(pit, *laid)
        pit.now += SECOND
    assert _lies(pit) == {}
    assert not any(pit.state.ledger.get(f"stake:{name}") for name in ("T1", "T2"))
