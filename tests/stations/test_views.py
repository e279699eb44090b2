"""Views: a patched view equals a fresh one, and none shows what its role may not see."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.money.payout import CashOut
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.play.cards.coup import EnterResult, ReadCard, as_read
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant, Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, DoubleLayout, RepeatLayout, StageWager
from openfelt.floor.whole import decide, evolve
from openfelt.server.feed.topic import difference
from openfelt.stations.dealer import dealer_view
from openfelt.stations.display import DisplayView, Result, display_view
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import RESULTS_KEPT, Memory
from openfelt.stations.player import PlayerView, player_view
from openfelt.stations.procedures.whole import desk_of
from openfelt.stations.table import table_view

SECOND = 1_000_000
PLAYER_WINS = ("9S", "2H", "KD", "3C")
BANKER_WINS = ("2S", "9H", "KD", "KC")


class Floor:
    """A pit without an engine, and what its stations would show."""

    def __init__(self) -> None:
        self.state = State("pit")
        self.memory = Memory()
        self.now = SECOND
        people = {"d1": "dealer", "a1": "agm", "e1": "egs"}
        for person, role in people.items():
            self.state.grants[person] = [Grant(role, "pit", 0, 0)]
        self.do(OpenTable("L1", "LT", Limits(500, 50_000, 500), 20 * SECOND))
        self.do(OpenTable("S1", "SB", Limits(100, 50_000, 100), 20 * SECOND))
        for seat, (name, table) in enumerate([("T1", "L1"), ("T2", "L1"), ("U1", "S1")], 1):
            self.do(EnrolTerminal(name, (table,), seat, (10_000,)))
            self.do(InsertNote(name, 10_000, f"n{seat}"))

    def do(self, command: Command) -> tuple[Event, ...]:
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)
            self.memory.take(event)
        return answer

    def wait(self, seconds: int) -> None:
        self.now += seconds * SECOND
        while not isinstance(decide(self.state, Tick(), Context(self.now, "t")), Refused):
            self.do(Tick())

    def views(self) -> dict[str, msgspec.Struct]:
        state, memory, now = self.state, self.memory, self.now
        return {
            **{t: player_view(state, t, memory, now) for t in state.terminals},
            **{f"d:{t}": display_view(state, t, memory, demo=False) for t in state.tables},
            "dealer": dealer_view(state, "L1", "d1", now, demo=False),
            "table": table_view(state, "S1", "e1", now, demo=False),
        }

    def keys(self, person: str, *, demo: bool = False) -> dict[str, str]:
        """Return why each of the dealer's keys is closed, in their order."""
        view = dealer_view(self.state, "L1", person, self.now, demo=demo)
        return {key.act: key.reason for row in view.keys for key in row}

    def acts(self, table: str, person: str) -> dict[str, str]:
        """Return why each act at a table's page is closed, in their order."""
        view = table_view(self.state, table, person, self.now, demo=False)
        return {key.act: key.reason for key in (*view.acts, *view.rare_acts)}


def story() -> list[Command | int]:
    """A coup, a void, a correction and a roll: whatever changes a view; numbers are seconds."""
    coup = [ReadCard("L1", card, "read:L1:1:1", nth) for nth, card in enumerate(PLAYER_WINS, 1)]
    return [
        StageWager("U1", "S1", 1, "small", 500),
        NewGame("L1", "d1"),
        StageWager("T1", "L1", 1, "player", 1_000),
        StageWager("T2", "L1", 1, "banker", 500),
        DoubleLayout("T1", "L1", 1),
        ConfirmWagers("T1", "L1", 1),
        CallAttendant("T2"),
        SuspendTable("L1", "a1", "test"),
        ResumeTable("L1", "a1"),
        20,
        Shoot("U1", "S1"),
        *coup,
        EnterResult("L1", "d1", "player"),
        ConfirmResult("L1", "d1"),
        StateActualOutcome("L1", "a1", "misread", cards=BANKER_WINS),
        NewGame("L1", "d1"),
        RepeatLayout("T1", "L1", 2),
        VoidRound("L1", "a1", "test"),
        CashOut("T2", "0" * 18),
        ReadDice("S1", (1, 2, 3), "tumble:S1:1"),
    ]


