"""The slip of a kiosk: printed once for what is owed, whatever becomes of the paper."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.dispensing import DispenserReceipt, PresentAtKiosk
from openfelt.floor.money.drawer import SetDeskRules
from openfelt.floor.money.kiosk import InstallKiosk, LoadCassette, OpenKiosk
from openfelt.floor.money.kiosk_slip import RestSlipOrdered, RestSlipPrinted, SlipReceipt
from openfelt.floor.money.order import RestOrder
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.question import FinishTicket, OpenTicket
from openfelt.floor.state import State
from openfelt.floor.whole import decide, evolve


class House:
    """A house with two kiosks that print, and a cashier who loads them."""

    def __init__(self) -> None:
        self.state, self.now = State("house"), 0
        self.do(OpenHouse(("pit",)))
        self.do(SetDeskRules(5, 0, 0))
        self.do(GrantRole("casey", "cashier", "", 0, 0))
        for kiosk in ("K1", "K2"):
            self.do(InstallKiosk(kiosk, (5_000,), 100_000, 4_000, prints=True))
            self.do(LoadCassette(kiosk, 1, 9, "casey", ""))
            self.do(OpenKiosk(kiosk, "casey"))

    def answer(self, command: Command) -> tuple[Event, ...] | Refused:
        self.now += 1
        return decide(self.state, command, Context(self.now, "test"))

    def do(self, command: Command) -> tuple[Event, ...]:
        answer = self.answer(command)
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)
        return answer

    def rest(self, number: int, amount: int) -> str:
        """Have a kiosk pay what it can of a ticket; return the order of its slip."""
        name = f"{number:018}"
        self.do(OpenTicket("pit", "T1", name, amount, "LT"))
        self.do(FinishTicket(name, True))
        self.do(PresentAtKiosk("K1", name))
        paying = self.state.kiosks["K1"].paying
        assert paying is not None
        came_out = self.do(DispenserReceipt(paying.order, paying.pieces, False, "K1"))
        slips = [one for one in came_out if isinstance(one, RestSlipOrdered)]
        return slips[0].order if slips else ""

    @property
    def slip(self) -> str:
        told = self.state.kiosks["K1"].told
        return told.slip if told else ""


def test_lt_9_1_a_slip_says_what_came_out_and_what_is_owed() -> None:
    house = House()
    order = house.rest(1, 6_000)
    wanted = house.state.orders[order]
    assert isinstance(wanted, RestOrder)
    assert (wanted.voucher, wanted.amount, wanted.paid) == (f"V{1:018}", 1_000, 5_000)
    assert (wanted.device, wanted.data, house.slip) == ("slips@K1", f"V{1:018}", "printing")
    house.do(SlipReceipt(order, True, "K1"))
    assert (house.slip, order in house.state.orders) == ("printed", False)


def test_a_ticket_that_is_paid_in_full_needs_no_slip() -> None:
    house = House()
    assert house.rest(1, 5_000) == ""
    assert not house.state.orders


def test_a_receipt_is_taken_once_and_from_the_kiosk_that_was_told() -> None:
    house = House()
    order = house.rest(1, 6_000)
    for wrong in (SlipReceipt(order, True, "K2"), SlipReceipt("rest:K1:V9", True, "K1")):
        refused = house.answer(wrong)
        assert isinstance(refused, Refused)
        assert refused.code is Refusal.TICKET_UNKNOWN
    house.do(SlipReceipt(order, False, "K1"))
    assert house.slip == "failed"
    assert isinstance(house.answer(SlipReceipt(order, True, "K1")), Refused)


def test_what_is_said_of_an_older_slip_is_not_said_to_the_next_guest() -> None:
    house = House()
    first = house.rest(1, 6_000)
    assert house.rest(2, 5_000) == ""
    house.do(SlipReceipt(first, True, "K1"))
    assert house.slip == ""
    # A printer that never answered has its order taken back by the next slip of its kiosk.
    second = house.rest(3, 6_000)
    third = house.rest(4, 7_000)
    assert list(house.state.orders) == [third]
    assert isinstance(house.answer(SlipReceipt(second, True, "K1")), Refused)


def test_a_receipt_for_a_kiosk_that_tells_nothing_is_only_noted() -> None:
    house = House()
    order = house.rest(1, 6_000)
    house.state.kiosks["K1"].told = None
    assert house.do(SlipReceipt(order, True, "K1")) == (RestSlipPrinted("K1", order, True),)
