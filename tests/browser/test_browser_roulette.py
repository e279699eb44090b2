"""Roulette on its real stations: every bet has its place, and a note becomes a ticket."""

from collections.abc import Iterator
from typing import Final

import pytest
from browser_hands import (
    bet_by_tap,
    do_act,
    hand,
    in_phase,
    insert_note,
    lies,
    middle,
    press,
    press_twice,
    reload,
    shows,
)
from browser_stage import Stage, running, ways
from playwright.sync_api import Browser, Page, expect
from screens_booth import Booth
from screens_told import Moment, tell

from openfelt.games.roulette import GAME
from openfelt.games.roulette.race_track import RACE_TRACK, TIER

pytest_plugins = ["browser_fixtures"]

MORE: Final = """
[[floor.table]]
name = "R1"
pit = "main"
variant = "MT_ROULETTE"
minimum = 1
maximum = 500
unit = 1
period = 60

[[floor.terminal]]
name = "T9"
pit = "main"
tables = ["R1"]
seat = 9

[[floor.station]]
name = "R1-dealer"
kind = "dealer"
pit = "main"
tables = ["R1"]

[[floor.station]]
name = "R1-display"
kind = "display"
pit = "main"
tables = ["R1"]

[[floor.staff]]
person = "sue"
role = "casino_supervisor"
"""


@pytest.fixture(scope="module")
def wagering() -> Moment:
    return next(
        moment
        for moment in tell("roulette")
        if moment.watch.station == "T1" and moment.name == "wagering"
    )


def codes(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-bet]").evaluate_all("a => a.map(b => b.dataset.bet)")
    return found


def test_where_both_do_not_fit_a_key_turns_to_the_race_track(
    browser: Browser, wagering: Moment
) -> None:
    booth = Booth(browser, "en", (1366, 650))
    page = booth.shown(wagering)
    on_the_cloth = set(GAME.bets) - set(RACE_TRACK)
    assert set(codes(page)) == on_the_cloth
    press_plain(page, "race-track")
    assert set(codes(page)) == set(RACE_TRACK)
    press_plain(page, "race-track")
    assert set(codes(page)) == on_the_cloth
    booth.close()


def press_plain(page: Page, key: str) -> None:
    page.get_by_test_id(key).click()
    page.wait_for_timeout(100)


def test_a_finger_that_rests_sees_what_lies_under_it_and_may_slide(
    browser: Browser, wagering: Moment
) -> None:
    booth = Booth(browser, "en", (1280, 1024))
    page = booth.shown(wagering)
    page.mouse.move(*middle(page, "[data-bet='split:17-20']"))
    page.mouse.down()
    expect(page.get_by_test_id("lens")).to_have_attribute("data-lens", "split:17-20")
    expect(page.get_by_test_id("lens")).to_contain_text("Split 17/20 · 17 to 1")
    expect(page.locator(".lens > .lit")).to_have_count(2)
    page.mouse.move(*middle(page, "[data-bet='corner:16-17-19-20']"), steps=4)
    expect(page.get_by_test_id("lens")).to_have_attribute("data-lens", "corner:16-17-19-20")
    page.mouse.up()
    expect(page.get_by_test_id("lens")).to_have_count(0)
    lies(page, {"corner:16-17-19-20": (100, "pending")})
    booth.close()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("roulette")
    with running(folder, staff=("lin", "sue"), more=MORE) as process:
        stage = Stage(process, browser)
        yield stage
        stage.close()


def spun(dealer: Page) -> int:
    """Spin, and read the number the wheel names."""
    in_phase(dealer, "closed")
    press_twice(dealer, "spin")
    in_phase(dealer, "result_pending")
    return int(dealer.get_by_test_id("number").get_attribute("data-number") or "-1")


