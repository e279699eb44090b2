"""A coup on a baccarat table: cards from the reading shoe, the dealer's result, its confirmation.

Rulebook: LT 7.6, 4.5, 4.6, 11.4.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.people import power
from openfelt.floor.people.staff import holds, may, may_with
from openfelt.floor.play.cards import dummy, foreign_card
from openfelt.floor.rounds import outcome
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import close_wagering, settle
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.coup import Coup, Hand, next_hand
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import EarlyOutcome, OutcomeFrom

# More cards than this too many are not one mistake.
EXTRA_CARDS_MAX = 3


class ReadCard(Command, frozen=True):
    """The shoe read a card as it was drawn."""

    table: str
    card: str


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


class ConfirmResult(Command, frozen=True):
    """The dealer confirms it, and the round is settled."""

    table: str
    person: str


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


def has_reading_shoe(table: Table) -> bool:
    """Say whether the cards of this table come from a shoe that reads them."""
    return VARIANTS[table.variant].policy.outcome_from is OutcomeFrom.SHOE_AND_DEALER


def read_card(state: State, command: ReadCard, _: Context) -> Answer:
    """Take a card from the shoe, in whatever phase it comes."""
    table = state.tables.get(command.table)
    if table is None or not has_reading_shoe(table) or table.phase == "closed_table":
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.name in state.shoes:  # Its cards come by order from a sealed shoe.
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    # Rule: LT 11.5
    if table.phase in ("idle", "settled", "void"):
        early = dummy.card_before_new_game(table, command.card)
        return foreign_card.with_alarm(table, command.card, early)
    return take_card(table, command.card)


def take_card(table: Table, face: str) -> Answer:
    """Take a card of the coup; one the decks cannot have held stops it."""
    return foreign_card.with_alarm(table, face, _dealt(table, face))


def _dealt(table: Table, face: str) -> Answer:
    """Give the card to the hand whose turn it is; an early one closes the wagering first."""
    if VARIANTS[table.variant].policy.early_outcome is not EarlyOutcome.WAGERS_STAND:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    cards = outcome.cards_of((face,))
    if cards is None:
        return Refused(Refusal.RESULT_DOES_NOT_MATCH)
    if table.phase == "result_pending":
        return _extra(table, cards[0])
    if table.phase not in ("wagering", "closed", "dealing"):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    # Rule: LT 7.6.2; LT 7.6.3
    hand = next_hand(*outcome.hands(table))
    assert hand is not None, "a complete coup is result_pending"
    if table.dummy:
        return (dummy.DummyCardDrawn(table.name, cards[0], hand.value),)
    dealt = CardDealt(table.name, table.round, cards[0], hand.value)
    # Rule: LT 4.6; LT 7.5
    return (close_wagering(table), dealt) if table.phase == "wagering" else (dealt,)


def _extra(table: Table, face: str) -> Answer:
    """Set a card aside that the coup has no use for.

    Rule: LT 11.6.3; LT 11.6.4
    """
    if table.dummy or len(table.carried) >= EXTRA_CARDS_MAX:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return (ExtraCardDrawn(table.name, table.round, face),)


def key_card(state: State, command: KeyCard, context: Context) -> Answer:
    """Take a card by hand: the AGM's, or the dealer's with the AGM's approval."""
    table = state.tables.get(command.table)
    if table is None or not has_reading_shoe(table):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    now = context.now
    # Rule: LT 11.6.12
    if not holds(state, command.person, power.AGM, now):
        refused = may(state, command.person, power.DEALER, now) or may_with(
            state, command.person, command.second, power.AGM, now
        )
        if refused:
            return refused
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    if table.phase not in ("closed", "dealing") or table.dummy:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return take_card(table, command.card)


def coup_of(table: Table) -> Coup:
    """Return the two hands on the table."""
    return Coup(*outcome.hands(table))


def _keyed_by(table: Table) -> tuple[str, ...]:
    """Return who enters and confirms the result.

    Rule: LT 11.4; LT 7.6.10; LT 7.6.11; LT 11.5.1.4
    """
    return power.AGM if table.result_by_agm or table.dummy else power.DEALER


def _result_due(state: State, name: str, person: str, now: int) -> Table | Refused:
    """Return the table if its coup is complete and this person may say how it came out."""
    table = state.tables.get(name)
    if table is None:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    refused = may(state, person, _keyed_by(table), now)
    if refused:
        return refused
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    return table if table.phase == "result_pending" else Refused(Refusal.PHASE_DOES_NOT_ALLOW)


def enter_result(state: State, command: EnterResult, context: Context) -> Answer:
    """Take the key if the cards bear it out.

    Rule: LT 4.5; LT 7.6.10
    """
    table = _result_due(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    if command.result != outcome.winner(coup_of(table)):
        return Refused(Refusal.RESULT_DOES_NOT_MATCH)
    return (ResultEntered(table.name, table.round, command.result),)


def confirm_result(state: State, command: ConfirmResult, context: Context) -> Answer:
    """Settle the coup once its result has been entered and is confirmed.

    Rule: LT 4.5; LT 7.6.11
    """
    table = _result_due(state, command.table, command.person, context.now)
    if isinstance(table, Refused):
        return table
    if table.dummy:
        return dummy.end(table)
    if not table.entered:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    return settle(table, *outcome.of_coup(coup_of(table)), context.now)


def card_dealt(state: State, event: CardDealt) -> None:
    """Lay the card; the first of a coup makes the coup before it final.

    Rule: LT 11.4; LT 11.6.2.3
    """
    table = state.tables[event.table]
    if not table.player:
        make_final(table)
        table.result_by_agm = not table.standby
        table.standby, table.burned = False, True
    foreign_card.count(table, event.card)
    (table.player if event.hand == Hand.PLAYER.value else table.banker).append(event.card)
    table.phase = "dealing" if next_hand(*outcome.hands(table)) else "result_pending"


def extra_drawn(state: State, event: ExtraCardDrawn) -> None:
    table = state.tables[event.table]
    foreign_card.count(table, event.card)
    table.carried.append(event.card)


def result_entered(state: State, event: ResultEntered) -> None:
    state.tables[event.table].entered = event.result


CONCEPT = Concept(
    decides={
        ReadCard: read_card,
        KeyCard: key_card,
        EnterResult: enter_result,
        ConfirmResult: confirm_result,
    },
    evolves={
        CardDealt: card_dealt,
        ExtraCardDrawn: extra_drawn,
        ResultEntered: result_entered,
    },
)
