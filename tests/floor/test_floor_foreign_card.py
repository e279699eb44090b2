"""What a shoe has shown: a whole one raises no alarm, one card more than the decks hold does."""

from dataclasses import replace
from random import Random

import pytest

from openfelt.core.cards import decks
from openfelt.engine.stream import CODEC
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.people.staff import RoleLearned
from openfelt.floor.people.task import duty
from openfelt.floor.play.cards.coup import EnterResult, as_read, coup_of
from openfelt.floor.play.cards.dummy import CardBurned
from openfelt.floor.play.cards.foreign_card import ForeignCardSeen
from openfelt.floor.play.cards.hands import play_at, winner
from openfelt.floor.play.cards.order import ShuffleOrder
from openfelt.floor.play.cards.shoe_change import ShoeBrought
from openfelt.floor.play.cards.virtual_shoe import ShoeLoaded
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Limits, State, Table
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import decide, evolve
from openfelt.journal.row import Entry

NOW = 1_000_000


def _do(state: State, command: Command) -> tuple[Event, ...]:
    answer = decide(state, command, Context(NOW, "test"))
    assert not isinstance(answer, Refused), answer
    for event in answer:
        evolve(state, event, NOW)
    return answer


def _opened(variant: str = "LT") -> tuple[State, Table]:
    state = State("pit")
    evolve(state, RoleLearned("dana", "dealer", 0, 0), NOW)
    _do(state, OpenTable("B1", variant, Limits(500, 50_000, 500), NOW, burned=False))
    return state, state.tables["B1"]


def _play(state: State, table: Table, card: str) -> None:
    """Read a card; open and settle coups as they come."""
    if table.phase in ("idle", "settled") and play_at(table).burned:
        _do(state, NewGame("B1", "dana"))
    _do(state, as_read(table, card))
    if table.phase == "result_pending" and not table.suspended:
        _do(state, EnterResult("B1", "dana", winner(coup_of(table))))
        _do(state, ConfirmResult("B1", "dana"))


@pytest.mark.clause("LT 2.3.4")
@pytest.mark.parametrize("seed", range(3))
def test_lt_11_6_10_all_the_cards_of_a_shoe_raise_no_alarm_and_the_next_one_does(
    seed: int,
) -> None:
    state, table = _opened()
    cards = list(decks(state.rules(table).decks))
    Random(seed).shuffle(cards)
    for card in cards:
        _play(state, table, card)
    assert not table.suspended
    assert len(play_at(table).seen) == 52
    assert set(play_at(table).seen.values()) == {8}
    _play(state, table, cards[0])
    assert state.tables["B1"].suspended == "foreign"


@pytest.mark.parametrize("number", [1, 2, 5])
def test_lt_2_3_4_a_face_is_there_once_for_each_deck_of_the_table(number: int) -> None:
    state, table = _opened("LT_EM")
    rules = replace(state.rules(table), decks=number)
    state.definitions[table.fingerprint] = rules
    play_at(table).burned = True
    _do(state, NewGame("B1", "dana"))
    alarm = ForeignCardSeen("B1", 1, "KS", duty("foreign_card"), duty("card_check"))
    for _ in range(number):
        assert alarm not in _do(state, as_read(table, "KS"))
    assert alarm in _do(state, as_read(table, "KS"))


@pytest.mark.parametrize("event", [ShoeBrought("B1"), ShoeLoaded("B1", "shoe:B1:1")])
def test_lt_2_3_4_a_new_shoe_begins_afresh(event: Event) -> None:
    state, table = _opened()
    play_at(table).seen = {"KS": 8}
    state.orders["shuffle:B1"] = ShuffleOrder("B1", "shoe:B1:1")
    evolve(state, event, NOW)
    assert play_at(table).seen == {}


def test_a_burn_on_record_without_its_face_still_counts_nothing() -> None:
    state, table = _opened()
    burned = CODEC.read(Entry(NOW, "", "", 0, "CardBurned", 1, b'{"table":"B1"}'))
    assert burned == CardBurned("B1")
    evolve(state, CardBurned("B1"), NOW)
    assert play_at(table).burned
    assert play_at(table).seen == {}
