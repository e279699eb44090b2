"""A guest's own statement: what he did not do himself is told, of his account and no other's."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Event
from openfelt.floor.money.account import CmsCredited, NoteStacked
from openfelt.floor.money.case import CasesAsked
from openfelt.floor.money.cms_reversal import CmsReversed
from openfelt.floor.money.payout import (
    CashOutRequested,
    TicketCredited,
    TicketPrinted,
    TicketPrintFailed,
)
from openfelt.floor.money.ticket import (
    HandPayHeld,
    HandPayPaid,
    HoldReleased,
    TicketHeld,
    TicketRedeemed,
)
from openfelt.floor.money.voucher import VoucherOrdered
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.news import NewsAcknowledged
from openfelt.floor.rounds.corrected import (
    RoundResettled,
    SettledRoundVoided,
    SettlementReversed,
    Share,
)
from openfelt.floor.rounds.malfunction import WagersVoided
from openfelt.floor.rounds.round import RoundSettled, RoundVoided, WageringClosed
from openfelt.floor.rounds.settling import Paid
from openfelt.floor.state import Claim, Stake, Terminal
from openfelt.floor.wagers.dispensation import DispensationGiven
from openfelt.stations.statement import LINES_KEPT, UNREAD_KEPT, Line
from openfelt.stations.statements import Statements

DUTY = Duty("inspector", 1)


class Screen:
    """A terminal's statement and what it shows while its account is open, or closed."""

    def __init__(self, *events: Event) -> None:
        self.statements = Statements()
        self.terminal = Terminal("T1", ("L1",), 1, (500,), open=True, account=1)
        self.now = 0
        self.take(NoteStacked("T1", 5_000, "n1", 1), *events)

    def take(self, *events: Event) -> None:
        for event in events:
            self.now += 1
            self.statements.take(event, self.now)

    def house(self, event: Event) -> str:
        self.now += 1
        return self.statements.take_slip(event, self.now)

    @property
    def news(self) -> list[tuple[str, int, str]]:
        told = self.statements.of("T1").news(self.terminal)
        return [(line.kind, line.amount, line.slip) for line in told]

    @property
    def history(self) -> list[tuple[str, int]]:
        lines = self.statements.of("T1").history(self.terminal)
        return [(line.kind, line.amount) for line in lines]

    @property
    def last(self) -> Line:
        return self.statements.of("T1").news(self.terminal)[-1]


def settled(number: int, credited: int, table: str = "L1", terminal: str = "T1") -> Event:
    paid = (Paid(terminal, 500, credited, 0),)
    return RoundSettled(table, number, "", 0, "", (), paid, 0)


def corrected(number: int, taken: Share, given: Share) -> tuple[Event, Event]:
    """Return the two rows by which a round is put right."""
    return (
        SettlementReversed("L1", number, "misread", (), (taken,)),
        RoundResettled("L1", number, "", 0, "", (), (), (given,)),
    )


def test_credit_that_is_taken_back_is_news() -> None:
    screen = Screen(CmsCredited("T1", 700, "c1", 1), CmsReversed("T1", 200, "c1", "r1", 1))
    assert screen.history[-1] == ("transfer_back", -200)
    assert len(screen.news) == 1


def test_what_a_guest_does_himself_is_in_his_history_and_no_news() -> None:
    screen = Screen(
        CmsCredited("T1", 700, "c1", 1),
        TicketCredited("T1", "0112", 300, 1),
        settled(1, 1_000),
        settled(2, 0),
        WageringClosed("L1", 3, (), (Stake("T1", "tie", 500),)),
    )
    assert screen.news == []
    assert screen.history == [
        ("note", 5_000),
        ("transfer", 700),
        ("ticket_in", 300),
        ("round", 1_000),
        ("round", 0),
        ("unconfirmed", 500),
    ]


def test_it_is_known_since_when_an_account_plays_and_of_none_that_is_closed() -> None:
    screen = Screen(settled(1, 1_000), NoteStacked("T1", 500, "n2", 1))
    statement = screen.statements.of("T1")
    assert statement.began(screen.terminal) == 1
    screen.terminal.open = False
    assert statement.began(screen.terminal) == 0
    screen.terminal.open, screen.terminal.account = True, 2
    assert statement.began(screen.terminal) == 0
    screen.take(NoteStacked("T1", 500, "n3", 2))
    assert statement.began(screen.terminal) == screen.now


