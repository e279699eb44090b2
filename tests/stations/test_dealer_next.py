"""What a dealer is shown to do next: one key that can be done, or what is waited for."""

from collections.abc import Iterator

import pytest

from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.people.staff import may
from openfelt.floor.play.cards.coup import EnterResult, KeyCard, as_read
from openfelt.floor.play.cards.dummy import KeyDummyCards, StartDummyHand
from openfelt.floor.play.cards.empty_shoe import ReadEmptyShoe
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.reading import due, order_of
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.cards.shoe_change import BringShoe
from openfelt.floor.play.cards.unseen import ReadUnseenCard
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard, GiveCard, LoadShoe
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant, Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager
from openfelt.floor.whole import decide, evolve
from openfelt.stations.dealer import DealerView, dealer_view
from openfelt.stations.display import display_view
from openfelt.stations.key import Key
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory, Past
from openfelt.stations.player import player_view

SECOND = 1_000_000
PLAYER_WINS = ("9S", "2H", "KD", "3C")


class Dealt:
    """A card table and its dealer; with a virtual shoe on a demo floor."""

    def __init__(self, *, demo: bool = False, by_itself: bool = False, burned: bool = True) -> None:
        self.state, self.now, self.demo = State("pit"), SECOND, demo
        self.state.demo = demo
        for person, role in {"d1": "dealer", "a1": "agm", "g1": "gm"}.items():
            self.state.grants[person] = [Grant(role, "pit", 0, 0)]
        limits = Limits(500, 50_000, 500)
        table = OpenTable("L1", "LT", limits, 20 * SECOND, burned=burned)
        self.do(table)
        play_at(self.table).standby_by_itself = by_itself
        for seat, name in enumerate(("T1", "T2"), 1):
            self.do(EnrolTerminal(name, ("L1",), seat, (10_000,)))
            self.do(InsertNote(name, 10_000, f"n{seat}"))

    @property
    def table(self):  # type: ignore[no-untyped-def]
        return self.state.tables["L1"]

    def do(self, *commands: Command) -> tuple[Event, ...]:
        answer: tuple[Event, ...] | Refused = ()
        for command in commands:
            answer = decide(self.state, command, Context(self.now, "test"))
            assert not isinstance(answer, Refused), (command, answer)
            for event in answer:
                evolve(self.state, event, self.now)
        assert not isinstance(answer, Refused)
        return answer

    def wait(self, seconds: int = 20) -> None:
        self.now += seconds * SECOND
        while not isinstance(decide(self.state, Tick(), Context(self.now, "t")), Refused):
            self.do(Tick())

    def cards(self, *faces: str) -> None:
        for face in faces:
            self.do(as_read(self.table, face))

    def bets(self) -> None:
        """Three wagers of two players, and the close."""
        round_ = self.table.round
        self.do(
            StageWager("T1", "L1", round_, "player", 1_000),
            StageWager("T1", "L1", round_, "tie", 500),
            StageWager("T2", "L1", round_, "banker", 2_000),
            ConfirmWagers("T1", "L1", round_),
            ConfirmWagers("T2", "L1", round_),
        )
        self.wait()

    def view(self, person: str = "d1") -> DealerView:
        def face_up(table: str, seal: str, sealed: str, number: int) -> str:
            return f"{table} {seal} {sealed} {number}"

        return dealer_view(self.state, "L1", person, self.now, demo=self.demo, face_up=face_up)

    def next(self) -> str:
        return self.view().next_act

    def load(self) -> None:
        """Have a virtual shoe shuffled."""
        self.do(CallShoe("L1", "d1"))
        (order,) = self.state.orders
        self.do(LoadShoe(order, "0" * 64, "sealed"))

    def gives(self, face: str) -> None:
        """Let the virtual shoe give the card that was called."""
        (order,) = (name for name in self.state.orders if name.startswith("draw:"))
        self.do(GiveCard(order, face))


def all_keys(view: DealerView) -> Iterator[Key]:
    for row in (*view.keys, view.acts, view.rare_acts):
        yield from row


def key(view: DealerView, act: str) -> Key:
    return next(one for one in all_keys(view) if one.act == act)


def test_a_live_round_has_one_next_key_from_the_burn_to_the_next_game() -> None:
    """The shoe has to be armed after each coup, or the AGM enters the next result."""
    dealt = Dealt(burned=False)
    asked = [dealt.next()]
    for opening in (BurnCard("L1", "d1"), NewGame("L1", "d1")):
        dealt.do(opening)
        asked.append(dealt.next())
    assert dealt.view().waits == "", "players are choosing"
    dealt.bets()
    assert (dealt.next(), dealt.view().waits) == ("", "card")
    dealt.cards(*PLAYER_WINS)
    for command in (
        PressStandby("L1", "d1"),
        EnterResult("L1", "d1", "player"),
        ConfirmResult("L1", "d1"),
    ):
        asked.append(dealt.next())
        dealt.do(command)
    asked.append(dealt.next())
    expected = ["burn", "new_game", "", "standby", "enter_result", "confirm_result", "new_game"]
    assert asked == expected


