"""Dummy hands: coups dealt without wagers, because a card was out too early or too many.

Rulebook: LT 11.5, 11.6.3, 11.6.4, 11.6.13, 11.6.14.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people.power import at_table
from openfelt.floor.play.cards import aside, foreign_card, reading
from openfelt.floor.play.cards.hands import hands, lay, of_coup, play_at, whole_coup
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.coup import Coup, Hand
from openfelt.rulebooks.powers import Act


class StartDummyHand(Command, frozen=True):
    """The AGM presses Dummy Hand."""

    table: str
    person: str


class KeyDummyCards(Command, frozen=True):
    """The AGM keys every card of a dummy hand and so authorises it."""

    table: str
    person: str
    cards: tuple[str, ...]


class DummyCardDrawn(Event, frozen=True):
    """A card of a dummy hand left the shoe; the first makes the table wait for the AGM."""

    table: str
    card: str
    hand: str


class CardBurned(Event, frozen=True):
    """The first card of a shoe went to the discard rack; `card` where the shoe read it."""

    table: str
    card: str = ""


class BurnMissed(Event, frozen=True):
    """A round was opened though the first card of the shoe had not been burned."""

    table: str
    round: int


class NextCoupCommenced(Event, frozen=True):
    """The first card left the shoe for a dummy hand that cards drawn too many had opened.

    Such a card was drawn while the coup before was on the table, so it is this one that makes
    that coup final.
    """

    table: str


class DummyHandStarted(Event, frozen=True):
    table: str


class DummyHandKeyed(Event, frozen=True):
    """The cards as the AGM keyed them; the shoe's own readings stand in the rows before."""

    table: str
    cards: tuple[str, ...]


class DummyHandEnded(Event, frozen=True):
    """A dummy hand's result was confirmed; nothing was settled."""

    table: str
    outcome: str


def card_before_new_game(table: Table, face: str) -> tuple[Event, ...]:
    """Open a dummy hand.

    Rule: LT 11.5
    """
    return (DummyCardDrawn(table.name, face, Hand.PLAYER.value),)


def commencing(table: Table) -> tuple[Event, ...]:
    """Say that the next coup has begun, where a coup that is not final lies before it.

    Rule: LT 11.6.2.3
    """
    return (NextCoupCommenced(table.name),) if table.settled else ()


def start(state: State, command: StartDummyHand, context: Context) -> Answer:
    """Let a dummy hand that waits be dealt."""
    # Rule: LT 11.5.1.1; LT 11.6.14
    table = at_table(state, command.table, command.person, Act.DUMMY_HAND, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    # Rule: LT 11.5.1.1
    if play_at(table).dummy != "pending" or table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_dummy_hand")
    return (DummyHandStarted(table.name),)


def key(state: State, command: KeyDummyCards, context: Context) -> Answer:
    """Take the AGM's cards if they are a whole coup and none of the dealt ones is missing."""
    table = at_table(state, command.table, command.person, Act.DUMMY_HAND, context.now)
    if isinstance(table, Refused):
        return table
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    play = play_at(table)
    if play.dummy not in ("dealing", "keyed"):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_dummy_hand")
    # Rule: LT 11.5.1.3
    whole = whole_coup(state.rules(table), command.cards) is not None
    # Rule: LT 11.5.1.3
    if not whole or len(command.cards) < len(play.player) + len(play.banker) + play.unseen:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_whole_coup")
    return (*commencing(table), DummyHandKeyed(table.name, command.cards))


def end(table: Table) -> Answer:
    """Store a dummy hand whose cards were keyed; nobody wins or loses.

    Rule: LT 11.5.1.3; LT 11.5.1.4
    """
    play = play_at(table)
    if play.dummy != "keyed":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nothing_entered")
    return (DummyHandEnded(table.name, of_coup(Coup(*hands(play))).words),)


def void(table: Table) -> tuple[Event, ...]:
    """End a dummy hand that is not dealt to its end."""
    return (DummyHandEnded(table.name, "void"),)


def card_drawn(state: State, event: DummyCardDrawn) -> None:
    """Deal on by the ordinary drawing rules.

    Rule: LT 11.5.1.2
    """
    table = state.tables[event.table]
    if not play_at(table).dummy:
        aside.begin(state, table)
    play_at(table).out += not play_at(table).unseen
    foreign_card.count(table, event.card)  # Rule: LT 11.6.10
    lay(state.rules(table), table, event.hand, event.card)


def commenced(state: State, event: NextCoupCommenced) -> None:
    make_final(state, state.tables[event.table])


def burned(state: State, event: CardBurned) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    play.burned, play.out = True, play.out + 1
    if event.card:
        foreign_card.count(table, event.card)


def burn_missed(state: State, event: BurnMissed) -> None:
    """Recorded; the cards are dealt as they lie."""


def started(state: State, event: DummyHandStarted) -> None:
    play_at(state.tables[event.table]).dummy = "dealing"


def keyed(state: State, event: DummyHandKeyed) -> None:
    table = state.tables[event.table]
    play, coup = play_at(table), whole_coup(state.rules(table), event.cards)
    assert coup is not None
    play.player, play.banker = list(coup.player), list(coup.banker)
    table.phase, play.dummy, play.unseen = "result_pending", "keyed", False


def ended(state: State, event: DummyHandEnded) -> None:
    """Wait for the next game; a dummy hand is a coup, so it counts for the last one."""
    table = state.tables[event.table]
    play = play_at(table)
    foreign_card.leave_with_the_coup(state, table)
    table.phase, table.aside = "idle", False
    play.dummy, play.entered, play.unseen = "", "", False
    play.since = "void" if event.outcome == "void" else "dummy"
    play.standby = play.standby or play.standby_by_itself
    # Rule: LT def:dummy hand; LT 3.12
    if play.coups_left > 0:
        play.coups_left -= 1
    reading.next_turn(table)


CONCEPT = Concept(
    decides={StartDummyHand: start, KeyDummyCards: key},
    evolves={
        DummyCardDrawn: card_drawn,
        CardBurned: burned,
        BurnMissed: burn_missed,
        NextCoupCommenced: commenced,
        DummyHandStarted: started,
        DummyHandKeyed: keyed,
        DummyHandEnded: ended,
    },
)
