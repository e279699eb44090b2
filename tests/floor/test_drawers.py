"""A drawer after many transactions of every kind: it holds its float and what has moved."""

from random import Random

import pytest

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.case import SettleCase
from openfelt.floor.money.demand import DemandReturn, TakeBack
from openfelt.floor.money.drawer import CloseDrawer, FillDrawer, OpenDrawer, SetDeskRules
from openfelt.floor.money.paying import Form, PaymentRecorded, Terms, in_cash
from openfelt.floor.money.ticket import PayHandPay, RedeemTicket
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.question import FinishTicket, OpenCases, OpenTicket
from openfelt.floor.state import Claim, State
from openfelt.floor.whole import decide, evolve

FORMS: tuple[Form, ...] = ("cash", "cheque", "transfer")


class House:
    """A house with one pit, two cashiers and an AGM."""

    def __init__(self) -> None:
        self.state = State("house")
        self.now = 0
        self.do(OpenHouse(("pit",)))
        self.do(SetDeskRules(5, 0, 50_000))
        for person, role in (("casey", "cashier"), ("chris", "cashier"), ("alex", "agm")):
            self.do(GrantRole(person, role, "", 0, 0))

    def do(self, command: Command) -> tuple[object, ...]:
        self.now += 1
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            evolve(self.state, event, self.now)
        return answer

    def ticket(self, number: int, amount: int, *, printed: bool = True) -> str:
        name = f"{number:018}"
        self.do(OpenTicket("pit", "T1", name, amount, "LT"))
        self.do(FinishTicket(name, printed))
        return name


def _cash(events: tuple[object, ...]) -> int:
    return sum(one.cash for one in events if isinstance(one, PaymentRecorded))


def test_lt_9_3_a_drawer_balances_after_100_mixed_transactions() -> None:
    chance, house = Random(18), House()
    house.do(OpenDrawer(500_000, "casey"))
    holds = 500_000
    for number in range(100):
        amount, form = chance.randrange(1, 70_000), chance.choice(FORMS)
        terms = Terms("cash", form, signed=True)
        match number % 5:
            case 0:
                slip = house.ticket(number, amount)
                holds -= _cash(house.do(RedeemTicket(slip, "casey", "chris", terms)))
            case 1:
                slip = house.ticket(number, amount, printed=False)
                holds -= _cash(house.do(PayHandPay(f"V{slip}", "casey", "chris", terms)))
            case 2:
                moved = chance.choice((100_000, -20_000))
                house.do(FillDrawer(moved, "casey", "chris"))
                holds += moved
            case 3:
                claims = (Claim("T1", 1, -amount),)
                house.do(OpenCases("pit", "B1", number, claims, "a correction"))
                holds -= _cash(house.do(SettleCase(list(house.state.cases)[-1], "casey")))
            case _:
                slip = house.ticket(number, amount)
                house.do(RedeemTicket(slip, "casey", "chris", terms))
                house.do(DemandReturn(slip, "alex", "an investigation"))
                house.do(TakeBack(slip, "casey"))
                holds += 0 if form == "cash" else in_cash(amount, 5)
        ledger = house.state.ledger
        assert house.state.drawers["casey"].holds == ledger["drawer:casey"] == holds
        assert not sum(ledger.values())
    assert house.state.drawers["casey"].payments == 100
    house.do(CloseDrawer(holds - 15, "casey"))
    assert house.state.ledger["drawer:casey"] == 0
    assert house.state.ledger["drawer_over_short:casey"] == 15


@pytest.mark.parametrize(
    ("amount", "unit", "cash"),
    [(1_002, 5, 1_000), (1_003, 5, 1_005), (1_005, 10, 1_010), (7, 1, 7), (-1_003, 5, -1_005)],
)
def test_cash_is_rounded_to_the_nearest_coin(amount: int, unit: int, cash: int) -> None:
    assert in_cash(amount, unit) == cash


def _why(house: House, command: Command) -> object:
    answer = decide(house.state, command, Context(house.now, "test"))
    assert isinstance(answer, Refused)
    return answer.data.get("why", answer.code)


def test_lt_9_3_without_a_drawer_nothing_is_taken_in_and_no_sum_is_nonsense() -> None:
    house = House()
    claims = (Claim("T1", 1, -1_000),)
    house.do(OpenCases("pit", "B1", 1, claims, "a correction"))
    slip = house.ticket(1, 1_000)
    house.do(OpenDrawer(5_000, "casey"))
    house.do(RedeemTicket(slip, "casey", "", Terms()))
    house.do(DemandReturn(slip, "alex", "an investigation"))
    house.do(CloseDrawer(4_000, "casey"))
    assert _why(house, SettleCase(next(iter(house.state.cases)), "casey")) == "no_drawer"
    assert _why(house, TakeBack(slip, "casey")) == "no_drawer"
    assert _why(house, OpenDrawer(-5, "casey")) is Refusal.AMOUNT_MUST_BE_POSITIVE
    assert _why(house, OpenDrawer(3, "casey")) is Refusal.NOT_A_MULTIPLE
