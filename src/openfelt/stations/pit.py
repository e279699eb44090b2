"""A pit at a glance: what its tables do not say themselves, and what has to be seen to.

What each table plays, shows and limits is public: see `display`.
"""

import msgspec

from openfelt.floor.state import State, Table
from openfelt.stations.alarm import Alarm, money_alarms, pit_alarms
from openfelt.stations.dispute import CalledBy
from openfelt.stations.presence import Presence


class PitTable(msgspec.Struct, frozen=True, gc=False):
    """A table beside its public half: who deals, who plays, and what lies there.

    `page` is the station of whoever is in charge of it, "" where it has none.
    """

    table: str
    page: str
    dealer: str
    seats: int
    taken: int
    staked: int


class PitView(msgspec.Struct, frozen=True, gc=False):
    """All tables of a pit, and its alarms, the newest first."""

    pit: str
    tables: tuple[PitTable, ...]
    alarms: tuple[Alarm, ...]


class PitMoneyView(msgspec.Struct, frozen=True, gc=False):
    """What the house has to see to at terminals of a pit: whoever waits there for his money."""

    alarms: tuple[Alarm, ...]


def _table(table: Table, linked: tuple[bool, ...], presence: Presence) -> PitTable:
    staked = sum(spot.amount for spots in table.layouts.values() for spot in spots.values())
    return PitTable(
        table.name,
        presence.pages.get(table.name, ""),
        presence.dealers.get(table.name, ""),
        seats=len(linked),
        taken=sum(linked),
        staked=staked,
    )


def pit_view(
    state: State, tables: tuple[str, ...], presence: Presence, now: int, called: CalledBy = str
) -> PitView:
    """Build the overview of a pit; `called` gives people their names."""
    linked: dict[str, list[bool]] = {}
    for terminal in state.terminals.values():
        for name in terminal.tables:
            linked.setdefault(name, []).append(terminal.open)
    return PitView(
        pit=state.stream,
        tables=tuple(
            _table(state.tables[name], tuple(linked.get(name, ())), presence) for name in tables
        ),
        alarms=pit_alarms(state, presence, now, called),
    )


def pit_money_view(house: State, presence: Presence) -> PitMoneyView:
    """Build what the house says of a pit's terminals."""
    return PitMoneyView(money_alarms(house, presence))
