"""What the rows of a craps table say: whose money it is, what was trimmed, what is withheld."""

from __future__ import annotations

import pytest
from floor_pit import SECOND, Pit

from openfelt.floor.base import Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.account import CmsCredited, CreditFromCms, InsertNote, NoteStacked
from openfelt.floor.money.payout import CashOut, CashOutRequested, TicketCredited
from openfelt.floor.money.recovery import HoldAsked
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.money.voucher import MakeVoucher, VoucherOrdered
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.question import CreditTicket, FinishCashOut, FinishTicket, OpenTicket
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.malfunction import DeclareTerminalFaulty
from openfelt.floor.state import Slip, State
from openfelt.floor.wagers.commission import CommissionHeld
from openfelt.floor.wagers.wager import StageWager, WagerStaged
from openfelt.floor.whole import decide


class Craps(Pit):
    """A table at which somebody has put 100.00 into T1."""

    def __init__(self) -> None:
        super().__init__()
        self.staffed()
        self.at = self.table("A1", "AC")
        self.player("T1", "A1")

    def lays(self, bet: str, amount: int) -> tuple[Event, ...]:
        return self.do(StageWager("T1", "A1", self.at.round, bet, amount))

    def rolls(self, *dice: int) -> None:
        self.now = self.at.due
        self.do(Tick())
        if self.at.phase == "awaiting_shoot":
            self.do(Shoot("T1", "A1"))
        self.do(ReadDice("A1", dice, throw_of(self.at)))

    def leaves(self, number: str) -> None:
        self.do(CashOut("T1", number))
        self.do(FinishCashOut("T1", number))


@pytest.mark.clause("AC 3.3.1", "AC 3.3.2", "AC 3.4.1", "AC 3.4.2", "AC 3.4.4")
@pytest.mark.clause("AC def:PT chip account")
def test_money_goes_to_the_account_that_is_open_and_opens_the_next_where_none_is() -> None:
    craps = Craps()
    assert craps.state.terminals["T1"].account == 1
    assert craps.do(InsertNote("T1", 10_000, "a")) == (NoteStacked("T1", 10_000, "a", 1),)
    assert craps.do(CreditTicket("T1", "01", 700)) == (TicketCredited("T1", "01", 700, 1),)
    craps.leaves("02")
    assert craps.do(CreditTicket("T1", "03", 700)) == (TicketCredited("T1", "03", 700, 2),)
    assert craps.do(CreditFromCms("T1", 300, "x")) == (CmsCredited("T1", 300, "x", 2),)
    craps.leaves("04")
    assert craps.do(InsertNote("T1", 10_000, "b")) == (NoteStacked("T1", 10_000, "b", 3),)
    assert craps.state.terminals["T1"].credit == 10_000


@pytest.mark.clause("AC 3.3.4", "AC 3.5", "AC 3.5.1", "AC def:maximum bet")
def test_a_touch_is_one_row_that_says_what_lies_there_and_whether_it_was_trimmed() -> None:
    craps = Craps()
    assert craps.lays("field", 500) == (WagerStaged("T1", "A1", "field", 500, 500, False),)
    assert craps.lays("field", 1_000) == (WagerStaged("T1", "A1", "field", 1_000, 1_500, False),)
    assert craps.state.terminals["T1"].credit == 8_500
    assert {bet: spot.amount for bet, spot in craps.at.layouts["T1"].items()} == {"field": 1_500}
    for note in range(10):
        craps.do(InsertNote("T1", 10_000, f"n{note}"))
    assert craps.lays("field", 60_000) == (WagerStaged("T1", "A1", "field", 48_500, 50_000, True),)
    assert craps.state.terminals["T1"].credit == 60_000
    assert craps.lays("buy:4", 2_000) == (
        WagerStaged("T1", "A1", "buy:4", 2_000, 2_000, False),
        CommissionHeld("T1", "A1", 100),
    )


@pytest.mark.clause("AC def:redeemable ticket", "AC 4.3")
def test_who_brings_a_ticket_again_is_told_when_and_where_it_was_paid() -> None:
    house = Pit()
    house.state = State("house")
    house.do(OpenTicket("pit", "T1", "07", 5_000, "AC"))
    house.do(FinishTicket("07", printed=True))
    house.do(RedeemTicket("07", ""))
    again = decide(house.state, RedeemTicket("07", ""), Context(house.now + SECOND, "test"))
    assert isinstance(again, Refused)
    assert again.data == {"at_us": house.now, "where": "kiosk"}


@pytest.mark.clause("AC 4.1", "AC 3.8")
def test_a_voucher_says_how_much_and_bears_the_number_of_its_row() -> None:
    craps = Craps()
    craps.do(DeclareTerminalFaulty("T1", "alex", "screen"))
    craps.state.sequence = 41
    assert craps.do(MakeVoucher("T1", "alex", "screen")) == (
        VoucherOrdered("T1", "screen"),
        CashOutRequested("T1", 10_000, "0042-pit", "AC", by_hand=True),
    )


@pytest.mark.clause("AC 6.5", "AC 6.1")
def test_the_house_is_asked_to_withhold_what_a_wrong_roll_was_paid_with_and_why() -> None:
    craps = Craps()
    craps.lays("field", 5_000)
    craps.rolls(5, 6)
    craps.leaves("02")
    told = craps.do(StateActualOutcome("A1", "alex", "it was a five", (), (2, 3), 1))
    asked = [event for event in told if isinstance(event, HoldAsked)]
    assert asked == [HoldAsked("A1", 1, "it was a five", (Slip("T1", "02"),))]
    craps = Craps()
    craps.lays("field", 5_000)
    craps.rolls(2, 3)
    craps.leaves("02")
    told = craps.do(StateActualOutcome("A1", "alex", "it was an eleven", (), (5, 6), 1))
    assert not [event for event in told if isinstance(event, HoldAsked)]
