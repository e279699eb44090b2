"""Whole rounds by touch in a real browser: money in, wagers, the dealer's keys, money out."""

import re
from io import BytesIO

import zxingcpp
from browser_hands import (
    bet_by_drag,
    bet_by_tap,
    cents,
    chips,
    choose_chip,
    deal_out,
    drag,
    in_phase,
    insert_note,
    insert_ticket,
    is_told,
    lies,
    load_shoe,
    open_for_bets,
    open_log,
    press,
    shows,
    until,
)
from browser_stage import Stage
from PIL import Image
from playwright.sync_api import Page, expect

pytest_plugins = ["browser_fixtures"]

# What comes back on a stake of 25 on either side.  Rule: LT 8.4.1; LT 8.4.2
BACK = {"player": 5_000, "banker": 4_875, "tie": 5_000}


def test_baccarat_from_the_note_to_the_ticket(stage: Stage) -> None:
    player = stage.page("T1")
    display = stage.page("LT1-display")
    dealer = stage.page("LT1-dealer", person="lin")
    insert_note(player, 10_000)
    load_shoe(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")

    bet_by_drag(player, 2_500, "player")
    bet_by_tap(player, 2_500, "banker")
    bet_by_tap(player, 2_500, "tie")
    both = {"player": (2_500, "staged"), "banker": (2_500, "staged")}
    lies(player, {**both, "tie": (2_500, "staged")})
    drag(player, "[data-bet=tie]", "[data-testid=credit]")
    lies(player, both)
    shows(player, "credit", 5_000)
    press(player, "confirm")
    lies(player, {"player": (2_500, "confirmed"), "banker": (2_500, "confirmed")})
    refused_in_plain_words(player)

    result = deal_out(dealer)
    in_phase(display, "settled")
    winner = "player" if result == "tie" else result
    expect(display.locator(f"[data-hand={winner}].won")).to_be_visible()
    shows(player, "credit", 5_000 + BACK[result])
    shows(player, "staked", 0)

    press(player, "cash-out")
    ticket = player.locator("[data-testid=ticket][data-state=printed]")
    expect(ticket).to_contain_text(re.compile(r"…\d{4}"))
    shows(player, "credit", 0)
    scans_off_the_screen(player, ticket.inner_text())


def scans_off_the_screen(player: Page, told: str) -> None:
    """Hold a scanner to the ticket of a demo, whose paper lies nowhere else."""
    player.click("[data-act=on_paper]")
    paper = player.get_by_test_id("paper")
    expect(paper).to_contain_text("DEMO - NO VALUE")
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(paper.screenshot())))
    assert found.format.name == "ITF"
    assert re.fullmatch(r"99\d{16}", found.text)
    assert f"…{found.text[-4:]}" in told
    player.keyboard.press("Escape")


def refused_in_plain_words(player: Page) -> None:
    """Drag a confirmed wager away: it stays, and a guest is told why without a clause."""
    before = chips(player)
    drag(player, "[data-bet=player]", "[data-bet=tie]")
    is_told(player, tone=".bad")
    assert "LT 4" not in player.locator(".toast").inner_text()
    assert chips(player) == before