def test_rows_that_are_read_twice_at_a_start_are_one_line() -> None:
    ticket = TicketCredited("T1", "0112", 300, 1)
    screen = Screen(ticket, ticket, settled(1, 1_000), settled(1, 1_000))
    assert screen.history == [("note", 5_000), ("ticket_in", 300), ("round", 1_000)]


def test_a_correction_is_told_with_its_amount_also_where_nothing_changes() -> None:
    screen = Screen(settled(1, 1_000))
    screen.take(*corrected(1, Share("T1", 1_000, 0), Share("T1", 0, 0)))
    screen.take(*corrected(1, Share("T1", 0, 0), Share("T1", 0, 0)))
    screen.take(*corrected(1, Share("T1", 0, 0), Share("T1", 1_000, 0)))
    assert screen.news == [
        ("corrected", -1_000, ""),
        ("corrected", 0, ""),
        ("corrected", 1_000, ""),
    ]
    assert (screen.last.table, screen.last.round, screen.last.reason) == ("L1", 1, "misread")


def test_the_void_of_a_correction_is_a_line_of_its_own_and_says_what_is_owed() -> None:
    screen = Screen(settled(1, 1_000))
    screen.take(*corrected(1, Share("T1", 600, 400), Share("T1", 0, 0)))
    assert (screen.last.amount, screen.last.owed) == (-600, 400)
    screen.take(
        SettlementReversed("L1", 1, "fire", (), (Share("T1", 0, 0),)),
        SettledRoundVoided("L1", 1, "fire", (), (Share("T1", 100, 400),)),
    )
    assert (screen.last.kind, screen.last.amount, screen.last.owed) == ("settled_void", 100, -400)
    assert len(screen.news) == 2


def test_who_sits_down_later_hears_nothing_of_the_account_before() -> None:
    screen = Screen(settled(1, 1_000))
    screen.take(*corrected(1, Share("T1", 1_000, 0), Share("T1", 0, 0)))
    screen.take(NoteStacked("T1", 2_000, "n2", 2))
    screen.terminal.account = 2
    assert (screen.news, screen.history) == ([], [("note", 2_000)])
    # A round of the guest before: what he was paid is a case of the house, or is nothing at all.
    screen.take(*corrected(1, Share("T1", 0, 0, 1_000), Share("T1", 0, 0, 0)))
    screen.take(*corrected(1, Share("T1", 0, 0, 0), Share("T1", 0, 0, 1_000)))
    screen.take(*corrected(1, Share("T1", 0, 0), Share("T1", 0, 0)))
    assert screen.news == []
    # The screen may be asked for before the row of the new account was heard, and the other way.
    screen.terminal.account = 3
    assert (screen.news, screen.history) == ([], [])


def test_rows_that_number_no_account_are_nobodys_to_read() -> None:
    screen = Screen(settled(1, 1_000))
    screen.take(NoteStacked("T1", 100, "old"))
    assert screen.history == []


def test_a_correction_whose_first_half_was_not_read_says_nothing() -> None:
    screen = Screen(settled(1, 1_000))
    screen.take(corrected(1, Share("T1", 1_000, 0), Share("T1", 0, 0))[1])
    assert screen.news == []


def test_voids_dispensations_and_wagers_taken_off_are_told() -> None:
    screen = Screen(
        RoundVoided("L1", 2, (Stake("T1", "tie", 500), Stake("T1", "player", 1_000)), "fire", 0),
        RoundVoided("L1", 3, (), "fraud", 0, (Stake("T1", "tie", 500),)),
        WagersVoided("L1", 4, "T1", (Stake("T1", "tie", 700),)),
        DispensationGiven("L1", 5, "T1", "banker", 500, 800, "late"),
    )
    told = [("void", 1_500, ""), ("kept", -500, ""), ("returned", 700, ""), ("dispensed", -300, "")]
    assert screen.news == told
    screen.take(NewsAcknowledged("T1", 3), NewsAcknowledged("T1", 99))
    assert screen.news == [told[0], *told[2:]]
    assert len(screen.history) == 5


