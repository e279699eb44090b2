"""Which keys belong to the way a table is played."""

from collections.abc import Mapping
from typing import Final

from openfelt.floor.rounds import no_bet
from openfelt.floor.state import State, Table
from openfelt.stations.key import Desk
from openfelt.stations.procedures import cards, cards_by_rule, craps, dealt_dice, every, wheel

DESKS: Final[Mapping[str, Desk]] = {
    "cards": cards.DESK,
    "cards by rule": cards_by_rule.DESK,
    # Players shoot the dice themselves, and there are no remedies for cards.
    "tumbler": every.DESK,
    "craps": craps.DESK,
    "dealt_dice": dealt_dice.DESK,
    "wheel": wheel.DESK,
}


def desk_of(state: State, table: Table) -> Desk:
    """Return the keys of a table's staff; a way of playing without a list has those of all."""
    rules = state.rules(table)
    by_rule = rules.procedure == "cards" and no_bet.knows(rules)
    return DESKS["cards by rule"] if by_rule else DESKS.get(rules.procedure, every.DESK)
