"""Craps on its real stations: every bet has its place, and a hand from come out to seven out."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from browser_hands import (
    bet_by_tap,
    chips,
    do_act,
    hand,
    in_phase,
    insert_note,
    lies,
    middle,
    press_twice,
    reload,
    shows,
    until,
)
from browser_stage import EVERYTHING, Stage, chromium, running, ways
from playwright.sync_api import Browser, Page, expect
from screens_booth import Booth
from screens_told import Moment, tell

from openfelt.games.craps import GAME
from openfelt.games.craps.bets import POINTS

MORE: Final = """
[[floor.table]]
name = "A1"
pit = "main"
variant = "AC"
minimum = 1
maximum = 500
unit = 1
period = 60
result_pause = 30

[[floor.terminal]]
name = "T9"
pit = "main"
tables = ["A1"]
seat = 9

[[floor.station]]
name = "A1-display"
kind = "display"
pit = "main"
tables = ["A1"]

[[floor.station]]
name = "A1-table"
kind = "table"
pit = "main"
tables = ["A1"]
"""
# A six, a nine, an eight and a seven.
ROLLS: Final = ((4, 2), (4, 5), (5, 3), (4, 3))
CODES: Final = {bet.code for bet in GAME.bets.values() if bet.placeable}
GONE: Final = {f"{kind}:{number}" for kind in ("come", "dont_come") for number in POINTS}
HOPS: Final = {code for code in CODES if code.startswith("hop:")}
# What lies at the middle of each area, and 12 px around it.
AROUND: Final = """() => {
  const wrong = [];
  for (const area of document.querySelectorAll("[data-bet]")) {
    const { left, top, width, height } = area.querySelector(".area-ground").getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    for (const [dx, dy] of [[0, 0], [12, 0], [-12, 0], [0, 12], [0, -12]]) {
      const hit = document.elementFromPoint(x + dx, y + dy);
      const bet = hit?.closest("[data-bet]")?.dataset.bet;
      if (bet !== area.dataset.bet) wrong.push(`${area.dataset.bet} ${dx} ${dy}: ${bet}`);
    }
  }
  return wrong;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def moments() -> dict[str, Moment]:
    return {moment.name: moment for moment in tell("craps") if moment.watch.station == "T1"}


def codes(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-bet]").evaluate_all("a => a.map(b => b.dataset.bet)")
    return found


@pytest.mark.clause("AC 2.3", "AC 3.9")
@pytest.mark.parametrize("moment", ["come out, nobody plays", "raised on nine"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_bet_of_the_book_has_one_place_and_a_finger_finds_it(
    browser: Browser, moments: dict[str, Moment], language: str, moment: str
) -> None:
    booth = Booth(browser, language, (1280, 1024))
    page = booth.shown(moments[moment])
    assert sorted(codes(page)) == sorted(CODES | GONE)
    assert page.evaluate(AROUND) == []
    booth.close()


@pytest.mark.parametrize("size", [(1366, 650), (1024, 768), (768, 1024)])
def test_where_they_do_not_fit_a_key_turns_to_the_hops(
    browser: Browser, moments: dict[str, Moment], size: tuple[int, int]
) -> None:
    booth = Booth(browser, "en", size)
    page = booth.shown(moments["come out, nobody plays"])
    assert set(codes(page)) == CODES - HOPS | GONE
    assert page.evaluate(AROUND) == []
    page.get_by_test_id("hops").tap()
    until(page, lambda: set(codes(page)) >= HOPS, "the hops are there")
    assert page.evaluate(AROUND) == []
    page.get_by_test_id("hops").tap()
    until(page, lambda: not set(codes(page)) & HOPS, "the hops are gone")
    booth.close()


FACTS: Final = {
    "place:8": ("Wins on8", "Loses on7", "Pays7 to 6", "1.52 % (1/66)"),
    "pass_line": ("Wins on6", "Loses on7", "Pays1 to 1", "9.09 % (1/11)"),
    "come": ("Wins on7, 11", "Goes to its number on4, 5, 6, 8, 9, 10", "1.41 % (7/495)"),
    "dont_come:9": ("Wins on7", "Loses on9", "Edge from here, yours20.00 % (1/5)"),
    "hard:8": ("Wins on4–4", "Loses on7, 2–6, 3–5", "Pays9 to 1", "9.09 % (1/11)"),
    "buy:4": ("Commission5.00 % (1/20) of the stake, on top", "4.76 % (1/21)"),
    "come_odds:6": ("Odds limit10, 5 more", "Pays6 to 5", "0 %"),
}


@pytest.mark.parametrize("bet", FACTS)
def test_a_finger_that_stays_is_told_what_a_bet_needs_and_lays_nothing(
    browser: Browser, moments: dict[str, Moment], bet: str
) -> None:
    booth = Booth(browser, "en", (1280, 1024))
    page = booth.shown(moments["raised on nine"])
    before = chips(page)
    page.mouse.move(*middle(page, f"[data-bet='{bet}'] .area-ground"))
    page.mouse.down()
    facts = page.get_by_test_id("facts")
    expect(facts).to_have_attribute("data-facts", bet)
    page.mouse.up()
    for words in FACTS[bet]:
        expect(facts).to_contain_text(words)
    page.get_by_test_id("explained").click()
    expect(facts).to_have_count(0)
    assert chips(page) == before
    booth.close()


Lay = Callable[[Page, int, str], None]


@pytest.fixture
def floor(tmp_path: Path, browser: Browser) -> Iterator[Stage]:
    throws(tmp_path / "data" / "devices")
    with running(tmp_path, staff=("amy",), more=MORE) as process:
        stage = Stage(process, browser)
        yield stage
        stage.close()


def throws(memories: Path) -> None:
    """Have the tumbler remember how it threw before it is asked to: so it will say again."""
    memories.mkdir(0o700, parents=True)
    lines = [
        json.dumps([f"tumble:A1:{number}", "-".join(map(str, dice))])
        for number, dice in enumerate(ROLLS, 1)
    ]
    (memories / "tumbler-at-A1.jsonl").write_text("".join(f"{line}\n" for line in lines))


class Hand:
    """A guest at the craps table, the display over it, and what he expects to have."""

    def __init__(self, stage: Stage, lay: Lay) -> None:
        self.stage, self._lay = stage, lay
        self.player, self.display = stage.page("T9"), stage.page("A1-display")
        insert_note(self.player, 10_000)
        insert_note(self.player, 10_000)
        self.credit = 20_000

    def lays(self, chip: int, bet: str, *, fee: int = 0) -> None:
        self._lay(self.player, chip, bet)
        self.credit -= chip + fee
        shows(self.player, "credit", self.credit)

    def rolls(self, dice: tuple[int, int], returned: int) -> None:
        """Let the period pass, shoot, and read the same dice on every page."""
        self.stage.floor.pass_time("A1")
        self._in("awaiting_shoot")
        self.player.get_by_test_id("shoot").dblclick()
        self._in("settled")
        self.credit += returned
        shows(self.player, "credit", self.credit)
        for page in (self.player, self.display):
            expect(page.get_by_test_id("dice-total")).to_have_text(str(sum(dice)))
            expect(page.locator(".last-rolls li.newest b").first).to_have_text(str(sum(dice)))

    def _in(self, phase: str) -> None:
        """Wait for a phase; where everything is looked at it is there again on a fresh page."""
        in_phase(self.player, phase)
        if EVERYTHING:
            reload(self.player)
            in_phase(self.player, phase)

    def goes_on(self) -> None:
        self.stage.floor.pass_time("A1")
        in_phase(self.player, "wagering")

    def has(self, **wagers: int) -> None:
        """Read what stands, on the cloth and in the list; the same after the page is loaded."""
        wanted = {bet.replace("_on_", ":"): amount for bet, amount in wagers.items()}
        for again in (False, True):
            if again:
                reload(self.player)
            lies(self.player, {bet: (amount, "standing") for bet, amount in wanted.items()})
            assert standing(self.player) == wanted

    def point(self, point: int) -> None:
        for page in (self.player, self.display):
            expect(page.get_by_test_id("point")).to_have_attribute("data-point", str(point))
        puck = self.player.get_by_test_id("puck")
        expect(puck).to_have_attribute("data-puck", "on" if point else "off")


def standing(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.locator("[data-stands]").evaluate_all(
        "a => Object.fromEntries(a.map(s => [s.dataset.stands, Number(s.dataset.cents)]))"
    )
    return found


def results(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.locator("[data-paid]").evaluate_all(
        "a => Object.fromEntries(a.map(p => [p.dataset.paid, Number(p.dataset.cents)]))"
    )
    return found


@pytest.mark.clause("AC 3.3.4")
@pytest.mark.clause("AC 3.5.1", "AC 3.6")
@pytest.mark.parametrize(("by", "language"), ways(("tap", "en"), ("drag", "zh")))
def test_a_hand_from_come_out_to_seven_out(floor: Stage, by: str, language: str) -> None:
    floor.language = language
    guest = Hand(floor, hand(by))
    player = guest.player
    in_phase(player, "wagering")
    guest.point(0)
    guest.lays(1_000, "pass_line")
    guest.rolls(ROLLS[0], 0)
    guest.goes_on()
    guest.point(6)
    guest.has(pass_line=1_000)

    # All the odds there may be, by one touch; a come, a place, a buy with its fee, and a hop.
    press_twice(player, "odds")
    guest.credit -= 2_000
    shows(player, "credit", guest.credit)
    guest.lays(500, "come")
    guest.lays(500, "place:8")
    guest.lays(2_500, "buy:4", fee=125)
    hop = "hop:{}-{}".format(*sorted(ROLLS[1]))
    guest.lays(100, hop)
    reload(player)
    shows(player, "credit", guest.credit)
    assert chips(player)[hop] == (100, "staged")
    guest.rolls(ROLLS[1], 17 * 100)
    assert results(player) == {hop: 1_600}
    guest.goes_on()
    everything = {"pass_line": 1_000, "odds_on_6": 2_000, "place_on_8": 500, "buy_on_4": 2_500}
    guest.has(**everything, come_on_9=500)
    guest.point(6)

    # Odds on what has travelled, raised by touch; the line cannot come down.
    guest.lays(500, "come_odds:9")
    guest.lays(100, "come:9")
    player.locator("[data-stands=pass_line]").tap()
    expect(player.get_by_test_id("wager-down")).to_be_disabled()
    player.get_by_test_id("explained").tap()

    # Eight: the place is paid 7 to 6, and comes down.
    guest.rolls(ROLLS[2], 500 + 584)
    assert results(player) == {"place:8": 584}
    expect(player.get_by_test_id("decided")).to_have_attribute("data-total", "584")
    guest.goes_on()
    del everything["place_on_8"]
    guest.has(**everything, come_on_9=600, come_odds_on_9=500)

    # Take the odds down by touch.
    del everything["odds_on_6"]
    player.locator("[data-stands='odds:6']").tap()
    player.get_by_test_id("wager-down").dblclick()
    guest.credit += 2_000
    shows(player, "credit", guest.credit)
    player.get_by_test_id("explained").tap()
    guest.has(**everything, come_on_9=600, come_odds_on_9=500)

    # Seven out: all that stands has lost, and the dice are the next shooter's.
    guest.rolls(ROLLS[3], 0)
    lost = {"pass_line": 1_000, "buy:4": 2_500, "come:9": 600, "come_odds:9": 500}
    assert results(player) == {bet: -amount for bet, amount in lost.items()}
    guest.goes_on()
    guest.point(0)
    guest.has()
    expect(guest.display.get_by_test_id("shooter")).to_have_count(0)
    press_twice(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


@pytest.mark.clause("AC 6.4", "AC def:cocked dice")
def test_a_supervisor_voids_a_roll_and_what_stood_goes_on_standing(floor: Stage) -> None:
    floor.language = "en"
    guest = Hand(floor, bet_by_tap)
    guest.lays(1_000, "pass_line")
    guest.rolls(ROLLS[0], 0)
    guest.goes_on()
    guest.lays(500, "field")
    table = floor.page("A1-table", person="amy")
    expect(table.get_by_test_id("point")).to_have_attribute("data-point", "6")
    table.locator("[data-act=void]").click()
    table.fill("dialog input[name=reason]", "the tumbler hangs")
    do_act(table)
    guest.credit += 500
    shows(guest.player, "credit", guest.credit)
    guest.has(pass_line=1_000)
    guest.point(6)