def test_a_patched_view_equals_a_fresh_one() -> None:
    floor = Floor()
    shown: dict[str, Any] = floor.views()
    changed: set[str] = set()
    for step in story():
        if isinstance(step, int):
            floor.wait(step)
        else:
            floor.do(step)
        for name, fresh in floor.views().items():
            changes, append = difference(shown[name], fresh)
            patched = msgspec.structs.replace(shown[name], **changes)
            if append:
                results = (*patched.results, *append)[-RESULTS_KEPT:]
                patched = msgspec.structs.replace(patched, results=results)
                assert "results" not in changes
            assert patched == fresh, (step, name)
            changed.update(changes, ["append"] if append else ())
            shown[name] = patched
    assert {
        "phase",
        "credit",
        "play",
        "keys",
        "acts",
        "seats",
        "append",
        "results",
        "player",
    } <= changed


def test_whoever_laid_nothing_is_shown_the_last_round_without_a_part_in_it() -> None:
    floor = Floor()
    for command in (NewGame("L1", "d1"), StageWager("T1", "L1", 1, "player", 1_000)):
        floor.do(command)
    floor.do(ConfirmWagers("T1", "L1", 1))
    floor.wait(20)
    for card in PLAYER_WINS:
        floor.do(as_read(floor.state.tables["L1"], card))
    floor.do(EnterResult("L1", "d1", "player"))
    floor.do(ConfirmResult("L1", "d1"))
    play = {
        name: player_view(floor.state, name, floor.memory, floor.now).play for name in ("T1", "T2")
    }
    assert (play["T2"]["L1"].last_round, play["T2"]["L1"].last) == (1, ())
    assert len(play["T1"]["L1"].last) == 1


def test_the_committed_wagers_are_shown_exactly_and_then_what_they_brought() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "player", 1_000))
    floor.do(StageWager("T1", "L1", 1, "tie", 500))
    floor.do(StageWager("T2", "L1", 1, "banker", 500))
    before = player_view(floor.state, "T1", floor.memory, floor.now)
    assert [(s.bet, s.amount) for s in before.play["L1"].spots] == [("player", 1_000), ("tie", 500)]
    floor.wait(20)
    closed = player_view(floor.state, "T1", floor.memory, floor.now)
    committed = [(c.bet, c.amount) for c in closed.play["L1"].committed]
    assert committed == [("player", 1_000), ("tie", 500)]
    assert (closed.play["L1"].spots, closed.staked) == ((), 1_500)
    assert closed.cash_out == Refusal.CASH_OUT_NOT_ALLOWED
    assert closed.play["L1"].may.stage == Refusal.WAGERING_IS_CLOSED
    for card in PLAYER_WINS:
        floor.do(as_read(floor.state.tables["L1"], card))
    floor.do(EnterResult("L1", "d1", "player"))
    floor.do(ConfirmResult("L1", "d1"))
    paid = player_view(floor.state, "T1", floor.memory, floor.now)
    assert [(p.bet, p.amount, p.returned) for p in paid.play["L1"].last] == [
        ("player", 1_000, 2_000),
        ("tie", 500, 0),
    ]
    assert (paid.credit, paid.win, paid.cash_out) == (10_500, 1_000, "")


def shown(floor: Floor, terminal: str) -> PlayerView:
    return player_view(floor.state, terminal, floor.memory, floor.now)


def deal(floor: Floor, result: str, cards: tuple[str, ...]) -> None:
    """Deal a whole coup at L1 and confirm it."""
    for card in cards:
        floor.do(as_read(floor.state.tables["L1"], card))
    floor.do(EnterResult("L1", "d1", result))
    floor.do(ConfirmResult("L1", "d1"))


def test_lt_4_2_3_the_credit_meter_shows_what_is_left_after_every_wager() -> None:
    floor = Floor()
    assert (shown(floor, "T1").credit, shown(floor, "T2").credit) == (10_000, 10_000)
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "banker", 2_500))
    assert (shown(floor, "T1").credit, shown(floor, "T2").credit) == (7_500, 10_000)
    floor.do(ConfirmWagers("T1", "L1", 1))
    floor.wait(20)
    assert shown(floor, "T1").credit == 7_500


@pytest.mark.clause("LT 4.4", "LT 8.1.2")
def test_the_win_meter_shows_the_winnings_of_the_round_to_whoever_won() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "tie", 500))
    floor.do(StageWager("T2", "L1", 1, "banker", 2_000))
    floor.wait(20)
    deal(floor, "tie", ("6S", "6D", "KH", "QC"))
    assert (shown(floor, "T1").win, shown(floor, "T1").credit) == (4_000, 14_000)
    assert (shown(floor, "T2").win, shown(floor, "T2").credit) == (0, 10_000)


