"""From a note to a ticket to cash over the counter, by the pages alone, for every book.

The number of the ticket is nowhere but on its paper, so it is read off that as a scanner does.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

import pytest
import zxingcpp
from browser_hands import insert_note, press, shows
from browser_stage import PASSWORD, Stage, chromium, running
from PIL import Image
from playwright.sync_api import Browser, Page, expect

MORE: Final = """
[floor.desk]

[[floor.table]]
name = "AC1"
pit = "main"
variant = "AC"
minimum = 1
maximum = 500
unit = 1
period = 60

[[floor.terminal]]
name = "T6"
pit = "main"
tables = ["AC1"]
seat = 6

[[floor.station]]
name = "cash"
kind = "cashdesk"

[[floor.staff]]
person = "cat"
role = "cashier"

[[floor.staff]]
person = "ivy"
role = "inspector"
"""
FLOAT: Final = 100_000
# A terminal of each book, and the sum it turns into paper.
BOOKS: Final = {"LT": ("T1", 10_000), "SB": ("T2", 5_000), "MT": ("T5", 2_000), "AC": ("T6", 5_000)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("cash")
    broken = ("printer@T4=no paper",)
    with running(folder, staff=("cat", "amy"), more=MORE, broken=broken) as process:
        stage = Stage(process, browser)
        yield stage
        stage.close()


@pytest.fixture(scope="module")
def desk(floor: Stage) -> Page:
    """Open the cash desk, which is of the office, with a float of 1,000.00."""
    page = floor.door((1280, 1024))
    page.goto(f"http://127.0.0.1:{floor.floor.ports[0]}/s/cash/")
    floor.fill(page, person="cat", password=PASSWORD)
    page.wait_for_selector("[data-connection=live]")
    page.click("[data-act=open_drawer]")
    page.fill("input[name=amount]", str(FLOAT // 100))
    page.click("[data-testid=amount-form] .button.gold")
    expect(page.get_by_test_id("holds")).to_have_text("1,000.00")
    return page


def _holds(desk: Page) -> int:
    return round(float(desk.get_by_test_id("holds").inner_text().replace(",", "")) * 100)


def _on_paper(player: Page) -> str:
    """Read the number off the ticket, as a scanner does that is held to it."""
    player.locator("[data-act=on_paper]").tap()
    paper = player.get_by_test_id("paper")
    expect(paper).to_be_visible()
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(paper.screenshot())))
    player.keyboard.press("Escape")
    return str(code.text)


@pytest.mark.clause("LT 9.3", "SB 5.3", "MT 4.6", "AC 4.3")
@pytest.mark.parametrize("book", BOOKS)
def test_a_note_becomes_a_ticket_and_the_ticket_cash(floor: Stage, desk: Page, book: str) -> None:
    terminal, amount = BOOKS[book]
    player, before = floor.page(terminal), _holds(desk)
    insert_note(player, amount)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    shows(player, "credit", 0)
    number = _on_paper(player)
    slip = desk.get_by_test_id("slip")
    desk.keyboard.type(number)
    desk.keyboard.press("Enter")
    expect(slip).to_have_attribute("data-stand", "payable")
    expect(slip).to_contain_text(terminal)
    expect(desk.get_by_test_id("slip-amount")).to_have_text(f"{amount / 100:.2f}")
    desk.get_by_test_id("pay").click()
    expect(slip).to_have_attribute("data-stand", "paid")
    expect(desk.get_by_test_id("holds")).to_have_text(f"{(before - amount) / 100:,.2f}")
    # Keyed as it stands on paper, it is refused: when and by whom it was paid.
    desk.keyboard.type(f"{number[:2]}-{number[2:6]}-{number[6:10]}-{number[10:14]}-{number[14:]}")
    desk.keyboard.press("Enter")
    expect(slip).to_contain_text("cash desk, cat")
    expect(desk.get_by_test_id("pay")).to_have_count(0)


def _write(desk: Page) -> None:
    """Write a name on the pad, in two strokes."""
    expect(desk.get_by_test_id("sign").get_by_test_id("paper")).to_be_visible()
    pad = desk.get_by_test_id("sign").get_by_test_id("signature-pad")
    box = pad.bounding_box()
    assert box is not None
    for points in (((0.1, 0.6), (0.3, 0.2), (0.4, 0.8), (0.7, 0.3)), ((0.2, 0.8), (0.8, 0.75))):
        places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
        desk.mouse.move(*places[0])
        desk.mouse.down()
        for place in places[1:]:
            desk.mouse.move(*place, steps=8)
        desk.mouse.up()


@pytest.mark.clause("SB 5.1")
def test_a_printer_fault_is_a_hand_pay_that_is_signed_on_the_screen(
    floor: Stage, desk: Page
) -> None:
    player, before = floor.page("T4"), _holds(desk)
    insert_note(player, 5_000)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=failed]")).to_be_visible()
    desk.click("[data-voucher]")
    desk.click("[data-signs=screen]")
    pay, signed = desk.get_by_test_id("pay"), desk.get_by_test_id("signed")
    expect(pay).to_be_disabled()

    # The player reads the form in his language; a dot is no name, and Clear begins anew.
    desk.click("[data-act=sign]")
    sign = desk.get_by_test_id("sign")
    expect(sign.get_by_test_id("paper")).to_contain_text("fifty dollars and no cents")
    for words in ("伍拾元整", "付款單", "fifty dollars and no cents"):
        sign.get_by_test_id("language").click()
        expect(sign.get_by_test_id("paper")).to_contain_text(words)
    done = desk.get_by_test_id("sign-do")
    sign.get_by_test_id("signature-pad").click()
    expect(done).to_be_disabled()
    _write(desk)
    expect(done).to_be_enabled()
    desk.click("[data-act=sign_clear]")
    expect(done).to_be_disabled()
    _write(desk)
    done.click()
    expect(signed).to_have_attribute("data-signed", "true")
    expect(signed.locator("path")).to_have_count(2)

    # What he signed says cash: paid by cheque, he signs again.
    desk.select_option("select[name=form]", "cheque")
    expect(signed).to_have_attribute("data-signed", "false")
    expect(pay).to_be_disabled()
    desk.click("[data-act=sign]")
    _write(desk)
    done.click()
    pay.click()
    expect(desk.get_by_test_id("slip")).to_have_attribute("data-stand", "paid")
    expect(desk.get_by_test_id("holds")).to_have_text(f"{before / 100:,.2f}")
    # No page shows what was signed once it is paid.
    expect(desk.get_by_test_id("signature-pad")).to_have_count(0)
