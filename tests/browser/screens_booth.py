"""The built pages in a real browser, told what a story says: no floor, no ports, no waiting."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from mimetypes import guess_type
from typing import Final

from browser_stage import LANGUAGES, NO_EXPIRY, PATIENCE_MS, WEB
from playwright.sync_api import Browser, Page, Route, WebSocketRoute
from screens_told import Frame, Moment, Watch

# Nobody listens there: every request is answered here.  A page needs this host to be trusted.
ORIGIN: Final = "http://localhost:1"
Size = tuple[int, int]

# A key stays pressed for a moment after the finger has gone, and comes back in another.
DRAWN: Final = """async () => {
  await document.fonts.ready;
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  do await frame(); while (document.querySelector("button:active"));
  // What stands still on purpose never ends.
  const ends = (moving) =>
    moving.playState === "running" && moving.effect.getComputedTiming().iterations !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((moving) => moving.finished));
  await frame();
}"""


# What the floor says to the questions of a form: long names, large sums, everything that can be.
APPROVERS: Final[Frame] = {
    "type": "approvers",
    "approval": {
        "alone": True,
        "persons": [
            {"person": "amy", "name": "Amy Wong", "roles": ["agm"]},
            {"person": "gus", "name": "Augustus Featherstonehaugh", "roles": ["gm", "agm"]},
            {"person": "emma", "name": "Emma Ng", "roles": ["egs"]},
        ],
    },
}
WEIGHED: Final[Frame] = {
    "type": "weighed",
    "effect": {
        "mark": "seen",
        "facts": [
            {"event": "SettlementReversed", "round": 1204, "at": 0},
            {"event": "RoundResettled", "round": 1204, "at": 0},
            {"event": "ClosingNoticePosted", "round": 0, "at": 1},
        ],
        "changes": [
            {
                "terminal": f"T{seat}",
                "seat": seat,
                "credit": 1_234_567_00,
                "credit_after": 1_234_567_00 - 2_500_00 * seat,
                "staked": 10_000_00,
                "staked_after": 0,
                "owed": 75_000_00 if seat == 2 else 0,
            }
            for seat in range(1, 9)
        ],
        "bank": 1_250_000_00,
        "claims": -75_000_00,
        "loose": True,
    },
}
# A countdown is drawn some times a second, whatever the feed says in between.
COUNTED: Final = """left => [...document.querySelectorAll("[data-testid=countdown]")]
  .every((shown) => Math.abs(shown.dataset.seconds - left) < 3)"""
# What is looked at in many sizes stays as it came up: no second passes, no message goes.
STOPPED_AT_WILL: Final = """(() => {
  const real = performance.now.bind(performance);
  let [stopped, lost] = [null, 0];
  performance.now = () => stopped ?? real() - lost;
  window.stopTime = () => { stopped ??= performance.now(); };
  window.letTimePass = () => { [lost, stopped] = [real() - performance.now(), null]; };
})()"""
# Dice that are read at once are seen to roll for a while: the moment is when they rest.
RESTED: Final = "rolls => rolls === (document.querySelector('.rolling') !== null)"


@dataclass
class Booth:
    """One browser's stations in one language, all of one size at a time."""

    browser: Browser
    language: str
    size: Size = (1280, 1024)
    cut_off: bool = False
    _pages: dict[str, Page] = field(default_factory=dict)
    _told: dict[str, tuple[Frame, ...]] = field(default_factory=dict)
    _history: dict[str, Frame] = field(default_factory=dict)
    _slips: dict[str, dict[str, Frame]] = field(default_factory=dict)
    _sockets: dict[str, WebSocketRoute] = field(default_factory=dict)

    def shown(self, moment: Moment) -> Page:
        """Return the station's page as it is at a moment."""
        watch = moment.watch
        name = f"{watch.table} {watch.station}"
        self._told[name] = moment.frames
        self._history[name] = moment.history
        self._slips[name] = moment.slips
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = self._station(name, watch)
            page.wait_for_selector("[data-connection=live]")
        else:
            self.say(moment, *moment.frames)
            if watch.table.startswith(("SB", "A")):
                page.wait_for_function(RESTED, arg=moment.tumbles)
        if watch.kind != "pit" and moment.seconds_left is not None:
            page.wait_for_function(COUNTED, arg=moment.seconds_left)
        page.wait_for_selector("[data-connection=live]")
        assert not page.locator(".veil").count(), "what lies under a veil is not measured"
        return self.drawn(page)

    def say(self, moment: Moment, *frames: Frame) -> None:
        """Send a station more than its views."""
        socket = self._sockets[f"{moment.watch.table} {moment.watch.station}"]
        for frame in frames:
            socket.send(json.dumps(frame))

    def cut(self, moment: Moment) -> None:
        """Lose the connection, and let nobody come back."""
        self.cut_off = True
        self._sockets[f"{moment.watch.table} {moment.watch.station}"].close()

    def forget(self, moment: Moment) -> None:
        """Close a page that has been left in another state than the next moment expects."""
        self.cut_off = False
        self._pages.pop(f"{moment.watch.table} {moment.watch.station}").context.close()

    def door(self, file: str, path: str, answer: Frame) -> Page:
        """Return a page that asks once how things stand."""
        page = self._pages.get(path)
        if page is None:
            page = self._pages[path] = self._page()
            page.route("**/api/**", lambda route: route.fulfill(json=answer))
            page.route(f"{ORIGIN}{path}", lambda route: _give(route, file))
            page.goto(f"{ORIGIN}{path}")
            page.wait_for_selector("h1")
        return self.drawn(page)

    def drawn(self, page: Page) -> Page:
        """Wait until what was changed is on the screen, in this size."""
        width, height = self.size
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        return page

    @contextmanager
    def still(self, page: Page) -> Iterator[None]:
        """Keep a page at its moment, however long it is looked at."""
        page.evaluate("stopTime()")
        try:
            yield
        finally:
            page.evaluate("letTimePass()")

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()
        self._pages.clear()

    def _page(self) -> Page:
        width, height = self.size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        context.add_init_script(f"localStorage.setItem('openfelt.language', '{self.language}')")
        context.add_init_script(STOPPED_AT_WILL)
        context.add_init_script(f"({NO_EXPIRY})()")
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.route(
            f"{ORIGIN}/assets/**", lambda route: _give(route, route.request.url[len(ORIGIN) + 1 :])
        )
        return page

    def _station(self, name: str, watch: Watch) -> Page:
        page = self._page()
        address = f"{ORIGIN}/s/{watch.station}/"
        page.route(f"{address}api/token", self._token)
        page.route(f"{address}api/station", lambda route: route.fulfill(json=info(watch)))
        page.route(f"{address}api/approvers", lambda route: route.fulfill(json=APPROVERS))
        page.route(f"{address}api/weigh", lambda route: route.fulfill(json=WEIGHED))
        page.route(f"{address}api/slip", lambda route: self._slip(name, route))
        page.route(f"{address}api/history", lambda route: route.fulfill(json=self._history[name]))
        page.route(address, lambda route: _give(route, f"{watch.kind}.html"))
        page.route_web_socket("**/feed", lambda socket: self._listen(name, socket))
        page.goto(address)
        page.wait_for_selector(f"html[lang='{LANGUAGES[self.language]}']")
        return page

    def _token(self, route: Route) -> None:
        if self.cut_off:
            route.abort()
        else:
            route.fulfill(json={"token": "once", "feed": "/feed"})

    def _slip(self, name: str, route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        route.fulfill(json=self._slips[name][asked["number"]])

    def _listen(self, name: str, socket: WebSocketRoute) -> None:
        self._sockets[name] = socket

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "hello":
                for frame in self._told[name]:
                    socket.send(json.dumps(frame))
            elif said["type"] == "ping":
                # Who hears nothing takes the line for lost, and covers the page.
                time = self._told[name][0]["time"]
                pong = {"type": "pong", "sent": said["sent"], "time": time, "versions": {}}
                socket.send(json.dumps(pong))

        socket.on_message(hear)


def _give(route: Route, file: str) -> None:
    path = WEB / file
    route.fulfill(body=path.read_bytes(), content_type=guess_type(file)[0] or "text/plain")


def info(watch: Watch, **other: object) -> Frame:
    """Return how a station stands, as its face would say it."""
    return {
        "station": watch.station,
        "kind": watch.kind,
        "enrolled": True,
        "needs_sign_in": bool(watch.person),
        "person": watch.person,
        "name": watch.person.title(),
        "roles": [watch.role] if watch.role else [],
        "locked": False,
        "demo": True,
        "feed": "/feed",
        "guests": [
            {"person": person, "role": role, "password": "demo"} for person, role in PEOPLE.items()
        ],
        **other,
    }


# The people of a demonstration, as many as its door offers.
PEOPLE: Final = {
    "ann": "egs",
    "ben": "agm",
    "cleo": "gm",
    "dan": "casino_supervisor",
    "eve": "games_supervisor",
    "finn": "shift_manager",
}
