"""A wheel: a dealer spins, the sensor or he says the number, and now and then it is no spin."""

from random import Random
from typing import Final

from openfelt.core.wheel import POCKETS
from openfelt.floor.play.procedure import Stated
from openfelt.floor.play.wheel import spin
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import BETWEEN, State, Table
from openfelt.rehearsal.way import REASON, Move, Way, holder
from openfelt.rulebooks.powers import Act


def _carry_on(chance: Random, pit: State, table: Table) -> Move | None:
    name, dealer = table.name, holder(pit, table, Act.DEAL)
    match table.phase:
        case phase if phase in BETWEEN:
            return dealer, NewGame(name, dealer)
        case "closed":
            return dealer, spin.Spin(name, dealer)
        case spin.SPINNING:
            return _spinning(chance, table, dealer)
        case "result_pending" if chance.random() < 0.1:
            return dealer, spin.EnterNumber(name, dealer, _number(chance))
        case "result_pending":
            return dealer, ConfirmResult(name, dealer)
        case _:
            return None


def _spinning(chance: Random, table: Table, dealer: str) -> Move:
    draw, name = chance.random(), table.name
    if draw < 0.05:
        return dealer, spin.CallNoSpin(name, dealer)
    if draw < 0.1:
        return dealer, VoidRound(name, dealer, REASON)
    if draw < 0.5:
        order = spin.spin_of(table)
        return f"wheel@{name}", spin.ReadNumber(name, _number(chance), order)
    return dealer, spin.EnterNumber(name, dealer, _number(chance))


def _number(chance: Random) -> int:
    """Draw a number, sometimes one that the wheel does not have."""
    number: int = chance.choice((*POCKETS, 37))
    return number


WAY: Final = Way(
    bets=("red", "straight:17", "dozen:2", "tier", "neighbours1:0", "corner:0-1-2-3", "player"),
    carry_on=_carry_on,
    stated=lambda chance: Stated(number=_number(chance)),
)
