"""Cards as the coup has them: read, laid to two hands, and what they come to."""

from collections.abc import Iterable

from openfelt.core.cards import Card, NotACard, card
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.people.power import at_table
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.procedure import Outcome, Recalled, Shown, Stated
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.coup import TOTALS, Coup, Hand, ShoeTooShort
from openfelt.games.baccarat.drawing import DRAWINGS
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.powers import Act


def play_at(table: Table) -> CardPlay:
    """Return what a card table remembers; its procedure has put it there."""
    assert isinstance(table.play, CardPlay)
    return table.play


def card_table(state: State, name: str) -> Table | None:
    """Return a table that is dealt from a reading shoe, None if it is none."""
    table = state.tables.get(name)
    return table if table is not None and isinstance(table.play, CardPlay) else None


def with_shoe(state: State, name: str, person: str, act: Act, now: int) -> Table | Refused:
    """Return a card table to whoever holds a power there; elsewhere there is no such act.

    Every game with a dealer gives him the power to deal: what is dealt is asked before who asks.
    """
    has_none = name in state.tables and card_table(state, name) is None
    if act is Act.DEAL and has_none:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_shoe_here")
    table = at_table(state, name, person, act, now)
    # Dice tables that an older release opened list powers over shoes.
    if has_none and not isinstance(table, Refused):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_shoe_here")
    return table


def reading(state: State, name: str) -> Table | Refused:
    """Return a table whose shoe has something to report that counts now."""
    table = card_table(state, name)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    if table.name in state.shoes:  # Its cards come by order from a sealed shoe.
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "virtual_shoe")
    if table.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    return table


def cards_of(faces: tuple[str, ...]) -> tuple[Card, ...] | None:
    """Read cards, None if one of them is no card."""
    try:
        return tuple(card(face) for face in faces)
    except NotACard:
        return None


def hands(play: CardPlay) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the coup that is being dealt."""
    return tuple(map(card, play.player)), tuple(map(card, play.banker))


def next_hand(rules: Definition, play: CardPlay) -> Hand | None:
    """Say which hand takes the next card, None when the coup is complete.

    Rule: MT def:Table of Play (Tableau)
    """
    return DRAWINGS[rules.tableau].next_hand(*hands(play))


def of_coup(coup: Coup) -> Outcome:
    """Return what a finished coup comes to, with both its hands.

    Rule: MT def:Coup
    """
    words = f"{' '.join(coup.player)} / {' '.join(coup.banker)}"
    return Outcome(words, coup.totals.place)


def winner(coup: Coup) -> str:
    """Name the winning result as the dealer's keys do."""
    player, banker = coup.totals.player, coup.totals.banker
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def whole_coup(rules: Definition, faces: tuple[str, ...]) -> Coup | None:
    """Deal the cards out; None unless they make exactly one coup by the drawing rules."""
    cards = cards_of(faces)
    if cards is None:
        return None
    try:
        coup = DRAWINGS[rules.tableau].deal(cards)
    except ShoeTooShort:
        return None
    return coup if coup.cards_used == len(cards) else None


def told(rules: Definition, stated: Stated) -> Outcome | None:
    """Return the coup somebody states, None if it is none."""
    if stated.dice or stated.number >= 0:
        return None
    coup = whole_coup(rules, stated.cards)
    return of_coup(coup) if coup else None


def shown(table: Table) -> Shown:
    """Show both hands, the key that was pressed, and how the shoe stands.

    What was drawn too many is no longer waited for when the shoe has ended.
    """
    play = play_at(table)
    waiting = play.carried if play.coups_left else ()
    return Shown(
        player=tuple(play.player),
        banker=tuple(play.banker),
        entered=play.entered,
        dummy=play.dummy,
        coups_left=play.coups_left,
        burned=play.burned,
        standby=play.standby,
        result_by_agm=play.result_by_agm,
        carried=tuple(face or "??" for face in waiting),
        out=play.out,
    )


def recalled(outcome: Outcome) -> Recalled:
    """Read both hands of a past coup; their counts follow from its place."""
    player, banker = (tuple(hand.split()) for hand in outcome.words.split(" / "))
    totals = TOTALS[outcome.place]
    return Recalled(player, banker, (totals.player, totals.banker))


def begun_anew(play: CardPlay) -> None:
    """Count a shoe that nobody has drawn from."""
    play.tie_adds_one, play.shuffle_after, play.to_burn, play.out = False, False, 0, 0


def put(play: CardPlay, hand: str, face: str) -> None:
    """Put a card to the others of its hand."""
    (play.player if hand == Hand.PLAYER.value else play.banker).append(face)


def deal_out(rules: Definition, table: Table, faces: Iterable[str]) -> None:
    """Deal cards out from the first by the drawing rules; those beyond the coup are carried.

    Rule: MT 8.8(a); MT 8.8(b)
    """
    play = play_at(table)
    play.player, play.banker, play.carried = [], [], []
    for face in faces:
        hand = next_hand(rules, play)
        if hand is None:
            play.carried.append(face)
        else:
            put(play, hand.value, face)
    table.phase = "dealing" if next_hand(rules, play) else "result_pending"


def lay(rules: Definition, table: Table, hand: str, face: str) -> None:
    """Lay a card to its hand; the last one makes the result due."""
    play = play_at(table)
    put(play, hand, face)
    play.unseen = False
    table.phase = "dealing" if next_hand(rules, play) else "result_pending"
