"""The ways of playing the auditor can judge, by the name a definition gives them: one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, NamedTuple

from openfelt.audit import cards, craps, dealt_dice, dice, wheel
from openfelt.audit.event import Event
from openfelt.audit.table import Table, Tables


class Way(NamedTuple):
    """How many outcomes there are, where one stands, and the rules for what happens before.

    `complete` says whether anybody can state another result than the one there is, `words` how its
    events are told.
    """

    outcomes: int
    place: Callable[[Table, str], int]
    stated: Callable[[str], int]
    complete: Callable[[Table], bool]
    rules: Mapping[type[Event], Callable[[Tables, Any], object]]
    words: Mapping[str, Callable[[dict[str, Any]], str]]


# Each holds the shapes of its own events too.
MODULES: Final[Mapping[str, ModuleType]] = {
    "cards": cards,
    "tumbler": dice,
    "craps": craps,
    "wheel": wheel,
    "dealt_dice": dealt_dice,
}
WAYS: Final = {
    name: Way(
        module.OUTCOMES,
        module.settled_place,
        module.stated_place,
        module.is_complete,
        module.RULES,
        module.WORDS,
    )
    for name, module in MODULES.items()
}
