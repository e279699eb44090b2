"""Take the pictures of the manuals into docs/images: what guests see in every language.

Run as `python scripts/screenshots.py [FOLDER]` once the stations are built (`make web`).  Baccarat
and sic bo are played on a real floor with virtual devices; craps and roulette show their stations
what a story tells.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from browser_hands import (  # noqa: E402 - the path has to be there first
    bet_by_tap,
    deal_out,
    in_phase,
    insert_note,
    load_shoe,
    open_for_bets,
    press,
)
from browser_stage import LANGUAGES, SIZES, Stage, chromium, running  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from screens_booth import Booth  # noqa: E402
from screens_told import tell  # noqa: E402

TERMINAL, WALL = SIZES
# A sheet of JPEG is a fifth of the same PNG, and these are for looking at.
QUALITY: Final = 74
ROUNDS: Final = 9
PEOPLE: Final = {"LT1-dealer": "lin", "SB1-table": "ann", "LT1-table": "gus"}
STAFF: Final = tuple(PEOPLE.values())
# Of a story: a station, a moment, and how its picture is called.
TOLD: Final = {
    "craps": (
        ("T1", "raised on nine", "player-craps-wagering"),
        ("T1", "eight came hard", "player-craps-result"),
        ("A1-table", "raised on nine", "table-craps"),
        ("A1-display", "the point is made", "display-craps"),
    ),
    "roulette": (
        ("T1", "chips on every kind", "player-roulette-wagering"),
        ("T1", "seventeen came", "player-roulette-result"),
        ("R1-dealer", "the number is read", "dealer-roulette"),
        ("R1-display", "seventeen came", "display-roulette"),
    ),
    "pit": (("pit-desk", "three tables, results", "pit-desk"),),
    "tables": (("LT1-dealer", "one table is dealt", "dealer-two-tables"),),
}
# The manuals of staff are in English.
OF_GUESTS: Final = ("player", "start")


class Album:
    """Where the pictures go."""

    def __init__(self, folder: Path, language: str) -> None:
        self._folder = folder
        self.language = language
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, page: Page) -> None:
        """Take a picture once the fonts are there."""
        if self.language != "en" and not name.startswith(OF_GUESTS):
            return
        page.evaluate("document.fonts.ready.then(() => true)")
        path = self._folder / f"{name}-{self.language}.jpg"
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
        sys.stdout.write(f"{path}\n")


def baccarat(stage: Stage, album: Album) -> None:
    """Play some rounds so that the roads have something to show."""
    player = stage.page("T1", TERMINAL)
    album.take("player-welcome", player)
    player.get_by_test_id("money-in").tap()
    player.wait_for_selector("dialog[open]")
    album.take("player-money-in", player)
    player.keyboard.press("Escape")
    dealer = stage.page("LT1-dealer", TERMINAL, PEOPLE["LT1-dealer"])
    display = stage.page("LT1-display", WALL)
    for _ in range(5):
        insert_note(player, 10_000)
    if dealer.get_by_test_id("call-shoe").get_attribute("aria-disabled") == "false":
        load_shoe(dealer)
    album.take("dealer-new-game", dealer)
    for number in range(ROUNDS):
        press(dealer, "new-game")
        in_phase(player, "wagering")
        if number == 0:
            album.take("dealer-wagering", dealer)
        bet_by_tap(player, 2_500, "banker" if number % 3 else "player")
        if number == ROUNDS - 1:
            bet_by_tap(player, 5_000, "player")
            bet_by_tap(player, 2_500, "tie")
            player.wait_for_timeout(500)
            album.take("player-baccarat-wagering", player)
            press(player, "confirm")
            press(dealer, "draw")
            in_phase(dealer, "dealing")
            album.take("dealer-dealing", dealer)
            remedies(stage, album)
        deal_out(dealer)
    display.wait_for_timeout(500)
    album.take("player-baccarat-result", player)
    album.take("display-baccarat", display)
    album.take("dealer-result", dealer)
    dealer.locator("[data-act=actual_outcome]").click()
    dealer.locator("[data-rank=K]").click()
    album.take("dealer-correction", dealer)
    dealer.keyboard.press("Escape")
    player.get_by_test_id("open-history").tap()
    player.wait_for_selector("dialog[open] tr")
    album.take("player-history", player)
    player.keyboard.press("Escape")
    press(player, "cash-out")
    player.wait_for_selector("[data-testid=ticket][data-state=printed]")
    album.take("player-ticket", player)
    player.get_by_test_id("acknowledge").tap()
    sign_out(dealer)


def remedies(stage: Stage, album: Album) -> None:
    """Look at what whoever is in charge could do to the coup being dealt."""
    manager = stage.page("LT1-table", TERMINAL, PEOPLE["LT1-table"])
    manager.wait_for_selector("[data-act=void]")
    album.take("table-baccarat", manager)
    manager.get_by_test_id("more-acts").first.click()
    album.take("table-more", manager)
    manager.locator("[data-act=dispense]").click()
    manager.wait_for_selector("[data-testid=act-form]")
    album.take("table-dispensation", manager)
    manager.keyboard.press("Escape")
    sign_out(manager)


def sic_bo(stage: Stage, album: Album) -> None:
    """Play one round; the player shoots."""
    player = stage.page("T2", TERMINAL)
    display = stage.page("SB1-display", WALL)
    supervisor = stage.page("SB1-table", TERMINAL, PEOPLE["SB1-table"])
    insert_note(player, 10_000)
    open_for_bets(player, 6)
    for bet, chip in (("small", 2_500), ("total:9", 500), ("combo:2-5", 500), ("number:6", 100)):
        bet_by_tap(player, chip, bet)
    player.wait_for_timeout(500)
    album.take("player-sicbo-wagering", player)
    album.take("table-sicbo", supervisor)
    in_phase(player, "awaiting_shoot")
    album.take("player-sicbo-shooter", player)
    player.get_by_test_id("shoot").tap()
    player.wait_for_selector(".dice-stage.fresh")
    album.take("player-sicbo-result", player)
    album.take("display-sicbo", display)
    sign_out(supervisor)


def stories(browser: Browser, album: Album) -> None:
    """Look at what the stations of a story are told."""
    booth = Booth(browser, album.language)
    for story, pictures in TOLD.items():
        moments = {(one.watch.station, one.name): one for one in tell(story)}
        for station, name, picture in pictures:
            booth.size = WALL if station.endswith("display") else TERMINAL
            album.take(picture, booth.shown(moments[station, name]))
    booth.close()


def pages_of_the_office(stage: Stage, album: Album) -> None:
    """Look at the start page and at a door."""
    start = stage.door()
    start.goto(f"http://127.0.0.1:{stage.floor.ports[0]}/")
    start.wait_for_selector("a")
    album.take("start", start)
    door = stage.door()
    door.goto(stage.url("LT1-table"))
    door.wait_for_selector("input[name=person]")
    album.take("sign-in", door)


def sign_out(page: Page) -> None:
    """Leave a station as it was found."""
    page.get_by_test_id("sign-out").click()
    page.wait_for_selector("input[name=person]")


def main(folder: Path) -> None:
    """Run a floor and walk through its stations, once in each language."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), period=30, dice_period=8, seed=5, staff=STAFF) as floor,
        chromium() as browser,
    ):
        stage = Stage(floor, browser)
        for language in LANGUAGES:
            stage.language = language
            album = Album(folder, language)
            for scene in (pages_of_the_office, baccarat, sic_bo):
                scene(stage, album)
            stage.close()
            stories(browser, album)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
