"""The shoe between coups: burn, standby and the cutting card.

Rulebooks: LT 3.12, 3.13, 7.4, 7.6.9; MT 8.3(g), 8.3(h).
"""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.play.cards import burn as burning
from openfelt.floor.play.cards.dummy import CardBurned
from openfelt.floor.play.cards.hands import card_table, cards_of, play_at, with_shoe
from openfelt.floor.play.cards.life import tie_adds_one
from openfelt.floor.play.cards.reading import order_of
from openfelt.floor.play.cards.virtual_shoe import DrawCard, draw_card
from openfelt.floor.state import State
from openfelt.games.baccarat.shoe_life import cutting_card_appeared
from openfelt.rulebooks.powers import Act


class ReadCuttingCard(Command, frozen=True):
    """The cutting card came out of the shoe while `order` was wanted of it."""

    table: str
    order: str = ""


class BurnCard(Command, frozen=True):
    """The dealer burns the first card of a new shoe; one that is shown for it is named."""

    table: str
    person: str
    card: str = ""


class PressStandby(Command, frozen=True):
    """The dealer tells the shoe that the coup is complete."""

    table: str
    person: str


class CuttingCardSeen(Event, frozen=True):
    """`coups_left` counts the coup it came in; older releases kept no order."""

    version: ClassVar[int] = 2

    table: str
    order: str
    coups_left: int


class StandbyPressed(Event, frozen=True):
    table: str


def read_cutting_card(state: State, command: ReadCuttingCard, _: Context) -> Answer:
    """Count the coups left from the moment the cutting card shows."""
    table = card_table(state, command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    # A sealed shoe says it beside the card it is to give.
    is_wanted = command.order in state.orders or command.order == order_of(table)
    if not is_wanted:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    if play_at(table).coups_left >= 0:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "cutting_card_seen")
    rules = state.rules(table).shoe
    assert rules is not None, "cards are dealt from a shoe"
    # Rule: LT 3.12; LT 3.13
    in_a_coup = table.phase in ("dealing", "result_pending")
    # Rule: LT 3.12; LT 3.13; MT 8.3(h)
    life = cutting_card_appeared(rules, as_first_card=not in_a_coup)
    assert life.coups_left is not None
    return (CuttingCardSeen(table.name, command.order, life.coups_left),)


def burn(state: State, command: BurnCard, context: Context) -> Answer:
    """Burn once, before the first coup.

    Rule: LT 7.4; MT 8.3(g)
    """
    table = with_shoe(state, command.table, command.person, Act.DEAL, context.now)
    if isinstance(table, Refused):
        return table
    burned = play_at(table).burned
    if table.name in state.shoes and not burned:
        return draw_card(state, DrawCard(command.table, command.person), context)
    if burned or table.phase != "idle":
        return refuse(
            Refusal.PHASE_DOES_NOT_ALLOW, "already_burned" if burned else "round_under_way"
        )
    rules = state.rules(table)
    if not burning.is_shown(rules):
        return (CardBurned(table.name),)
    # Rule: MT 8.3(g)
    if cards_of((command.card,)) is None:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "no_such_card")
    return burning.first_card(rules, table, command.card)


def press_standby(state: State, command: PressStandby, context: Context) -> Answer:
    """Arm the shoe between the last card of a coup and the first of the next.

    Rule: LT 7.6.9
    """
    known = card_table(state, command.table)
    # It saves the dealer from the AGM's key: where nobody has that, there is nothing to arm.
    if known is not None and Act.DUMMY_HAND not in state.rules(known).powers:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")
    table = with_shoe(state, command.table, command.person, Act.DEAL, context.now)
    if isinstance(table, Refused):
        return table
    if table.phase not in ("idle", "result_pending", "settled", "void", "wagering", "closed"):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "coup_under_way")
    return (StandbyPressed(table.name),)


def cutting_card_seen(state: State, event: CuttingCardSeen) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    play.coups_left = event.coups_left
    play.tie_adds_one = tie_adds_one(state.rules(table).shoe)


def standby_pressed(state: State, event: StandbyPressed) -> None:
    play_at(state.tables[event.table]).standby = True


CONCEPT = Concept(
    decides={
        ReadCuttingCard: read_cutting_card,
        BurnCard: burn,
        PressStandby: press_standby,
    },
    evolves={CuttingCardSeen: cutting_card_seen, StandbyPressed: standby_pressed},
)
