"""Measure how long a touch takes until its chip is drawn, on a processor made four times slower.

Run as `python scripts/measure_touch.py [TOUCHES]` once the stations are built (`make web`).  The
player's page is told by the floor's own code that wagering is open; a finger touches one bet after
the other, and the time runs from its lifting, which lays the chip, to the frame that shows it.
It prints the figures in milliseconds and ends with 1 when the middle one is above the bar.  The
slowest are a page's first touches, whose code the browser has not compiled yet; where others use
the processor, only the shortest says something of the page.
"""

import statistics
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from browser_stage import chromium  # noqa: E402 - the path has to be there first
from playwright.sync_api import Page  # noqa: E402
from screens_booth import Booth  # noqa: E402
from screens_told import tell  # noqa: E402

SLOWER: Final = 4
BAR_MS: Final = 50.0
TOUCHES: Final = 40
BETS: Final = ("player", "banker", "tie", "player_pair", "banker_pair")
# A message that is posted while a frame is made comes when that frame is drawn.
WATCH: Final = """(bet) => {
  const area = document.querySelector(`[data-bet='${bet}']`);
  const laid = () => area.querySelector(".chip-pile")?.dataset.amount ?? "0";
  const before = laid();
  window.drawn = new Promise((done) => {
    addEventListener("pointerup", ({ timeStamp }) => {
      const look = () => {
        if (laid() === before) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - timeStamp);
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
}"""


def touched(page: Page, touches: int) -> list[float]:
    """Touch one bet after the other and return how long each took."""
    times: list[float] = []
    for number in range(touches):
        bet = BETS[number % len(BETS)]
        page.evaluate(WATCH, bet)
        page.locator(f"[data-bet='{bet}']").tap()
        times.append(float(page.evaluate("window.drawn")))
    return times


def main() -> int:
    """Measure, print, and judge."""
    touches = int(sys.argv[1]) if len(sys.argv) > 1 else TOUCHES
    # Commands that nobody answers are drawn as pending; a page sends no more than sixteen of them.
    touches = min(touches, TOUCHES)
    moment = next(m for m in tell("baccarat") if m.watch.station == "T1" and m.name == "wagering")
    times: list[float] = []
    with chromium() as browser:
        while len(times) < touches:
            booth = Booth(browser, "en")
            page = booth.shown(moment)
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            times += touched(page, min(15, touches - len(times)))
            booth.close()
    middle = statistics.median(times)
    sys.stdout.write(
        f"touch to drawn chip, processor {SLOWER} times slower, {len(times)} touches: "
        f"median {middle:.1f} ms, 95 % within {statistics.quantiles(times, n=20)[-1]:.1f} ms, "
        f"shortest {min(times):.1f} ms, longest {max(times):.1f} ms (bar {BAR_MS:.0f} ms)\n"
    )
    return 1 if middle > BAR_MS else 0


if __name__ == "__main__":
    sys.exit(main())
