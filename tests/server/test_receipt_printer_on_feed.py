"""A receipt printer driven over the feed: from a player's cash-out to a ticket that scans."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from server_stage import Stage, told

from openfelt.cli import printer as command
from openfelt.devices.line import Line, NotLetIn
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.dispensing import DispenserReceipt, PresentAtKiosk
from openfelt.floor.money.kiosk import LoadCassette, OpenKiosk
from openfelt.floor.money.kiosk_slip import SlipReceipt
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.question import FinishTicket, OpenTicket
from openfelt.paper.slip import Slip

sys.path.insert(0, str(Path(__file__).parents[1] / "paper"))

from paper_printer import PaperPrinter

PRINTER: Final = "printer@T1"


def test_a_real_printer_prints_the_ticket_of_a_cash_out_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        code = await stage.server.access.give_code(PRINTER)
        with PaperPrinter() as there:
            url, folder = stage.server.station_url(PRINTER), tmp_path / "printer"
            driver = asyncio.create_task(command._run(url, there.where, folder, code))
            await player.sees(lambda v: "player:T1" in v)
            await stage.device(InsertNote("T1", 10_000, "n1"))
            await player.do("CashOut")
            await player.sees(lambda v: [o["slip"] for o in v["player:T1"]["news"]] == ["printed"])
            digits = player.views["player:T1"]["news"][-1]["digits"]
            (paper,) = there.printed
            assert paper.barcodes[0].endswith(digits)
            assert "$100.00" in paper.text
            assert "one hundred dollars and no cents" in paper.text
            await _stop(driver)
            # Away and back with the key it has: it says that it works, and prints nothing again.
            driver = asyncio.create_task(command._run(url, there.where, folder, None))
            await stage.device(InsertNote("T1", 5_000, "n2"))
            there.paper = False
            await player.do("CashOut")
            await player.sees(lambda v: v["player:T1"]["last_ticket"]["state"] == "failed")
            await _stop(driver)
            assert len(there.printed) == 1

    told(tmp_path, story)


KIOSK: Final = """
[floor.desk]

[[floor.station]]
name = "cash-1"
kind = "cashdesk"

[[floor.kiosk]]
name = "K1"
cassettes = [20, 5]
prints = true

[[floor.device]]
name = "slips@K1"

[[floor.staff]]
person = "c1"
role = "cashier"
"""


async def _left(stage: Stage, number: str) -> None:
    """Have the kiosk pay 20 of 25 for a ticket, and jam."""
    await stage.device(OpenTicket("pit", "T1", number, 2_500, "LT"), HOUSE)
    await stage.device(FinishTicket(number, True), HOUSE)
    await stage.device(OpenKiosk("K1", "c1"), HOUSE)
    await stage.device(PresentAtKiosk("K1", number), HOUSE)
    state = stage.server.engine.stream(HOUSE).state
    (order,) = [name for name in state.orders if name.startswith("dispense:")]
    await stage.device(DispenserReceipt(order, (1, 0), True, "K1"), HOUSE)


@pytest.mark.clause("LT 9.1", "SB 5.1", "AC 4.1")
def test_what_a_kiosk_leaves_is_on_a_slip_that_the_desk_scans_for_just_that(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1"])
        desk = await stage.opened("cash-1", "c1")
        await desk.do("OpenDrawer", amount=10_000)
        for cassette in (1, 2):
            await stage.device(LoadCassette("K1", cassette, 9, "c1", ""), HOUSE)
        code = await stage.server.access.give_code("slips@K1")
        kiosk = await stage.opened("K1")
        with PaperPrinter() as there:
            url = stage.server.station_url("slips@K1")
            driver = asyncio.create_task(command._run(url, there.where, tmp_path / "p", code))
            await _left(stage, "010000000000000008")
            await kiosk.sees(lambda v: (v["kiosk:K1"]["said"] or {}).get("slip") == "printed")
            (paper,) = there.printed
            assert "$5.00" in paper.text
            assert "five dollars and no cents" in paper.text
            # Scanned at the desk it is the exact rest, and after it was paid nothing.
            (number,) = paper.barcodes
            slip = (await (await desk.post("slip", {"number": number})).json())["slip"]
            assert (slip["kind"], slip["amount"], slip["reason"]) == ("voucher", 500, "")
            paid = await desk.do("PayHandPay", voucher=slip["number"], terms={"signed": True})
            assert paid["type"] == "ack"
            again = await desk.do("PayHandPay", voucher=slip["number"], terms={"signed": True})
            assert again["code"] == "TICKET_ALREADY_REDEEMED"
            # Without paper the money is owed all the same, and whoever stands there is told so.
            there.paper = False
            await _left(stage, "010000000000000009")
            await kiosk.sees(lambda v: (v["kiosk:K1"]["said"] or {}).get("slip") == "failed")
            await desk.sees(lambda v: [o["amount"] for o in v["cashdesk:cash-1"]["owed"]] == [500])
            # A slip that went to paper is drawn by no page: its number is worth the rest.
            assert (await kiosk.get("api/ticket")).status == 404
            await _stop(driver)
            assert len(there.printed) == 1

    told(tmp_path, story, more=KIOSK)


def test_the_page_of_a_virtual_kiosk_shows_its_slip_to_whom_it_was_told(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.device(LoadCassette("K1", 1, 9, "c1", ""), HOUSE)
        kiosk, number = await stage.opened("K1"), "010000000000000008"
        tray = Slip(f"V{number}", 500, "K1", False, "", 0, 2_000)
        stage.server.faces["floor"].in_tray = lambda _: tray
        await _left(stage, number)
        assert (await kiosk.get("api/ticket")).status == 404, "nothing is printed yet"
        await stage.device(SlipReceipt(f"rest:K1:V{number}", True, "K1"), HOUSE)
        answer = await (await kiosk.get("api/ticket")).json()
        assert number in str(answer)
        assert "five dollars and no cents" in str(answer)
        # What lies in the tray is not what this guest was told of: it is another's.
        stage.server.faces["floor"].in_tray = lambda _: replace(tray, number="V9")
        assert (await kiosk.get("api/ticket")).status == 404

    told(tmp_path, story, more=KIOSK)


async def _stop(driver: "asyncio.Task[None]") -> None:
    driver.cancel()
    with suppress(asyncio.CancelledError):
        await driver


def test_a_printer_without_a_key_is_told_what_to_do(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        line = Line(stage.server.station_url(PRINTER), tmp_path / "key", lambda _: None)
        with pytest.raises(NotLetIn, match="have another made"):
            await line.enrol("WRONG-CODE")
        with pytest.raises(NotLetIn, match="enrol it with a code"):
            await line.run(None, None)  # type: ignore[arg-type]

    told(tmp_path, story)
