"""The coup of the cutting card is corrected: a tie now earns one coup more, or earns none.

Rulebook: MT 6.3, 8.3(h).
"""

from openfelt.floor.base import Concept, Event
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.life import is_tie, tie_adds_one
from openfelt.floor.play.cards.order import ShuffleOrder
from openfelt.floor.play.cards.virtual_shoe import wanted
from openfelt.floor.rounds.no_bet import NoBetOpened
from openfelt.floor.state import State, Table


class CoupsLeftCorrected(Event, frozen=True):
    """The shoe has one coup more, or is at its end: its last coup came out otherwise."""

    table: str
    round: int
    coups_left: int


def reconsidered(state: State, table: Table, number: int, place: int) -> tuple[Event, ...]:
    """Count the coups of the shoe by what its last coup really was; void, it was no tie.

    Once another coup has begun, or other cards are shuffled, nothing comes back.  A card that was
    drawn too many begins the coup that is earned.

    Rule: MT 6.1; MT 6.3; MT 8.3(h); MT 8.8(b)
    """
    is_the_last = number == table.round and table.phase == "settled"
    if not (is_the_last and tie_adds_one(state.rules(table).shoe)):
        return ()
    play, tied = play_at(table), is_tie(place)
    earns = play.coups_left == 0 and play.tie_adds_one and tied
    has_earned = play.coups_left == 1 and not play.tie_adds_one
    if earns and not wanted(state, table.name, ShuffleOrder):
        return (CoupsLeftCorrected(table.name, number, 1), *carried_begins(table))
    return (CoupsLeftCorrected(table.name, number, 0),) if has_earned and not tied else ()


def carried_begins(table: Table) -> tuple[NoBetOpened, ...]:
    """Begin a coup without wagers where a card drawn too many was seen.

    Rule: MT 8.8(b)
    """
    if not any(play_at(table).carried):
        return ()
    return (NoBetOpened(table.name, table.round + 1, "card too many", ordered=False),)


def corrected(state: State, event: CoupsLeftCorrected) -> None:
    """Let the shoe go on, or end it; a card that lies unseen for a further coup stays there."""
    play = play_at(state.tables[event.table])
    play.coups_left, play.tie_adds_one = event.coups_left, not event.coups_left


CONCEPT = Concept(evolves={CoupsLeftCorrected: corrected})
