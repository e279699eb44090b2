"""What the ticketing host may say, answer by answer, and what becomes of the ticket."""

from __future__ import annotations

import pytest

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Context, Event, Refused
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.claim import TicketClaimed
from openfelt.floor.money.order import HostOrder, PrintOrder
from openfelt.floor.money.ticket import HoldTicket, RedeemTicket, TicketRefused
from openfelt.floor.money.ticket_host import (
    AnswerAsHost,
    ClaimCommitted,
    ClaimTicket,
    SetTicketHost,
)
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.question import FinishTicket, OpenTicket, RedeemAtTerminal
from openfelt.floor.state import HostSaid, State
from openfelt.floor.whole import decide, evolve

OURS, FOREIGN = "010000000000000041", "020000000000000017"


class House:
    """A house that asks a host, with an AGM and a cashier."""

    def __init__(self) -> None:
        self.state = State("house")
        self.now = 0
        self.do(OpenHouse(("pit",)))
        self.do(GrantRole("casey", "cashier", "", 0, 0))
        self.do(GrantRole("alex", "agm", "", 0, 0))
        self.do(SetTicketHost(used=True))

    def ask(self, command: Command) -> Answer:
        self.now += 1
        return decide(self.state, command, Context(self.now, "test"))

    def do(self, command: Command) -> tuple[Event, ...]:
        answer = self.ask(command)
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)
        return answer

    def refuses(self, command: Command) -> tuple[Refusal, object]:
        answer = self.ask(command)
        assert isinstance(answer, Refused), (command, answer)
        return answer.code, answer.data.get("why")

    def issue(self) -> None:
        self.do(OpenTicket("pit", "T1", OURS, 5_000, "LT"))
        self.do(FinishTicket(OURS, printed=True))

    def says(self, said: HostSaid, amount: int = 0) -> tuple[Event, ...]:
        (order,) = self.state.orders
        return self.do(AnswerAsHost(order, said, amount))


@pytest.fixture
def house() -> House:
    return House()


def test_a_pit_and_a_demo_have_no_ticketing_host() -> None:
    asked = SetTicketHost(used=True)
    for state in (State("pit"), State("house", pits=["pit"], demo=True)):
        answer = decide(state, asked, Context(0, "config"))
        assert isinstance(answer, Refused)
        assert answer.data == {"why": "no_such_setting"}
    demo = House.__new__(House)
    demo.state, demo.now = State("house"), 0
    demo.do(DeclareDemo())
    demo.do(OpenHouse(("pit",)))
    assert demo.refuses(asked)[1] == "no_such_setting"


def test_an_answer_that_does_not_fit_its_order_answers_nothing(house: House) -> None:
    house.do(ClaimTicket(FOREIGN, "casey"))
    (order,) = house.state.orders
    for said in ("taken", "committed", "cancelled"):
        refused = house.refuses(AnswerAsHost(order, said))
        assert refused == (Refusal.TICKET_UNKNOWN, "not_ordered")
    assert house.refuses(AnswerAsHost("authorise:99", "authorised", 1))[1] == "not_ordered"
    wanted = house.state.orders[order]
    assert isinstance(wanted, HostOrder)
    assert (wanted.data, wanted.kind, wanted.device) == (FOREIGN, "ticket_host", "tickets@house")
    assert PrintOrder("T1", OURS, 1, 1).data == OURS


def test_what_the_host_will_not_have_is_ours_once_somebody_has_looked(house: House) -> None:
    house.issue()
    house.says("refused")
    assert house.refuses(RedeemTicket(OURS, "casey")) == (Refusal.TICKET_IS_HELD, None)
    house.do(HoldTicket(OURS, "alex", held=False, reason="ours"))
    house.do(RedeemTicket(OURS, "casey"))


def test_lt_9_2_what_was_withheld_before_the_host_knew_it_is_claimed_back(house: House) -> None:
    house.issue()
    house.do(HoldTicket(OURS, "alex", held=True, reason="why"))
    # While the host has not answered nothing else is asked of it.
    assert [type(one).__name__ for one in house.state.orders.values()] == ["HostOrder"]
    assert any(isinstance(one, TicketClaimed) for one in house.says("taken"))
    house.says("authorised", 5_000)
    house.says("committed", 5_000)
    assert house.state.tickets[OURS].state == "held"
    assert not house.state.tickets[OURS].with_host


def test_lt_9_2_withheld_in_two_ways_and_lost_it_is_withheld_once(house: House) -> None:
    house.issue()
    house.says("taken")
    house.do(HoldTicket(OURS, "alex", held=True, reason="why"))
    house.says("unknown")
    assert house.state.tickets[OURS].state == "held"
    # Refused when it was withheld already: nothing is withheld twice either.
    other = House()
    other.issue()
    other.do(HoldTicket(OURS, "alex", held=True, reason="why"))
    assert len(other.says("refused")) == 1


def test_a_ticket_withheld_while_it_lies_in_a_terminal_comes_out(house: House) -> None:
    house.issue()
    house.says("taken")
    house.do(RedeemAtTerminal("pit", "T2", OURS, "LT"))
    house.do(HoldTicket(OURS, "alex", held=True, reason="why"))
    house.says("authorised", 5_000)
    answer = house.says("committed", 5_000)
    assert [type(one) for one in answer] == [ClaimCommitted, TicketRefused]
    assert house.state.tickets[OURS].state == "held"


def test_the_host_says_redeemed_and_we_owe_the_house(house: House) -> None:
    house.issue()
    house.says("taken")
    house.do(ClaimTicket(OURS, "casey"))
    house.says("redeemed")
    assert house.state.tickets[OURS].redeemed_where == "ticket_host"
    assert house.state.ledger["ticket_host"] == -5_000
    assert house.refuses(RedeemTicket(OURS, "casey"))[0] is Refusal.TICKET_ALREADY_REDEEMED
    # Of another machine's we only hear that somebody else was given it.
    house.do(ClaimTicket(FOREIGN, "casey"))
    house.says("redeemed")
    assert house.refuses(RedeemTicket(FOREIGN, "casey"))[0] is Refusal.TICKET_ALREADY_REDEEMED
    house.do(ClaimTicket(FOREIGN, ""))
    house.says("refused")
    refused = house.refuses(RedeemTicket(FOREIGN, ""))
    assert refused == (Refusal.TICKET_IS_HELD, "host_said")
