"""Cards from a reading shoe: a dealer opens each round, deals, enters a result, confirms it."""

from typing import Final

from openfelt.floor.base import Event
from openfelt.floor.play.cards import (
    burn,
    coup,
    dummy,
    early,
    empty_shoe,
    face_up,
    foreign_card,
    last_coup,
    preparation,
    reading,
    reconstruction,
    shoe,
    shoe_change,
    shuffler,
    unseen,
    virtual_shoe,
)
from openfelt.floor.play.cards.dummy import BurnMissed
from openfelt.floor.play.cards.hands import deal_out, play_at, recalled, shown, told
from openfelt.floor.play.cards.last_coup import carried_begins
from openfelt.floor.play.cards.life import is_tie, left_after, was_tied
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.words import WORDS as WORDS
from openfelt.floor.play.procedure import Procedure, SetUp
from openfelt.floor.rounds import no_bet
from openfelt.floor.state import State, Table


def fresh(set_up: SetUp) -> CardPlay:
    """Begin with a shoe that is loaded, and burned or not."""
    return CardPlay(set_up.burned, set_up.standby_by_itself)


def set_up(table: Table) -> dict[str, str | int]:
    """Return what a card table was opened with."""
    return {"standby_by_itself": play_at(table).standby_by_itself}


def may_open(table: Table) -> bool:
    """Say whether the shoe has another coup.

    Rule: LT 3.12; LT 3.13; LT 7.4; MT 8.3(e)(ii); MT 8.3(h)
    """
    return play_at(table).coups_left != 0


def opening(state: State, table: Table, number: int) -> tuple[Event, ...]:
    """Put it on record when a shoe is dealt from though its first card was not burned.

    A virtual shoe burns its first card by itself, however late it is called for.

    Rule: LT 11.6.8; MT 8.8(i)
    """
    missed = not play_at(table).burned and table.name not in state.shoes
    return (BurnMissed(table.name, number),) if missed else ()


def begin(table: Table) -> None:
    """Clear the cards of the coup before; one that was drawn too many, unseen, is the first.

    Rule: MT 8.8(c)
    """
    play = play_at(table)
    play.player, play.banker, play.entered = [], [], ""
    reading.next_turn(table)
    if play.carried:
        play.unseen, play.told, play.carried = True, [reading.UNSEEN], []


def begin_no_bet(state: State, table: Table) -> None:
    """Begin a coup without wagers with the cards that are out; the shoe is read on as it was.

    Rule: MT 8.8(b)
    """
    play = play_at(table)
    play.entered = ""
    carried_open(state, table)
    reading.keep_order(table)


def carried_open(state: State, table: Table) -> None:
    """Lay cards that were drawn too many as the first of a coup.

    A coup that was reconstructed as a shorter one leaves so many that the next is complete.
    """
    play, before = play_at(table), table.phase
    is_any, play.unseen = bool(play.carried), "" in play.carried
    deal_out(state.rules(table), table, [face for face in play.carried if face])
    if not is_any:
        table.phase = before


def following(state: State, table: Table, place: int) -> tuple[Event, ...]:
    """Let a card drawn too many, that everybody saw, begin a coup without wagers.

    Rule: MT 8.8(b)
    """
    more = no_bet.knows(state.rules(table)) and left_after(table, tied=is_tie(place))
    return carried_begins(table) if more else ()


def end(state: State, table: Table) -> None:
    """Leave the coup; one of a shoe whose cutting card is out counts down."""
    play, tied = play_at(table), was_tied(table)
    # Rule: LT 3.12; LT 3.13; MT 8.3(h)
    play.coups_left = left_after(table, tied=tied)
    # What ends the shoe is what was ordered, not that nobody tied.
    play.tie_adds_one = play.tie_adds_one and not tied and not play.shuffle_after
    play.shuffle_after = False
    _keep_unseen(state, table)
    foreign_card.leave_with_the_coup(state, table)
    play.standby = play.standby or play.standby_by_itself
    play.result_by_agm, play.dummy, table.aside = False, "", False
    play.unseen, play.since = False, ""
    reading.next_turn(table)


def _keep_unseen(state: State, table: Table) -> None:
    """Let a card that lay there unseen wait for the next coup, if this one is over before it began.

    One that was drawn too early goes with its coup, and none of a sealed shoe can be turned later.

    Rule: MT 8.8(c); MT 8.8(n)
    """
    play = play_at(table)
    not_begun = table.phase in ("wagering", "closed") and table.suspended != early.EARLY
    by_hand = no_bet.knows(state.rules(table)) and table.name not in state.shoes
    if play.unseen and not_begun and by_hand:
        play.carried = [reading.UNSEEN]


def at_rest(state: State, table: Table) -> None:
    """Let a card drawn too many open a dummy hand, unless the shoe is at its end.

    Where the book deals on without wagers, a coup does that which is on record by itself.  While
    the last coup may still prove to have been a tie, the card lies there for the coup after it.

    Rule: LT 11.6.3; LT 11.6.4; MT 8.8(b); MT 8.8(c); MT 8.3(h)
    """
    play = play_at(table)
    if not play.coups_left and not play.tie_adds_one:
        play.carried = []
    elif no_bet.knows(state.rules(table)):
        play.told = [reading.UNSEEN] if reading.UNSEEN in play.carried else []
    elif play.carried:
        carried_open(state, table)
        play.dummy, table.aside = "pending", True


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
    begin_no_bet=begin_no_bet,
    following=following,
    end=end,
    at_rest=at_rest,
    put_right=foreign_card.put_right,
    reconsidered=last_coup.reconsidered,
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
    ),
    "shuffler": (shuffler.VerifyShoe,),
}
CONCEPTS: Final = tuple(
    module.CONCEPT
    for module in (
        coup,
        dummy,
        early,
        reconstruction,
        burn,
        unseen,
        face_up,
        foreign_card,
        empty_shoe,
        last_coup,
        preparation,
        reading,
        shoe,
        virtual_shoe,
        shoe_change,
        shuffler,
    )
)
