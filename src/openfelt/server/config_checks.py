"""What a configuration may say though each value has the right type: names, references, TLS."""

import ipaddress
from collections.abc import Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from openfelt.floor.staff import ROLES
from openfelt.floor.table import limits_make_sense
from openfelt.rulebooks import VARIANTS
from openfelt.server.access import STAFFED
from openfelt.server.asks import REPORTS
from openfelt.server.config import (
    NAME,
    Config,
    Floor,
    Server,
    StationWish,
    TableWish,
    TerminalWish,
    is_money,
    known_roles,
    known_variants,
    limits_of,
)
from openfelt.server.toml_lines import KeyPath

Fault = tuple[KeyPath, str]
_ADDRESSES: Final = ("office", "floor", "floor_feed", "office_feed")
_AMOUNTS: Final = (
    "minimum",
    "maximum",
    "unit",
    "minimum_total",
    "aggregate",
    "differential",
    "tie_maximum",
    "pair_maximum",
    "ticket_limit",
    "shoot_value",
)


def faults(config: Config) -> list[Fault]:
    """Return everything that cannot be."""
    return [*_server(config.server), *_names(config.floor), *_floor(config.floor), *_demo(config)]


def split_address(address: str) -> tuple[str, int] | None:
    """Read HOST:PORT, None where it is not one; port 0 lets the system choose."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        return None
    return host.strip("[]"), int(port)


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _server(server: Server) -> Iterator[Fault]:
    if not server.folder:
        yield ("server", "folder"), "must name a folder for journal and keys"
    if server.journal != "sqlite" and not server.journal.startswith("postgresql://"):
        yield ("server", "journal"), 'must be "sqlite" or an address "postgresql://…"'
    if bool(server.certificate) != bool(server.key):
        yield ("server", "certificate"), "certificate and key must be given together"
    for name in _ADDRESSES:
        address = split_address(getattr(server, name))
        if address is None:
            yield ("server", name), "must be HOST:PORT, as in 127.0.0.1:8080"
        elif not is_loopback(address[0]) and not server.certificate:
            what = "goes beyond this machine, so TLS is needed: give certificate and key"
            yield ("server", name), what


def _names(floor: Floor) -> Iterator[Fault]:
    """Names are single words, and each is given once: they stand in the journal."""
    seen: set[str] = set()
    lists: tuple[tuple[str, Sequence[object]], ...] = (
        ("table", floor.table),
        ("terminal", floor.terminal),
        ("station", floor.station),
    )
    if not floor.pits:
        yield ("floor", "pits"), 'must name at least one pit, as in ["pit"]'
    for pit in floor.pits:
        if not NAME.fullmatch(pit) or pit == "house":
            yield ("floor", "pits"), f"{pit!r} cannot name a pit: letters, digits, . _ -"
    for kind, things in lists:
        for place, thing in enumerate(things):
            name, path = getattr(thing, "name", ""), ("floor", kind, place, "name")
            if not NAME.fullmatch(name):
                yield path, f"{name!r} is no name: letters, digits, . _ - and at most 40 of them"
            if name in seen:
                yield path, f"{name!r} is used twice; every table, terminal and station has its own"
            seen.add(name)
            pit = getattr(thing, "pit", "")
            if pit not in floor.pits:
                yield ("floor", kind, place, "pit"), f"{pit!r} is not one of {list(floor.pits)}"


def _floor(floor: Floor) -> Iterator[Fault]:
    yield from _day(floor)
    for place, table in enumerate(floor.table):
        yield from _table(table, ("floor", "table", place))
    tables = {table.name: table.pit for table in floor.table}
    for place, terminal in enumerate(floor.terminal):
        yield from _linked(terminal, ("floor", "terminal", place, "tables"), tables)
    for place, station in enumerate(floor.station):
        yield from _linked(station, ("floor", "station", place, "tables"), tables)
    for place, terminal in enumerate(floor.terminal):
        if not all(is_money(note) for note in terminal.notes):
            yield ("floor", "terminal", place, "notes"), 'must be amounts like 5 or "2.50"'
    for place, station in enumerate(floor.station):
        if station.kind == "player":
            what = "player terminals are given as [[floor.terminal]]"
            yield ("floor", "station", place, "kind"), what
        elif station.kind == "device":
            yield ("floor", "station", place, "kind"), "devices are given as [[floor.device]]"
        elif station.kind in STAFFED and len(station.tables) != 1:
            yield ("floor", "station", place, "tables"), "a staff station is at one table"
    places = {*tables, *(terminal.name for terminal in floor.terminal)}
    for place, device in enumerate(floor.device):
        kind, _, at = device.name.partition("@")
        if kind not in REPORTS or at not in places or device.pit not in floor.pits:
            known = ", ".join(REPORTS)
            what = f"must be KIND@PLACE, KIND one of {known}, PLACE a table or terminal of a pit"
            yield ("floor", "device", place, "name"), what
    for place, staff in enumerate(floor.staff):
        if staff.role not in ROLES:
            yield ("floor", "staff", place, "role"), f"no such role; known are {known_roles()}"
        if staff.pit and staff.pit not in floor.pits:
            yield ("floor", "staff", place, "pit"), f"is not one of {list(floor.pits)}"
        if not NAME.fullmatch(staff.person):
            yield ("floor", "staff", place, "person"), "must be an id: letters, digits, . _ -"


def _linked(
    thing: TerminalWish | StationWish, path: KeyPath, tables: dict[str, str]
) -> Iterator[Fault]:
    """Every table a terminal or station names is one of its own pit."""
    if not thing.tables:
        yield path, "must name at least one table"
    known = [name for name, pit in tables.items() if pit == thing.pit]
    for name in thing.tables:
        if name not in known:
            yield path, f"{name!r} is no table of pit {thing.pit!r}; those are {known}"


def _day(floor: Floor) -> Iterator[Fault]:
    hour, _, minute = floor.day_ends.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and int(hour) < 24 and int(minute) < 60):
        yield ("floor", "day_ends"), 'must be a time of day, as in "06:00"'
    try:
        ZoneInfo(floor.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        yield ("floor", "time_zone"), 'no such zone; write it as in "Australia/Sydney"'


def _table(table: TableWish, path: KeyPath) -> Iterator[Fault]:
    if table.variant not in VARIANTS:
        yield (*path, "variant"), f"no such variant; known are {known_variants()}"
    for name in _AMOUNTS:
        if not is_money(getattr(table, name)):
            yield (*path, name), 'must be an amount in dollars, as in 5 or "2.50"'
            return
    if table.period <= 0:
        yield (*path, "period"), "must be seconds, at least 1"
    if not limits_make_sense(limits_of(table)):
        what = "minimum and unit must be above 0 and the maximum not below the minimum"
        yield (*path, "minimum"), what


def _demo(config: Config) -> Iterator[Fault]:
    """A live floor has no virtual outcome devices, robots, injected faults or demo accounts."""
    if config.server.demo:
        return
    if config.demo:
        key = next(iter(config.demo))
        yield ("demo", key), "robots, faults and demo accounts need demo = true in [server]"
    for name, device in config.devices.items():
        virtual = device.get("virtual") if isinstance(device, dict) else device == "virtual"
        if virtual:
            yield ("devices", name), "a virtual device needs demo = true in [server]"
