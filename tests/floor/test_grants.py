"""A role is good from its first moment to the one before its end, and nowhere else."""

from __future__ import annotations

import pytest
from floor_pit import SECOND, Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command
from openfelt.floor.people.staff import holds
from openfelt.floor.rounds.pause import SuspendTable
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant

SINCE, UNTIL = 10 * SECOND, 20 * SECOND
MOMENTS = [(SINCE - 1, False), (SINCE, True), (UNTIL - 1, True), (UNTIL, False), (UNTIL + 1, False)]


@pytest.mark.parametrize(
    ("variant", "role", "act"),
    [
        pytest.param(
            "LT",
            "casino_supervisor",
            SuspendTable("B1", "who", "test"),
            marks=pytest.mark.clause("LT def:DT(c)", "LT def:casino supervisor"),
        ),
        pytest.param(
            "LT",
            "agm",
            VoidRound("B1", "who", "test"),
            marks=pytest.mark.clause("LT 11.6.2.1", "LT def:void"),
        ),
        pytest.param(
            "LT", "dealer", NewGame("B1", "who"), marks=pytest.mark.clause("LT 7.4", "LT 7.6.1")
        ),
        pytest.param(
            "SB",
            "egs",
            VoidRound("B1", "who", "test"),
            marks=pytest.mark.clause("SB 7.4", "SB 8.7", "SB 7.6.1.2"),
        ),
    ],
)
@pytest.mark.parametrize(("now", "good"), MOMENTS)
def test_a_role_is_good_for_its_time(
    variant: str, role: str, act: Command, now: int, good: bool
) -> None:
    pit = Pit().staffed()
    pit.table("B1", variant)
    pit.player("T1", "B1")
    if variant == "LT" and not isinstance(act, NewGame):
        pit.do(NewGame("B1", "dana"))
    pit.state.grants["who"] = [Grant(role, "pit", SINCE, UNTIL)]
    pit.now = now
    if good:
        pit.do(act)
    else:
        assert pit.refused(act) is Refusal.ROLE_MAY_NOT


@pytest.mark.clause("LT def:DT(c)", "LT def:casino supervisor", "SB 8.7")
def test_a_role_without_an_end_stays_and_one_of_two_is_enough() -> None:
    pit = Pit()
    pit.state.grants["who"] = [Grant("dealer", "pit", 0, 5), Grant("agm", "pit", 0, 0)]
    assert holds(pit.state, "who", ("dealer",), 4)
    assert holds(pit.state, "who", ("agm",), 10**15)
    assert not holds(pit.state, "nobody", ("agm",), 4)
    assert holds(pit.state, "who", ("casino_supervisor",), 6), "an AGM is above him"
    assert not holds(pit.state, "who", ("gm",), 6), "but not above a GM"
