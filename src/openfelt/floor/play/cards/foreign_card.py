"""A card more than the decks hold: what a shoe has shown, and the alarm when it shows too much.

Rulebook: LT 2.3.4, 11.6.10.
"""

from typing import ClassVar

from openfelt.floor.base import Answer, Concept, Event, Refused
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.state import State, Table


class ForeignCardSeen(Event, frozen=True):
    """A face came out of the shoe once more than there are decks in it.

    The coup stands still; it can only be declared void, and the rest of the shoe goes with it.
    `duty` says who is told at once, `check` who looks through the cards afterwards.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    card: str
    duty: Duty
    check: Duty


def with_alarm(state: State, table: Table, face: str, taken: Answer) -> Answer:
    """Add the alarm to what a card does, if the decks cannot have held that card.

    Rule: LT 2.3.4; LT 11.6.10
    """
    decks = state.rules(table).decks
    if isinstance(taken, Refused) or play_at(table).seen.get(face, 0) < decks:
        return taken
    duties = task.duty("foreign_card"), task.duty("card_check")
    return (*taken, ForeignCardSeen(table.name, table.round, face, *duties))


def count(table: Table, face: str) -> None:
    """Remember a card that left the shoe."""
    seen = play_at(table).seen
    seen[face] = seen.get(face, 0) + 1


def put_right(table: Table, read: str, actual: str) -> None:
    """Count the cards that really were dealt instead of those the shoe had read.

    With no words for what was read those on the table are meant.  A misread card that was put
    right must raise no alarm later.
    """
    play = play_at(table)
    for words, step in ((read or " ".join(play.player + play.banker), -1), (actual, 1)):
        for face in words.replace("/", " ").split():
            play.seen[face] = play.seen.get(face, 0) + step


def leave_with_the_coup(state: State, table: Table) -> None:
    """Take the rest of a shoe out with the coup that a foreign card has spoiled.

    No coup before it is touched: this coup's first card has made them final.

    Rule: LT 11.6.10.1; LT 11.6.10.3
    """
    if table.suspended == "foreign":
        play = play_at(table)
        assert play.check is not None
        table.suspended, play.coups_left, play.carried = "", 0, []
        task.begin(state, "card_check", table.name, play.check)


def seen(state: State, event: ForeignCardSeen) -> None:
    """Stop the coup where it is.

    Rule: LT 11.6.10; LT 11.6.10.2
    """
    table = state.tables[event.table]
    table.suspended, table.frozen_us, table.due = "foreign", -1, 0
    play_at(table).check = event.check
    task.begin(state, "foreign_card", event.table, event.duty)


CONCEPT = Concept(evolves={ForeignCardSeen: seen})
