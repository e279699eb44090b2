"""What a wager may be by the sign at the table: trimmed where a part can stand, else refused."""

from openfelt.core.refusal import Refusal
from openfelt.floor.state import Limits
from openfelt.rulebooks.policy import Differential, Policy

_PAIRS = ("player_pair", "banker_pair")
_SIDES = ("player", "banker")


def maximum_of(limits: Limits, policy: Policy, bet: str) -> int:
    """Return the most that may stand on a bet, 0 for no maximum of its own.

    Rule: LT 6.2; SB def:maximum bet
    """
    if bet in _SIDES and limits.differential:
        if policy.differential is Differential.INSTEAD_OF_MAXIMUM:
            return 0
    elif bet == "tie" and limits.tie_maximum:
        return limits.tie_maximum
    elif bet in _PAIRS and limits.pair_maximum:
        return limits.pair_maximum
    return limits.maximum


def next_lowest(limits: Limits, total: int) -> int:
    """Return the highest permitted amount that is not above a total.

    Rule: LT 6.3:tail; LT 6.3.1; SB 3.2
    """
    if total < limits.minimum:
        return total - total % limits.unit
    return total - (total - limits.minimum) % limits.unit


def permitted(
    limits: Limits, policy: Policy, bet: str, standing: int, asked: int, layout: int
) -> int | Refusal:
    """Return what may stand on a spot when `asked` is added to what stands there, or why nothing.

    `layout` is all the terminal has on this table.

    Rule: LT 6.3; LT 6.3.1; LT 6.3.2; LT 6.3.3; SB 3.2; SB def:minimum bet
    """
    allowed, refusal = standing + asked, Refusal.NOT_A_MULTIPLE
    if not policy.minimum_at_confirm and allowed < limits.minimum:
        return Refusal.BELOW_MINIMUM
    maximum = maximum_of(limits, policy, bet)
    if maximum and allowed > maximum:
        allowed, refusal = maximum, Refusal.ABOVE_MAXIMUM
    if limits.aggregate and layout - standing + allowed > limits.aggregate:
        allowed, refusal = limits.aggregate - layout + standing, Refusal.ABOVE_AGGREGATE
    amount = next_lowest(limits, allowed)
    if amount > standing:
        return amount
    # Rule: LT 6.3.1; SB 3.2
    return Refusal.NOT_A_MULTIPLE if asked < limits.unit else refusal
