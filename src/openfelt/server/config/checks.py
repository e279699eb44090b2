"""What a configuration may say though each value has the right type: names, references, TLS."""

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from openfelt.floor.money.drawer import OpenDrawer
from openfelt.floor.money.kiosk import CASSETTES_MOST
from openfelt.floor.people.staff import ROLES
from openfelt.server.config.sections import (
    PLAYED,
    Config,
    Floor,
    Server,
    StationWish,
    TerminalWish,
    cents,
)
from openfelt.server.config.shape import AMOUNT, Fault, one_of
from openfelt.server.config.tables import amount_is_wrong, table_faults
from openfelt.server.config.toml_lines import KeyPath
from openfelt.stations.device import DEVICES
from openfelt.stations.kind import KINDS, Stands, StationKind

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_NO_NAME: Final = "is no name: letters, digits, . _ - and at most 40 of them"
_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_ADDRESSES: Final = ("office", "floor", "floor_feed", "office_feed")
_IDLE_MAX_S: Final = 3_600
_CURRENCY: Final = re.compile(r"[^\s\d]{1,4}")
_REMIND_MAX_MIN: Final = 24 * 60
_LINE_MAX: Final = 120
_LIFE_MAX_DAYS: Final = 36_500
# What has a list of its own in the file.
_ELSEWHERE: Final[Mapping[Stands, str]] = {
    "terminal": "player terminals are given as [[floor.terminal]]",
    "device": "devices are given as [[floor.device]]",
    "kiosk": "kiosks are given as [[floor.kiosk]]",
}


def faults(config: Config) -> list[Fault]:
    """Return everything that cannot be."""
    floor = config.floor
    return [
        *_server(config.server),
        *_names(floor),
        *_day(floor),
        *_door(floor),
        *_life(floor),
        *table_faults(floor),
        *_terminals(floor),
        *_kiosks(floor),
        *_stations(floor),
        *_devices(floor),
        *_desk(floor),
        *_guests(floor),
        *_tickets(config),
        *_staff(floor),
        *_demo(config),
    ]


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
    if not _NAME.fullmatch(server.node):
        yield ("server", "node"), f"{server.node!r} {_NO_NAME}"
    if server.journal != "sqlite" and not server.journal.startswith("postgresql://"):
        yield ("server", "journal"), 'must be "sqlite" or an address "postgresql://…"'
    if bool(server.certificate) != bool(server.key):
        yield ("server", "certificate"), "certificate and key must be given together"
    for name in ("certificate", "key"):
        file = getattr(server, name)
        if file and not Path(file).is_file():
            yield ("server", name), f"{file!r} is no file"
    for origin in server.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}":
            what = 'must be like "https://felt.example:8443": no path, no slash at the end'
            yield ("server", "origins"), f"{origin!r} {what}"
    yield from _sockets(server)
    yield from _strangers(server)


def _strangers(server: Server) -> Iterator[Fault]:
    for proxy in server.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            what = 'must be an address or a network, as in "10.0.0.5" or "10.0.0.0/29"'
            yield ("server", "proxies"), f"{proxy!r} {what}"
    if server.connections < 0:
        yield ("server", "connections"), "must be how many there may be, 0 for all that can be"
    if server.connections_an_address < 1:
        yield ("server", "connections_an_address"), "must be how many there may be, 1 at least"


def _sockets(server: Server) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for name in _ADDRESSES:
        written = getattr(server, name)
        address = split_address(written)
        if address is None:
            yield ("server", name), "must be HOST:PORT, as in 127.0.0.1:8080"
            continue
        if not is_loopback(address[0]) and not server.certificate:
            what = "goes beyond this machine, so TLS is needed: give certificate and key"
            yield ("server", name), what
        if address[1] and written in taken:
            yield ("server", name), f"is the address of {taken[written]}; each needs its own"
        taken[written] = name


def _door(floor: Floor) -> Iterator[Fault]:
    if not 1 <= floor.idle_lock <= _IDLE_MAX_S:
        yield ("floor", "idle_lock"), f"must be seconds, 1 to {_IDLE_MAX_S}"
    for role in floor.second_factor:
        if role not in ROLES:
            yield ("floor", "second_factor"), f"{role!r} is no role; {one_of(role, ROLES)}"


def _life(floor: Floor) -> Iterator[Fault]:
    if not 0 <= floor.ticket_life <= _LIFE_MAX_DAYS:
        yield ("floor", "ticket_life"), f"must be days, 1 to {_LIFE_MAX_DAYS}, or 0 for ever"


