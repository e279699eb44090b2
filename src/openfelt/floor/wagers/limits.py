"""What a wager may be by the sign at the table: trimmed where a part can stand, else refused."""

from collections.abc import Container

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.state import Limits
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.policy import Differential, Policy

_PAIRS = ("player_pair", "banker_pair")
_SIDES = ("player", "banker")


def unknown_figures(limits: Limits, policy: Policy, bets: Container[str]) -> tuple[str, ...]:
    """Name the figures of a sign that the book of a game with these bets puts on none.

    Rule: MT 3.1; MT 3.5
    """
    unknown = {
        "minimum_total": not policy.minimum_at_confirm,
        # Who may only wager multiples of the minimum reads a minimum and a maximum, no more.
        "aggregate": policy.multiples_of_minimum,
        "differential": policy.differential is Differential.NONE,
        "tie_maximum": "tie" not in bets,
        "pair_maximum": _PAIRS[0] not in bets,
    }
    return tuple(name for name, is_so in unknown.items() if is_so and getattr(limits, name))


def maximum_of(limits: Limits, policy: Policy, bet: str) -> int:
    """Return the most that may stand on a bet, 0 for no maximum of its own.

    Rule: LT 6.2
    """
    if bet in _SIDES and limits.differential:
        if policy.differential is Differential.INSTEAD_OF_MAXIMUM:
            return 0
    elif bet == "tie" and limits.tie_maximum:  # Rule: LT 6.2
        return limits.tie_maximum
    elif bet in _PAIRS and limits.pair_maximum:  # Rule: LT 6.2
        return limits.pair_maximum
    return limits.maximum  # Rule: SB def:maximum bet; AC def:maximum bet


def signed_pieces(rules: Definition, bet: str) -> int:
    """Return for how many equal pieces of a wager the sign holds, for each by itself.

    Where wagers stand, a wager of pieces is one wager by the sign.

    Rule: MT 3.4(ii); AC 3.9.22
    """
    return 1 if rules.wagers_stand else rules.bets[bet].pieces


def next_lowest(limits: Limits, policy: Policy, total: int, pieces: int = 1) -> int:
    """Return the highest permitted amount that is not above a total.

    Rule: LT 6.3:tail; LT 6.3.1; SB 3.2; AC 3.1
    """
    minimum, step = limits.minimum * pieces, step_of(limits, policy, pieces)
    if total < minimum:
        return total - total % step
    # Rule: MT 3.2; MT 3.4; MT 3.4(i)
    return total - (total - minimum) % step


def split_in(pieces: int, limits: Limits, policy: Policy, most: int) -> int:
    """Return the highest amount by the sign, up to one that is, that splits evenly; 0 where none.

    Rule: AC 3.9.22
    """
    step = step_of(limits, policy, 1)
    lower = (most - step * number for number in range(pieces))
    return next((one for one in lower if one >= limits.minimum and not one % pieces), 0)


def step_of(limits: Limits, policy: Policy, pieces: int) -> int:
    """Return by what wagers rise: the unit of the sign, or the minimum itself; for each piece.

    Rule: LT 6.1; SB 3.2; MT 3.2; AC 3.1
    """
    return (limits.minimum if policy.multiples_of_minimum else limits.unit) * pieces


def permitted(
    limits: Limits,
    policy: Policy,
    bet: str,
    standing: int,
    asked: int,
    layout: int,
    pieces: int = 1,
) -> int | Refused:
    """Return what may stand on a spot when `asked` is added to what stands there, or why nothing.

    `layout` is all the terminal has on this table.  The sign holds for each piece of a wager.

    Rule: LT 6.3; LT 6.3.1; LT 6.3.2; LT 6.3.3; SB 3.2; SB def:minimum bet; AC 3.1;
    AC def:minimum bet
    """
    allowed, refusal = standing + asked, Refusal.NOT_A_MULTIPLE
    minimum = limits.minimum * pieces
    # Rule: MT 3.3
    if not policy.minimum_at_confirm and allowed < minimum:
        return refuse(Refusal.BELOW_MINIMUM, minimum=minimum, bet=bet)
    maximum = maximum_of(limits, policy, bet) * pieces
    # Rule: MT 3.4(ii)
    if maximum and allowed > maximum:
        allowed, refusal = maximum, Refusal.ABOVE_MAXIMUM
    # Rule: LT 6.3.3
    if limits.aggregate and layout - standing + allowed > limits.aggregate:
        allowed, refusal = limits.aggregate - layout + standing, Refusal.ABOVE_AGGREGATE
    amount = next_lowest(limits, policy, allowed, pieces)
    # What is left of the aggregate may be less than can be laid at all.
    if amount > standing and (policy.minimum_at_confirm or amount >= minimum):
        return amount
    # Rule: LT 6.3.1; SB 3.2; AC 3.1
    if refusal is Refusal.NOT_A_MULTIPLE or asked < step_of(limits, policy, pieces):
        return not_a_multiple(limits, policy, pieces)
    # Rule: MT 3.4(ii)
    if refusal is Refusal.ABOVE_MAXIMUM:
        return refuse(Refusal.ABOVE_MAXIMUM, maximum=maximum, bet=bet)
    room = max(0, limits.aggregate - layout)
    return refuse(Refusal.ABOVE_AGGREGATE, aggregate=limits.aggregate, room=room)


def not_a_multiple(limits: Limits, policy: Policy, pieces: int = 1) -> Refused:
    """Say by what wagers rise, and from where."""
    unit = step_of(limits, policy, pieces)
    return refuse(Refusal.NOT_A_MULTIPLE, unit=unit, minimum=limits.minimum * pieces)
