"""What a player says is wrong, at each station that has to know; and what a sanction is for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "floor"))
from floor_pit import Pit

from openfelt.floor.people.exclusion import ExcludeTerminal
from openfelt.floor.people.objection import DecideObjection, RaiseObjection
from openfelt.floor.rounds.round import NewGame
from openfelt.stations.dealer import dealer_view
from openfelt.stations.kind import KINDS
from openfelt.stations.memory import Memory
from openfelt.stations.objection import ObjectionView
from openfelt.stations.pit import pit_view
from openfelt.stations.player import PlayerView, player_view
from openfelt.stations.presence import Presence
from openfelt.stations.table import TableView, table_view


class Floor(Pit):
    """A pit, and what its stations would show."""

    def __init__(self) -> None:
        super().__init__()
        self.staffed()

    def player_of(self, name: str) -> PlayerView:
        return player_view(self.state, name, Memory(), self.now)

    def table_of(self, name: str) -> TableView:
        return table_view(self.state, name, "chris", self.now, demo=False)


def _choices(view: TableView) -> dict[str, tuple[str, ...]]:
    return {key.act: key.choices for key in (*view.seat_acts, *view.rare_seat_acts) if key.choices}


@pytest.mark.clause("MT 6.4", "MT 6.9")
def test_an_objection_is_shown_until_a_supervisor_has_decided_it() -> None:
    floor = Floor()
    floor.table("R1", "MT_ROULETTE")
    floor.table("L1", "LT")
    floor.player("T1", "R1", "L1")
    floor.player("T2", "R1")
    floor.do(NewGame("R1", "dana"))
    assert floor.player_of("T1").objects == ("R1",)
    assert RaiseObjection in KINDS["player"].commands
    assert DecideObjection in KINDS["table"].commands
    floor.do(RaiseObjection("T1", "R1", "malfunction"))
    said = ObjectionView("R1", 1, "malfunction")
    assert floor.player_of("T1").objection == said
    assert floor.player_of("T2").objection is None
    dealer = dealer_view(floor.state, "R1", "dana", floor.now, demo=False)
    assert [seat.objection for seat in dealer.seats] == [said, None]
    acts = {seat.terminal: seat.acts for seat in floor.table_of("R1").seats}
    assert acts == {"T1": ("decide_objection", "faulty", "exclude"), "T2": ("faulty", "exclude")}
    (alarm,) = pit_view(floor.state, (), Presence(), floor.now).alarms
    assert (alarm.kind, alarm.table, alarm.terminal, alarm.seat) == ("objection", "R1", "T1", 1)
    assert alarm.urgent
    assert alarm.since == floor.now
    floor.do(DecideObjection("T1", "chris", upheld=False, reason="it works"))
    assert floor.player_of("T1").objection is None
    assert pit_view(floor.state, (), Presence(), floor.now).alarms == ()


@pytest.mark.clause("MT 6.4")
def test_only_a_book_that_knows_objections_has_the_key() -> None:
    floor = Floor()
    for name, variant in (("R1", "MT_ROULETTE"), ("L1", "LT"), ("S1", "SB")):
        floor.table(name, variant)
    keys = {at: [key.act for key in floor.table_of(at).seat_acts] for at in ("R1", "L1", "S1")}
    assert "decide_objection" in keys["R1"]
    assert "decide_objection" not in keys["L1"] + keys["S1"]


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        pytest.param("LT", ("12.1",), marks=pytest.mark.clause("LT 12.3")),
        pytest.param(
            "SB",
            ("8.3", "8.4", "8.5", "8.10", "8.11", "8.12", "8.14"),
            marks=pytest.mark.clause("SB 8.7"),
        ),
        pytest.param(
            "MT_A",
            ("4.4(b)", "6.9", "7.1", "7.6", "7.7", "7.8", "7.9", "7.10"),
            marks=pytest.mark.clause("MT 7.3", "MT 7.8", "MT 7.9", "MT 7.7", "MT 7.10", "MT 7.1"),
        ),
    ],
)
def test_each_sanction_of_the_book_is_offered_for_each_of_its_rules(
    variant: str, rules: tuple[str, ...]
) -> None:
    floor = Floor()
    floor.table("X1", variant)
    view = floor.table_of("X1")
    sanctions = ["exclude", "void_wagers"]
    if variant != "MT_A":  # It knows no recommendation.
        sanctions.append("recommend")
    assert _choices(view) == dict.fromkeys(sanctions, rules)
    floor.player("T1", "X1")
    who = "emma" if variant == "SB" else "chris"
    for rule in rules:
        said, _ = floor.do(ExcludeTerminal("T1", who, "seen", rule))
        assert f"{variant.partition('_')[0]} {rule}" in str(said)
        floor.state.terminals["T1"].excluded = False
