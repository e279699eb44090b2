"""What a player says is wrong, as his own page and those of staff show it until it is decided."""

import msgspec

from openfelt.floor.people.matter import ObjectionAbout
from openfelt.floor.state import State


class ObjectionView(msgspec.Struct, frozen=True, gc=False):
    """Which round of which table, and whether its outcome or a malfunction."""

    table: str
    round: int
    about: ObjectionAbout


def objection_view(state: State, terminal: str) -> ObjectionView | None:
    """Return what waits to be decided of what was said at a terminal.

    Rule: MT 6.4
    """
    said = state.objections.get(terminal)
    return ObjectionView(said.table, said.round, said.about) if said else None
