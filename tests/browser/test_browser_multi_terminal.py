"""Multi Terminal baccarat by touch in a real browser, from the note to the ticket."""

import re

from browser_hands import (
    bet_by_drag,
    bet_by_tap,
    deal_out,
    in_phase,
    insert_note,
    lies,
    press,
    shows,
    until,
)
from browser_stage import Stage
from playwright.sync_api import Page, expect

pytest_plugins = ["browser_fixtures"]

# What comes back on a stake of 25 on the Player.  Rule: MT 8.7(b)
BACK = {"player": 5_000, "banker": 0, "tie": 2_500}


def burned(dealer: Page) -> None:
    """Call a shoe; its first card is shown, and as many more go as it counts.

    Rule: MT 8.3(g)
    """
    press(dealer, "call-shoe")

    def ready() -> bool:
        draw = dealer.get_by_test_id("draw")
        if draw.get_attribute("aria-disabled") == "false":
            draw.tap()
        return dealer.locator("[data-testid=new-game][data-next]").count() > 0

    until(dealer, ready, "the shoe is burned")


def test_multi_terminal_baccarat_from_the_note_to_the_ticket(stage: Stage) -> None:
    if stage.language != "en":
        return  # The shoe of the table is burned once.
    player = stage.page("T5")
    display = stage.page("MT1-display")
    dealer = stage.page("MT1-dealer", person="lin")
    expect(player.locator("[data-bet=banker] .area-odds").last).to_have_text("1 to 1 less 5 %")
    insert_note(player, 10_000)
    burned(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")

    bet_by_tap(player, 2_500, "player_pair")
    lies(player, {"player_pair": (2_500, "staged")})
    # A pair leans on a main wager.
    expect(player.get_by_test_id("confirm")).to_have_attribute("aria-disabled", "true")
    bet_by_drag(player, 2_500, "player")
    press(player, "confirm")
    lies(player, {"player": (2_500, "confirmed"), "player_pair": (2_500, "confirmed")})
    shows(player, "credit", 5_000)

    in_phase(dealer, "closed")
    result = deal_out(dealer)
    in_phase(display, "settled")
    back = BACK[result]
    pair = player.locator("[data-bet=player_pair].winning").count()
    shows(player, "credit", 5_000 + back + pair * 12 * 2_500)

    # Nobody wagers: what is dealt then is a coup without wagers, and everybody is told.
    press(dealer, "new-game")
    in_phase(dealer, "closed")
    press(dealer, "draw")
    for page in (player, display, dealer):
        expect(page.locator(".notices")).to_contain_text("No-bet coup")
    deal_out(dealer)

    press(player, "cash-out")
    ticket = player.locator("[data-testid=ticket][data-state=printed]")
    expect(ticket).to_contain_text(re.compile(r"…\d{4}"))
    shows(player, "credit", 0)
