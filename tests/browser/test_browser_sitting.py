"""A guest's sitting: two tables at once, rules and history, a win heard and muted, a limit of time.

The house has recorded calls and hung a camera over a table; both are files that these tests make.
"""

import base64
import http.server
import re
import threading
import wave
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from browser_hands import (
    bet_by_tap,
    cents,
    choose_chip,
    deal_out,
    in_phase,
    insert_note,
    lies,
    load_shoe,
    press,
    shows,
    until,
)
from browser_stage import FloorProcess, Stage, running
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ["browser_fixtures"]

ROUNDS: Final = 4
# As long as the shortest limit of time that a guest can set himself.
HALF_AN_HOUR_S: Final = 1_800
HELP: Final = "Gambling help: 1800 858 858"
CALLS: Final = ("place_bets", "no_more_bets", "win_player", "win_banker", "win_tie")
GUESTS: Final = """
[floor.guests]
safer = "{safer}"
calls = "{calls}"
[[floor.table]]
name = "LT9"
pit = "main"
variant = "LT"
minimum = 25
maximum = 500
unit = 25
period = 3600
video = "{video}"
[[floor.terminal]]
name = "T90"
pit = "main"
tables = ["LT9"]
seat = 90
"""
# What the page plays is written down: tones by their pitch, recordings by their length.
LISTEN: Final = """
window.heard = [];
const tone = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.heard.push(Math.round(this.frequency.value));
  return tone.apply(this, when);
};
const voice = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.heard.push(`call ${this.buffer.duration.toFixed(1)}`);
  return voice.apply(this, when);
};
"""
TOP_OF_A_WIN: Final = 1_047
# A second of a moving square, as a camera would send it.
FILMED: Final = """async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
  const paint = canvas.getContext("2d");
  let at = 0;
  const timer = setInterval(() => { at += 4; paint.fillRect(at % 64, 8, 8, 8); }, 40);
  const film = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" });
  const parts = [];
  film.ondataavailable = ({ data }) => parts.push(data);
  film.start();
  await new Promise((done) => setTimeout(done, 1000));
  const stopped = new Promise((done) => (film.onstop = done));
  film.stop();
  await stopped;
  clearInterval(timer);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}"""


def record(folder: Path) -> Path:
    """Record calls, each as long as its place among them: silence will do."""
    for place, name in enumerate(CALLS, 1):
        file = folder / "en" / f"{name}.wav"
        file.parent.mkdir(parents=True, exist_ok=True)
        with wave.open(str(file), "wb") as sound:
            sound.setparams((1, 2, 8_000, 0, "NONE", ""))
            sound.writeframes(bytes(2 * 800 * place))
    return folder


