"""What a form of staff asks for, and that all of it is in sight on the lowest screen."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from screens_all import Screen, screens
from screens_booth import Booth

pytest_plugins = ["browser_fixtures"]

LOWEST: Final = (1366, 650)
# A finger in the middle of each of them would meet it, and nothing that lies over it.
ALL_IN_REACH: Final = """all => all.length > 0 && all.every((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


@pytest.fixture(scope="module")
def known() -> list[Screen]:
    return screens()


@pytest.fixture
def booth(browser: Browser) -> Iterator[Booth]:
    opened = Booth(browser, "en", LOWEST)
    yield opened
    opened.close()


def shown(booth: Booth, known: list[Screen], title: str) -> Page:
    return next(one for one in known if one.title.endswith(title)).enter(booth)


@pytest.mark.parametrize(
    ("moment", "there"), [("LT1-table: six cards", 1), ("SB1-table: small came", 0)]
)
def test_limits_are_asked_for_where_the_game_has_such_bets(
    booth: Booth, known: list[Screen], moment: str, there: int
) -> None:
    fields = shown(booth, known, f"{moment}, limits").locator(".limits-fields")
    expect(fields.get_by_text("Min", exact=True)).to_have_count(1)
    for limit in ("Tie max", "Pair max", "Differential"):
        expect(fields.get_by_text(limit, exact=True)).to_have_count(there)


@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("LT1-dealer: six cards, suspend with a PIN", "[data-pin-key]"),
        ("LT1-table: six cards, void with a PIN", "[data-pin-key]"),
        ("LT2-dealer: a card was not read, key_card", "[data-rank]"),
        ("LT1-dealer: six cards, more", ".more-acts [data-act]"),
        ("LT1-table: six cards, limits", ".limits-fields input, .check input"),
    ],
)
def test_everything_to_touch_is_in_sight_on_the_lowest_screen(
    booth: Booth, known: list[Screen], title: str, keys: str
) -> None:
    page = shown(booth, known, title)
    assert page.locator(keys).evaluate_all(ALL_IN_REACH)


def test_what_a_device_is_asked_for_is_said_in_words(booth: Booth, known: list[Screen]) -> None:
    order = shown(booth, known, "SB1-table: tumbling").locator("[data-order=tumble]")
    expect(order).to_have_text("Tumbler SB1: roll the dice")
