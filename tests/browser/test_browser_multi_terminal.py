"""Multi Terminal baccarat by touch in a real browser, from the note to the ticket."""

import re
from typing import Final

import pytest
from browser_hands import (
    deal_out,
    do_act,
    draw_out,
    hand,
    in_phase,
    insert_note,
    lies,
    press,
    press_twice,
    reload,
    shows,
    until,
)
from browser_stage import Stage, ways
from playwright.sync_api import Page, expect

pytest_plugins = ["browser_fixtures"]

ODDS: Final = {"en": "1 to 1 less 5 %", "zh": "1 赔 1，抽水 5%"}
NO_BET: Final = {"en": "No-bet coup", "zh": "飞牌"}
# What comes back on a stake of 25 on the Player.  Rule: MT 8.7(b)
BACK = {"player": 5_000, "banker": 0, "tie": 2_500}


def burned(dealer: Page) -> None:
    """Call a shoe unless one lies there; its first card is shown, and as many go as it counts.

    Rule: MT 8.3(g)
    """
    expect(dealer.get_by_test_id("call-shoe")).to_be_visible()
    if dealer.get_by_test_id("call-shoe").get_attribute("aria-disabled") == "true":
        return
    press(dealer, "call-shoe")

    def ready() -> bool:
        draw = dealer.get_by_test_id("draw")
        if draw.get_attribute("aria-disabled") == "false":
            draw.tap()
        return dealer.locator("[data-testid=new-game][data-next]").count() > 0

    until(dealer, ready, "the shoe is burned")


def in_every(pages: tuple[Page, ...], phase: str) -> None:
    """Wait until every station shows a phase, and shows it again when it is loaded anew."""
    for page in pages:
        in_phase(page, phase)
        reload(page)
        in_phase(page, phase)


@pytest.mark.parametrize(("by", "language"), ways(("tap", "zh")))
def test_multi_terminal_baccarat_from_the_note_to_the_ticket(
    demo_stage: Stage, by: str, language: str
) -> None:
    lay, demo_stage.language = hand(by), language
    player = demo_stage.page("T5")
    display = demo_stage.page("MT1-display")
    dealer = demo_stage.page("MT1-dealer", person="lin")
    expect(player.locator("[data-bet=banker] .area-odds").last).to_have_text(ODDS[language])
    pages = (player, display, dealer)
    insert_note(player, 10_000)
    burned(dealer)
    press_twice(dealer, "new-game")
    in_phase(player, "wagering")

    lay(player, 2_500, "player_pair")
    lies(player, {"player_pair": (2_500, "staged")})
    reload(player)
    lies(player, {"player_pair": (2_500, "staged")})
    # A pair leans on a main wager.
    expect(player.get_by_test_id("confirm")).to_have_attribute("aria-disabled", "true")
    lay(player, 2_500, "player")
    press_twice(player, "confirm")
    both = {"player": (2_500, "confirmed"), "player_pair": (2_500, "confirmed")}
    lies(player, both)
    shows(player, "credit", 5_000)

    demo_stage.floor.pass_time("MT1")
    in_every(pages, "closed")
    press(dealer, "draw")
    in_every(pages, "dealing")
    lies(player, both)
    draw_out(dealer)
    in_every(pages, "result_pending")
    result = deal_out(dealer)
    in_every(pages, "settled")
    back = BACK[result]
    pair = player.locator("[data-bet=player_pair].winning").count()
    shows(player, "credit", 5_000 + back + pair * 12 * 2_500)

    # Nobody wagers: what is dealt then is a coup without wagers, and everybody is told.
    press(dealer, "new-game")
    in_phase(dealer, "wagering")
    demo_stage.floor.pass_time("MT1")
    in_phase(dealer, "closed")
    press(dealer, "draw")
    for page in pages:
        expect(page.locator(".notices")).to_contain_text(NO_BET[language])
    deal_out(dealer)

    press_twice(player, "cash-out")
    ticket = player.locator("[data-testid=ticket][data-state=printed]")
    expect(ticket).to_contain_text(re.compile(r"…\d{4}"))
    shows(player, "credit", 0)


def test_what_a_player_objects_to_reaches_the_supervisor_who_decides_it(demo_stage: Stage) -> None:
    player = demo_stage.page("T5")
    charge = demo_stage.page("MT1-table", person="ann")
    seat = charge.locator("[data-terminal=T5]")
    player.get_by_test_id("open-history").click()
    player.get_by_test_id("object-malfunction").tap()
    expect(player.locator(".history-objection")).to_be_visible()
    expect(player.get_by_test_id("object-malfunction")).to_have_count(0)
    expect(seat.locator("[data-objects=malfunction]")).to_be_visible()
    seat.get_by_role("button", name="Decide objection").click()
    charge.locator("[data-reason='reason.records_seen']").click()
    do_act(charge)
    expect(seat.locator("[data-objects]")).to_have_count(0)
    expect(player.get_by_test_id("object-malfunction")).to_be_visible()
    player.keyboard.press("Escape")


def test_a_sanction_names_the_rule_that_was_broken(demo_stage: Stage) -> None:
    charge = demo_stage.page("MT1-table", person="ann")
    seat = charge.locator("[data-terminal=T5]")
    seat.get_by_role("button", name="Bar player").click()
    rules = charge.locator("select[name=rule] option").all_inner_texts()
    assert rules == ["No rule", "4.4(b)", "6.9", "7.1", "7.6", "7.7", "7.8", "7.9", "7.10"]
    charge.select_option("select[name=rule]", "7.7")
    charge.fill("input[name=reason]", "a test")
    do_act(charge)
    expect(seat.get_by_role("button", name="Admit again")).to_be_visible()
    seat.get_by_role("button", name="Admit again").click()
    charge.fill("input[name=reason]", "a test")
    do_act(charge)
    expect(seat.get_by_role("button", name="Bar player")).to_be_visible()
