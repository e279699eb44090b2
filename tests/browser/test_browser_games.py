"""What a screen owes its game: chips taken off, live limits, and a game it does not know."""

from collections.abc import Iterator
from typing import Final

import pytest
from browser_hands import (
    bet_by_tap,
    choose_chip,
    deal_out,
    in_phase,
    insert_note,
    lies,
    load_shoe,
    press,
    shows,
)
from browser_stage import PASSWORD, Stage, speak
from playwright.sync_api import Page, expect

pytest_plugins = ["browser_fixtures"]

# As if the server had sent a game that this page has no folder for.
RENAME: Final = """
const parse = JSON.parse;
JSON.parse = (text, ...rest) =>
  parse(String(text).replace('"game":"baccarat"', '"game":"fan tan"'), ...rest);
"""
PEOPLE: Final = {"LT1-dealer": "lin", "LT1-table": "amy"}


def room(page: Page, side: str, cents: int) -> None:
    """Wait until a side shows its live limit."""
    expect(page.locator(f"[data-bet={side}] [data-room]")).to_have_attribute(
        "data-room", str(cents)
    )


@pytest.mark.clause("LT Diagram A:11")
@pytest.mark.clause("LT Diagram A:12")
def test_chips_come_off_by_touch_and_what_is_confirmed_moves_the_live_limits(stage: Stage) -> None:
    player, other = stage.page("T1"), stage.page("T3")
    dealer = stage.page("LT1-dealer", person="lin")
    insert_note(player, 10_000)
    load_shoe(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    other.locator("[data-table=LT1]").tap()
    expect(player.get_by_test_id("take-down")).to_have_attribute("aria-disabled", "true")

    bet_by_tap(player, 5_000, "player")
    bet_by_tap(player, 2_500, "player")
    lies(player, {"player": (7_500, "staged")})
    press(player, "take-down")
    expect(player.get_by_test_id("take-down")).to_have_attribute("aria-pressed", "true")
    player.locator("[data-bet=player]").tap()
    lies(player, {"player": (5_000, "staged")})
    shows(player, "credit", 5_000)
    choose_chip(player, 5_000)
    player.locator("[data-bet=player]").tap()
    lies(player, {})
    shows(player, "credit", 10_000)
    press(player, "take-down")
    expect(player.get_by_test_id("take-down")).to_have_attribute("aria-pressed", "false")

    bet_by_tap(player, 5_000, "player")
    lies(player, {"player": (5_000, "staged")})
    for page in (player, other):
        room(page, "player", 500_000)
        room(page, "banker", 500_000)
    press(player, "confirm")
    for page in (player, other):
        room(page, "player", 495_000)
        room(page, "banker", 505_000)
    deal_out(dealer)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


@pytest.fixture
def strangers(demo_stage: Stage) -> Iterator[dict[str, Page]]:
    """Every kind of station at a table whose game it does not know."""
    opened = {}
    for name in ("T1", "LT1-display", "LT1-dealer", "LT1-table"):
        page = demo_stage.door()
        page.context.add_init_script(RENAME)
        page.goto(demo_stage.url(name), wait_until="commit")
        if name in PEOPLE:
            page.wait_for_selector("input[name=person], [data-testid=person]")
            if page.locator("input[name=person]").count():
                demo_stage.fill(page, person=PEOPLE[name], password=PASSWORD)
        page.wait_for_selector("[data-connection=live]")
        opened[name] = page
    yield opened
    for page in opened.values():
        demo_stage.contexts.remove(page.context)
        page.context.close()


def test_a_game_without_a_folder_is_a_panel_that_says_so(strangers: dict[str, Page]) -> None:
    for page in strangers.values():
        for language, words in (("en", "no picture"), ("zh", "没有此游戏的画面")):
            speak(page, language)
            expect(page.get_by_test_id("unknown-game")).to_contain_text(words)
            expect(page.get_by_test_id("unknown-game")).to_contain_text("fan tan")
        expect(page.get_by_test_id("phase")).to_be_visible()
        expect(page.locator("body")).to_contain_text("LT1")
    player = strangers["T1"]
    insert_note(player, 5_000)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    expect(strangers["LT1-dealer"].get_by_test_id("new-game")).to_be_visible()
    expect(strangers["LT1-table"].locator("[data-act=suspend]")).to_be_visible()
