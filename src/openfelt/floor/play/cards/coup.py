"""A coup on a baccarat table: cards from the reading shoe, the dealer's result, its confirmation.

Rulebook: LT 7.6, 4.5, 4.6, 11.4.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import may_at, roles_for
from openfelt.floor.people.staff import may_with
from openfelt.floor.play.cards import burn, dummy, early, foreign_card
from openfelt.floor.play.cards.hands import (
    card_table,
    cards_of,
    hands,
    lay,
    next_hand,
    of_coup,
    play_at,
    winner,
)
from openfelt.floor.play.cards.reading import Said, due, heard, order_of, with_reading
from openfelt.floor.rounds import no_bet
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import close_wagering, settle
from openfelt.floor.state import BETWEEN, State, Table
from openfelt.games.baccarat.coup import Coup
from openfelt.rulebooks.powers import Act

# More cards than this too many are not one mistake.
EXTRA_CARDS_MAX = 3


class ReadCard(Command, frozen=True):
    """The shoe read a card as it was drawn: the `nth` that came out for `order`."""

    table: str
    card: str
    order: str = ""
    nth: int = 0


class KeyCard(Command, frozen=True):
    """A card the shoe did not read is keyed in; a dealer needs a second person for it."""

    table: str
    card: str
    person: str
    second: str = ""


class EnterResult(Command, frozen=True):
    """The dealer presses the winning result."""

    table: str
    person: str
    result: str


class CardDealt(Event, frozen=True):
    table: str
    round: int
    card: str
    hand: str


class ExtraCardDrawn(Event, frozen=True):
    """A card came out of the shoe although the coup was complete."""

    table: str
    round: int
    card: str


class ResultEntered(Event, frozen=True):
    table: str
    round: int
    result: str


def read_card(state: State, command: ReadCard, _: Context) -> Answer:
    """Take a card from the shoe, in whatever phase it comes."""
    said = Said(command.table, command.order, command.nth, command.card)
    table = heard(state, said)
    if table is None:
        return ()  # The shoe says again what it said.
    if isinstance(table, Refused):
        return table
    return with_reading(table, command.card, read(state, table, command.card))


def as_read(table: Table, face: str) -> ReadCard:
    """Say a card as the shoe of a table would say it now."""
    return ReadCard(table.name, face, order_of(table), due(table, face))


def read(state: State, table: Table, face: str) -> Answer:
    """Take a face the shoe has read: of a coup, of a dummy hand, or of no deck at all."""
    if table.phase in BETWEEN and not play_at(table).coups_left:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    # Rule: LT 11.6.10
    if face == foreign_card.OF_NO_DECK:
        return _of_no_deck(state, table, face)
    if cards_of((face,)) is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_card")
    # Rule: LT 11.5
    if table.phase in BETWEEN:
        return foreign_card.with_alarm(state, table, face, _before_wagering(state, table, face))
    return take_card(state, table, face)


def _before_wagering(state: State, table: Table, face: str) -> tuple[Event, ...]:
    """Burn the first card of a shoe; any other one begins a coup without wagers.

    Rule: LT 7.4; LT 11.5; MT 8.3(g); MT 8.8(b)
    """
    rules = state.rules(table)
    if not play_at(table).burned:
        return burn.first_card(rules, table, face)
    if not no_bet.knows(rules):
        return dummy.card_before_new_game(table, face)
    drawn = ExtraCardDrawn(table.name, table.round, face)
    return (drawn, _no_bet(table))


def _no_bet(table: Table) -> no_bet.NoBetOpened:
    return no_bet.NoBetOpened(table.name, table.round + 1, "card out", ordered=False)


def _of_no_deck(state: State, table: Table, face: str) -> tuple[Event, ...]:
    """Sound the alarm for a card of no deck; as any card it closes a period and begins a coup.

    Rule: LT 11.6.10; LT 4.6
    """
    rules = state.rules(table)
    if table.phase in BETWEEN and no_bet.knows(rules):
        return (_no_bet(table), foreign_card.alarm(table, face, table.round + 1))
    alarm = foreign_card.alarm(table, face, table.round)
    if table.phase == "wagering" and not early.spoils(rules, table):
        return (close_wagering(state, table), alarm)
    return (*dummy.commencing(table), alarm) if table.aside else (alarm,)


def take_card(state: State, table: Table, face: str) -> Answer:
    """Take a card of the coup; one the decks cannot have held stops it."""
    return foreign_card.with_alarm(state, table, face, _dealt(state, table, face))


def _dealt(state: State, table: Table, face: str) -> Answer:
    """Give the card to the hand whose turn it is; an early one closes the wagering first."""
    rules, play = state.rules(table), play_at(table)
    cards = cards_of((face,))
    if cards is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_card")
    if table.phase == "result_pending":
        return _extra(table, cards[0])
    assert table.phase in ("wagering", "closed", "dealing"), "no coup, no card of it"
    # Rule: LT 7.6.2; LT 7.6.3
    hand = next_hand(rules, play)
    assert hand is not None, "a complete coup is result_pending"
    if play.dummy:
        drawn = dummy.DummyCardDrawn(table.name, cards[0], hand.value)
        return (*dummy.commencing(table), drawn)
    if early.spoils(rules, table):  # Rule: MT 8.5(b); MT 8.8(n)
        return (early.drawn(rules, table, cards[0]),)
    dealt = CardDealt(table.name, table.round, cards[0], hand.value)
    # Rule: LT 4.6; LT 7.5
    if table.phase == "wagering":
        return (close_wagering(state, table), dealt)
    return (*without_wagers(state, table), dealt)


def without_wagers(state: State, table: Table) -> tuple[Event, ...]:
    """Say that nobody has wagered on a coup that begins with the next card.

    Rule: MT 8.8(k)
    """
    is_free = table.phase == "closed" and not table.layouts and not table.no_bet
    if not is_free or not no_bet.knows(state.rules(table)):
        return ()
    return (no_bet.MadeNoBet(table.name, table.round, (), "no wagers", ordered=False),)


def _extra(table: Table, face: str) -> Answer:
    """Set a card aside that the coup has no use for.

    Rule: LT 11.6.3; LT 11.6.4; MT 8.8(a); MT 8.8(b)
    """
    play = play_at(table)
    too_many = len(play.carried) >= EXTRA_CARDS_MAX and "" not in play.carried
    if play.dummy or too_many:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "too_many_cards")
    return (ExtraCardDrawn(table.name, table.round, face),)


def key_card(state: State, command: KeyCard, context: Context) -> Answer:
    """Take a card by hand: the AGM's, or the dealer's with the AGM's approval."""
    table = card_table(state, command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    now = context.now
    if Act.KEY_CARDS not in state.rules(table).powers:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    # Rule: LT 11.6.12
    if may_at(state, table, command.person, Act.KEY_CARDS, now):
        keys = roles_for(state, table, Act.KEY_CARDS)
        refused = may_at(state, table, command.person, Act.DEAL, now) or may_with(
            state, command.person, command.second, keys, now
        )
        if refused:
            return refused
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase not in ("closed", "dealing") or play_at(table).dummy:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_card_due")
    taken = take_card(state, table, command.card)
    if table.name in state.shoes:  # A sealed shoe has counted it.
        return taken
    return with_reading(table, command.card, taken, keyed=True)


def coup_of(table: Table) -> Coup:
    """Return the two hands on the table."""
    return Coup(*hands(play_at(table)))


def _keying(table: Table) -> Act:
    """Return the power by which a result is entered and confirmed.

    Rule: LT 11.4; LT 7.6.10; LT 7.6.11; LT 11.5.1.4
    """
    play = play_at(table)
    return Act.DUMMY_HAND if play.result_by_agm or play.dummy else Act.DEAL


def _result_is_due(state: State, table: Table, person: str, now: int) -> Refused | None:
    """Refuse unless the coup is complete and this person may say how it came out."""
    refused = may_at(state, table, person, _keying(table), now)
    if refused:
        return refused
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    if table.phase != "result_pending":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_result_due")
    return None


def enter_result(state: State, command: EnterResult, context: Context) -> Answer:
    """Take the key if the cards bear it out.

    Rule: LT 4.5; LT 7.6.10; MT def:Dealer Terminal(a)
    """
    table = card_table(state, command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    refused = _result_is_due(state, table, command.person, context.now)
    if refused:
        return refused
    if command.result != winner(coup_of(table)):
        return refuse(Refusal.RESULT_DOES_NOT_MATCH)
    return (ResultEntered(table.name, table.round, command.result),)


def confirm(state: State, table: Table, person: str, now: int) -> Answer:
    """Settle the coup once its result has been entered, where it must be, and is confirmed.

    Rule: LT 4.5; LT 7.6.11; MT 8.6(e)
    """
    refused = _result_is_due(state, table, person, now)
    if refused:
        return refused
    play = play_at(table)
    if play.dummy:
        return dummy.end(table)
    # Rule: MT 8.6(e)
    if not play.entered and Act.CONFIRM_AS_DEALT not in state.rules(table).powers:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_entered")
    return settle(state, table, *of_coup(coup_of(table)), now)


def card_dealt(state: State, event: CardDealt) -> None:
    """Lay the card; the first of a coup makes the coup before it final."""
    table = state.tables[event.table]
    play = play_at(table)
    if not play.player:
        make_final(state, table)  # Rule: LT 11.6.2.3
        agm = Act.DUMMY_HAND in state.rules(table).powers
        play.result_by_agm = agm and not play.standby  # Rule: LT 11.4
        play.standby, play.burned = False, True
    play.out += not play.unseen
    foreign_card.count(table, event.card)
    lay(state.rules(table), table, event.hand, event.card)


def extra_drawn(state: State, event: ExtraCardDrawn) -> None:
    table = state.tables[event.table]
    foreign_card.count(table, event.card)
    play = play_at(table)
    carried = play.carried
    play.out += "" not in carried
    if "" in carried:  # It was drawn before, and is turned now.
        carried[carried.index("")] = event.card
    else:
        carried.append(event.card)


def result_entered(state: State, event: ResultEntered) -> None:
    play_at(state.tables[event.table]).entered = event.result


CONCEPT = Concept(
    decides={
        ReadCard: read_card,
        KeyCard: key_card,
        EnterResult: enter_result,
    },
    evolves={
        CardDealt: card_dealt,
        ExtraCardDrawn: extra_drawn,
        ResultEntered: result_entered,
    },
)
