"""The dealer's page: one next key, keys that never move, and no money by one gesture."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from browser_hands import (
    approve,
    bet_by_tap,
    do_act,
    in_phase,
    insert_note,
    is_told,
    open_act,
    press,
    until,
)
from browser_stage import NO_EXPIRY, PIN, Stage, running
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from screens_booth import DRAWN

pytest_plugins = ["browser_fixtures"]

# Where every key is, by its name.
PLACES: Final = """() => Object.fromEntries(
  [...document.querySelectorAll(".dealer-main button:not(.toast)")].map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [key.dataset.testid ?? key.dataset.act, [x, y, width, height].map(Math.round)];
  }))"""
SIZES: Final = ((1280, 1024), (1366, 650), (768, 1024), (390, 844))
Places = dict[str, list[int]]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("dealer")
    with running(folder, staff=("lin", "ann", "amy")) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


@pytest.fixture
def dealer(stage: Stage) -> Page:
    return stage.page("LT1-dealer", person="lin")


def next_keys(page: Page) -> list[str]:
    """Return what stands out, as the page draws it."""
    found: list[str] = page.eval_on_selector_all(
        "[data-next]",
        "all => all.map(one => one.dataset.testid ?? one.dataset.act ?? one.className)",
    )
    return found


def is_next(page: Page, *wanted: str) -> None:
    """Wait until exactly this key, or none, stands out."""
    until(
        page,
        lambda: [one.split()[0] for one in next_keys(page)] == list(wanted),
        f"{wanted} stands out",
    )


class Kept:
    """Every key where it was first seen, in several sizes."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._first: dict[tuple[int, int], Places] = {}
        self.looks = 0

    def look(self) -> None:
        for size in SIZES:
            self._page.set_viewport_size({"width": size[0], "height": size[1]})
            self._page.evaluate("scrollTo(0, 0)")
            self._page.evaluate(DRAWN)
            places: Places = self._page.evaluate(PLACES)
            assert places == self._first.setdefault(size, places), size
        self.looks += 1


def by_amy(page: Page, act: str, **fields: str) -> None:
    """Have an act done with the PIN of the AGM."""
    open_act(page, act)
    for name, text in fields.items():
        page.fill(f"input[name={name}]", text)
    approve(page, "amy", PIN)
    do_act(page)
    page.wait_for_selector("dialog", state="detached")


def result_on(dealer: Page) -> str:
    player, banker = (
        int(dealer.get_by_test_id(f"{side}-points").inner_text()) for side in ("player", "banker")
    )
    return "tie" if player == banker else "player" if player > banker else "banker"


def draw_all(dealer: Page) -> None:
    """Draw until the result is due."""

    def drawn() -> bool:
        if next_keys(dealer) == ["draw"]:
            before = dealer.locator(".card").count()
            press(dealer, "draw")
            until(
                dealer,
                lambda: dealer.locator(".card").count() != before or next_keys(dealer) != ["draw"],
                "the card lies there",
            )
        return any("result-keys" in one for one in next_keys(dealer))

    until(dealer, drawn, "the coup is complete")


def test_no_key_moves_over_a_whole_round_and_one_stands_out(stage: Stage, dealer: Page) -> None:
    """Shoe change, burn, suspension, wagering, cards, result: each key stays in its place."""
    player = stage.page("T1")
    places = Kept(dealer)
    is_next(dealer, "call-shoe")
    places.look()
    press(dealer, "call-shoe")
    is_next(dealer, "burn")
    places.look()
    by_amy(dealer, "suspend", reason="a fire drill")
    is_next(dealer, "resume")
    places.look()
    press(dealer, "resume")
    press(dealer, "burn")
    is_next(dealer, "new-game")
    places.look()
    insert_note(player, 10_000)
    press(dealer, "new-game")
    in_phase(dealer, "wagering")
    is_next(dealer)
    player.get_by_test_id("call").tap()
    bet_by_tap(player, 2_500, "player")
    bet_by_tap(player, 2_500, "banker")
    press(player, "confirm")
    expect(dealer.locator("[data-seat=T1] em")).to_be_visible()
    places.look()
    press(dealer, "draw")
    is_next(dealer, "draw")
    places.look()
    draw_all(dealer)
    is_next(dealer, "result-keys")
    places.look()
    press(dealer, f"result-{result_on(dealer)}")
    is_next(dealer, "confirm-place")
    places.look()
    press(dealer, "confirm-result")
    in_phase(dealer, "settled")
    is_next(dealer, "new-game")
    places.look()
    assert places.looks == 9
    dealer.set_viewport_size({"width": 1280, "height": 1024})


