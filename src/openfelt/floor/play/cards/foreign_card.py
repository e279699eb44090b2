"""A card more than the decks hold: what a shoe has shown, and the alarm when it shows too much.

Rulebook: LT 2.3.4, 11.6.10.
"""

from openfelt.floor.base import Answer, Concept, Event, Refused
from openfelt.floor.people import task
from openfelt.floor.state import State, Table
from openfelt.rulebooks import VARIANTS


class ForeignCardSeen(Event, frozen=True):
    """A face came out of the shoe once more than there are decks in it.

    The coup stands still; it can only be declared void, and the rest of the shoe goes with it.
    """

    table: str
    round: int
    card: str


def with_alarm(table: Table, face: str, taken: Answer) -> Answer:
    """Add the alarm to what a card does, if the decks cannot have held that card.

    Rule: LT 2.3.4; LT 11.6.10
    """
    if isinstance(taken, Refused) or table.seen.get(face, 0) < table.decks:
        return taken
    return (*taken, ForeignCardSeen(table.name, table.round, face))


def count(table: Table, face: str) -> None:
    """Remember a card that left the shoe."""
    table.seen[face] = table.seen.get(face, 0) + 1


def put_right(table: Table, read: str, actual: str) -> None:
    """Count the cards that really were dealt instead of those the shoe had read.

    A misread card that was put right must raise no alarm later.
    """
    if VARIANTS[table.variant].shoe is None:
        return
    for words, step in ((read, -1), (actual, 1)):
        for face in words.replace("/", " ").split():
            table.seen[face] = table.seen.get(face, 0) + step


def leave_with_the_coup(state: State, table: Table) -> None:
    """Take the rest of a shoe out with the coup that a foreign card has spoiled.

    No coup before it is touched: this coup's first card has made them final.

    Rule: LT 11.6.10.1; LT 11.6.10.3
    """
    if table.suspended == "foreign":
        table.suspended, table.coups_left, table.carried = "", 0, []
        task.begin(state, "card_check", table.name)


def seen(state: State, event: ForeignCardSeen) -> None:
    """Stop the coup where it is.

    Rule: LT 11.6.10; LT 11.6.10.2
    """
    table = state.tables[event.table]
    table.suspended, table.frozen_us, table.due = "foreign", -1, 0
    task.begin(state, "foreign_card", event.table)


CONCEPT = Concept(evolves={ForeignCardSeen: seen})
