"""The cash desk in a real browser: from a note at a terminal to cash over the counter."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

import pytest
import zxingcpp
from browser_floor import CASH_DESK, Floor, floor_in_thread, open_page, sign_in
from browser_stage import PIN
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from openfelt.floor.money.account import CreditFromCms, InsertNote
from openfelt.floor.money.paying import in_cash
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import HoldTicket
from openfelt.floor.question import OpenCases
from openfelt.floor.state import Claim

pytest_plugins = ["browser_fixtures"]

WORKS: Final = {"amy": "agm", "cat": "cashier", "cid": "cashier"}
FLOOR: Final = CASH_DESK.replace("[floor.desk]", "[floor.desk]\nsecond_from = 150")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_in_thread(tmp_path / "data", FLOOR, WORKS) as made:
        yield made


@pytest.fixture
def desk(floor: Floor, browser: Browser) -> Iterator[Page]:
    page = sign_in(open_page(browser, floor.url("cash")), "cat")
    yield page
    page.context.close()


def _cashed_out(floor: Floor, number: str, notes: int, *, printed: bool = True) -> str:
    """Put notes into the terminal and cash them out."""
    for note in range(notes):
        floor.do(InsertNote("T1", 10_000, f"{number}-{note}"))
    floor.do(CashOut("T1", number))
    floor.idle()
    (order,) = floor.state().orders
    floor.do(PrinterReceipt(order, printed, "T1"))
    floor.idle()
    return number


def _scan(desk: Page, number: str) -> None:
    """Type as a scanner does, wherever the cursor is."""
    desk.keyboard.type(number)
    desk.keyboard.press("Enter")


def _key_amount(desk: Page, act: str, amount: str) -> None:
    desk.click(f"[data-act={act}]")
    desk.fill("input[name=amount]", amount)
    desk.click("[data-testid=amount-form] .button.gold")
    desk.wait_for_selector("dialog", state="detached")


def _looks_at_paper(desk: Page) -> None:
    """The voucher scans off the screen; the form says the terms that are set, and prints alone."""
    paper = desk.get_by_test_id("paper")
    desk.click("[data-act=on_paper]")
    expect(paper).to_contain_text("$200.00")
    scanned = zxingcpp.read_barcodes(Image.open(BytesIO(paper.screenshot())))
    assert [one.text for one in scanned] == ["990000000000000002"]
    desk.keyboard.press("Escape")
    desk.select_option("select[name=form]", "cheque")
    desk.click("[data-act=print]")
    expect(paper).to_contain_text("two hundred dollars and no cents")
    expect(paper).to_contain_text("crossed cheque")
    desk.emulate_media(media="print")
    expect(paper).to_be_visible()
    expect(desk.get_by_test_id("pay")).to_be_hidden()
    desk.emulate_media(media="screen")
    desk.keyboard.press("Escape")
    desk.select_option("select[name=form]", "cash")


def test_lt_9_3_from_a_note_to_cash_at_the_desk(floor: Floor, desk: Page) -> None:
    slip, holds = desk.get_by_test_id("slip"), desk.get_by_test_id("holds")
    _key_amount(desk, "open_drawer", "500")
    expect(holds).to_have_text("500.00")

    number = _cashed_out(floor, "990000000000000001", 1)
    _scan(desk, number)
    expect(slip).to_have_attribute("data-stand", "payable")
    expect(desk.get_by_test_id("slip-amount")).to_have_text("100.00")
    desk.get_by_test_id("pay").click()
    expect(slip).to_have_attribute("data-stand", "paid")
    expect(holds).to_have_text("400.00")
    _scan(desk, number)
    expect(slip).to_contain_text("cash desk, Cat")

    # A ticket that did not print: it waits in the list, for a signature and for another cashier.
    _cashed_out(floor, "990000000000000002", 2, printed=False)
    desk.click("[data-voucher]")
    expect(desk.get_by_test_id("pay")).to_be_disabled()
    _looks_at_paper(desk)
    desk.check("input[name=signed]")
    desk.click("[data-approver=cid]")
    desk.fill("input[name=pin]", PIN)
    desk.get_by_test_id("pay").click()
    expect(slip).to_have_attribute("data-stand", "paid")
    expect(holds).to_have_text("200.00")

    # What is withheld cannot be paid until an AGM has released it.
    number = _cashed_out(floor, "990000000000000003", 1)
    floor.do(HoldTicket(number, "amy", True, "whose is it"), HOUSE)
    _scan(desk, number)
    expect(slip).to_have_attribute("data-stand", "held")
    expect(slip).to_contain_text("Assistant Gaming Manager")
    desk.click("[data-act=release]")
    desk.click("[data-reason='reason.determined']")
    desk.click("[data-approver=amy]")
    desk.fill("input[name=pin]", PIN)
    desk.click("dialog .button.gold")
    expect(slip).to_have_attribute("data-stand", "payable")

    _key_amount(desk, "close_drawer", "199")
    expect(desk.get_by_test_id("difference")).to_have_text("1.00")
    expect(desk.locator("[data-act=open_drawer]")).to_be_visible()


def _owes(floor: Floor, number: int, amount: int, *, printed: bool = True) -> str:
    """Cash any amount out of the terminal."""
    floor.do(CreditFromCms("T1", amount, f"transfer-{number}"))
    return _cashed_out(floor, f"99{number:016}", 0, printed=printed)


def _pays(desk: Page, *, form: str) -> int:
    """Pay the slip that lies on the desk; return what leaves the drawer."""
    asked = desk.get_by_test_id("slip-amount").inner_text()
    if desk.locator("input[name=signed]").count():
        desk.check("input[name=signed]")
    desk.select_option("select[name=form]", form)
    desk.get_by_test_id("pay").click()
    expect(desk.get_by_test_id("slip")).to_have_attribute("data-stand", "paid")
    return in_cash(round(float(asked.replace(",", "")) * 100), 5) if form == "cash" else 0


def test_lt_9_3_a_drawer_balances_after_100_mixed_transactions(floor: Floor, desk: Page) -> None:
    """By the page alone: tickets, hand pays, cheques, cases, what is demanded back, the cage."""
    chance = Random(18)
    _key_amount(desk, "open_drawer", "5000")
    holds = 500_000
    for number in range(100):
        amount = chance.randrange(100, 14_900)
        form = chance.choice(("cash", "cash", "cash", "cheque", "transfer"))
        match number % 5:
            case 0 | 1:
                _scan(desk, slip := _owes(floor, number, amount))
                expect(desk.get_by_test_id("slip")).to_contain_text(slip)
                holds -= _pays(desk, form=form)
            case 2:
                slip = _owes(floor, number, amount, printed=False)
                desk.click(f"[data-voucher=V{slip}]")
                expect(desk.get_by_test_id("slip")).to_contain_text(slip)
                holds -= _pays(desk, form=form)
            case 3:
                act, moved = chance.choice((("fill_drawer", 10_000), ("empty_drawer", -5_000)))
                _key_amount(desk, act, str(abs(moved) // 100))
                holds += moved
            case _:
                claims = (Claim("T1", 1, -amount),)
                floor.do(OpenCases("main", "LT1", number + 1, claims, "a correction"), HOUSE)
                desk.click("[data-case]")
                desk.get_by_test_id("sure").click()
                expect(desk.locator("[data-case]")).to_have_count(0)
                holds += in_cash(amount, 5)
        expect(desk.get_by_test_id("holds")).to_have_text(f"{holds / 100:,.2f}")
    _key_amount(desk, "close_drawer", f"{holds / 100:.2f}")
    expect(desk.get_by_test_id("difference")).to_have_text("0.00")
    ledger = floor.state(HOUSE).ledger
    assert ledger.get("drawer:cat", 0) == ledger.get("drawer_over_short:drawer:cat", 0) == 0
    assert not any(floor.state(HOUSE).ledger[one] for one in ("tickets_outstanding",))
    assert sum(ledger.values()) == 0
