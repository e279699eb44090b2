"""Rows as older releases wrote them: they do what they did, though no decision makes them now."""

from __future__ import annotations

from dataclasses import replace

import pytest
from floor_pit import SECOND, Pit

from openfelt.core.refusal import Refusal
from openfelt.floor import table
from openfelt.floor.clock import Tick
from openfelt.floor.money.ticket import TicketHeld, TicketIssued, TicketOpened
from openfelt.floor.people.exclusion import TerminalExcluded
from openfelt.floor.people.task import duty
from openfelt.floor.play.cards import shoe_change
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.play.wheel.spin import ReadNumber, Spin
from openfelt.floor.rounds.corrected import RoundResettled, SettlementReversed, Share
from openfelt.floor.rounds.malfunction import TerminalReturned, TerminalTakenOut
from openfelt.floor.rounds.notice import TableClosed
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.rounds.settling import Paid
from openfelt.floor.state import Kept
from openfelt.floor.wagers.wager import StageWager
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act, Role

NUMBER = "010000000000000007"


def _thrown(pit: Pit, *dice: int) -> None:
    """Close the period of S1 and read its dice."""
    pit.state.tables["S1"].due = pit.now
    pit.do(Tick())
    pit.now += 60 * SECOND
    if pit.state.tables["S1"].phase == "awaiting_shoot":
        pit.do(Tick())
    pit.do(ReadDice("S1", dice, throw_of(pit.state.tables["S1"])))


def test_a_release_of_a_hold_once_ended_the_inspectors_task() -> None:
    pit = Pit()
    held, freed = (
        TicketHeld(NUMBER, held=held, reason="why", duty=duty("hold")) for held in (True, False)
    )
    pit.apply(TicketOpened(NUMBER, 500, "pit", "T1", "LT"), TicketIssued(NUMBER), held)
    assert pit.state.tasks
    pit.apply(freed)
    assert not pit.state.tasks
    assert pit.state.tickets[NUMBER].state == "issued"


@pytest.mark.parametrize("admits", [True, False])
def test_lt_12_3_2_a_repair_once_ended_an_exclusion(admits: bool) -> None:
    pit = Pit()
    pit.table("S1", "SB")
    pit.player("T1", "S1")
    pit.apply(TerminalExcluded("T1", "why"), TerminalTakenOut("T1", "why"))
    pit.apply(TerminalReturned("T1", admits=admits))
    assert pit.state.terminals["T1"].excluded is not admits


def test_a_correction_once_set_the_win_meters_of_the_last_round() -> None:
    pit = Pit()
    pit.table("S1", "SB")
    pit.player("T1", "S1")
    pit.do(StageWager("T1", "S1", 1, "small", 500))
    _thrown(pit, 1, 2, 4)
    assert pit.state.terminals["T1"].win == 500
    pit.state.terminals["T1"].won_in = ""  # Nothing knew then which round a meter shows.
    paid, lost = (Paid("T1", 500, 1_000, 500),), (Paid("T1", 500, 0, 0),)
    taken, given = (Share("T1", 1_000, 0),), (Share("T1", 0, 0),)
    fingerprint = pit.state.tables["S1"].fingerprint
    pit.apply(
        SettlementReversed("S1", 1, "why", paid, taken),
        RoundResettled("S1", 1, "6-5-4", 189, fingerprint, (0,), lost, given),
    )
    assert pit.state.terminals["T1"].win == 0


def test_rounds_of_a_table_opened_before_the_archive_are_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "KEPT", Kept(least=1, most=1, stakes=10))
    pit = Pit().staffed()
    pit.table("S1", "SB")
    _thrown(pit, 1, 2, 4)
    _thrown(pit, 1, 2, 4)
    assert list(pit.state.tables["S1"].settled) == [2]
    pit.table("B1", "LT")
    pit.state.tables["B1"].settled = dict(pit.state.tables["S1"].settled)
    pit.apply(TableClosed("B1"))
    assert pit.state.tables["B1"].final == 2
    assert not pit.state.left


def test_a_dice_table_of_an_older_release_has_powers_over_a_shoe_and_none() -> None:
    pit = Pit().staffed()
    rules = VARIANTS["SB"].definition()
    pit.defined("S1", replace(rules, powers={**rules.powers, Act.CHANGE_SHOE: (Role.AGM,)}))
    change = shoe_change.ChangeShoe("S1", "alex", "why")
    assert pit.refused(change) is Refusal.PHASE_DOES_NOT_ALLOW


def test_mt_9_3_c_a_number_read_for_another_spin_is_refused() -> None:
    pit = Pit().staffed()
    pit.table("R1", "MT_ROULETTE")
    pit.do(NewGame("R1", "dana"))
    pit.state.tables["R1"].due = pit.now
    pit.do(Tick())
    pit.do(Spin("R1", "dana"))
    assert pit.refused(ReadNumber("R1", 17, "spin:R1:2")) is Refusal.PHASE_DOES_NOT_ALLOW
    pit.do(ReadNumber("R1", 17, "spin:R1:1"))
