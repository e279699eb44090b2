"""What can be done only now: chance alone would seldom meet the moment."""

from random import Random

from openfelt.floor.money import account
from openfelt.floor.people import exclusion, leaving
from openfelt.floor.play.cards.shoe_change import VoidShoe
from openfelt.floor.rounds import correction
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import dispensation, layout
from openfelt.rehearsal.way import REASON, Move, holder
from openfelt.rehearsal.ways import way_of
from openfelt.rulebooks.powers import Act


def occasions(chance: Random, pit: State, table: Table) -> list[Move]:
    """Return what somebody in charge could do at a table as it stands."""
    right, laid = _put_right(chance, pit, table), _to_wagers(chance, pit, table)
    return [*right, *laid, *_withdrawn(pit, table)]


def _put_right(chance: Random, pit: State, table: Table) -> list[Move]:
    """Correct a round of the last ones, best one that somebody has left with."""
    left = [
        number
        for number, one in table.settled.items()
        if any(account.has_left(pit, who, whose) for who, whose in one.accounts.items())
    ]
    numbers = left or list(table.settled)
    if not numbers:
        return []
    number, stated = chance.choice(numbers[-5:]), way_of(pit, table).stated(chance)
    corrects, voids = holder(pit, table, Act.CORRECT), holder(pit, table, Act.VOID)
    actual = (stated.cards, stated.dice, number, stated.number)
    return [
        (corrects, correction.StateActualOutcome(table.name, corrects, REASON, *actual)),
        (voids, VoidRound(table.name, voids, REASON, number)),
    ]


def _to_wagers(chance: Random, pit: State, table: Table) -> list[Move]:
    """Void or amend what lies on a table."""
    laid = [who for who in table.layouts if layout.of(table, who)]
    if not laid or not table.undecided or table.aside:
        return []
    terminal, manages = chance.choice(laid), holder(pit, table, Act.MANAGE)
    moves: list[Move] = [
        (manages, exclusion.VoidWagers(terminal, manages, REASON)),
        (manages, exclusion.ExcludeTerminal(terminal, manages, REASON)),
    ]
    if Act.SEND_AWAY in pit.rules(table).powers:
        sends = holder(pit, table, Act.SEND_AWAY)
        moves.append((sends, leaving.SendAway(terminal, sends, REASON)))
    if table.phase != "wagering" and Act.DISPENSE in pit.rules(table).powers:
        moves.append(_amended(chance, pit, table, terminal))
    return moves


def _withdrawn(pit: State, table: Table) -> list[Move]:
    """Withdraw the cards of a shoe, where the book lets somebody."""
    if Act.VOID_SHOE not in pit.rules(table).powers:
        return []
    who = holder(pit, table, Act.VOID_SHOE)
    return [(who, VoidShoe(table.name, who, REASON))]


def beside_an_exclusion(pit: State, table: Table) -> Move | None:
    """Void a round in which somebody has wagers who was excluded since."""
    laid = (who for who in table.layouts if layout.of(table, who))
    if not table.undecided or table.aside or not any(pit.terminals[who].excluded for who in laid):
        return None
    voids = holder(pit, table, Act.VOID)
    return voids, VoidRound(table.name, voids, REASON)


def _amended(chance: Random, pit: State, table: Table, terminal: str) -> Move:
    spots, who = layout.of(table, terminal), holder(pit, table, Act.DISPENSE)
    bet = chance.choice(list(spots))
    amount = max(0, spots[bet].amount + chance.choice((-500, 500, 1000)))
    return who, dispensation.Dispense(table.name, terminal, bet, amount, who, REASON)
