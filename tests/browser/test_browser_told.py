"""What a guest is told of his money, and what stations say where they used to be silent."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from browser_hands import (
    bet_by_tap,
    cents,
    deal_out,
    in_phase,
    insert_note,
    is_told,
    load_shoe,
    open_for_bets,
    press,
    shows,
)
from browser_stage import NO_EXPIRY, PIN, Stage, running
from playwright.sync_api import Browser, Locator, Page, expect
from screens_booth import Booth
from screens_told import Moment, tell

pytest_plugins = ["browser_fixtures"]

BANKER_WINS: Final = ("2S", "9H", "KD", "QC")
PLAYER_WINS: Final = ("9S", "AH", "KD", "QC")
ORDERED: Final = """async ([boot, command]) => {
  const post = async (path, asked) => {
    const body = JSON.stringify({ boot, command, ...asked });
    const headers = { "content-type": "application/json" };
    return (await fetch(path, { method: "POST", headers, body })).json();
  };
  const { effect } = await post("api/weigh", { number: 0 });
  return (await post("api/command", { number: 1, seen: effect.mark })).type;
}"""


@pytest.fixture
def own_stage(tmp_path: Path, browser: Browser) -> Iterator[Stage]:
    """A floor of its own, for what would leave another in disorder."""
    with running(tmp_path, staff=("lin", "gus")) as floor:
        stage = Stage(floor, browser)
        yield stage
        stage.close()


def order(page: Page, boot: str, **command: Any) -> None:
    """Have somebody who is signed in do what he was shown it would do, past his forms."""
    assert page.evaluate(ORDERED, [boot, command]) == "ack"


def correct(table: Page, boot: str, cards: tuple[str, ...], round_: int = 0) -> None:
    command = {"type": "StateActualOutcome", "table": "LT1", "reason": "a card was misread"}
    order(table, boot, **command, cards=cards, round=round_)


def play(player: Page, dealer: Page) -> str:
    """Play a round with 25 on the player's side and return how it came out."""
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    press(player, "confirm")
    shows(player, "staked", 2_500)
    return deal_out(dealer)


def news(page: Page) -> Locator:
    return page.get_by_test_id("news")


def is_news(page: Page, kind: str, amount: int) -> None:
    expect(news(page)).to_have_attribute("data-kind", kind)
    expect(news(page)).to_have_attribute("data-cents", str(amount))


def history(page: Page) -> list[tuple[str, int]]:
    """Open a guest's own history, read it, and close it."""
    page.get_by_test_id("open-history").tap()
    page.wait_for_selector("[data-testid=history] tr, [data-testid=history-empty]")
    rows = page.locator("[data-testid=history] tr")
    found = rows.evaluate_all("all => all.map(r => [r.dataset.kind, Number(r.dataset.cents)])")
    page.keyboard.press("Escape")
    return [(str(kind), int(amount)) for kind, amount in found]


def came_back(*pages: Page) -> None:
    for page in pages:
        page.wait_for_selector("[data-connection=live]")


def test_a_corrected_round_is_shown_and_told_until_it_is_read(own_stage: Stage) -> None:
    player, dealer = own_stage.page("T1"), own_stage.page("LT1-dealer", person="lin")
    display, table = own_stage.page("LT1-display"), own_stage.page("LT1-table", person="gus")
    insert_note(player, 10_000)
    load_shoe(dealer)
    came = play(player, dealer)
    before = cents(player, "credit")
    won, cards = ("player", PLAYER_WINS) if came == "banker" else ("banker", BANKER_WINS)
    correct(table, "b1", cards)
    after = 12_500 if won == "player" else 7_500
    shows(player, "credit", after)
    for page in (player, display, dealer, table):
        hand = page.locator(f"[data-hand={won}].won")
        expect(hand.locator("[data-word=corrected]")).to_be_visible()
        expect(page.locator(".card")).to_have_count(4)
        points = page.get_by_test_id(f"{won}-points")
        expect(points).to_have_text("9")
    change = after - before
    is_news(player, "corrected", change)
    sign = "+" if change > 0 else "−"
    expect(news(player)).to_contain_text(f"Round 1 corrected: {sign}{abs(change) / 100:.2f}")
    expect(news(player)).to_contain_text("a card was misread")

    player.reload()
    came_back(player)
    is_news(player, "corrected", change)
    own_stage.floor.kill()
    own_stage.floor.start()
    player.reload()
    came_back(player, table)
    is_news(player, "corrected", change)
    # The truth was another again: that is a line of its own, and the newest is shown.
    correct(table, "b2", BANKER_WINS if won == "player" else PLAYER_WINS, 1)
    again = (7_500 if won == "player" else 12_500) - after
    is_news(player, "corrected", again)
    player.get_by_test_id("acknowledge").tap()
    is_news(player, "corrected", change)
    player.get_by_test_id("acknowledge").tap()
    expect(news(player)).to_have_count(0)
    own_stage.floor.kill()
    own_stage.floor.start()
    player.reload()
    came_back(player)
    expect(news(player)).to_have_count(0)
    told = [("corrected", again), ("corrected", change)]
    assert history(player)[:2] == told
    assert history(player)[-1] == ("note", 10_000)


