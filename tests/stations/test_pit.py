"""What a pit's desk is shown: its tables, and an alarm for whatever somebody has to see to."""

from __future__ import annotations

import pytest

from openfelt.floor.money.order import PrintOrder
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.matter import Task
from openfelt.floor.people.task import KINDS
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.dealt_dice.order import ShakeOrder
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.sealed import VirtualShoe
from openfelt.floor.state import (
    HandPay,
    Limits,
    Spot,
    State,
    Stopped,
    Terminal,
    Ticket,
)
from openfelt.floor.table import KEPT, TableOpened
from openfelt.floor.whole import evolve
from openfelt.rulebooks import VARIANTS
from openfelt.stations.alarm import (
    ANSWERS_AT_ONCE_US,
    ANSWERS_IN_US,
    AWAY_NAMED,
    AWAY_US,
    Alarm,
    lasting,
)
from openfelt.stations.pit import PitTable, pit_money_view, pit_view
from openfelt.stations.presence import Presence, Told

NOW = 1_000_000_000
BEFORE = NOW - 500_000_000


def pit() -> State:
    """A baccarat and a sic bo table; somebody plays at the first."""
    state = State("pit")
    signed = ("commit", "rotate", 0, False, 0)
    sign = Limits(500, 50_000, 500)
    for name, variant, decks in (("L1", "LT", 8), ("S1", "SB", 0)):
        rules = VARIANTS[variant].definition(decks)
        opened = TableOpened(name, rules.fingerprint, rules, sign, 1, *signed, KEPT)
        evolve(state, opened, 1)
    state.terminals["T1"] = Terminal("T1", ("L1", "S1"), 4, (500,), open=True, credit=700)
    state.terminals["T2"] = Terminal("T2", ("L1",), 5, (500,))
    state.tables["L1"].layouts["T1"] = {"tie": Spot("T1", "tie", 500, 1)}
    return state


def alarms(state: State, presence: Presence | None = None, now: int = NOW) -> list[Alarm]:
    return list(pit_view(state, (), presence or Presence(), now).alarms)


def test_a_table_is_shown_with_its_seats_its_money_its_dealer_and_its_page() -> None:
    presence = Presence()
    presence.pages, presence.dealers = {"L1": "L1-table"}, {"L1": "Dana"}
    view = pit_view(pit(), ("L1", "S1"), presence, NOW)
    assert view.pit == "pit"
    assert view.tables == (
        PitTable("L1", "L1-table", "Dana", seats=2, taken=1, staked=500),
        PitTable("S1", "", "", seats=1, taken=1, staked=0),
    )
    assert view.alarms == ()


def test_a_table_that_no_terminal_is_linked_to_has_no_seats() -> None:
    state = pit()
    state.terminals.clear()
    (table,) = pit_view(state, ("L1",), Presence(), NOW).tables
    assert (table.seats, table.taken) == (0, 0)


def test_a_call_is_told_from_the_moment_it_came_and_is_urgent_when_it_grows_old() -> None:
    state = pit()
    due = BEFORE + KINDS["call"].within_us
    state.tasks["call:T1"] = Task("call", "T1", "attendant", due)
    assert alarms(state) == [Alarm("call:T1", "call", BEFORE, "L1", "T1", 4)]
    state.tasks["call:T1"] = Task("call", "T1", "attendant", due, overdue=True)
    assert [one.urgent for one in alarms(state)] == [True]


def test_a_task_is_told_once_it_is_overdue_with_the_table_it_is_about() -> None:
    state = pit()
    state.tasks["fraud:L1/7"] = Task("fraud", "L1/7", "inspector", BEFORE)
    state.tasks["card_check:S1"] = Task("card_check", "S1", "inspector", NOW, overdue=True)
    assert [(one.kind, one.table, one.about) for one in alarms(state)] == [
        ("task_overdue", "S1", "card_check")
    ]
    state.tasks["fraud:L1/7"] = Task("fraud", "L1/7", "inspector", BEFORE, overdue=True)
    state.tasks["x:gone"] = Task("void_shoe", "gone", "inspector", BEFORE - 1, overdue=True)
    assert [one.table for one in alarms(state)] == ["S1", "L1", ""], "the newest first"


def test_a_card_that_nobody_has_read_is_told_whichever_way_it_lies_there() -> None:
    state = pit()
    play = play_at(state.tables["L1"])
    play.unseen = True
    (told,) = alarms(state)
    assert (told.kind, told.table, told.urgent) == ("unread_card", "L1", True)
    play.unseen = False
    assert alarms(state) == []
    play.carried = [""]
    assert [one.kind for one in alarms(state)] == ["unread_card"]
    play.carried = []
    state.shoes["L1"] = VirtualShoe("shoe", 1, 3, unread=(0, 0))
    assert [one.kind for one in alarms(state)] == ["unread_card"]
    state.shoes["L1"].unread = (0, 4)
    assert alarms(state) == []


