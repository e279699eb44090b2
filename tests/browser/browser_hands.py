"""What people do at the stations, and what they read there.  Only what a person could: by touch."""

from collections.abc import Callable
from typing import Final

from browser_stage import PIN
from playwright.sync_api import Page, expect

Chips = dict[str, tuple[int, str]]

_CHIPS: Final = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-bet]:has(.chip-pile)")].map((area) => {
    const pile = area.querySelector(".chip-pile").dataset;
    return [area.dataset.bet, [Number(pile.amount), pile.look]];
  }))"""


def cents(page: Page, meter: str) -> int:
    """Read a meter."""
    return int(page.get_by_test_id(meter).get_attribute("data-cents") or "-1")


def shows(page: Page, meter: str, amount: int) -> None:
    """Wait until a meter shows an amount."""
    expect(page.get_by_test_id(meter)).to_have_attribute("data-cents", str(amount))


def in_phase(page: Page, *phases: str) -> None:
    """Wait until the station shows one of these phases."""
    wanted = ", ".join(f'[data-testid=phase][data-phase="{phase}"]' for phase in phases)
    expect(page.locator(wanted)).to_be_visible()


def insert_note(page: Page, amount: int) -> None:
    """Put a note into the virtual acceptor and wait for the credit."""
    before = cents(page, "credit")
    page.get_by_test_id("money-in").tap()
    page.locator(f"[data-note='{amount}']").tap()
    shows(page, "credit", before + amount)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


def insert_ticket(page: Page, number: str) -> None:
    """Put a ticket into the virtual reader."""
    page.get_by_test_id("money-in").tap()
    page.get_by_test_id("ticket-number").fill(number)
    page.get_by_test_id("insert-ticket").tap()


def choose_chip(page: Page, amount: int) -> None:
    """Tap a chip of the rack."""
    page.locator(f"[data-chip='{amount}']").tap()
    expect(page.locator(f"[data-chip='{amount}']")).to_have_attribute("aria-checked", "true")


def bet_by_tap(page: Page, chip: int, bet: str) -> None:
    """Tap a chip, then the area."""
    choose_chip(page, chip)
    page.locator(f"[data-bet='{bet}']").tap()


def bet_by_drag(page: Page, chip: int, bet: str) -> None:
    """Drag a chip from the rack to the area."""
    drag(page, f"[data-chip='{chip}']", f"[data-bet='{bet}']")


def hand(by: str) -> Callable[[Page, int, str], None]:
    """Return how a story lays chips."""
    return {"tap": bet_by_tap, "drag": bet_by_drag}[by]


def drag(page: Page, source: str, target: str) -> None:
    """Drag from the middle of one thing to the middle of another."""
    start, end = middle(page, source), middle(page, target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chips(page: Page) -> Chips:
    """Read what lies on the felt: amount and look by bet."""
    found: dict[str, list[int | str]] = page.evaluate(_CHIPS)
    return {bet: (int(amount), str(look)) for bet, (amount, look) in found.items()}


def until(page: Page, condition: Callable[[], bool], what: str, tries: int = 800) -> None:
    """Wait until something is so on a page."""
    for _ in range(tries):
        if condition():
            return
        page.wait_for_timeout(50)
    raise TimeoutError(f"still not so: {what}")


def lies(page: Page, wanted: Chips) -> None:
    """Wait until exactly this lies on the felt."""
    until(page, lambda: chips(page) == wanted, f"{wanted} on the felt, but {chips(page)}")


def press(page: Page, key: str) -> None:
    """Press a key once the server has opened it, and answer what it asks: it is meant."""
    expect(page.get_by_test_id(key)).to_have_attribute("aria-disabled", "false")
    is_early = key == "draw" and _phase(page) == "wagering"
    empties = _empties(page, key)
    page.get_by_test_id(key).tap()
    if is_early:
        press(page, "question-yes")
    if empties:
        press(page, "cash-out-yes")


def press_twice(page: Page, key: str) -> None:
    """Touch a key twice at once: the second touch finds whatever lies there by then."""
    expect(page.get_by_test_id(key)).to_have_attribute("aria-disabled", "false")
    if _empties(page, key):
        page.get_by_test_id(key).tap()
        key = "cash-out-yes"
        expect(page.get_by_test_id(key)).to_be_visible()
        expect(page.get_by_test_id(key)).to_have_attribute("aria-disabled", "false")
    at = middle(page, f"[data-testid={key}]")
    page.touchscreen.tap(*at)
    page.touchscreen.tap(*at)


def _empties(page: Page, key: str) -> bool:
    """Say whether a key ends the account, which is asked about first."""
    return key == "cash-out" and cents(page, "staked") == 0


def reload(page: Page) -> None:
    """Load a page anew: whatever the phase, it stands there again."""
    page.reload(wait_until="commit")
    page.wait_for_selector("[data-connection=live]")


def _phase(page: Page) -> str | None:
    return page.get_by_test_id("phase").get_attribute("data-phase")


def open_act(page: Page, act: str) -> None:
    """Open the form of an act of staff; the rarer ones wait behind a key."""
    page.locator("[data-act]").first.wait_for()  # A page has no keys before its view has come.
    if not page.locator(f"[data-act={act}]").count():
        page.get_by_test_id("more-acts").first.click()
    page.locator(f"[data-act={act}]").click()
    page.wait_for_selector("[data-testid=act-form]")


def do_act(page: Page) -> None:
    """Have a filled-in form done, by both its steps where it has two."""
    if page.get_by_test_id("act-show").count():
        page.get_by_test_id("act-show").click()
        expect(page.get_by_test_id("act-do")).to_have_attribute("aria-disabled", "false")
    page.get_by_test_id("act-do").click()


def approve(page: Page, person: str, pin: str) -> None:
    """Give another person's authority for an act, on the form's own keys."""
    page.locator(f"[data-approver={person}]").check()
    for digit in pin:
        page.locator(f"[data-pin-key='{digit}']").tap()


def is_told(page: Page, *words: str, tone: str = "") -> None:
    """Wait for a message.  The page itself looks out for it: a message does not stay for long."""
    said = "".join(f":has-text('{one}')" for one in words)
    page.wait_for_selector(f".toast{tone}{said}")


def open_log(player: Page, person: str) -> None:
    """Open the log of a terminal, by the PIN of somebody who works at its table."""
    player.get_by_test_id("open-log").tap()
    form = player.get_by_test_id("staff-pin")
    form.locator("[name=person]").fill(person)
    form.locator("[name=pin]").fill(PIN)
    form.locator(".gold").tap()
    expect(player.get_by_test_id("log")).to_be_visible()


def load_shoe(dealer: Page) -> None:
    """Call a shoe and burn its first card, unless one lies there already."""
    expect(dealer.get_by_test_id("call-shoe")).to_be_visible()
    if dealer.get_by_test_id("call-shoe").get_attribute("aria-disabled") == "true":
        return
    press(dealer, "call-shoe")
    press(dealer, "draw")
    expect(dealer.get_by_test_id("draw")).to_have_attribute("aria-disabled", "true")


def draw_out(dealer: Page) -> None:
    """Draw until the coup is complete."""
    until(dealer, lambda: _drawn_or_done(dealer), "the coup is complete")


def deal_out(dealer: Page) -> str:
    """Draw until the coup is complete, read the points, and enter the result."""
    entered = dealer.get_by_test_id("result-player")
    draw_out(dealer)
    expect(entered).to_have_attribute("aria-disabled", "false")
    player, banker = (_points(dealer, side) for side in ("player", "banker"))
    result = "tie" if player == banker else "player" if player > banker else "banker"
    press(dealer, f"result-{result}")
    expect(dealer.get_by_test_id("entered")).to_be_visible()
    press(dealer, "confirm-result")
    in_phase(dealer, "settled")
    return result


def _points(dealer: Page, side: str) -> int:
    return int(dealer.get_by_test_id(f"{side}-points").inner_text())


def _drawn_or_done(dealer: Page) -> bool:
    """Draw a card where one may be drawn; True when the result may be entered."""
    if _is_open(dealer, "result-player"):
        return True
    cards = dealer.locator(".card")
    if _is_open(dealer, "draw"):
        # A second touch before the first card lies there would ask for another card.  The last
        # card may lie there a moment before the keys know of it: then this touch does nothing.
        before = cards.count()
        press(dealer, "draw")
        until(
            dealer,
            lambda: cards.count() != before or _is_open(dealer, "result-player"),
            "the card lies there",
        )
    return False


def _is_open(page: Page, key: str) -> bool:
    return page.get_by_test_id(key).get_attribute("aria-disabled") == "false"


def open_for_bets(page: Page, seconds: int) -> None:
    """Wait for a wagering period with at least so many seconds left."""

    def has_time() -> bool:
        phase = page.get_by_test_id("phase").get_attribute("data-phase")
        left = page.get_by_test_id("countdown")
        return (
            phase == "wagering"
            and left.count() > 0
            and int(left.get_attribute("data-seconds") or 0) >= seconds
        )

    until(page, has_time, f"a wagering period with {seconds} seconds left")
