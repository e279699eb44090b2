"""What the sign at a terminal says: the least, the most, by what wagers rise, bet by bet."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Context, Refused
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.memory import Memory


def sign(variant: str, limits: Limits) -> DisplayView:
    """Open a table and read its sign."""
    state = State("pit")
    answer = decide(state, OpenTable("B1", variant, limits, 20_000_000), Context(1, "test"))
    assert not isinstance(answer, Refused), answer
    for event in answer:
        evolve(state, event, 1)
    return display_view(state, "B1", Memory(), demo=False)


def most(view: DisplayView) -> dict[str, int]:
    return {bet.code: bet.maximum for bet in view.bets}


@pytest.mark.clause("LT 6.1", "LT def:maximum bet", "LT def:minimum bet")
def test_the_sign_of_a_card_table_shows_least_and_most() -> None:
    limits = Limits(500, 50_000, 500, 1_000, 80_000, 0, 10_000, 20_000)
    view = sign("LT", limits)
    assert view.limits == limits
    assert most(view) == {
        "player": 50_000,
        "banker": 50_000,
        "tie": 10_000,
        "player_pair": 20_000,
        "banker_pair": 20_000,
    }


@pytest.mark.clause("LT 6.2", "LT def:maximum bet")
def test_beside_a_differential_only_the_sides_have_no_maximum_of_their_own() -> None:
    view = sign("LT", Limits(500, 50_000, 500, differential=90_000))
    assert most(view) == {
        "player": 0,
        "banker": 0,
        "tie": 50_000,
        "player_pair": 50_000,
        "banker_pair": 50_000,
    }
    assert view.room == {"player": 90_000, "banker": 90_000}


@pytest.mark.clause("SB 3.2", "SB def:maximum bet", "SB def:minimum bet")
def test_the_sign_of_a_dice_table_shows_least_and_most() -> None:
    limits = Limits(100, 30_000, 100)
    view = sign("SB", limits)
    assert (view.limits.minimum, view.limits.maximum, view.limits.unit) == (100, 30_000, 100)
    assert set(most(view).values()) == {30_000}
    assert {"small", "big", "any_triple", "total:4"} <= most(view).keys()
