"""The keys of a dealer whose book itself says what becomes of a spoiled coup."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.play.cards.burn import BurnShown, MoreBurned
from openfelt.floor.play.cards.coup import EnterResult, as_read
from openfelt.floor.play.cards.early import CardDrawnEarly
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.reading import due, order_of
from openfelt.floor.play.cards.shoe import BurnCard
from openfelt.floor.play.cards.unseen import ReadUnseenCard
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard, GiveCard, LoadShoe
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant, Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager
from openfelt.floor.whole import decide, evolve
from openfelt.stations.dealer import DealerView, dealer_view
from openfelt.stations.display import display_view
from openfelt.stations.key import Key
from openfelt.stations.memory import Memory

SECOND = 1_000_000


class Dealt:
    """A table of Multi Terminal baccarat, with a virtual shoe on a demo floor."""

    def __init__(self, *, demo: bool = False, variant: str = "MT_A", pairs: bool = True) -> None:
        self.state, self.now, self.demo = State("pit"), SECOND, demo
        self.state.demo = demo
        for person, role in {"d1": "dealer", "c1": "casino_supervisor"}.items():
            self.state.grants[person] = [Grant(role, "pit", 0, 0)]
        limits = Limits(500, 50_000, 500)
        self.do(OpenTable("M1", variant, limits, 20 * SECOND, burned=False, pairs=pairs))
        self.do(EnrolTerminal("T1", ("M1",), 1, (10_000,)), InsertNote("T1", 10_000, "n1"))

    def do(self, *commands: Command) -> tuple[Event, ...]:
        answer: tuple[Event, ...] | Refused = ()
        for command in commands:
            answer = decide(self.state, command, Context(self.now, "test"))
            assert not isinstance(answer, Refused), (command, answer)
            for event in answer:
                evolve(self.state, event, self.now)
        assert not isinstance(answer, Refused)
        return answer

    def closed(self) -> None:
        """Have a wager confirmed, and the period over."""
        round_ = self.state.tables["M1"].round
        self.do(StageWager("T1", "M1", round_, "player", 500), ConfirmWagers("T1", "M1", round_))
        self.now += 20 * SECOND
        self.do(Tick())

    def cards(self, *faces: str) -> None:
        for face in faces:
            self.do(as_read(self.state.tables["M1"], face))

    def gives(self, face: str) -> tuple[Event, ...]:
        """Draw a card of the virtual shoe."""
        self.do(DrawCard("M1", "d1"))
        (order,) = (name for name in self.state.orders if name.startswith("draw:"))
        return self.do(GiveCard(order, face))

    def view(self) -> DealerView:
        return dealer_view(self.state, "M1", "d1", self.now, demo=self.demo)

    def key(self, act: str) -> Key:
        view = self.view()
        every = (*(key for row in view.keys for key in row), *view.acts, *view.rare_acts)
        return next(key for key in every if key.act == act)


@pytest.mark.clause("MT 8.3(g)", "MT 8.6(e)", "MT 8.8(c)")
def test_a_live_shoe_is_led_from_its_burn_to_the_next_coup() -> None:
    dealt = Dealt()
    assert dealt.view().next_act == "burn_shown"
    assert dealt.key("burn_shown").reason == ""
    dealt.do(BurnCard("M1", "d1", "7H"))
    assert dealt.view().next_act == "new_game"
    assert dealt.key("burn_shown").reason == "PHASE_DOES_NOT_ALLOW"
    assert dealt.key("no_bet").data["why"] == "no_bet_unasked"
    dealt.do(NewGame("M1", "d1"))
    dealt.closed()
    assert (dealt.view().next_act, dealt.view().waits) == ("", "card")
    table = dealt.state.tables["M1"]
    dealt.do(ReadUnseenCard("M1", order_of(table), due(table, "")))
    assert (dealt.view().next_act, dealt.view().waits) == ("", "card")
    assert dealt.key("reconstruct").data["why"] == "card_unread"
    dealt.cards("9S", "3H", "KD", "4C")
    assert dealt.view().next_act == "confirm_result"
    assert dealt.key("reconstruct").reason == ""
    assert {key.act for key in dealt.view().rare_acts} >= {"rounds", "shuffle_after"}
    effect = dealt.view().effect
    assert effect is not None
    assert (effect.winning, effect.returned) == (1, 1_000)
    dealt.do(ConfirmResult("M1", "d1"))
    assert dealt.view().next_act == "new_game"


@pytest.mark.clause("MT 8.8(n)")
def test_a_card_drawn_too_early_leaves_nothing_but_the_void() -> None:
    dealt = Dealt()
    dealt.do(BurnCard("M1", "d1", "KS"), NewGame("M1", "d1"))
    dealt.cards("9S")
    assert dealt.view().next_act == "void"
    assert dealt.key("void").needs
    dealt.do(VoidRound("M1", "c1", "early"))
    assert dealt.view().next_act == "new_game"


def _with_shoe() -> Dealt:
    dealt = Dealt(demo=True)
    assert dealt.view().next_act == "call_shoe"
    dealt.do(CallShoe("M1", "d1"))
    (order,) = dealt.state.orders
    dealt.do(LoadShoe(order, "0" * 64, "sealed"))
    return dealt


@pytest.mark.clause("MT 8.3(g)")
def test_a_virtual_shoe_gives_what_is_burned_card_by_card() -> None:
    dealt = _with_shoe()
    assert dealt.view().next_act == "burn"
    assert dealt.gives("2H")[1:] == (BurnShown("M1", "2H", 2),)
    assert dealt.view().next_act == "burn"
    assert dealt.gives("9S")[1:] == (MoreBurned("M1", 1),)
    assert dealt.gives("9H")[1:] == (MoreBurned("M1", 1),)
    play = play_at(dealt.state.tables["M1"])
    assert (play.burned, play.out, play.seen) == (True, 3, {"2H": 1})
    assert dealt.view().next_act == "new_game"


@pytest.mark.clause("MT 8.8(i)")
def test_a_burn_that_could_not_be_read_takes_no_card_with_it() -> None:
    dealt = _with_shoe()
    assert dealt.gives("")[1:] == (BurnShown("M1", "", 0),)
    assert play_at(dealt.state.tables["M1"]).burned


@pytest.mark.clause("MT 6.2", "MT 8.8(n)")
def test_a_card_of_a_virtual_shoe_that_cannot_be_read_costs_the_coup() -> None:
    dealt = _with_shoe()
    dealt.gives("KS")
    dealt.do(NewGame("M1", "d1"))
    assert dealt.key("draw").asks == "spoils_coup"
    assert dealt.gives("")[1:] == (CardDrawnEarly("M1", 1, "", "player"),)
    dealt.do(VoidRound("M1", "c1", "early"), NewGame("M1", "d1"))
    dealt.closed()
    assert dealt.key("draw").asks == ""
    dealt.gives("9S")
    dealt.gives("")
    assert (dealt.view().next_act, dealt.view().waits) == ("void", "unread")
    dealt.do(VoidRound("M1", "c1", "unread"), NewGame("M1", "d1"))
    dealt.now += 20 * SECOND
    dealt.do(Tick())
    assert [type(one).__name__ for one in dealt.gives("")] == ["CardDrawn", "MadeNoBet"]


@pytest.mark.clause("MT 8.7(b)", "MT 8.2(b)(i)", "MT 8.2(b)(ii)")
def test_odds_are_shown_as_the_book_prints_them_and_pairs_that_are_off_stay_there() -> None:
    by_method = {}
    for variant in ("MT_A", "MT_B"):
        dealt = Dealt(variant=variant, pairs=variant == "MT_A")
        sign = display_view(dealt.state, "M1", Memory(), demo=False)
        by_method[variant] = {bet.code: bet for bet in sign.bets}
    assert by_method["MT_A"]["banker"].odds == ("1 to 1 less 5%",)
    assert by_method["MT_B"]["banker"].odds == ("1 to 1 less 50%", "1 to 1")
    assert by_method["MT_A"]["tie"].odds == ("8 to 1",)
    offered = {code: bet.offered for code, bet in by_method["MT_B"].items()}
    main = dict.fromkeys(("player", "banker", "tie"), True)
    assert offered == main | dict.fromkeys(("player_pair", "banker_pair"), False)
    assert all(bet.offered for bet in by_method["MT_A"].values())


def test_mt_def_dealer_terminal_a_the_result_that_was_entered_is_seen() -> None:
    dealt = Dealt()
    dealt.do(BurnCard("M1", "d1", "KS"), NewGame("M1", "d1"))
    dealt.closed()
    dealt.cards("9S", "3H", "KD", "4C")
    assert display_view(dealt.state, "M1", Memory(), demo=False).entered == ""
    dealt.do(EnterResult("M1", "d1", "player"))
    assert display_view(dealt.state, "M1", Memory(), demo=False).entered == "player"
