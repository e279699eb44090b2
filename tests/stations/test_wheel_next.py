"""What a dealer of roulette is shown to do next, whether his wheel reads or he does."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.clock import Tick
from openfelt.floor.play.wheel.spin import EnterNumber, ReadNumber, Spin, spin_of
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.stations.dealer import DealerView, dealer_view


class Wheel:
    """A roulette table, and what its dealer sees."""

    def __init__(self) -> None:
        self.pit = Pit().staffed()
        self.table = self.pit.table("R1", "MT_ROULETTE")
        self.do = self.pit.do

    def spun(self) -> None:
        self.do(NewGame("R1", "dana"))
        self.says("")
        self.pit.now = self.table.due
        self.do(Tick())
        self.says("spin")
        self.do(Spin("R1", "dana"))

    def seen(self, *, demo: bool = False) -> DealerView:
        return dealer_view(self.pit.state, "R1", "dana", self.pit.now, demo=demo)

    def says(self, act: str, waits: str = "", *, demo: bool = False) -> None:
        """Hold the next act and what is waited for to what is expected; the key is open."""
        seen = self.seen(demo=demo)
        assert (seen.next_act, seen.waits) == (act, waits)


@pytest.mark.clause("MT 9.3(a)", "MT 9.3(c)")
def test_a_spin_that_the_dealer_enters() -> None:
    at = Wheel()
    at.says("new_game")
    at.spun()
    at.says("enter_number", "ball")
    at.says("", "ball", demo=True)
    at.do(SuspendTable("R1", "chris", "why"))
    assert at.seen().waits == ""
    at.do(ResumeTable("R1", "chris"))
    at.do(EnterNumber("R1", "dana", 17))
    at.says("confirm_result")
    at.do(ConfirmResult("R1", "dana"))
    at.says("new_game")


@pytest.mark.clause("MT 9.2(b)(i)")
def test_a_spin_that_the_wheel_reads() -> None:
    at = Wheel()
    at.spun()
    at.do(ReadNumber("R1", 0, spin_of(at.table)))
    at.says("confirm_result", "read")


@pytest.mark.clause("MT 9.6(b)")
def test_no_spin_can_be_called_while_the_ball_goes_round() -> None:
    at = Wheel()
    assert _key(at, "no_spin") != ""
    at.spun()
    assert _key(at, "no_spin") == ""
    at.do(CallNoSpin("R1", "dana"))
    at.says("new_game")
    assert at.table.phase == "void"


def _key(at: Wheel, act: str) -> str:
    return next(key.reason for key in at.seen().acts if key.act == act)


@pytest.mark.clause("MT 9.3(c)")
def test_every_number_of_the_wheel_has_a_key_and_is_open_only_while_it_can_be_entered() -> None:
    at = Wheel()
    (key,) = at.seen().keys[1]
    assert key.choices == tuple(str(number) for number in range(37))
    assert key.reason == "PHASE_DOES_NOT_ALLOW"
    at.spun()
    (key,) = at.seen().keys[1]
    assert key.reason == ""
