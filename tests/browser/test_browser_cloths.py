"""The cloths of Multi Terminal: every bet of its book has one place, and a finger finds it."""

from typing import Final

import pytest
from browser_stage import SPOKEN
from playwright.sync_api import Browser
from screens_booth import Booth
from screens_told import tell

from openfelt.rulebooks import VARIANTS

pytest_plugins = ["browser_fixtures"]

# A story with its variant, and a moment at which wagers are taken.
CLOTHS: Final = {
    "roulette": ("MT_ROULETTE", "wagering"),
    "dealt_dice": ("MT_SICBO", "wagering"),
    # Its pairs are switched off: they are drawn all the same.
    "mt_baccarat": ("MT_B", "staged"),
}
CODES: Final = "areas => areas.map(area => area.dataset.bet)"
# What lies at the middle of each area, and 12 px around it.
AROUND: Final = """() => {
  const wrong = [];
  for (const area of document.querySelectorAll("[data-bet]")) {
    const { left, top, width, height } = area.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    for (const [dx, dy] of [[0, 0], [12, 0], [-12, 0], [0, 12], [0, -12]]) {
      const hit = document.elementFromPoint(x + dx * 0.99, y + dy * 0.99);
      const bet = hit?.closest("[data-bet]")?.dataset.bet;
      if (bet !== area.dataset.bet) wrong.push(`${area.dataset.bet} ${dx} ${dy}: ${bet}`);
    }
  }
  return wrong;
}"""


@pytest.mark.clause("MT 9.4(a)", "MT 9.4(d)", "MT 10.2(a)", "MT 8.2(b)(i)", "MT 8.2(b)(ii)")
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("story", CLOTHS)
def test_every_bet_of_the_book_has_one_place_and_a_finger_finds_it(
    browser: Browser, story: str, language: str
) -> None:
    variant, name = CLOTHS[story]
    moments = {one.name: one for one in tell(story) if one.watch.station == "T1"}
    booth = Booth(browser, language, (1280, 1024))
    page = booth.shown(moments[name])
    codes = page.locator("[data-bet]").evaluate_all(CODES)
    assert sorted(codes) == sorted(VARIANTS[variant].game.bets)
    assert page.evaluate(AROUND) == []
    booth.close()
