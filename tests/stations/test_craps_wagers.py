"""What a craps player is told of wagers that stand, of odds behind them, of what each needs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.base import Command
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import Limits
from openfelt.floor.wagers.commission import CommissionEarned, Fee
from openfelt.floor.wagers.take_down import TakeDown
from openfelt.floor.wagers.wager import StageWager
from openfelt.stations.chances import Chance
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.line import lines_of
from openfelt.stations.memory import Memory
from openfelt.stations.player import Play, player_view
from openfelt.stations.standing import Cap, Standing
from openfelt.stations.table import table_view


class Seen:
    """A craps table with one player, and what he is shown."""

    def __init__(self) -> None:
        self.pit = Pit().staffed()
        self.table = self.pit.table("A1", "AC", Limits(minimum=100, maximum=5_000, unit=100))
        self.pit.player("T1", "A1")
        self.memory = Memory()

    def do(self, command: Command) -> None:
        for event in self.pit.do(command):
            self.memory.take(event)

    def bet(self, bet: str, amount: int) -> None:
        self.do(StageWager("T1", "A1", self.table.round, bet, amount))

    def rolls(self, *dice: int) -> None:
        """Let the period end, and the dice rest; none is a die that leans."""
        self.pit.now = self.table.due
        self.do(Tick())
        if self.table.phase == "awaiting_shoot":
            self.do(Shoot("T1", "A1"))
        order = throw_of(self.table)
        self.do(ReadDice("A1", dice, order) if dice else ReadCockedDice("A1", order))

    @property
    def play(self) -> Play:
        return player_view(self.pit.state, "T1", self.memory, self.pit.now).play["A1"]

    @property
    def display(self) -> DisplayView:
        return display_view(self.pit.state, "A1", self.memory, demo=False)

    def standing(self, bet: str) -> Standing:
        return next(one for one in self.play.standing if one.bet == bet)

    def chance(self, code: str) -> Chance:
        return next(one for one in self.display.chances if one.code == code)


def on_six() -> Seen:
    """A Pass Line of 10.00 and a Come of 5.00 that have both gone to the six."""
    seen = Seen()
    seen.bet("pass_line", 1_000)
    seen.bet("come", 500)
    seen.bet("field", 200)
    seen.rolls(2, 4)
    return seen


@pytest.mark.clause("AC 3.9.1")
@pytest.mark.clause("AC 3.9.3")
def test_a_wager_that_stands_is_shown_on_its_number_and_where_it_came_from() -> None:
    seen = on_six()
    assert seen.display.point == 6
    assert [(one.bet, one.amount, one.was) for one in seen.play.standing] == [
        ("pass_line", 1_000, "pass_line"),
        ("come:6", 500, "come"),
    ]
    assert seen.standing("pass_line").chance == "pass_line@6"
    assert seen.standing("come:6").chance == "come:6"
    assert seen.standing("come:6").up == ""
    assert seen.standing("come:6").down == "WAGER_CANNOT_BE_TAKEN_DOWN"
    assert [(one.bet, one.amount, one.returned) for one in seen.play.last] == [("field", 200, 0)]
    seen.rolls(4, 5)
    assert seen.standing("come:6").was == "come:6"


@pytest.mark.clause("AC 3.9.11")
def test_what_does_not_come_may_be_taken_down_and_never_raised() -> None:
    seen = on_six()
    seen.bet("dont_come", 1_000)
    seen.rolls(5, 4)
    gone = seen.standing("dont_come:9")
    assert (gone.was, gone.up, gone.down) == ("dont_come", "WAGER_CANNOT_BE_RAISED", "")
    assert gone.up_data == {"bet": "dont_come"}


@pytest.mark.clause("AC 3.9.2.1")
@pytest.mark.clause("AC 3.9.4.1")
def test_odds_are_offered_behind_what_has_its_number_up_to_their_cap() -> None:
    seen = on_six()
    assert seen.play.caps == (Cap("odds:6", 2_000, 2_000), Cap("come_odds:6", 1_000, 1_000))
    assert seen.play.may.odds == ""
    seen.bet("odds:6", 500)
    assert seen.play.caps[0] == Cap("odds:6", 2_000, 1_500)
    seen.bet("odds:6", 1_500)
    seen.bet("come_odds:6", 1_000)
    assert [cap.room for cap in seen.play.caps] == [0, 0]
    assert seen.play.may.odds == "ABOVE_ODDS_LIMIT"
    seen.do(TakeDown("T1", "A1", seen.table.round, "odds:6", 700))
    assert [cap.room for cap in seen.play.caps] == [700, 0]


def test_without_a_line_wager_on_a_number_there_are_no_odds() -> None:
    seen = Seen()
    seen.bet("pass_line", 1_000)
    assert (seen.play.caps, seen.play.may.odds) == ((), "LINE_WAGER_NEEDED")
    seen.rolls(2, 4)
    seen.pit.now = seen.table.due
    seen.do(Tick())
    assert seen.play.may.odds == "WAGERING_IS_CLOSED"


@pytest.mark.clause("AC 3.1")
@pytest.mark.clause("AC 3.9.13.1")
def test_odds_are_offered_within_meter_sign_and_unit() -> None:
    seen = Seen()
    seen.bet("pass_line", 3_000)
    seen.rolls(2, 4)
    seen.bet("dont_come", 800)
    seen.rolls(4, 4)
    # 60.00 behind the line, but 50.00 is the most, and the meter has 62.00 for both.
    assert [cap.bet for cap in seen.play.caps] == ["odds:6", "dont_come_odds:8"]
    assert seen.play.caps[0] == Cap("odds:6", 6_000, 5_000)
    # What may win 16.00 at 5 to 6 is 19.20, and it is laid by the dollar.
    assert seen.play.caps[1] == Cap("dont_come_odds:8", 1_920, 1_200)


@pytest.mark.clause("AC 3.9.2.1", "AC 3.9.4.1")
def test_the_meter_pays_for_the_odds_that_are_offered_first() -> None:
    seen = on_six()
    seen.bet("place:8", 5_000)
    seen.bet("place:5", 800)
    assert seen.play.caps == (Cap("odds:6", 2_000, 2_000), Cap("come_odds:6", 1_000, 500))


def test_what_the_meter_cannot_pay_is_not_offered() -> None:
    seen = Seen()
    seen.bet("pass_line", 4_900)
    seen.rolls(2, 4)
    seen.bet("place:8", 5_000)
    assert seen.play.caps == (Cap("odds:6", 9_800, 100),)
    seen.bet("hop:1-1", 100)
    assert seen.play.caps == (Cap("odds:6", 9_800, 0),)


FACTS = {
    "pass_line": (("7", "11"), ("2", "3", "12"), (), ("4", "5", "6", "8", "9", "10"), "7/495"),
    "pass_line@6": (("6",), ("7",), (), (), "1/11"),
    "dont_pass": (("2", "3"), ("7", "11"), ("12",), ("4", "5", "6", "8", "9", "10"), "3/220"),
    "dont_pass@4": (("7",), ("4",), (), (), "-1/3"),
    "come:9": (("9",), ("7",), (), (), "1/5"),
    "dont_come:5": (("7",), ("5",), (), (), "-1/5"),
    "odds:5": (("5",), ("7",), (), (), "0/1"),
    "hard:8": (("4-4",), ("7", "2-6", "3-5"), (), (), "1/11"),
    "hop:2-5": (("2-5",), None, (), (), "1/18"),
    "place_lose:4": (("7",), ("4",), (), (), "1/33"),
    "buy:4": (("4",), ("7",), (), (), "1/21"),
    "lay:4": (("7",), ("4",), (), (), "1/41"),
}


@pytest.mark.parametrize("code", FACTS)
def test_what_each_bet_needs_is_told_exactly(code: str) -> None:
    chance = Seen().chance(code)
    wins, loses, draws, goes, edge = FACTS[code]
    assert (chance.wins, chance.draws, chance.goes, chance.edge) == (wins, draws, goes, edge)
    assert loses is None or chance.loses == loses


@pytest.mark.clause("AC 3.9.8")
@pytest.mark.clause("AC 3.9.15")
def test_a_commission_on_top_is_told_as_a_part_of_the_stake() -> None:
    seen = Seen()
    assert [seen.chance(code).fee for code in ("buy:9", "lay:4", "place:9")] == [
        "1/20",
        "1/40",
        "0/1",
    ]


def test_each_position_is_told_once() -> None:
    codes = [chance.code for chance in Seen().display.chances]
    assert len(codes) == len(set(codes)) == 86 + 24


def test_where_a_round_decides_all_there_is_nothing_to_tell() -> None:
    pit = Pit().staffed()
    pit.table("S1", "SB")
    pit.player("T1", "S1")
    memory = Memory()
    assert display_view(pit.state, "S1", memory, demo=False).chances == ()
    play = player_view(pit.state, "T1", memory, pit.now).play["S1"]
    assert (play.standing, play.caps, play.may.odds) == ((), (), "LINE_WAGER_NEEDED")


@pytest.mark.clause("AC 2.3.2")
def test_history_says_what_each_roll_did_to_the_line() -> None:
    seen = Seen()
    for dice in ((6, 1), (2, 2), (3, 3), (1, 3), (5, 5), (3, 4), (1, 1)):
        seen.bet("field", 100)
        seen.rolls(*dice)
    lines = [result.line for result in seen.display.results]
    assert lines == ["come_out", "point", "", "made", "point", "out", "come_out"]


@pytest.mark.clause("AC def:cocked dice")
def test_a_roll_that_does_not_count_does_nothing_to_the_line() -> None:
    seen = on_six()
    seen.rolls()
    seen.do(VoidRound("A1", "alex", "cocked"))
    seen.rolls(5, 1)
    assert [result.line for result in seen.display.results] == ["point", "", "made"]


def test_a_past_without_its_beginning_is_known_from_the_next_seven_on() -> None:
    assert list(lines_of((4, 6, 7, 5, 5), first=40)) == ["", "", "", "point", "made"]
    assert list(lines_of((4, 7), first=1)) == ["point", "out"]


def lines(seen: Seen) -> list[tuple[str, int]]:
    terminal = seen.pit.state.terminals["T1"]
    history = seen.memory.statements.of("T1").history(terminal)
    return [(line.kind, line.amount) for line in history if line.kind != "round"]


@pytest.mark.clause("AC 3.9.8")
def test_a_guest_reads_what_commission_a_decided_wager_cost() -> None:
    seen = Seen()
    seen.bet("buy:4", 2_000)
    seen.rolls(5, 5)
    assert lines(seen) == []
    seen.rolls(1, 3)
    assert lines(seen) == [("commission", -100)]


def test_a_commission_that_is_read_twice_is_told_once() -> None:
    seen = Seen()
    seen.bet("buy:4", 2_000)
    seen.rolls(1, 3)
    seen.memory.take(CommissionEarned("A1", 1, (Fee("T1", 100),)), 0)
    assert lines(seen) == [("commission", -100)]


@pytest.mark.clause("AC 6.4")
def test_a_guest_is_told_that_what_stood_came_back() -> None:
    seen = on_six()
    seen.do(VoidRound("A1", "alex", "the tumbler is broken", whole=True))
    assert lines(seen) == [("standing", 1_500)]


@pytest.mark.clause("AC 6.4")
@pytest.mark.clause("AC 7.2")
def test_who_manages_the_table_has_keys_for_what_stands() -> None:
    seen = on_six()
    view = table_view(seen.pit.state, "A1", "alex", seen.pit.now, demo=False)
    keys = {key.act: key.reason for key in view.rare_acts}
    assert keys["void_all"] == keys["close_refund"] == ""
    assert keys["dispense"] == "PHASE_DOES_NOT_ALLOW"
    (money,) = view.money
    assert [(one.bet, one.state) for one in money.wagers] == [
        ("pass_line@6", "standing"),
        ("come@6", "standing"),
    ]
