"""A receipt printer driven over the feed: from a player's cash-out to a ticket that scans."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from server_stage import Stage, told

from openfelt.cli import printer as command
from openfelt.devices.line import Line, NotLetIn
from openfelt.floor.money.account import InsertNote

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
