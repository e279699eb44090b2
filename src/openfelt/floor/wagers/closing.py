"""Which wagers are committed when wagering closes.

Rulebook: LT 6.2, 6.3.4 and the definition of the differential.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openfelt.floor.state import Limits, Stake, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import next_lowest
from openfelt.rulebooks.policy import Policy, Unconfirmed


@dataclass(slots=True)
class _Placed:
    terminal: str
    bet: str
    confirmed: bool
    stays: int


def close(table: Table, policy: Policy) -> tuple[tuple[Stake, ...], tuple[Stake, ...]]:
    """Return the wagers committed and the amounts that go back, both in the order laid.

    A wager that stands from an earlier round is neither.
    """
    laid = layout.laid(table.layouts)
    if _rejects_unconfirmed(table, policy):
        stays = [one.amount if _is_confirmed(table, one) else 0 for one in laid]
    elif policy.confirm_step:
        stays = _cut(table, policy, laid)
    else:
        return laid, ()
    pairs = list(zip(laid, stays, strict=True))
    committed = tuple(Stake(one.terminal, one.bet, stay) for one, stay in pairs if stay)
    returned = tuple(
        Stake(one.terminal, one.bet, one.amount - stay) for one, stay in pairs if stay < one.amount
    )
    return committed, returned


def _is_confirmed(table: Table, stake: Stake) -> bool:
    return table.layouts[stake.terminal][stake.bet].state == "confirmed"


def _cut(table: Table, policy: Policy, laid: Sequence[Stake]) -> list[int]:
    """Return what stays of each wager once the unconfirmed ones are within the limits.

    Rule: LT 6.2; LT 6.3.4
    """
    placed = [_Placed(s.terminal, s.bet, _is_confirmed(table, s), s.amount) for s in laid]
    # Each pass only takes away, so this ends.
    limits = table.limits
    while _drop_below_minimum(placed, limits) or _trim_to_differential(placed, limits, policy):
        pass
    return [spot.stays for spot in placed]


def _rejects_unconfirmed(table: Table, policy: Policy) -> bool:
    """Say whether a wager must have been confirmed to stand; a table may sign that it must."""
    if policy.unconfirmed_at_close is Unconfirmed.RETURN:
        return True
    # Rule: LT 6.2
    return policy.confirm_step and table.unconfirmed == "reject"


def _drop_below_minimum(placed: list[_Placed], limits: Limits) -> bool:
    """Return a selection under the minimum bet, and a set under the minimum total.

    Rule: LT 6.3.4; LT def:minimum bet
    """
    totals: dict[str, int] = {}
    for spot in placed:
        totals[spot.terminal] = totals.get(spot.terminal, 0) + spot.stays
    dropped = False
    for spot in placed:
        too_little = spot.stays < limits.minimum or totals[spot.terminal] < limits.minimum_total
        if spot.stays and not spot.confirmed and too_little:
            spot.stays = 0
            dropped = True
    return dropped


def _trim_to_differential(placed: list[_Placed], limits: Limits, policy: Policy) -> bool:
    """Cut the heavier side's unconfirmed wagers, newest first, until the differential holds."""
    if not limits.differential:
        return False
    sums = {side: sum(s.stays for s in placed if s.bet == side) for side in ("player", "banker")}
    # Rule: LT def:differential; LT def:differential:example 2
    heavier = max(sums, key=lambda side: sums[side])
    # Rule: LT def:differential; LT def:differential:example 2
    excess = abs(sums["player"] - sums["banker"]) - limits.differential
    if excess <= 0:
        return False
    trimmed = False
    for spot in reversed(placed):
        if excess > 0 and spot.bet == heavier and not spot.confirmed and spot.stays:
            # Rule: LT def:differential; LT def:differential:example 2
            kept = next_lowest(limits, policy, max(0, spot.stays - excess))
            excess -= spot.stays - kept
            spot.stays = kept
            trimmed = True
    return trimmed
