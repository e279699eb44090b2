"""A stream is a demo's from its beginning, or never."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve

NOW = Context(1, "test")
TABLE = OpenTable("B1", "LT", Limits(500, 1_000, 500), 1)
TERMINAL = EnrolTerminal("T1", ("B1",), 1, ())


def after(*commands: Command) -> State:
    state = State("pit")
    for command in commands:
        answer = decide(state, command, NOW)
        assert not isinstance(answer, Refused)
        for event in answer:
            evolve(state, event, 1)
    return state


def test_an_empty_floor_becomes_a_demo() -> None:
    assert after(OpenHouse(("pit",)), DeclareDemo()).demo
    assert not after().demo


@pytest.mark.parametrize(
    "before",
    [
        (DeclareDemo(),),
        (TABLE,),
        (TABLE, TERMINAL),
        (OpenHouse(("pit",)), GrantRole("dana", "dealer", "", 0, 0)),
    ],
)
def test_a_floor_on_which_something_is_does_not(before: tuple[Command, ...]) -> None:
    state = after(*before)
    assert isinstance(decide(state, DeclareDemo(), NOW), Refused)
