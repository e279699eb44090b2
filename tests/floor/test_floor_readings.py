"""The cards of a live shoe by order and place: told once, for one coup, whatever comes between."""

from __future__ import annotations

from floor_pit import Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Context, Refused
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import PresentTicket, TicketPresented
from openfelt.floor.people.exclusion import TerminalExcluded
from openfelt.floor.play.cards import coup, empty_shoe, face_up, reading, shoe, shoe_change, unseen
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds import notice, pause
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Table
from openfelt.floor.whole import decide

FACES = ("9S", "5H", "KD", "KC")


def _table() -> tuple[Pit, Table]:
    pit = Pit().staffed()
    return pit, pit.table("B1", "LT")


def _why(pit: Pit, command: object) -> object:
    answer = decide(pit.state, command, Context(pit.now, "test"))  # type: ignore[arg-type]
    assert isinstance(answer, Refused), answer
    return answer.data["why"]


def _faces(table: Table) -> list[str]:
    return [*play_at(table).player, *play_at(table).banker]


def test_no_order_of_a_table_ever_comes_again() -> None:
    pit, table = _table()
    orders = [reading.order_of(table)]

    def turned() -> None:
        orders.append(reading.order_of(pit.state.tables["B1"]))

    for _ in range(2):
        pit.do(NewGame("B1", "dana"))
        turned()
        pit.do(VoidRound("B1", "alex", "why"))
        turned()
    pit.do(coup.as_read(table, "9S"))  # It opens a dummy hand, which goes by the same order.
    assert reading.order_of(table) == orders[-1]
    pit.do(VoidRound("B1", "alex", "why"))
    turned()
    pit.do(shoe_change.VoidShoe("B1", "gina", "why"))
    pit.do(shoe_change.BringShoe("B1", "dana"))
    turned()
    for _ in range(2):
        pit.apply(notice.TableClosed("B1"))
        assert not list(reading.standing(pit.state)), "a closed table wants nothing"
        pit.do(ReopenTable("B1", "chris"))
        turned()
    assert len(orders) == len(set(orders))
    ((name, wanted),) = reading.standing(pit.state)
    assert (name, wanted.device, wanted.data) == (orders[-1], "shoe@B1", "2 0")


def test_lt_7_6_2_what_is_told_again_is_nothing_new_in_any_phase() -> None:
    pit, table = _table()
    pit.do(NewGame("B1", "dana"))
    said = []
    for face in FACES:
        said.append(coup.as_read(table, face))
        pit.do(said[-1])
    pit.do(pause.SuspendTable("B1", "chris", "why"))
    for command in said:
        assert decide(pit.state, command, Context(pit.now, "test")) == ()
    fifth = coup.as_read(table, "2D")
    assert pit.refused(fifth) is Refusal.TABLE_IS_SUSPENDED
    assert len(_faces(table)) == 4
    pit.do(pause.ResumeTable("B1", "chris"))
    pit.do(VoidRound("B1", "alex", "why"))
    assert {_why(pit, command) for command in (*said, fifth)} == {"not_ordered"}


def test_every_word_of_a_shoe_names_its_order_and_place() -> None:
    pit, table = _table()
    pit.do(NewGame("B1", "dana"))
    order = reading.order_of(table)
    nameless = (
        coup.ReadCard("B1", "9S"),
        unseen.ReadUnseenCard("B1"),
        face_up.ReadFaceUpCard("B1", "9S"),
        empty_shoe.ReadEmptyShoe("B1"),
        shoe.ReadCuttingCard("B1"),
    )
    assert {_why(pit, command) for command in nameless} == {"not_ordered"}
    assert _why(pit, coup.ReadCard("B1", "9S", order, 2)) == "card_missed"
    assert _why(pit, unseen.ReadUnseenCard("B1", order, 2)) == "card_missed"
    pit.do(unseen.ReadUnseenCard("B1", order, 1))
    assert decide(pit.state, unseen.ReadUnseenCard("B1", order, 1), Context(0, "test")) == ()
    assert _why(pit, coup.ReadCard("B1", "5H", order, 2)) == "card_missed"
    pit.do(face_up.ReadFaceUpCard("B1", "9S", order, 1))
    assert decide(pit.state, face_up.ReadFaceUpCard("B1", "9S", order, 1), Context(0, "t")) == ()
    assert _why(pit, face_up.ReadFaceUpCard("B1", "8S", order, 1)) == "read_otherwise"
    assert _faces(table) == ["9S"]


def test_lt_11_6_12_a_keyed_card_is_told_and_the_shoe_goes_on_after_it() -> None:
    pit, table = _table()
    pit.do(NewGame("B1", "dana"))
    order = reading.order_of(table)
    pit.do(coup.ReadCard("B1", "9S", order, 1))
    pit.do(coup.KeyCard("B1", "5H", "alex"))
    late = coup.ReadCard("B1", "5H", order, 2)
    assert decide(pit.state, late, Context(pit.now, "test")) == ()
    assert _why(pit, coup.ReadCard("B1", "6H", order, 2)) == "read_otherwise"
    pit.do(coup.ReadCard("B1", "KD", order, 3))
    assert _faces(table) == ["9S", "KD", "5H"]


def test_what_is_put_in_twice_is_taken_once_whatever_came_since() -> None:
    pit, _ = _table()
    pit.player("T1", "B1")
    note = InsertNote("T1", 10_000, "note 1")
    pit.apply(TicketPresented("T1", "0123", "LT"), TerminalExcluded("T1", "why"))
    context = Context(pit.now, "test")
    assert decide(pit.state, note, context) == ()
    assert decide(pit.state, PresentTicket("T1", "0123"), context) == ()
    assert pit.refused(InsertNote("T1", 10_000, "n2")) is Refusal.TERMINAL_IS_EXCLUDED
    assert pit.refused(PresentTicket("T1", "0124")) is Refusal.TERMINAL_IS_EXCLUDED