def test_who_sits_down_later_is_told_nothing_of_the_guest_before(own_stage: Stage) -> None:
    player, dealer = own_stage.page("T1"), own_stage.page("LT1-dealer", person="lin")
    table = own_stage.page("LT1-table", person="gus")
    insert_note(player, 10_000)
    load_shoe(dealer)
    came = play(player, dealer)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    insert_note(player, 2_000)
    expect(news(player)).to_have_count(0)
    correct(table, "b1", PLAYER_WINS if came == "banker" else BANKER_WINS)
    expect(player.locator("[data-word=corrected]")).to_be_visible()
    expect(news(player)).to_have_count(0)
    shows(player, "credit", 2_000)
    assert history(player) == [("note", 2_000)]


def test_a_cash_out_beside_wagers_shows_its_ticket_until_it_is_read(demo_stage: Stage) -> None:
    player = demo_stage.page("T2")
    insert_note(player, 2_000)
    open_for_bets(player, 6)
    bet_by_tap(player, 500, "small")
    shows(player, "staked", 500)
    press(player, "cash-out")
    ticket = player.locator("[data-testid=ticket][data-state=printed]")
    expect(ticket).to_contain_text("15.00")
    player.reload()
    came_back(player)
    expect(ticket).to_contain_text("15.00")
    shows(player, "staked", 500)
    player.get_by_test_id("acknowledge").tap()
    expect(news(player)).to_have_count(0)
    press(player, "clear")
    press(player, "cash-out")
    expect(ticket).to_contain_text("5.00")


def test_the_log_of_a_terminal_is_for_staff_and_in_words(demo_stage: Stage) -> None:
    player = demo_stage.page("T1")
    insert_note(player, 2_000)
    player.get_by_test_id("open-log").tap()
    pin = player.get_by_test_id("staff-pin")
    expect(pin).to_be_visible()
    expect(player.get_by_test_id("log")).to_have_count(0)

    def show(given: str) -> None:
        pin.locator("[name=person]").fill("gus")
        pin.locator("[name=pin]").fill(given)
        pin.locator(".gold").tap()

    show("0000")
    expect(pin.locator(".field-error")).to_contain_text(re.compile(r"\d"))
    expect(player.get_by_test_id("log")).to_have_count(0)
    show(PIN)
    log = player.get_by_test_id("log")
    expect(log).to_contain_text("A note of 20 was put in")
    expect(log).not_to_contain_text("{")
    player.get_by_test_id("log-raw").tap()
    expect(log).to_contain_text('"note_acceptor"')
    player.keyboard.press("Escape")
    player.get_by_test_id("open-log").tap()
    expect(pin).to_be_visible()
    player.keyboard.press("Escape")
    press(player, "cash-out")
    player.get_by_test_id("acknowledge").tap()


def test_a_guest_takes_his_call_back(demo_stage: Stage) -> None:
    player = demo_stage.page("T1")
    player.get_by_test_id("call").dblclick()
    expect(player.get_by_test_id("service-line")).to_contain_text("on the way")
    player.get_by_test_id("withdraw-call").tap()
    expect(player.get_by_test_id("withdraw-call")).to_have_count(0)
    expect(player.get_by_test_id("call")).to_have_text("Call attendant")


@pytest.mark.parametrize("station", ["T1", "LT1-display"])
def test_a_second_page_can_be_used_in_place_of_the_first(demo_stage: Stage, station: str) -> None:
    first = demo_stage.page(station)
    second = first.context.new_page()
    second.goto(demo_stage.url(station))
    came_back(second)
    first.get_by_test_id("use-here").tap()
    came_back(first)
    expect(second.get_by_test_id("use-here")).to_be_visible()
    second.close()


def test_a_wrong_address_has_a_page_in_words_and_a_way_on(demo_stage: Stage) -> None:
    office, floor = demo_stage.floor.ports[:2]
    page = demo_stage.door()
    reply = page.goto(f"http://127.0.0.1:{floor}/s/T1")
    assert reply is not None
    assert reply.status == 404
    page.get_by_text("Go to /s/T1/").click()
    came_back(page)
    for address in ("/s/T9/", "/", "/anything/at/all"):
        page.goto(f"http://127.0.0.1:{floor}{address}")
        expect(page.get_by_test_id("nowhere")).to_contain_text("no page at this address")
    page.goto(f"http://127.0.0.1:{office}/stations")
    page.get_by_text("Go to the start page").click()
    page.wait_for_selector("h1:has-text('Stations')")
    page.context.close()
    demo_stage.contexts.remove(page.context)


