"""A floor in its own process and a real Chromium at its stations."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PROCESS: Final = Path(__file__).parent / "floor_process.py"
WEB: Final = Path(__file__).parents[2] / "src" / "openfelt" / "server" / "web"
SIZES: Final = ((1280, 1024), (1920, 1080))
PASSWORD: Final = "a long password"
PIN: Final = "4711"
OFFICE: Final = "-table"
STAFF: Final = {"lin": "dealer", "mei": "dealer", "ann": "egs", "amy": "agm", "gus": "gm"}
# How people call those whom the journal knows by an id; the others go by it.
NAMES: Final = {"ann": "Ann Lee", "amy": "Amy Wong"}
LANGUAGES: Final = {"en": "en", "zh": "zh-Hans", "zh-Hant": "zh-Hant"}
# Long enough that no test waits for it or is hurried by it.
PERIOD_S: Final = 3_600
# No station locks unless its story is about that, however much time is made to pass.
IDLE_S: Final = 604_800
# A period that ends: more than any story takes to lay its chips, which then lets the rest pass.
ROUND_S: Final = 60
# What a page may take on a busy machine before the test gives up.
PATIENCE_MS: Final = 40_000
PORTS: Final = range(20_000, 32_000)
# `make soak` looks at everything, and tells each story in every way.
EVERYTHING: Final = os.environ.get("OPENFELT_SCREENS") == "all"
# The third language is as long as the second.
SPOKEN: Final = tuple(LANGUAGES) if EVERYTHING else ("en", "zh")
# What the story before was told is not said to the next one.
DISMISS_TOASTS: Final = "document.querySelectorAll('.toast').forEach((toast) => toast.click())"
# No message goes because it has been there long enough.
NO_EXPIRY: Final = """() => {
  const later = window.setTimeout;
  window.setTimeout = (act, millis) => (millis === 5000 ? 0 : later(act, millis));
}"""
# What a browser does beside showing the page.  The first two draw the address bar, each as a page
# of its own, and take longer over it than a station takes to open.  The browser reads one such
# list: ours stands for Playwright's.
IDLE_FEATURES: Final = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
FLAGS: Final = (
    f"--disable-features={','.join(IDLE_FEATURES)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=PATIENCE_MS)

CONFIG: Final = """
[server]
folder = "{folder}"
demo = {demo}
office = "127.0.0.1:{office}"
floor = "127.0.0.1:{floor}"
floor_feed = "127.0.0.1:{floor_feed}"
office_feed = "127.0.0.1:{office_feed}"
follow = false
log = "error"

[floor]
pits = ["main"]
idle_lock = {idle_lock}

[[floor.table]]
name = "LT1"
pit = "main"
variant = "LT"
minimum = 25
maximum = 0
unit = 5
period = {period}
differential = 5000
tie_maximum = 500
pair_maximum = 500

[[floor.table]]
name = "SB1"
pit = "main"
variant = "SB"
minimum = 1
maximum = 500
unit = 1
period = {dice_period}
result_pause = {dice_pause}

[[floor.table]]
name = "SB2"
pit = "main"
variant = "SB"
minimum = 1
maximum = 500
unit = 1
period = {round_period}

[[floor.table]]
name = "MT1"
pit = "main"
variant = "MT_A"
minimum = 25
maximum = 500
unit = 25
period = {round_period}

[[floor.terminal]]
name = "T1"
pit = "main"
tables = ["LT1"]
seat = 1

[[floor.terminal]]
name = "T2"
pit = "main"
tables = ["SB1"]
seat = 2

[[floor.terminal]]
name = "T3"
pit = "main"
tables = ["LT1", "SB1"]
seat = 3

[[floor.terminal]]
name = "T4"
pit = "main"
tables = ["SB2"]
seat = 4

[[floor.terminal]]
name = "T5"
pit = "main"
tables = ["MT1"]
seat = 5

[[floor.station]]
name = "MT1-dealer"
kind = "dealer"
pit = "main"
tables = ["MT1"]

[[floor.station]]
name = "MT1-display"
kind = "display"
pit = "main"
tables = ["MT1"]