def to_a_result(stage: Stage, dealer: Page) -> Page:
    """Play a round until its result may be entered."""
    player = stage.page("T1")
    insert_note(player, 10_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    bet_by_tap(player, 2_500, "banker")
    press(player, "confirm")
    press(dealer, "draw")
    draw_all(dealer)
    return player


def test_a_result_shows_what_it_pays_before_a_second_step_settles_it(
    stage: Stage, dealer: Page
) -> None:
    player = to_a_result(stage, dealer)
    expect(dealer.get_by_test_id("effect")).to_have_count(0)
    before = int(player.get_by_test_id("credit").get_attribute("data-cents") or 0)
    key = dealer.get_by_test_id(f"result-{result_on(dealer)}")
    # A key that is held since before, and whose repeats go on after the effect is drawn.
    dealer.get_by_test_id("confirm-result").focus()
    dealer.keyboard.down("Enter")
    # A double tap enters the result twice, and confirms nothing.
    key.dispatch_event("click")
    key.dispatch_event("click")
    expect(dealer.get_by_test_id("confirm-result")).to_have_attribute("aria-disabled", "false")
    for _ in range(5):
        dealer.keyboard.down("Enter")
    dealer.keyboard.up("Enter")
    in_phase(dealer, "result_pending")
    paid = int(dealer.get_by_test_id("effect-paid").get_attribute("data-cents") or -1)
    kept = int(dealer.get_by_test_id("effect-kept").get_attribute("data-cents") or -1)
    assert dealer.locator("[data-effect]").count() == 2
    press(dealer, "confirm-result")
    in_phase(dealer, "settled")
    expect(player.get_by_test_id("credit")).to_have_attribute("data-cents", str(before + paid))
    assert kept in (0, 2_500)


def test_a_press_that_began_before_the_effect_was_drawn_confirms_nothing(
    stage: Stage, dealer: Page
) -> None:
    to_a_result(stage, dealer)
    box = dealer.get_by_test_id("confirm-result").bounding_box()
    assert box is not None
    dealer.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    dealer.mouse.down()
    result = dealer.get_by_test_id(f"result-{result_on(dealer)}")
    result.dispatch_event("click")
    expect(dealer.get_by_test_id("confirm-result")).to_have_attribute("aria-disabled", "false")
    dealer.mouse.up()
    dealer.wait_for_timeout(300)
    in_phase(dealer, "result_pending")
    press(dealer, "confirm-result")
    in_phase(dealer, "settled")


def test_an_early_draw_asks_once_and_a_double_tap_does_not_answer(
    stage: Stage, dealer: Page
) -> None:
    press(dealer, "new-game")
    in_phase(dealer, "wagering")
    expect(dealer.get_by_test_id("draw")).to_have_attribute("aria-disabled", "false")
    dealer.get_by_test_id("draw").dblclick()
    expect(dealer.get_by_test_id("question")).to_be_visible()
    expect(dealer.locator("dialog h2")).to_contain_text("s left")
    in_phase(dealer, "wagering")
    dealer.get_by_test_id("question-no").click()
    dealer.wait_for_selector("dialog", state="detached")
    assert dealer.locator(".card").count() == 0
    press(dealer, "draw")
    in_phase(dealer, "dealing")
    by_amy(dealer, "void", reason="a test")


def test_a_question_goes_when_there_is_nothing_left_to_ask(stage: Stage, dealer: Page) -> None:
    press(dealer, "new-game")
    in_phase(dealer, "wagering")
    dealer.get_by_test_id("draw").tap()
    expect(dealer.get_by_test_id("question")).to_be_visible()
    boss = stage.page("LT1-table", person="amy")
    by_boss(boss, "void", reason="a test")
    expect(dealer.get_by_test_id("question")).to_have_count(0)


def by_boss(page: Page, act: str, **fields: str) -> None:
    """Do an act at the table's own page, by one's own power."""
    open_act(page, act)
    for name, text in fields.items():
        page.fill(f"input[name={name}]", text)
    do_act(page)
    page.wait_for_selector("dialog", state="detached")


def test_a_message_goes_as_soon_as_it_is_no_longer_true(stage: Stage, dealer: Page) -> None:
    dealer.evaluate(NO_EXPIRY)
    dealer.get_by_test_id("result-tie").tap(force=True)
    is_told(dealer, "possible when the last card is dealt")
    dealer.get_by_test_id("resume").tap(force=True)
    is_told(dealer, "only after it was stopped")
    boss = stage.page("LT1-table", person="amy")
    by_boss(boss, "suspend", reason="a test")
    in_phase(dealer, "suspended")
    expect(dealer.locator(".toast", has_text="only after it was stopped")).to_have_count(0)
    press(dealer, "resume")
    dealer.reload()
    dealer.wait_for_selector("[data-connection=live]")


def test_keys_say_whom_they_need_and_a_wrong_pin_how_many_tries_are_left(dealer: Page) -> None:
    open_act(dealer, "suspend")
    dealer.fill("input[name=reason]", "a test")
    approve(dealer, "amy", "0000")
    do_act(dealer)
    is_told(dealer, "PIN or name is wrong", "Tries left", tone=".bad")
    dealer.keyboard.press("Escape")
    expect(dealer.locator("[data-act=suspend]")).to_contain_text("needs Casino supervisor")
    expect(dealer.locator("[data-act=void]")).to_contain_text("needs AGM")


def test_standby_shows_on_its_key_whether_the_shoe_is_armed(stage: Stage, dealer: Page) -> None:
    standby = dealer.get_by_test_id("standby")
    expect(standby).to_contain_text("armed")
    expect(standby).to_have_attribute("aria-pressed", "true")
    press(dealer, "new-game")
    press(dealer, "draw")
    in_phase(dealer, "dealing")
    expect(standby).to_contain_text("not armed")
    expect(standby).to_have_attribute("aria-pressed", "false")
    by_amy(dealer, "void", reason="a test")


def test_a_frame_sent_twice_settles_once(stage: Stage, dealer: Page) -> None:
    """A line that says everything twice: the floor hears each number once."""
    stage.leave("LT1-dealer")
    twice = stage.door()
    sent: list[Any] = []

    def between(to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()

        def repeat(frame: str | bytes) -> None:
            sent.append(frame)
            to_server.send(frame)
            if '"command"' in str(frame):
                to_server.send(frame)

        to_page.on_message(repeat)

    twice.route_web_socket("**/feed", between)
    twice.goto(stage.url("LT1-dealer"))
    stage.fill(twice, person="lin", password="a long password")
    twice.wait_for_selector("[data-connection=live]")
    player = to_a_result(stage, twice)
    before = int(player.get_by_test_id("credit").get_attribute("data-cents") or 0)
    press(twice, f"result-{result_on(twice)}")
    expect(twice.get_by_test_id("effect")).to_be_visible()
    in_phase(twice, "result_pending")
    paid = int(twice.get_by_test_id("effect-paid").get_attribute("data-cents") or -1)
    press(twice, "confirm-result")
    in_phase(twice, "settled")
    expect(player.get_by_test_id("credit")).to_have_attribute("data-cents", str(before + paid))
    assert sum("ConfirmResult" in str(frame) for frame in sent) == 1
    twice.context.close()
    stage.contexts.remove(twice.context)


def test_the_limits_form_says_at_once_that_the_maximum_is_below_the_minimum(
    stage: Stage,
) -> None:
    boss = stage.page("LT1-table", person="amy")
    open_act(boss, "limits")
    fields = boss.locator(".limits-fields input")
    fields.nth(0).fill("100")
    fields.nth(1).fill("50")
    expect(boss.locator(".limits-error")).to_contain_text("at least 100")
    boss.get_by_test_id("act-show").click()
    is_told(boss, "the maximum (50) is below the minimum (100)", tone=".bad")
    fields.nth(1).fill("200")
    expect(boss.locator(".limits-error")).to_have_text("")
    boss.keyboard.press("Escape")


@pytest.fixture(scope="module")
def misread(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    """A floor whose virtual shoe reads no card at all."""
    folder = tmp_path_factory.mktemp("misread")
    with running(folder, staff=("lin", "amy"), broken=("shoe@LT1=misread card",)) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


def test_an_unread_card_is_shown_to_whoever_keys_it_and_to_no_guest(misread: Stage) -> None:
    guests = misread.page("T1"), misread.page("LT1-display")
    dealer = misread.page("LT1-dealer", person="lin")
    press(dealer, "call-shoe")
    press(dealer, "burn")
    press(dealer, "new-game")
    press(dealer, "draw")
    expect(dealer.get_by_test_id("status")).to_contain_text("Key the card: AGM approves")
    is_next(dealer, "key_card")
    face = dealer.get_by_test_id("card-there").get_attribute("data-face") or ""
    shown = dealer.get_by_test_id("card-there").locator(".card").get_attribute("aria-label")
    for guest in guests:
        in_phase(guest, "closed", "dealing")
        assert guest.locator(f".card[aria-label='{shown}']").count() == 0
    dealer.reload()
    dealer.wait_for_selector("[data-connection=live]")
    expect(dealer.get_by_test_id("card-there")).to_have_attribute("data-face", face)
    open_act(dealer, "key_card")
    form = dealer.locator("dialog")
    expect(form.get_by_test_id("card-there")).to_have_attribute("data-face", face)
    form.locator(f".button.suit.{face[1]}").click()
    form.locator(f"[data-rank='{face[0]}']").click()
    approve(dealer, "amy", PIN)
    do_act(dealer)
    dealer.wait_for_selector("dialog", state="detached")
    expect(dealer.get_by_test_id("card-there")).to_have_count(0)
    for guest in guests:
        expect(guest.locator(f".card[aria-label='{shown}']")).to_be_visible()
