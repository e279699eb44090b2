"""The form of a settlement case: what is written, of the right kind, and not judged yet.

Everything that is wrong with it is a `CaseError` whose text says what to write instead.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from openfelt.core import cards, dice, wheel
from openfelt.core.cards import Card
from openfelt.floor.state import Stake
from openfelt.games import baccarat, roulette, sicbo
from openfelt.games.game import Bet
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.rulebook import Rulebook

Json = dict[str, Any]

AMOUNT_MAX: Final = 1_000_000_000
DECKS_DEFAULT: Final = 8


class CaseError(ValueError):
    """A case that cannot be settled as written."""


class Case(NamedTuple):
    """Wagers on one outcome, of nobody in particular.

    `outcome` is what the devices of the game would show: the shoe, the dice, the number.
    """

    id: object
    rulebook: Rulebook
    decks: int | None
    tie_percent: int | None
    wagers: tuple[Stake, ...]
    outcome: Any


def variant_of(case: object) -> tuple[Json, Rulebook]:
    """Return the case with the book it is settled by."""
    if not isinstance(case, dict):
        raise CaseError("a case is a JSON object")
    rulebook = VARIANTS.get(text(case, "variant"))
    if rulebook is None:
        raise CaseError(f"unknown variant {case['variant']!r}; known: {' '.join(VARIANTS)}")
    return case, rulebook


def one_outcome(case: Json, rulebook: Rulebook) -> Case:
    """Read a case of one outcome; whether its bets are offered is not looked at."""
    decks = whole(case.get("decks", DECKS_DEFAULT), "decks") if rulebook.shoe else None
    percent = whole(case.get("tie_percent"), "tie_percent") if rulebook.tie_percents else None
    wagers = _stakes(listed(case, "wagers"))
    outcome = _OUTCOMES[rulebook.game.name](_mapped(case, "outcome"), decks)
    return Case(case.get("id"), rulebook, decks, percent, wagers, outcome)


def _stakes(entries: list[object]) -> tuple[Stake, ...]:
    stakes = []
    for place, entry in enumerate(entries, 1):
        try:
            stakes.append(Stake("", *wager(entry)))
        except CaseError as error:
            raise CaseError(f"wager {place}: {error}") from None
    return tuple(stakes)


def wager(entry: object) -> tuple[str, int]:
    """Return the bet and the cents on it."""
    if not isinstance(entry, dict):
        raise CaseError("a wager is an object with bet and amount_cents")
    bet, amount = entry.get("bet"), entry.get("amount_cents")
    if not isinstance(bet, str):
        raise CaseError(f"bet is a text, not {bet!r}")
    if type(amount) is not int or not 1 <= amount <= AMOUNT_MAX:
        raise CaseError(f"amount_cents is a whole number, 1 to {AMOUNT_MAX}, not {amount!r}")
    return bet, amount


def offered(rulebook: Rulebook, bet: str) -> Bet[Any]:
    """Return a bet, or raise if the book offers none such."""
    known = rulebook.game.bets.get(bet)
    if known is None or not known.placeable:
        raise CaseError(f"{rulebook.code} offers no bet {bet!r}")
    return known


def _shoe(outcome: Json, decks: int | None) -> list[Card]:
    assert decks is not None
    shoe = list(map(cards.card, listed(outcome, "shoe")))
    cards.check_copies(shoe, decks)
    return shoe


def _roll(outcome: Json, decks: int | None) -> tuple[int, ...]:  # noqa: ARG001
    return dice.faces(outcome.get("dice"), 3)


def _number(outcome: Json, decks: int | None) -> int:  # noqa: ARG001
    return wheel.pocket(outcome.get("number"))


_OUTCOMES: Final[dict[str, Callable[[Json, int | None], Any]]] = {
    baccarat.GAME.name: _shoe,
    sicbo.GAME.name: _roll,
    roulette.GAME.name: _number,
}


def text(entry: Json, key: str) -> str:
    """Return a text of an object."""
    value = entry.get(key)
    if not isinstance(value, str):
        raise CaseError(f"{key} is a text, not {value!r}")
    return value


def listed(entry: Json, key: str) -> list[object]:
    """Return a list of an object."""
    value = entry.get(key)
    if not isinstance(value, list):
        raise CaseError(f"{key} is a list, not {value!r}")
    return value


def _mapped(entry: Json, key: str) -> Json:
    value = entry.get(key)
    if not isinstance(value, dict):
        raise CaseError(f"{key} is an object, not {value!r}")
    return value


def whole(value: object, key: str) -> int:
    """Return a whole number, and take no truth value for one."""
    if type(value) is not int:
        raise CaseError(f"{key} is a whole number, not {value!r}")
    return value
