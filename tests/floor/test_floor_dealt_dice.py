"""Corners of the dice that a dealer tumbles which no story can say."""

import pytest
from floor_pit import Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken, SealDice
from openfelt.floor.play.dealt_dice.exposure import ReadExposedDice, ReportExposedDice
from openfelt.floor.play.dealt_dice.order import ShakeOrder, UncoverOrder
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.play.procedure import PROCEDURES, Outcome
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import Table
from openfelt.floor.table import OpenTable, set_up_of
from openfelt.floor.whole import decide


def _tumbled(tumble: str, dice: str) -> tuple[Pit, Table]:
    """Play a table until its dice lie there, wagering being over."""
    pit = Pit().staffed()
    table = pit.table("D1", "MT_SICBO", tumble=tumble, dice=dice)
    pit.do(NewGame("D1", "dana"))
    if tumble == "start":
        pit.do(Tumble("D1", "dana"))
    pit.now = table.due
    pit.do(Tick())
    if tumble == "end":
        pit.do(Tumble("D1", "dana"))
    return pit, table


def _why(pit: Pit, command: Command) -> int | str:
    answer = decide(pit.state, command, Context(pit.now, "test"))
    assert isinstance(answer, Refused)
    return answer.data["why"]


@pytest.mark.clause("MT 10.3(c)", "MT 10.3(a)(i)", "MT 10.3(a)(ii)")
@pytest.mark.clause("MT def:Dice tumbler controller", "MT 10.3(a)")
@pytest.mark.parametrize(
    ("tumble", "dice", "order", "wanted"),
    [
        ("end", "dealer", "shake:D1:1", ShakeOrder("D1", 1)),
        ("end", "recognition", "tumble:D1:1", TumbleOrder("D1", 1)),
        ("start", "dealer", "shake:D1:1", ShakeOrder("D1", 1)),
        ("start", "recognition", "uncover:D1:1", UncoverOrder("D1", 1)),
    ],
)
def test_the_tumbler_is_wanted_to_do_what_the_table_is_set_up_for(
    tumble: str, dice: str, order: str, wanted: object
) -> None:
    pit, table = _tumbled(tumble, dice)
    assert pit.state.orders == {order: wanted}
    assert set_up_of(pit.state, table).items() >= {"tumble": tumble, "dice": dice}.items()
    pit.do(CallNoSpin("D1", "dana"))
    assert not pit.state.orders


@pytest.mark.clause("MT 10.3(c)", "MT 10.5(a)")
def test_only_what_was_ordered_for_this_round_is_believed() -> None:
    pit, _ = _tumbled("end", "recognition")
    for order in ("", "tumble:D1:2", "tumble:D2:1", "shake:D1:1"):
        assert _why(pit, ReadDice("D1", (1, 2, 3), order)) == "not_ordered"
        assert _why(pit, ReadCockedDice("D1", order)) == "not_ordered"
    other = pit.table("D2", "MT_SICBO", dice="recognition")
    pit.do(NewGame("D2", "dana"))
    pit.now = other.due
    pit.do(Tick())
    pit.do(Tumble("D2", "dana"))
    assert _why(pit, ReadDice("D1", (1, 2, 3), "tumble:D2:1")) == "not_ordered"
    pit.do(ReadDice("D1", (1, 2, 3), "tumble:D1:1"))


@pytest.mark.parametrize(("variant", "dice"), [("SB", (1, 2, 3)), ("AC", (1, 2))])
@pytest.mark.clause("SB 3.11", "AC 3.12", "AC def:automated dice tumbler")
def test_a_shooters_table_believes_no_other_throw_either(
    variant: str, dice: tuple[int, ...]
) -> None:
    pit = Pit().staffed()
    table = pit.table("S1", variant)
    pit.now = table.due
    pit.do(Tick())
    assert table.phase == "tumbling"
    assert _why(pit, ReadDice("S1", dice, "tumble:S1:2")) == "not_ordered"
    assert _why(pit, ReadCockedDice("S1", "")) == "not_ordered"


def test_nothing_is_tumbled_or_said_at_a_table_that_is_not_there() -> None:
    pit = Pit().staffed()
    for command in (
        Tumble("D9", "dana"),
        EnterDice("D9", "dana", (1, 2, 3)),
        ReportExposedDice("D9", "dana"),
        ReadExposedDice("D9"),
        ReadDice("D9", (1, 2, 3), ""),
        ReadCockedDice("D9", ""),
        CallNoSpin("D9", "dana"),
    ):
        assert _why(pit, command) == "no_such_table"


@pytest.mark.parametrize("odd", [{"tumble": "now"}, {"dice": "nobody"}])
def test_a_setting_that_cannot_be_is_refused(odd: dict[str, str]) -> None:
    pit = Pit().staffed()
    asked = OpenTable("D1", "MT_SICBO", pit.table("D2", "MT_SICBO").limits, 1, **odd)  # type: ignore[arg-type]
    assert pit.refused(asked) is Refusal.PHASE_DOES_NOT_ALLOW
    assert _why(pit, asked) == "no_such_setting"


@pytest.mark.clause("MT 10.3(b)")
def test_covered_dice_are_shown_to_nobody_and_the_past_with_its_total() -> None:
    pit, table = _tumbled("start", "recognition")
    way = PROCEDURES["dealt_dice"]
    assert way.shown(table) == type(way.shown(table))()
    assert not way.awaited(pit.state, table).under_way
    recalled = way.recalled(Outcome("1-4-6", 0))
    assert (recalled.dice, recalled.points) == ((1, 4, 6), (11,))


@pytest.mark.parametrize(("dice", "seal"), [("", "4711"), ("set-1", ""), ("set 1", "4711")])
def test_mt_10_2_b_ii_dice_are_sealed_by_name_and_number(dice: str, seal: str) -> None:
    pit = Pit().staffed()
    pit.table("D1", "MT_SICBO")
    assert _why(pit, SealDice("D1", "chris", dice, seal)) == "no_such_setting"


def test_mt_10_5_b_other_dice_end_no_doubt_about_the_last_ones() -> None:
    pit, table = _tumbled("end", "recognition")
    pit.do(ReadDice("D1", (1, 2, 3), "tumble:D1:1"))
    pit.do(EnterDice("D1", "dana", (1, 2, 4)))
    assert _why(pit, DeclareDieBroken("D1", "chris")) == "doubted"
    pit.do(SealDice("D1", "chris", "set-1", "4711"))
    assert table.suspended == "doubted"


def test_mt_10_5_b_a_table_that_closes_with_a_broken_die_opens_with_it() -> None:
    """The void puts an announced close off; an empty table closes at once, with its dice as is."""
    pit, table = _tumbled("end", "dealer")
    table.closing_after = table.round
    pit.do(DeclareDieBroken("D1", "chris"))
    assert (table.phase, table.suspended, table.closing_after) == ("void", "broken", 2)
    pit.do(CloseTable("D1", "chris", now=False))
    assert (table.phase, table.suspended) == ("closed_table", "")
    pit.do(ReopenTable("D1", "chris"))
    assert pit.state.tables["D1"].suspended == "broken"
