"""Dispensation: a supervisor softens the close of wagering where it would be unfair to a player.

Rulebook: LT 4.2.9.  It never reaches a confirmed wager.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.money.account import may_play
from openfelt.floor.people.power import at_table
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import not_a_multiple, permitted
from openfelt.floor.wagers.placing import short_of_credit
from openfelt.rulebooks.policy import Policy
from openfelt.rulebooks.powers import Act

_AFTER_CLOSE = ("closed", "dealing", "result_pending")


class Dispense(Command, frozen=True):
    """Let a wager stand at an amount although wagering is closed; 0 gives it back."""

    table: str
    terminal: str
    bet: str
    amount: int
    person: str
    reason: str


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
    if command.amount < 0:
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
    if table.name not in terminal.tables or not rules.offers(command.bet):
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    spots = layout.of(table, command.terminal)
    spot = spots.get(command.bet)
    if spot is not None and (spot.locked or spot.state == "standing"):
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    stood = spot.amount if spot is not None else 0
    if command.amount == stood:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "stands_so")
    refused = _beyond_limits(rules.policy, table, command, stood) or short_of_credit(
        terminal, command.amount - stood
    )
    return refused or (
        DispensationGiven(
            table.name,
            table.round,
            command.terminal,
            command.bet,
            stood,
            command.amount,
            command.reason,
        ),
    )


def _beyond_limits(policy: Policy, table: Table, command: Dispense, stood: int) -> Refused | None:
    """Hold what shall stand to the sign: nothing is trimmed here, a person chose the amount.

    Rule: LT 6.2; LT 6.3; LT def:minimum bet
    """
    if not command.amount:
        return None
    if command.amount < table.limits.minimum:
        return refuse(Refusal.BELOW_MINIMUM, minimum=table.limits.minimum, bet=command.bet)
    others = layout.total(layout.of(table, command.terminal)) - stood
    allowed = permitted(
        table.limits, policy, command.bet, standing=0, asked=command.amount, layout=others
    )
    if isinstance(allowed, Refused):
        return allowed
    if allowed != command.amount:
        limits, more = table.limits, table.limits.unit
        above = permitted(limits, policy, command.bet, allowed, more, layout=others + allowed)
        return above if isinstance(above, Refused) else not_a_multiple(limits, policy)
    if _differential_holds(table, command, stood):
        return None
    return refuse(Refusal.ABOVE_DIFFERENTIAL, "apart", differential=table.limits.differential)


def _differential_holds(table: Table, command: Dispense, stood: int) -> bool:
    if not table.limits.differential or command.bet not in layout.SIDES:
        return True
    sides = layout.sides(table)
    sides[command.bet] += command.amount - stood
    return abs(sides["player"] - sides["banker"]) <= table.limits.differential


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
