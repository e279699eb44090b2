"""Every station at every moment: nothing clipped, overlapping, too small, too faint, unreachable.

`make test` looks at some of it, `make soak` (OPENFELT_SCREENS=all) at everything; so does
`python scripts/measure_screens.py`, which also takes pictures.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from browser_stage import EVERYTHING, SPOKEN
from playwright.sync_api import Browser, Page
from screens_all import SIZES, Screen, screens
from screens_booth import Booth
from screens_measure import measured

pytest_plugins = ["browser_fixtures"]

# Everything takes some minutes: a test that hangs is named long before.
PARTS: Final = 16 if EVERYTHING else 1
# The lowest screen, the narrowest that is upright, a telephone; the fullest moments.
SOME_SIZES: Final = {"en": ((1366, 650), (390, 844)), "zh": ((768, 1024),)}
SOME: Final = (
    "T1: staged on every bet",
    "T1: six cards",
    "T1: chips on every kind",
    "T1: small came",
    "T1: a settled round is void",
    "T1: a settled round is void, history",
    "T1: raised on nine",
    "T1: raised on nine, come:9 explained",
    "T1: odds and a new come, hops",
    "T2: a terminal is faulty",
    "T4: printer fault",
    "LT1-dealer: entered",
    "LT1-dealer: suspended",
    "LT1-table: six cards, limits",
    "SB1-table: suspended",
    "SB1-table: tumbling",
    "LT1-display: void",
    "A1-display: the point is made",
    "R1-dealer: wagering",
    "R1-dealer: zero is entered",
    "R1-table: seventeen came, actual_outcome",
    "T1: seventeen came, race track",
    "MT1-dealer: one card too many",
    "T1: one card too many",
    "LT1-dealer: confirmed, locked",
    "telephone: all at once",
    "telephone: all at once, a dispute",
    "door: sign in",
    "door: start",
)

# Where a page asks how large it is: a cloth, a wheel, a news strip, a form, a desk.
RESIZED: Final = (
    "T1: staged on every bet",
    "T1: small came",
    "T1: chips on every kind",
    "T1: a settled round is void",
    "LT1-dealer: entered",
    "LT1-table: six cards, limits",
    "door: start",
)

# A sentence in the line of the round, a notice over a full sign, a line in place of dice.
ACROSS_A_ROOM: Final = (
    "LT1-display: a card nobody saw",
    "LT1-display: two ties",
    "SB1-display: announced",
    "SB1-display: a shoot is due",
)


@pytest.fixture(scope="module")
def looked_at() -> list[Screen]:
    return [screen for screen in screens() if EVERYTHING or screen.title.endswith(SOME)]


@pytest.fixture(params=SPOKEN, scope="module")
def booth(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Booth]:
    opened = Booth(browser, request.param)
    yield opened
    opened.close()


@pytest.mark.parametrize("part", range(PARTS))
def test_a_screen_can_be_read_and_touched(booth: Booth, looked_at: list[Screen], part: int) -> None:
    found: dict[str, list[str]] = {}
    first, beyond = (len(looked_at) * end // PARTS for end in (part, part + 1))
    sizes = SIZES if EVERYTHING else SOME_SIZES[booth.language]
    for screen in looked_at[first:beyond]:
        for size, page in screen.in_sizes(booth, sizes):
            found[f"{screen.title} {size}"] = measured(page, screen.kind)
    assert len(found) >= len(sizes) * len(SOME) // PARTS
    assert {title: faults for title, faults in found.items() if faults} == {}


def test_a_display_is_read_across_a_room(booth: Booth) -> None:
    wanted = [screen for screen in screens() if screen.title.endswith(ACROSS_A_ROOM)]
    found = {
        screen.title: measured(page, screen.kind)
        for screen in wanted
        for _, page in screen.in_sizes(booth, [(1920, 1080)])
    }
    assert len(found) >= len(ACROSS_A_ROOM)
    assert {title: faults for title, faults in found.items() if faults} == {}


# Every box of a page, in the order of the page: what a size lays out, beside what it looks like.
_BOXES: Final = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const box = [x, y, width, height].map(Math.round);
    return [one.tagName, one.getAttribute("class"), ...box].join(" ");
  })"""


@pytest.mark.parametrize("title", RESIZED)
def test_a_resized_page_is_laid_out_as_a_fresh_one(
    browser: Browser, looked_at: list[Screen], title: str
) -> None:
    """Or what was measured after a resize would not be what anybody sees."""
    screen = next(one for one in looked_at if one.title.endswith(title))
    resized = Booth(browser, "en")
    shown = {size: page.evaluate(_BOXES) for size, page in screen.in_sizes(resized, SIZES)}
    resized.close()
    for size in SIZES[::3]:
        fresh = Booth(browser, "en", size)
        with screen.up(fresh) as page:
            assert page.evaluate(_BOXES) == shown[size], size
        fresh.close()


