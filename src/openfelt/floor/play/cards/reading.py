"""What a live shoe says: each card under the order in force, by its place there.

A card table wants its shoe read by one order after the other: for a round, for what is out after
it, for each dummy hand, for each shoe.  `nth` counts the cards that came out for an order, those
the shoe could not read or somebody keyed too.  So the same word twice is one card, and a card of
another round is nobody's.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Event, Refused, refuse
from openfelt.floor.order import name_of
from openfelt.floor.play.cards.hands import card_table, play_at, reading
from openfelt.floor.play.cards.order import ReadOrder
from openfelt.floor.state import State, Table

UNSEEN: Final = ""


class Said(NamedTuple):
    """A card as the shoe tells it; one that was not turned has no face."""

    table: str
    order: str
    nth: int
    face: str


class CardRead(Event, frozen=True):
    """The `nth` card that came out for an order; `keyed` where a person told its face.

    What became of it stands in the rows after this.
    """

    table: str
    round: int
    order: str
    nth: int
    card: str
    keyed: bool


def order_of(table: Table) -> str:
    """Name what the shoe of a table is wanted to read now."""
    held = play_at(table).order_round
    number = table.round if held < 0 else held
    return f"{name_of('read', table.name, number)}:{table.turn}"


def next_turn(table: Table) -> None:
    """Want the cards from here on read by another order: none of the last one counts any more."""
    table.turn += 1
    play = play_at(table)
    play.told, play.order_round = [], -1


def keep_order(table: Table) -> None:
    """Let the order in force hold in the round that has just begun: a card of it may be told."""
    play_at(table).order_round = table.round - 1


def _lies_unseen(table: Table) -> bool:
    return play_at(table).told[-1:] == [UNSEEN]


def due(table: Table, face: str) -> int:
    """Say which card is told next: the face of one that lies unseen, else the next one out."""
    turned = face != UNSEEN and _lies_unseen(table)
    return len(play_at(table).told) + (not turned)


def standing(state: State) -> Iterator[tuple[str, ReadOrder]]:
    """Yield what live shoes are wanted to read, for as long as their tables are open."""
    for table in state.tables.values():
        is_live = card_table(state, table.name) and table.name not in state.shoes
        if is_live and table.phase != "closed_table":
            yield order_of(table), _wanted(table)


def _wanted(table: Table) -> ReadOrder:
    return ReadOrder(table.name, table.round, len(play_at(table).told), _lies_unseen(table))


def heard(state: State, said: Said) -> Table | Refused | None:
    """Return the table of a card that is new, None for one that was told before.

    Rule: LT 7.6.2; LT 7.6.3
    """
    known = card_table(state, said.table)
    if known is not None and _is_told(known, said):
        return None
    table = reading(state, said.table)
    if isinstance(table, Refused):
        return table
    if said.order != order_of(table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    next_one = due(table, said.face)
    if said.nth == next_one:
        return table
    if said.nth > next_one:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "card_missed", nth=next_one)
    return refuse(Refusal.RESULT_DOES_NOT_MATCH, "read_otherwise")


def _is_told(table: Table, said: Said) -> bool:
    told = play_at(table).told
    if said.order != order_of(table) or not 0 < said.nth <= len(told):
        return False
    return said.face in (told[said.nth - 1], UNSEEN)


def with_reading(table: Table, face: str, answer: Answer, *, keyed: bool = False) -> Answer:
    """Put the card itself on record before what becomes of it."""
    if isinstance(answer, Refused):
        return answer
    read = CardRead(table.name, table.round, order_of(table), due(table, face), face, keyed)
    return (read, *answer)


def card_read(state: State, event: CardRead) -> None:
    told = play_at(state.tables[event.table]).told
    del told[event.nth - 1 :]
    told.append(event.card)


CONCEPT = Concept(evolves={CardRead: card_read})
