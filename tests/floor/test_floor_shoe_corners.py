"""Shoes at rare moments: a close that waited for the coup, a sealed shoe that comes too late."""

from __future__ import annotations

import pytest
from floor_pit import SECOND, Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.play.cards import coup, shoe_change, virtual_shoe
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds import close_of_play, notice, pause
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.seal import SealOpened

DIGEST = "0" * 64


def test_lt_11_6_19_a_shoe_that_is_void_when_its_table_closes_leaves_the_table_closed() -> None:
    pit = Pit().staffed()
    table = pit.table("B1", "LT")
    pit.do(NewGame("B1", "dana"))
    pit.do(close_of_play.CloseTable("B1", "chris", now=False))
    pit.now += notice.SIGN_US
    pit.do(shoe_change.VoidShoe("B1", "gina", "its order is known"))
    assert table.phase == "closed_table"
    assert play_at(table).coups_left == 0
    assert "void_shoe:B1" in pit.state.tasks


def _demo() -> Pit:
    pit = Pit()
    pit.do(DeclareDemo())
    pit.table("B1", "LT")
    return pit.staffed()


def _loaded(pit: Pit) -> None:
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    pit.do(virtual_shoe.LoadShoe(_wanted(pit), DIGEST, "sealed"))


def _wanted(pit: Pit) -> str:
    """Name what was ordered last."""
    return list(pit.state.orders)[-1]


def test_a_shoe_that_is_being_shuffled_is_not_called_for_again() -> None:
    pit = _demo()
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    again = virtual_shoe.CallShoe("B1", "dana")
    assert pit.refused(again) is Refusal.PHASE_DOES_NOT_ALLOW


def test_no_real_shoe_is_brought_to_a_table_with_a_virtual_one() -> None:
    pit = _demo()
    _loaded(pit)
    brought = shoe_change.BringShoe("B1", "dana")
    assert pit.refused(brought) is Refusal.PHASE_DOES_NOT_ALLOW


def test_lt_3_8_only_the_dealer_calls_for_a_shoe() -> None:
    assert _demo().refused(virtual_shoe.CallShoe("B1", "chris")) is Refusal.ROLE_MAY_NOT


@pytest.mark.parametrize("what", [("short", "sealed"), (DIGEST, "")])
def test_a_shoe_that_is_not_sealed_is_not_loaded(what: tuple[str, str]) -> None:
    pit = _demo()
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    unsealed = virtual_shoe.LoadShoe(_wanted(pit), *what)
    assert pit.refused(unsealed) is Refusal.RESULT_DOES_NOT_MATCH


def test_a_card_waits_in_its_shoe_while_the_table_stands_still() -> None:
    pit = _demo()
    _loaded(pit)
    pit.do(virtual_shoe.DrawCard("B1", "dana"))
    pit.do(pause.SuspendTable("B1", "chris", "why"))
    given = virtual_shoe.GiveCard(_wanted(pit), "9S")
    assert pit.refused(given) is Refusal.TABLE_IS_SUSPENDED
    pit.do(pause.ResumeTable("B1", "chris"))
    pit.do(given)
    assert pit.state.shoes["B1"].drawn == 1


def test_lt_3_12_the_shoe_before_is_opened_when_the_next_one_is_loaded() -> None:
    pit = _demo()
    _loaded(pit)
    play_at(pit.state.tables["B1"]).coups_left = 0
    _loaded(pit)
    assert "open:shoe:B1:1" in pit.state.orders
    assert pit.state.shoes["B1"].number == 2


def test_a_shoe_that_comes_when_the_table_is_closed_is_opened_at_once() -> None:
    pit = _demo()
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    pit.do(close_of_play.CloseTable("B1", "chris", now=False))
    pit.now += notice.SIGN_US + SECOND
    pit.apply(notice.TableClosed("B1"))
    pit.do(virtual_shoe.LoadShoe(_wanted(pit), DIGEST, "sealed"))
    assert "open:shoe:B1:1" in pit.state.orders


def test_a_card_called_for_when_the_table_closes_is_wanted_no_more() -> None:
    pit = _demo()
    _loaded(pit)
    pit.do(virtual_shoe.DrawCard("B1", "dana"))
    pit.apply(notice.TableClosed("B1"))
    assert list(pit.state.orders) == ["open:shoe:B1:1"]


def test_a_shoe_is_opened_once_though_another_comes_after_the_close() -> None:
    pit = _demo()
    _loaded(pit)
    play_at(pit.state.tables["B1"]).coups_left = 0
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    pit.apply(notice.TableClosed("B1"), SealOpened("shoe:B1:1", "its order"))
    pit.do(virtual_shoe.LoadShoe(_wanted(pit), DIGEST, "sealed"))
    assert list(pit.state.orders) == ["open:shoe:B1:2"]


def _awaited(pit: Pit) -> tuple[str, str]:
    table = pit.state.tables["B1"]
    awaited = procedure_of(pit.state, table).awaited(pit.state, table)
    return awaited.unread, awaited.under_way


def test_what_a_sealed_shoe_is_asked_for_and_a_card_it_could_not_read_are_said() -> None:
    pit = _demo()
    assert _awaited(pit) == ("", "")
    pit.do(virtual_shoe.CallShoe("B1", "dana"))
    assert _awaited(pit) == ("", "shoe")
    pit.do(virtual_shoe.LoadShoe(_wanted(pit), DIGEST, "sealed"))
    pit.do(virtual_shoe.DrawCard("B1", "dana"))
    assert _awaited(pit) == ("", "burn")
    pit.do(virtual_shoe.GiveCard(_wanted(pit), "2S"))
    pit.do(NewGame("B1", "dana"))
    pit.do(virtual_shoe.DrawCard("B1", "dana"))
    assert _awaited(pit) == ("", "player")
    pit.do(virtual_shoe.GiveCard(_wanted(pit), "9S"))
    pit.do(virtual_shoe.DrawCard("B1", "dana"))
    assert _awaited(pit) == ("", "banker")
    pit.do(virtual_shoe.GiveCard(_wanted(pit), ""))
    assert _awaited(pit) == ("banker", "")
    pit.do(VoidRound("B1", "alex", "nobody knows the card"))
    assert _awaited(pit) == ("", ""), "it belongs to no hand any more"


def test_a_card_of_a_live_shoe_that_nobody_has_turned_is_said() -> None:
    pit = Pit().staffed()
    pit.table("B1", "LT")
    pit.do(NewGame("B1", "dana"))
    for card in ("9S", "2H", "KD", "KC"):
        assert _awaited(pit) == ("", "")
        pit.do(coup.as_read(pit.state.tables["B1"], card))
    assert _awaited(pit) == ("", ""), "the coup is complete"
