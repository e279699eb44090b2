"""Every screen there is to look at: each station at each moment, its forms, its doors, its ends."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from browser_stage import DISMISS_TOASTS
from playwright.sync_api import Page
from screens_booth import Booth, Size, info
from screens_told import HOUSE_SAYS, WATCHED, Moment, Watch, tell

from openfelt.stations.key import BY_AUTHORITY

SIZES: Final[tuple[Size, ...]] = (
    (1366, 650),
    (1024, 768),
    (1366, 768),
    (1280, 800),
    (1600, 900),
    (1280, 1024),
    (1920, 1080),
    (768, 1024),
    (1080, 1920),
    (390, 844),
)


@dataclass(frozen=True)
class Screen:
    """One thing to look at: how a booth brings it up, and how it is left again."""

    title: str
    kind: str
    enter: Callable[[Booth], Page]
    leave: Callable[[Booth, Page], None] = lambda _, __: None

    @contextmanager
    def up(self, booth: Booth) -> Iterator[Page]:
        page = self.enter(booth)
        try:
            yield page
        finally:
            self.leave(booth, page)

    def in_sizes(self, booth: Booth, sizes: Sequence[Size]) -> Iterator[tuple[Size, Page]]:
        """Bring it up once and show it in one size after the other, as a window is resized."""
        booth.size = sizes[0]
        with self.up(booth) as page, booth.still(page):
            for size in sizes:
                booth.size = size
                yield size, booth.drawn(page)


def screens() -> list[Screen]:
    """Return all of them."""
    moments = [moment for story in WATCHED for moment in tell(story)]
    shown = [*map(_still, moments), *_told(moments), *_raced(moments)]
    return [
        *shown,
        *_forms(moments),
        *_craps(moments),
        *_dealt(moments),
        *_brought(moments),
        *_carried(moments),
        *_ends(moments),
        *_doors(),
    ]


def _still(moment: Moment) -> Screen:
    return Screen(moment.title, moment.watch.kind, lambda booth: booth.shown(moment))


def _at(moments: Sequence[Moment], station: str, name: str) -> Moment:
    return next(m for m in moments if m.watch.station == station and m.name == name)


def _form(moment: Moment, title: str, *touches: str) -> Screen:
    """Open something by touching one thing after the other; Escape closes it."""

    def enter(booth: Booth) -> Page:
        page = booth.shown(moment)
        for touch in touches:
            page.locator(touch).first.dispatch_event("click")
        page.wait_for_selector("dialog[open]")
        return booth.drawn(page)

    def leave(_: Booth, page: Page) -> None:
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")

    return Screen(f"{moment.title}, {title}", moment.watch.kind, enter, leave)


def _typed(moment: Moment, title: str, touches: Sequence[str], then: Sequence[str]) -> Screen:
    """Open a form, give a reason, and touch on: whoever approves, or the step that shows it."""
    opened = _form(moment, title, *touches)

    def enter(booth: Booth) -> Page:
        page = opened.enter(booth)
        page.wait_for_selector(".approver")
        if page.locator("dialog input[name=reason]").count():
            page.fill("dialog input[name=reason]", "a fire drill")
        for touch in then:
            page.locator(touch).first.dispatch_event("click")
            page.wait_for_timeout(50)
        page.wait_for_selector(".pin-keys, [data-testid=act-do][aria-disabled=false]")
        return booth.drawn(page)

    return Screen(opened.title, opened.kind, enter, opened.leave)


def _acts(moment: Moment, field: str) -> list[str]:
    view = next(frame["view"] for frame in moment.frames[1:] if field in frame["view"])
    return [key["act"] for key in view[field] if key["reason"] in ("", *BY_AUTHORITY)]


def _forms(moments: Sequence[Moment]) -> Iterator[Screen]:
    player = _at(moments, "T1", "idle with credit")
    yield _form(player, "money in", "[data-testid=money-in]")
    yield _form(player, "staff only", "[data-testid=open-log]")
    told = _at(moments, "T1", "a settled round is void")
    yield _form(told, "history", "[data-testid=open-history]")
    yield _form(told, "own rounds", "[data-testid=open-history]", "[data-testid=history-rounds]")
    yield _form(told, "replay", "[data-testid=open-replay]")
    yield _form(told, "time", "[data-testid=open-time]", "[data-limit='60']")
    yield _form(player, "cash-out", "[data-testid=cash-out]")
    for name in ("seventeen came", "small came"):
        came = _at(moments, "T1", name)
        rounds = ("[data-testid=open-history]", "[data-testid=history-rounds]")
        yield _form(came, "own rounds", *rounds)
    several = _at(moments, "T1", "bets at two tables")
    yield _form(several, "tables", "[data-testid=open-tables]")
    for name in ("bets at two tables", "small came", "raised on nine", "seventeen came"):
        yield _form(_at(moments, "T1", name), "rules", "[data-testid=open-rules]")
    for station, name in (
        ("LT1-dealer", "six cards"),
        ("LT1-table", "six cards"),
        ("SB1-table", "small came"),
        ("MS1-dealer", "in doubt"),
        ("MS1-table", "in doubt"),
        ("MT1-dealer", "one card too many"),
        ("MT1-table", "one card too many"),
        ("R1-dealer", "the number is read"),
        ("R1-table", "seventeen came"),
        ("A1-table", "eight came hard"),
    ):
        staff = _at(moments, station, name)
        more = "nav [data-testid=more-acts]"
        if _acts(staff, "rare_acts"):
            yield _form(staff, "more", more)
        acts = _acts(staff, "acts")
        for act in acts:
            yield _form(staff, act, f"[data-act={act}]")
        for act in filter(acts.__contains__, ("void", "suspend")):
            key = (f"[data-act={act}]",)
            yield _typed(staff, f"{act} with a PIN", key, ("[data-approver=gus]",))
        if "void" in acts:
            yield _typed(staff, "void weighed", ("[data-act=void]",), ("[data-testid=act-show]",))
        for act in _acts(staff, "rare_acts"):
            yield _form(staff, act, more, f"dialog [data-act={act}]")


def _raced(moments: Sequence[Moment]) -> Iterator[Screen]:
    """The race track, where it takes the place of the cloth."""
    turn = "document.querySelector('[data-testid=race-track]').click()"

    def raced(moment: Moment) -> Screen:
        def enter(booth: Booth) -> Page:
            page = booth.shown(moment)
            page.evaluate(turn)
            return booth.drawn(page)

        title = f"{moment.title}, race track"
        return Screen(title, "player", enter, lambda _, page: page.evaluate(turn))

    for moment in moments:
        at = moment.watch.table, moment.watch.kind
        if at == ("R1", "player") and moment.name in ("chips on every kind", "seventeen came"):
            yield raced(moment)


def _dealt(moments: Sequence[Moment]) -> Iterator[Screen]:
    """What a dealer of a virtual shoe is asked for."""
    yield _form(_at(moments, "LT2-dealer", "betting"), "early draw", "[data-testid=draw]")
    unread = _at(moments, "LT2-dealer", "a card was not read")
    yield _form(unread, "key_card", "[data-act=key_card]")


def _craps(moments: Sequence[Moment]) -> Iterator[Screen]:
    """What a craps player is told of a wager, and the hops where a key turns to them."""
    player = _at(moments, "T1", "raised on nine")
    for bet in ("pass_line", "come:9", "come_odds:6"):
        yield _form(player, f"{bet} explained", f"[data-stands='{bet}']")
    yield _turned(_at(moments, "T1", "odds and a new come"))


def _brought(moments: Sequence[Moment]) -> Iterator[Screen]:
    """What a cash desk shows of a slip, and the forms beside it."""
    for moment in moments:
        for number, told in moment.slips.items():
            if moment.name == "slips of every kind":
                yield _scanned(moment, number, told["slip"]["state"])
    desk = _at(moments, "cash-desk", "slips of every kind")
    for act in ("fill_drawer", "close_drawer"):
        yield _form(desk, act, f"[data-act={act}]")
    yield _form(desk, "a case", "[data-case]")
    silent = _at(moments, "cash-desk", "the dispenser is silent")
    yield _form(silent, "a kiosk", "[data-kiosk]")
    yield _form(silent, "what came out", "[data-kiosk]", "[data-act=came_out]")
    closed = _at(moments, "cash-desk", "closed and empty")
    yield _form(closed, "load a kiosk", "[data-kiosk]", "[data-act=load_kiosk]")


def _carried(moments: Sequence[Moment]) -> Iterator[Screen]:
    """What an attendant is asked on his telephone."""
    phone = _at(moments, "telephone", "all at once")
    yield _form(phone, "done", "[data-act=done]")
    yield _form(phone, "a dispute", "[data-act=dispute]")
    yield _form(phone, "not satisfied", "[data-way=unsatisfied]")
    yield _form(phone, "a review", "[data-way=review]")


def _scanned(moment: Moment, number: str, state: str) -> Screen:
    def enter(booth: Booth) -> Page:
        page = booth.shown(moment)
        page.fill("input[name=slip]", number)
        page.press("input[name=slip]", "Enter")
        page.wait_for_selector(f"[data-testid=slip]:has-text('{number}')")
        return booth.drawn(page)

    title = f"{moment.title}, {'voucher' if number.startswith('V') else 'ticket'} {state}"
    return Screen(title, moment.watch.kind, enter)


def _turned(moment: Moment) -> Screen:
    def turn(page: Page) -> None:
        key = page.locator("[data-testid=hops]")
        if key.count():
            key.dispatch_event("click")

    def enter(booth: Booth) -> Page:
        page = booth.shown(moment)
        turn(page)
        return booth.drawn(page)

    def leave(_: Booth, page: Page) -> None:
        turn(page)

    return Screen(f"{moment.title}, hops", moment.watch.kind, enter, leave)


def _told(moments: Sequence[Moment]) -> Iterator[Screen]:
    """Why a closed key is closed: said over nothing that is decided, counted or pressed."""
    for station, name in (
        ("T1", "six cards"),
        ("T1", "small came"),
        ("LT1-dealer", "six cards"),
        ("LT1-table", "six cards"),
        ("SB1-table", "small came"),
    ):
        yield _refused(_at(moments, station, name))


_CLOSED: Final = ":is(.key, [data-act], .coup-keys button)[aria-disabled=true]"


def _refused(moment: Moment) -> Screen:
    def enter(booth: Booth) -> Page:
        page = booth.shown(moment)
        page.locator(_CLOSED).first.dispatch_event("click")
        page.wait_for_selector(".toast")
        return booth.drawn(page)

    def leave(_: Booth, page: Page) -> None:
        page.evaluate(DISMISS_TOASTS)

    return Screen(f"{moment.title}, refused", moment.watch.kind, enter, leave)


def _ends(moments: Sequence[Moment]) -> Iterator[Screen]:
    """Where a page is covered: locked, without a connection, used elsewhere, warned."""
    for moment in (_at(moments, "T1", "confirmed"), _at(moments, "LT1-dealer", "confirmed")):
        yield _covered(moment, "cut off", Booth.cut, ".veil.lost")
        yield _covered(moment, "used elsewhere", _replaced, ".veil.ended")
    played = _at(moments, "T1", "player won")
    help_line = "Gambling help, day and night: 1800 858 858"
    strip = "[data-testid=time-strip]"
    yield _housed(played, "reminded", strip, 7_500, remind_every=60, safer=help_line)
    videos = {"LT1": "http://localhost:1/none.webm"}
    filmed = _at(moments, "T1", "confirmed")
    yield _housed(filmed, "no picture", ".picture-none", videos=videos, safer=help_line)
    for station in ("LT1-dealer", "LT1-table"):
        yield _covered(_at(moments, station, "confirmed"), "locked", _locked, ".lock-box")
    yield _covered(_at(moments, "LT1-table", "confirmed"), "warned", _warned, ".warnings")


def _housed(moment: Moment, title: str, seen: str, later_s: int = 0, **house: object) -> Screen:
    """Have the house say more than it usually does, so many seconds later."""
    welcome, *views = moment.frames
    time = welcome["time"] + later_s * 1_000_000
    more = {**welcome, "house": {**HOUSE_SAYS, **house}, "time": time}
    told = replace(moment, frames=(more, *({**view, "time": time} for view in views)))

    def enter(booth: Booth) -> Page:
        page = booth.shown(told)
        page.wait_for_selector(seen)
        return booth.drawn(page)

    def leave(booth: Booth, _: Page) -> None:
        booth.forget(moment)

    return Screen(f"{moment.title}, {title}", moment.watch.kind, enter, leave)


def _covered(moment: Moment, title: str, act: Callable[[Booth, Moment], None], seen: str) -> Screen:
    def enter(booth: Booth) -> Page:
        page = booth.shown(moment)
        act(booth, moment)
        page.wait_for_selector(seen)
        return booth.drawn(page)

    return Screen(
        f"{moment.title}, {title}",
        moment.watch.kind,
        enter,
        lambda booth, _: booth.forget(moment),
    )


def _replaced(booth: Booth, moment: Moment) -> None:
    booth.say(moment, {"type": "bye", "why": "REPLACED"})


def _locked(booth: Booth, moment: Moment) -> None:
    booth.say(moment, {"type": "locked"})


def _warned(booth: Booth, moment: Moment) -> None:
    codes = ("codes_guessed", "credential_changed", "folder_open_to_all", "wrong_tries")
    warnings = [{"code": code, "about": "LT1-dealer", "count": 3} for code in codes]
    booth.say(moment, {"type": "warned", "warnings": warnings})


def _doors() -> Iterator[Screen]:
    watch = Watch("LT1-table", "table", "LT1")
    told = {
        "sign in": ("signin.html", "/s/a/", info(watch)),
        "enrol": ("enrol.html", "/s/b/", info(watch, enrolled=False)),
        "unlock": ("signin.html", "/s/c/", info(watch, locked=True)),
        "nowhere": ("nowhere.html", "/s/T9", {"demo": True, "stations": []}),
        "start": ("index.html", "/", {"demo": True, "stations": list(_links())}),
    }
    for title, (file, path, answer) in told.items():
        yield Screen(
            f"door: {title}",
            "door",
            lambda booth, told=(file, path, answer): booth.door(*told),  # type: ignore[misc]
        )


def _links() -> Iterator[dict[str, object]]:
    for kind, count in (
        ("player", 24),
        ("dealer", 4),
        ("display", 6),
        ("table", 6),
        ("attendant", 2),
        ("cashdesk", 2),
        ("kiosk", 2),
    ):
        for number in range(1, count + 1):
            name = f"{kind}-{number}"
            link = {"station": name, "kind": kind, "tables": ["LT1"], "url": f"/s/{name}/"}
            several = kind == "player" and number % 4 == 0
            games = ["baccarat", "sic bo", "craps", "roulette"] if several else ["baccarat"]
            seat = ("free", "taken", "robot")[number % 3] if kind == "player" else ""
            yield {**link, "games": games, "seat": seat}
