"""Measure a player's page on a processor made four times slower: a touch, and an update.

Run as `python scripts/measure_touch.py [TOUCHES]` once the stations are built (`make web`).  The
player's page is told by the floor's own code that wagering is open; a finger touches one bet after
the other, and the time runs from its lifting, which lays the chip, to the frame that shows it.
A page with chips on every kind of bet is then told that one of them changed, and what its thread
worked for that is counted.

It prints the figures in milliseconds and ends with 1 when the middle one is above its bar.  The
slowest are a page's first touches, whose code the browser has not compiled yet; where others use
the processor, only the shortest says something of the page.
"""

import json
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from browser_stage import chromium  # noqa: E402 - the path has to be there first
from playwright.sync_api import Browser, CDPSession, Page  # noqa: E402
from screens_booth import Booth  # noqa: E402
from screens_told import Moment, tell  # noqa: E402

SLOWER: Final = 4
BAR_MS: Final = 50.0
TOUCHES: Final = 40
UPDATE_BAR_MS: Final = 16.0
UPDATES: Final = 40
# Long enough for a page to have drawn it; looking for it there would be work of the page, too.
DRAWN_MS: Final = 120
# Where a finger goes, by the game whose story is told.
BETS: Final = {
    "baccarat": ("player", "banker", "tie", "player_pair", "banker_pair"),
    "roulette": ("straight:17", "split:17-20", "red", "corner:1-2-4-5", "tier"),
}
CROWDED: Final = ("roulette", "chips on every kind")
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


def touched(page: Page, bets: tuple[str, ...], touches: int) -> list[float]:
    """Touch one bet after the other and return how long each took."""
    times: list[float] = []
    for number in range(touches):
        bet = bets[number % len(bets)]
        page.evaluate(WATCH, bet)
        page.locator(f"[data-bet='{bet}']").tap()
        times.append(float(page.evaluate("window.drawn")))
    return times


def at(game: str, name: str) -> Moment:
    """Return what the guest of a story is told at a moment."""
    return next(m for m in tell(game) if m.watch.station == "T1" and m.name == name)


def slowed(page: Page) -> CDPSession:
    """Make a page's processor slower, and return who can count what it works."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Performance.enable")
    return session


def touches_of(browser: Browser, game: str, touches: int) -> list[float]:
    """Touch the cloth of a game as often as asked.

    Commands that nobody answers are drawn as pending; a page sends no more than sixteen of them.
    """
    moment, times = at(game, "wagering"), list[float]()
    while len(times) < touches:
        booth = Booth(browser, "en")
        page = booth.shown(moment)
        slowed(page)
        times += touched(page, BETS[game], min(15, touches - len(times)))
        booth.close()
    return times


def updates(browser: Browser) -> list[float]:
    """Tell a crowded page of one changed chip at a time; return the work for each."""
    moment = at(*CROWDED)
    booth = Booth(browser, "en")
    page = booth.shown(moment)
    session = slowed(page)
    own = next(frame for frame in moment.frames[1:] if frame["topic"].startswith("player:"))
    # What the page does besides, its countdown above all.
    idle = statistics.median(_worked_while(page, session, lambda: None) for _ in range(20))
    times: list[float] = []
    for number in range(UPDATES):
        play = json.loads(json.dumps(own["view"]["play"]))
        play["R1"]["spots"][number % 20]["amount"] += 100 * (number + 1)
        changes = {"play": play, "credit": own["view"]["credit"] - number}
        head = {"type": "update", "topic": own["topic"], "version": 2 + number}
        frame = {**head, "time": own["time"], "changes": changes}
        worked = _worked_while(page, session, partial(booth.say, moment, frame))
        times.append(max(0.0, worked - idle))
    booth.close()
    return times


def _worked_while(page: Page, session: CDPSession, act: Callable[[], None]) -> float:
    """Return how long a page works while something happens and is drawn."""
    before = _worked(session)
    act()
    page.wait_for_timeout(DRAWN_MS)
    return _worked(session) - before


def _worked(session: CDPSession) -> float:
    """Return how long scripts, styles and layout have worked on a page, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    known = {metric["name"]: metric["value"] for metric in metrics}
    parts = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
    return 1000 * sum(known[part] for part in parts)


def judged(what: str, times: list[float], bar: float) -> bool:
    """Print figures and say whether the middle one is within its bar."""
    middle = statistics.median(times)
    sys.stdout.write(
        f"{what}, processor {SLOWER} times slower, {len(times)} times: median {middle:.1f} ms, "
        f"95 % within {statistics.quantiles(times, n=20)[-1]:.1f} ms, "
        f"shortest {min(times):.1f} ms, longest {max(times):.1f} ms (bar {bar:.0f} ms)\n"
    )
    return middle <= bar


def main() -> int:
    """Measure, print, and judge."""
    touches = int(sys.argv[1]) if len(sys.argv) > 1 else TOUCHES
    with chromium() as browser:
        held = [
            judged(f"{game}: touch to drawn chip", touches_of(browser, game, touches), BAR_MS)
            for game in BETS
        ]
        held.append(judged("roulette: an update", updates(browser), UPDATE_BAR_MS))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
