"""A throw as it is seen: dice roll, rest and pay, on every page of the table, and stay a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from browser_hands import bet_by_tap, in_phase, insert_note, shows, until
from browser_stage import PERIOD_S, ROUND_S, Stage, running
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ["browser_fixtures"]

NOTE: Final = 10_000
STAKE: Final = 100
BOTH: Final = ("small", "big")
# Writes down how the page looks whenever it changes: nothing is missed, however short.
WATCH: Final = """() => {
  const seen = (window.seen = []);
  const look = () => seen.push({
    rolling: document.querySelector("[data-testid=rolling]") !== null,
    fresh: document.querySelector(".dice-stage.fresh") !== null,
    lit: document.querySelectorAll(".area.winning, .odds-sign .pays").length,
    paid: document.querySelectorAll(".chip-pile.winning, .chip-pile.losing").length,
    faces: [...document.querySelectorAll(".rolling .tumble-faces")]
      .filter((one) => one.checkVisibility()).length,
    rolls: document.querySelectorAll(".dice-history li").length,
    credit: document.querySelector("[data-testid=credit]")?.dataset.cents ?? "",
  });
  look();
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""


@contextmanager
def floor(
    folder: Path, browser: Browser, *, period: int = PERIOD_S, pause: int = 0
) -> Iterator[Stage]:
    """Run a floor with these times at SB1; at SB2 no result stays."""
    with running(folder, staff=("ann",), dice_period=period, dice_pause=pause) as process:
        stage = Stage(process, browser)
        yield stage
        stage.close()


def throw(stage: Stage, player: Page, table: str) -> None:
    """Stake on both sides, so that a throw wins and loses, and shoot."""
    insert_note(player, NOTE)
    for bet in BOTH:
        bet_by_tap(player, STAKE, bet)
    shows(player, "staked", 2 * STAKE)
    stage.floor.pass_time(table)
    in_phase(player, "awaiting_shoot")
    player.get_by_test_id("shoot").tap()


def is_paid(player: Page) -> None:
    """Look at a result that is paid: areas lit, one pile up and one down, the next round shut."""
    in_phase(player, "settled")
    expect(player.get_by_test_id("rolling")).to_have_count(0)
    expect(player.locator(".dice-stage.fresh .die")).to_have_count(3)
    faces = [int(label.split()[-1]) for label in _labels(player)]
    won = [] if len(set(faces)) == 1 else ["small" if sum(faces) <= 10 else "big"]
    lit = player.locator(".area.winning")
    assert {bet for bet in BOTH if _lit(player, bet)} == set(won)
    assert lit.count() >= 2  # The total and a face at least; of a triple itself, too.
    for bet in BOTH:
        look = "winning" if bet in won else "losing"
        pile = player.locator(f"[data-bet={bet}] .chip-pile")
        expect(pile).to_have_attribute("data-look", look)
        expect(pile.locator(".chip-amount")).to_have_text("+1" if bet in won else "1")
    shows(player, "credit", NOTE - 2 * STAKE + 2 * STAKE * len(won))
    expect(player.get_by_test_id("cash-out")).to_have_attribute("aria-disabled", "false")
    expect(player.get_by_test_id("repeat")).to_have_attribute("aria-disabled", "true")


def _labels(page: Page) -> list[str]:
    labels: list[str] = page.locator(".dice-stage .die").evaluate_all(
        "all => all.map(die => die.getAttribute('aria-label'))"
    )
    return labels


def _lit(page: Page, bet: str) -> bool:
    return page.locator(f"[data-bet={bet}].winning").count() > 0


def seen_by(page: Page) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = page.evaluate("() => window.seen")
    return seen


def rolled_before_it_paid(page: Page) -> None:
    """Nothing of a result was on the page before the dice had rolled, or while they did."""
    seen = seen_by(page)
    first = next(place for place, one in enumerate(seen) if one["rolling"])
    rested = next(place for place, one in enumerate(seen) if one["fresh"])
    assert first < rested
    before = seen[first]
    for one in seen[:rested]:
        assert (one["lit"], one["paid"], one["rolls"]) == (0, 0, before["rolls"])
    # These pages are for somebody who wants nothing to move: dice on their way show no face.
    assert {one["faces"] for one in seen if one["rolling"]} == {0}


def meters_waited(page: Page) -> None:
    """Where nothing can be staked yet, the meters showed no win before the dice lay."""
    assert len({one["credit"] for one in seen_by(page) if one["rolling"]}) == 1


def test_where_no_result_stays_the_last_one_is_still_the_last(
    tmp_path: Path, browser: Browser
) -> None:
    with floor(tmp_path, browser) as stage:
        _no_pause(stage, stage.page("T4"))


def _no_pause(stage: Stage, player: Page) -> None:
    player.evaluate(WATCH)
    throw(stage, player, "SB2")
    in_phase(player, "wagering")
    expect(player.locator(".dice-stage.fresh .die")).to_have_count(3)
    rolled_before_it_paid(player)
    rolled = _labels(player)
    expect(player.locator(".dice-stage.fresh")).to_have_count(0)
    assert _labels(player) == rolled
    player.reload()
    player.wait_for_selector("[data-connection=live]")
    until(player, lambda: _labels(player) == rolled, "the last dice")


def test_dice_roll_rest_and_pay_on_every_page_and_after_a_reload(
    tmp_path: Path, browser: Browser
) -> None:
    with floor(tmp_path, browser, period=ROUND_S, pause=PERIOD_S) as stage:
        _pause(stage)


def _pause(stage: Stage) -> None:
    player, display = stage.page("T2"), stage.page("SB1-display")
    table = stage.page("SB1-table", person="ann")
    pages = (player, display, table)
    for page in pages:
        page.evaluate(WATCH)
    throw(stage, player, "SB1")
    for page in pages:
        expect(page.locator(".dice-stage.fresh .die")).to_have_count(3)
        rolled_before_it_paid(page)
    meters_waited(player)
    is_paid(player)
    rolled = _labels(player)

    def same_everywhere() -> None:
        for page in pages:
            in_phase(page, "settled")
            expect(page.locator(".dice-stage.fresh .die")).to_have_count(3)
            assert _labels(page) == rolled
            expect(page.locator(".dice-history li.newest")).to_be_visible()
        expect(display.locator(".odds-sign .pays").first).to_be_visible()
        expect(display.get_by_test_id("result")).not_to_be_empty()

    same_everywhere()
    for page in pages:
        page.reload()
        page.wait_for_selector("[data-connection=live]")
        expect(page.get_by_test_id("rolling")).to_have_count(0)
    same_everywhere()
    is_paid(player)

    stage.floor.kill()
    stage.floor.start()
    for page in pages:
        page.wait_for_selector("[data-connection=live]")
        in_phase(page, "suspended")
        expect(page.locator(".dice-stage.fresh .die")).to_have_count(3)
        assert _labels(page) == rolled