def test_a_cash_out_is_told_until_it_is_read_also_when_the_account_has_closed() -> None:
    void = RoundVoided("L1", 2, (Stake("T1", "tie", 500),), "fire", 0)
    screen = Screen(CashOutRequested("T1", 5_000, "010012", "LT"), void)
    assert screen.news == [("cash_out", -5_000, "printing"), ("void", 500, "")]
    screen.take(NewsAcknowledged("T1", 2))
    screen.take(TicketPrinted("print:1", "T1", "010012"), TicketPrinted("print:9", "T2", "019999"))
    screen.terminal.open = False
    assert screen.news == [("cash_out", -5_000, "printed")]
    assert screen.last.digits == "0012"
    assert screen.history == [], "nobody plays there"
    screen.take(NewsAcknowledged("T1", 2))
    assert screen.news == []


def test_what_the_house_does_with_a_slip_is_told_until_it_is_paid() -> None:
    screen = Screen(
        VoucherOrdered("T1", "no paper"),
        CashOutRequested("T1", 5_000, "010012", "LT", by_hand=True),
    )
    assert screen.last.reason == "no paper"
    screen.take(TicketPrintFailed("print:1", "T1", "010012"))
    assert screen.house(TicketHeld("019999", held=True, reason="", duty=DUTY)) == ""
    assert screen.house(NewsAcknowledged("T1", 1)) == ""
    assert screen.house(HandPayHeld("V010012", held=True, reason="", duty=DUTY)) == "T1"
    assert screen.news == [("cash_out", -5_000, "held")]
    assert screen.house(HoldReleased("010012", "", "")) == "T1"
    assert screen.news == [("cash_out", -5_000, "released")]
    assert screen.house(TicketHeld("010012", held=False, reason="", duty=DUTY)) == "T1"
    assert screen.news == [("cash_out", -5_000, "released")]
    assert screen.house(HandPayPaid("V010012", 5_000, "drawer:c")) == "T1"
    assert screen.news == []
    assert screen.house(TicketRedeemed("010012", 5_000, "drawer:c", "")) == "T1"
    # After the next cash-out only that slip matters.
    screen.take(CashOutRequested("T1", 100, "010013", "LT"))
    assert screen.house(HoldReleased("010012", "", "")) == ""


def test_what_was_read_of_a_slip_before_is_not_told_again_after_a_start() -> None:
    """The house's rows are read after all of the pit's, whatever their times were."""
    screen = Screen(CashOutRequested("T1", 5_000, "010012", "LT"))
    screen.take(TicketPrinted("print:1", "T1", "010012"), NewsAcknowledged("T1", 2))
    screen.statements.take_slip(TicketHeld("010012", held=True, reason="", duty=DUTY), 3)
    assert screen.news == []
    screen.statements.take_slip(HoldReleased("010012", "", ""), 9)
    assert screen.news == [("cash_out", -5_000, "released")]


def test_a_case_is_told_to_who_may_still_stand_there() -> None:
    case = CasesAsked("L1", 1, "misread", (Claim("T1", 1, -700),))
    screen = Screen(case, CashOutRequested("T1", 5_000, "010012", "LT"))
    screen.terminal.open = False
    screen.take(case, CasesAsked("L1", 1, "", (Claim("T1", 9, 5),)))
    assert screen.news == [("cash_out", -5_000, "printing"), ("case", -700, "")]
    screen.take(NewsAcknowledged("T1", 2), case)
    assert screen.news == [("case", -700, "")]


@pytest.mark.parametrize("many", [LINES_KEPT + 30])
def test_only_so_much_is_kept_and_what_is_not_read_goes_last(many: int) -> None:
    screen = Screen(RoundVoided("L1", 1, (Stake("T1", "tie", 1),), "", 0))
    screen.take(NewsAcknowledged("T1", 1))
    for number in range(2, many):
        screen.take(settled(number, 0))
    assert len(screen.history) == LINES_KEPT
    assert screen.news == [("void", 1, "")]
    for number in range(many, many + UNREAD_KEPT + 5):
        screen.take(RoundVoided("L1", number, (Stake("T1", "tie", 2),), "", 0))
    assert screen.news == [("void", 2, "")] * UNREAD_KEPT
    screen.statements.of("T1").change(1, "paid", 0)
    assert len(screen.history) == LINES_KEPT
