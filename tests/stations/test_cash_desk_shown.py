"""What a cashier is shown: his drawer, who waits for money or owes some, a slip brought to him."""

import pytest

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.deferral import DeferPayment
from openfelt.floor.money.demand import DemandReturn
from openfelt.floor.money.drawer import OpenDrawer, SetDeskRules
from openfelt.floor.money.paying import Terms
from openfelt.floor.money.ticket import HoldTicket, PayHandPay, RedeemTicket
from openfelt.floor.money.ticket_host import SetTicketHost
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.question import FinishTicket, OpenCases, OpenTicket
from openfelt.floor.state import Claim, State
from openfelt.floor.whole import decide, evolve
from openfelt.stations.cashdesk import CashDeskView, cash_desk_view
from openfelt.stations.slip import SlipView, names, slip_view

PAPER = f"{7:018}"
UNPRINTED = f"{8:018}"
OTHER = f"{9:018}"
SIGNED = Terms(signed=True, identity="passport")


class House:
    """A house with a cashier at a drawer, another one, and an AGM."""

    def __init__(self) -> None:
        self.state = State("house")
        self.now = 0
        self.do(OpenHouse(("pit",)))
        self.do(SetDeskRules(5, 50_000, 80_000))
        for person, role in (("casey", "cashier"), ("chris", "cashier"), ("alex", "agm")):
            self.do(GrantRole(person, role, "", 0, 0))
        self.do(OpenDrawer(100_000, "casey"))

    def do(self, command: Command) -> None:
        self.now += 1
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)

    def ticket(self, number: str, amount: int, *, printed: bool = True) -> None:
        self.do(OpenTicket("pit", "T1", number, amount, "LT"))
        self.do(FinishTicket(number, printed))

    def desk(self) -> CashDeskView:
        return cash_desk_view(self.state, "casey", self.now)

    def slip(self, number: str) -> SlipView:
        shown = slip_view(self.state, number, "casey", self.now, None)
        assert isinstance(shown, SlipView)
        return shown


@pytest.fixture
def house() -> House:
    return House()


def test_lt_def_redeemable_ticket_one_of_another_machine_is_asked_for(house: House) -> None:
    foreign = f"02{1:016}"
    house.do(SetTicketHost(used=True))
    seen = slip_view(house.state, foreign, "casey", house.now, None)
    assert isinstance(seen, Refused)
    assert (seen.code, seen.data) == (Refusal.TICKET_IS_HELD, {"why": "ask_host"})


def test_a_desk_shows_its_drawer_and_everybody_it_owes_or_is_owed_by(house: House) -> None:
    house.ticket(UNPRINTED, 70_003, printed=False)
    house.do(DeferPayment(f"V{UNPRINTED}", 90_000_000, "casey", "agreed on"))
    house.do(OpenCases("pit", "B1", 4, (Claim("T2", 1, -1_002),), "a correction"))
    house.ticket(PAPER, 10_003)
    house.do(RedeemTicket(PAPER, "casey", "", Terms()))
    house.do(DemandReturn(PAPER, "alex", "an investigation"))
    desk = house.desk()
    assert desk.drawer is not None
    assert (desk.drawer.holds, desk.drawer.paid, desk.drawer.payments) == (89_995, 10_005, 1)
    (owed,) = desk.owed
    assert (owed.voucher, owed.amount, owed.held) == (f"V{UNPRINTED}", 70_003, False)
    assert owed.due > 0
    (agreed,) = desk.agreed
    assert (agreed.number, agreed.amount, agreed.terminal) == (owed.voucher, 70_003, "T1")
    (case,) = desk.cases
    assert (case.amount, case.cash, case.terminal, case.round) == (-1_002, -1_000, "T2", 4)
    (demand,) = desk.demanded
    assert (demand.number, demand.amount, demand.cash) == (PAPER, 10_003, 10_005)
    assert {key.act: key.data.get("why") for key in desk.acts} == {
        "open_drawer": "drawer_open",
        "fill_drawer": None,
        "close_drawer": None,
    }


def test_who_has_no_drawer_is_shown_none_and_may_open_one(house: House) -> None:
    desk = cash_desk_view(house.state, "chris", house.now)
    assert desk.drawer is None
    assert {key.act: key.reason for key in desk.acts}["open_drawer"] == ""


def test_a_ticket_says_what_it_takes_to_be_paid(house: House) -> None:
    house.ticket(PAPER, 10_003)
    small = house.slip(PAPER)
    assert (small.kind, small.state, small.amount, small.cash) == (
        "ticket",
        "issued",
        10_003,
        10_005,
    )
    assert (small.takes_form, small.takes_identity, small.takes_two) == (False, False, False)
    assert (small.pit, small.terminal, small.reason, small.may_wait) == ("pit", "T1", "", True)
    house.ticket(OTHER, 80_000)
    large = house.slip(OTHER)
    assert (large.takes_identity, large.takes_two, large.reason) == (True, True, "")


def test_a_ticket_that_did_not_print_is_its_voucher_and_takes_a_form(house: House) -> None:
    house.ticket(UNPRINTED, 20_000, printed=False)
    shown = house.slip(UNPRINTED)
    assert (shown.number, shown.kind, shown.takes_form) == (f"V{UNPRINTED}", "voucher", True)
    assert names(house.state, UNPRINTED) == ()
    house.do(PayHandPay(f"V{UNPRINTED}", "casey", "", SIGNED))
    paid = house.slip(UNPRINTED)
    assert (paid.state, paid.where, paid.paid_at) == ("paid", "drawer:casey", house.now)
    assert paid.reason == Refusal.TICKET_ALREADY_REDEEMED.value


def test_what_is_withheld_names_who_may_release_it(house: House) -> None:
    house.ticket(PAPER, 10_000)
    house.do(HoldTicket(PAPER, "alex", held=True, reason="an investigation"))
    shown = house.slip(PAPER)
    assert (shown.state, shown.reason) == ("held", Refusal.TICKET_IS_HELD.value)
    assert "agm" in shown.releases


def test_a_number_that_is_none_is_unknown_and_looked_for_in_the_archive(house: House) -> None:
    said = slip_view(house.state, OTHER, "casey", house.now, None)
    assert isinstance(said, Refused)
    assert said.code is Refusal.TICKET_UNKNOWN
    assert len(names(house.state, OTHER)) > 1