def test_a_shoe_that_arms_itself_is_not_asked_for() -> None:
    dealt = Dealt(by_itself=True)
    dealt.do(NewGame("L1", "d1"))
    dealt.wait()
    dealt.cards(*PLAYER_WINS)
    assert dealt.next() == "enter_result"


def test_an_unarmed_shoe_is_asked_for_while_players_choose() -> None:
    dealt = Dealt()
    play_at(dealt.table).standby = False
    assert dealt.next() == "standby"
    dealt.do(NewGame("L1", "d1"))
    assert dealt.next() == "standby"


def test_a_forgotten_standby_makes_the_result_another_persons() -> None:
    dealt = Dealt()
    play_at(dealt.table).standby = False
    dealt.do(NewGame("L1", "d1"))
    dealt.bets()
    dealt.cards(*PLAYER_WINS)
    dealt.do(PressStandby("L1", "d1"))
    view = dealt.view()
    assert (view.result_by_agm, view.next_act) == (True, "enter_result")
    assert key(view, "enter_result").needs == ("agm",)
    assert key(dealt.view("a1"), "enter_result").needs == ()
    dealt.do(EnterResult("L1", "a1", "player"))
    effect = dealt.view().effect
    assert effect is not None, "whoever may not confirm it sees what it does"
    assert effect == dealt.view("a1").effect


def test_the_virtual_shoe_is_waited_for_and_its_unread_card_is_keyed() -> None:
    dealt = Dealt(demo=True, burned=False)
    assert dealt.next() == "call_shoe"
    dealt.do(CallShoe("L1", "d1"))
    assert (dealt.next(), dealt.view().waits) == ("", "shuffling")
    (order,) = dealt.state.orders
    dealt.do(LoadShoe(order, "0" * 64, "sealed"))
    assert dealt.next() == "burn"
    dealt.do(BurnCard("L1", "d1"))
    assert (dealt.next(), dealt.view().waits) == ("", "shoe")
    dealt.gives("4S")
    assert dealt.next() == "new_game"
    dealt.do(NewGame("L1", "d1"))
    dealt.bets()
    assert (dealt.next(), dealt.view().waits) == ("draw", "")
    dealt.do(DrawCard("L1", "d1"))
    dealt.gives("")
    view = dealt.view()
    assert (view.next_act, view.waits) == ("key_card", "unread")
    assert key(view, "key_card").needs == ("agm",)
    dealt.do(KeyCard("L1", "8D", "d1", "a1"))
    assert (dealt.next(), dealt.view().waits, dealt.view().face) == ("draw", "", "")


def test_an_unread_virtual_card_is_seen_by_whoever_keys_it_and_by_nobody_else() -> None:
    dealt = Dealt(demo=True)
    dealt.load()
    dealt.do(BurnCard("L1", "d1"))
    dealt.gives("4S")
    assert dealt.view().face == ""
    dealt.do(NewGame("L1", "d1"), DrawCard("L1", "d1"))
    dealt.gives("")
    blind = dealer_view(dealt.state, "L1", "d1", dealt.now, demo=True)
    assert (blind.waits, blind.face) == ("unread", ""), "no virtual shoe stands here"
    face = "L1 shoe:L1:1 sealed 2"
    assert dealt.view().face == dealt.view("a1").face == face
    memory = Memory()
    public = display_view(dealt.state, "L1", memory, demo=True)
    guest = player_view(dealt.state, "T1", memory, dealt.now)
    assert face not in repr(public) + repr(guest)
    dealt.do(VoidRound("L1", "a1", "test"))
    assert (dealt.view().waits, dealt.view().face) == ("", ""), "it is nobody's card any more"


def test_a_card_that_a_live_shoe_did_not_read_is_looked_at_on_the_table() -> None:
    dealt = Dealt()
    dealt.do(NewGame("L1", "d1"))
    dealt.wait()
    dealt.do(ReadUnseenCard("L1", order_of(dealt.table), due(dealt.table, "")))
    view = dealt.view()
    assert (view.next_act, view.waits, view.face) == ("key_card", "unread", "")