def test_sb_3_6_1_the_win_meter_shows_what_the_dice_brought() -> None:
    floor = Floor()
    floor.do(StageWager("U1", "S1", 1, "any_triple", 100))
    floor.wait(20)
    floor.do(Shoot("U1", "S1"))
    floor.do(ReadDice("S1", (2, 2, 2), "tumble:S1:1"))
    assert (shown(floor, "U1").win, shown(floor, "U1").credit) == (3_100, 13_100)


@pytest.mark.clause("LT Diagram A:10")
def test_a_terminal_is_shown_at_which_of_its_tables_it_has_wagers() -> None:
    floor = Floor()
    for table in ("L2", "L3"):
        floor.do(OpenTable(table, "LT", Limits(500, 50_000, 500), 20 * SECOND))
    floor.do(EnrolTerminal("T9", ("L1", "L2", "L3"), 9, (10_000,)))
    floor.do(InsertNote("T9", 10_000, "n9"))
    for table, amount in (("L1", 1_000), ("L3", 1_500)):
        floor.do(NewGame(table, "d1"))
        floor.do(StageWager("T9", table, 1, "player", amount))
    view = shown(floor, "T9")
    assert {name: play.staked for name, play in view.play.items()} == {
        "L1": 1_000,
        "L2": 0,
        "L3": 1_500,
    }
    assert view.staked == 2_500


def test_lt_3_3_every_card_is_shown_to_all_as_soon_as_it_is_dealt() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    seen = []
    for card in PLAYER_WINS:
        floor.do(as_read(floor.state.tables["L1"], card))
        sign = display_view(floor.state, "L1", floor.memory, demo=False)
        seen.append((sign.player, sign.banker))
    assert seen == [
        (("9S",), ()),
        (("9S",), ("2H",)),
        (("9S", "KD"), ("2H",)),
        (("9S", "KD"), ("2H", "3C")),
    ]


def test_lt_8_1_the_outcome_is_shown_to_a_terminal_without_a_wager() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "player", 1_000))
    floor.wait(20)
    deal(floor, "player", PLAYER_WINS)
    (sight,) = (one for one in KINDS["player"].sights if one in KINDS["display"].sights)
    assert sight.view is DisplayView
    (result,) = display_view(floor.state, "L1", floor.memory, demo=False).results
    assert (result.player, result.banker, result.winners) == (
        ("9S", "KD"),
        ("2H", "3C"),
        ("player",),
    )
    floor.do(NewGame("L1", "d1"))
    floor.wait(20)
    deal(floor, "banker", BANKER_WINS)
    both = display_view(floor.state, "L1", floor.memory, demo=False).results
    assert [(one.round, one.winners) for one in both] == [(1, ("player",)), (2, ("banker",))]


def test_what_may_be_done_is_what_the_floor_would_do() -> None:
    floor = Floor()
    idle = floor.keys("d1")
    assert (idle["new_game"], idle["enter_result"]) == ("", Refusal.PHASE_DOES_NOT_ALLOW)
    assert floor.keys("e1")["new_game"] == Refusal.ROLE_MAY_NOT
    floor.do(NewGame("L1", "d1"))
    for card in PLAYER_WINS:
        floor.do(as_read(floor.state.tables["L1"], card))
    pending = floor.keys("d1")
    assert pending["enter_result"] == "", "which key is right the dealer reads from the cards"
    assert pending["confirm_result"] == Refusal.PHASE_DOES_NOT_ALLOW
    manager = floor.acts("S1", "e1")
    assert (manager["suspend"], manager["void"], manager["resume"]) == (
        "",
        "",
        Refusal.PHASE_DOES_NOT_ALLOW,
    )


def test_a_closed_key_says_which_no_it_is_and_with_which_figures() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    view = dealer_view(floor.state, "L1", "d1", floor.now, demo=False)
    dealt = {key.act: key for row in view.keys for key in row}
    assert dealt["new_game"].data == {"why": "round_under_way"}
    assert dealt["standby"].data == {}, "it is open"
    whose = {
        "person": "d1",
        "holds": "dealer",
        "roles": "casino_supervisor",
        "may": "casino_supervisor,games_supervisor,egs,agm,gm",
    }
    for person, data in (("d1", whose), ("a1", {})):
        acts = table_view(floor.state, "L1", person, floor.now, demo=False).acts
        assert next(key.data for key in acts if key.act == "suspend") == data

    def player() -> PlayerView:
        return player_view(floor.state, "T1", floor.memory, floor.now)

    nothing = {"why": "nothing_there"}
    fresh = player()
    assert (fresh.cash_out, fresh.cash_out_data) == ("", {})
    repeat = {"why": "nothing_to_repeat"}
    closed = {"confirm": nothing, "clear": nothing, "repeat": repeat, "double": nothing}
    assert fresh.play["L1"].may.data == closed
    floor.do(StageWager("T1", "L1", 1, "tie", 9_500))
    staged = player()
    assert staged.cash_out_data == {"why": "staged"}
    assert staged.play["L1"].may.data == {"repeat": repeat, "double": {"credit": 500}}
    floor.do(SuspendTable("L1", "a1", "test"))
    assert player().play["L1"].may.data["confirm"] == {"why": "staff"}


