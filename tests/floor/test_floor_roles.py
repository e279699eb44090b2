"""How long a role holds: from its first instant until its end, and not an instant longer."""

from __future__ import annotations

import pytest
from floor_pit import SECOND, Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.people.exclusion import AdmitTerminal, ExcludeTerminal
from openfelt.floor.rounds.pause import SuspendTable
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Grant

SINCE, UNTIL = 100 * SECOND, 200 * SECOND


def on_duty(variant: str, role: str) -> Pit:
    """Let somebody hold a role for a while at a table with a player."""
    pit = Pit().staffed()
    pit.table("B1", variant)
    pit.player("T1", "B1")
    pit.state.grants["temp"] = [Grant(role, "pit", SINCE, UNTIL)]
    return pit


@pytest.mark.clause("LT def:DT(c)", "LT def:casino supervisor")
@pytest.mark.parametrize("now", [SINCE - 1, UNTIL, UNTIL + 1, UNTIL + SECOND])
def test_a_casino_supervisor_off_duty_has_no_power(now: int) -> None:
    pit = on_duty("LT", "casino_supervisor")
    pit.now = now
    assert pit.refused(SuspendTable("B1", "temp", "why")) is Refusal.ROLE_MAY_NOT
    assert pit.refused(ExcludeTerminal("T1", "temp", "why")) is Refusal.ROLE_MAY_NOT


@pytest.mark.clause("LT def:DT(c)", "LT def:casino supervisor")
@pytest.mark.parametrize("now", [SINCE, UNTIL - 1])
def test_a_casino_supervisor_on_duty_has_it_to_the_last(now: int) -> None:
    pit = on_duty("LT", "casino_supervisor")
    pit.now = now
    pit.do(ExcludeTerminal("T1", "temp", "why"))
    pit.do(AdmitTerminal("T1", "temp", "why"))
    pit.do(SuspendTable("B1", "temp", "why"))


@pytest.mark.clause("LT 7.4")
def test_a_dealer_deals_until_his_shift_ends() -> None:
    pit = on_duty("LT", "dealer")
    pit.now = UNTIL
    assert pit.refused(NewGame("B1", "temp")) is Refusal.ROLE_MAY_NOT
    pit.now = UNTIL - 1
    pit.do(NewGame("B1", "temp"))


@pytest.mark.clause("LT 11.6.2.1")
def test_an_agm_voids_a_coup_until_his_shift_ends() -> None:
    pit = on_duty("LT", "agm")
    pit.do(NewGame("B1", "dana"))
    pit.now = UNTIL
    assert pit.refused(VoidRound("B1", "temp", "why")) is Refusal.ROLE_MAY_NOT
    pit.now = UNTIL - 1
    pit.do(VoidRound("B1", "temp", "why"))


@pytest.mark.clause("SB 7.4", "SB 8.7")
def test_an_electronic_gaming_supervisor_has_his_powers_until_his_shift_ends() -> None:
    pit = on_duty("SB", "egs")
    pit.now = UNTIL
    assert pit.refused(VoidRound("B1", "temp", "why")) is Refusal.ROLE_MAY_NOT
    assert pit.refused(ExcludeTerminal("T1", "temp", "why")) is Refusal.ROLE_MAY_NOT
    pit.now = UNTIL - 1
    pit.do(VoidRound("B1", "temp", "why"))
    pit.do(ExcludeTerminal("T1", "temp", "why"))
