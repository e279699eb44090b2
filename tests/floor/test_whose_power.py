"""Whoever may not is told who may, where anybody may."""

from openfelt.core.refusal import Refusal
from openfelt.floor.people.staff import may
from openfelt.floor.state import State


def test_the_roles_of_the_book_and_the_grades_above_are_named() -> None:
    refused = may(State("pit"), "dana", ("casino_supervisor",), 0)
    assert refused is not None
    assert refused.code is Refusal.ROLE_MAY_NOT
    assert refused.data["roles"] == "casino_supervisor"
    assert "agm" in str(refused.data["may"]).split(",")


def test_where_a_book_gives_a_power_to_nobody_nobody_is_named() -> None:
    refused = may(State("pit"), "dana", (), 0)
    assert refused is not None
    assert refused.data == {"person": "dana", "holds": ""}
