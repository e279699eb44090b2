"""Devices over the real feed, each by a program of its own that shares no code with the floor.

Every order has its own id with the round in it; an answer counts for the order it names and for
no other, however often, late or crossed it comes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server_stage import Frame, Stage, Station, told

TABLES = """
[[floor.table]]
name = "Q1"
pit = "pit"
variant = "SB"
minimum = 1
maximum = 500
unit = 1
period = 1

[[floor.terminal]]
name = "Q1-1"
pit = "pit"
tables = ["Q1"]
seat = 9

[[floor.device]]
name = "tumbler@Q1"
pit = "pit"

[[floor.device]]
name = "printer@T2"
pit = "pit"
"""


class Program:
    """A device as its maker would write it: it keeps what it did by order, and says it again."""

    def __init__(self, station: Station) -> None:
        self.station = station
        self.did: dict[str, dict[str, Any]] = {}

    async def wanted(self, last: str = "") -> Frame:
        """Wait for an order other than the last."""
        return await self.station.until(lambda f: f["type"] == "order" and f["order"] != last)

    async def report(self, kind: str, order: str, **what: Any) -> Frame:
        """Say what was done for an order: the same again if it was done before."""
        did = self.did.setdefault(order, what)
        return await self.station.do(kind, order=order, **did)

    async def again(self) -> Frame:
        """Send the last frame once more, as after a line that broke before its answer."""
        self.station.number -= 1
        last = list(self.did.items())[-1]
        return await self.report("ReadDice", last[0])


async def _opened(stage: Stage, name: str) -> Program:
    return Program(await stage.opened(name))


def _settled(stage: Stage, table: str) -> dict[int, str]:
    settled = stage.server.engine.stream("pit").state.tables[table].settled
    return {number: one.outcome for number, one in settled.items()}


def test_sb_3_11_a_live_tumbler_throws_every_round_anew(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        tumbler = await _opened(stage, "tumbler@Q1")
        last = ""
        for number in (1, 2, 3):
            order = await tumbler.wanted(last)
            last = order["order"]
            assert (last, order["wanted"]["round"]) == (f"tumble:Q1:{number}", number)
            answer = await tumbler.report("ReadDice", last, dice=[number, 2, 4])
            assert answer["type"] == "ack"
        assert _settled(stage, "Q1") == {1: "1-2-4", 2: "2-2-4", 3: "3-2-4"}

    told(tmp_path, story, more=TABLES)


def test_an_answer_for_another_round_settles_nothing(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        tumbler = await _opened(stage, "tumbler@Q1")
        first = (await tumbler.wanted())["order"]
        assert (await tumbler.report("ReadDice", first, dice=[1, 2, 4]))["type"] == "ack"
        assert (await tumbler.again())["type"] == "ack", "the same frame is the same answer"
        second = (await tumbler.wanted(first))["order"]
        late = await tumbler.report("ReadDice", first)
        assert (late["code"], late["data"]["why"]) == ("PHASE_DOES_NOT_ALLOW", "not_ordered")
        cocked = await tumbler.station.do("ReadCockedDice", order=first)
        assert cocked["data"]["why"] == "not_ordered"
        forged = await tumbler.station.do("ReadDice", order="tumble:Q1:3", dice=[6, 6, 6])
        assert forged["data"]["why"] == "not_ordered"
        other = await tumbler.station.do("ReadDice", order="tumble:S1:1", dice=[6, 6, 6])
        assert other["data"]["why"] == "not_ordered"
        assert _settled(stage, "Q1") == {1: "1-2-4"}
        await tumbler.station.open()
        assert (await tumbler.wanted())["order"] == second, "until it is answered, once a line"
        assert (await tumbler.report("ReadDice", second, dice=[6, 6, 5]))["type"] == "ack"
        assert (await tumbler.wanted(second))["order"] == "tumble:Q1:3"
        assert _settled(stage, "Q1") == {1: "1-2-4", 2: "6-6-5"}

    told(tmp_path, story, more=TABLES)


def test_a_printer_reports_on_its_own_tickets_only(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        acceptor, printer = await stage.opened("acceptor@T1"), await _opened(stage, "printer@T1")
        other = await _opened(stage, "printer@T2")
        player = await stage.opened("T1")
        tickets = []
        for note in ("n1", "n2"):
            await acceptor.do("InsertNote", amount=2_000, note=note)
            await player.do("CashOut")
            order = (await printer.wanted())["order"]
            tickets.append(order)
            foreign = await other.station.do("PrinterReceipt", order=order, printed=False)
            assert (foreign["code"], foreign["data"]["why"]) == ("TICKET_UNKNOWN", "not_ordered")
            assert (await printer.report("PrinterReceipt", order, printed=True))["type"] == "ack"
            late = await printer.station.do("PrinterReceipt", order=order, printed=False)
            assert late["data"]["why"] == "not_ordered", "it is printed and cannot fail any more"
        assert len(set(tickets)) == 2
        states = {one.state for one in stage.server.engine.stream("house").state.tickets.values()}
        assert states == {"issued"}

    told(tmp_path, story, more=TABLES)
