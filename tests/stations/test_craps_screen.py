"""What the screen of a craps terminal is given: every wager, its sign, and the way of play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import LIMITS, Pit

from openfelt.floor.base import Command
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.wagers.wager import StageWager
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory

# As the book lists them; a family has an area for each number.
SINGLE = (
    *("pass_line", "come", "big_6", "big_8", "dont_pass", "dont_come"),
    *("field", "any_seven", "any_craps", "c", "e", "c_and_e", "horn"),
)
ON_POINTS = (
    "odds",
    "come_odds",
    "place",
    "buy",
    "dont_odds",
    "dont_come_odds",
    "place_lose",
    "lay",
)
POINTS = (4, 5, 6, 8, 9, 10)
HOPS = [f"hop:{low}-{high}" for low in range(1, 7) for high in range(low, 7)]


class Screen:
    """A table with one player, who has laid a Pass Line and a Place."""

    def __init__(self) -> None:
        self.pit = Pit().staffed()
        self.table = self.pit.table("A1", "AC")
        self.pit.player("T1", "A1")
        self.memory = Memory()

    def do(self, command: Command) -> None:
        for event in self.pit.do(command):
            self.memory.take(event)

    def ends_wagering(self) -> None:
        self.pit.now = self.table.due
        self.do(Tick())

    def rolls(self, *dice: int) -> None:
        self.ends_wagering()
        if self.table.phase == "awaiting_shoot":
            self.do(Shoot("T1", "A1"))
        self.do(ReadDice("A1", dice, throw_of(self.table)))

    @property
    def view(self) -> DisplayView:
        return display_view(self.pit.state, "A1", self.memory, demo=False)


@pytest.mark.clause("AC def:PT", "AC diagram A")
def test_every_wager_of_the_book_has_an_area_and_a_touch_lays_it() -> None:
    screen = Screen()
    families = [f"{kind}:{number}" for kind in ON_POINTS for number in POINTS]
    hard = [f"hard:{number}" for number in (4, 6, 8, 10)]
    listed = {*SINGLE, *families, *hard, *HOPS}
    assert {bet.code for bet in screen.view.bets} == listed
    assert {StageWager, Shoot} <= set(KINDS["player"].commands)
    screen.do(StageWager("T1", "A1", 1, "field", 500))
    assert {bet.code for bet in screen.view.bets} == listed


def test_ac_2_3_limits_point_and_shooter_are_shown() -> None:
    screen = Screen()
    assert (screen.view.limits, screen.view.point, screen.view.shooter) == (LIMITS, 0, "")
    screen.do(StageWager("T1", "A1", 1, "pass_line", 500))
    screen.rolls(2, 2)
    assert (screen.view.point, screen.view.round) == (4, 2)
    screen.ends_wagering()
    assert (screen.view.shooter, screen.view.shooter_seat) == ("T1", 1)
    screen.rolls(1, 3)
    assert screen.view.point == 0


def test_ac_2_3_1_the_rules_need_a_countdown_a_closed_sign_and_the_close_of_play() -> None:
    screen = Screen()
    closes = screen.table.due
    assert (screen.view.phase, screen.view.due, screen.view.closing_at) == ("wagering", closes, 0)
    screen.do(StageWager("T1", "A1", 1, "pass_line", 500))
    screen.ends_wagering()
    assert (screen.view.phase, screen.view.shoot_seconds) == ("awaiting_shoot", 10)
    assert screen.view.due == closes + 10_000_000
    screen.do(CloseTable("A1", "alex", now=False))
    assert screen.view.closing_at == screen.table.closing_at > 0


def test_ac_2_3_2_the_history_of_rolls_leaves_everything_else_as_it_is() -> None:
    screen = Screen()
    before = screen.view
    for _ in range(3):
        screen.rolls(5, 6)
    assert [result.dice for result in screen.view.results] == [(5, 6)] * 3
    after = screen.view
    assert (after.bets, after.limits, after.chances) == (before.bets, before.limits, before.chances)


def test_ac_3_2_the_screen_says_of_each_wager_what_it_needs() -> None:
    screen = Screen()
    said = {chance.code: chance for chance in screen.view.chances}
    assert {bet.code for bet in screen.view.bets} <= said.keys()
    assert (said["place:8"].wins, said["place:8"].loses) == (("8",), ("7",))
    assert (said["come"].wins, said["come"].goes) == (("7", "11"), ("4", "5", "6", "8", "9", "10"))
    assert (said["dont_pass"].loses, said["dont_pass"].draws) == (("7", "11"), ("12",))
    assert said["buy:4"].fee == "1/20"
    # And whoever touches nothing lays nothing.
    screen.rolls(5, 6)
    assert screen.table.layouts == {}