# What the real server cannot easily be brought to: told by its own code, without a server.


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    return tell("baccarat")


@pytest.fixture
def booth(browser: Browser) -> Iterator[Booth]:
    opened = Booth(browser, "en")
    yield opened
    opened.close()


def at(moments: list[Moment], station: str, name: str) -> Moment:
    return next(m for m in moments if m.watch.station == station and m.name == name)


def test_a_printer_fault_is_loud_and_says_what_to_do(booth: Booth, moments: list[Moment]) -> None:
    page = booth.shown(at(moments, "T4", "printer fault"))
    strip = page.locator(".news.urgent[role=alert]")
    expect(strip).to_contain_text("Please wait here: an attendant brings you 100.00")
    expect(strip.get_by_test_id("acknowledge")).to_be_visible()
    box = strip.bounding_box()
    assert box is not None
    assert box["width"] == page.evaluate("innerWidth")


@pytest.mark.parametrize("station", ["T1", "LT1-display", "LT1-dealer", "LT1-table"])
def test_a_settled_round_that_is_void_says_so(
    booth: Booth, moments: list[Moment], station: str
) -> None:
    page = booth.shown(at(moments, station, "a settled round is void"))
    expect(page.locator("[data-word=void]").first).to_be_visible()
    expect(page.locator(".hand.won")).to_have_count(0)


@pytest.mark.parametrize("station", ["T1", "LT1-display"])
def test_a_card_that_could_not_be_read_lies_there(
    booth: Booth, moments: list[Moment], station: str
) -> None:
    page = booth.shown(at(moments, station, "a card nobody saw"))
    expect(page.locator("[data-hand=player] [data-testid=unread-card]")).to_be_visible()
    expect(page.locator(".card")).to_have_count(5)
    expect(page.get_by_test_id("awaited")).to_contain_text("could not be read")


@pytest.mark.parametrize("station", ["T1", "LT1-display"])
def test_a_draw_under_way_is_said(booth: Booth, moments: list[Moment], station: str) -> None:
    moment = at(moments, station, "one card")
    page = booth.shown(moment)
    expect(page.get_by_test_id("awaited")).to_have_count(0)
    update = {"type": "update", "topic": "display:LT1", "version": 2, "time": 0}
    booth.say(moment, {**update, "changes": {"under_way": "banker"}})
    expect(page.get_by_test_id("awaited")).to_have_text("Waiting for the shoe")
    expect(page.locator("[data-hand=banker] .hand-place.awaited")).to_be_visible()


def test_the_countdown_stays_in_sight_on_a_telephone(booth: Booth, moments: list[Moment]) -> None:
    booth.size = (390, 844)
    page = booth.shown(at(moments, "T1", "wagering"))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 100
    expect(page.get_by_test_id("countdown")).to_be_in_viewport()
    page = booth.shown(at(moments, "T1", "suspended"))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_test_id("acknowledge")).to_be_in_viewport()
    expect(page.get_by_test_id("phase")).to_be_in_viewport()


def test_a_guest_is_not_told_any_more_what_is_no_longer_true(
    booth: Booth, moments: list[Moment]
) -> None:
    page = booth.shown(at(moments, "T1", "idle with credit"))
    page.evaluate(NO_EXPIRY)
    page.get_by_test_id("clear").tap(force=True)
    is_told(page)
    booth.shown(at(moments, "T1", "staged on every bet"))
    expect(page.get_by_test_id("clear")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_refusal_is_told_until_the_table_goes_on(booth: Booth, moments: list[Moment]) -> None:
    moment = at(moments, "T1", "staged on every bet")
    page = booth.shown(moment)
    page.evaluate(NO_EXPIRY)
    page.get_by_test_id("double").tap()
    refusal = {"type": "refusal", "code": "EXCEEDS_CREDIT", "clause": "", "data": {}}
    booth.say(moment, {**refusal, "number": 1})
    is_told(page, tone=".bad")
    page.wait_for_timeout(1_200)  # What comes with the answer is part of it.
    assert page.locator(".toast").count() == 1
    booth.shown(at(moments, "T1", "closed"))
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize(("station", "safe"), [("T1", 1), ("LT1-dealer", 0)])
def test_a_guest_hears_that_his_money_is_safe_and_staff_does_not(
    booth: Booth, moments: list[Moment], station: str, safe: int
) -> None:
    moment = at(moments, station, "confirmed")
    page = booth.shown(moment)
    booth.cut(moment)
    expect(page.locator(".veil.lost")).to_contain_text("will come back by itself")
    assert page.get_by_text("Your credit and wagers are safe").count() == safe
