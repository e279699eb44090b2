"""`floor.toml`: how the server runs (`[server]`), and the floor one wishes for (`[floor]`).

Everything wrong is said with file, line and key, and what would be right.  Nothing unknown is
passed over in silence, nothing missing is guessed.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

from openfelt.floor.state import Limits
from openfelt.server import config_shape, toml_lines
from openfelt.server.asks import Kind
from openfelt.server.config_shape import Fault, Money, Section
from openfelt.server.transport import Implementation

# The variants whose procedures the floor plays so far.
PLAYED: Final = ("LT", "LT_EM", "SB")


class Wrong(msgspec.Struct, frozen=True, order=True):
    """One thing that cannot be: where it stands, and what would be right.

    What is wrong with the file as a whole stands in no line, which is 0, at no key.
    """

    line: int
    key: str
    what: str


class ConfigError(Exception):
    """The configuration cannot be used; a sentence for each thing wrong, in the file's order."""

    def __init__(self, file: str, *wrongs: Wrong) -> None:
        super().__init__("\n".join(_sentence(file, one) for one in wrongs))
        self.wrongs = wrongs


def _sentence(file: str, wrong: Wrong) -> str:
    at = f":{wrong.line}: {wrong.key}" if wrong.line else ""
    return f"{file}{at}: {wrong.what}"


class Server(Section, frozen=True):
    """`[server]`: read at start.  Addresses are HOST:PORT."""

    folder: str
    node: str = "floor"
    journal: str = "sqlite"
    demo: bool = False
    office: str = "127.0.0.1:8080"
    floor: str = "127.0.0.1:8081"
    floor_feed: str = "127.0.0.1:8082"
    office_feed: str = "127.0.0.1:8083"
    public_host: str = ""
    origins: tuple[str, ...] = ()
    certificate: str = ""
    key: str = ""
    transport: Implementation = "picows"
    follow: bool = True
    log: Literal["debug", "info", "warning", "error"] = "info"


class TableWish(Section, frozen=True):
    """`[[floor.table]]`.  Amounts are dollars, `5` or `"2.50"`; periods are seconds."""

    name: str
    pit: str
    variant: str
    minimum: Money
    maximum: Money
    unit: Money
    period: int
    minimum_total: Money = 0
    aggregate: Money = 0
    differential: Money = 0
    tie_maximum: Money = 0
    pair_maximum: Money = 0
    ticket_limit: Money = 0
    unconfirmed: Literal["commit", "reject"] = "commit"
    shooter: Literal["rotate", "highest"] = "rotate"
    shoot_value: Money = 0
    decks: int = 8
    tie_percent: int = 0
    burn: bool = False
    standby_by_itself: bool = True


class TerminalWish(Section, frozen=True):
    """`[[floor.terminal]]`: a player terminal; it is a station of its own."""

    name: str
    pit: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[Money, ...] = (5, 10, 20, 50, 100)


class StationWish(Section, frozen=True):
    """`[[floor.station]]`: every other station."""

    name: str
    kind: Kind
    pit: str
    tables: tuple[str, ...]


class DeviceWish(Section, frozen=True):
    """`[[floor.device]]`: a device on the feed, named for its place: `printer@T1`, `shoe@L1`."""

    name: str
    pit: str


class StaffWish(Section, frozen=True):
    """`[[floor.staff]]`: a role a person holds; an empty pit means all."""

    person: str
    role: str
    pit: str = ""


class Floor(Section, frozen=True):
    """`[floor]`: a wish, compared with the state.  A staff station locks when idle, in seconds."""

    pits: tuple[str, ...]
    day_ends: str = "06:00"
    time_zone: str = "Australia/Sydney"
    idle_lock: int = 300
    table: tuple[TableWish, ...] = ()
    terminal: tuple[TerminalWish, ...] = ()
    station: tuple[StationWish, ...] = ()
    device: tuple[DeviceWish, ...] = ()
    staff: tuple[StaffWish, ...] = ()


class Demo(Section, frozen=True):
    """`[demo]`, of a demo floor only: terminals robots play at, tables they deal, and the rest.

    `faults`: every kind of device fault strikes once in so many acts, 0 for never.  `accounts`:
    the people of the demo, whose passwords everybody knows.
    """

    robots: tuple[str, ...] = ()
    dealers: tuple[str, ...] = ()
    faults: int = 0
    accounts: bool = False


class Config(Section, frozen=True):
    """The whole file."""

    server: Server
    floor: Floor
    demo: Demo = Demo()


def cents(amount: Money) -> int:
    """Return dollars of the file as whole cents."""
    text = str(amount)
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part or 0)


def limits_of(wish: TableWish) -> Limits:
    """Return the sign a table wishes for."""
    return Limits(
        cents(wish.minimum),
        cents(wish.maximum),
        cents(wish.unit),
        cents(wish.minimum_total),
        cents(wish.aggregate),
        cents(wish.differential),
        cents(wish.tie_maximum),
        cents(wish.pair_maximum),
    )


def read(path: Path) -> Config:
    """Read and check a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        what = f"cannot be read ({error.strerror}): check the path and who may read it"
        raise ConfigError(str(path), Wrong(0, "", what)) from error
    except UnicodeDecodeError as error:
        what = "is no text in UTF-8: save it as such"
        raise ConfigError(str(path), Wrong(0, "", what)) from error
    return parse(text, str(path))


def parse(text: str, file: str) -> Config:
    """Check the text of a file."""
    from openfelt.server import config_checks

    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        at = int(line[1]) if line else text.count("\n") + 1
        raise ConfigError(file, Wrong(at, "syntax", f"not TOML: {error}")) from None
    _refuse(text, file, config_shape.faults(raw, Config))
    config = msgspec.convert(raw, Config)
    _refuse(text, file, config_checks.faults(config))
    return config


def _refuse(text: str, file: str, faults: Iterable[Fault]) -> None:
    """Raise what was found, if anything was."""
    wrongs = [
        Wrong(toml_lines.line_of(text, path), toml_lines.written(path), what)
        for path, what in faults
    ]
    if wrongs:
        raise ConfigError(file, *sorted(wrongs))
