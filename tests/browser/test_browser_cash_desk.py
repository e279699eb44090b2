"""The cash desk in a real browser: from a note at a terminal to cash over the counter."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
import zxingcpp
from browser_floor import Floor, floor_in_thread
from browser_stage import PASSWORD, PATIENCE_MS, PIN
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import HoldTicket

pytest_plugins = ["browser_fixtures"]

WORKS: Final = {"amy": "agm", "cat": "cashier", "cid": "cashier"}
FLOOR: Final = """
[server]
folder = "{folder}"
demo = true
office = "127.0.0.1:{office}"
floor = "127.0.0.1:{floor}"
floor_feed = "127.0.0.1:{floor_feed}"
office_feed = "127.0.0.1:{office_feed}"
follow = false
log = "error"

[floor]
pits = ["main"]

[floor.desk]
second_from = 150

[[floor.table]]
name = "LT1"
pit = "main"
variant = "LT"
minimum = 25
maximum = 5000
unit = 5
period = 3600

[[floor.terminal]]
name = "T1"
pit = "main"
tables = ["LT1"]
seat = 7

[[floor.device]]
name = "printer@T1"
pit = "main"

[[floor.station]]
name = "cash"
kind = "cashdesk"
"""


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_in_thread(tmp_path / "data", FLOOR, WORKS) as made:
        yield made


@pytest.fixture
def desk(floor: Floor, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 1024})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{floor.ports[0]}/s/cash/")
    page.fill("input[name=person]", "cat")
    page.fill("input[name=password]", PASSWORD)
    page.click("[data-testid=door-form] .button.gold")
    page.wait_for_selector("[data-connection=live]")
    yield page
    context.close()


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