[[floor.station]]
name = "LT1-dealer"
kind = "dealer"
pit = "main"
tables = ["LT1"]

[[floor.station]]
name = "LT1-display"
kind = "display"
pit = "main"
tables = ["LT1"]

[[floor.station]]
name = "SB1-display"
kind = "display"
pit = "main"
tables = ["SB1"]

[[floor.station]]
name = "SB2-display"
kind = "display"
pit = "main"
tables = ["SB2"]

[[floor.station]]
name = "LT1-table"
kind = "table"
pit = "main"
tables = ["LT1"]

[[floor.station]]
name = "SB1-table"
kind = "table"
pit = "main"
tables = ["SB1"]

[[floor.station]]
name = "MT1-table"
kind = "table"
pit = "main"
tables = ["MT1"]
"""


def find_chromium() -> str:
    """Return a Chromium: one that was named, the system's, or the one Playwright installs."""
    named = os.environ.get("OPENFELT_CHROMIUM")
    if named:
        return named
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(install, timeout=300, check=False, capture_output=True)
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        pytest.fail(
            "no Chromium: install the system package `chromium`, or name one in OPENFELT_CHROMIUM",
            pytrace=False,
        )
    return path


def ways(*few: tuple[str, str]) -> list[tuple[str, str]]:
    """Return by which touch and in which language a story is told, when not in every way."""
    every = [(by, language) for by in ("tap", "drag") for language in ("en", "zh")]
    return every if EVERYTHING else list(few)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser for the length of a block."""
    if not (WEB / "player.html").is_file():
        pytest.fail("the stations are not built: run `make web`", pytrace=False)
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=list(FLAGS), timeout=3 * PATIENCE_MS
        )
        try:
            yield browser
        finally:
            browser.close()


def free_ports(count: int) -> list[int]:
    """Return ports nobody uses now; they must be the same after a restart, so 0 will not do.

    They lie below those the system gives to whoever connects: one of these might be taken while
    the floor is down.
    """
    ports: list[int] = []
    while len(ports) < count:
        port = secrets.choice(PORTS)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            # It is free again at once, and may be drawn twice.
            if port not in ports:
                ports.append(port)
    return ports


@dataclass
class FloorProcess:
    """The floor, and its life: start, kill, start again."""

    folder: Path
    periods: dict[str, int]
    seed: int
    demo: bool
    crowd: int = 0
    broken: tuple[str, ...] = ()
    more: str = ""
    process: subprocess.Popen[str] | None = None
    ports: list[int] = field(default_factory=lambda: free_ports(4))

    @property
    def config(self) -> Path:
        return self.folder / "floor.toml"

    def write_config(self, idle_lock: int = IDLE_S) -> None:
        names = ("office", "floor", "floor_feed", "office_feed")
        text = CONFIG.format(
            folder=self.folder / "data",
            demo=str(self.demo).lower(),
            idle_lock=idle_lock,
            **self.periods,
            **dict(zip(names, self.ports, strict=True)),
        )
        for seat in range(6, 6 + self.crowd):
            text += f'\n[[floor.terminal]]\nname = "T{seat}"\npit = "main"\ntables = ["LT1"]\n'
            text += f"seat = {seat}\n"
        for person, role in STAFF.items():
            text += f'\n[[floor.staff]]\nperson = "{person}"\nrole = "{role}"\n'
        self.config.write_text(text + self.more, encoding="utf-8")

    def lock_when_idle(self, seconds: int) -> None:
        """Have the running floor lock idle stations sooner, or later again."""
        self.write_config(seconds)
        self.control("reload", config=str(self.config))

    def start(self) -> None:
        self.write_config()
        self.process = subprocess.Popen(
            [sys.executable, str(PROCESS), str(self.config), str(self.seed), *self.broken],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n", "the floor did not open"

    def kill(self) -> None:
        """End the process between any two of its lines."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def pass_time(self, table: str) -> None:
        """Let the time pass that a table waits for: a period, or a button nobody presses."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{table}\n")
        self.process.stdin.flush()

    def control(self, do: str, **what: str) -> dict[str, str]:
        """Ask the floor by its control socket, as the command line does."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.folder / "data" / "control.sock"))
            line.sendall(json.dumps({"do": do, **what}).encode() + b"\n")
            answer: dict[str, str] = json.loads(line.makefile().readline())
        assert "error" not in answer, answer
        return answer

    def hire(self, *people: str) -> None:
        """Give people a password and a PIN, all at once: a good hash takes its time."""

        def one(person: str) -> None:
            name = NAMES.get(person, person)
            self.control("credential", person=person, name=name, password=PASSWORD, pin=PIN)

        with ThreadPoolExecutor() as pool:
            list(pool.map(one, people))


