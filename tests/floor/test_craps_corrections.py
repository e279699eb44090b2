"""Corrected craps rolls on random tables, against a past played from its first roll."""

from __future__ import annotations

import os

import pytest
from craps_play import Play
from craps_stirred import Stirred

from openfelt.core.refusal import Refusal
from openfelt.floor.clock import Tick
from openfelt.floor.rounds.correction import StateActualOutcome

# In these somebody's chips come back that had made room for others; most plays have no such corner.
RARE = (166, 1273)
PLAYS = 3_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 60


@pytest.mark.parametrize("seed", [*range(PLAYS), *RARE])
def test_a_corrected_roll_is_as_if_it_had_always_fallen_so(seed: int) -> None:
    play = Play(seed)
    for _ in range(play.chance.randint(4, 14)):
        for _ in range(play.chance.randint(0, 9)):
            play.touch()
        if play.chance.random() < 0.3:
            play.correct()
            play.check()
        play.roll()
        play.check()
    play.correct()
    play.check()


@pytest.mark.parametrize("seed", range(PLAYS))
def test_so_it_is_beside_sanctions_dispensations_fraud_and_a_close(seed: int) -> None:
    play = Stirred(seed, note=(20_000, 5_000, 10_000_000)[seed % 3])
    for _ in range(play.chance.randint(4, 14)):
        for _ in range(play.chance.randint(0, 9)):
            play.touch()
        if play.chance.random() < 0.3:
            play.correct()
            play.check()
        if play.chance.random() < 0.06:
            play.shut()
        play.roll()
        play.check()
    play.correct()
    play.check()


def test_no_roll_is_put_right_while_dice_are_under_way() -> None:
    play = Play(0)
    play.roll()
    play.pit.now = play.table.due
    play.try_(Tick())
    assert play.table.phase == "tumbling"
    actual = StateActualOutcome("A1", "alex", "true", (), (1, 1), 1)
    assert play.pit.refused(actual) is Refusal.PHASE_DOES_NOT_ALLOW
