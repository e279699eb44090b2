"""Which craps wagers may be placed, raised or taken down, and how high odds may go.

Rulebook: AC 3.9.1 to 3.9.15.  Limits of the table and the player's credit are not judged here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from openfelt.core.money import Cents
from openfelt.core.refusal import Refusal
from openfelt.games.craps.bets import BETS
from openfelt.games.game import Pays


class ComePhase(StrEnum):
    """When a new Come wager is taken."""

    NOT_OFFERED = "not_offered"
    ANY = "any"
    POINT_ONLY = "point_only"


@dataclass(frozen=True, slots=True)
class Standing:
    """A wager on the layout: its bet, its stake, and its own point if it has found one."""

    bet: str
    amount: Cents
    point: int | None = None


# Which line wager an odds wager belongs to.
FLAT_OF: Final = {
    "odds": "pass_line",  # Rule: AC 3.9.2
    "come_odds": "come",  # Rule: AC 3.9.4
    "dont_odds": "dont_pass",  # Rule: AC 3.9.12
    "dont_come_odds": "dont_come",  # Rule: AC 3.9.13
}

# Odds may be, or may win, so many times the line wager.
# Rule: AC 3.9.2.1; AC 3.9.4.1; AC 3.9.12.1; AC 3.9.13.1
ODDS_LIMIT: Final = 2

# These may be raised once they stand on their point, and never taken down from then on.
# Rule: AC 3.9.1; AC 3.9.3
BOUND: Final = ("pass_line", "come")


def _split(bet: str) -> tuple[str, int]:
    kind, _, number = bet.partition(":")
    return kind, int(number)


def share_at(bet: str, net: Fraction) -> Fraction:
    """Return how much may stand on an odds bet that wins so much, for each cent of its line wager.

    Right-side odds are limited by their stake, wrong-side odds by what they win.
    """
    if bet.startswith("dont"):
        return ODDS_LIMIT / net  # Rule: AC 3.9.12.1; AC 3.9.13.1
    return Fraction(ODDS_LIMIT)  # Rule: AC 3.9.2.1; AC 3.9.4.1


def odds_share(bet: str, pays: Pays) -> Fraction:
    """Return the same by the printed odds."""
    return share_at(bet, pays[bet].net)


def odds_cap(bet: str, flat: Cents, pays: Pays) -> Cents:
    """Return the most that may stand on an odds bet behind a line wager of `flat`."""
    limit = flat * odds_share(bet, pays)
    return Cents(limit.numerator // limit.denominator)


def flat_behind(bet: str, standing: Iterable[Standing]) -> Cents:
    """Return how much line wager stands on an odds bet's number."""
    kind, number = _split(bet)
    return Cents(sum(w.amount for w in standing if w.bet == FLAT_OF[kind] and w.point == number))


def _odds_refusal(
    bet: str, amount: Cents, standing: tuple[Standing, ...], pays: Pays
) -> Refusal | None:
    flat = flat_behind(bet, standing)
    if not flat:
        return Refusal.LINE_WAGER_NEEDED
    already = sum(w.amount for w in standing if w.bet == bet)
    if already + amount > odds_cap(bet, flat, pays):
        return Refusal.ABOVE_ODDS_LIMIT
    return None


def phase_refuses(bet: str, point: int | None, come_phase: ComePhase) -> bool:
    """Say whether a new wager on a bet must wait for another phase of the table."""
    match bet:
        case "pass_line" | "dont_pass":
            # Only before a come out roll.  Rule: AC 3.9.1; AC 3.9.10
            return point is not None
        case "dont_come":
            # Only after it, while a point is on.  Rule: AC 3.9.11
            return point is None
        case "come":
            # In any period, as read; a table may keep it to the point.  Rule: AC 3.9.3
            return point is None and come_phase is ComePhase.POINT_ONLY
        case _:
            return False


def place_refusal(
    bet: str,
    amount: Cents,
    point: int | None,
    standing: tuple[Standing, ...],
    pays: Pays,
    come_phase: ComePhase,
) -> Refusal | None:
    """Say why a new wager is refused, or None when the rules allow it."""
    # A Horn must split in four.  Rule: AC 3.9.22
    if amount % BETS[bet].pieces:
        return Refusal.NOT_A_MULTIPLE
    if bet.partition(":")[0] in FLAT_OF:
        return _odds_refusal(bet, amount, standing, pays)
    return Refusal.PHASE_DOES_NOT_ALLOW if phase_refuses(bet, point, come_phase) else None


def raise_refusal(bet: str, target: Standing | None) -> Refusal | None:
    """Say why money is not added to an open wager: only Pass Line and Come take more.

    Rule: AC 3.9.1; AC 3.9.3
    """
    if target is None or target.bet != bet or bet not in BOUND:
        return Refusal.WAGER_CANNOT_BE_RAISED
    return None


def take_down_refusal(target: Standing | None) -> Refusal | None:
    """Say why a wager stays: a Pass Line or Come is bound once the dice gave it its point.

    Every other wager may come down in any later wagering period.

    Rule: AC 3.9.1; AC 3.9.3
    """
    if target is None or (target.bet in BOUND and target.point is not None):
        return Refusal.WAGER_CANNOT_BE_TAKEN_DOWN
    return None
