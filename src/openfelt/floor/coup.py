"""A coup on a baccarat table: cards from the reading shoe, the dealer's result, its confirmation.

Rulebook: LT 7.6, 4.5, 4.6.
"""

from openfelt.core.cards import Card, NotACard, card
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.round import close_wagering, settle
from openfelt.floor.staff import may
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.coup import Coup, Hand, next_hand
from openfelt.games.baccarat.shoe_life import cutting_card_appeared
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import EarlyOutcome, Role


class ReadCard(Command, frozen=True):
    """The shoe read a card as it was drawn."""

    table: str
    card: str


class ReadCuttingCard(Command, frozen=True):
    """The cutting card came out of the shoe."""

    table: str


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


class CuttingCardSeen(Event, frozen=True):
    """`coups_left` counts the coup it came in."""

    table: str
    coups_left: int


class ResultEntered(Event, frozen=True):
    table: str
    round: int
    result: str


def read_card(state: State, command: ReadCard, _: Context) -> Answer:
    """Give the card to the hand whose turn it is; an early one closes the wagering first.

    Rule: LT 4.6; LT 7.5; LT 7.6.2
    """
    table = state.tables.get(command.table)
    if table is None or table.phase not in ("wagering", "closed", "dealing"):
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    policy = VARIANTS[table.variant].policy
    if table.suspended or policy.early_outcome is not EarlyOutcome.WAGERS_STAND:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    try:
        drawn = card(command.card)
    except NotACard:
        return Refused(Refusal.RESULT_DOES_NOT_MATCH)
    hand = next_hand(*_hands(table))
    assert hand is not None, "a complete coup is result_pending"
    dealt = CardDealt(table.name, table.round, drawn, hand.value)
    return (close_wagering(table), dealt) if table.phase == "wagering" else (dealt,)


def _hands(table: Table) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple(map(card, table.player)), tuple(map(card, table.banker))


def _coup(table: Table) -> Coup:
    return Coup(*_hands(table))


def _winner(table: Table) -> str:
    totals = _coup(table).totals
    if totals.player == totals.banker:
        return "tie"
    return "player" if totals.player > totals.banker else "banker"


def read_cutting_card(state: State, command: ReadCuttingCard, _: Context) -> Answer:
    """Count the coups left from the moment the cutting card shows.

    Rule: LT 3.12; LT 3.13
    """
    table = state.tables.get(command.table)
    if table is None or table.coups_left >= 0:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    rules = VARIANTS[table.variant].shoe
    if rules is None:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    in_its_course = table.phase == "dealing"
    life = cutting_card_appeared(rules, as_first_card=not in_its_course)
    assert life.coups_left is not None
    return (CuttingCardSeen(table.name, life.coups_left),)


def enter_result(state: State, command: EnterResult, context: Context) -> Answer:
    """Take the dealer's key if the cards bear it out.

    Rule: LT 4.5; LT 7.6.10
    """
    table = state.tables.get(command.table)
    if table is None or table.phase != "result_pending":
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    refused = may(state, command.person, (Role.DEALER,), context.now)
    if refused:
        return refused
    if command.result != _winner(table):
        return Refused(Refusal.RESULT_DOES_NOT_MATCH)
    return (ResultEntered(table.name, table.round, command.result),)


def confirm_result(state: State, command: ConfirmResult, context: Context) -> Answer:
    """Settle the coup once the dealer has entered and confirmed its result.

    Rule: LT 4.5; LT 7.6.11
    """
    table = state.tables.get(command.table)
    if table is None or table.phase != "result_pending" or not table.entered:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    if table.suspended:
        return Refused(Refusal.TABLE_IS_SUSPENDED)
    refused = may(state, command.person, (Role.DEALER,), context.now)
    if refused:
        return refused
    cards = f"{' '.join(table.player)} / {' '.join(table.banker)}"
    return (settle(table, cards, _coup(table).totals.place, context.now),)


def card_dealt(state: State, event: CardDealt) -> None:
    table = state.tables[event.table]
    (table.player if event.hand == Hand.PLAYER.value else table.banker).append(event.card)
    table.phase = "dealing" if next_hand(*_hands(table)) else "result_pending"


def cutting_card_seen(state: State, event: CuttingCardSeen) -> None:
    state.tables[event.table].coups_left = event.coups_left


def result_entered(state: State, event: ResultEntered) -> None:
    state.tables[event.table].entered = event.result


CONCEPT = Concept(
    decides={
        ReadCard: read_card,
        ReadCuttingCard: read_cutting_card,
        EnterResult: enter_result,
        ConfirmResult: confirm_result,
    },
    evolves={
        CardDealt: card_dealt,
        CuttingCardSeen: cutting_card_seen,
        ResultEntered: result_entered,
    },
)