@pytest.fixture(scope="module")
def film(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Film something and serve it, as a camera of the house would."""
    folder = tmp_path_factory.mktemp("camera")
    page = browser.new_page()
    (folder / "lt9.webm").write_bytes(base64.b64decode(page.evaluate(FILMED)))
    page.close()
    handler = partial(_Quietly, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as camera:
        threading.Thread(target=camera.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{camera.server_address[1]}/lt9.webm"
        camera.shutdown()


class _Quietly(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of who watches."""


@pytest.fixture(scope="module")
def sitting(
    browser: Browser, film: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("sitting")
    calls = record(folder / "calls")
    more = GUESTS.format(safer=HELP, calls=calls, video=film)
    with running(folder, period=HALF_AN_HOUR_S, staff=("lin",), more=more) as floor:
        stage = Stage(floor, browser)
        yield stage
        stage.close()


def listening(stage: Stage, station: str) -> Page:
    """Open a terminal whose sounds are written down."""
    page = stage.door()
    page.add_init_script(LISTEN)
    page.goto(stage.url(station))
    page.wait_for_selector("[data-connection=live]")
    return page


def heard(page: Page) -> list[object]:
    sounds: list[object] = page.evaluate("() => window.heard")
    return sounds


def to_table(page: Page, table: str) -> None:
    page.locator(f"[data-table={table}]").tap()
    expect(page.locator(f"[data-table={table}]")).to_have_attribute("aria-selected", "true")


def throw(page: Page, floor: FloorProcess) -> None:
    """Have the dice thrown, and the next period begin."""
    before = page.get_by_test_id("phase").get_attribute("data-phase")
    assert before == "wagering"
    floor.pass_time("SB1")
    in_phase(page, "awaiting_shoot")
    page.get_by_test_id("shoot").tap()
    in_phase(page, "wagering")


def test_a_long_sitting_at_two_tables_at_once(sitting: Stage) -> None:
    """Both tables are bet at in each round, and in the end every cent is in the guest's history."""
    player = listening(sitting, "T3")
    dealer = sitting.page("LT1-dealer", person="lin")
    for _ in range(2):
        insert_note(player, 10_000)
    load_shoe(dealer)
    for _ in range(ROUNDS):
        press(dealer, "new-game")
        to_table(player, "LT1")
        in_phase(player, "wagering")
        bet_by_tap(player, 2_500, "player")
        lies(player, {"player": (2_500, "staged")})
        to_table(player, "SB1")
        in_phase(player, "wagering")
        bet_by_tap(player, 100, "small")
        bet_by_tap(player, 100, "total:11")
        shows(player, "staked", 2_700)
        # The table in view has its stake beside its name, and so has the other, with its seconds.
        for table, staked in (("LT1", 2_500), ("SB1", 200)):
            betted = player.locator(f"[data-table={table}] [data-testid=betted]")
            expect(betted).to_have_attribute("data-cents", str(staked))
        expect(player.locator("[data-table=LT1] i")).to_have_text(re.compile(r"^\d+ s$"))
        to_table(player, "LT1")
        press(player, "confirm")
        lies(player, {"player": (2_500, "confirmed")})
        deal_out(dealer)
        shows(player, "staked", 200)
        to_table(player, "SB1")
        throw(player, sitting.floor)
        shows(player, "staked", 0)
    every_cent_is_told(player)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    player.get_by_test_id("acknowledge").tap()
    player.context.close()
    sitting.contexts.remove(player.context)


def every_cent_is_told(player: Page) -> None:
    credit = cents(player, "credit")
    player.get_by_test_id("open-history").tap()
    lines = player.locator("[data-testid=history] [data-line]")
    expect(lines).to_have_count(2 + 2 * ROUNDS)
    told = lines.evaluate_all("all => all.map((one) => Number(one.dataset.cents))")
    staked = ROUNDS * (2_500 + 200)
    assert sum(told) - staked == credit
    player.get_by_test_id("history-rounds").tap()
    rounds = player.locator("[data-own]")
    expect(rounds).to_have_count(2 * ROUNDS)
    net = rounds.evaluate_all("all => all.map((one) => Number(one.dataset.net))")
    assert 20_000 + sum(net) == credit
    expect(rounds.locator(".glance-dice, .glance-hands")).to_have_count(2 * ROUNDS)
    player.keyboard.press("Escape")


def test_a_guest_reads_hears_a_win_mutes_it_and_is_reminded_of_his_time(sitting: Stage) -> None:
    player = listening(sitting, "T1")
    dealer = sitting.page("LT1-dealer", person="lin")
    # With no money in: what the game is, what it costs, where help is.
    player.get_by_test_id("open-rules").tap()
    expect(player.get_by_test_id("rules")).to_contain_text("19 to 20")
    player.keyboard.press("Escape")
    for _ in range(5):
        insert_note(player, 10_000)
    expect(player.get_by_test_id("service-line")).to_contain_text(HELP)
    load_shoe(dealer)
    while not plays_one(player, dealer):
        assert cents(player, "credit") >= 2_500, "never a win"
    assert f"call {0.1:.1f}" in heard(player), "nobody called for bets"
    assert "call 0.2" in heard(player), "nobody called that no more are taken"
    player.get_by_test_id("open-history").tap()
    player.get_by_test_id("history-rounds").tap()
    expect(player.locator("[data-own]").first).to_contain_text("+25.00")
    player.keyboard.press("Escape")

    player.get_by_test_id("sound").tap()
    player.get_by_test_id("sound").tap()
    expect(player.get_by_test_id("sound")).to_have_attribute("data-volume", "0")
    before = len(heard(player))
    plays_one(player, dealer)
    assert len(heard(player)) == before

    is_reminded(player, dealer, sitting.floor)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    player.get_by_test_id("acknowledge").tap()
    expect(player.get_by_test_id("sound")).to_have_attribute("data-volume", "2")
    player.context.close()
    sitting.contexts.remove(player.context)


def plays_one(player: Page, dealer: Page) -> bool:
    """Play a coup on the player's side; say whether it was won, and see that a win was heard."""
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    lies(player, {"player": (2_500, "staged")})
    press(player, "confirm")
    before = len(heard(player))
    won = deal_out(dealer) == "player"
    volume = player.get_by_test_id("sound").get_attribute("data-volume")
    if volume != "0":
        until(player, lambda: 523 in heard(player)[before:], "the result is heard")
        assert (TOP_OF_A_WIN in heard(player)[before:]) == won
    return won


def is_reminded(player: Page, dealer: Page, floor: FloorProcess) -> None:
    """Set a limit of half an hour, over a reload; when it is over he is told until he reads."""
    player.get_by_test_id("open-time").tap()
    player.locator("[data-limit='30']").tap()
    expect(player.get_by_test_id("time-set")).to_be_visible()
    player.keyboard.press("Escape")
    player.reload()
    player.wait_for_selector("[data-connection=live]")
    expect(player.get_by_test_id("time-strip")).to_have_count(0)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    floor.pass_time("LT1")
    strip = player.get_by_test_id("time-strip")
    expect(strip).to_have_attribute("data-over", "true")
    expect(strip).to_contain_text(HELP)
    player.get_by_test_id("time-read").tap()
    expect(strip).to_have_count(0)
    deal_out(dealer)


def test_what_was_laid_last_is_taken_back_and_a_chip_beyond_the_credit_is_dim(
    sitting: Stage,
) -> None:
    player = sitting.page("T1")
    dealer = sitting.page("LT1-dealer", person="lin")
    insert_note(player, 5_000)
    player.get_by_test_id("cash-out").tap()
    player.get_by_test_id("cash-out-no").tap()
    shows(player, "credit", 5_000)
    load_shoe(dealer)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    expect(player.locator("[data-chip='10000']")).to_have_attribute("data-beyond", "true")
    bet_by_tap(player, 2_500, "banker")
    lies(player, {"banker": (2_500, "staged")})
    choose_chip(player, 500)
    player.locator("[data-bet=banker]").tap()
    lies(player, {"banker": (3_000, "staged")})
    press(player, "clear")
    lies(player, {})
    for left in ({"banker": (3_000, "staged")}, {"banker": (2_500, "staged")}, {}):
        press(player, "undo")
        lies(player, left)
    shows(player, "credit", 5_000)
    press(player, "cash-out")
    shows(player, "credit", 0)
    player.get_by_test_id("acknowledge").tap()
    # What is no longer on the screen is still within one touch.
    player.get_by_test_id("money-in").tap()
    player.get_by_test_id("last-ticket").tap()
    shows(player, "credit", 5_000)
    # The account has ended: nothing of the one before can be repeated or taken back.
    for key in ("repeat", "undo"):
        expect(player.get_by_test_id(key)).to_have_attribute("aria-disabled", "true")
    press(player, "cash-out")
    deal_out(dealer)


def test_the_picture_of_a_table_moves_beside_its_felt(sitting: Stage) -> None:
    """The content policy lets it in, and nothing else from elsewhere."""
    player = sitting.page("T90")
    picture = player.get_by_test_id("picture").locator("video")
    expect(picture).to_have_js_property("videoWidth", 64)
    until(player, lambda: picture.evaluate("video => video.currentTime") > 0, "the picture moves")
    player.get_by_test_id("shows-picture").tap()
    expect(picture).to_have_count(0)
    other = sitting.page("T1")
    expect(other.get_by_test_id("picture")).to_have_count(0)
