"""A shoe without cardboard: shuffled by a device, sealed before its first card, drawn card by card.

Only a demo floor has such shoes.  The dealer calls for a shoe and for each card as he would reach
for them; orders to devices do the rest.
How many cards have left the shoe is counted here, so after a crash the very next card comes.
Rulebook: LT 3.8, 3.12, 7.4, 7.6.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_table
from openfelt.floor.play.cards import burn, coup, early
from openfelt.floor.play.cards.hands import begun_anew, card_table, next_hand, play_at
from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.play.procedure import Awaited
from openfelt.floor.rounds.round import close_wagering
from openfelt.floor.seal import ValueSealed, has_come
from openfelt.floor.sealed import VirtualShoe
from openfelt.floor.state import Order, State, Table
from openfelt.rulebooks.powers import Act

_DRAWN_IN = ("wagering", "closed", "dealing")
_BURNED_IN = ("idle", "settled", "void", *_DRAWN_IN)


class CallShoe(Command, frozen=True):
    """The dealer asks for a freshly shuffled shoe."""

    table: str
    person: str


class LoadShoe(Command, frozen=True):
    """The shuffler hands a sealed shoe over: the hash of its order, and its order encrypted."""

    order: str
    digest: str
    sealed: str


class DrawCard(Command, frozen=True):
    """The dealer draws the next card; the first of a new shoe is burned."""

    table: str
    person: str


class GiveCard(Command, frozen=True):
    """The shoe gives the card it was ordered to, with no face when it could not read it."""

    order: str
    card: str


class ShoeCalled(Event, frozen=True):
    table: str
    shoe: str


class ShoeLoaded(Event, frozen=True):
    """A sealed shoe lies ready; the one before it is opened."""

    table: str
    shoe: str


class CardCalled(Event, frozen=True):
    """`number` counts the cards of the shoe from 1."""

    table: str
    shoe: str
    round: int
    number: int


class CardDrawn(Event, frozen=True):
    """A card left the shoe; its face stands in the row of whatever it was drawn for."""

    table: str
    shoe: str
    number: int
    read: bool


class CardNotDrawn(Event, frozen=True):
    """The coup it was called for had ended: the card is still in the shoe."""

    table: str
    shoe: str
    number: int


def call_shoe(state: State, command: CallShoe, context: Context) -> Answer:
    """Have the cards shuffled anew once the shoe has ended, or when there is none yet.

    Rule: LT 3.8; LT 3.12
    """
    table = _at(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    if not state.demo:  # Real money is played with real cards.
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_demo")
    shoe = state.shoes.get(table.name)
    in_use = shoe is not None and (play_at(table).coups_left != 0 or table.undecided)
    if in_use:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_in_use")
    if wanted(state, table.name, ShuffleOrder):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shuffling")
    number = shoe.number + 1 if shoe else 1
    return (ShoeCalled(table.name, f"shoe:{table.name}:{number}"),)


def _at(state: State, name: str, person: str, now: int) -> Table | Refused:
    """Return a table that is dealt from a shoe, to its dealer."""
    known = card_table(state, name)
    if known is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if known.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    table = at_table(state, name, person, Act.DEAL, now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    return table


def wanted(state: State, table: str, kind: type[DrawOrder | ShuffleOrder]) -> str:
    """Name what a table wants of that kind, "" for nothing: there is never more than one."""
    found = (name for name, order in state.orders.items() if _is(order, table, kind))
    return next(found, "")


def _is(order: Order, table: str, kind: type[DrawOrder | ShuffleOrder]) -> bool:
    return isinstance(order, kind) and order.at == table


def _done(state: State, table: str, kind: type[DrawOrder | ShuffleOrder]) -> None:
    """Want it no more."""
    state.orders.pop(wanted(state, table, kind), None)


def load_shoe(state: State, command: LoadShoe, _: Context) -> Answer:
    """Take a sealed shoe for the order it was made for."""
    order = state.orders.get(command.order)
    if not isinstance(order, ShuffleOrder):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    if len(command.digest) != 64 or not command.sealed:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "not_sealed_so")
    sealed = ValueSealed(order.shoe, command.digest, command.sealed)
    return (sealed, ShoeLoaded(order.at, order.shoe))


def draw_card(state: State, command: DrawCard, context: Context) -> Answer:
    """Order the next card, when the coup has a hand to take it.

    Rule: LT 7.4; LT 7.6.2
    """
    table = _at(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    shoe = state.shoes.get(table.name)
    if shoe is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_shoe_yet")
    if not play_at(table).coups_left:  # It is shown to everybody: nothing more comes out of it.
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    if wanted(state, table.name, DrawOrder):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "card_under_way")
    if lies_unread(state, table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "card_unread")
    if table.phase not in (_DRAWN_IN if play_at(table).burned else _BURNED_IN):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_card_due")
    return (CardCalled(table.name, shoe.seal, table.round, shoe.drawn + 1),)


def _on_the_table(table: Table) -> int:
    play = play_at(table)
    return len(play.player) + len(play.banker)


def lies_unread(state: State, table: Table) -> bool:
    """Say whether a card the shoe could not read waits to be keyed in."""
    shoe = state.shoes.get(table.name)
    return shoe is not None and shoe.unread == (table.round, _on_the_table(table))


def awaited(state: State, table: Table) -> Awaited:
    """Say where a card lies unread, what a sealed shoe is asked for, and which hand draws next.

    Rule: MT def:Dealer Terminal(b)
    """
    play = play_at(table)
    unread = play.unseen or lies_unread(state, table)
    hand = next_hand(state.rules(table), play)
    side = hand.value if hand else ""
    under_way = ""
    if wanted(state, table.name, ShuffleOrder):
        under_way = "shoe"
    elif wanted(state, table.name, DrawOrder):
        under_way = side if play.burned else "burn"
    is_dealt = table.phase in ("closed", "dealing")
    return Awaited(side if unread and table.undecided else "", under_way, side if is_dealt else "")


def give_card(state: State, command: GiveCard, _: Context) -> Answer:
    """Deal the card the shoe was ordered to give; the first of a shoe is burned unseen."""
    order = state.orders.get(command.order)
    if not isinstance(order, DrawOrder):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    table = state.tables[order.at]
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    shoe = state.shoes[table.name]
    drawn = CardDrawn(table.name, shoe.seal, shoe.drawn + 1, bool(command.card))
    # Rule: LT 7.4
    rules = state.rules(table)
    if not play_at(table).burned:
        return (drawn, burn.next_card(rules, table, command.card))
    if table.phase not in _DRAWN_IN or order.round != table.round:
        return (CardNotDrawn(table.name, shoe.seal, shoe.drawn + 1),)
    if not command.card:
        return (drawn, *_unread(state, table))
    dealt = coup.take_card(state, table, command.card)
    return dealt if isinstance(dealt, Refused) else (drawn, *dealt)


def _unread(state: State, table: Table) -> tuple[Event, ...]:
    """Let a card count that the shoe could not read.

    Rule: LT 4.6; MT 8.8(k); MT 8.8(n)
    """
    rules = state.rules(table)
    if early.spoils(rules, table):
        return (early.drawn(rules, table, ""),)
    if table.phase == "wagering":
        return (close_wagering(state, table),)
    return coup.without_wagers(state, table)


def shoe_called(state: State, event: ShoeCalled) -> None:
    """Have the next shoe shuffled."""
    state.orders[f"shuffle:{event.shoe}"] = ShuffleOrder(event.table, event.shoe)


def shoe_loaded(state: State, event: ShoeLoaded) -> None:
    """Begin a new shoe; nobody draws from the old one any more."""
    _done(state, event.table, ShuffleOrder)
    put_away(state, event.table)
    old = state.shoes.get(event.table)
    state.shoes[event.table] = VirtualShoe(event.shoe, old.number + 1 if old else 1)
    table = state.tables[event.table]
    play = play_at(table)
    play.coups_left, play.burned, play.carried, play.seen = -1, False, [], {}
    begun_anew(play)
    play.since = "shoe"
    if table.phase == "closed_table":
        put_away(state, event.table)


def put_away(state: State, table: str) -> None:
    """Have a shoe opened that nobody draws from any more, once; a card that was called stays in."""
    _done(state, table, DrawOrder)
    shoe = state.shoes.get(table)
    if shoe is not None and shoe.seal in state.seals:
        has_come(state, shoe.seal, OpenShoeOrder(table, shoe.seal))


def card_called(state: State, event: CardCalled) -> None:
    order = DrawOrder(event.table, event.shoe, event.number, event.round)
    state.orders[f"draw:{order.data.replace(' ', ':')}"] = order


def card_drawn(state: State, event: CardDrawn) -> None:
    _done(state, event.table, DrawOrder)
    shoe, table = state.shoes[event.table], state.tables[event.table]
    shoe.drawn = event.number
    shoe.unread = (0, -1) if event.read else (table.round, _on_the_table(table))


def card_not_drawn(state: State, event: CardNotDrawn) -> None:
    _done(state, event.table, DrawOrder)


CONCEPT = Concept(
    decides={
        CallShoe: call_shoe,
        LoadShoe: load_shoe,
        DrawCard: draw_card,
        GiveCard: give_card,
    },
    evolves={
        ShoeCalled: shoe_called,
        ShoeLoaded: shoe_loaded,
        CardCalled: card_called,
        CardDrawn: card_drawn,
        CardNotDrawn: card_not_drawn,
    },
)
