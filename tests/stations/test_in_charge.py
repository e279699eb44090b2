"""What whoever is in charge of a table is shown: wagers by seat, why it stands still, who may."""

from typing import Any

import pytest

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.play.cards.coup import EnterResult, KeyCard, as_read
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken
from openfelt.floor.play.tumbler.reading import ReadCockedDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.malfunction import DeclareMalfunction
from openfelt.floor.rounds.pause import Restart, ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant, Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager
from openfelt.floor.whole import decide, evolve
from openfelt.stations.approval import approval
from openfelt.stations.dealer import dealer_view
from openfelt.stations.display import display_view
from openfelt.stations.memory import Memory
from openfelt.stations.suspension import Suspension
from openfelt.stations.table import SeatWager, TableView, table_view

SECOND = 1_000_000
NAMES = {"e1": "Emma Ng"}
PEOPLE = {"d1": "dealer", "a1": "agm", "e1": "egs", "c1": "cashier"}


def _called(person: str) -> str:
    return NAMES.get(person, person)


class Floor:
    """An LT and an SB table, and the page of each."""

    def __init__(self) -> None:
        self.state, self.memory, self.now = State("pit"), Memory(), SECOND
        for person, role in PEOPLE.items():
            self.state.grants[person] = [Grant(role, "pit", 0, 0)]
        # His role has ended.
        self.state.grants["old"] = [Grant("agm", "pit", 0, SECOND)]
        self.do(OpenTable("L1", "LT", Limits(500, 50_000, 500), 20 * SECOND))
        self.do(OpenTable("S1", "SB", Limits(100, 50_000, 100), 20 * SECOND))
        for seat, (name, table) in enumerate([("T1", "L1"), ("U1", "S1")], 1):
            self.do(EnrolTerminal(name, (table,), seat, (10_000,)))
            self.do(InsertNote(name, 10_000, f"n{seat}"))

    def do(self, command: Command) -> None:
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)
            self.memory.take(event)

    def wait(self, seconds: int) -> None:
        self.now += seconds * SECOND
        while not isinstance(decide(self.state, Tick(), Context(self.now, "t")), Refused):
            self.do(Tick())

    def page(self, table: str) -> TableView:
        return table_view(self.state, table, "a1", self.now, demo=False, called=_called)

    def wagers(self, table: str, terminal: str) -> tuple[SeatWager, ...]:
        (money,) = (one for one in self.page(table).money if one.terminal == terminal)
        return money.wagers

    def coup(self, *cards: str) -> None:
        for card in cards:
            self.do(as_read(self.state.tables["L1"], card))


def test_wagers_are_shown_by_seat_in_their_order_and_how_far_they_have_got() -> None:
    floor = Floor()
    assert floor.wagers("L1", "T1") == ()
    floor.do(NewGame("L1", "d1"))
    floor.do(StageWager("T1", "L1", 1, "player", 1_000))
    floor.do(StageWager("T1", "L1", 1, "tie", 500))
    assert floor.wagers("L1", "T1") == (
        SeatWager("player", 1_000, "staged"),
        SeatWager("tie", 500, "staged"),
    )
    floor.do(ConfirmWagers("T1", "L1", 1))
    assert {one.state for one in floor.wagers("L1", "T1")} == {"confirmed"}
    floor.wait(20)
    assert {one.state for one in floor.wagers("L1", "T1")} == {"committed"}


def test_a_table_that_stands_still_says_who_stopped_it_why_and_who_may_resume() -> None:
    floor = Floor()
    assert floor.page("S1").suspension is None
    floor.now += SECOND
    floor.do(SuspendTable("S1", "e1", "a dispute"))
    stopped = Suspension("Emma Ng", floor.now, "a dispute", ends_by="resume", roles=("egs", "agm"))
    assert floor.page("S1").suspension == stopped
    # Who deals there reads the same: he is asked first.
    at_the_table = dealer_view(floor.state, "S1", "d1", floor.now, demo=False, called=_called)
    assert at_the_table.suspension == stopped
    floor.do(ResumeTable("S1", "e1"))
    assert floor.page("S1").suspension is None


