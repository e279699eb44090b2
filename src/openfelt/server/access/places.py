"""The stations a configuration has: where each stands, at which tables, and who signs in there."""

from collections.abc import Iterable
from typing import Final

from openfelt.floor.money.payout import HOUSE
from openfelt.server.access.access import Place
from openfelt.server.config.sections import Config, StationWish
from openfelt.stations.kind import DEVICE, KINDS, KIOSK, PLAYER
from openfelt.stations.roles import at_the_cards, in_charge

TICKET_HOST: Final = "tickets@house"


def places_of(config: Config) -> dict[str, Place]:
    """Return every station the configuration has; each terminal and each kiosk is one."""
    floor = config.floor
    books = variants_of(config)
    players = [
        Place(t.name, PLAYER, t.pit, t.tables, minders=_minders(books[one] for one in t.tables))
        for t in floor.terminal
    ]
    pits = {pit: tuple(t.name for t in floor.table if t.pit == pit) for pit in floor.pits}
    others = [_station(wish, pits, books) for wish in floor.station]
    kiosks = [Place(one.name, KIOSK, KIOSK.stream_of(""), ()) for one in floor.kiosk]
    linked = {place.name: place.tables for place in (*players, *kiosks)}
    devices = [
        Place(d.name, DEVICE, d.pit or KIOSK.stream_of(""), linked.get(at, (at,)))
        for d in floor.device
        for at in (d.name.partition("@")[2],)
    ]
    host = [Place(TICKET_HOST, DEVICE, HOUSE, ())] if floor.tickets.authority == "host" else []
    return {place.name: place for place in (*players, *kiosks, *others, *devices, *host)}


def _station(wish: StationWish, pits: dict[str, tuple[str, ...]], books: dict[str, str]) -> Place:
    """Return a station; a desk in a pit sees all tables there."""
    kind = KINDS[wish.kind]
    tables = wish.tables or pits.get(wish.pit, ())
    staff = kind.staffed_by(books[table] for table in tables)
    return Place(wish.name, kind, kind.stream_of(wish.pit), tables, staff)


def _minders(books: Iterable[str]) -> frozenset[str]:
    """Return who works at one of these tables, or is in charge there."""
    return frozenset[str]().union(*(at_the_cards(book) | in_charge(book) for book in books))


def variants_of(config: Config) -> dict[str, str]:
    """Return the variant of each table."""
    return {table.name: table.variant for table in config.floor.table}
