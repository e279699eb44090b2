"""Which wagers may be laid, raised and taken down, and what falls with them.

Rulebook: AC 3.9.1 to 3.9.15, 3.9.22, 7.2.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from openfelt.core.derived import Derived
from openfelt.core.refusal import Refusal
from openfelt.core.verdict import Result
from openfelt.floor.base import Refused, refuse
from openfelt.floor.play.craps.position import COMES, play_at, position_of
from openfelt.floor.play.procedure import Laying
from openfelt.floor.state import Spot, Stake, State, Table
from openfelt.floor.wagers.limits import next_lowest
from openfelt.games.craps.placement import BOUND, FLAT_OF, ComePhase, phase_refuses, share_at
from openfelt.rulebooks.definition import Definition

_ODDS_OF: Final = {flat: odds for odds, flat in FLAT_OF.items()}
# By fingerprint and bet.
_SHARES: Final[Derived[tuple[str, str], Fraction]] = Derived()


def refuses_chips(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, asked: int
) -> Refused | None:
    """Say why so many more chips may not be laid on a position now."""
    rules = state.rules(table)
    refused = may_not_lie(rules, play_at(table).point, spots, bet, asked)
    # Rule: AC 7.2
    closing = table.closing_at and "@" not in bet and bet.partition(":")[0] not in FLAT_OF
    if refused is None and closing and bet not in spots and _can_outlast_a_roll(rules, bet):
        return refuse(Refusal.WAGERING_IS_CLOSED, "table_closes", bet=bet)
    return refused


def may_not_lie(
    rules: Definition, point: int, spots: Mapping[str, Spot], bet: str, amount: int
) -> Refused | None:
    """Say why so much more may not lie on a position: its phase, its line wager, or its cap.

    Rule: AC 3.9; AC 3.9.22
    """
    offer = rules.bets.get(bet)
    if offer is None:
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    if amount % offer.pieces:
        return refuse(Refusal.NOT_A_MULTIPLE, unit=offer.pieces, bet=bet)
    if not offer.placeable:
        return _refuses_raise(spots, bet)
    if bet.partition(":")[0] in FLAT_OF:
        return _refuses_odds(rules, spots, bet, amount)
    # A new Come is taken in any period, as the book is read.  Rule: AC 3.9.3
    if not phase_refuses(bet, point or None, ComePhase.ANY):
        return None
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "point_is_on" if point else "point_is_off", bet=bet)


def _refuses_raise(spots: Mapping[str, Spot], position: str) -> Refused | None:
    """Only what is bound to its number may be raised there.

    Rule: AC 3.9.1; AC 3.9.3; AC 3.9.10; AC 3.9.11
    """
    kind = position.partition("@")[0]
    if position not in spots:
        if kind in COMES:
            return refuse(Refusal.LINE_WAGER_NEEDED, bet=kind)
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "point_is_on", bet=kind)
    return None if kind in BOUND else refuse(Refusal.WAGER_CANNOT_BE_RAISED, bet=kind)


def _refuses_odds(
    rules: Definition, spots: Mapping[str, Spot], bet: str, asked: int
) -> Refused | None:
    """Odds lean on the line wager on their number; over their cap they are never trimmed.

    Rule: AC 3.9.2; AC 3.9.4; AC 3.9.12; AC 3.9.13
    """
    cap = cap_on(rules, spots, bet)
    if not cap:
        return refuse(Refusal.LINE_WAGER_NEEDED, bet=bet)
    lies = spots[bet].amount if bet in spots else 0
    if lies + asked > cap:
        return refuse(Refusal.ABOVE_ODDS_LIMIT, maximum=cap, bet=bet)
    return None


def cap_on(rules: Definition, spots: Mapping[str, Spot], bet: str) -> int:
    """Return the most that may lie on an odds bet behind what lies on its line, 0 without any."""
    kind, _, number = bet.partition(":")
    flat = spots.get(f"{FLAT_OF[kind]}@{number}")
    return odds_cap(rules, bet, flat.amount) if flat else 0


def odds_cap(rules: Definition, bet: str, flat: int) -> int:
    """Return the most that may lie on an odds bet behind so much of its line wager.

    Rule: AC 3.9.2.1; AC 3.9.4.1; AC 3.9.12.1; AC 3.9.13.1
    """
    share = _SHARES.get((rules.fingerprint, bet))
    if share is None:
        rulings = (rules.rulings[place] for place in rules.bets[bet].column)
        returned = max(one.returned for one in rulings if one.result is Result.WIN)
        net = Fraction(returned - rules.denominator, rules.denominator)
        share = _SHARES[rules.fingerprint, bet] = share_at(bet, net)
    return flat * share.numerator // share.denominator


def _can_outlast_a_roll(rules: Definition, bet: str) -> bool:
    return any(rules.rulings[place].result is Result.STANDS for place in rules.bets[bet].column)


def refuses_less(state: State, table: Table, spot: Spot, left: int) -> Refused | None:
    """Say why no more than so much may be left of a wager.

    A Pass Line or Come that has its number is bound; what was added in this period is not yet.

    Rule: AC 3.9.1; AC 3.9.3; AC def:wagering period
    """
    kind, _, number = spot.bet.partition("@")
    if kind in BOUND and number and left < spot.stood:
        return refuse(Refusal.WAGER_CANNOT_BE_TAKEN_DOWN, bet=kind)
    pieces = state.rules(table).bets[spot.bet].pieces
    return refuse(Refusal.NOT_A_MULTIPLE, unit=pieces, bet=spot.bet) if left % pieces else None


def falls(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, left: int
) -> tuple[Stake, ...]:
    """Return the odds that lose their cover when a line wager is left at an amount.

    What is left of them is what could be laid: the highest amount on a unit that is not above the
    cap.

    Rule: AC 3.9.12.1; AC 3.9.13.1; AC 3.9.2.1; AC 3.9.4.1
    """
    kind, _, number = bet.partition("@")
    spot = spots.get(f"{_ODDS_OF[kind]}:{number}") if kind in _ODDS_OF else None
    if spot is None:
        return ()
    rules = state.rules(table)
    cap = odds_cap(rules, spot.bet, left)
    if spot.amount <= cap:
        return ()
    stays = next_lowest(table.limits, rules.policy, cap)
    return (Stake(spot.terminal, spot.bet, spot.amount - stays),)


LAYING: Final = Laying(position_of, refuses_chips, refuses_less, falls)