def test_a_remedy_is_open_exactly_when_the_floor_grants_it() -> None:
    """A correction and a void reach a settled round too; a dispensation needs a closed layout."""
    floor = Floor()

    def may(person: str = "a1") -> tuple[str, ...]:
        acts = floor.acts("L1", person)
        wanted = ("actual_outcome", "void", "invalidate", "dispense", "replace_cards")
        assert not acts["missing_card"], "found whenever somebody looks"
        return tuple(acts[act] for act in wanted)

    no = Refusal.PHASE_DOES_NOT_ALLOW.value
    assert floor.acts("L1", "a1")["change_shoe"] == no, "a remedy, after a void"
    assert may() == (no, no, no, no, "")
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "player", 1_000))
    assert may() == (no, "", "", no, "")
    floor.wait(20)
    assert may() == (no, "", "", "", no)
    for card in PLAYER_WINS:
        floor.do(as_read(floor.state.tables["L1"], card))
    assert may() == ("", "", "", "", no)
    floor.do(EnterResult("L1", "d1", "player"))
    floor.do(ConfirmResult("L1", "d1"))
    assert may() == ("", "", "", no, "")
    role = Refusal.ROLE_MAY_NOT.value
    assert may("d1") == (role, role, role, no, role), "what nobody may do now no PIN opens"
    floor.do(VoidRound("L1", "a1", "test", 1))
    assert floor.acts("L1", "a1")["change_shoe"] == ""
    assert floor.acts("L1", "a1")["void_shoe"] == Refusal.ROLE_MAY_NOT


def test_the_keys_are_those_of_the_procedure_in_its_order() -> None:
    """They are the same whatever goes on: a key that comes and goes moves the others."""
    floor = Floor()
    play = play_at(floor.state.tables["L1"])
    play.burned = False
    entered = ["standby", "enter_result", "confirm_result"]
    dealt = ["new_game", "resume", "bring_shoe", "burn", *entered]
    assert list(floor.keys("d1")) == dealt
    virtual = ["new_game", "resume", "call_shoe", "burn", "draw", *entered]
    assert list(floor.keys("d1", demo=True)) == virtual
    play.burned, play.coups_left = True, 0
    floor.do(SuspendTable("L1", "a1", "test"))
    assert list(floor.keys("d1")) == dealt
    assert list(floor.keys("d1", demo=True)) == virtual
    acts = ["suspend", "resume", "void", "actual_outcome", "malfunction", "limits", "close"]
    cards = ["change_shoe", "replace_cards", "missing_card", "foreign_card", "void_shoe"]
    assert list(floor.acts("L1", "a1")) == [*acts, "invalidate", "dispense", *cards]
    assert list(floor.acts("S1", "e1")) == [*acts, "invalidate"]
    assert dealer_view(floor.state, "S1", "e1", floor.now, demo=False).keys == ()


def test_a_way_of_playing_without_keys_of_its_own_has_those_of_every_table() -> None:
    state = Floor().state
    table = state.tables["S1"]
    state.definitions[table.fingerprint] = replace(state.rules(table), procedure="cloth")
    assert [offer.act for offer in desk_of(state, table).acts][:2] == ["suspend", "resume"]
    assert desk_of(state, table).rows == ()


def test_a_key_names_a_command_its_station_may_send() -> None:
    floor = Floor()
    dealer = dealer_view(floor.state, "L1", "d1", floor.now, demo=True)
    asked = {key.command for row in dealer.keys for key in row}
    asked |= {key.command for key in (*dealer.acts, *dealer.rare_acts)}
    assert asked <= {command.__name__ for command in KINDS["dealer"].commands}
    for name in ("L1", "S1"):
        table = table_view(floor.state, name, "a1", floor.now, demo=True)
        keys = (*table.acts, *table.rare_acts, *table.seat_acts, *table.rare_seat_acts)
        assert {key.command for key in keys} <= {
            command.__name__ for command in KINDS["table"].commands
        }
        assert {act for seat in table.seats for act in seat.acts} <= {
            k.act for k in table.seat_acts
        }


