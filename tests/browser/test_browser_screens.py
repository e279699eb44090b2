"""Every station, both languages and sizes: nothing clipped, overlapping, too small, too faint."""

from collections.abc import Iterator
from typing import Final

import pytest
from browser_demo import Demo
from browser_hands import (
    approve,
    bet_by_tap,
    deal_out,
    do_act,
    in_phase,
    insert_note,
    load_shoe,
    open_act,
    press,
)
from browser_stage import (
    DISMISS_TOASTS,
    EVERYTHING,
    PIN,
    SIZES,
    SPOKEN,
    Stage,
    running,
    speak,
)
from playwright.sync_api import Browser, Page, expect
from screens_booth import DRAWN
from screens_measure import measured

from openfelt.rulebooks import VARIANTS

pytest_plugins = ["browser_fixtures"]

STATIONS: Final = ("T1", "T2", "T3", "LT1-dealer", "LT1-display", "SB1-display", "SB1-table")
# What stations are built for, and what a newcomer may have: a low screen, a telephone.
SCREENS: Final = (*SIZES, (1280, 800), (390, 844))
# Each language in half of the sizes; `make soak` looks at each in all.
LOOKS: Final = [
    (language, size)
    for at, language in enumerate(SPOKEN)
    for size in (SCREENS if EVERYTHING else SCREENS[at % 2 :: 2])
]
# What a finger or an eye would find if the message were not there, looked for every few pixels.
UNDER_THE_TOAST: Final = """() => {
  const toast = document.querySelector(".toast");
  const { left, top, right, bottom } = toast.getBoundingClientRect();
  const found = [];
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push("the edge");
  const kept = ".hand, .dice-stage, .countdown, .phase-mark, .dealer-status, .meter, .road," +
    " .dice-history, .demo-mark, button, [role=radio], [data-bet]";
  for (let x = left + 1; x < right; x += 8) {
    for (let y = top + 1; y < bottom; y += 8) {
      const below = document.elementsFromPoint(x, y).find((one) => !toast.contains(one));
      const hit = below?.closest(kept);
      if (hit) found.push(hit.outerHTML.slice(0, 80));
    }
  }
  return [...new Set(found)];
}"""
PEOPLE: Final = {"LT1-dealer": "lin", "SB1-table": "ann"}


@pytest.fixture(scope="module")
def pages(demo: Demo) -> dict[str, Page]:
    """Open every station, with a round played and wagers on the felt."""
    stage = demo.stage()
    stage.language = "en"
    opened = {name: stage.page(name, person=PEOPLE.get(name, "")) for name in STATIONS}
    opened["start"] = stage.door()
    opened["start"].goto(f"http://127.0.0.1:{stage.floor.ports[0]}/")
    opened["start"].wait_for_selector("a")
    opened["LT1-table"] = stage.door()  # Nobody is signed in there: it shows its door.
    opened["LT1-table"].goto(stage.url("LT1-table"))
    opened["LT1-table"].wait_for_selector("input[name=person]")
    play_a_round(opened["T1"], opened["LT1-dealer"])
    insert_note(opened["T2"], 5_000)
    for bet in ("small", "triple:4", "total:11", "combo:2-5", "number:6"):
        bet_by_tap(opened["T2"], 100, bet)
    return opened


