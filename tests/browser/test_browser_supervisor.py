"""Whoever is in charge of a table: what an act does is seen before it is done, and done once."""

from collections.abc import Iterator

import pytest
from browser_hands import (
    approve,
    bet_by_tap,
    cents,
    do_act,
    in_phase,
    insert_note,
    is_told,
    open_act,
    press,
    shows,
)
from browser_stage import PIN, Stage, running
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ["browser_fixtures"]

# The key of the second step, once it can be pressed.
OPEN = "[data-testid=act-do][aria-disabled=false]"


@pytest.fixture(scope="module")
def floor_stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("charge")
    with running(folder, staff=("lin", "ann", "amy", "gus")) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


@pytest.fixture
def charge(floor_stage: Stage) -> Page:
    return floor_stage.page("SB1-table", person="ann")


@pytest.fixture
def player(floor_stage: Stage) -> Page:
    """Somebody at the dice with credit and no chips, whatever was told before."""
    page = floor_stage.page("T2")
    if cents(page, "credit") < 5_000:
        insert_note(page, 10_000)
        page.wait_for_function(
            "Number(document.querySelector('[data-testid=credit]').dataset.cents) >= 5000"
        )
    return page


def _lay(player: Page, amount: int, bet: str) -> int:
    """Lay chips; return the credit that is left, once the meter shows it."""
    left = cents(player, "credit") - amount
    bet_by_tap(player, amount, bet)
    shows(player, "credit", left)
    return left


def _opened(page: Page, act: str) -> None:
    """Open a form afresh, whatever was left open."""
    while page.locator("dialog").count():
        page.keyboard.press("Escape")
    open_act(page, act)


def _round(page: Page) -> str:
    return page.locator(".phase-words span").inner_text()


def test_a_void_shows_what_goes_back_to_whom_before_it_is_done(charge: Page, player: Page) -> None:
    before = _lay(player, 500, "small")
    _opened(charge, "void")
    charge.locator("[data-reason='reason.device_fault']").click()
    expect(charge.locator("input[name=reason]")).to_have_value("Device fault")
    charge.get_by_test_id("act-show").click()
    row = charge.locator("[data-effect=T2]")
    expect(row).to_contain_text("+5.00")
    expect(charge.locator("[data-sum='effect.players']")).to_have_text("+5.00")
    shows(player, "credit", before)
    charge.locator(OPEN).click()
    charge.wait_for_selector("dialog", state="detached")
    shows(player, "credit", before + 500)


def test_a_busy_round_is_voided_though_chips_are_laid_meanwhile(charge: Page, player: Page) -> None:
    _lay(player, 500, "small")
    _opened(charge, "void")
    charge.fill("input[name=reason]", "a test")
    charge.get_by_test_id("act-show").click()
    expect(charge.locator("[data-effect=T2]")).to_contain_text("+5.00")
    expect(charge.get_by_test_id("effect-loose")).to_be_visible()
    before = _lay(player, 100, "big")
    charge.locator(OPEN).click()
    charge.wait_for_selector("dialog", state="detached")
    shows(player, "credit", before + 600)


def test_what_changed_meanwhile_is_shown_anew_and_not_done(charge: Page, player: Page) -> None:
    _lay(player, 500, "small")
    _opened(charge, "invalidate")
    charge.select_option("select[name=ground]", "fraud")
    charge.locator("[data-forfeit=T2]").click()
    charge.fill("input[name=reason]", "a test")
    charge.get_by_test_id("act-show").click()
    bank = charge.locator("[data-sum='effect.bank']")
    expect(bank).to_have_text("+5.00")
    before = _lay(player, 100, "big")
    charge.locator(OPEN).click()
    expect(charge.get_by_test_id("effect-changed")).to_be_visible()
    expect(bank).to_have_text("+6.00")
    shows(player, "credit", before)
    charge.locator(OPEN).click()
    charge.wait_for_selector("dialog", state="detached")
    shows(player, "credit", before)


def test_a_double_tap_passes_one_step_only(charge: Page, player: Page) -> None:
    """Wherever the second tap falls, on the key itself or where the next one comes to lie."""
    before, number = _lay(player, 500, "small"), _round(charge)
    _opened(charge, "void")
    charge.fill("input[name=reason]", "a test")
    charge.get_by_test_id("act-show").dblclick()
    expect(charge.get_by_test_id("effect")).to_be_visible()
    # As fast as a script can, on the key of the second step.
    charge.evaluate("""() => {
        const key = document.querySelector("[data-testid=act-do]");
        for (let n = 0; n < 5; n += 1) key?.click();
    }""")
    charge.wait_for_selector(OPEN)
    assert _round(charge) == number
    shows(player, "credit", before)
    # Two taps on the second step are one act.
    charge.locator(OPEN).dblclick()
    charge.wait_for_selector("dialog", state="detached")
    shows(player, "credit", before + 500)
    assert int(_round(charge).split()[-1]) == int(number.split()[-1]) + 1


