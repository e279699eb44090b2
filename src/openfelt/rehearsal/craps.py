"""Craps: rolls follow each other, and now and then an older one was read wrongly."""

from random import Random
from typing import Final

from openfelt.floor.play.procedure import Stated
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import State, Table
from openfelt.games.craps.bets import POINTS
from openfelt.rehearsal import dice
from openfelt.rehearsal.way import REASON, Move, Way, holder
from openfelt.rulebooks.powers import Act

_ROLLS_BACK: Final = 12


def _remedies(pit: State, table: Table) -> tuple[Move, ...]:
    """Put an old roll right or let it be void, and give what stands back."""
    corrects, voids = holder(pit, table, Act.CORRECT), holder(pit, table, Act.VOID)
    closes, name = holder(pit, table, Act.MANAGE), table.name
    old = sorted(table.settled)[-_ROLLS_BACK:][:1] or [0]
    roll = (table.round % 6 + 1, table.round // 6 % 6 + 1)
    return (
        *[(corrects, StateActualOutcome(name, corrects, REASON, (), roll, n)) for n in old * 4],
        (voids, VoidRound(name, voids, REASON, old[0])),
        (voids, VoidRound(name, voids, REASON, whole=True)),
        (closes, CloseTable(name, closes, now=True, refund=True)),
    )


def _stated(chance: Random) -> Stated:
    return Stated(dice=dice.thrown(chance, 2))


WAY: Final = Way(
    bets=(
        *("pass_line", "dont_pass", "come", "dont_come") * 2,
        *("place:6", "buy:4", "lay:10", "hard:8", "field", "horn", "hop:1-2", "player"),
        *(f"odds:{point}" for point in POINTS),
        *(f"dont_odds:{point}" for point in POINTS),
        *(f"come_odds:{point}" for point in POINTS),
        *(f"dont_come_odds:{point}" for point in POINTS),
        *("come:5", "come:8", "dont_come:6"),
    ),
    carry_on=dice.carry_on,
    stated=_stated,
    remedies=_remedies,
    button=shooter.Shoot,
)
