"""Sic bo that a dealer tumbles, from the note to the ticket: his keys, a form before any money."""

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
    press,
    press_twice,
    reload,
    shows,
)
from browser_stage import Stage, running, ways
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ["browser_fixtures"]

ODDS: Final = {"en": ("180 to 1", "11 to 1"), "zh": ("1 赔 180", "1 赔 11")}
FLOOR: Final = "".join(
    f"""
[[floor.table]]
name = "{table}"
pit = "main"
variant = "MT_SICBO"
minimum = 1
maximum = 500
unit = 1
period = 3600
dice = "{dice}"
[[floor.terminal]]
name = "{terminal}"
pit = "main"
tables = ["{table}"]
seat = 1
[[floor.station]]
name = "{table}-dealer"
kind = "dealer"
pit = "main"
tables = ["{table}"]
[[floor.station]]
name = "{table}-display"
kind = "display"
pit = "main"
tables = ["{table}"]
"""
    for table, terminal, dice in (("MS1", "T61", "dealer"), ("MS2", "T62", "recognition"))
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    with running(tmp_path_factory.mktemp("dealt"), staff=("lin", "mei"), more=FLOOR) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


def pick(dealer: Page, *faces: int) -> None:
    """Open the form for the dice and touch a face of each."""
    press(dealer, "enter-dice")
    for place, face in enumerate(faces):
        dealer.locator(f"[data-die='{place}-{face}']").tap()


def close_early(dealer: Page) -> None:
    """Say that the dice are seen, so that nobody waits for the end of the period."""
    press(dealer, "exposed")
    do_act(dealer)
    in_phase(dealer, "closed")


@pytest.mark.clause("MT 10.3(a)", "MT 10.3(b)", "MT 10.3(c)", "MT 2.4(a)", "MT 2.4(b)")
@pytest.mark.parametrize(("by", "language"), ways(("drag", "zh")))
def test_from_the_note_to_the_ticket(stage: Stage, by: str, language: str) -> None:
    lay, stage.language = hand(by), language
    player, display = stage.page("T61"), stage.page("MS1-display")
    dealer = stage.page("MS1-dealer", person="lin")
    insert_note(player, 10_000)
    press_twice(dealer, "new-game")
    in_phase(player, "wagering")
    triple, double = ODDS[language]
    expect(player.locator("[data-bet='triple:4'] .area-odds").first).to_have_text(triple)
    expect(player.locator("[data-bet='double:4'] .area-odds").first).to_have_text(double)
    lay(player, 500, "small")
    lay(player, 100, "triple:4")
    lies(player, {"small": (500, "staged"), "triple:4": (100, "staged")})
    reload(player)
    lies(player, {"small": (500, "staged"), "triple:4": (100, "staged")})
    press_twice(player, "confirm")
    lies(player, {"small": (500, "confirmed"), "triple:4": (100, "confirmed")})
    reload(dealer)
    close_early(dealer)
    reload(player)
    in_phase(player, "closed")
    reload(dealer)
    expect(dealer.locator("[data-next]")).to_have_attribute("data-testid", "tumble-dice")
    press_twice(dealer, "tumble-dice")
    for page in (player, display, dealer):
        in_phase(page, "tumbling")
        reload(page)
        in_phase(page, "tumbling")
    lies(player, {"small": (500, "confirmed"), "triple:4": (100, "confirmed")})
    # Of two dice nothing can be said: nobody is paid by accident.
    pick(dealer, 4, 4)
    dealer.get_by_test_id("act-show").click()
    expect(dealer.get_by_test_id("act-do")).to_have_count(0)
    dealer.locator("[data-die='2-4']").tap()
    dealer.get_by_test_id("act-show").click()
    expect(dealer.locator("[data-effect='T61']")).to_contain_text("275.00")
    do = dealer.get_by_test_id("act-do")
    expect(do).to_have_attribute("aria-disabled", "false")
    do.dblclick()
    in_phase(player, "settled")
    shows(player, "credit", 10_000 - 600 + 18_100)
    for page in (player, display):
        reload(page)
        in_phase(page, "settled")
    shows(player, "credit", 10_000 - 600 + 18_100)
    expect(display.get_by_test_id("dice-total")).to_have_text("12")
    press_twice(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


@pytest.mark.clause("MT 10.5(e)", "MT 10.3(c)", "MT 6.10")
def test_no_spin_gives_back_and_other_dice_than_recognised_stop_the_table(stage: Stage) -> None:
    stage.language = "en"
    player = stage.page("T62")
    dealer = stage.page("MS2-dealer", person="mei")
    insert_note(player, 2_000)
    press(dealer, "new-game")
    bet_by_tap(player, 100, "big")
    player.get_by_test_id("confirm").tap()
    lies(player, {"big": (100, "confirmed")})
    close_early(dealer)
    press(dealer, "no-spin")
    dealer.get_by_test_id("act-show").click()
    expect(dealer.locator("[data-effect='T62']")).to_contain_text("20.00")
    do_act(dealer)
    in_phase(player, "void")
    shows(player, "credit", 2_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    close_early(dealer)
    press(dealer, "tumble-dice")
    in_phase(dealer, "settled")
    seen = dealer.locator(".dice-stage .die").first.get_attribute("aria-label") or ""
    other = int(seen.split()[-1]) % 6 + 1
    pick(dealer, other, 1, 1)
    do_act(dealer)
    in_phase(player, "suspended")
    expect(dealer.get_by_test_id("status")).to_have_attribute("data-waits", "doubted")
