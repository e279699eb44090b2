"""A shoe that is dealt from though its first card was not burned."""

import pytest

from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.people.staff import RoleLearned
from openfelt.floor.play.cards.coup import as_read
from openfelt.floor.play.cards.dummy import BurnMissed
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.shoe import BurnCard
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve

NOW = 1_000_000


def _do(state: State, command: Command) -> tuple[Event, ...]:
    answer = decide(state, command, Context(NOW, "test"))
    assert not isinstance(answer, Refused), answer
    for event in answer:
        evolve(state, event, NOW)
    return answer


@pytest.mark.parametrize("burned", [True, False])
def test_lt_11_6_8_a_missed_burn_is_put_on_record_and_the_cards_are_dealt(burned: bool) -> None:
    state = State("pit")
    evolve(state, RoleLearned("dana", "dealer", 0, 0), NOW)
    _do(state, OpenTable("B1", "LT", Limits(500, 50_000, 500), NOW, burned=False))
    if burned:
        _do(state, BurnCard("B1", "dana"))
    opened = _do(state, NewGame("B1", "dana"))
    assert (BurnMissed("B1", 1) in opened) is not burned
    _do(state, as_read(state.tables["B1"], "9S"))
    assert play_at(state.tables["B1"]).player == ["9S"], "the first card is the Player's"
