"""Slips that the house is asked to withhold, in whatever state they are."""

import pytest

from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.money.recovery import HoldNoted
from openfelt.floor.money.ticket import RedeemTicket, TicketHeld, TicketIssued
from openfelt.floor.people.task import duty
from openfelt.floor.question import FinishTicket, OpenTicket, WithholdSlips
from openfelt.floor.state import Slip, State
from openfelt.floor.whole import decide, evolve

NOW = 1_000_000
NUMBER = "010000000000000007"
SLIPS = (Slip("T1", NUMBER),)
ASKED = WithholdSlips("pit", SLIPS, "owed after B1/1: misdeal")
NOTED = HoldNoted("pit", SLIPS, ASKED.reason)
HELD = TicketHeld(NUMBER, held=True, reason=ASKED.reason, duty=duty("hold"))
OPEN = OpenTicket("pit", "T1", NUMBER, 5_000, "LT")
PRINTED = FinishTicket(NUMBER, printed=True)


def _do(house: State, command: Command) -> tuple[Event, ...]:
    answer = decide(house, command, Context(NOW, "test"))
    assert not isinstance(answer, Refused), answer
    for event in answer:
        evolve(house, event, NOW)
    return answer


def test_lt_11_6_2_1_a_ticket_that_is_being_printed_is_withheld_once_it_is_issued() -> None:
    house = State("house")
    _do(house, OPEN)
    assert _do(house, ASKED) == (NOTED,)
    assert _do(house, PRINTED) == (TicketIssued(NUMBER), HELD)
    refused = decide(house, RedeemTicket(NUMBER, ""), Context(NOW, "test"))
    assert isinstance(refused, Refused)
    assert refused.code.value == "TICKET_IS_HELD"


def test_lt_11_6_2_1_the_house_always_answers_and_withholds_once() -> None:
    house = State("house")
    assert _do(house, ASKED) == (NOTED,), "it knows no such ticket"
    _do(house, OPEN)
    _do(house, PRINTED)
    assert _do(house, ASKED) == (NOTED, HELD)
    assert _do(house, ASKED) == (NOTED,), "it is withheld already"


@pytest.mark.parametrize(
    ("pit", "terminal"), [("pit", "T2"), ("other", "T1")], ids=["terminal", "pit"]
)
def test_a_ticket_of_another_terminal_that_drew_the_same_number_is_not_withheld(
    pit: str, terminal: str
) -> None:
    house = State("house")
    _do(house, OpenTicket(pit, terminal, NUMBER, 5_000, "LT"))
    _do(house, ASKED)
    assert _do(house, PRINTED) == (TicketIssued(NUMBER),)
    assert _do(house, ASKED) == (NOTED,)
