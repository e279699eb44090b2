"""Dispensation: a supervisor softens the close of wagering where it would be unfair to a player.

Rulebook: LT 4.2.9.  It never reaches a confirmed wager.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money.account import may_play
from openfelt.floor.people.power import at_table
from openfelt.floor.state import Stake, State, Table
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
    if command.bet in table.locked.get(command.terminal, ()):
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=command.bet)
    stood = _stood(table, command.terminal, command.bet)
    if command.amount == stood:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "stands_so")
    refused = _beyond_limits(rules.policy, table, command) or short_of_credit(
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


def _stood(table: Table, terminal: str, bet: str) -> int:
    spot = (terminal, bet)
    return sum(stake.amount for stake in table.committed if (stake.terminal, stake.bet) == spot)


def _beyond_limits(policy: Policy, table: Table, command: Dispense) -> Refused | None:
    """Hold what shall stand to the sign: nothing is trimmed here, a person chose the amount.

    Rule: LT 6.2; LT 6.3; LT def:minimum bet
    """
    if not command.amount:
        return None
    if command.amount < table.limits.minimum:
        return refuse(Refusal.BELOW_MINIMUM, minimum=table.limits.minimum, bet=command.bet)
    own = [s for s in table.committed if s.terminal == command.terminal and s.bet != command.bet]
    layout = sum(stake.amount for stake in own)
    allowed = permitted(
        table.limits, policy, command.bet, standing=0, asked=command.amount, layout=layout
    )
    if isinstance(allowed, Refused):
        return allowed
    if allowed != command.amount:
        limits, more = table.limits, table.limits.unit
        above = permitted(limits, policy, command.bet, allowed, more, layout=layout + allowed)
        return above if isinstance(above, Refused) else not_a_multiple(limits, policy)
    if _differential_holds(table, command):
        return None
    return refuse(Refusal.ABOVE_DIFFERENTIAL, "apart", differential=table.limits.differential)


def _differential_holds(table: Table, command: Dispense) -> bool:
    if not table.limits.differential or command.bet not in ("player", "banker"):
        return True
    after = _committed_after(table, command.terminal, command.bet, command.amount)
    player, banker = (
        sum(stake.amount for stake in after if stake.bet == side) for side in ("player", "banker")
    )
    return abs(player - banker) <= table.limits.differential


def _committed_after(table: Table, terminal: str, bet: str, stands: int) -> tuple[Stake, ...]:
    """Return the committed wagers with this one as it shall stand; a new one is the last."""
    wager, new = Stake(terminal, bet, stands), True
    after: list[Stake] = []
    for stake in table.committed:
        same = (stake.terminal, stake.bet) == (terminal, bet)
        new = new and not same
        after.append(wager if same else stake)
    if new:
        after.append(wager)
    return tuple(stake for stake in after if stake.amount)


def given(state: State, event: DispensationGiven) -> None:
    table = state.tables[event.table]
    table.committed = _committed_after(table, event.terminal, event.bet, event.stands)
    state.terminals[event.terminal].credit += event.stood - event.stands


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