def test_a_malfunction_that_stops_a_table_names_who_declared_it() -> None:
    floor = Floor()
    floor.state.grants["e1"] = [Grant("casino_supervisor", "pit", 0, 0)]
    floor.do(OpenTable("R1", "MT_ROULETTE", Limits(500, 50_000, 500), 20 * SECOND))
    floor.do(NewGame("R1", "d1"))
    floor.wait(20)
    floor.do(DeclareMalfunction("R1", "e1", "the wheel stands still"))
    stopped = floor.page("R1").suspension
    assert stopped is not None
    assert (stopped.by, stopped.reason) == ("Emma Ng", "the wheel stands still")


def test_nobody_stopped_it_where_it_was_a_restart_or_a_die() -> None:
    floor = Floor()
    floor.do(StageWager("U1", "S1", 1, "small", 100))
    floor.do(Restart("node", 2))
    stopped = floor.page("S1").suspension
    assert stopped is not None
    assert (stopped.by, stopped.reason, stopped.ends_by) == ("", "restart", "resume")
    floor.do(ResumeTable("S1", "a1"))
    for _ in range(2):
        floor.wait(60)
    floor.do(ReadCockedDice("S1", throw_of(floor.state.tables["S1"])))
    stopped = floor.page("S1").suspension
    assert stopped is not None
    assert (stopped.by, stopped.since, stopped.ends_by) == ("", floor.now, "void")
    assert stopped.roles, "somebody may declare it void"


def test_a_corrected_round_is_marked_and_a_void_one_says_why() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    floor.wait(20)
    floor.coup("9S", "2H", "KD", "3C")
    floor.do(EnterResult("L1", "d1", "player"))
    floor.do(ConfirmResult("L1", "d1"))
    floor.do(StateActualOutcome("L1", "a1", "misread", ("2S", "9H", "KD", "KC"), (), 1))
    floor.do(NewGame("L1", "d1"))
    floor.do(VoidRound("L1", "a1", "a fire drill", 2))
    first, second = display_view(floor.state, "L1", floor.memory, demo=False).results
    assert (first.corrected, first.void, "banker" in first.winners) == (True, "", True)
    assert (second.corrected, second.void) == (False, "a fire drill")


def _approved(floor: Floor, asked: Any, person: str) -> tuple[bool, list[str]]:
    said = approval(floor.state, asked, asked(person), person, floor.now)
    return said.alone, [one.person for one in said.persons]


@pytest.mark.parametrize(
    ("person", "alone", "others"), [("d1", False, ["a1"]), ("a1", True, []), ("e1", False, ["a1"])]
)
def test_only_who_holds_the_power_now_may_approve(
    person: str, alone: bool, others: list[str]
) -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    said = _approved(floor, lambda who: VoidRound("L1", who, "", 1), person)
    assert said == (alone, others)


def test_where_a_second_person_is_needed_nobody_is_enough_alone() -> None:
    floor = Floor()
    floor.do(NewGame("L1", "d1"))
    floor.wait(20)
    said = approval(
        floor.state,
        lambda who: KeyCard("L1", "", "d1", who),
        KeyCard("L1", "", "d1", ""),
        "d1",
        floor.now,
    )
    assert not said.alone
    assert [one.person for one in said.persons] == ["a1"]
    assert said.persons[0].roles == ("agm",)


def test_what_is_refused_to_everybody_is_nobodys_to_approve() -> None:
    floor = Floor()
    floor.state.terminals["U1"].open = False
    floor.do(CloseTable("S1", "e1", now=True))
    assert _approved(floor, lambda who: SuspendTable("S1", who, ""), "e1") == (True, [])


def test_a_tumbler_with_a_broken_die_waits_for_other_dice_of_whoever_manages_it() -> None:
    floor = Floor()
    floor.state.grants["e1"] = [Grant("casino_supervisor", "pit", 0, 0)]
    floor.do(OpenTable("D1", "MT_SICBO", Limits(500, 50_000, 500), 20 * SECOND))
    floor.do(DeclareDieBroken("D1", "e1"))
    stopped = floor.page("D1").suspension
    assert stopped is not None
    assert stopped.ends_by == "seal_dice"
    assert "casino_supervisor" in stopped.roles