def _names(floor: Floor) -> Iterator[Fault]:
    """Names are single words, and each is given once: they stand in the journal."""
    if not floor.pits:
        yield ("floor", "pits"), 'must name at least one pit, as in ["pit"]'
    for pit, count in Counter(floor.pits).items():
        if not _NAME.fullmatch(pit) or pit == "house":
            yield ("floor", "pits"), f"{pit!r} cannot name a pit: letters, digits, . _ -"
        if count > 1:
            yield ("floor", "pits"), f"{pit!r} is named twice"
    seen: set[str] = set()
    lists: tuple[tuple[str, Sequence[object]], ...] = (
        ("table", floor.table),
        ("terminal", floor.terminal),
        ("kiosk", floor.kiosk),
        ("station", floor.station),
        ("device", floor.device),
    )
    for kind, things in lists:
        for place, thing in enumerate(things):
            name, pit = getattr(thing, "name", ""), getattr(thing, "pit", "")
            path = ("floor", kind, place, "name")
            if kind != "device" and not _NAME.fullmatch(name):
                yield path, f"{name!r} {_NO_NAME}"
            if name in seen:
                yield path, f"{name!r} is used twice; everything on the floor has its own name"
            seen.add(name)
            # Of a station and a device its kind says whether it is in a pit.
            in_pit = kind in ("table", "terminal") or (kind == "device" and pit)
            if in_pit and pit not in floor.pits:
                yield ("floor", kind, place, "pit"), _no_pit(pit, floor)


def _no_pit(pit: str, floor: Floor) -> str:
    return f"there is no pit {pit!r}; {one_of(pit, floor.pits)}"


