"""`floor.toml`: how the server runs (`[server]`), and the floor one wishes for (`[floor]`).

Everything wrong is said with file, line and key, and what would be right.  Nothing unknown is
passed over in silence, nothing missing is guessed.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from openfelt.floor.staff import ROLES
from openfelt.floor.state import Limits
from openfelt.rulebooks import VARIANTS
from openfelt.server import toml_lines
from openfelt.server.asks import Kind
from openfelt.server.toml_lines import KeyPath
from openfelt.server.transport import Implementation

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_MONEY: Final = re.compile(r"\d{1,12}(\.\d\d)?")

Money = int | str


class ConfigError(Exception):
    """The configuration cannot be used; the sentence says where and what would be right."""

    def __init__(self, file: str, line: int, key: str, what: str) -> None:
        super().__init__(f"{file}:{line}: {key}: {what}")
        self.line = line
        self.key = key


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file."""


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
    """`[floor]`: a wish, compared with the state."""

    pits: tuple[str, ...]
    day_ends: str = "06:00"
    time_zone: str = "Australia/Sydney"
    table: tuple[TableWish, ...] = ()
    terminal: tuple[TerminalWish, ...] = ()
    station: tuple[StationWish, ...] = ()
    device: tuple[DeviceWish, ...] = ()
    staff: tuple[StaffWish, ...] = ()


class Config(Section, frozen=True):
    """The whole file; `devices` and `demo` are other parts' to read."""

    server: Server
    floor: Floor
    devices: dict[str, Any] = {}
    demo: dict[str, Any] = {}


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
        raise ConfigError(str(path), 0, "file", f"cannot be read ({error.strerror})") from error
    return parse(text, str(path))


def parse(text: str, file: str) -> Config:
    """Check the text of a file."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        at = int(line[1]) if line else text.count("\n") + 1
        raise ConfigError(file, at, "syntax", f"not TOML: {error}") from None
    try:
        config = msgspec.convert(raw, Config)
    except msgspec.ValidationError as error:
        raise _located(text, file, str(error)) from None
    for path, what in _faults(config):
        raise ConfigError(file, toml_lines.line_of(text, path), toml_lines.written(path), what)
    return config


def _located(text: str, file: str, message: str) -> ConfigError:
    """Turn the converter's complaint into one with a line."""
    what, _, where = message.partition(" - at ")
    path = toml_lines.path_of(where)
    unknown = re.search(r"unknown field `(.+?)`", what)
    missing = re.search(r"missing required field `(.+?)`", what)
    if unknown:
        path = (*path, unknown[1])
        what = f"there is no such key; known here are {_known(path[:-1])}"
    elif missing:
        path = (*path, missing[1])
        what = "is missing and must be given"
    return ConfigError(file, toml_lines.line_of(text, path), toml_lines.written(path), what)


_SECTIONS: Final[dict[tuple[str, ...], type[Section]]] = {
    (): Config,
    ("server",): Server,
    ("floor",): Floor,
    ("floor", "table"): TableWish,
    ("floor", "terminal"): TerminalWish,
    ("floor", "station"): StationWish,
    ("floor", "device"): DeviceWish,
    ("floor", "staff"): StaffWish,
}


def _known(path: KeyPath) -> str:
    section = _SECTIONS.get(tuple(key for key in path if isinstance(key, str)))
    return ", ".join(section.__struct_fields__) if section else "none"


Fault = tuple[KeyPath, str]


def _faults(config: Config) -> list[Fault]:
    """Return what is of the right type and still cannot be, first things first."""
    from openfelt.server import config_checks

    return config_checks.faults(config)


def known_roles() -> str:
    """Return the roles, for a message."""
    return ", ".join(ROLES)


def known_variants() -> str:
    """Return the variants, for a message."""
    return ", ".join(VARIANTS)


def is_money(amount: Money) -> bool:
    """Say whether an amount is whole cents."""
    return _MONEY.fullmatch(str(amount)) is not None