@pytest.mark.clause("MT 9.3(a)")
@pytest.mark.clause("MT 9.3(c)")
@pytest.mark.parametrize(("by", "language"), ways(("tap", "en"), ("drag", "zh")))
def test_a_note_becomes_wagers_and_a_ticket(floor: Stage, by: str, language: str) -> None:
    stage, lay = floor, hand(by)
    stage.language = language
    player, display = stage.page("T9"), stage.page("R1-display")
    dealer = stage.page("R1-dealer", person="lin")
    insert_note(player, 10_000)
    press_twice(dealer, "new-game")
    in_phase(player, "wagering")
    lay(player, 500, "red")
    lay(player, 500, "black")
    lay(player, 100, "split:17-20")
    lay(player, 100, "tier")
    chips = {"red": 500, "black": 500, "split:17-20": 100, "tier": 600}
    lies(player, {bet: (amount, "staged") for bet, amount in chips.items()})
    shows(player, "credit", 10_000 - sum(chips.values()))
    assert pieces(player) == dict.fromkeys(TIER, 100)
    reload(player)
    lies(player, {bet: (amount, "staged") for bet, amount in chips.items()})
    press_twice(player, "confirm")
    lies(player, {bet: (amount, "confirmed") for bet, amount in chips.items()})
    reload(dealer)
    stage.floor.pass_time("R1")
    for page in (player, dealer):
        in_phase(page, "closed")
        reload(page)
    lies(player, {bet: (amount, "confirmed") for bet, amount in chips.items()})
    number = spun(dealer)
    for page in (player, display, dealer):
        reload(page)
        in_phase(page, "result_pending")
        expect(page.get_by_test_id("number")).to_have_attribute("data-number", str(number))
    confirm = dealer.get_by_test_id("confirm-result")
    expect(confirm).to_have_attribute("aria-disabled", "false")
    confirm.dblclick()
    in_phase(dealer, "settled")
    won = returned(number, chips)
    shows(player, "credit", 10_000 - sum(chips.values()) + won)
    reload(player)
    shows(player, "credit", 10_000 - sum(chips.values()) + won)
    newest = display.locator(".last-number.newest")
    expect(newest).to_have_text(str(number))
    press_twice(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


def pieces(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.locator("[data-piece]").evaluate_all(
        "a => Object.fromEntries(a.map(p => [p.dataset.piece, Number(p.dataset.amount)]))"
    )
    return found


def returned(number: int, chips: dict[str, int]) -> int:
    """Return what comes back of these wagers, counted here by hand."""
    red = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    back = 0
    if number:
        back += 2 * chips["red" if number in red else "black"]
    if number in (17, 20):
        back += 18 * chips["split:17-20"]
    tier = {5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36}
    if number in tier:
        back += 18 * chips["tier"] // 6
    return back


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    """A floor whose wheel reads nothing: the dealer looks where the ball lies."""
    folder = tmp_path_factory.mktemp("silent")
    broken = ("wheel@R1=receipt lost",)
    with running(folder, staff=("lin", "sue"), more=MORE, broken=broken) as process:
        stage = Stage(process, browser)
        yield stage
        stage.close()


def spinning(stage: Stage) -> tuple[Page, Page]:
    """Have a guest stake 25 on the zero, and the ball go round."""
    player, dealer = stage.page("T9"), stage.page("R1-dealer", person="lin")
    insert_note(player, 5_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "straight:0")
    press(player, "confirm")
    lies(player, {"straight:0": (2_500, "confirmed")})
    stage.floor.pass_time("R1")
    in_phase(dealer, "closed")
    expect(dealer.locator("[data-act=no_spin]")).to_have_attribute("aria-disabled", "true")
    press(dealer, "spin")
    for page in (player, dealer):
        in_phase(page, "spinning")
        reload(page)
        in_phase(page, "spinning")
    lies(player, {"straight:0": (2_500, "confirmed")})
    return player, dealer


@pytest.mark.clause("MT 9.6(b)")
def test_no_spin_shows_what_goes_back_before_it_is_called(silent: Stage) -> None:
    player, dealer = spinning(silent)
    dealer.locator("[data-act=no_spin]").click()
    dealer.get_by_test_id("act-show").dblclick()
    # A double tap has only shown it: nothing has gone back yet.
    expect(dealer.get_by_test_id("act-do")).to_have_attribute("aria-disabled", "false")
    shows(player, "credit", 2_500)
    in_phase(dealer, "spinning")
    dealer.get_by_test_id("act-do").click()
    in_phase(dealer, "void")
    shows(player, "credit", 5_000)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


@pytest.mark.clause("MT 9.6(e)")
def test_a_spin_that_came_to_nothing_is_void_by_the_dealer(silent: Stage) -> None:
    player, dealer = spinning(silent)
    dealer.locator("[data-act=void]").click()
    expect(dealer.locator("dialog")).to_contain_text("Ball came to rest in no pocket")
    dealer.fill("dialog input[name=reason]", "ball on the rim")
    do_act(dealer)
    in_phase(dealer, "void")
    shows(player, "credit", 5_000)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


@pytest.mark.clause("MT 9.3(c)")
def test_the_dealer_enters_a_number_and_puts_it_right_before_he_confirms(silent: Stage) -> None:
    player, dealer = spinning(silent)
    dealer.get_by_test_id("number-26").click()
    in_phase(player, "result_pending")
    dealer.get_by_test_id("number-0").click()
    expect(player.get_by_test_id("number")).to_have_attribute("data-number", "0")
    expect(dealer.get_by_test_id("effect-paid")).to_have_attribute("data-cents", "90000")
    press(dealer, "confirm-result")
    in_phase(player, "settled")
    shows(player, "credit", 2_500 + 36 * 2_500)
    lies(player, {"straight:0": (2_500, "winning")})
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
