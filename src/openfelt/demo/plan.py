"""What a demo floor consists of, from a few words: tables, terminals, who plays and who deals."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from openfelt.demo.cashier import CASHIER, OTHER
from openfelt.demo.dealer import AGM, DEALER
from openfelt.demo.player import LIKES
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act
from openfelt.server.config.sections import (
    PLAYED,
    Config,
    DeskWish,
    Floor,
    KioskWish,
    Server,
    StaffWish,
    StationWish,
    TableWish,
    TerminalWish,
)
from openfelt.stations.roles import has_dealer

Dealing = Literal["auto", "manual"]

# What is played, and what robots know how to bet on.
SHOWN: Final = tuple(one for one in PLAYED if VARIANTS[one].game.name in LIKES)
PIT: Final = "pit"
TABLES_MOST: Final = 20
TERMINALS_MOST: Final = 500
_LIMITS: Final = {
    "baccarat": (5, 500, 5, 20),
    "sic bo": (1, 200, 1, 20),
    "craps": (1, 200, 1, 25),
    "roulette": (1, 200, 1, 25),
}
# How long a result is looked at where no dealer opens the next round.
_RESULT_PAUSE_S: Final = 5
_ROBOT_STAFF: Final = (
    *((DEALER, "dealer"), (AGM, "agm")),
    *((CASHIER, "cashier"), (OTHER, "cashier")),
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a newcomer can sign in as."""

    person: str
    name: str
    role: str
    password: str = "demo"  # noqa: S105 - printed on the screen; nothing here is worth money
    pin: str = "1234"


PEOPLE: Final = (
    Person("dana", "Dana", "dealer"),
    Person("omar", "Omar", "dealer"),
    Person("gus", "Gus", "casino_supervisor"),
    Person("emma", "Emma", "egs"),
    Person("alex", "Alex", "agm"),
    Person("casey", "Casey", "cashier"),
    Person("cora", "Cora", "cashier"),
    Person("anna", "Anna", "attendant"),
)


class NotAPlan(ValueError):
    """The words describe no floor; the sentence says what would."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A demo floor: its configuration, the terminals robots play at, how each table is dealt."""

    config: Config
    robots: Mapping[str, str]
    dealing: Mapping[str, Dealing]
    faults: int = 0
    accounts: bool = True

    @property
    def variants(self) -> dict[str, str]:
        """The variant of each table."""
        return {table.name: table.variant for table in self.config.floor.table}

    @property
    def pits(self) -> dict[str, str]:
        """The pit of each table and terminal."""
        floor = self.config.floor
        tables = {table.name: table.pit for table in floor.table}
        return tables | {terminal.name: terminal.pit for terminal in floor.terminal}

    @property
    def free(self) -> list[str]:
        """The terminals nobody plays at."""
        return [t.name for t in self.config.floor.terminal if t.name not in self.robots]


def tables_of(words: str) -> list[tuple[str, str]]:
    """Read `LT:2,SB:1` as names and variants."""
    tables: list[tuple[str, str]] = []
    for word in words.split(","):
        variant, _, count = word.strip().partition(":")
        if variant not in VARIANTS:
            raise NotAPlan(f"{variant!r} is no variant; a demo plays {', '.join(SHOWN)}")
        if variant not in SHOWN:
            raise NotAPlan(f"{variant} cannot be played yet; a demo plays {', '.join(SHOWN)}")
        if not (count or "1").isdecimal() or int(count or 1) < 1:
            raise NotAPlan(f"{word.strip()!r}: write VARIANT:COUNT, as in LT:2")
        tables += [(f"{variant}{number}", variant) for number in range(1, int(count or 1) + 1)]
    if len(tables) > TABLES_MOST:
        raise NotAPlan(f"{len(tables)} tables are more than the {TABLES_MOST} a demo can hold")
    if len(dict(tables)) != len(tables):
        raise NotAPlan("a variant is named twice; write each once, as in LT:2,SB:1")
    return tables


