"""A roll that was put right, and those played again with it, as guests and displays are told."""

from __future__ import annotations

import pytest

from openfelt.floor.money.account import NoteStacked
from openfelt.floor.play.craps.correction import Adjusted, RollsReplayed
from openfelt.floor.play.craps.retelling import Again
from openfelt.floor.rounds.round import RoundSettled
from openfelt.floor.state import SettledRound
from openfelt.stations.memory import Memory
from openfelt.stations.statements import Statements

AGAIN = tuple(Again(n, SettledRound({}, (), words)) for n, words in ((1, "2-4"), (2, "5-5")))
# One has 6.00 less and owes 4.00, another had left with nothing more than a case.
ADJUSTED = (Adjusted("T1", 1, -600, 400, 0, 0, 0), Adjusted("T2", 1, 0, 0, 900, 0, 0))


def replayed(*, void: bool, reason: str = "misread") -> RollsReplayed:
    rounds = AGAIN[1:] if void else AGAIN
    return RollsReplayed("A1", 1, reason, void, (), rounds, ADJUSTED, 0, (), 0, (), ())


@pytest.mark.parametrize(("void", "kind"), [(False, "corrected"), (True, "settled_void")])
def test_a_guest_is_told_in_one_line_what_all_rolls_made_of_his_credit(
    void: bool, kind: str
) -> None:
    statements = Statements()
    statements.take(replayed(void=void), 1)
    (line,) = statements.of("T1").lines.values()
    assert (line.kind, line.amount, line.owed, line.round) == (kind, -600, 400, 1)
    assert not statements.of("T2").lines, "the desk tells who has left"


def test_who_sits_there_now_hears_nothing_of_what_another_owes_no_more() -> None:
    statements = Statements()
    statements.take(NoteStacked("T1", 5_000, "n1", 2), 1)
    statements.take(replayed(void=False), 2)
    assert [line.kind for line in statements.of("T1").lines.values()] == ["note"]


def test_the_roll_put_right_is_shown_as_corrected_and_the_others_as_they_fell() -> None:
    memory = Memory()
    for number, words in ((1, "3-4"), (2, "5-5")):
        memory.take(RoundSettled("A1", number, words, 0, "", (), (), 0))
    memory.take(replayed(void=False))
    shown = [(past.round, past.outcome, past.corrected) for past in memory.of("A1")]
    assert shown == [(1, "2-4", True), (2, "5-5", False)]


@pytest.mark.parametrize(("reason", "shown"), [("dice_fell", "dice_fell"), ("", "void")])
def test_a_roll_void_afterwards_says_why(reason: str, shown: str) -> None:
    memory = Memory()
    memory.take(RoundSettled("A1", 1, "3-4", 0, "", (), (), 0))
    memory.take(replayed(void=True, reason=reason))
    past = memory.of("A1")[0]
    assert (past.void, past.corrected) == (shown, True)
