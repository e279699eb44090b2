"""What stands on record of a player who broke a rule, and of what he said was wrong."""

from __future__ import annotations

import pytest
from floor_pit import Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.clock import Tick
from openfelt.floor.people.exclusion import BreachFound, ExcludeTerminal, VoidWagers
from openfelt.floor.people.objection import (
    DecideObjection,
    ObjectionDecided,
    ObjectionRaised,
    RaiseObjection,
)
from openfelt.floor.play.wheel.spin import EnterNumber, Spin
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager

# By variant: a rule of its book that is sanctioned, who sanctions, and a bet.
SANCTIONS = [
    pytest.param(
        *("LT", "12.1", "chris", "player"), marks=pytest.mark.clause("LT 12.1", "LT 12.3"), id="LT"
    ),
    pytest.param(*("SB", "8.12", "emma", "small"), marks=pytest.mark.clause("SB 8.7"), id="SB"),
    pytest.param(
        *("MT_ROULETTE", "7.8", "chris", "red"),
        marks=pytest.mark.clause("MT 7.3", "MT 7.8", "MT 7.9", "MT 7.1", "MT 7.7", "MT 7.10"),
        id="MT",
    ),
]


@pytest.mark.parametrize(("variant", "rule", "person", "bet"), SANCTIONS)
def test_the_rule_that_was_broken_stands_before_the_sanction(
    variant: str, rule: str, person: str, bet: str
) -> None:
    pit = Pit().staffed()
    table = pit.table("X1", variant)
    pit.player("T1", "X1")
    if table.phase != "wagering":
        pit.do(NewGame("X1", "dana"))
    pit.do(StageWager("T1", "X1", 1, bet, 1_000))
    book = variant.partition("_")[0]
    found = BreachFound("T1", 1, f"{book} {rule}", "seen")
    said, *voided = pit.do(VoidWagers("T1", person, "seen", rule))
    assert said == found
    assert [type(one).__name__ for one in voided] == ["WagersVoided"]
    said, *barred = pit.do(ExcludeTerminal("T1", person, "seen", rule))
    assert said == found
    assert [type(one).__name__ for one in barred] == ["TerminalExcluded"]
    assert pit.state.terminals["T1"].excluded


def test_a_sanction_without_a_rule_stands_by_itself() -> None:
    pit = Pit().staffed()
    pit.table("X1", "MT_ROULETTE")
    pit.player("T1", "X1")
    events = pit.do(ExcludeTerminal("T1", "chris", "listed"))
    assert [type(one).__name__ for one in events] == ["TerminalExcluded"]


def _settled() -> Pit:
    """Settle a spin on 17, on which one player had a wager on 18."""
    pit = Pit().staffed()
    pit.table("R1", "MT_ROULETTE")
    pit.player("T1", "R1")
    pit.do(NewGame("R1", "dana"))
    pit.do(StageWager("T1", "R1", 1, "straight:18", 1_000))
    pit.do(ConfirmWagers("T1", "R1", 1))
    pit.now = pit.state.tables["R1"].due
    for command in (Tick(), Spin("R1", "dana"), EnterNumber("R1", "dana", 17)):
        pit.do(command)
    pit.do(ConfirmResult("R1", "dana"))
    return pit


@pytest.mark.clause("MT 6.4")
def test_what_a_player_said_is_decided_with_what_became_of_the_round() -> None:
    pit = _settled()
    assert pit.refused(RaiseObjection("T1", "R1", "luck")) is Refusal.PHASE_DOES_NOT_ALLOW
    said = pit.do(RaiseObjection("T1", "R1", "outcome"))
    assert said == (ObjectionRaised("T1", "R1", 1, "outcome", 1),)
    assert pit.state.objections["T1"].since == pit.now
    assert pit.refused(RaiseObjection("T9", "R1", "outcome")) is Refusal.TERMINAL_OUT_OF_SERVICE
    assert pit.refused(DecideObjection("T9", "chris", False, "")) is (
        Refusal.TERMINAL_OUT_OF_SERVICE
    )
    pit.do(StateActualOutcome("R1", "chris", "seen", number=18))
    decided = pit.do(DecideObjection("T1", "chris", True, "seen"))
    assert decided == (ObjectionDecided("T1", "R1", 1, 1, True, "corrected", "seen"),)
    assert pit.state.objections == {}


@pytest.mark.clause("MT 6.4")
def test_one_that_is_not_agreed_with_leaves_the_round_as_it_stands() -> None:
    pit = _settled()
    pit.do(RaiseObjection("T1", "R1", "outcome", 1))
    decided = pit.do(DecideObjection("T1", "chris", False, "17 it was"))
    assert decided == (ObjectionDecided("T1", "R1", 1, 1, False, "", "17 it was"),)
    assert pit.state.terminals["T1"].credit == 9_000
