"""Cases made at random, the same for the same seed, for whatever settles them."""

from random import Random
from typing import Any

from openfelt.core.cards import decks
from openfelt.rulebooks import VARIANTS

Case = dict[str, Any]


def random_cases(seed: int, number: int, variants: tuple[str, ...]) -> list[Case]:
    chooser = Random(seed)
    return [_case(chooser, place, variants[place % len(variants)]) for place in range(number)]


def _case(chooser: Random, place: int, variant: str) -> Case:
    bets = list(VARIANTS[variant].game.bets)
    # Few bets among many wagers, so that some bets are wagered on twice.
    some = chooser.sample(bets, min(len(bets), chooser.randint(1, 8)))
    wagers = [
        {"bet": bet, "amount_cents": _amount(chooser, VARIANTS[variant].game.bets[bet].pieces)}
        for bet in chooser.choices(some, k=chooser.choice((0, 1, 2, 5, 13)))
    ]
    return {"id": f"{variant}-{place}", "variant": variant, "wagers": wagers} | {
        "outcome": _outcome(chooser, variant)
    }


def _amount(chooser: Random, pieces: int) -> int:
    """Draw small amounts, whose winnings are rounded, as often as the largest."""
    return pieces * min(chooser.randint(1, 10 ** chooser.randint(1, 10)), 1_000_000_000 // pieces)


def _outcome(chooser: Random, variant: str) -> dict[str, Any]:
    if VARIANTS[variant].procedure == "wheel":
        return {"number": chooser.randint(0, 36)}
    if VARIANTS[variant].shoe is None:
        return {"dice": [chooser.randint(1, 6) for _ in range(3)]}
    return {"shoe": chooser.sample(decks(8), chooser.randint(6, 9))}
