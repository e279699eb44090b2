"""A live shoe over the real feed, by a program of its own: each card is dealt once, in its round.

A shoe names the order it reads by and which card of it this is.  The same word again is the same
card; another round's, a skipped or a changed one is refused, and staff is told.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from device_program import Broken, Frame, Shoe
from server_stage import Stage, Station, told

DEVICES = """
[[floor.device]]
name = "shoe@L1"
pit = "pit"

[[floor.station]]
name = "L1-table"
kind = "table"
pit = "pit"
tables = ["L1"]
"""
# The Player's nine against the Banker's five.
COUP = ("9S", "2H", "KD", "3C")
BOTH = pytest.mark.parametrize("transport", ["picows", "aiohttp"])


async def shoe_at(stage: Stage, name: str = "shoe@L1") -> Shoe:
    """Enrol a shoe and connect it."""
    shoe = Shoe(name)
    stage.stations.append(shoe)  # type: ignore[arg-type]
    code = await stage.server.access.give_code(name)
    await shoe.enrol(stage.server.station_url(name), code)
    await reconnect(stage, shoe)
    return shoe


async def reconnect(stage: Stage, shoe: Shoe) -> None:
    await shoe.connect(stage.server.station_url(shoe.name))
    await shoe.wanted()


async def new_game(stage: Stage, dealer: Station, shoe: Shoe) -> str:
    """Open a round; return the order the shoe reads it by."""
    number = stage.server.engine.stream("pit").state.tables["L1"].round + 1
    assert (await dealer.do("NewGame", table="L1"))["type"] == "ack"
    await shoe.until(lambda: shoe.order.startswith(f"read:L1:{number}:"))
    return shoe.order


async def another(shoe: Shoe, before: str) -> str:
    """Wait until the shoe is to read by another order."""
    await shoe.until(lambda: shoe.order != before)
    return shoe.order


async def confirmed(dealer: Station, result: str = "player") -> None:
    assert (await dealer.do("EnterResult", table="L1", result=result))["type"] == "ack"
    assert (await dealer.does("ConfirmResult", table="L1"))["type"] == "ack"


def why(frame: Frame) -> str:
    assert frame["type"] == "refusal", frame
    return str(frame["data"]["why"])


def cards(stage: Stage) -> list[str]:
    play = stage.server.engine.stream("pit").state.tables["L1"].play
    return [*play.player, *play.banker]  # type: ignore[union-attr]


@BOTH
def test_lt_7_6_2_a_card_that_is_told_again_is_dealt_once(tmp_path: Path, transport: str) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        for number in (1, 2, 3):
            order = await new_game(stage, dealer, shoe)
            assert order.startswith(f"read:L1:{number}:")
            for nth, face in enumerate(COUP, 1):
                assert (await shoe.card(face))["type"] == "ack"
                assert (await shoe.say(order, nth))["type"] == "ack", "on the same line"
                await reconnect(stage, shoe)
                assert shoe.orders[order]["wanted"]["out"] == nth
                assert (await shoe.say(order, nth))["type"] == "ack", "and on another"
            assert cards(stage) == ["9S", "KD", "2H", "3C"]
            await confirmed(dealer)
            assert (await another(shoe, order)).startswith(f"read:L1:{number}:")
            settled = stage.server.engine.stream("pit").state.tables["L1"].settled
            assert settled[number].outcome == "9S KD / 2H 3C"

    told(tmp_path, story, more=DEVICES, transport=transport)


def test_a_card_whose_answer_was_lost_is_said_again_and_dealt_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        order = await new_game(stage, dealer, shoe)
        for nth, face in enumerate(COUP, 1):
            shoe.told[order, nth] = face
            await shoe.begin("ReadCard", card=face, order=order, nth=nth)
            await reconnect(stage, shoe)
            assert (await shoe.say(order, nth))["type"] == "ack"
        assert cards(stage) == ["9S", "KD", "2H", "3C"]

    told(tmp_path, story, more=DEVICES)


def test_a_card_of_another_round_is_nobodys(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        table = await stage.opened("L1-table", "a1")
        first = await new_game(stage, dealer, shoe)
        await shoe.card("9S")
        assert (await table.does("VoidRound", table="L1", reason="why", round=0))["type"] == "ack"
        after = await another(shoe, first)
        # The second card of the void round, told too late; and the first once more.
        assert why(await shoe.report("ReadCard", card="2H", order=first, nth=2)) == "not_ordered"
        assert why(await shoe.say(first, 1)) == "not_ordered"
        second = await new_game(stage, dealer, shoe)
        assert len({first, after, second}) == 3
        for order in (first, after, "read:L1:9:9", "read:L2:2:3", ""):
            late = await shoe.report("ReadCard", card="2H", order=order, nth=1)
            assert why(late) == "not_ordered"
        assert why(await shoe.report("ReadCard", card="2H")) == "not_ordered"
        assert why(await shoe.report("ReadUnseenCard", order=first, nth=2)) == "not_ordered"
        assert why(await shoe.report("ReadCuttingCard", order=first)) == "not_ordered"
        assert why(await shoe.report("ReadEmptyShoe", order=first)) == "not_ordered"
        seen = await shoe.report("ReadFaceUpCard", card="2H", order=first, nth=1)
        assert why(seen) == "not_ordered"
        assert cards(stage) == []
        assert (await shoe.card("5H"))["type"] == "ack"
        assert cards(stage) == ["5H"]
        about = {"code": "device_refused", "about": "shoe@L1"}
        warned = await table.until(lambda f: f["type"] == "warned")
        assert about.items() <= warned["warnings"][-1].items(), "and staff is told"

    told(tmp_path, story, more=DEVICES)


def test_a_skipped_card_waits_for_the_one_before_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        order = await new_game(stage, dealer, shoe)
        missed = await shoe.report("ReadCard", card="2H", order=order, nth=2)
        assert (why(missed), missed["data"]["nth"]) == ("card_missed", 1)
        assert (await shoe.card("9S"))["type"] == "ack"
        changed = await shoe.report("ReadCard", card="8S", order=order, nth=1)
        assert (changed["code"], why(changed)) == ("RESULT_DOES_NOT_MATCH", "read_otherwise")
        for nth in (0, -1):
            odd = await shoe.report("ReadCard", card="9S", order=order, nth=nth)
            assert why(odd) == "read_otherwise"
        # The shoe lost the second card; it is keyed, and the third follows it.
        third = await shoe.report("ReadCard", card="KD", order=order, nth=3)
        assert why(third) == "card_missed"
        keyed = await dealer.do("KeyCard", table="L1", card="2H", authority=("a1", "4711"))
        assert keyed["type"] == "ack", keyed
        late = await shoe.report("ReadCard", card="2H", order=order, nth=2)
        assert late["type"] == "ack", "the same card, told by hand before"
        otherwise = await shoe.report("ReadCard", card="2D", order=order, nth=2)
        assert why(otherwise) == "read_otherwise"
        assert (await shoe.report("ReadCard", card="KD", order=order, nth=3))["type"] == "ack"
        assert cards(stage) == ["9S", "KD", "2H"]

    told(tmp_path, story, more=DEVICES)


def test_lt_4_6_an_unseen_card_gets_its_face_under_its_own_place(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        order = await new_game(stage, dealer, shoe)
        for _ in range(2):
            unseen = await shoe.report("ReadUnseenCard", order=order, nth=1)
            assert unseen["type"] == "ack"
        second = await shoe.report("ReadUnseenCard", order=order, nth=2)
        assert why(second) == "card_unread"
        await reconnect(stage, shoe)
        wanted = {"kind": "read", "at": "L1", "round": 1, "out": 1, "unseen": True}
        assert shoe.orders[order]["wanted"] == wanted
        for _ in range(2):
            turned = await shoe.report("ReadCard", card="9S", order=order, nth=1)
            assert turned["type"] == "ack"
        again = await shoe.report("ReadUnseenCard", order=order, nth=1)
        assert again["type"] == "ack", "it says less than is known"
        face_up = await shoe.report("ReadFaceUpCard", card="9S", order=order, nth=1)
        assert face_up["type"] == "ack"
        assert cards(stage) == ["9S"]

    told(tmp_path, story, more=DEVICES)


def test_a_cutting_card_told_again_ends_no_new_shoe(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, shoe = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        idle = shoe.order
        assert (await shoe.report("ReadCuttingCard", order=idle))["type"] == "ack"
        again = await shoe.report("ReadCuttingCard", order=idle)
        assert why(again) == "cutting_card_seen"
        await new_game(stage, dealer, shoe)
        for face in COUP:
            await shoe.card(face)
        await confirmed(dealer)
        last = await another(shoe, shoe.order)
        assert (await dealer.do("BringShoe", table="L1"))["type"] == "ack"
        await another(shoe, last)
        for order in (idle, last):
            assert why(await shoe.report("ReadCuttingCard", order=order)) == "not_ordered"
        play = stage.server.engine.stream("pit").state.tables["L1"].play
        assert play.coups_left == -1  # type: ignore[union-attr]

    told(tmp_path, story, more=DEVICES)


def test_of_two_programs_that_claim_one_shoe_the_newest_is_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer, one = await stage.opened("L1-dealer", "d1"), await shoe_at(stage)
        order = await new_game(stage, dealer, one)
        await one.card("9S")
        other = await shoe_at(stage)
        await one.until(lambda: one.said_bye in ("REPLACED", "REVOKED"))
        with pytest.raises(Broken):
            await one.card("2H")
        assert other.orders[order]["wanted"]["out"] == 1
        # It knows nothing of the first, and begins at one.
        first = await other.report("ReadCard", card="4D", order=order, nth=1)
        assert why(first) == "read_otherwise"
        assert (await other.card("2H"))["type"] == "ack"
        assert cards(stage) == ["9S", "2H"]

    told(tmp_path, story, more=DEVICES)
