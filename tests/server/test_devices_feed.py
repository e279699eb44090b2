"""Devices on the feed: own keys, their own reports only, and orders until there is a receipt."""

from pathlib import Path

import msgspec
import pytest
from server_stage import Frame, Stage, told

from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.state import Order, State
from openfelt.paper.slip import Letterhead
from openfelt.server.feed.orders import open_orders


def _is_order(frame: Frame) -> bool:
    return bool(frame["type"] == "order")


@pytest.mark.parametrize(
    ("order", "device", "kind", "data", "amount"),
    [
        (TumbleOrder("S1", 4), "tumbler@S1", "tumble", "4", 0),
        (ShuffleOrder("L1", "shoe:L1:2"), "shuffler@L1", "shuffle", "shoe:L1:2", 0),
        (DrawOrder("L1", "shoe:L1:2", 9, 4), "shoe@L1", "draw", "shoe:L1:2 9 4", 0),
        (OpenShoeOrder("L1", "shoe:L1:2"), "shoe@L1", "open", "shoe:L1:2", 0),
    ],
)
def test_a_device_in_use_reads_what_it_always_read(
    order: Order, device: str, kind: str, data: str, amount: int
) -> None:
    state = State("pit", orders={"id": order}, demo=True)
    (frame,) = open_orders(state, device, Letterhead())
    wanted = msgspec.to_builtins(order)
    older = {"type": "order", "order": "id", "kind": kind, "data": data, "amount": amount}
    assert msgspec.to_builtins(frame) == {**older, "demo": True, "wanted": wanted}
    assert wanted["kind"] == kind
    assert open_orders(state, f"other@{order.at}", Letterhead()) == []


@pytest.mark.clause("LT 4.3.4", "SB 3.4.4", "MT 4.3(c)", "AC 3.4.4")
def test_the_monitoring_system_credits_a_transfer_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        cms, player = await stage.opened("cms@T1"), await stage.opened("T1")
        given = {"amount": 20_000, "transfer": "R1"}
        assert (await cms.do("CreditFromCms", **given))["type"] == "ack"
        assert (await cms.do("CreditFromCms", **given))["type"] == "ack"
        await player.sees(lambda v: v["player:T1"]["credit"] == 20_000)
        again = await cms.do("CreditFromCms", amount=10_000, transfer="R1")
        assert (again["code"], again["data"]["why"]) == ("CASH_IN_NOT_ALLOWED", "id_given_again")
        note = await cms.do("InsertNote", amount=2_000, note="n1")
        assert note["data"]["why"] == "not_this_device"
        assert player.views["player:T1"]["credit"] == 20_000

    told(tmp_path, story, more='\n[[floor.device]]\nname = "cms@T1"\npit = "pit"\n')


def test_an_acceptor_and_a_printer_do_their_part(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        acceptor = await stage.opened("acceptor@T1")
        player = await stage.opened("T1")
        assert (await acceptor.do("InsertNote", amount=2_000, note="n1"))["type"] == "ack"
        await player.sees(lambda v: v["player:T1"]["credit"] == 2_000)
        refused = await acceptor.do("InsertNote", amount=2_001, note="n2")
        assert (refused["code"], refused["clause"]) == ("NOTE_NOT_ACCEPTED", "LT 4.3.1")
        back = await player.until(lambda f: f["type"] == "returned")
        told_why = {"item": "note", "code": "NOTE_NOT_ACCEPTED", "clause": "LT 4.3.1"}
        assert back == {"type": "returned", **told_why, "data": refused["data"]}
        assert "2000" in back["data"]["notes"].split(","), "and which notes are taken"
        await player.do("CashOut")
        printer = await stage.opened("printer@T1")
        order = await printer.until(_is_order)
        assert (order["kind"], order["amount"], order["demo"]) == ("print", 2_000, False)
        assert len(order["data"]) == 18
        wanted = {"kind": "print", "at": "T1", "number": order["data"], "amount": 2_000}
        assert order["wanted"] == {**wanted, "due": order["wanted"]["due"]}
        (bars,) = (one for one in order["paper"]["lines"] if one["type"] == "barcode")
        assert bars["number"] == order["data"], "what is to be printed comes with it"
        await printer.open()
        assert await printer.until(_is_order) == order, "until there is a receipt"
        receipt = {"order": order["order"], "printed": True}
        assert (await printer.do("PrinterReceipt", **receipt))["type"] == "ack"
        printed = {"amount": 2_000, "digits": order["data"][-4:], "state": "printed"}
        await player.sees(lambda v: v["player:T1"]["last_ticket"] == printed)
        assert player.views["player:T1"]["account"] == "closed"
        assert not stage.server.engine.stream("pit").state.orders

    told(tmp_path, story)


def test_a_device_says_nothing_that_is_not_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        printer = await stage.opened("printer@T1")
        refused = await printer.do("InsertNote", amount=2_000, note="n1")
        assert refused["code"] == "ROLE_MAY_NOT"
        tumbler = await stage.opened("tumbler@S1")
        assert (await tumbler.do("ReadDice", dice=[1, 2, 3], order="tumble:S1:1"))[
            "code"
        ] == "PHASE_DOES_NOT_ALLOW"
        assert (await tumbler.do("ReadCard", card="9S"))["code"] == "ROLE_MAY_NOT"
        assert (await printer.get("")).status == 404, "it has no page"
        assert (
            await printer.post("command", {"boot": "b", "number": 1, "command": {}})
        ).status == 403
        forged = await printer.do("PrinterReceipt", order="print:1", printed=True)
        assert (forged["code"], forged["data"]["why"]) == ("TICKET_UNKNOWN", "not_ordered")
        await stage.server.access.revoke("tumbler@S1")
        assert (await tumbler.until(lambda f: f["type"] == "bye"))["why"] == "REVOKED"

    told(tmp_path, story)
