"""A demo floor says so from its first row to its last: nothing it makes is worth money."""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.state import State

# The first two digits of every ticket of a demo floor, whichever it is.
DEMO_SYSTEM: Final = "99"


class DeclareDemo(Command, frozen=True):
    """Make a stream part of a demo floor."""


class DemoDeclared(Event, frozen=True):
    """Everything in this stream is for show."""


def declare(state: State, command: DeclareDemo, _: Context) -> Answer:
    """Declare it once, before tables, people or money are there: those never become a show."""
    if state.demo or state.tables or state.terminals or state.grants or state.ledger:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_begun")
    return (DemoDeclared(),)


def declared(state: State, event: DemoDeclared) -> None:
    state.demo = True


def is_demo_ticket(state: State, number: str) -> bool:
    """Say whether a live floor is shown a demo's ticket, which it never makes nor pays."""
    return not state.demo and number.startswith(DEMO_SYSTEM)


def marked(state: State, number: str) -> str:
    """Return the number a ticket of this floor bears: a demo's shows what it is."""
    return DEMO_SYSTEM + number[2:] if state.demo else number


CONCEPT = Concept(decides={DeclareDemo: declare}, evolves={DemoDeclared: declared})
