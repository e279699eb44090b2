"""Cards from a reading shoe: a dealer opens each round, deals, enters a result, confirms it."""

from typing import Final

from openfelt.floor.base import Event
from openfelt.floor.play.cards import (
    coup,
    dummy,
    empty_shoe,
    face_up,
    foreign_card,
    reading,
    shoe,
    shoe_change,
    unseen,
    virtual_shoe,
)
from openfelt.floor.play.cards.dummy import BurnMissed
from openfelt.floor.play.cards.hands import play_at, recalled, shown, told
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.words import WORDS as WORDS
from openfelt.floor.play.procedure import Procedure, SetUp
from openfelt.floor.state import State, Table


def fresh(set_up: SetUp) -> CardPlay:
    """Begin with a shoe that is loaded, and burned or not."""
    return CardPlay(set_up.burned, set_up.standby_by_itself)


def set_up(table: Table) -> dict[str, str | int]:
    """Return what a card table was opened with."""
    return {"standby_by_itself": play_at(table).standby_by_itself}


def may_open(table: Table) -> bool:
    """Say whether the shoe has another coup.

    Rule: LT 3.12; LT 3.13; LT 7.4
    """
    return play_at(table).coups_left != 0


def opening(state: State, table: Table, number: int) -> tuple[Event, ...]:
    """Put it on record when a shoe is dealt from though its first card was not burned.

    A virtual shoe burns its first card by itself, however late it is called for.

    Rule: LT 11.6.8
    """
    missed = not play_at(table).burned and table.name not in state.shoes
    return (BurnMissed(table.name, number),) if missed else ()


def begin(table: Table) -> None:
    """Clear the cards of the coup before."""
    play = play_at(table)
    play.player, play.banker, play.entered = [], [], ""
    reading.next_turn(table)


def end(state: State, table: Table) -> None:
    """Leave the coup; one of a shoe whose cutting card is out counts down."""
    foreign_card.leave_with_the_coup(state, table)
    play = play_at(table)
    # Rule: LT 3.12; LT 3.13
    if play.coups_left > 0 and play.player:
        play.coups_left -= 1
    play.standby = play.standby or play.standby_by_itself
    play.result_by_agm, play.dummy, table.aside = False, "", False
    play.unseen, play.since = False, ""
    reading.next_turn(table)


def at_rest(table: Table) -> None:
    """Let a card drawn too many open a dummy hand, unless the shoe is at its end.

    Rule: LT 11.6.3; LT 11.6.4
    """
    play = play_at(table)
    if play.carried and play.coups_left:
        turned = [face for face in play.carried if face]
        play.player, play.banker = turned[::2], turned[1::2]
        play.unseen = "" in play.carried
        table.phase, play.dummy, table.aside = "dealing", "pending", True
    play.carried = []


def closed(state: State, table: Table) -> None:
    """Have a virtual shoe opened: nobody draws from it any more."""
    virtual_shoe.put_away(state, table.name)


def reopened(state: State, table: Table) -> None:
    """Wait for another virtual shoe: the last one was opened when the table closed."""
    if table.name in state.shoes:
        play_at(table).coups_left = 0


PROCEDURE: Final = Procedure(
    name="cards",
    phases=("dealing",),
    fresh=fresh,
    told=told,
    shown=shown,
    awaited=virtual_shoe.awaited,
    set_up=set_up,
    recalled=recalled,
    may_open=may_open,
    opening=opening,
    confirm=coup.confirm,
    end_aside=dummy.void,
    begin=begin,
    end=end,
    at_rest=at_rest,
    put_right=foreign_card.put_right,
    closed=closed,
    reopened=reopened,
)

# What each of its devices reports.
REPORTS: Final = {
    "shoe": (
        coup.ReadCard,
        shoe.ReadCuttingCard,
        unseen.ReadUnseenCard,
        face_up.ReadFaceUpCard,
        empty_shoe.ReadEmptyShoe,
    )
}
CONCEPTS: Final = tuple(
    module.CONCEPT
    for module in (
        coup,
        dummy,
        unseen,
        face_up,
        foreign_card,
        empty_shoe,
        reading,
        shoe,
        virtual_shoe,
        shoe_change,
    )
)
