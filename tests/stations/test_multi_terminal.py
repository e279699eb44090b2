"""What players, the dealer and everybody else are shown at tables of Multi Terminal games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.play.cards.coup import as_read
from openfelt.floor.play.wheel.spin import EnterNumber, Spin
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, MoveWager, StageWager
from openfelt.stations.dealer import DealerView, dealer_view, that_can_be_done
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.key import Key
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory
from openfelt.stations.player import PlayerView, player_view

SECOND = 1_000_000
SIDES = {"player", "banker", "tie"}
PAIRS = {"player_pair", "banker_pair"}


class Seen(Pit):
    """A pit, and what its stations would show."""

    def __init__(self) -> None:
        super().__init__()
        self.staffed()
        self.memory = Memory()

    def told(self, *commands: Command) -> None:
        for command in commands:
            for event in self.do(command):
                self.memory.take(event)

    def player_of(self, name: str) -> PlayerView:
        return player_view(self.state, name, self.memory, self.now)

    def display_of(self, name: str) -> DisplayView:
        return display_view(self.state, name, self.memory, demo=False)

    def dealer_of(self, name: str, *, demo: bool = False) -> DealerView:
        return dealer_view(self.state, name, "dana", self.now, demo=demo)

    def codes(self, name: str) -> set[str]:
        return {bet.code for bet in self.display_of(name).bets}

    def closes(self, name: str) -> None:
        self.now = self.state.tables[name].due
        self.told(Tick())


@pytest.mark.clause("MT 4.1", "MT 4.3(a)", "MT 2.4", "MT 2.4(a)", "MT 2.4(b)", "MT 2.2(a)")
def test_an_open_terminal_shows_its_account_and_the_notes_it_takes() -> None:
    floor = Seen()
    floor.table("R1", "MT_ROULETTE")
    floor.told(EnrolTerminal("T1", ("R1",), 1, (1_000, 2_000, 5_000, 10_000)))
    assert floor.player_of("T1").account == "closed"
    assert floor.player_of("T1").notes == (1_000, 2_000, 5_000, 10_000)
    assert floor.refused(InsertNote("T1", 500, "five")) is Refusal.NOTE_NOT_ACCEPTED
    floor.told(InsertNote("T1", 10_000, "hundred"), NewGame("R1", "dana"))
    assert (floor.player_of("T1").account, floor.player_of("T1").credit) == ("open", 10_000)
    floor.told(StageWager("T1", "R1", 1, "red", 1_000))
    seen = floor.player_of("T1")
    assert (seen.credit, seen.staked) == (9_000, 1_000)
    floor.told(MoveWager("T1", "R1", 1, "red", "black", 0))
    seen = floor.player_of("T1")
    assert [(spot.bet, spot.amount) for spot in seen.play["R1"].spots] == [("black", 1_000)]
    assert seen.credit == 9_000


@pytest.mark.clause("MT def:Player Terminal", "MT def:Player Terminal(a)", "MT 8.2(b)", "MT 9.2(a)")
@pytest.mark.clause("MT 2.3")
def test_a_terminal_of_two_games_shows_the_layout_of_each() -> None:
    floor = Seen()
    floor.table("B1", "MT_A")
    floor.table("R1", "MT_ROULETTE")
    floor.player("T1", "B1", "R1")
    assert floor.player_of("T1").tables == ("B1", "R1")
    assert set(floor.player_of("T1").play) == {"B1", "R1"}
    assert floor.codes("B1") == SIDES | PAIRS
    assert {"straight:0", "straight:36", "red", "black"} < floor.codes("R1")
    assert not floor.codes("R1") & floor.codes("B1")


@pytest.mark.clause("MT 8.2(b)", "MT 8.2(b)(i)", "MT 8.2(b)(ii)")
@pytest.mark.parametrize("pairs", [True, False])
def test_a_baccarat_layout_has_areas_for_both_hands_and_the_tie(pairs: bool) -> None:
    floor = Seen()
    floor.table("B1", "MT_B", pairs=pairs)
    offered = {bet.code for bet in floor.display_of("B1").bets if bet.offered}
    assert offered == (SIDES | PAIRS if pairs else SIDES)
    # Their areas stay, with what they would pay.
    printed = {bet.code: bet.odds for bet in floor.display_of("B1").bets}
    assert printed.keys() == SIDES | PAIRS
    assert printed["player_pair"] == printed["banker_pair"] == ("11 to 1",)


@pytest.mark.clause("MT 9.2(a)")
def test_a_roulette_layout_has_the_race_track_with_its_pieces() -> None:
    floor = Seen()
    floor.table("R1", "MT_ROULETTE")
    parts = {bet.code: len(bet.pieces) for bet in floor.display_of("R1").bets}
    assert (parts["tier"], parts["orfanelli"], parts["near_of_0"]) == (6, 5, 9)
    assert len([code for code in parts if code.startswith("neighbours")]) == 2 * 37
    plain = {code for code, pieces in parts.items() if not pieces}
    assert len([code for code in plain if code.startswith("straight:")]) == 37
    assert plain >= {"red", "black", "odd", "even", "low", "high"}


@pytest.mark.clause("MT 10.2(a)", "MT def:Total")
def test_a_sic_bo_layout_has_fifty_areas() -> None:
    floor = Seen()
    floor.table("S1", "MT_SICBO")
    assert len(floor.codes("S1")) == 50
    totals = {code for code in floor.codes("S1") if code.startswith("total:")}
    assert totals == {f"total:{n}" for n in range(4, 18)}


@pytest.mark.clause("MT def:Method (A) Baccarat", "MT def:Method (B) Baccarat", "MT 8.7(b)")
@pytest.mark.clause("MT def:Method (A) Baccarat(a)", "MT def:Method (A) Baccarat(b)")
@pytest.mark.clause("MT def:Method (B) Baccarat(a)", "MT def:Method (B) Baccarat(b)")
def test_the_sign_prints_what_each_method_pays() -> None:
    floor = Seen()
    floor.table("B1", "MT_A")
    floor.table("B2", "MT_B")
    by_a, by_b = (
        {bet.code: bet.odds for bet in floor.display_of(name).bets} for name in ("B1", "B2")
    )
    assert by_a["banker"] == ("1 to 1 less 5%",)
    assert by_b["banker"] == ("1 to 1 less 50%", "1 to 1")
    assert by_a["player"] == by_b["player"] == ("1 to 1",)
    assert by_a["tie"] == by_b["tie"] == ("8 to 1",)
    assert by_a["player_pair"] == by_b["banker_pair"] == ("11 to 1",)


@pytest.mark.clause("MT 5.1", "MT 5.2")
def test_every_terminal_is_told_when_the_period_ends() -> None:
    floor = Seen()
    floor.do(OpenTable("R1", "MT_ROULETTE", floor.table("R0", "MT_ROULETTE").limits, 30 * SECOND))
    assert floor.display_of("R1").due == 0
    floor.told(NewGame("R1", "dana"))
    opened = floor.now
    floor.now += 18 * SECOND
    assert floor.display_of("R1").due - floor.now == 12 * SECOND
    assert floor.display_of("R1").due - opened == 30 * SECOND
    floor.now = opened + 30 * SECOND - 1
    assert floor.refused(Tick()) is Refusal.PHASE_DOES_NOT_ALLOW
    floor.closes("R1")
    shown = floor.display_of("R1")
    assert (shown.phase, shown.due) == ("closed", 0)


def _dealing(floor: Seen, *faces: str) -> None:
    for face in faces:
        floor.told(as_read(floor.state.tables["B1"], face))


@pytest.mark.clause("MT 8.5(a)", "MT 8.6(a)", "MT def:Dealer Terminal(b)")
@pytest.mark.clause("MT def:Table of Play (Tableau)", "MT def:Coup")
def test_cards_lie_open_with_their_counts_and_the_dealer_is_told_who_draws() -> None:
    floor = Seen()
    floor.table("B1", "MT_A")
    floor.player("T1", "B1")
    assert (floor.dealer_of("B1").next_act, floor.dealer_of("B1").draws) == ("new_game", "")
    floor.told(NewGame("B1", "dana"), StageWager("T1", "B1", 1, "player", 500))
    floor.told(ConfirmWagers("T1", "B1", 1))
    assert floor.dealer_of("B1").draws == ""  # Players are still choosing.
    floor.closes("B1")
    assert floor.dealer_of("B1").draws == "player"
    assert (floor.dealer_of("B1").waits, floor.display_of("B1").player_points) == ("card", -1)
    assert floor.dealer_of("B1").next_act == ""  # It is drawn from a real shoe, by no key.
    _dealing(floor, "2S")
    shown = floor.display_of("B1")
    assert (shown.player, shown.banker, shown.player_points) == (("2S",), (), 2)
    assert floor.dealer_of("B1").draws == "banker"
    _dealing(floor, "KH", "3D", "3C")
    shown = floor.display_of("B1")
    assert (shown.player, shown.banker) == (("2S", "3D"), ("KH", "3C"))
    assert (shown.player_points, shown.banker_points) == (5, 3)
    assert floor.dealer_of("B1").draws == "player"  # On 5 he draws.
    _dealing(floor, "8H")  # Player 3; Banker 3 stands on an 8.
    assert (floor.dealer_of("B1").draws, floor.dealer_of("B1").next_act) == ("", "confirm_result")
    assert floor.display_of("B1").player_points == 3
    floor.told(ConfirmResult("B1", "dana"))
    (past,) = floor.display_of("B1").results
    assert (past.player, past.banker, past.points) == (("2S", "3D", "8H"), ("KH", "3C"), (3, 3))
    assert past.winners == ("tie",)


@pytest.mark.clause("MT def:WND", "MT 6.5", "MT def:Game System:excludes WND")
def test_a_display_shows_the_newest_outcomes_and_can_say_nothing() -> None:
    display = KINDS["display"]
    assert (display.commands, display.is_staffed, display.is_device) == ((), False, False)
    assert display.stands == "table"
    floor = Seen()
    floor.table("R1", "MT_ROULETTE")
    floor.player("T1", "R1")
    for number in (5, 17):
        floor.told(NewGame("R1", "dana"))
        round_ = floor.state.tables["R1"].round
        floor.told(StageWager("T1", "R1", round_, "straight:17", 500))
        floor.told(ConfirmWagers("T1", "R1", round_))
        floor.closes("R1")
        floor.told(Spin("R1", "dana"), EnterNumber("R1", "dana", number))
        # Nothing hangs on what a display has been told, or was not.
        (floor.do if number == 17 else floor.told)(ConfirmResult("R1", "dana"))
    assert [one.number for one in floor.display_of("R1").results] == [5]
    assert floor.player_of("T1").credit == 10_000 - 2 * 500 + 36 * 500


@pytest.mark.clause("MT def:Multi Terminal Table Game")
def test_only_the_games_of_the_book_are_opened_under_it() -> None:
    floor = Seen()
    limits = floor.table("B1", "MT_A").limits
    assert floor.display_of("B1").game == "baccarat"
    for name, variant, game in (
        ("B2", "MT_B", "baccarat"),
        ("R1", "MT_ROULETTE", "roulette"),
        ("S1", "MT_SICBO", "sic bo"),
    ):
        floor.table(name, variant)
        shown = floor.display_of(name)
        assert (shown.book, shown.game) == ("MT", game)
    other = OpenTable("C1", "MT_CRAPS", limits, 20 * SECOND)
    assert floor.refused(other) is Refusal.PHASE_DOES_NOT_ALLOW


@pytest.mark.clause("MT def:Dealer Terminal(b)")
def test_an_act_that_cannot_be_done_is_never_the_next() -> None:
    open_, shut = Key("new_game", "NewGame"), Key("spin", "Spin", "PHASE_DOES_NOT_ALLOW")
    helped = Key("void", "VoidRound", "ROLE_MAY_NOT")
    rows = ((open_, shut), (helped,))
    assert that_can_be_done("new_game", rows) == "new_game"
    assert that_can_be_done("void", rows) == "void"  # Another's PIN helps.
    assert that_can_be_done("spin", rows) == ""
    assert that_can_be_done("draw", rows) == ""
