"""The door of a station on a live floor: enrolment, sign-in, taking over; nothing without them."""

from collections.abc import Iterator

import pytest
from browser_hands import approve, do_act, in_phase, is_told, press
from browser_stage import PASSWORD, PIN, Stage, running
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ["browser_fixtures"]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("floor")
    with running(folder, demo=False, staff=("lin", "mei", "amy")) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def dealer(stage: Stage) -> Page:
    """Enrol the dealer's station with a code of the office and sign in, after one wrong try."""
    page = stage.door()
    code = stage.floor.control("code", station="LT1-dealer")
    page.goto(code["url"])
    stage.fill(page, code="0000000000")
    expect(page.locator("[role=alert]")).to_contain_text("code is unknown")
    stage.fill(page, code=code["code"])
    page.wait_for_selector("input[name=person]")
    stage.fill(page, person="lin", password="wrong")
    expect(page.locator("[role=alert]")).to_contain_text("Tries left: 2")
    stage.fill(page, person="lin", password=PASSWORD)
    page.wait_for_selector("[data-connection=live]")
    return page


def test_a_live_floor_shows_no_demo_mark_and_no_virtual_shoe(dealer: Page) -> None:
    expect(dealer.get_by_test_id("new-game")).to_be_visible()
    expect(dealer.locator(".demo-mark")).to_have_count(0)
    expect(dealer.get_by_test_id("call-shoe")).to_have_count(0)


def test_a_second_browser_without_the_key_sees_only_the_door(stage: Stage, dealer: Page) -> None:
    stranger = stage.door()
    stranger.goto(dealer.url)
    stranger.wait_for_selector("input[name=code]")
    expect(stranger.get_by_test_id("new-game")).to_have_count(0)


def test_one_dealer_takes_over_from_another_in_one_act(dealer: Page) -> None:
    expect(dealer.get_by_test_id("person")).to_contain_text("lin")
    press(dealer, "new-game")
    in_phase(dealer, "wagering")
    dealer.get_by_test_id("hand-over").click()
    dealer.fill("dialog input[name=person]", "mei")
    dealer.fill("dialog input[name=password]", PASSWORD)
    dealer.click("dialog .button.gold")
    expect(dealer.get_by_test_id("person")).to_contain_text("mei")
    in_phase(dealer, "wagering")


def test_another_person_acts_with_his_pin_at_the_dealers_station(dealer: Page) -> None:
    """The dealer alone may not; the AGM shows himself, and the round is void (LT 11.6.2.1)."""
    dealer.locator("[data-act=void]").click()
    dealer.fill("input[name=reason]", "misdeal")
    approve(dealer, "amy", "0000")
    dealer.get_by_test_id("act-show").click()
    is_told(dealer, tone=".bad")
    expect(dealer.locator("[data-approver=myself]")).to_have_count(0)
    approve(dealer, "amy", PIN)
    do_act(dealer)
    dealer.wait_for_selector("dialog", state="detached")
    in_phase(dealer, "void", "idle")
