"""Craps rolls that have left the state: a correction needs the wrong one and all that followed."""

from __future__ import annotations

import pytest
from floor_pit import Pit

from openfelt.core.refusal import Refusal
from openfelt.floor import ended, table
from openfelt.floor.base import Answer, Context, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.play.craps.correction import RollsReplayed
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.recall import RoundRecalled
from openfelt.floor.state import Kept, SettledRound
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import decide


class Past:
    """A table that keeps one roll at hand, and what it has let go."""

    def __init__(self) -> None:
        self.pit = Pit().staffed()
        self.table = self.pit.table("A1", "AC")
        self.pit.player("T1", "A1")
        self.pit.do(StageWager("T1", "A1", 1, "place:6", 3_000))
        self.archive: dict[int, SettledRound] = {}
        for dice in ((3, 4), (1, 1), (5, 5)):
            self._roll(dice)

    def _roll(self, dice: tuple[int, int]) -> None:
        self.pit.now = self.table.due
        self.pit.do(Tick())
        for event in self.pit.do(ReadDice("A1", dice, throw_of(self.table))):
            for (kind, key), thing in ended.left(self.pit.state):
                assert kind == "round", event
                assert isinstance(thing, SettledRound)
                self.archive[ended.number_of(key)] = thing
            self.pit.state.left = {}

    def correct(self, *numbers: int) -> Answer:
        """Say what the first roll really was, with these of the archive at hand."""
        found = ended.Rounds({number: self.archive[number] for number in numbers})
        command = StateActualOutcome("A1", "alex", "misread", dice=(1, 2), round=1)
        return decide(self.pit.state, command, Context(self.pit.now, "test", found))


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> Past:
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=1, stakes=0, archived=True))
    return Past()


def test_ac_6_1_rolls_from_the_archive_are_played_again(past: Past) -> None:
    assert list(past.archive) == [1, 2]
    answer = past.correct(1, 2)
    assert not isinstance(answer, Refused)
    recalled = [one.round for one in answer if isinstance(one, RoundRecalled)]
    replayed = [one for one in answer if isinstance(one, RollsReplayed)]
    assert recalled == [1, 2]
    assert [again.number for again in replayed[0].rounds] == [1, 2, 3]


def test_ac_6_1_no_roll_is_corrected_where_one_that_followed_is_gone(past: Past) -> None:
    for numbers in ((1,), (2,), ()):
        answer = past.correct(*numbers)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.data["why"]) == (Refusal.PHASE_DOES_NOT_ALLOW, "no_such_round")


def test_ac_7_9_a_roll_at_hand_is_not_put_on_record_again(past: Past) -> None:
    pit = past.pit
    assert list(past.table.settled) == [3]
    events = pit.do(InvalidateOutcome("A1", "alex", "fraud", "marked dice", round=3))
    assert not [one for one in events if isinstance(one, RoundRecalled)]
    found = ended.Rounds({2: past.archive[2]})
    command = InvalidateOutcome("A1", "alex", "fraud", "marked dice", round=2)
    answer = decide(pit.state, command, Context(pit.now, "test", found))
    assert not isinstance(answer, Refused)
    assert [one.round for one in answer if isinstance(one, RoundRecalled)] == [2]
