"""What somebody holds changes in one file only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from openfelt.floor import whole
from openfelt.floor.base import Event, Evolver
from openfelt.floor.money import purse
from openfelt.floor.money.account import NoteStacked
from openfelt.floor.state import State, Terminal

SOURCE = Path(__file__).parents[2] / "src" / "openfelt"
PURSE = SOURCE / "floor" / "money" / "purse.py"
# A simulated bankroll is an array of its own, nobody's money.
ELSEWHERE = SOURCE / "simulate"


def credit_set(tree: ast.AST) -> Iterator[int]:
    """Yield the lines on which a `credit` of something is assigned."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="credit", ctx=ast.Store() | ast.Del()):
                yield node.lineno
            case ast.Call(func=ast.Name(id="setattr")):
                yield node.lineno
            case _:
                pass


def test_only_the_purse_changes_what_somebody_holds() -> None:
    found = {
        f"{path.relative_to(SOURCE)}:{line}"
        for path in SOURCE.rglob("*.py")
        if path != PURSE and ELSEWHERE not in path.parents
        for line in credit_set(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not found


@pytest.mark.parametrize("line", ["t.credit = 1", "t.credit += 1", "a, t.credit = 1, 2"])
def test_an_assignment_is_found(line: str) -> None:
    assert list(credit_set(ast.parse(line))) == [1]


def test_the_purse_itself_does() -> None:
    assert list(credit_set(ast.parse(PURSE.read_text(encoding="utf-8"))))


def holding(amount: int) -> State:
    state = State("pit", terminals={"T1": Terminal("T1", (), 1, ())})
    purse.give(state, "T1", amount)
    return state


def test_what_is_given_can_be_taken() -> None:
    state = holding(500)
    purse.take(state, "T1", 500)
    assert state.terminals["T1"].credit == 0


@pytest.mark.parametrize("amount", [501, -1])
def test_nobody_takes_more_than_there_is_or_less_than_nothing(amount: int) -> None:
    with pytest.raises(AssertionError):
        purse.take(holding(500), "T1", amount)


def test_nobody_gives_less_than_nothing() -> None:
    with pytest.raises(AssertionError):
        holding(-1)


def test_a_meter_that_is_not_what_was_posted_stops_the_floor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = holding(0)
    whole.evolve(state, NoteStacked("T1", 500, ""), 1)
    evolvers: dict[type[Event], Evolver] = whole._EVOLVES
    kind: type[Event] = NoteStacked
    monkeypatch.setitem(evolvers, kind, lambda _state, _event: None)
    with pytest.raises(AssertionError):
        whole.evolve(state, NoteStacked("T1", 500, ""), 2)
