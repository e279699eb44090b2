"""What a dealer of dice is shown to do next, in each way a table can be set up."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.clock import Tick
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken
from openfelt.floor.play.dealt_dice.exposure import ReportExposedDice
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import NewGame
from openfelt.stations.dealer import DealerView, dealer_view


class Dealt:
    """A table that is tumbled, and what its dealer sees."""

    def __init__(self, tumble: str, dice: str) -> None:
        self.pit = Pit().staffed()
        self.table = self.pit.table("D1", "MT_SICBO", tumble=tumble, dice=dice)
        self.do = self.pit.do

    def close(self) -> None:
        self.pit.now = self.table.due
        self.do(Tick())

    @property
    def seen(self) -> DealerView:
        return dealer_view(self.pit.state, "D1", "dana", self.pit.now, demo=False)

    def says(self, act: str, waits: str = "") -> None:
        """Hold the next act and what is waited for to what is expected; the key is open."""
        seen = self.seen
        assert (seen.next_act, seen.waits) == (act, waits)


@pytest.mark.clause("MT 10.3(a)", "MT 10.3(a)(i)", "MT 10.3(a)(ii)", "MT 10.3(c)")
def test_a_round_tumbled_at_its_end_and_entered() -> None:
    at = Dealt("end", "dealer")
    at.says("new_game")
    at.do(NewGame("D1", "dana"))
    at.says("")
    at.close()
    at.says("tumble_dice")
    at.do(Tumble("D1", "dana"))
    at.says("enter_dice")
    at.do(SuspendTable("D1", "chris", "why"))
    at.says("resume")
    at.do(ResumeTable("D1", "chris"))
    at.do(EnterDice("D1", "dana", (1, 2, 3)))
    at.says("new_game")


@pytest.mark.clause("MT 10.3(a)", "MT 10.3(a)(i)", "MT 10.5(e)")
def test_a_round_tumbled_at_its_start_or_not() -> None:
    at = Dealt("start", "dealer")
    at.do(NewGame("D1", "dana"))
    at.says("tumble_dice")
    at.do(Tumble("D1", "dana"))
    at.says("")
    at.close()
    at.says("enter_dice")
    at.do(EnterDice("D1", "dana", (1, 2, 3)))
    at.do(NewGame("D1", "dana"))
    at.close()
    at.says("no_spin")


@pytest.mark.clause("MT 10.3(c)", "MT 10.5(c)")
def test_dice_that_are_recognised_doubted_or_seen_early() -> None:
    at = Dealt("end", "recognition")
    at.do(NewGame("D1", "dana"))
    at.close()
    at.do(Tumble("D1", "dana"))
    at.says("", "dice")
    at.do(ReadDice("D1", (1, 2, 3), "tumble:D1:1"))
    at.says("new_game")
    at.do(EnterDice("D1", "dana", (3, 2, 2)))
    at.says("", "doubted")
    early = Dealt("start", "recognition")
    early.do(NewGame("D1", "dana"))
    early.do(Tumble("D1", "dana"))
    early.do(ReportExposedDice("D1", "dana"))
    early.says("void")
    early.do(DeclareDieBroken("D1", "chris"))
    early.says("", "broken")
    assert [key.act for row in early.seen.keys for key in row] == [
        *("new_game", "no_bet", "tumble_dice", "enter_dice", "resume"),
        *("no_spin", "exposed"),
    ]
