"""The sign at a table: what its display says may be staked on each bet, before anybody tries."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Context, Refused
from openfelt.floor.state import Grant, Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.memory import Memory

SECOND = 1_000_000
SIGNED = Limits(500, 50_000, 500, tie_maximum=10_000, pair_maximum=5_000, aggregate=80_000)
APART = Limits(500, 50_000, 500, differential=20_000, pair_maximum=5_000)


def shown(variant: str, limits: Limits) -> DisplayView:
    state = State("pit")
    state.grants["d"] = [Grant("dealer", "pit", 0, 0)]
    answer = decide(state, OpenTable("B1", variant, limits, 20 * SECOND), Context(1, "test"))
    assert not isinstance(answer, Refused)
    for event in answer:
        evolve(state, event, 1)
    return display_view(state, "B1", Memory(), demo=False)


def maxima(view: DisplayView) -> dict[str, int]:
    return {bet.code: bet.maximum for bet in view.bets}


@pytest.mark.clause("LT 6.1", "LT 6.2", "LT 6.3.2", "LT def:maximum bet")
def test_each_bet_shows_its_own_maximum() -> None:
    view = shown("LT", SIGNED)
    assert view.limits == SIGNED
    assert maxima(view) == {
        "player": 50_000,
        "banker": 50_000,
        "tie": 10_000,
        "player_pair": 5_000,
        "banker_pair": 5_000,
    }


@pytest.mark.clause("LT 6.2", "LT def:maximum bet", "LT def:differential", "LT Diagram A:11")
@pytest.mark.clause("LT Diagram A:12", "LT def:differential:example 1")
def test_under_a_differential_a_side_shows_its_room_instead() -> None:
    view = shown("LT", APART)
    assert view.room == {"player": 20_000, "banker": 20_000}
    assert maxima(view) == {
        "player": 0,
        "banker": 0,
        "tie": 50_000,
        "player_pair": 5_000,
        "banker_pair": 5_000,
    }
    assert shown("LT", SIGNED).room == {}


@pytest.mark.clause("SB 3.2", "SB def:maximum bet", "SB def:minimum bet")
def test_sic_bo_shows_minimum_and_maximum_of_every_bet() -> None:
    view = shown("SB", Limits(100, 50_000, 100))
    assert (view.limits.minimum, view.limits.maximum, view.limits.unit) == (100, 50_000, 100)
    assert len(view.bets) == 50
    assert set(maxima(view).values()) == {50_000}


@pytest.mark.clause("AC 3.1", "AC 3.9.22", "AC def:maximum bet", "AC diagram A")
def test_craps_shows_one_maximum_of_every_bet_a_horn_is_one_wager_by_the_sign() -> None:
    view = shown("AC", Limits(100, 50_000, 100))
    assert (view.limits.minimum, view.limits.maximum, view.limits.unit) == (100, 50_000, 100)
    assert set(maxima(view).values()) == {50_000}
