"""Each way of playing: the road to its outcome, what it shows, and what it orders of devices."""

from __future__ import annotations

from typing import Any

import pytest
from floor_pit import Pit

from openfelt.core.cards import card
from openfelt.core.refusal import Refusal
from openfelt.floor.clock import Tick
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.play.cards.words import WORDS as CARDS
from openfelt.floor.play.dealt_dice.order import ShakeOrder, UncoverOrder
from openfelt.floor.play.dealt_dice.words import WORDS as DEALT_DICE
from openfelt.floor.play.procedure import PROCEDURES, Outcome
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.words import WORDS as TUMBLER
from openfelt.floor.play.wheel import spin
from openfelt.floor.play.wheel.order import SpinOrder
from openfelt.floor.play.wheel.words import WORDS as WHEEL
from openfelt.floor.play.words import Words
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Limits, Order, Table
from openfelt.floor.table import set_up_of
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager


def _closed(variant: str, bet: str) -> tuple[Pit, Table]:
    """Open a table with a player on it and let the period run out."""
    pit = Pit().staffed()
    table = pit.table("X1", variant, Limits(500, 50_000, 500))
    pit.player("T1", "X1")
    if table.phase == "idle":
        pit.do(NewGame("X1", "dana"))
    if bet:
        pit.do(StageWager("T1", "X1", table.round, bet, 500))
    if bet and pit.state.rules(table).policy.confirm_step:
        pit.do(ConfirmWagers("T1", "X1", table.round))
    pit.now = table.due
    pit.do(Tick())
    return pit, table


@pytest.mark.parametrize(
    ("variant", "words", "bet", "outcome", "credit"),
    [
        ("LT", CARDS, "player", tuple(map(card, ("9S", "2H", "KD", "3C", "7D"))), 10_500),
        ("SB", TUMBLER, "small", (1, 2, 4), 10_500),
        ("SB", TUMBLER, "", (1, 2, 4), 10_000),
        ("MT_ROULETTE", WHEEL, "straight:17", 17, 27_500),
        ("MT_SICBO", DEALT_DICE, "triple:4", (4, 4, 4), 100_000),
    ],
)
def test_a_case_is_played_to_its_settlement(
    variant: str, words: Words, bet: str, outcome: Any, credit: int
) -> None:
    pit, table = _closed(variant, bet)
    for command in words.played(table, "dana", outcome):
        pit.do(command)
    assert table.settled
    assert pit.state.terminals["T1"].credit == credit


def test_of_too_few_cards_no_result_can_be_entered() -> None:
    pit, table = _closed("LT", "player")
    said = CARDS.played(table, "dana", (card("2S"), card("3H")))
    pit.do(next(said))
    pit.do(next(said))
    assert pit.refused(next(said)) is Refusal.PHASE_DOES_NOT_ALLOW
    assert not table.settled


def test_a_wheel_shows_the_number_that_was_entered_and_nothing_else() -> None:
    pit, table = _closed("MT_ROULETTE", "red")
    wheel = PROCEDURES["wheel"]
    assert wheel.shown(table).entered == ""
    pit.do(spin.Spin("X1", "dana"))
    pit.do(spin.EnterNumber("X1", "dana", 0))
    assert wheel.shown(table).entered == "0"
    recalled = wheel.recalled(Outcome("0", 0))
    assert (recalled.points, recalled.number) == ((0,), 0)
    assert set_up_of(pit.state, table).keys() == {
        key for key in set_up_of(*_opened("SB")) if key not in ("shooter", "shoot_value")
    }


def _opened(variant: str) -> tuple[Any, Table]:
    pit = Pit()
    table = pit.table("X1", variant)
    return pit.state, table


@pytest.mark.parametrize(
    ("order", "device", "data"),
    [
        (PrintOrder("T1", "0123", 500, 0), "printer@T1", "0123"),
        (ShuffleOrder("B1", "B1:1"), "shuffler@B1", "B1:1"),
        (DrawOrder("B1", "B1:1", 7, 3), "shoe@B1", "B1:1 7 3"),
        (OpenShoeOrder("B1", "B1:1"), "shoe@B1", "B1:1"),
        (TumbleOrder("S1", 4), "tumbler@S1", "4"),
        (SpinOrder("R1", 9), "wheel@R1", "9"),
        (ShakeOrder("D1", 9), "tumbler@D1", "9"),
        (UncoverOrder("D1", 9), "tumbler@D1", "shake:D1:9"),
    ],
)
def test_an_order_says_who_is_to_do_what(order: Order, device: str, data: str) -> None:
    assert (order.device, order.data) == (device, data)
