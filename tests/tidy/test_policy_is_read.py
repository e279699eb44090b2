"""Every question a policy answers is asked by the floor or a station, and every power is used.

A value that nobody reads says of a book what no table does.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

from openfelt.rulebooks.policy import Policy
from openfelt.rulebooks.powers import Act

SOURCE = Path(__file__).parents[2] / "src" / "openfelt"
PACKAGES = ("floor", "stations")
# What nobody reads yet.  These lists only get shorter: what is read leaves them.
UNREAD: set[str] = set()
# Answers whose books have no procedure yet, or that another answer already implies.
UNTOLD = {
    "EarlyOutcome.CANNOT_HAPPEN",
    "EarlyOutcome.WAGERS_STAND",
    "Pairs.FREELY",
    "Pairs.NOT_OFFERED",
    "Pairs.THREE_A_SPOT",
    "Unconfirmed.COMMIT_IF_IT_FITS",
    "Unconfirmed.NO_CONFIRM_STEP",
}


def code() -> list[ast.Module]:
    paths = (path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py")))
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


def policy_fields(trees: Iterable[ast.Module]) -> Iterator[str]:
    """Yield what is read of a policy: of a definition's, or of one that was handed on."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="policy") | ast.Name(id="policy")):
                yield node.attr
            case _:
                pass


def words(trees: Iterable[ast.Module]) -> Iterator[str]:
    """Yield every `Name.WORD`: how code names a member of an enumeration."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=word):
                yield f"{name}.{word}"
            case _:
                pass


def unread(names: Iterable[str], trees: Iterable[ast.Module]) -> set[str]:
    return set(names) - set(policy_fields(trees))


def untold(kinds: Iterable[type[StrEnum]], trees: Iterable[ast.Module]) -> set[str]:
    """Return answers that nothing tells from another: of each question one may go unnamed."""
    named = set(words(trees))
    found: set[str] = set()
    for kind in kinds:
        missing = {f"{kind.__name__}.{one.name}" for one in kind} - named
        found |= missing if len(missing) > 1 else set()
    return found


def answers(policy: type, read: Iterable[str]) -> Mapping[str, type[StrEnum]]:
    """Return the enumerations of a policy by the name of the field, of the fields that are read."""
    hints = get_type_hints(policy)
    return {
        name: hint
        for name in read
        if isinstance(hint := hints[name], type) and issubclass(hint, StrEnum)
    }


FIELDS = [field.name for field in fields(Policy)]


def test_every_question_is_asked() -> None:
    assert unread(FIELDS, code()) == UNREAD, "a value that is read leaves the list"


def test_every_power_is_used() -> None:
    missing = {f"Act.{act.name}" for act in Act} - set(words(code()))
    assert missing == set()


def test_the_answers_to_a_question_are_told_apart() -> None:
    policy = ast.parse((SOURCE / "rulebooks" / "policy.py").read_text(encoding="utf-8"))
    kinds = answers(Policy, set(FIELDS) - UNREAD).values()
    assert untold(kinds, [*code(), policy]) == UNTOLD


def test_a_planted_question_that_nobody_asks_is_named() -> None:
    assert unread([*FIELDS, "planted"], code()) - UNREAD == {"planted"}
    asks = ast.parse("def f(state, table):\n    return state.rules(table).policy.planted")
    handed_on = ast.parse("def f(policy):\n    return policy.planted")
    elsewhere = ast.parse("def f(table):\n    return table.planted")
    assert unread(["planted"], [asks]) == unread(["planted"], [handed_on]) == set()
    assert unread(["planted"], [elsewhere]) == {"planted"}


class Planted(StrEnum):
    ONE = "one"
    TWO = "two"
    THREE = "three"


def test_planted_answers_that_nothing_tells_apart_are_named() -> None:
    asks = ast.parse("def f(policy):\n    return policy.planted is Planted.ONE")
    assert untold([Planted], [asks]) == {"Planted.TWO", "Planted.THREE"}
    both = ast.parse("def f(policy):\n    return policy.planted in (Planted.ONE, Planted.TWO)")
    assert untold([Planted], [both]) == set()
