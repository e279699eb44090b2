"""Corners of the house's money which no story can say."""

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.kiosk import InstallKiosk
from openfelt.floor.money.order import DispenseOrder
from openfelt.floor.money.ticket import HoldTicket, RedeemTicket
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.question import FinishTicket, OpenTicket
from openfelt.floor.state import State
from openfelt.floor.whole import decide, evolve

NUMBER = f"{7:018}"


class House:
    """A house with an AGM, and a ticket that was printed."""

    def __init__(self) -> None:
        self.state, self.now = State("house"), 0
        self.do(OpenHouse(("pit",)))
        self.do(GrantRole("alex", "agm", "", 0, 0))
        self.do(OpenTicket("pit", "T1", NUMBER, 1_000, "LT"))
        self.do(FinishTicket(NUMBER, True))

    def do(self, command: Command) -> None:
        self.now += 1
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)


def test_lt_9_2_what_a_correction_withheld_meanwhile_is_withheld_when_it_is_claimed() -> None:
    house = House()
    ticket = house.state.tickets[NUMBER]
    ticket.state, ticket.to_hold = "unclaimed", "a correction"
    house.do(HoldTicket(NUMBER, "alex", held=False, reason="he came"))
    assert house.state.tickets[NUMBER].state == "held"


def test_lt_9_3_a_kiosk_that_is_counted_pays_by_its_own_decision_alone() -> None:
    house = House()
    house.do(InstallKiosk("K1", (5_000,), 100_000, 5_000))
    answer = decide(house.state, RedeemTicket(NUMBER, ""), Context(9, "test"))
    assert isinstance(answer, Refused)
    assert answer.data["why"] == "no_such_kiosk"


def test_an_order_for_cash_names_the_pieces_of_each_cassette() -> None:
    assert DispenseOrder("K1", NUMBER, (0, 2, 1)).data == "0,2,1"
