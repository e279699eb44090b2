"""What a terminal says it showed: whom it is asked of, and who sees what is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.malfunction import ReturnToService
from openfelt.floor.rounds.terminal_report import ReportShown
from openfelt.floor.wagers.wager import StageWager
from openfelt.stations.alarm import Alarm
from openfelt.stations.dealer import dealer_view
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory
from openfelt.stations.pit import pit_view
from openfelt.stations.player import PlayerView, player_view
from openfelt.stations.presence import Presence
from openfelt.stations.table import SeatReport, TableView, table_view


class Floor(Pit):
    """A craps table at which two players have lost their field wager, and what is shown of it."""

    def __init__(self) -> None:
        super().__init__()
        self.staffed()
        self.craps = self.table("A1", "AC")
        for name in (self.player("T1", "A1"), self.player("T2", "A1")):
            self.do(StageWager(name, "A1", 1, "field", 500))
        self.now = self.craps.due
        self.do(Tick())
        self.do(ReadDice("A1", (3, 2), throw_of(self.craps)))
        self.now += 7

    def player_of(self, name: str) -> PlayerView:
        return player_view(self.state, name, Memory(), self.now)

    @property
    def shown(self) -> TableView:
        return table_view(self.state, "A1", "alex", self.now, demo=False)

    def reports(self, credit: int, fault: str = "", name: str = "T1") -> None:
        moved = self.state.terminals[name].moved
        self.do(ReportShown(name, "A1", 1, moved, credit, {"field": 500}, fault))

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        return pit_view(self.state, ("A1",), Presence(), self.now).alarms


@pytest.mark.clause("AC 6.1", "SB 7.1")
def test_a_terminal_tells_what_it_showed_where_the_book_looks_at_it() -> None:
    floor = Floor()
    assert ReportShown in KINDS["player"].commands
    for name, variant, asked in (
        ("S1", "SB", ("S1",)),
        ("L1", "LT", ()),
        ("R1", "MT_ROULETTE", ()),
    ):
        floor.table(name, variant)
        floor.player(f"{name}-1", name)
        assert floor.player_of(f"{name}-1").reports == asked
    view = floor.player_of("T1")
    # A note came in, a chip went out, and the settlement came to nothing.
    assert (view.reports, view.credit, view.moved) == (("A1",), 9_500, 3)


@pytest.mark.clause("AC 6.1", "AC 6.2.1", "AC 6.3", "SB 7.2.1")
def test_a_screen_that_shows_another_credit_is_locked_and_shown_to_staff() -> None:
    floor = Floor()
    floor.reports(95_000)
    assert floor.player_of("T1").out_of_service
    dealer = dealer_view(floor.state, "A1", "dana", floor.now, demo=False)
    assert [(seat.terminal, seat.fault) for seat in dealer.seats] == [("T1", "credit"), ("T2", "")]
    seat, other = floor.shown.seats
    assert (seat.acts, other.acts) == (("return", "exclude"), ("faulty", "exclude"))
    assert floor.shown.reports == (SeatReport("T1", 1, 95_000, {"field": 500}),)
    (alarm,) = floor.alarms
    since = floor.now
    key = f"fault:T1:{since}"
    fault = Alarm(key, "terminal_fault", since, "A1", "T1", 1, about="credit", urgent=True)
    assert alarm == fault
    floor.now += 1_000_000
    floor.do(ReturnToService("T1", "alex"))
    assert list(floor.alarms) == []
    assert list(floor.shown.reports) == []
    assert not floor.player_of("T1").out_of_service


@pytest.mark.clause("AC 6.2.2", "SB 7.2.2")
def test_a_terminal_that_was_away_is_told_of_and_plays_on() -> None:
    floor = Floor()
    floor.reports(9_500, "sequence")
    began = floor.now
    floor.now += 1_000_000
    (alarm,) = floor.alarms
    assert (alarm.about, alarm.since, alarm.urgent) == ("sequence", began, False)
    assert not floor.player_of("T1").out_of_service
    assert floor.shown.seats[0].acts == ("return", "faulty", "exclude")


@pytest.mark.clause("AC 6.2.1", "AC 6.2.2", "SB 7.2.1", "SB 7.2.2")
def test_each_terminal_that_fails_is_told_of() -> None:
    floor = Floor()
    floor.reports(9_500, "display", "T2")
    assert [(alarm.terminal, alarm.about) for alarm in floor.alarms] == [("T2", "display")]
    floor.reports(95_000)
    told = {(alarm.terminal, alarm.about, alarm.urgent) for alarm in floor.alarms}
    assert told == {("T1", "credit", True), ("T2", "display", False)}


@pytest.mark.clause("AC 6.6.1.1", "SB 7.6.1.1")
def test_two_with_the_same_fault_stop_the_table_and_that_rings() -> None:
    floor = Floor()
    floor.reports(9_500, "sequence")
    floor.reports(9_500, "sequence", "T2")
    stopped = next(alarm for alarm in floor.alarms if alarm.kind == "suspended")
    assert (stopped.about, stopped.since, stopped.urgent) == ("faults", floor.now, True)
    suspension = floor.shown.suspension
    assert suspension is not None
    assert (suspension.by, suspension.ends_by, suspension.roles) == ("", "resume", ("agm",))


def test_what_is_reported_is_kept_in_the_order_of_its_row() -> None:
    """Or the floor would not be what its journal folds to: a terminal names bets as they lay."""
    floor = Floor()
    player = floor.player("T3", "A1")
    for bet in ("place:6", "field"):
        floor.do(StageWager(player, "A1", floor.craps.round, bet, 500))
    floor.now = floor.craps.due
    floor.do(Tick())
    floor.do(ReadDice("A1", (3, 2), throw_of(floor.craps)))
    terminal = floor.state.terminals[player]
    laid = {"place:6": 500, "field": 500}
    floor.do(ReportShown(player, "A1", 2, terminal.moved, terminal.credit, laid))
    kept = terminal.reports["A1"].wagers
    assert list(kept or ()) == ["field", "place:6"]
