"""A kiosk in a real browser: a ticket to cash, an empty cassette, a jam, and numbers guessed at."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from browser_floor import CASH_DESK, Floor, floor_in_thread, open_page, sign_in
from playwright.sync_api import Browser, Page, expect

from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.dispensing import DispenserReceipt, PresentAtKiosk
from openfelt.floor.money.kiosk_slip import SlipReceipt
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt

pytest_plugins = ["browser_fixtures"]

WORKS: Final = {"cat": "cashier", "cid": "cashier"}
FLOOR: Final = (
    CASH_DESK
    + """
[[floor.kiosk]]
name = "K1"
cassettes = [50, 20]
change = 10
prints = true

[[floor.device]]
name = "scanner@K1"

[[floor.device]]
name = "dispenser@K1"

[[floor.device]]
name = "slips@K1"
"""
)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_in_thread(tmp_path / "data", FLOOR, WORKS) as made:
        yield made


@pytest.fixture
def pages(floor: Floor, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Open the kiosk, where nobody signs in, and the cash desk."""
    kiosk = open_page(browser, floor.url("K1", in_the_pit=True))
    kiosk.wait_for_selector("[data-connection=live]")
    desk = sign_in(open_page(browser, floor.url("cash")), "cat")
    yield kiosk, desk
    for page in (kiosk, desk):
        page.context.close()


def _ticket(floor: Floor, number: str, *notes: int) -> str:
    for at, note in enumerate(notes):
        floor.do(InsertNote("T1", note, f"{number}-{at}"))
    floor.do(CashOut("T1", number))
    floor.idle()
    (order,) = floor.state().orders
    floor.do(PrinterReceipt(order, True, "T1"))
    floor.idle()
    return number


def _order(floor: Floor, kind: str) -> str:
    (order,) = [name for name in floor.state(HOUSE).orders if name.startswith(kind)]
    return order


def _dispensed(floor: Floor, *pieces: int, jammed: bool = False) -> None:
    order = _order(floor, "dispense")
    floor.do(DispenserReceipt(order, pieces, jammed, "K1"), HOUSE)


def _key_amount(desk: Page, act: str, amount: str) -> None:
    desk.click(f"[data-act={act}]")
    desk.fill("input[name=amount]", amount)
    desk.click("[data-testid=amount-form] .button.gold")
    desk.wait_for_selector("dialog", state="detached")


def test_lt_9_3_a_ticket_becomes_cash_and_what_a_kiosk_cannot_give_is_owed(
    floor: Floor, pages: tuple[Page, Page]
) -> None:
    kiosk, desk = pages
    now, amount = kiosk.get_by_test_id("kiosk-now"), kiosk.get_by_test_id("kiosk-amount")
    expect(now).to_have_attribute("data-moment", "closed")

    # A cashier loads it from the cage and opens it.
    desk.click("[data-kiosk=K1]")
    desk.click("[data-act=load_kiosk]")
    desk.fill("input[name=pieces-1]", "4")
    desk.fill("input[name=pieces-2]", "2")
    desk.click("[data-testid=pieces-form] .button.gold")
    expect(desk.get_by_test_id("kiosk-holds")).to_have_text("240.00")
    desk.click("[data-act=open_kiosk]")
    expect(now).to_have_attribute("data-moment", "ready")

    # A ticket to cash.
    number = _ticket(floor, "990000000000000001", 10_000, 2_000)
    floor.do(PresentAtKiosk("K1", number), HOUSE)
    expect(now).to_have_attribute("data-moment", "paying")
    _dispensed(floor, 2, 1)
    expect(now).to_have_attribute("data-moment", "paid")
    expect(amount).to_have_text("120.00")
    floor.do(PresentAtKiosk("K1", number), HOUSE)
    expect(now).to_have_attribute("data-moment", "back")
    expect(now).to_contain_text("kiosk K1")

    # An empty cassette: what cannot be made up comes out again, and says where to go.
    floor.do(PresentAtKiosk("K1", _ticket(floor, "990000000000000002", 10_000, 5_000)), HOUSE)
    expect(now).to_contain_text("not enough cash")

    # A jam: a part is in the tray, the rest is owed by the cash desk.
    floor.do(PresentAtKiosk("K1", _ticket(floor, "990000000000000003", 10_000, 2_000)), HOUSE)
    _dispensed(floor, 1, 0, jammed=True)
    expect(now).to_have_attribute("data-moment", "part")
    expect(amount).to_have_text("50.00")
    expect(now).to_contain_text("70.00")
    expect(now).to_contain_text("wait for its slip")
    floor.do(SlipReceipt(_order(floor, "rest"), True, "K1"), HOUSE)
    expect(now).to_contain_text("take your slip …0003 to the cash desk")
    expect(desk.get_by_test_id("kiosk-state")).to_contain_text("jammed")
    desk.click("[data-act=count_kiosk]")
    desk.fill("input[name=pieces-1]", "1")
    desk.fill("input[name=pieces-2]", "0")
    desk.click("[data-testid=pieces-form] .button.gold")
    expect(desk.get_by_test_id("kiosk-holds")).to_have_text("50.00")
    expect(desk.locator("dialog")).to_contain_text("short 20.00")
    desk.click("dialog form[method=dialog] button")
    expect(desk.locator("[data-voucher=V990000000000000003]")).to_contain_text("70.00")
    # What stands on the slip is the number of the ticket: it leads to the rest, and pays just that.
    desk.keyboard.type("990000000000000003")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("slip")).to_have_attribute("data-stand", "shut")
    _key_amount(desk, "open_drawer", "100")
    desk.click("[data-voucher=V990000000000000003]")
    expect(desk.get_by_test_id("slip-amount")).to_have_text("70.00")
    desk.click("[data-signs=paper]")
    desk.check("input[name=signed]")
    desk.get_by_test_id("pay").click()
    expect(desk.get_by_test_id("slip")).to_have_attribute("data-stand", "paid")
    expect(desk.get_by_test_id("holds")).to_have_text("30.00")
    expect(desk.locator("[data-kiosk=K1]")).to_contain_text("jammed")
    assert floor.state(HOUSE).ledger["kiosk:K1"] == 5_000