def test_a_table_that_stands_still_is_urgent_unless_staff_stopped_it() -> None:
    state = pit()
    state.tables["L1"].suspended, state.tables["S1"].suspended = "staff", "cocked"
    state.tables["L1"].stopped = Stopped("gus", "a fire drill", BEFORE)
    state.tables["S1"].stopped = Stopped(since=BEFORE)
    assert {one.since for one in alarms(state)} == {BEFORE}, "as the journal has it"
    told = [(one.kind, one.table, one.about, one.urgent) for one in alarms(state)]
    assert told == [("suspended", "S1", "cocked", True), ("suspended", "L1", "staff", False)][::-1]


def test_what_lasts_is_told_since_it_was_first_seen_and_forgotten_when_it_is_over() -> None:
    state, presence = pit(), Presence()
    play = play_at(state.tables["L1"])
    play.unseen = True
    presence.note(lasting(state, presence), BEFORE)
    presence.note(lasting(state, presence), BEFORE + 5)
    assert [one.since for one in alarms(state, presence)] == [BEFORE]
    play.unseen = False
    presence.note(lasting(state, presence), BEFORE + 6)
    play.unseen = True
    assert [one.since for one in alarms(state, presence)] == [NOW]


@pytest.mark.clause("AC def:game hardware")
def test_a_device_is_silent_once_it_has_had_its_time() -> None:
    state, presence = pit(), Presence()
    state.orders["print:011234"] = PrintOrder("T1", "011234", 700, NOW)
    state.orders["tumble:S1:1"] = TumbleOrder("S1", 1)
    # This one is answered only where a die lies cocked.
    state.orders["shake:S1:1"] = ShakeOrder("S1", 1)
    presence.note(lasting(state, presence), BEFORE)
    assert alarms(state, presence, BEFORE + ANSWERS_AT_ONCE_US - 1) == []
    (printer,) = alarms(state, presence, BEFORE + ANSWERS_AT_ONCE_US)
    assert (printer.kind, printer.about) == ("device_silent", "printer@T1")
    assert (printer.table, printer.terminal, printer.seat) == ("L1", "T1", 4)
    assert "011234" not in repr(printer), "the number of a ticket is nobody's business here"
    both = alarms(state, presence, BEFORE + ANSWERS_IN_US["tumble"])
    assert len(both) == 2
    assert {one.table for one in both} == {"L1", "S1"}


@pytest.mark.clause("AC def:game hardware")
def test_a_device_that_stays_away_is_told_and_many_are_told_as_one() -> None:
    state, presence = pit(), Presence()
    presence.away = {"shoe@L1": NOW - AWAY_US, "printer@T2": NOW - AWAY_US + 1}
    assert [(one.kind, one.about, one.table) for one in alarms(state, presence)] == [
        ("device_away", "shoe@L1", "L1")
    ]
    presence.away["printer@T2"] = NOW - AWAY_US
    assert {one.about for one in alarms(state, presence)} == {"shoe@L1", "printer@T2"}
    presence.away = {f"printer@T{number}": BEFORE for number in range(AWAY_NAMED + 1)}
    (told,) = alarms(state, presence)
    assert (told.kind, told.count, told.since) == ("devices_away", AWAY_NAMED + 1, BEFORE)


def test_a_warning_of_the_server_is_told_since_it_stands() -> None:
    state, presence = pit(), Presence()
    presence.warnings = (Told("wrong_tries", "d1", 3),)
    presence.note(lasting(state, presence), BEFORE)
    (told,) = alarms(state, presence)
    assert (told.kind, told.about, told.who, told.count) == ("warning", "wrong_tries", "d1", 3)
    assert told.since == BEFORE


def test_the_house_tells_of_hand_pays_and_slips_of_this_pit_only() -> None:
    house, presence = State(HOUSE), Presence()
    presence.terminals = {"T1": ("L1", "S1")}
    house.hand_pays = {
        "V1111111": HandPay(700, "T1", since=BEFORE),
        "V2": HandPay(800, "T1", state="paid", since=BEFORE),
        "V3": HandPay(900, "another pit's", since=BEFORE),
    }
    (owed,) = pit_money_view(house, presence).alarms
    assert (owed.kind, owed.amount, owed.since) == ("hand_pay", 700, BEFORE)
    assert (owed.table, owed.terminal) == ("L1", "T1")
    assert "V1111111" not in owed.id, "whoever has the number of a voucher could ask for its money"
    house.hand_pays.clear()
    house.tickets["0112345678"] = Ticket(500, "LT", "T1", "pit")
    for about, overdue in (("0112345678", False), ("0112345678", True), ("unknown", True)):
        house.tasks = {"hold:x": Task("hold", about, "inspector", NOW, overdue)}
        told = pit_money_view(house, presence).alarms
        assert len(told) == (about != "unknown" and overdue)
        assert "0112345678" not in repr(told)
