"""The ways of playing the auditor can judge, by the name a definition gives them: one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from openfelt.audit import cards, dice
from openfelt.audit.event import Event
from openfelt.audit.outcome import CARD_PLACES, DICE_PLACES, dice_place, stated_place
from openfelt.audit.table import Table, Tables


class Way(NamedTuple):
    """How many outcomes there are, where one stands, and the rules for what happens before."""

    outcomes: int
    place: Callable[[Table, str], int]
    stated: Callable[[str], int]
    rules: Mapping[type[Event], Callable[[Tables, Any], object]]


WAYS: Final = {
    "cards": Way(CARD_PLACES, cards.settled_place, stated_place, cards.RULES),
    "tumbler": Way(DICE_PLACES, dice.settled_place, dice_place, dice.RULES),
}