@contextmanager
def running(
    folder: Path,
    *,
    period: int = PERIOD_S,
    dice_period: int = PERIOD_S,
    dice_pause: int = 0,
    seed: int = 1,
    demo: bool = True,
    crowd: int = 0,
    broken: tuple[str, ...] = (),
    staff: Sequence[str] = ("lin", "ann"),
    more: str = "",
) -> Iterator[FloorProcess]:
    """Run a floor for the length of a block; periods are those of LT1 and of SB1.

    For `dice_pause` a result stays at SB1.  A crowd is so many terminals more at LT1; `broken` are
    virtual devices and their faults; `more` is written under the rest of the configuration.
    """
    periods = {
        "period": period,
        "dice_period": dice_period,
        "dice_pause": dice_pause,
        "round_period": ROUND_S,
    }
    floor = FloorProcess(folder, periods, seed, demo, crowd, broken, more)
    floor.start()
    try:
        floor.hire(*staff)
        yield floor
    finally:
        floor.kill()


@dataclass
class Stage:
    """Stations of one floor in one browser, each with its own storage and cookies.

    A station stays open, as on a real floor, and is met again by the next story: opening a page
    takes longer than playing a round on it.
    """

    floor: FloorProcess
    browser: Browser
    language: str = "en"
    contexts: list[BrowserContext] = field(default_factory=list)
    _open: dict[str, Page] = field(default_factory=dict)

    def page(self, station: str, size: tuple[int, int] = SIZES[0], person: str = "") -> Page:
        """Go to a station as somebody would: sign in where one has to, wait until it is live."""
        page = self._open.get(station)
        if page is None:
            page = self._open[station] = self.door(size)
            page.goto(self.url(station), wait_until="commit")
        if person:
            page.wait_for_selector("input[name=person], [data-testid=person]")
            if page.locator("input[name=person]").count():
                self.fill(page, person=person, password=PASSWORD)
        page.wait_for_selector("[data-connection=live]")
        page.evaluate(DISMISS_TOASTS)
        speak(page, self.language)
        return page

    def leave(self, station: str) -> None:
        """Close a station that a story has changed for the next one."""
        context = self._open.pop(station).context
        self.contexts.remove(context)
        context.close()

    def url(self, station: str) -> str:
        """Return where a station lives; those of the office have their own face."""
        office, floor = self.floor.ports[:2]
        return f"http://127.0.0.1:{office if station.endswith(OFFICE) else floor}/s/{station}/"

    def door(self, size: tuple[int, int] = SIZES[0]) -> Page:
        """Make a page with storage of its own."""
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        context.add_init_script(
            f"localStorage.getItem('openfelt.language')"
            f" ?? localStorage.setItem('openfelt.language', '{self.language}')"
        )
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        return context.new_page()

    def fill(self, page: Page, **fields: str) -> None:
        """Fill in a form of the door and send it."""
        for name, text in fields.items():
            page.fill(f"input[name={name}]", text)
        page.click("[data-testid=door-form] .button.gold")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()
        self._open.clear()


def speak(page: Page, language: str) -> None:
    """Have a page in a language, by its own key; so does whoever comes after a guest."""
    page.evaluate(f"localStorage.setItem('openfelt.language', '{language}')")
    while (spoken := page.get_attribute("html", "lang")) != LANGUAGES[language]:
        page.get_by_test_id("language").click()
        # What another language says is fetched first: a second click would go one too far.
        page.wait_for_function("was => document.documentElement.lang !== was", arg=spoken)
