"""Dispensation: a supervisor softens the close of wagering where it would be unfair to a player.

Rulebook: LT 4.2.9.  It never reaches a confirmed wager.
"""

from collections.abc import Mapping

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.money.account import may_play
from openfelt.floor.people.power import at_table
from openfelt.floor.state import Limits, Spot, State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import not_a_multiple, permitted
from openfelt.floor.wagers.placing import short_of_credit
from openfelt.rulebooks.policy import Policy
from openfelt.rulebooks.powers import Act

_AFTER_CLOSE = ("closed", "dealing", "result_pending")


class Amended(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What shall stand on a bet."""

    bet: str
    amount: int


class Dispense(Command, frozen=True):
    """Let a wager stand at an amount although wagering is closed; 0 gives it back.

    `besides` are other bets of the same terminal: limits hold for what stands after all of them.
    """

    table: str
    terminal: str
    bet: str
    amount: int
    person: str
    reason: str
    besides: tuple[Amended, ...] = ()

    @property
    def wished(self) -> dict[str, int]:
        """What shall stand on each bet that is named."""
        return {self.bet: self.amount, **{one.bet: one.amount for one in self.besides}}


class DispensationGiven(Event, frozen=True):
    """The wager as it stood, and as it stands now."""

    table: str
    round: int
    terminal: str
    bet: str
    stood: int
    stands: int
    reason: str


def dispense(state: State, command: Dispense, context: Context) -> Answer:
    """Put right what a player could not, until the result is confirmed."""
    wished = command.wished
    if min(wished.values()) < 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    table = at_table(state, command.table, command.person, Act.DISPENSE, context.now)
    if isinstance(table, Refused):
        return table
    # Rule: LT 4.2.9
    rules = state.rules(table)
    if not rules.policy.dispensation_after_close or table.phase not in _AFTER_CLOSE or table.aside:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_after_close")
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    if table.name not in terminal.tables or not all(map(rules.offers, wished)):
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    if len(wished) <= len(command.besides):
        return refuse(Refusal.BET_NOT_OFFERED, "same_spot")
    spots = layout.of(table, command.terminal)
    stood = {bet: spots[bet].amount if bet in spots else 0 for bet in wished}
    refused = (
        _out_of_reach(spots, wished, stood)
        or _beyond_limits(rules.policy, table, terminal.name, wished)
        or short_of_credit(terminal, sum(wished.values()) - sum(stood.values()))
    )
    where = (table.name, table.round, command.terminal)
    return refused or tuple(
        DispensationGiven(*where, bet, stood[bet], stands, command.reason)
        for bet, stands in wished.items()
    )


def _out_of_reach(
    spots: Mapping[str, Spot], wished: Mapping[str, int], stood: Mapping[str, int]
) -> Refused | None:
    """Refuse what is confirmed, and what would change nothing.

    Rule: LT 4.2.7
    """
    for bet, amount in wished.items():
        spot = spots.get(bet)
        if spot is not None and (spot.locked or spot.state == "standing"):
            return refuse(Refusal.WAGER_IS_CONFIRMED, bet=bet)
        if amount == stood[bet]:
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "stands_so")
    return None


def _beyond_limits(
    policy: Policy, table: Table, terminal: str, wished: Mapping[str, int]
) -> Refused | None:
    """Hold what shall stand to the sign: nothing is trimmed here, a person chose the amount."""
    after = {bet: spot.amount for bet, spot in layout.of(table, terminal).items()}
    after.update(wished)
    for bet in wished:
        if after[bet] and (refused := _beyond_the_sign(policy, table.limits, bet, after)):
            return refused
    return _below_total(table.limits, sum(after.values())) or _too_far_apart(
        table, terminal, wished
    )


def _beyond_the_sign(
    policy: Policy, limits: Limits, bet: str, after: Mapping[str, int]
) -> Refused | None:
    """Hold one bet to its minimum and maximum, its unit, and the aggregate with all others.

    Rule: LT 6.3; LT def:minimum bet
    """
    amount = after[bet]
    if amount < limits.minimum:
        return refuse(Refusal.BELOW_MINIMUM, minimum=limits.minimum, bet=bet)
    others = sum(after.values()) - amount
    allowed = permitted(limits, policy, bet, standing=0, asked=amount, layout=others)
    if isinstance(allowed, Refused) or allowed == amount:
        return allowed if isinstance(allowed, Refused) else None
    above = permitted(limits, policy, bet, allowed, limits.unit, layout=others + allowed)
    return above if isinstance(above, Refused) else not_a_multiple(limits, policy)


def _below_total(limits: Limits, total: int) -> Refused | None:
    """Leave nothing that would not have been taken at the close: all of it, or enough.

    Rule: LT 6.3.4
    """
    if not 0 < total < limits.minimum_total:
        return None
    return refuse(Refusal.BELOW_MINIMUM, "total", minimum_total=limits.minimum_total)


def _too_far_apart(table: Table, terminal: str, wished: Mapping[str, int]) -> Refused | None:
    """Hold both sides to the differential, also where a wager goes back: it may be the lighter.

    Rule: LT 6.2
    """
    limit = table.limits.differential
    if not limit or wished.keys().isdisjoint(layout.SIDES):
        return None
    sides, spots = layout.sides(table), layout.of(table, terminal)
    for side in layout.SIDES:
        if side in wished:
            sides[side] += wished[side] - (spots[side].amount if side in spots else 0)
    if abs(sides["player"] - sides["banker"]) <= limit:
        return None
    return refuse(Refusal.ABOVE_DIFFERENTIAL, "apart", differential=limit)


def given(state: State, event: DispensationGiven) -> None:
    layout.amend(state.tables[event.table], event.terminal, event.bet, event.stands)
    if event.stands > event.stood:
        purse.take(state, event.terminal, event.stands - event.stood)
    else:
        purse.give(state, event.terminal, event.stood - event.stands)


def legs(event: DispensationGiven) -> tuple[Leg, ...]:
    credit, stake = Account.TERMINAL_CREDIT.of(event.terminal), Account.STAKE.of(event.terminal)
    if event.stands > event.stood:
        return transfer(event.stands - event.stood, debit=credit, credit=stake)
    return transfer(event.stood - event.stands, debit=stake, credit=credit)


CONCEPT = Concept(
    decides={Dispense: dispense},
    evolves={DispensationGiven: given},
    posts={DispensationGiven: legs},
)