# What a careless change would do to a page, and what must be said of it.
PLANTED: Final = (
    ("card of", ".hand-place { --card: 40px; }"),
    ("what decides the round is not seen", ".hand-cards .card { visibility: hidden; }"),
    ("runs over its area", ".area-odds { letter-spacing: 4em; }"),
    ("runs over its key", ".keys .key { width: 46px; padding: 0; min-width: 0; }"),
    ("clipped by", ".felt-head { height: 60px; overflow: hidden; }"),
    ("clipped by", ".meter b { max-width: 40px; overflow: hidden; text-overflow: ellipsis; }"),
    ("clipped by", ".hand-place { height: 40px; overflow: hidden; }"),
    ("a chip hides what it lies on", ".chip-pile { transform: translateY(-40px); }"),
    ("a chip lies over the edge", ".chip-pile { transform: translateX(400px); }"),
    ("text of 9.0 px", ".area-odds { font-size: 9px; }"),
    ("text of", ".meter b { display: block; transform: scale(0.3); }"),
    ("too small to touch", ".keys .key { height: 30px; min-height: 0; padding: 0 8px; }"),
    ("squeezed to nothing", ".keys .key { width: 0; min-width: 0; padding: 0; border: 0; }"),
    ("contrast", ".phase-words strong { color: #2a4a40; }"),
    ("figures that dance", ".meter b { font-variant-numeric: normal; }"),
    ("figures that dance", ".meter b { font-family: 'Playfair Display Variable'; }"),
    ("targets overlap", ".keys .key { margin-left: -30px; }"),
    ("texts overlap", ".meter b { margin-top: -20px; }"),
    ("words run together", ".figure { justify-content: flex-start; gap: 0; }"),
    ("words run into a key", ".meters { position: relative; left: 320px; z-index: 1; }"),
    ("amounts overlap", ".chip-label { transform: scale(12); }"),
    ("words lie under something", ".top-space { position: fixed; inset: 0; z-index: 9; }"),
    ("off the screen", ".money-keys { transform: translateX(500px); }"),
    ("off the screen", ".player-main { margin-left: -200px; }"),
    ("wider than the screen", ".top-bar { width: 150vw; }"),
    ("out of reach", ".top-bar { position: fixed; inset: 0; z-index: 9; }"),
    ("no finger draws it along", ".player-side { max-height: 90px; touch-action: none; }"),
    ("drawn along in", ".player-side { max-height: 40px; min-height: 0; }"),
    ("a picture covers", ".hand-place { position: relative; top: 80px; }"),
    ("has to be drawn into sight", ".player-main { min-height: 700px; }"),
)


@pytest.fixture(scope="module")
def full(browser: Browser, looked_at: list[Screen]) -> Iterator[Page]:
    """A player's page with cards, chips and keys, in which nothing is wrong."""
    opened = Booth(browser, "en", (1366, 650))
    screen = next(one for one in looked_at if one.title.endswith("T1: six cards"))
    with screen.up(opened) as page:
        yield page
    opened.close()


@pytest.mark.parametrize(("said", "style"), PLANTED)
def test_a_planted_fault_is_found(full: Page, said: str, style: str) -> None:
    assert measured(full, "player") == []
    planted = full.add_style_tag(content=style.replace(";", " !important;"))
    found = measured(full, "player")
    planted.evaluate("style => style.remove()")
    assert any(said in one for one in found), found


@pytest.mark.parametrize(
    "raw", ["bet.straight", "Entered: bet.0:*.", "Ready: tumbler@SB1", "Too many: 9C"]
)
def test_a_name_of_the_system_is_found(full: Page, raw: str) -> None:
    words = full.locator(".phase-words strong")
    before = words.inner_text()
    put = "(words, text) => { words.firstChild.data = text; }"
    words.evaluate(put, raw)
    found = measured(full, "player")
    words.evaluate(put, before)
    assert any("is a name of the system" in one for one in found), found


def test_a_ten_that_reads_as_a_letter_is_found(full: Page) -> None:
    """As the corner was drawn once: both figures in the room of one."""
    squeeze = "all => all.forEach(one => one.setAttribute('textLength', '38'))"
    full.eval_on_selector_all(".card-rank.ten", squeeze)
    found = measured(full, "player")
    full.eval_on_selector_all(
        ".card-rank.ten", "all => all.forEach(one => one.removeAttribute('textLength'))"
    )
    assert any("figures of a rank run together" in one for one in found), found


# Of these a page has something only elsewhere: a message, a form, a display.
PLANTED_ELSEWHERE: Final = (
    ("LT1 player T1: six cards, refused", "a message lies over", ".toast { margin-top: -90px; }"),
    ("LT1-table: six cards, limits", "cut off in its field", "input { max-width: 50px; }"),
    ("LT1-display: void", "drawn along on a display", ".display-past { max-height: 120px; }"),
)


@pytest.mark.parametrize(("title", "said", "style"), PLANTED_ELSEWHERE)
def test_a_fault_planted_elsewhere_is_found(
    browser: Browser, title: str, said: str, style: str
) -> None:
    opened = Booth(browser, "en", (1366, 650))
    screen = next(one for one in screens() if one.title.endswith(title))
    with screen.up(opened) as page:
        assert measured(page, screen.kind) == []
        page.add_style_tag(content=style.replace(";", " !important;"))
        found = measured(page, screen.kind)
    opened.close()
    assert any(said in one for one in found), found
