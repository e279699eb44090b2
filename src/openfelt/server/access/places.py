"""The stations a configuration has: where each stands, at which tables, and who signs in there."""

from openfelt.server.access.access import Place
from openfelt.server.config.sections import Config
from openfelt.server.feed.asks import Kind
from openfelt.stations.roles import at_the_cards, in_charge


def places_of(config: Config) -> dict[str, Place]:
    """Return every station the configuration has; each terminal is one."""
    floor = config.floor
    players = [Place(t.name, "player", t.pit, t.tables) for t in floor.terminal]
    books = variants_of(config)
    others = [
        Place(s.name, s.kind, s.pit, s.tables, _staff(s.kind, books[s.tables[0]]))
        for s in floor.station
    ]
    linked = {place.name: place.tables for place in players}
    devices = [
        Place(d.name, "device", d.pit, linked.get(at, (at,)))
        for d in floor.device
        for at in (d.name.partition("@")[2],)
    ]
    return {place.name: place for place in (*players, *others, *devices)}


def _staff(kind: Kind, variant: str) -> frozenset[str]:
    """Return the roles that sign a person in at a kind of station, by the book of its table."""
    if kind == "dealer":
        return at_the_cards(variant)
    return in_charge(variant) if kind == "table" else frozenset()


def variants_of(config: Config) -> dict[str, str]:
    """Return the variant of each table."""
    return {table.name: table.variant for table in config.floor.table}