def test_a_reload_in_mid_round_gives_the_same_screen(stage: Stage) -> None:
    player = stage.page("T1")
    dealer = stage.page("LT1-dealer", person="lin")
    insert_note(player, 10_000)
    load_shoe(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    bet_by_tap(player, 5_000, "tie")
    lies(player, {"player": (2_500, "staged"), "tie": (5_000, "staged")})
    shows(player, "staked", 7_500)
    reloaded_the_same(player)
    press(dealer, "draw")
    in_phase(player, "dealing")
    lies(player, {"player": (2_500, "confirmed"), "tie": (5_000, "confirmed")})
    expect(player.locator(".card")).to_have_count(1)
    reloaded_the_same(player)
    deal_out(dealer)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


def reloaded_the_same(page: Page) -> None:
    before = screen(page)
    page.reload()
    page.wait_for_selector("[data-connection=live]")
    in_phase(page, str(before["phase"]))
    until(page, lambda: screen(page) == before, f"{before} on the screen")


def screen(page: Page) -> dict[str, object]:
    """Return all that a player could say of his screen, but for the seconds."""
    phase = page.get_by_test_id("phase")
    return {
        "phase": phase.get_attribute("data-phase"),
        "words": phase.inner_text(),
        "chips": chips(page),
        "cards": page.eval_on_selector_all(".card", "all => all.map(c => c.ariaLabel)"),
        "meters": [cents(page, meter) for meter in ("credit", "staked", "win")],
        "keys": page.eval_on_selector_all(".key", "all => all.map(key => key.outerHTML)"),
    }


def test_sic_bo_without_a_confirm_key(stage: Stage) -> None:
    """The shooter presses his button, or after ten seconds the dice roll by themselves."""
    player = stage.page("T4")
    display = stage.page("SB2-display")
    expect(player.get_by_test_id("confirm")).to_have_count(0)
    insert_note(player, 10_000)
    open_for_bets(player, 10)
    bet_by_tap(player, 1_000, "small")
    bet_by_drag(player, 1_000, "big")
    lies(player, {"small": (1_000, "staged"), "big": (1_000, "staged")})
    shows(player, "credit", 8_000)

    stage.floor.pass_time("SB2")
    in_phase(player, "awaiting_shoot")
    lies(player, {"small": (1_000, "confirmed"), "big": (1_000, "confirmed")})
    if stage.language == "en":
        player.get_by_test_id("shoot").tap()
    else:
        stage.floor.pass_time("SB2")
    expect(player.locator(".dice-stage.fresh")).to_be_visible()
    shown = player.locator(".dice-history li.newest .die")
    labels = shown.evaluate_all("all => all.map(die => die.ariaLabel)")
    faces = [int(re.sub(r"\D", "", label)) for label in labels]
    assert player.get_by_test_id("dice-total").inner_text() == str(sum(faces))
    expect(display.get_by_test_id("dice-total")).to_have_text(str(sum(faces)))
    # Small or big wins and pays the other back, unless all three are alike.  Rule: SB 3.9.1.2
    shows(player, "credit", 8_000 if len(set(faces)) == 1 else 10_000)

    open_for_bets(player, 2)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    shows(player, "credit", 0)


def test_a_wager_by_keyboard_at_the_second_of_two_tables(demo_stage: Stage) -> None:
    """A second finger lays nothing; the arrow of a mouse, a finger or a key is one hand."""
    player = demo_stage.page("T3")
    insert_note(player, 5_000)
    player.locator("[role=tab][data-table=SB1]").tap()
    open_for_bets(player, 6)
    choose_chip(player, 500)
    area = player.locator("[data-bet=big]")
    second_finger = {"isPrimary": False, "pointerId": 9, "bubbles": True, "button": 0}
    area.dispatch_event("pointerdown", second_finger)
    area.dispatch_event("pointerup", second_finger)
    area.focus()
    player.keyboard.press("Enter")
    player.keyboard.press("Space")
    lies(player, {"big": (1_000, "staged")})
    player.keyboard.press("Delete")
    lies(player, {})
    shows(player, "credit", 5_000)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


TICKETS_COME_BACK = {
    "en": ("Please take your ticket back", "not taken at this terminal", "not known"),
    "zh": ("请取回您的票券", "本机不接受票券", "无法识别此票券"),
}


def test_a_ticket_that_is_not_taken_comes_back_with_the_reason(stage: Stage) -> None:
    """The terminal's floor refuses the first, the house does not know the second."""
    back, not_here, unknown = TICKETS_COME_BACK[stage.language]
    player = stage.page("T3")
    player.locator("[role=tab][data-table=LT1]").tap()
    insert_ticket(player, "0" * 18)
    is_told(player, back, not_here, tone=".bad")
    shows(player, "credit", 0)
    player = stage.page("T1")
    insert_ticket(player, "0" * 18)
    is_told(player, unknown, tone=".bad")
    shows(player, "credit", 0)


def test_a_terminal_keeps_its_own_log(demo_stage: Stage) -> None:
    """Touches, what was sent, its answer and what was shown are there after a reload, numbered."""
    player = demo_stage.page("T3")
    insert_note(player, 5_000)
    press(player, "call")
    expect(player.get_by_test_id("withdraw-call")).to_be_visible()
    player.reload()
    player.wait_for_selector("[data-connection=live]")
    open_log(player, "gus")
    player.get_by_test_id("log-raw").tap()
    rows = player.locator(".log tbody tr")
    expect(rows.filter(has_text="CallAttendant")).to_have_count(2)  # The touch, and the command.
    kinds = set(rows.locator("td:nth-child(3)").all_inner_texts())
    assert {"touch", "sent", "ack", "shown", "page"} <= kinds
    numbers = [int(text) for text in rows.locator("td:nth-child(1)").all_inner_texts()]
    assert numbers == list(range(numbers[0], numbers[0] - len(numbers), -1))
    player.keyboard.press("Escape")
