"""Confirming: what a player locks is tested now, so that it never needs cutting later.

Rulebook: LT 4.2.7, 6.2, 6.3.4.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Context, Refused
from openfelt.floor.state import Stake, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.placing import open_for
from openfelt.floor.wagers.wager import ConfirmWagers, WagersConfirmed, nothing_loose
from openfelt.rulebooks.policy import pairs_are_allowed


def confirm(state: State, command: ConfirmWagers, _: Context) -> Answer:
    """Lock the staged wagers of a terminal on a table."""
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    return locked(state, *found)


def locked(state: State, terminal: Terminal, table: Table) -> Answer:
    """Lock what is loose, wagering being open for the terminal."""
    policy = state.rules(table).policy
    if not policy.confirm_step:
        return Refused(Refusal.PHASE_DOES_NOT_ALLOW)
    loose = layout.unconfirmed(table, terminal.name)
    # Rule: LT 4.2.7
    if not loose:
        return nothing_loose(table, terminal.name)
    if _below_minimum(table, terminal.name, loose):
        return Refused(Refusal.BELOW_MINIMUM)
    if not _differential_holds(table, loose):
        return Refused(Refusal.ABOVE_DIFFERENTIAL)
    if not pairs_are_allowed(policy.pairs, layout.of(table, terminal.name)):
        return Refused(Refusal.MAIN_WAGER_NEEDED)
    # Rule: LT 4.2.7
    bets = tuple(stake.bet for stake in loose)
    return (WagersConfirmed(terminal.name, table.name, bets),)


def _below_minimum(table: Table, terminal: str, loose: tuple[Stake, ...]) -> bool:
    """Test each selection against the minimum bet, and all of them against the minimum total.

    Rule: LT def:minimum bet; LT def:minimum total bet
    """
    if any(stake.amount < table.limits.minimum for stake in loose):
        return True
    return layout.total(layout.of(table, terminal)) < table.limits.minimum_total


def _differential_holds(table: Table, loose: tuple[Stake, ...]) -> bool:
    """Count what is confirmed, with these.

    Rule: LT 6.2; LT def:differential
    """
    if not table.limits.differential:
        return True
    sides = layout.sides(table)
    for stake in loose:
        if stake.bet in sides:
            sides[stake.bet] += stake.amount
    return abs(sides["player"] - sides["banker"]) <= table.limits.differential


def confirmed(state: State, event: WagersConfirmed) -> None:
    spots = state.tables[event.table].layouts[event.terminal]
    for bet in event.bets:
        spots[bet].confirmed = True


CONCEPT = Concept(decides={ConfirmWagers: confirm}, evolves={WagersConfirmed: confirmed})
