"""Which roles have a place at a station, which a person holds now, and for how long."""

from collections.abc import Collection

from openfelt.floor.people.staff import in_force, or_higher
from openfelt.floor.state import State
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act


def in_charge(variant: str) -> frozenset[str]:
    """Return the roles that hold a power at the page of a table: who manages it, by its book."""
    return or_higher(VARIANTS[variant].powers[Act.MANAGE])


def has_dealer(variant: str) -> bool:
    """Say whether somebody opens the rounds of a book; without a dealer one follows the other."""
    return Act.DEAL in VARIANTS[variant].powers


def at_the_cards(variant: str) -> frozenset[str]:
    """Return the roles that hold a power at a dealer's terminal: the dealer's, and whose he asks.

    A game without a dealer has no such place.
    """
    if not has_dealer(variant):
        return frozenset()
    return or_higher(VARIANTS[variant].powers[Act.DEAL]) | in_charge(variant)


def held_until(state: State, person: str, roles: Collection[str], now: int) -> int:
    """Return when the last of these roles that is in force ends, 0 for never."""
    ends = [grant.until for grant in in_force(state, person, now) if grant.role in roles]
    return 0 if 0 in ends else max(ends, default=0)