def dealing_of(words: str, tables: list[tuple[str, str]]) -> dict[str, Dealing]:
    """Read `auto`, `manual`, or `LT1:manual,LT2:auto`; tables not named are dealt automatically."""
    ways: dict[str, Dealing] = {name: "auto" for name, _ in tables}
    for word in words.split(","):
        name, _, way = word.strip().rpartition(":")
        if way not in ("auto", "manual"):
            raise NotAPlan(f"{word.strip()!r}: dealing is auto, manual or TABLE:manual")
        if name and name not in ways:
            raise NotAPlan(f"there is no table {name}; there are {', '.join(ways)}")
        for table in (name,) if name else tuple(ways):
            ways[table] = "manual" if way == "manual" else "auto"
    return ways


def of(config: Config) -> Plan:
    """Plan what a floor.toml with `demo = true` asks for."""
    assert config.server.demo
    show, floor = config.demo, config.floor
    linked = {terminal.name: terminal.tables[0] for terminal in floor.terminal}
    people = [(one.person, one.role) for one in PEOPLE] if show.accounts else []
    staff = (*floor.staff, *(StaffWish(*one) for one in (*people, *_ROBOT_STAFF)))
    return Plan(
        msgspec.structs.replace(config, floor=msgspec.structs.replace(floor, staff=staff)),
        {name: linked[name] for name in show.robots},
        {table.name: "auto" if table.name in show.dealers else "manual" for table in floor.table},
        show.faults,
        show.accounts,
    )


def make(
    folder: Path,
    *,
    terminals: int,
    tables: str,
    dealing: str = "auto",
    port: int = 8080,
    faults: int = 0,
) -> Plan:
    """Plan a floor.  The first terminal of each table stays free for whoever comes."""
    named = tables_of(tables)
    if not len(named) <= terminals <= TERMINALS_MOST:
        raise NotAPlan(f"{len(named)} tables need {len(named)} to {TERMINALS_MOST} terminals")
    linked = {f"T{n + 1}": named[n % len(named)][0] for n in range(terminals)}
    robots = {name: table for n, (name, table) in enumerate(linked.items()) if n >= len(named)}
    floor = Floor(
        pits=(PIT,),
        desk=DeskWish(identity_from=2_000, second_from=1_000),
        table=tuple(_table(*one) for one in named),
        terminal=tuple(
            TerminalWish(name, PIT, (table,), seat) for seat, (name, table) in _seats(linked)
        ),
        kiosk=(KioskWish("kiosk-1", (50, 20, 5, 1, "0.05"), change=5, prints=True),),
        station=(
            *(station for one in named for station in _stations(*one)),
            StationWish("pit-desk", "pit", PIT),
            StationWish("cash-desk", "cashdesk"),
            StationWish("telephone", "attendant", PIT),
        ),
        staff=tuple(
            StaffWish(person, role)
            for person, role in (*((p.person, p.role) for p in PEOPLE), *_ROBOT_STAFF)
        ),
    )
    config = Config(_server(folder, port), floor)
    return Plan(config, robots, dealing_of(dealing, named), faults)


def _seats(linked: Mapping[str, str]) -> list[tuple[int, tuple[str, str]]]:
    return list(enumerate(linked.items(), 1))


def _server(folder: Path, port: int) -> Server:
    """Put the four sockets on ports in a row; 0 lets the system choose each."""
    ports = [port + place if port else 0 for place in range(4)]
    office, floor, floor_feed, office_feed = (f"127.0.0.1:{number}" for number in ports)
    return Server(
        str(folder),
        node="demo",
        demo=True,
        office=office,
        floor=floor,
        floor_feed=floor_feed,
        office_feed=office_feed,
        log="warning",
    )


def _table(name: str, variant: str) -> TableWish:
    minimum, maximum, unit, period = _LIMITS[VARIANTS[variant].game.name]
    book = VARIANTS[variant]
    return TableWish(
        name,
        PIT,
        variant,
        minimum,
        maximum,
        unit,
        period,
        burn=book.shoe is not None,
        result_pause=0 if Act.DEAL in book.powers else _RESULT_PAUSE_S,
        # A virtual tumbler tells its dice: nobody can look into it.
        dice="recognition" if book.procedure == "dealt_dice" else "",
    )


def _stations(name: str, variant: str) -> list[StationWish]:
    """Give a table its display, its manager's page, and where the book has one its dealer."""
    stations = [
        StationWish(f"{name}-display", "display", PIT, (name,)),
        StationWish(f"{name}-table", "table", PIT, (name,)),
    ]
    if has_dealer(variant):
        stations.append(StationWish(f"{name}-dealer", "dealer", PIT, (name,)))
    return stations