def test_enter_held_down_passes_one_step_only(charge: Page, player: Page) -> None:
    before, number = _lay(player, 500, "small"), _round(charge)
    _opened(charge, "void")
    charge.fill("input[name=reason]", "a test")
    charge.locator("input[name=reason]").focus()
    for _ in range(40):  # The second and later ones say that the key is held.
        charge.keyboard.down("Enter")
    charge.wait_for_selector(OPEN)
    for _ in range(40):
        charge.keyboard.down("Enter")
    charge.keyboard.up("Enter")
    assert _round(charge) == number
    expect(charge.get_by_test_id("effect")).to_be_visible()
    # Focused by hand, a key that is held still does not press it; a fresh press does.
    charge.keyboard.down("Enter")
    charge.get_by_test_id("act-do").focus()
    charge.keyboard.down("Enter")
    charge.keyboard.up("Enter")
    shows(player, "credit", before)
    charge.keyboard.press("Enter")
    charge.wait_for_selector("dialog", state="detached")
    shows(player, "credit", before + 500)


def test_wagers_are_seen_by_seat_with_how_far_they_have_got(charge: Page, player: Page) -> None:
    _lay(player, 500, "small")
    charge.locator("[data-terminal=T2] [data-testid=wagers-of]").click()
    wager = charge.locator("[data-wagers=T2] [data-wager=small]")
    expect(wager).to_have_attribute("data-state", "staged")
    expect(wager).to_contain_text("5.00")
    charge.locator("[data-terminal=T2] [data-testid=wagers-of]").click()
    expect(wager).to_have_count(0)


def test_a_suspended_table_says_who_why_and_who_may_resume(charge: Page) -> None:
    open_act(charge, "suspend")
    charge.locator("[data-reason='reason.dispute']").click()
    do_act(charge)
    why = charge.get_by_test_id("why-suspended")
    expect(why).to_contain_text("Ann Lee")
    expect(why).to_contain_text("Dispute with a player")
    expect(why).to_contain_text("Electronic gaming supervisor")
    _opened(charge, "resume")
    do_act(charge)
    expect(why).to_have_count(0)


def test_past_rounds_say_how_they_ended(charge: Page, player: Page) -> None:
    _lay(player, 500, "small")
    _opened(charge, "void")
    charge.fill("input[name=reason]", "a fire drill")
    do_act(charge)
    charge.wait_for_selector("dialog", state="detached")
    newest = charge.locator(".past-rounds li").first
    expect(newest).to_contain_text("a fire drill")
    expect(newest).to_contain_text("void")


def test_the_pin_is_keyed_by_touch_and_never_shown(floor_stage: Stage) -> None:
    dealer = floor_stage.page("LT1-dealer", person="lin")
    open_act(dealer, "suspend")
    dealer.fill("input[name=reason]", "a test")
    names = dealer.locator(".approver")
    expect(names.filter(has_text="Amy Wong")).to_be_visible()
    expect(dealer.locator("[data-approver=lin]")).to_have_count(0)
    approve(dealer, "amy", "9382")
    assert dealer.locator("input[name=pin]").get_attribute("type") == "password"
    assert "9382" not in dealer.locator("dialog").inner_text()
    dealer.get_by_test_id("act-do").click()
    is_told(dealer, tone=".bad")
    expect(dealer.locator("input[name=pin]")).to_have_value("")
    # The same by keyboard.
    dealer.locator("input[name=pin]").focus()
    dealer.keyboard.type(PIN)
    dealer.get_by_test_id("act-do").click()
    dealer.wait_for_selector("dialog", state="detached")
    in_phase(dealer, "suspended")
    press(dealer, "resume")


def test_a_close_says_when_is_taken_back_and_a_closed_table_opens(
    charge: Page, player: Page
) -> None:
    _lay(player, 500, "small")
    _opened(charge, "close")
    charge.get_by_test_id("act-show").click()
    expect(charge.get_by_test_id("effect")).to_contain_text("when the running round is over")
    charge.locator(OPEN).click()
    charge.wait_for_selector("dialog", state="detached")
    _opened(charge, "keep_open")
    do_act(charge)
    expect(charge.locator("[data-act=keep_open]")).to_have_count(0)
    press(player, "clear")
    _opened(charge, "close")
    charge.locator(".check input").check()
    do_act(charge)
    in_phase(charge, "closed_table")
    _opened(charge, "open")
    do_act(charge)
    in_phase(charge, "wagering")
