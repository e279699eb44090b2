"""Confirming: what a player locks is tested now, so that it never needs cutting later.

Rulebook: LT 4.2.7, 6.2, 6.3.4.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Context, Refused, refuse
from openfelt.floor.state import Stake, State, Table, Terminal
from openfelt.floor.wagers import differential, layout
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
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_confirm_step")
    loose = layout.unconfirmed(table, terminal.name)
    # Rule: LT 4.2.7
    if not loose:
        return nothing_loose(table, terminal.name)
    refused = _below_minimum(table, terminal.name, loose) or _above_differential(table, loose)
    if refused:
        return refused
    if not pairs_are_allowed(policy.pairs, layout.of(table, terminal.name)):
        return refuse(Refusal.MAIN_WAGER_NEEDED)
    # Rule: LT 4.2.7
    bets = tuple(stake.bet for stake in loose)
    return (WagersConfirmed(terminal.name, table.name, bets),)


def _below_minimum(table: Table, terminal: str, loose: tuple[Stake, ...]) -> Refused | None:
    """Test each selection against the minimum bet, and all of them against the minimum total.

    Rule: LT def:minimum bet; LT def:minimum total bet
    """
    limits = table.limits
    for stake in loose:
        if stake.amount < limits.minimum:
            return refuse(Refusal.BELOW_MINIMUM, minimum=limits.minimum, bet=stake.bet)
    if layout.total(layout.of(table, terminal)) < limits.minimum_total:
        return refuse(Refusal.BELOW_MINIMUM, "total", minimum_total=limits.minimum_total)
    return None


def _above_differential(table: Table, loose: tuple[Stake, ...]) -> Refused | None:
    """Count what is confirmed, with these; a gap they do not widen is none of their doing.

    A fault or a sanction that took one side's wagers away may have left the other too heavy.

    Rule: LT 6.2; LT def:differential; MT 3.5
    """
    limit = table.limits.differential
    if not limit:
        return None
    sides = layout.sides(table)
    apart = differential.gap(sides)
    for stake in loose:
        if stake.bet in sides:
            sides[stake.bet] += stake.amount
    if differential.gap(sides) <= max(limit, apart):
        return None
    side = max(sides, key=sides.__getitem__)
    room = differential.room(table, side)
    return refuse(Refusal.ABOVE_DIFFERENTIAL, differential=limit, room=room, bet=side)


def confirmed(state: State, event: WagersConfirmed) -> None:
    """Lock them; rounds that were ordered until somebody wagers are ordered no more.

    Rule: MT 5.5(c)
    """
    table = state.tables[event.table]
    table.rounds_ordered = max(0, table.rounds_ordered)
    spots = table.layouts[event.terminal]
    for bet in event.bets:
        spots[bet].state = "confirmed"


CONCEPT = Concept(decides={ConfirmWagers: confirm}, evolves={WagersConfirmed: confirmed})
