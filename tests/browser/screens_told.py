"""What a floor tells its stations at moments of a story: the frames of the feed, without a server.

A story is a floor transcript with lines `== NAME`; at each of them the stations of its table are
asked for their views, by the very code that serves them.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any, Final

import msgspec

from openfelt.floor.base import Event
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import State
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import Runner
from openfelt.scenario.script import Step, step, without_comment
from openfelt.scenario.stage import PIT, Stage
from openfelt.stations.kind import KINDS, StationKind
from openfelt.stations.memory import Memory
from openfelt.stations.own_rounds import own_rounds
from openfelt.stations.presence import Presence, Told
from openfelt.stations.slip import SlipView, slip_view
from openfelt.stations.window import Post, Room, Window

HOUSE_SAYS: Final = {
    "time_zone": "Australia/Sydney",
    "currency": "A$",
    "remind_every": 0,
    "safer": "",
    "videos": {},
    "calls": [],
}
DEALER: Final = "Dana Fitzgerald"
MANY: Final = 20
STORIES: Final = Path(__file__).parent / "screens"
MOMENT: Final = "== "

Frame = dict[str, Any]


@dataclass(frozen=True)
class Watch:
    """A station of a story, and who is signed in there; `live` where a real shoe is dealt from."""

    station: str
    kind: str
    table: str
    person: str = ""
    role: str = ""
    live: bool = False
    others: tuple[str, ...] = ()  # Tables besides, where a player's terminal is linked to several.


@dataclass(frozen=True)
class Moment:
    """What one station is told at one moment."""

    watch: Watch
    name: str
    frames: tuple[Frame, ...]
    history: Frame
    story: str
    # What a desk is told of each slip there is, by its number.
    slips: dict[str, Frame] = field(default_factory=dict)

    @property
    def tumbles(self) -> bool:
        return any(frame.get("view", {}).get("phase") == "tumbling" for frame in self.frames)

    @property
    def seconds_left(self) -> int | None:
        """What a countdown of its table shows at that moment; none where none runs."""
        for frame in self.frames[1:]:
            view = frame["view"]
            if frame["topic"].startswith("display:") and view["due"] and not view["suspended"]:
                left: int = view["due"] - frame["time"]
                return ceil(left / 1_000_000)
        return None

    @property
    def title(self) -> str:
        return (
            f"{self.story} {self.watch.table} {self.watch.kind} {self.watch.station}: {self.name}"
        )


WATCHED: Final = {
    "baccarat": (
        Watch("T1", "player", "LT1"),
        Watch("T2", "player", "LT1"),
        Watch("T4", "player", "LT1"),
        Watch("LT1-dealer", "dealer", "LT1", "lin", "dealer", live=True),
        Watch("LT1-table", "table", "LT1", "gus", "gm"),
        Watch("LT1-display", "display", "LT1"),
    ),
    "shoe": (Watch("LT2-dealer", "dealer", "LT2", "lin", "dealer"),),
    "sicbo": (
        Watch("T1", "player", "SB1"),
        Watch("SB1-table", "table", "SB1", "emma", "egs"),
        Watch("SB1-display", "display", "SB1"),
    ),
    "dealt_dice": (
        Watch("T1", "player", "MS1"),
        Watch("MS1-dealer", "dealer", "MS1", "dana", "dealer"),
        Watch("MS1-table", "table", "MS1", "sue", "casino_supervisor"),
        Watch("MS1-display", "display", "MS1"),
    ),
    "craps": (
        Watch("T1", "player", "A1"),
        Watch("T2", "player", "A1"),
        Watch("A1-table", "table", "A1", "amy", "agm"),
        Watch("A1-display", "display", "A1"),
    ),
    "mt_baccarat": (
        Watch("T1", "player", "MT1"),
        Watch("MT1-dealer", "dealer", "MT1", "lin", "dealer", live=True),
        Watch("MT1-table", "table", "MT1", "sue", "casino_supervisor"),
        Watch("MT1-display", "display", "MT1"),
    ),
    "tables": (
        Watch("T1", "player", "LT1", others=("EM1", "SB1", "LT2")),
        Watch("LT1-dealer", "dealer", "LT1", "lin", "dealer", live=True, others=("EM1",)),
    ),
    "kiosk": (
        Watch("K1", "kiosk", "kiosks"),
        Watch("cash-desk", "cashdesk", "kiosks", "casey", "cashier"),
    ),
    "cashdesk": (Watch("cash-desk", "cashdesk", "house", "casey", "cashier"),),
    "attendant": (
        Watch("telephone", "attendant", "all", "anna", "attendant"),
        Watch("S1-table", "table", "S1", "emma", "egs"),
    ),
    "pit": (Watch("pit-desk", "pit", "all", "gus", "gm"),),
    "roulette": (
        Watch("T1", "player", "R1"),
        Watch("R1-dealer", "dealer", "R1", "dana", "dealer"),
        Watch("R1-table", "table", "R1", "sue", "casino_supervisor"),
        Watch("R1-display", "display", "R1"),
    ),
}
# Others play at the same table: what they see is looked at where it differs.
ONLY: Final = {
    "T2": ("a terminal is faulty", "banker won", "odds and a new come", "another shoots"),
    "T4": ("printer fault",),
}


class _Watched(Stage):
    """A stage that remembers results and tickets, as a server does for its stations."""

    def __init__(self) -> None:
        store = MemoryStore()

        async def open_journal() -> Journal:
            return MemoryJournal(store)

        super().__init__(open_journal)
        self.memory = Memory()

    def _heard(self, stream: str, event: Event) -> None:
        super()._heard(stream, event)
        self.memory.take(event, self.now)
        if stream == HOUSE:
            self.memory.statements.take_slip(event, self.now)

    def history(self, watch: Watch) -> Frame:
        """Return what the guest there may read of his account."""
        terminal = self.pit.terminals.get(watch.station)
        if terminal is None:
            return {"lines": [], "rounds": []}
        lines = self.memory.statements.of(watch.station).history(terminal)
        rounds = own_rounds(self.pit, watch.station, self.memory)
        return {"lines": msgspec.to_builtins(lines), "rounds": msgspec.to_builtins(rounds)}

    def slips(self, watch: Watch) -> dict[str, Frame]:
        """Return what a desk that pays them would be told of all slips."""
        if KINDS[watch.kind].stream != HOUSE:
            return {}
        numbers = (*self.house.tickets, *self.house.hand_pays)
        seen = (slip_view(self.house, one, watch.person, self.now, None) for one in numbers)
        shown = [one for one in seen if isinstance(one, SlipView)]
        return {one.number: {"type": "slip", "slip": msgspec.to_builtins(one)} for one in shown}

    def _face_up(self, _: str, seal: str, sealed: str, number: int) -> str:
        return self._vault.open(seal, sealed).split(" ")[1 + number]

    def frames(self, watch: Watch) -> tuple[Frame, ...]:
        """Return what the station is told when it comes now."""
        kind = KINDS[watch.kind]
        tables = tuple(self.pit.tables) if kind.stands == "desk" else (watch.table, *watch.others)
        room = Room(
            self.memory, demo=not watch.live, presence=self._presence(), face_up=self._face_up
        )
        windows = kind.windows(Post(watch.station, tables, watch.person, room, PIT))
        welcome: Frame = {
            "type": "welcome",
            "station": watch.station,
            "kind": watch.kind,
            "person": watch.person,
            "name": watch.person.title(),
            "roles": [watch.role] if watch.role else [],
            "time": self.now,
            "demo": True,
            "topics": [window.name for window in windows],
            "house": HOUSE_SAYS,
        }
        return welcome, *(
            {
                "type": "snapshot",
                "topic": window.name,
                "version": 1,
                "time": self.now,
                "view": msgspec.to_builtins(window.make(self._state(window, kind), self.now)),
            }
            for window in windows
        )

    def _state(self, window: Window, kind: StationKind) -> State:
        return self.house if (window.stream or kind.stream_of(PIT)) == HOUSE else self.pit

    def _presence(self) -> Presence:
        """Have everybody there; on a large floor something is always missing."""
        presence = Presence()
        presence.pages = {table: f"{table}-table" for table in self.pit.tables}
        presence.dealers = {t: DEALER for t in self.pit.tables if t.startswith("LT")}
        presence.terminals = {t.name: t.tables for t in self.pit.terminals.values()}
        if len(self.pit.tables) > MANY:
            presence.away = {"shoe@LT9": self.now - 60_000_000}
            presence.warnings = (Told("wrong_tries", "amy (LT1-dealer)", 4),)
        return presence


def _lines(story: str) -> Iterator[str | Step]:
    text = (STORIES / f"{story}.story").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(MOMENT):
            yield line.removeprefix(MOMENT)
        elif without_comment(line).strip():
            yield step(number, line)


async def _tell(story: str) -> list[Moment]:
    stage = _Watched()
    runner = Runner(stage)
    moments: list[Moment] = []
    await stage.start()
    try:
        await stage.set_up()
        for line in _lines(story):
            if isinstance(line, Step):
                failure = await runner._try(line)
                assert failure is None, failure
                continue
            moments += (
                Moment(
                    watch,
                    line,
                    stage.frames(watch),
                    stage.history(watch),
                    story,
                    stage.slips(watch),
                )
                for watch in WATCHED[story]
                if line in ONLY.get(watch.station, (line,))
            )
    finally:
        await stage.stop()
    return moments


def tell(story: str) -> list[Moment]:
    """Play a story and return every moment of every station.

    In a thread of its own: while Playwright is open, this one has an event loop already.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, _tell(story)).result()
