"""The dealer's page and the page of a table show what happens at terminals, at an idle table too.

Every kind of event at a terminal changes something that one of the two shows; each is waited for on
a real feed, and nothing else happens at the table that could show it by chance.
"""

import asyncio
from pathlib import Path
from typing import Any, Final

from server_stage import Stage, Station, told

from openfelt.floor.base import Command
from openfelt.floor.money.account import CreditFromCms, InsertNote
from openfelt.floor.money.payout import CashOut, PresentTicket, PrinterReceipt
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.exclusion import AdmitTerminal, ExcludeTerminal
from openfelt.floor.people.task import CompleteTask
from openfelt.floor.rounds.malfunction import DeclareTerminalFaulty, ReturnToService
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.wagers.wager import StageWager

TABLE = """
[[floor.station]]
name = "L1-table"
kind = "table"
pit = "pit"
tables = ["L1"]

[[floor.table]]
name = "L2"
pit = "pit"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 3600

[[floor.terminal]]
name = "V1"
pit = "pit"
tables = ["L1", "L2"]
seat = 9

[[floor.staff]]
person = "h1"
role = "attendant"
"""
# What happens at a terminal is on the pages of staff within so many seconds.
AT_ONCE_S: Final = 1
FIRST, SECOND = "010000000000000001", "010000000000000002"


class Pages:
    """The dealer's page and the table's, side by side."""

    def __init__(self, stage: Stage, dealer: Station, table: Station) -> None:
        self._stage, self._dealer, self._table = stage, dealer, table

    async def after(self, command: Command, **wanted: Any) -> None:
        """Do something at a terminal; wait until both pages show what is wanted of it."""
        await self._stage.device(command)
        terminal = getattr(command, "terminal", None) or command.about  # type: ignore[attr-defined]
        own = wanted.keys() & {"open", "called", "excluded", "out_of_service", "staged"}
        seat = {key: wanted.pop(key) for key in own}
        async with asyncio.timeout(AT_ONCE_S):
            await self._dealer.sees(lambda v: _has(_row(v["dealer:L1-dealer"], terminal), seat))
            await self._table.sees(
                lambda v: _has(_row(v["table:L1-table"], terminal), seat | wanted)
            )


def _row(view: dict[str, Any], terminal: str) -> dict[str, Any]:
    (seat,) = (one for one in view["seats"] if one["terminal"] == terminal)
    money: dict[str, int] = next(
        (one for one in view.get("money", ()) if one["terminal"] == terminal), {}
    )
    orders = [one["kind"] for one in view.get("orders", ()) if one["device"].endswith(terminal)]
    return {**seat, "credit": 0, "paying_out": 0, **money, "orders": orders}


def _has(shown: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return wanted.items() <= shown.items()


async def _pages(stage: Stage) -> Pages:
    dealer = await stage.opened("L1-dealer", "d1")
    return Pages(stage, dealer, await stage.opened("L1-table", "a1"))


def test_money_that_comes_in_and_goes_out_is_seen_at_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        pages = await _pages(stage)
        await pages.after(InsertNote("T1", 10_000, "n1"), open=True, credit=10_000)
        await pages.after(InsertNote("T1", 5_000, "n2"), credit=15_000)
        await pages.after(CreditFromCms("T2", 700, "c1"), open=True, credit=700)
        await pages.after(CashOut("T1", FIRST), credit=0, paying_out=15_000, orders=["print"])
        done = PrinterReceipt(f"print:{FIRST}", printed=True, terminal="T1")
        await pages.after(done, open=False, paying_out=0, orders=[])
        await pages.after(PresentTicket("T1", FIRST), open=True, credit=15_000)
        await pages.after(CashOut("T1", SECOND), paying_out=15_000)
        failed = PrinterReceipt(f"print:{SECOND}", printed=False, terminal="T1")
        await pages.after(failed, open=False, paying_out=0, orders=[])

    told(tmp_path, story, more=TABLE)


def test_what_is_said_and_done_at_a_terminal_is_seen_at_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        pages = await _pages(stage)
        await pages.after(CallAttendant("T1"), called=True)
        await pages.after(CompleteTask("call", "T1", "h1"), called=False)
        await pages.after(ExcludeTerminal("T1", "s1", "rude"), excluded=True)
        await pages.after(AdmitTerminal("T1", "s1", "sorry"), excluded=False)
        await pages.after(DeclareTerminalFaulty("T1", "a1", "screen"), out_of_service=True)
        await pages.after(ReturnToService("T1", "a1"), out_of_service=False)

    told(tmp_path, story, more=TABLE)


def test_what_a_terminal_lays_at_another_table_is_missing_from_its_credit_here(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        pages = await _pages(stage)
        await pages.after(InsertNote("V1", 10_000, "n1"), credit=10_000)
        await stage.device(NewGame("L2", "d1"))
        await pages.after(StageWager("V1", "L2", 1, "player", 1_000), credit=9_000)

    told(tmp_path, story, more=TABLE)
