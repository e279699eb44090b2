"""What a bet costs, exactly, worked out from the very column it is settled by."""

from fractions import Fraction

from openfelt.maths import baccarat
from openfelt.rulebooks.definition import Definition


def edge_of(rules: Definition, bet: str) -> str:
    """Return what the house expects of each unit staked on a bet, as a fraction.

    Nothing where wagers outlive a round: there the chance of each position says it.

    Rule: LT Diagram A:4; LT Diagram B:4
    """
    if rules.wagers_stand:
        return ""
    weights = baccarat.distribution(rules.decks) if rules.decks else (1,) * rules.outcomes
    returned = sum(
        weight * rules.ruling(bet, place).returned for place, weight in enumerate(weights)
    )
    edge = 1 - Fraction(returned, sum(weights) * rules.denominator)
    return f"{edge.numerator}/{edge.denominator}"
