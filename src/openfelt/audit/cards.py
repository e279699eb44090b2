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
    points,
    whose_card,
    winner,
)
from openfelt.audit.outcome import (
    stated_place as stated_place,
)
from openfelt.audit.powers import BOOKS
from openfelt.audit.seal_event import BurnShown, ExtraCardDrawn, MoreBurned, ShoeLoaded
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


class CardDrawnEarly(OfRound):
    """A card came before the period was over, and cost the coup."""

    card: str
    hand: str


class CoupReconstructed(OfRound):
    """The cards on the table, in the order in which they were drawn."""

    cards: tuple[str, ...]


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
    if start != f"read:{table.name}:{table.order_round}" or not turn.isdigit():
        tables.say(f"{order} was not ordered for round {table.order_round}")
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
        table.shoe.turn, table.carried = -1, []


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
        table.carried.append("")
        return
    elif table.phase != "closed" and _deals_on(table):
        table.carried.append("")
        return
    table.dummy = table.dummy or table.phase != "closed"
    table.let_stand()


def _deals_on(table: Table) -> bool:
    """Say whether the book deals on without wagers by itself."""
    return "no_bet" in BOOKS[table.odds.book]


def _drawn_early(tables: Tables, e: CardDrawnEarly) -> None:
    """A round can only be void when a card came in its period."""
    table = tables.current(e.table, e.round, "wagering")
    if table is None:
        return
    if e.card:
        tables.check_told(table, e.card)
    if e.hand != whose_card(table.hands):
        tables.say(f"the first card is nobody's but the player's, not {e.hand}'s")
    if not _deals_on(table):
        tables.say("a card closes the period here, and wagers stand")
    table.spoiled = True


def _reconstructed(tables: Tables, e: CoupReconstructed) -> None:
    """The same cards are dealt out once more, in the order in which they were drawn."""
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if sorted(e.cards) != sorted(table.hands.player + table.hands.banker + table.carried):
        tables.say("other cards are put to the hands than lay on the table")
    table.entered = ""
    table.deal_out(e.cards)


def _shown(tables: Tables, e: BurnShown) -> None:
    """As many more are burned as the card that is shown counts."""
    table = tables.find(e.table)
    if table is None:
        return
    if e.more != (points(e.card) if is_card(e.card) else 0):
        tables.say(f"{e.more} cards are to go with a burned {e.card}")
    table.to_burn = e.more


def _more_burned(tables: Tables, e: MoreBurned) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if not 0 < e.cards <= table.to_burn:
        tables.say(f"{e.cards} cards are burned, and {table.to_burn} were to be")
    table.to_burn -= e.cards


def _no_more(tables: Tables, e: NextCoupCommenced | ShoeRemoved) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.let_stand()


def _brought(tables: Tables, e: ShoeBrought) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.let_stand()
        table.shoe.over()
        table.carried = []


def _too_many(tables: Tables, e: ExtraCardDrawn) -> None:
    table = tables.find(e.table)
    if table is not None:
        tables.check_told(table, e.card)
        table.extra = True
        if "" in table.carried:
            table.carried.remove("")
        table.carried.append(e.card)


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
    if not table.entered and "confirm_as_dealt" not in BOOKS[table.odds.book]:
        raise NoOutcome("no dealer entered the result")
    return cards_place(outcome, table.hands)


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    CardRead: _card_read,
    CardDealt: _card_dealt,
    CardDrawnUnseen: _drawn_unseen,
    CardDrawnEarly: _drawn_early,
    CoupReconstructed: _reconstructed,
    BurnShown: _shown,
    MoreBurned: _more_burned,
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
    "CoupsLeftCorrected": lambda e: f"the coups left are put right: {e['coups_left']}",
    "ResultEntered": lambda e: f"result entered: {e['result']}",
    "ForeignCardSeen": lambda e: f"the decks cannot hold another {e['card']}: the coup stops",
    "CardsReported": lambda e: f"a {e['found']} card is reported ({e['reason']})",
    "CardDrawnUnseen": lambda _: "a card is drawn and not turned",
    "ShoeFoundEmpty": lambda _: "no card is left though one is due: the coup stops",
    "ExtraCardDrawn": lambda e: f"{e['card']} is drawn too many",
    "CardDrawnEarly": lambda e: f"{e['card'] or 'a card'} is drawn before the period is over",
    "CoupReconstructed": lambda e: f"the hands are laid again from {' '.join(e['cards'])}",
    "BurnShown": lambda e: f"{e['card'] or 'a card'} is shown and burned, {e['more']} go with it",
    "MoreBurned": lambda e: f"cards burned unseen: {e['cards']}",
    "ShoeCut": lambda e: f"cut after {e['cut']} cards, the cutting card {e['end']} from the back",
    "ShoeVerified": lambda e: f"a shoe was checked by the shuffler; waiting: {e['waiting']}",
    "ShuffleOrdered": lambda e: f"the cards are shuffled after this coup ({e['reason']})",
}