@pytest.mark.clause("LT Diagram A:11")
@pytest.mark.clause("LT Diagram A:12")
def test_the_live_limit_of_a_side_counts_what_is_confirmed() -> None:
    floor = Floor()
    assert display_view(floor.state, "L1", floor.memory, demo=False).room == {}
    floor.state.tables["L1"].limits = Limits(500, 0, 500, differential=8_000)

    def room() -> dict[str, int]:
        return display_view(floor.state, "L1", floor.memory, demo=False).room

    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "player", 5_000))
    assert room() == {"player": 8_000, "banker": 8_000}, "what is only laid is not counted"
    floor.do(ConfirmWagers("T1", "L1", 1))
    assert room() == {"player": 3_000, "banker": 13_000}
    floor.state.tables["L1"].limits = Limits(500, 0, 500, differential=1_000)
    assert room() == {"player": 0, "banker": 6_000}


def test_looking_changes_nothing() -> None:
    floor = Floor()
    for step in story():
        if isinstance(step, int):
            floor.wait(step)
        else:
            floor.do(step)
        before = msgspec.msgpack.encode(floor.state)
        floor.views()
        assert msgspec.msgpack.encode(floor.state) == before


def test_public_views_name_no_money_and_no_ticket() -> None:
    floor = Floor()
    for step in story():
        if isinstance(step, int):
            floor.wait(step)
        else:
            floor.do(step)
    public = msgspec.json.encode(display_view(floor.state, "L1", floor.memory, demo=False))
    for word in (b"credit", b"T1", b"T2", b"amount", b"notes"):
        assert word not in public
    own = msgspec.json.encode(player_view(floor.state, "T2", floor.memory, floor.now))
    assert b"0" * 18 not in own, "of a ticket only the last digits are shown"
    assert b"T1" not in own
    dealer = msgspec.json.encode(dealer_view(floor.state, "L1", "d1", floor.now, demo=False))
    assert b"credit" not in dealer


def test_a_road_keeps_the_newest_results_and_takes_corrections() -> None:
    floor = Floor()
    for number in range(1, RESULTS_KEPT + 3):
        if number < 3:
            floor.do(StageWager("U1", "S1", number, "small", 100))
        floor.wait(20)
        if floor.state.tables["S1"].phase == "awaiting_shoot":
            floor.do(Shoot("U1", "S1"))
        floor.do(ReadDice("S1", (1, 2, 3), f"tumble:S1:{number}"))
    view = display_view(floor.state, "S1", floor.memory, demo=True)
    assert len(view.results) == RESULTS_KEPT
    assert view.results[-1].round == RESULTS_KEPT + 2
    assert view.results[-1].dice == (1, 2, 3)
    assert {"small", "combo:1-2", "total:6"} <= set(view.results[-1].winners)
    again = Memory()
    for past in floor.memory.of("S1"):
        again._add("S1", past)
        again._add("S1", past)
    assert again.of("S1") == floor.memory.of("S1"), "a row read twice is one result"


@pytest.mark.parametrize(
    ("bet", "odds"), [("banker", ("19 to 20",)), ("tie", ("8 to 1",)), ("player", ("1 to 1",))]
)
def test_the_sign_shows_the_odds_it_settles_by(bet: str, odds: tuple[str, ...]) -> None:
    view: DisplayView = display_view(Floor().state, "L1", Memory(), demo=False)
    assert {one.code: one.odds for one in view.bets}[bet] == odds


def test_a_bet_that_pays_three_ways_shows_all_three() -> None:
    view = display_view(Floor().state, "S1", Memory(), demo=False)
    assert {b.code: b.odds for b in view.bets}["number:4"] == ("1 to 1", "2 to 1", "12 to 1")


def test_a_correction_that_comes_with_a_new_result_sends_the_whole_road() -> None:
    def shown(*results: Result) -> DisplayView:
        view = display_view(Floor().state, "L1", Memory(), demo=False)
        return msgspec.structs.replace(view, results=results)

    first, second, corrected = Result(1), Result(2), Result(1, void="misdeal")
    assert difference(shown(first), shown(first, second)) == ({}, (second,))
    both, added = difference(shown(first), shown(corrected, second))
    assert (both, added) == ({"results": (corrected, second)}, ())
    full = tuple(Result(number) for number in range(1, RESULTS_KEPT + 1))
    newest = Result(RESULTS_KEPT + 1)
    assert difference(shown(*full), shown(*full[1:], newest)) == ({}, (newest,))
