"""What a display over a table says that its seats won: the figures of their own meters."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.base import Command
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.wagers.wager import StageWager
from openfelt.rulebooks import VARIANTS
from openfelt.stations.display import DisplayView, SeatWin, display_view
from openfelt.stations.memory import Memory

HIGH = {"AC": ((5, 6), "field"), "SB": ((5, 6, 6), "big")}
LOW = {"AC": (1, 2), "SB": (1, 2, 3)}
SEVEN = {"AC": (3, 4), "SB": (1, 3, 3)}


class Screen:
    """A dice table with players, and the display over it."""

    def __init__(self, variant: str, players: int = 2) -> None:
        self.pit, self.memory, self.variant = Pit().staffed(), Memory(), variant
        self.table = self.pit.table("D1", variant)
        self.names = [self.pit.player(f"T{n}", "D1") for n in range(1, players + 1)]

    def do(self, command: Command) -> None:
        for event in self.pit.do(command):
            self.memory.take(event)

    def lays(self, name: str, amount: int) -> None:
        self.do(StageWager(name, "D1", self.table.round, HIGH[self.variant][1], amount))

    def rolls(self, dice: tuple[int, ...]) -> None:
        while self.table.phase != "tumbling":
            self.pit.now = self.table.due
            self.do(Tick())
        self.do(ReadDice("D1", dice, throw_of(self.table)))

    def view(self) -> DisplayView:
        return display_view(self.pit.state, "D1", self.memory, demo=False)

    def meters(self) -> tuple[SeatWin, ...]:
        terminals = self.pit.state.terminals.values()
        wins = (SeatWin(one.seat, one.win) for one in terminals if one.win)
        return tuple(sorted(wins, key=lambda win: (-win.amount, win.seat)))


@pytest.mark.parametrize("variant", ["AC", "SB"])
@pytest.mark.clause("AC 3.6", "AC 3.6.2", "AC 3.6.3", "SB 3.6.3", "SB 3.6.4")
def test_the_display_shows_what_each_seat_won_as_its_own_meter_does(variant: str) -> None:
    screen = Screen(variant)
    assert screen.view().wins == ()
    screen.lays("T1", 500)
    screen.lays("T2", 2_000)
    screen.rolls(HIGH[variant][0])
    assert screen.view().wins == (SeatWin(2, 2_000), SeatWin(1, 500)) == screen.meters()
    assert screen.view().winners == 2
    # Put right, and with it what stands over the table.
    screen.do(
        StateActualOutcome("D1", "emma" if variant == "SB" else "alex", "x", (), SEVEN[variant])
    )
    assert screen.view().wins == () == screen.meters()
    screen.do(
        StateActualOutcome("D1", "emma" if variant == "SB" else "alex", "x", (), HIGH[variant][0])
    )
    assert screen.view().wins == (SeatWin(2, 2_000), SeatWin(1, 500)) == screen.meters()
    screen.do(VoidRound("D1", "emma" if variant == "SB" else "alex", "x", 1))
    assert screen.view().wins == () == screen.meters()


@pytest.mark.parametrize("variant", ["AC", "SB"])
def test_a_later_round_takes_the_wins_away_and_an_older_one_brings_none_back(variant: str) -> None:
    screen = Screen(variant)
    screen.lays("T1", 500)
    screen.rolls(SEVEN[variant])
    screen.lays("T2", 500)
    screen.rolls(SEVEN[variant])
    agm = "emma" if variant == "SB" else "alex"
    screen.do(StateActualOutcome("D1", agm, "x", (), HIGH[variant][0], 1))
    assert screen.view().wins == () == screen.meters()
    screen.lays("T1", 1_000)
    screen.rolls(HIGH[variant][0])
    assert screen.view().wins == (SeatWin(1, 1_000),)
    screen.do(VoidRound("D1", agm, "x"))
    assert screen.view().wins == ()


def test_of_many_winners_the_highest_are_shown_and_all_are_counted() -> None:
    screen = Screen("AC", players=7)
    for number, name in enumerate(screen.names, 1):
        screen.lays(name, 500 * number)
    screen.rolls((5, 6))
    view = screen.view()
    assert [win.seat for win in view.wins] == [7, 6, 5, 4]
    assert view.winners == 7


def test_only_the_books_that_have_wins_on_a_display_show_them() -> None:
    assert [code for code, book in VARIANTS.items() if book.wins_on_display] == ["AC", "SB"]
