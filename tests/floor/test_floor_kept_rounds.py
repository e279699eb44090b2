"""How many settled rounds a table keeps at hand to be corrected."""

from __future__ import annotations

from openfelt.floor.base import Context, Refused
from openfelt.floor.money.account import NoteStacked, TerminalEnrolled
from openfelt.floor.rounds import round as round_
from openfelt.floor.state import Limits, Stake, State
from openfelt.floor.table import OpenTable, open_table
from openfelt.floor.wagers.wager import LayoutStaged
from openfelt.floor.whole import evolve


def after(rounds: int, *, wagers: int) -> dict[int, object]:
    """Settle so many rounds with so many wagers each; return those that are kept."""
    state = State("pit")
    opened = open_table(state, OpenTable("S1", "SB", Limits(1, 100, 1), 1), Context(1, ""))
    assert not isinstance(opened, Refused)
    evolve(state, opened[0], 1)
    evolve(state, TerminalEnrolled("T1", ("S1",), 1, ()), 1)
    stakes = tuple(Stake("T1", f"bet {n}", 1) for n in range(wagers))
    for number in range(1, rounds + 1):
        evolve(state, NoteStacked("T1", wagers, ""), number)
        evolve(state, LayoutStaged("T1", "S1", stakes, trimmed=False), number)
        evolve(state, round_.WageringClosed("S1", number, stakes, ()), number)
        settled = round_.RoundSettled("S1", number, "", 0, "", (0,) * wagers, (), number)
        evolve(state, settled, number)
    return dict(state.tables["S1"].settled)


def test_sb_7_1_the_last_hundred_rounds_can_be_corrected() -> None:
    assert list(after(130, wagers=3)) == list(range(31, 131))


def test_sb_7_1_the_last_ten_rounds_can_be_corrected_however_large() -> None:
    assert list(after(13, wagers=300)) == list(range(4, 14))


def test_rounds_are_forgotten_when_their_wagers_are_too_many() -> None:
    assert list(after(60, wagers=50)) == list(range(21, 61))
