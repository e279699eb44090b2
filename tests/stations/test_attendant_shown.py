"""What an attendant's telephone shows: who waits, who goes, what fails, what is disputed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.money.hand_pay import HandPayCalled
from openfelt.floor.people import task
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.dispute import (
    AskReview,
    DecideDispute,
    ReviewDispute,
)
from openfelt.floor.people.staff import RoleLearned
from openfelt.floor.people.task import KINDS, TakeTask, TaskOverdue
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve
from openfelt.rulebooks.powers import Act
from openfelt.stations.alarm import AWAY_NAMED, AWAY_US, lasting
from openfelt.stations.attendant import AttendantView, attendant_view
from openfelt.stations.memory import Memory
from openfelt.stations.pit import pit_view
from openfelt.stations.player import player_view
from openfelt.stations.presence import Presence
from openfelt.stations.table import table_view

LIMITS = Limits(100, 50_000, 100)
STAFF = {"anna": "attendant", "andy": "attendant", "emma": "egs", "greg": "games_supervisor"}
TABLES = ("L1", "S1")


class Pit:
    """A baccarat and a sic bo table with three terminals, and who works there."""

    def __init__(self) -> None:
        self.state = State("pit")
        self.now = 0
        for name, variant in (("L1", "LT"), ("S1", "SB")):
            self.do(OpenTable(name, variant, LIMITS, 1_000_000))
        for seat, (name, tables) in enumerate(
            [("T1", ("L1",)), ("T2", ("S1",)), ("T3", ("S1", "L1"))], 1
        ):
            self.do(EnrolTerminal(name, tables, seat, (500,)))
        for person, role in STAFF.items():
            evolve(self.state, RoleLearned(person, role, 0, 0), 1)
        self.presence = Presence()

    def do(self, command: Command) -> None:
        self.now += 1
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)

    def shown(self, person: str = "anna", now: int = 0) -> AttendantView:
        return attendant_view(self.state, TABLES, person, self.presence, str.title, now or self.now)

    def alarms(self, now: int = 0) -> list[tuple[str, str, str]]:
        view = pit_view(self.state, TABLES, self.presence, now or self.now, str.title)
        return [(one.kind, one.terminal, one.who) for one in view.alarms]


@pytest.fixture
def pit() -> Pit:
    return Pit()


@pytest.mark.clause("AC 7.3", "SB 8.3")
def test_lt_11_3_what_he_does_comes_first_then_who_waits_then_what_others_do(pit: Pit) -> None:
    for terminal in ("T1", "T2", "T3"):
        pit.do(CallAttendant(terminal))
    pit.do(TakeTask("call", "T1", "andy"))
    pit.do(TakeTask("call", "T3", "anna"))
    jobs = pit.shown().jobs
    assert [(job.terminal, job.by, job.mine) for job in jobs] == [
        ("T3", "Anna", True),
        ("T2", "", False),
        ("T1", "Andy", False),
    ]
    assert (jobs[1].seat, jobs[1].table, jobs[1].slip) == (2, "S1", "")
    assert pit.alarms() == [("call", "T3", "Anna"), ("call", "T2", ""), ("call", "T1", "Andy")]
    meters = [player_view(pit.state, name, Memory(), pit.now) for name in ("T1", "T2")]
    assert [(one.called, one.coming) for one in meters] == [(True, True), (True, False)]


def test_lt_9_1_a_hand_pay_has_its_amount_and_the_end_of_its_number(pit: Pit) -> None:
    given = task.duty("hand_pay")
    evolve(pit.state, HandPayCalled("T2", "990000000000004711", 12_345, given), 5)
    (job,) = pit.shown().jobs
    assert (job.kind, job.amount, job.slip, job.since) == ("hand_pay", 12_345, "4711", 5)
    assert not job.overdue
    evolve(pit.state, TaskOverdue("hand_pay", job.about), 6)
    assert pit.shown().jobs[0].overdue
    # On the desk of the pit it is a reminder that says where.
    assert pit.alarms() == [("task_overdue", "T2", "")]


def test_a_task_about_nothing_in_the_pit_says_no_place(pit: Pit) -> None:
    for about in ("S1/3", "elsewhere"):
        task.begin(pit.state, "card_check", about, task.duty("card_check"))
        evolve(pit.state, TaskOverdue("card_check", about), 6)
    view = pit_view(pit.state, TABLES, pit.presence, 7)
    assert sorted(one.table for one in view.alarms) == ["", "S1"]


def test_lt_2_2_8_what_cannot_print_or_is_away_is_to_be_opened(pit: Pit) -> None:
    pit.state.terminals["T1"].printer_failed = True
    assert lasting(pit.state, pit.presence) == ("printer:T1",)
    pit.presence.note(["printer:T1"], 3)
    (fault,) = pit.shown().faults
    assert (fault.kind, fault.terminal, fault.since, fault.urgent) == ("printer", "T1", 3, False)
    pit.state.terminals["T1"].open = True
    assert pit.shown().faults[0].urgent
    # A table's device is not his; many that are away are one fault.
    pit.presence.away = {"acceptor@T2": 0, "tumbler@S1": 0}
    later = AWAY_US + 1
    kinds = [(one.kind, one.about) for one in pit.shown(now=later).faults]
    assert sorted(kinds) == [("device_away", "acceptor@T2"), ("printer", "")]
    pit.presence.away |= {f"acceptor@{n}": 0 for n in range(AWAY_NAMED)}
    kinds = [(one.kind, one.about) for one in pit.shown(now=later).faults]
    assert ("devices_away", "") in kinds


@pytest.mark.clause("AC 7.14")
def test_sb_8_15_a_dispute_says_who_reviews_it_and_what_he_may_do(pit: Pit) -> None:
    said = ("outcome", "a triple", False, "the record")
    pit.do(DecideDispute("S1", "T2", "anna", *said))
    pit.do(DecideDispute("L1", "T1", "greg", *said))
    newest, first = pit.shown().disputes
    assert (newest.dispute, newest.decided_by, newest.reviewed_by) == (2, "Greg", "")
    assert (first.reviews, first.hears) == (("agm", "egs", "gm"), ("inspector",))
    assert [(key.act, key.reason) for key in first.acts] == [
        ("ask_review", ""),
        ("review", "ROLE_MAY_NOT"),
        ("close", ""),
    ]
    # At baccarat he decides nothing, and sees with whose word it can be done.
    assert [key.reason for key in newest.acts] == ["ROLE_MAY_NOT"] * 3
    assert newest.acts[0].needs
    assert ("dispute", "T2", "") not in pit.alarms()
    pit.do(AskReview("S1", 1, "anna"))
    assert ("dispute", "T2", "") in pit.alarms()
    table = table_view(pit.state, "S1", "emma", pit.now, demo=False)
    assert [one.dispute for one in table.disputes] == [1]
    assert {key.act: key.reason for key in table.disputes[0].acts}["review"] == ""
    pit.do(ReviewDispute("S1", 1, "emma", True, "three of them"))
    assert pit.shown().disputes[1].reviewed_by == "Emma"
    # A review that is late is pressing, and no reminder stands beside it.
    pit.do(AskReview("L1", 2, "greg"))
    evolve(pit.state, TaskOverdue("review", "L1/2"), 9)
    view = pit_view(pit.state, TABLES, pit.presence, 9)
    assert [(one.kind, one.urgent) for one in view.alarms] == [("dispute", True)]


def test_where_something_may_be_disputed_it_is_said_who_decides(pit: Pit) -> None:
    places = {(one.terminal, one.table): one for one in pit.shown().disputable}
    assert set(places) == {("T1", "L1"), ("T2", "S1"), ("T3", "S1"), ("T3", "L1")}
    assert places["T2", "S1"].alone
    assert places["T2", "S1"].decides == ("attendant",)
    assert not places["T3", "L1"].alone
    # Another desk's table is not offered, nor one that was opened before books said who decides.
    one = attendant_view(pit.state, ("S1",), "anna", pit.presence, str, pit.now)
    assert {place.table for place in one.disputable} == {"S1"}
    fingerprint = pit.state.tables["L1"].fingerprint
    rules = pit.state.definitions[fingerprint]
    powers = {act: held for act, held in rules.powers.items() if act != Act.DECIDE_DISPUTE}
    pit.state.definitions[fingerprint] = replace(rules, powers=powers)
    assert {place.table for place in pit.shown().disputable} == {"S1"}


def test_every_task_of_an_attendant_in_a_pit_can_be_shown() -> None:
    """A kiosk is in no pit: the cash desk shows it, and its task ends as it opens again."""
    assert {name for name, kind in KINDS.items() if kind.role == "attendant"} == {
        "call",
        "hand_pay",
        "kiosk",
    }