def test_a_table_that_stands_still_asks_for_what_lets_it_go_on() -> None:
    dealt = Dealt()
    dealt.do(NewGame("L1", "d1"))
    dealt.wait()
    dealt.do(SuspendTable("L1", "a1", "test"))
    assert (dealt.next(), dealt.view().waits) == ("resume", "")
    dealt.do(ResumeTable("L1", "a1"), ReadEmptyShoe("L1", order_of(dealt.table)))
    assert dealt.next() == "void"
    dealt.do(VoidRound("L1", "a1", "empty"))
    assert dealt.next() == "bring_shoe"
    dealt.do(BringShoe("L1", "d1"))
    assert dealt.next() == "burn"


def test_a_dummy_hand_is_begun_dealt_keyed_and_confirmed() -> None:
    dealt = Dealt(by_itself=True)
    dealt.cards("9S")
    assert (dealt.next(), dealt.view().waits) == ("dummy", "")
    dealt.do(StartDummyHand("L1", "a1"))
    assert (dealt.next(), dealt.view().waits) == ("", "card")
    dealt.cards(*PLAYER_WINS[1:])
    assert dealt.next() == "dummy_cards"
    dealt.do(KeyDummyCards("L1", "a1", PLAYER_WINS))
    view = dealt.view()
    assert (view.next_act, key(view, "confirm_result").needs) == ("confirm_result", ("agm",))
    assert view.effect is not None
    assert (view.effect.wagers, view.effect.returned, view.effect.bets) == (0, 0, ())


def test_a_closed_table_has_nothing_next() -> None:
    dealt = Dealt()
    dealt.do(CloseTable("L1", "a1", now=False))
    dealt.wait(21 * 60)
    assert dealt.table.phase == "closed_table"
    assert (dealt.next(), dealt.view().waits) == ("", "")


def test_where_nobody_holds_the_role_a_key_says_whom_it_needs_all_the_same() -> None:
    dealt = Dealt()
    del dealt.state.grants["a1"], dealt.state.grants["g1"]
    dealt.do(NewGame("L1", "d1"))
    void = key(dealt.view(), "void")
    assert (void.reason, void.needs) == ("ROLE_MAY_NOT", ("agm",))
    stranger = dealer_view(dealt.state, "L1", "nobody", dealt.now, demo=False)
    assert key(stranger, "suspend").data["holds"] == ""


def test_a_book_that_gives_an_act_to_nobody_names_nobody() -> None:
    """An act that is no part of a game is refused to all, whatever they hold."""
    dealt = Dealt()
    dealt.do(OpenTable("S1", "SB", Limits(100, 50_000, 100), 20 * SECOND))
    refused = decide(dealt.state, NewGame("S1", "d1"), Context(dealt.now, "t"))
    assert isinstance(refused, Refused)
    assert refused.data == {"why": "no_such_act"}
    nobody = may(dealt.state, "d1", (), dealt.now)
    assert nobody is not None
    assert nobody.data == {"person": "d1", "holds": "dealer"}


@pytest.mark.parametrize(("phase", "asks"), [("wagering", "closes_wagering"), ("closed", "")])
def test_lt_4_6_a_card_that_would_close_the_wagering_is_asked_about(phase: str, asks: str) -> None:
    dealt = Dealt(demo=True)
    dealt.load()
    dealt.do(NewGame("L1", "d1"))
    assert key(dealt.view(), "draw").asks == "", "the first card of a shoe is burned"
    dealt.do(DrawCard("L1", "d1"))
    dealt.gives("4S")
    if phase == "closed":
        dealt.wait()
    assert (dealt.table.phase, key(dealt.view(), "draw").asks) == (phase, asks)


def test_the_shoe_is_counted_as_it_is_dealt() -> None:
    dealt = Dealt()
    assert (dealt.view().out, dealt.view().cards) == (0, 8 * 52)
    dealt.do(NewGame("L1", "d1"))
    dealt.bets()
    dealt.cards(*PLAYER_WINS)
    assert dealt.view().out == 4


@pytest.mark.clause("LT 2.3.2", "LT 11.2")
def test_what_a_display_shows_pays_nobody() -> None:
    dealt = Dealt()
    dealt.do(NewGame("L1", "d1"))
    dealt.do(StageWager("T1", "L1", 1, "player", 1_000), ConfirmWagers("T1", "L1", 1))
    dealt.wait()
    dealt.cards(*PLAYER_WINS)
    memory = Memory()
    memory.results["L1"] = [Past(1, "2S 3D / KH 9C", 0)]  # It shows something else.
    display_view(dealt.state, "L1", memory, demo=False)
    dealt.do(EnterResult("L1", "d1", "player"), ConfirmResult("L1", "d1"))
    assert dealt.state.terminals["T1"].credit == 10_000 + 1_000
    assert KINDS["display"].commands == ()
