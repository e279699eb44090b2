"""Dispensation: a supervisor softens the close of wagering where it would be unfair to a player.

Rulebooks: LT 4.2.9; AC 3.3.8.  It never reaches a confirmed wager, nor what the player could not
have done in the period.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.money.account import may_play
from openfelt.floor.people.power import at_table
from openfelt.floor.play.procedure import laying_at
from openfelt.floor.state import Limits, Spot, State, Table, Terminal
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.limits import not_a_multiple, permitted
from openfelt.floor.wagers.placing import position, short_of_credit
from openfelt.rulebooks.policy import Policy
from openfelt.rulebooks.powers import Act


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
    at = state.tables.get(command.table)
    if at is not None:
        wished = {position(state, at, bet): amount for bet, amount in wished.items()}
    if min(wished.values()) < 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    table = at_table(state, command.table, command.person, Act.DISPENSE, context.now)
    if isinstance(table, Refused):
        return table
    rules = state.rules(table)
    if not (rules.policy.dispensation_after_close and _is_closed(table)):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_after_close")
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    if table.name not in terminal.tables or not all(rules.bets.get(bet) for bet in wished):
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    if len(wished) <= len(command.besides):
        return refuse(Refusal.BET_NOT_OFFERED, "same_spot")
    spots = layout.of(table, command.terminal)
    stood = {bet: spots[bet].amount if bet in spots else 0 for bet in wished}
    refused = (
        _out_of_reach(spots, wished, stood)
        or _out_of_season(state, table, spots, wished)
        or _beyond_limits(rules.policy, table, terminal.name, wished)
    )
    return refused or _given(state, terminal, table, wished, command.reason)


def _is_closed(table: Table) -> bool:
    """Say whether wagering is closed, and the round not decided.

    Rule: LT 4.2.9; AC 3.3.8
    """
    return table.undecided and table.phase != "wagering" and not table.aside


def _given(
    state: State, terminal: Terminal, table: Table, wished: Mapping[str, int], reason: str
) -> Answer:
    """Let the wagers stand so, and what leans on them no higher than it may, if it can be paid."""
    spots, rules = layout.of(table, terminal.name), state.rules(table)
    changed = {**_fallen(state, table, spots, wished), **wished}
    stood = {bet: spots[bet].amount if bet in spots else 0 for bet in changed}
    fees = (
        commission.added(rules, bet, stands - stood[bet], stands) for bet, stands in changed.items()
    )
    fee = sum(fees)
    given = tuple(
        DispensationGiven(table.name, table.round, terminal.name, bet, stood[bet], stands, reason)
        for bet, stands in changed.items()
    )
    short = short_of_credit(terminal, sum(changed.values()) - sum(stood.values()) + fee)
    return short or (*given, *commission.paid(terminal.name, table.name, fee))


def _fallen(
    state: State, table: Table, spots: Mapping[str, Spot], wished: Mapping[str, int]
) -> dict[str, int]:
    """Return what is left of wagers that lean on those that are changed."""
    laying = laying_at(state, table)
    if laying is None:
        return {}
    return {
        stake.bet: spots[stake.bet].amount - stake.amount
        for bet, amount in wished.items()
        for stake in laying.falls(state, table, spots, bet, amount)
    }


def _out_of_reach(
    spots: Mapping[str, Spot], wished: Mapping[str, int], stood: Mapping[str, int]
) -> Refused | None:
    """Refuse what is confirmed, and what would change nothing.

    Rule: LT 4.2.7
    """
    for bet, amount in wished.items():
        spot = spots.get(bet)
        if spot is not None and spot.locked:
            return refuse(Refusal.WAGER_IS_CONFIRMED, bet=bet)
        if amount == stood[bet]:
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "stands_so")
    return None


def _out_of_season(
    state: State, table: Table, spots: Mapping[str, Spot], wished: Mapping[str, int]
) -> Refused | None:
    """Refuse what the player could not have done in the period either, all of it at once.

    Rule: AC 3.3.8
    """
    laying = laying_at(state, table)
    if laying is None:
        offers = state.rules(table).offers
        return None if all(map(offers, wished)) else refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    for bet, amount in wished.items():
        spot, beside = spots.get(bet), _beside(spots, wished, bet)
        lies = spot.amount if spot else 0
        if amount > lies:
            refused = laying.refuses_chips(state, table, beside, bet, amount - lies)
        else:
            refused = laying.refuses_less(state, table, spot, amount) if spot else None
        leaning = laying.falls(state, table, beside, bet, amount)
        if not refused and not wished.keys().isdisjoint(stake.bet for stake in leaning):
            refused = refuse(Refusal.ABOVE_ODDS_LIMIT, bet=leaning[0].bet)
        if refused:
            return refused
    return None


def _beside(spots: Mapping[str, Spot], wished: Mapping[str, int], but: str) -> dict[str, Spot]:
    """Return the layout as it is to be, but for one bet, which is as it lies."""
    beside = dict(spots)
    for bet, amount in wished.items():
        if bet != but:
            beside[bet] = replace(spots.get(bet) or Spot("", bet, 0, 0), amount=amount)
    return {bet: one for bet, one in beside.items() if one.amount}


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
