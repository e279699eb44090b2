"""What a page is heard to sound, and letting it be heard."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page

# How often a page has sounded, by what kind of tone: `square` is urgent, `sine` is not.
COUNT: Final = """
const tones = { square: 0, sine: 0 };
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const voice = make.call(this);
  const start = voice.start.bind(voice);
  voice.start = (at) => {
    tones[voice.type] += 1;
    document.documentElement.dataset[voice.type] = tones[voice.type];
    start(at);
  };
  return voice;
};
"""


def hears(page: Page) -> None:
    """Let the page be heard, as whoever stands before it would."""
    allow = page.get_by_test_id("allow-sound")
    if allow.count():
        allow.click()
    page.wait_for_selector("[data-sound=on]")


def tones(page: Page, kind: str) -> int:
    return int(page.locator("html").get_attribute(f"data-{kind}") or 0)


@contextmanager
def sounds(page: Page, kind: str) -> Iterator[None]:
    """Expect one more tone of a kind because of what is done meanwhile."""
    before = tones(page, kind)
    yield
    page.wait_for_selector(f"html[data-{kind}]:not([data-{kind}='{before}'])")
