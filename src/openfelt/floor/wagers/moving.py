"""Moving chips from one bet to another while wagering is open.

Rulebooks: LT def:wagering period; SB def:wagering period; MT 2.4; AC 3.5.1.2.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Context, Refused, refuse
from openfelt.floor.play.procedure import Laying, laying_at
from openfelt.floor.state import Spot, State, Table, Terminal
from openfelt.floor.wagers import commission, layout
from openfelt.floor.wagers.placing import open_for, position, room_at, room_on, short_of_credit
from openfelt.floor.wagers.take_down import fallen, may_be_left
from openfelt.floor.wagers.wager import MoveWager, WagerMoved, left_behind


def move(state: State, command: MoveWager, _: Context) -> Answer:
    """Move a staged wager; what may not stand on the other spot stays where it is."""
    if command.amount < 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    found = open_for(state, command.terminal, command.table, command.round)
    if isinstance(found, Refused):
        return found
    terminal, table = found
    bet, to = (position(state, table, one) for one in (command.bet, command.to))
    spots = layout.of(table, terminal.name)
    spot = spots.get(bet)
    if spot is None:
        return refuse(Refusal.BET_NOT_OFFERED, "nothing_there")
    if bet == to:
        return refuse(Refusal.BET_NOT_OFFERED, "same_spot")
    # Rule: MT 2.7; MT 2.7(a)
    if spot.state == "confirmed":
        return refuse(Refusal.WAGER_IS_CONFIRMED, bet=bet)
    if command.amount > spot.amount:
        return refuse(Refusal.EXCEEDS_CREDIT, "lies_there", lies=spot.amount)
    # Rule: LT def:wagering period; SB def:wagering period; MT def:Wagering Period; MT 2.4(a)
    # Rule: AC def:wagering period
    asked = command.amount or spot.amount
    laying = laying_at(state, table)
    if laying is not None:
        return _beside_standing(state, terminal, table, laying, spot, to, asked)
    room = room_at(state, table, spots, to, asked, lifted=asked)
    if isinstance(room, Refused):
        return room
    amount, stands = room
    cannot_stay = left_behind(state, table, bet, spot.amount - amount)
    if cannot_stay:
        return cannot_stay
    trimmed = amount < asked
    return (WagerMoved(terminal.name, table.name, bet, to, amount, stands, trimmed=trimmed),)


def _beside_standing(
    state: State, terminal: Terminal, table: Table, laying: Laying, spot: Spot, to: str, asked: int
) -> Answer:
    """Move where wagers stand: what leans on the wager comes back, and its commission is anew.

    Rule: AC 3.5.1.2; AC 3.9.8; AC 3.9.15; AC def:wagering period
    """
    rules, spots = state.rules(table), layout.of(table, terminal.name)
    rest = Spot(terminal.name, spot.bet, spot.amount - asked, spot.order, spot.state)
    after = {bet: one for bet, one in {**spots, spot.bet: rest}.items() if one.amount}
    room = room_on(state, table, laying, after, to, asked)
    if isinstance(room, Refused):
        return room
    amount, stands = room
    refused = may_be_left(state, table, laying, spot, spot.amount - amount)
    if refused:
        return refused
    back, returned = fallen(state, table, laying, spot, spot.amount - amount)
    fee = commission.added(rules, to, amount, stands)
    fee -= commission.added(rules, spot.bet, amount, spot.amount)
    short = short_of_credit(terminal, fee - returned) if fee > returned else None
    moved = WagerMoved(
        terminal.name, table.name, spot.bet, to, amount, stands, trimmed=amount < asked
    )
    return short or (*back, moved, *commission.paid(terminal.name, table.name, fee))


CONCEPT = Concept(decides={MoveWager: move})
