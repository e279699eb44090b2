"""Card tables judged again: whose card it was, and what the coup came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from openfelt.audit.event import Event, OfRound
from openfelt.audit.outcome import (
    CARD_PLACES,
    NoOutcome,
    cards_place,
    is_card,
    whose_card,
    winner,
)
from openfelt.audit.outcome import (
    stated_place as stated_place,
)
from openfelt.audit.seal_event import ExtraCardDrawn, ShoeLoaded
from openfelt.audit.table import Table, Tables


class CardDealt(Event):
    """A card came to a hand."""

    table: str
    round: int
    card: str
    hand: str


class CardRead(OfRound):
    """A card came out of a live shoe, the `nth` for an order."""

    order: str
    nth: int
    card: str


class StandbyPressed(Event):
    """The shoe was told that the coup is over."""

    table: str


class ForeignCardSeen(OfRound):
    """A card came that the decks cannot have held: this coup cannot be settled."""

    version: ClassVar[int] = 2


class CardsReported(OfRound):
    """A card is missing, or one of no deck was found: neither can the coup in progress."""


class ShoeFoundEmpty(OfRound):
    """No card was left though one was due: nor can this one."""

    version: ClassVar[int] = 2

    order: str


class CuttingCardSeen(Event):
    """The cutting card came out while the shoe was wanted to do `order`."""

    version: ClassVar[int] = 2

    table: str
    order: str


class CardDrawnUnseen(OfRound):
    """A card left the shoe, and nobody has turned it."""


class NextCoupCommenced(Event):
    """A coup has begun, so the one before is final."""

    table: str


class ShoeRemoved(Event):
    """The cards were taken out."""

    version: ClassVar[int] = 2

    table: str


class ShoeBrought(Event):
    """Another shoe lies ready."""

    table: str


class ResultEntered(Event):
    """The dealer pressed the winner."""

    table: str
    round: int
    result: str


def _card_read(tables: Tables, e: CardRead) -> None:
    """A card is told once, in its turn, and by the order of its own round."""
    table = tables.find(e.table)
    if table is None:
        return
    turn = _turn(tables, table, e.order)
    if turn is None:
        return
    if e.round != table.round:
        tables.say(f"{e.order} was not ordered for round {e.round}")
    wrong = table.shoe.reads(turn, e.nth, e.card)
    if wrong:
        tables.say(f"card {e.nth} is told, but {e.order} {wrong}")


def _turn(tables: Tables, table: Table, order: str) -> int | None:
    """Return which of the readings of the round an order is, and say so where it is none."""
    start, _, turn = order.rpartition(":")
    if start != f"read:{table.name}:{table.round}" or not turn.isdigit():
        tables.say(f"{order} was not ordered for round {table.round}")
        return None
    return int(turn)


def _check_wanted(tables: Tables, e: ShoeFoundEmpty | CuttingCardSeen) -> None:
    """What a shoe says beside its cards answers an order of the round that is not over.

    A sealed shoe says it beside the card it is to give.
    """
    table = tables.find(e.table)
    if table is None or not e.order:
        return  # Older releases kept none.
    if e.order.startswith("draw:"):
        if not e.order.endswith(f":{table.round}"):
            tables.say(f"{e.order} was not ordered for round {table.round}")
        return
    turn = _turn(tables, table, e.order)
    if turn is not None and table.shoe.is_over(turn):
        tables.say(f"{e.order} is over")


def _found_empty(tables: Tables, e: ShoeFoundEmpty) -> None:
    _check_wanted(tables, e)
    _spoiled(tables, e)


def _sealed(tables: Tables, e: ShoeLoaded) -> None:
    """Cards of a sealed shoe are held against their places in it."""
    table = tables.find(e.table)
    if table is not None:
        table.shoe.turn = -1


def _card_dealt(tables: Tables, e: CardDealt) -> None:
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if not is_card(e.card):
        tables.say(f"{e.card!r} is no card")
        return
    tables.check_told(table, e.card)
    due = whose_card(table.hands)
    if e.hand != due:
        tables.say(f"by the drawing rules the next card is {due or 'nobody'}'s, not {e.hand}'s")
    if not table.hands.player:
        table.let_stand()
    (table.hands.player if e.hand == "player" else table.hands.banker).append(e.card)


def _spoiled(tables: Tables, e: ForeignCardSeen | CardsReported | ShoeFoundEmpty) -> None:
    """Let what was settled stand; a round that is played can only be void."""
    table = tables.find(e.table)
    if table is None:
        return
    table.let_stand()
    if not table.dummy and table.phase in ("wagering", "closed"):
        tables.current(e.table, e.round, "wagering", "closed")
        table.spoiled = True


def _drawn_unseen(tables: Tables, e: CardDrawnUnseen) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if table.phase == "wagering":
        tables.say("a card left the shoe, and wagering was not closed")
    elif table.phase == "closed" and is_complete(table):
        table.extra = True
        return
    table.dummy = table.dummy or table.phase != "closed"
    table.let_stand()


def _no_more(tables: Tables, e: NextCoupCommenced | ShoeRemoved) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.let_stand()


def _brought(tables: Tables, e: ShoeBrought) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.let_stand()
        table.shoe.over()


def _too_many(tables: Tables, e: ExtraCardDrawn) -> None:
    table = tables.find(e.table)
    if table is not None:
        tables.check_told(table, e.card)
        table.extra = True


def _result_entered(tables: Tables, e: ResultEntered) -> None:
    idle = tables.find(e.table)
    if idle is None or idle.dummy:
        return  # The result of a coup that nobody plays for.
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if whose_card(table.hands):
        tables.say("the coup is not complete")
    elif e.result != winner(table.hands):
        tables.say(f"the cards {table.hands} give {winner(table.hands)}, not {e.result}")
    table.entered = e.result


OUTCOMES: Final = CARD_PLACES


def is_complete(table: Table) -> bool:
    """Say whether no card is missing: before that the shoe cannot have misread the coup."""
    return not whose_card(table.hands)


def settled_place(table: Table, outcome: str) -> int:
    """Take what a supervisor stated, else the cards dealt, whose result must have been entered."""
    if table.spoiled:
        raise NoOutcome("its cards were not right: this coup can only be void")
    if table.stated:
        if outcome != table.stated:
            raise NoOutcome(f"it settles on {outcome}, but {table.stated} was stated")
        return stated_place(outcome)
    if not table.entered:
        raise NoOutcome("no dealer entered the result")
    return cards_place(outcome, table.hands)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    CardRead: _card_read,
    CardDealt: _card_dealt,
    CardDrawnUnseen: _drawn_unseen,
    ExtraCardDrawn: _too_many,
    ForeignCardSeen: _spoiled,
    CardsReported: _spoiled,
    ShoeFoundEmpty: _found_empty,
    CuttingCardSeen: _check_wanted,
    NextCoupCommenced: _no_more,
    ShoeRemoved: _no_more,
    ShoeBrought: _brought,
    ShoeLoaded: _sealed,
    ResultEntered: _result_entered,
}


def _told(e: dict[str, Any]) -> str:
    how = "is keyed as" if e["keyed"] else "is read as"
    return f"card {e['nth']} {how} {e['card']}" if e["card"] else f"card {e['nth']} is not turned"


# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "BurnMissed": lambda _: "the first card of the shoe was not burned",
    "CardRead": _told,
    "CardDealt": lambda e: f"{e['card']} to {e['hand']}",
    "CardCalled": lambda e: f"card {e['number']} of {e['shoe']} is called for",
    "CardDrawn": lambda e: (
        f"card {e['number']} leaves {e['shoe']}" + ("" if e["read"] else ", and cannot be read")
    ),
    "CardNotDrawn": lambda e: f"card {e['number']} stays in {e['shoe']}",
    "CuttingCardSeen": lambda e: f"the cutting card comes out; coups left: {e['coups_left']}",
    "ResultEntered": lambda e: f"result entered: {e['result']}",
    "ForeignCardSeen": lambda e: f"the decks cannot hold another {e['card']}: the coup stops",
    "CardsReported": lambda e: f"a {e['found']} card is reported ({e['reason']})",
    "CardDrawnUnseen": lambda _: "a card is drawn and not turned",
    "ShoeFoundEmpty": lambda _: "no card is left though one is due: the coup stops",
    "ExtraCardDrawn": lambda e: f"{e['card']} is drawn too many",
}