def _day(floor: Floor) -> Iterator[Fault]:
    if not _TIME.fullmatch(floor.day_ends):
        yield ("floor", "day_ends"), 'must be a time of day, as in "06:00"'
    if not floor.languages or len(set(floor.languages)) != len(floor.languages):
        yield ("floor", "languages"), "must be one language or more, each once"
    try:
        ZoneInfo(floor.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        yield ("floor", "time_zone"), 'no such zone; write it as in "Australia/Sydney"'


def _terminals(floor: Floor) -> Iterator[Fault]:
    for place, terminal in enumerate(floor.terminal):
        path = ("floor", "terminal", place)
        yield from _linked(terminal, path, floor)
        if terminal.seat < 1:
            yield (*path, "seat"), "must be a number from 1 on: seats go round the table"
        if any(amount_is_wrong(note) or not cents(note) for note in terminal.notes):
            yield (*path, "notes"), 'must be amounts above 0, as in 5 or "2.50"'


def _stations(floor: Floor) -> Iterator[Fault]:
    for place, station in enumerate(floor.station):
        path = ("floor", "station", place)
        kind = KINDS.get(station.kind)
        if kind is None:
            yield (*path, "kind"), f"{station.kind!r} cannot be; {one_of(station.kind, KINDS)}"
            continue
        yield from _in_pit(station, kind, path, floor)
        if kind.stands in _ELSEWHERE:
            yield (*path, "kind"), _ELSEWHERE[kind.stands]
        elif kind.stands == "table":
            yield from _linked(station, path, floor)
            yield from _staffed(station, kind, path, floor)
        elif station.tables:
            yield (*path, "tables"), "must be left out: a desk is at no table"


def _in_pit(
    station: StationWish, kind: StationKind, path: KeyPath, floor: Floor
) -> Iterator[Fault]:
    if kind.stream == "house":
        if station.pit:
            yield (*path, "pit"), "must be left out: it is a station of the house"
    elif not station.pit:
        yield (*path, "pit"), "is missing and must be given"
    elif station.pit not in floor.pits:
        yield (*path, "pit"), _no_pit(station.pit, floor)


def _staffed(
    station: StationWish, kind: StationKind, path: KeyPath, floor: Floor
) -> Iterator[Fault]:
    """Where somebody must sign in, it is at a table whose book has a place for him."""
    if not kind.is_staffed:
        return
    if not 1 <= len(station.tables) <= kind.tables_most:
        yield (*path, "tables"), "a staff station is at one table, a dealer's at two at most"
        return
    for table in station.tables:
        books = [t.variant for t in floor.table if t.name == table and t.variant in PLAYED]
        if books and not kind.staffed_by(books):
            yield (*path, "kind"), f"{table} {kind.nobody}"


def _linked(thing: TerminalWish | StationWish, path: KeyPath, floor: Floor) -> Iterator[Fault]:
    """Every table a terminal or station names is one of its own pit."""
    if not thing.tables:
        yield (*path, "tables"), "must name at least one table"
    known = [table.name for table in floor.table if table.pit == thing.pit]
    for name in thing.tables:
        if name not in known:
            what = f"{name!r} is no table of pit {thing.pit!r}; {one_of(name, known)}"
            yield (*path, "tables"), what


def _kiosks(floor: Floor) -> Iterator[Fault]:
    """A kiosk has notes or coins, and a cash desk that pays what it leaves."""
    for place, kiosk in enumerate(floor.kiosk):
        path = ("floor", "kiosk", place)
        if not 1 <= len(kiosk.cassettes) <= CASSETTES_MOST:
            yield (*path, "cassettes"), f"must be amounts, 1 to {CASSETTES_MOST} of them"
        if any(amount_is_wrong(one) or not cents(one) for one in kiosk.cassettes):
            yield (*path, "cassettes"), 'must be amounts above 0, as in 50 or "0.05"'
        for key, amount in (("most", kiosk.most), ("change", kiosk.change)):
            if amount_is_wrong(amount) or (key == "most" and not cents(amount)):
                yield (*path, key), AMOUNT
        if not any(_pays(station) for station in floor.station):
            yield (*path, "name"), "needs a cash desk on the floor, which pays what it leaves"


def _devices(floor: Floor) -> Iterator[Fault]:
    """A device is named for its kind and its place, and is in the pit of its place."""
    known = {
        "table": {table.name: table.pit for table in floor.table},
        "terminal": {terminal.name: terminal.pit for terminal in floor.terminal},
        "kiosk": {kiosk.name: "" for kiosk in floor.kiosk},
    }
    for place, device in enumerate(floor.device):
        kind, _, at = device.name.partition("@")
        path = ("floor", "device", place)
        if kind not in DEVICES:
            what = f"must be KIND@PLACE, as in printer@T1; {one_of(kind, DEVICES)}"
            yield (*path, "name"), what
            continue
        where = DEVICES[kind].stands
        if where == "house":
            yield (
                (*path, "name"),
                'is there where [floor.tickets] says authority = "host"',
            )
            continue
        places = known[where]
        if at not in places:
            yield (*path, "name"), f"there is no {where} {at!r}; {one_of(at, places)}"
        elif device.pit != places[at]:
            what = (
                f"be {places[at]!r}, where {at} is" if places[at] else "be left out: it is in none"
            )
            yield (*path, "pit"), f"must {what}"


def _desk(floor: Floor) -> Iterator[Fault]:
    """Where there is a drawer, it is said how it pays."""
    desks = [one for one in floor.station if _pays(one)]
    if desks and floor.desk is None:
        yield ("floor", "desk"), f"is missing: {desks[0].name} has to know how it pays"
    if floor.desk is not None:
        for key in floor.desk.__struct_fields__:
            amount = getattr(floor.desk, key)
            if amount_is_wrong(amount) or (key == "coin" and not cents(amount)):
                yield ("floor", "desk", key), 'must be an amount, as in 1000 or "0.05"'


def _guests(floor: Floor) -> Iterator[Fault]:
    """A reminder that comes within a day, recordings that are there."""
    guests, path = floor.guests, ("floor", "guests")
    if not _CURRENCY.fullmatch(floor.currency):
        yield ("floor", "currency"), 'must be a sign of one to four letters, as in "A$"'
    if not 0 <= guests.remind_every <= _REMIND_MAX_MIN:
        yield (*path, "remind_every"), f"must be minutes, 0 to {_REMIND_MAX_MIN}"
    if guests.calls and not Path(guests.calls).is_dir():
        yield (*path, "calls"), "there is no such folder"
    if len(guests.safer) > _LINE_MAX:
        yield (*path, "safer"), f"must be a line of at most {_LINE_MAX} characters"


def _tickets(config: Config) -> Iterator[Fault]:
    """What a demo prints must never be known to machines that pay money."""
    if config.server.demo and config.floor.tickets.authority == "host":
        yield ("floor", "tickets", "authority"), 'must be "store" on a demo floor'


def _pays(station: StationWish) -> bool:
    kind = KINDS.get(station.kind)
    return kind is not None and OpenDrawer in kind.commands


def _staff(floor: Floor) -> Iterator[Fault]:
    seen: set[tuple[str, str, str]] = set()
    for place, staff in enumerate(floor.staff):
        path = ("floor", "staff", place)
        if staff.role not in ROLES:
            yield (*path, "role"), f"there is no such role; {one_of(staff.role, ROLES)}"
        if staff.pit and staff.pit not in floor.pits:
            yield (*path, "pit"), _no_pit(staff.pit, floor)
        if not _NAME.fullmatch(staff.person):
            yield (*path, "person"), f"{staff.person!r} {_NO_NAME}"
        if (staff.person, staff.role, staff.pit) in seen:
            yield (*path, "role"), f"{staff.person} is given this role twice"
        seen.add((staff.person, staff.role, staff.pit))


def _demo(config: Config) -> Iterator[Fault]:
    """A live floor has no robots, injected faults or demo accounts."""
    demo, floor = config.demo, config.floor
    if not config.server.demo:
        for key in demo.__struct_fields__:
            if getattr(demo, key):
                yield ("demo", key), "robots, faults and demo accounts need demo = true in [server]"
        return
    lists = (
        ("robots", demo.robots, [terminal.name for terminal in floor.terminal]),
        ("dealers", demo.dealers, [table.name for table in floor.table]),
    )
    for key, names, known in lists:
        for name in names:
            if name not in known:
                yield ("demo", key), f"{name!r} is not on this floor; {one_of(name, known)}"
    if demo.faults < 0:
        yield ("demo", "faults"), "must be 0 for never, or once in so many acts"
