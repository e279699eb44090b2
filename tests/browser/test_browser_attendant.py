"""An attendant's telephone in a real browser, and the desk to which he brings whoever waits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from browser_ears import COUNT, hears, sounds
from browser_floor import CASH_DESK, Floor, floor_in_thread, open_page, sign_in
from browser_stage import PASSWORD, PIN
from playwright.sync_api import Browser, Page, expect

from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import HoldTicket
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.staff import ROLES
from openfelt.floor.people.task import CompleteTask
from openfelt.floor.question import OpenCases
from openfelt.floor.state import Claim

pytest_plugins = ["browser_fixtures"]

WORKS: Final = {
    "anna": "attendant",
    "greg": "games_supervisor",
    "gail": "casino_supervisor",
    "amy": "agm",
    "cat": "cashier",
    "ivy": "inspector",
    # Everybody else, called as his role.
    **{role: role for role in ("dealer", "egs", "gm", "authority", "shift_manager", "director")},
    "scrutineer": "scrutineer",
}
FLOOR: Final = (
    CASH_DESK
    + """
[[floor.station]]
name = "phone"
kind = "attendant"
pit = "main"
"""
)
NUMBER: Final = "990000000000000001"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_in_thread(tmp_path / "data", FLOOR, WORKS) as made:
        yield made


def test_every_role_but_its_own_stays_outside_each_page(floor: Floor, browser: Browser) -> None:
    assert set(WORKS.values()) == set(ROLES)
    phone, desk = floor.url("phone", in_the_pit=True), floor.url("cash")
    for url, own in ((phone, "attendant"), (desk, "cashier")):
        page = open_page(browser, url)
        for person, role in sorted(WORKS.items(), key=lambda one: one[1] == own):
            page.fill("input[name=person]", person)
            page.fill("input[name=password]", PASSWORD)
            with page.expect_response("**/api/sign-in") as answered:
                page.click("[data-testid=door-form] .button.gold")
            if role == own:
                assert answered.value.status == 200
                page.wait_for_selector("[data-connection=live]")
                continue
            assert answered.value.json()["error"] == "NO_ROLE_HERE", role
            expect(page.get_by_test_id("door-form")).to_be_visible()
        page.context.close()


@pytest.fixture
def phone(floor: Floor, browser: Browser) -> Iterator[Page]:
    page = open_page(browser, floor.url("phone", in_the_pit=True), (390, 844), COUNT)
    sign_in(page, "anna")
    yield page
    page.context.close()


@pytest.fixture
def desk(floor: Floor, browser: Browser) -> Iterator[Page]:
    page = sign_in(open_page(browser, floor.url("cash")), "cat")
    page.click("[data-act=open_drawer]")
    page.fill("input[name=amount]", "500")
    page.click("[data-testid=amount-form] .button.gold")
    yield page
    page.context.close()


def test_lt_11_3_a_call_is_heard_taken_and_done(floor: Floor, phone: Page) -> None:
    hears(phone)
    with sounds(phone, "sine"):
        floor.do(CallAttendant("T1"))
    job = phone.locator("[data-job=call]")
    expect(job).to_contain_text("T1, seat 7")
    job.locator("[data-act=take]").click()
    expect(job).to_have_attribute("data-stand", "mine")

    # LT 12.11  The player disputes something: a games supervisor decides it with his own PIN.
    job.locator("[data-act=job-dispute]").click()
    phone.fill("input[name=said]", "the note was a hundred")
    phone.click("[data-reason='reason.records_seen']")
    phone.click("[data-approver=greg]")
    phone.fill("input[name=pin]", PIN)
    phone.get_by_test_id("decide-do").click()
    dispute = phone.locator("[data-dispute='1']")
    expect(dispute).to_contain_text("Greg: the player is not right.")
    dispute.locator("[data-way=ask_review]").click()
    phone.click("[data-approver=greg]")
    phone.fill("input[name=pin]", PIN)
    phone.get_by_test_id("dispute-do").click()
    expect(dispute).to_have_attribute("data-stage", "review")
    dispute.locator("[data-way=review]").click()
    # Whoever decided it is not among those who may review it.
    expect(phone.locator("[data-approver=gail]")).to_be_visible()
    expect(phone.locator("[data-approver=greg]")).to_have_count(0)
    phone.click("[data-reason='reason.recording_seen']")
    phone.click("[data-approver=gail]")
    phone.fill("input[name=pin]", PIN)
    phone.get_by_test_id("dispute-do").click()
    expect(dispute).to_have_attribute("data-stage", "reviewed")
    # LT 12.12  Not closed before the player was told to whom he may complain.
    dispute.locator("[data-way=unsatisfied]").click()
    phone.click("[data-approver=greg]")
    phone.fill("input[name=pin]", PIN)
    phone.get_by_test_id("dispute-do").click()
    expect(phone.get_by_test_id("dispute-form")).to_be_visible()
    phone.check("input[name=advised]")
    phone.get_by_test_id("dispute-do").click()
    expect(dispute).to_have_count(0)

    job.locator("[data-act=done]").click()
    phone.click("[data-reason='reason.question']")
    phone.get_by_test_id("done-do").click()
    expect(job).to_have_count(0)


def test_lt_9_1_a_printer_fault_is_a_hand_pay_until_it_is_signed_and_paid(
    floor: Floor, phone: Page, desk: Page
) -> None:
    floor.do(InsertNote("T1", 10_000, "n"))
    floor.do(CashOut("T1", NUMBER))
    floor.idle()
    (order,) = floor.state().orders
    floor.do(PrinterReceipt(order, False, "T1"))
    floor.idle()
    job = phone.locator("[data-job=hand_pay]")
    expect(job).to_contain_text("100.00 by hand, slip …0001")
    expect(phone.locator("[data-fault=printer]")).to_contain_text("T1, seat 7")
    job.locator("[data-act=take]").click()
    expect(job).to_have_attribute("data-stand", "mine")

    # LT 9.2  It is withheld: nothing is paid until an inspector has reviewed it, an AGM released.
    floor.do(HoldTicket(f"V{NUMBER}", "amy", True, "whose is it"), HOUSE)
    desk.click("[data-voucher]")
    slip = desk.get_by_test_id("slip")
    expect(slip).to_have_attribute("data-stand", "held")
    expect(slip).to_contain_text("Assistant Gaming Manager")
    expect(desk.get_by_test_id("pay")).to_have_count(0)
    floor.do(CompleteTask("hold", f"V{NUMBER}", "ivy", "reviewed"), HOUSE)
    desk.click("[data-act=release]")
    desk.click("[data-reason='reason.determined']")
    desk.click("[data-approver=amy]")
    desk.fill("input[name=pin]", PIN)
    desk.click("dialog .button.gold")
    expect(slip).to_have_attribute("data-stand", "payable")

    desk.check("input[name=signed]")
    desk.select_option("select[name=asked]", "cash")
    desk.select_option("select[name=form]", "cheque")
    desk.get_by_test_id("pay").click()
    expect(slip).to_have_attribute("data-stand", "paid")
    # Another form than asked for: the drawer holds what it held.
    expect(desk.get_by_test_id("holds")).to_have_text("500.00")
    expect(job).to_have_count(0)

    # LT 9.2  It was not his: the money is demanded back, and put off payments have their day.
    desk.click("[data-act=demand]")
    desk.click("[data-reason='reason.not_entitled']")
    desk.click("[data-approver=amy]")
    desk.fill("input[name=pin]", PIN)
    desk.click("dialog .button.gold")
    desk.wait_for_selector("[data-demanded]")

    # What somebody owes who has left is given up by two persons.
    claims = (Claim("T1", 1, -1_500),)
    floor.do(OpenCases("main", "LT1", 1, claims, "a correction"), HOUSE)
    desk.click("[data-case]")
    desk.click("[data-act=write_off]")
    desk.click("[data-reason='reason.cannot_be_found']")
    desk.click("[data-approver=amy]")
    desk.fill("input[name=pin]", PIN)
    desk.click("dialog dialog .button.gold")
    expect(desk.locator("[data-case]")).to_have_count(0)
    expect(desk.locator("dialog")).to_have_count(0)
