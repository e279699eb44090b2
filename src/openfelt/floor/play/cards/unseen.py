"""A card drawn but not turned: it counts at once, its face is the next one the shoe or AGM tells.

Rulebooks: LT 4.6, 11.5, 11.6.3, 11.6.13; MT 8.8(c), 8.8(n).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.cards import aside, early
from openfelt.floor.play.cards.burn import is_shown
from openfelt.floor.play.cards.coup import EXTRA_CARDS_MAX, without_wagers
from openfelt.floor.play.cards.dummy import CardBurned
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.reading import UNSEEN, Said, heard, with_reading
from openfelt.floor.rounds import no_bet
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.rounds.round import close_wagering
from openfelt.floor.state import BETWEEN, State, Table


class ReadUnseenCard(Command, frozen=True):
    """A card left the shoe and lies face down: the `nth` that came out for `order`."""

    table: str
    order: str = ""
    nth: int = 0


class CardDrawnUnseen(Event, frozen=True):
    """A card lies face down: of the coup, of a dummy hand, or drawn too many."""

    table: str
    round: int


def read_unseen(state: State, command: ReadUnseenCard, _: Context) -> Answer:
    """Take a card without a face; the first of a new shoe is burned so."""
    table = heard(state, Said(command.table, command.order, command.nth, UNSEEN))
    if table is None:
        return ()
    if isinstance(table, Refused):
        return table
    return with_reading(table, UNSEEN, _lies(state, table))


def _lies(state: State, table: Table) -> Answer:
    play = play_at(table)
    between = table.phase in BETWEEN
    if between and not play.coups_left:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    # Rule: LT 7.4
    if between and not play.burned:
        return _burned(state, table)
    return _no_room(table) or _drawn(state, table)


def _burned(state: State, table: Table) -> Answer:
    """Burn the first card unseen, unless it must be shown.

    Rule: LT 7.4; MT 8.3(g)
    """
    if is_shown(state.rules(table)):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_shown")
    return (CardBurned(table.name),)


def _no_room(table: Table) -> Refused | None:
    """Refuse a second card face down, and one more than can be set aside."""
    play = play_at(table)
    if play.unseen or "" in play.carried:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "card_unread")
    full = play.dummy or len(play.carried) >= EXTRA_CARDS_MAX
    if table.phase == "result_pending" and full:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "too_many_cards")
    return None


def _drawn(state: State, table: Table) -> tuple[Event, ...]:
    """Let the card close a wagering period that is open, or spoil it.

    Rule: LT 4.6; LT 7.5
    """
    rules = state.rules(table)
    if early.spoils(rules, table):  # Rule: MT 8.8(n)
        return (early.drawn(rules, table, ""),)
    drawn = CardDrawnUnseen(table.name, table.round)
    if table.phase == "wagering":
        return (close_wagering(state, table), drawn)
    return (*without_wagers(state, table), drawn)  # Rule: MT 8.8(k)


def drawn(state: State, event: CardDrawnUnseen) -> None:
    """Keep it for the next coup if this one is complete; else a coup has begun.

    Between coups it is the first of the next one where the book does not open a dummy hand.

    Rule: LT 11.5; LT 11.6.2.3; LT 11.6.13; MT 8.8(c)
    """
    table = state.tables[event.table]
    play = play_at(table)
    play.out += 1
    waits = table.phase in BETWEEN and no_bet.knows(state.rules(table))
    if table.phase == "result_pending" or waits:
        play.carried.append("")
        return
    if not table.undecided:
        aside.begin(state, table)
    make_final(state, table)
    table.phase, play.unseen = "dealing", True


CONCEPT = Concept(decides={ReadUnseenCard: read_unseen}, evolves={CardDrawnUnseen: drawn})