def play_a_round(player: Page, dealer: Page) -> None:
    insert_note(player, 10_000)
    load_shoe(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    bet_by_tap(player, 2_500, "banker_pair")
    press(player, "confirm")
    deal_out(dealer)


def faults(page: Page, language: str, kind: str = "player") -> list[str]:
    """Return what is wrong with a page in a language, once it is drawn."""
    speak(page, language)
    page.evaluate(DRAWN)
    return measured(page, kind)


def kind_of(station: str) -> str:
    """Return what kind of page a station has."""
    if station in ("LT1-table", "start"):
        return "door"
    return station.partition("-")[2] or "player"


@pytest.mark.parametrize(
    ("language", "size"), LOOKS, ids=[f"{language}-{size[0]}x{size[1]}" for language, size in LOOKS]
)
@pytest.mark.parametrize("station", [*STATIONS, "LT1-table", "start"])
def test_a_screen_can_be_read_and_touched(
    pages: dict[str, Page], station: str, language: str, size: tuple[int, int]
) -> None:
    page = pages[station]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert faults(page, language, kind_of(station)) == []


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("station", "closed"), [("T1", "confirm"), ("T2", "repeat")])
def test_on_a_telephone_the_cloth_has_more_room_than_keys_and_head_together(
    pages: dict[str, Page], station: str, closed: str, language: str
) -> None:
    """And a message that comes grows upwards: no key moves away from under a finger."""
    page = pages[station]
    page.set_viewport_size({"width": 390, "height": 844})
    speak(page, language)
    page.evaluate(DISMISS_TOASTS)
    page.evaluate(DRAWN)
    bar, head = page.locator(".money-bar").bounding_box(), page.locator(".top-bar").bounding_box()
    call = page.get_by_test_id("call").bounding_box()
    assert bar is not None
    assert head is not None
    assert head["height"] <= 104  # Two rows of keys.
    assert bar["height"] + head["height"] < 844 / 2
    page.get_by_test_id(closed).tap(force=True)
    expect(page.locator(".toast")).to_be_visible()
    page.evaluate(DRAWN)
    assert page.get_by_test_id("call").bounding_box() == call
    page.evaluate(DISMISS_TOASTS)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    """A dealer of sixty terminals, with all the keys there can be at once."""
    folder = tmp_path_factory.mktemp("crowded")
    with running(folder, crowd=58, staff=("lin", "amy")) as floor:
        stage = Stage(floor, browser)
        page = stage.page("LT1-dealer", person="lin")
        press(page, "call-shoe")
        expect(page.get_by_test_id("burn")).to_be_visible()
        open_act(page, "suspend")
        page.fill("input[name=reason]", "a fire drill")
        approve(page, "amy", PIN)
        do_act(page)
        expect(page.get_by_test_id("resume")).to_be_visible()
        yield page
        stage.close()


@pytest.mark.parametrize("size", [*SCREENS, (1366, 768)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", SPOKEN)
def test_sixty_terminals_leave_a_dealer_his_cards_and_keys(
    crowded: Page, language: str, size: tuple[int, int]
) -> None:
    crowded.set_viewport_size({"width": size[0], "height": size[1]})
    assert faults(crowded, language) == []
    assert crowded.locator("[data-seat]").count() == 60
    assert crowded.locator(".dealer-keys button").count() == 9
    cards = crowded.locator(".hand-cards").first.bounding_box()
    assert cards is not None
    assert cards["height"] >= 90  # As a card of 64 pixels is.
    # What had to be drawn along would not have been measured.
    rolls = "main => main.scrollHeight > main.clientHeight"
    assert not crowded.eval_on_selector(".dealer-main", rolls)


@pytest.mark.parametrize(
    ("station", "key"),
    [
        ("T1", "confirm"),
        ("T2", "repeat"),
        ("LT1-dealer", "result-tie"),
        ("SB1-table", "act=resume"),
    ],
)
@pytest.mark.parametrize(
    "size", [(1920, 1080), (1366, 650), *SCREENS[2:]], ids=lambda size: f"{size[0]}"
)
def test_a_message_lies_over_no_result_and_no_key(
    pages: dict[str, Page], station: str, key: str, size: tuple[int, int]
) -> None:
    page = pages[station]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DISMISS_TOASTS)
    closed = page.locator(f"[data-{key}]") if "=" in key else page.get_by_test_id(key)
    expect(closed).to_have_attribute("aria-disabled", "true")
    closed.tap(force=True)
    page.wait_for_selector(".toast")
    assert page.evaluate(UNDER_THE_TOAST) == []


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("act", ["void", "actual_outcome", "limits", "missing_card", "invalidate"])
def test_a_form_of_the_dealer_can_be_read_and_touched(
    pages: dict[str, Page], act: str, language: str
) -> None:
    page = pages["LT1-dealer"]
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    speak(page, language)  # A form covers the key of the language.
    open_act(page, act)
    if act == "invalidate":
        page.select_option("select[name=ground]", "fraud")
    problems = faults(page, language)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert problems == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_rarer_acts_can_be_read_and_touched(pages: dict[str, Page], language: str) -> None:
    page = pages["LT1-dealer"]
    speak(page, language)
    page.get_by_test_id("more-acts").click()
    page.wait_for_selector(".more-acts")
    problems = faults(page, language)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert problems == []


@pytest.mark.parametrize(("station", "variant"), [("T1", "LT"), ("T2", "SB")])
def test_the_layout_has_an_area_for_every_bet_of_the_book(
    pages: dict[str, Page], station: str, variant: str
) -> None:
    drawn = pages[station].eval_on_selector_all("[data-bet]", "all => all.map(a => a.dataset.bet)")
    assert sorted(drawn) == sorted(VARIANTS[variant].game.bets)


def test_every_station_of_a_demo_floor_says_so(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        for language, mark in (("en", "DEMO"), ("zh", "DEMO 演示")):
            speak(page, language)
            assert page.locator(".demo-mark").inner_text() == mark, name
