"""Tumbler, wheel, acceptor, reader and printer over the real feed, by programs of their own.

Repeats, reconnects before and after the answer, late and crossed answers, two programs for one
device, rounds that were void meanwhile: each order is answered once, by its own device.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, TypeVar

import pytest
from device_program import Broken, Device, Frame
from server_stage import Stage, told

from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.people.exclusion import ExcludeTerminal
from openfelt.floor.play.wheel.spin import CallNoSpin, EnterNumber, Spin
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Table

TABLE = """
[[floor.table]]
name = "{name}"
pit = "pit"
variant = "{variant}"
minimum = 1
maximum = 500
unit = 1
period = 1

[[floor.device]]
name = "{device}@{name}"
pit = "pit"
"""
MORE = (
    "".join(
        TABLE.format(name=name, variant=variant, device=device)
        for name, variant, device in (
            ("Q1", "SB", "tumbler"),
            ("Q2", "SB", "tumbler"),
            ("X1", "MT_ROULETTE", "wheel"),
            ("X2", "MT_ROULETTE", "wheel"),
        )
    )
    + '\n[[floor.device]]\nname = "reader@T1"\npit = "pit"\n'
    + '\n[[floor.device]]\nname = "acceptor@T2"\npit = "pit"\n'
    + '\n[[floor.device]]\nname = "printer@T2"\npit = "pit"\n'
)
BOTH = pytest.mark.parametrize("transport", ["picows", "aiohttp"])
D = TypeVar("D", bound=Device)


async def device_at(stage: Stage, name: str) -> Device:
    """Enrol a device and connect it."""
    device = Device(name)
    stage.stations.append(device)  # type: ignore[arg-type]
    code = await stage.server.access.give_code(name)
    await device.enrol(stage.server.station_url(name), code)
    await reconnect(stage, device)
    return device


async def reconnect(stage: Stage, device: Device) -> None:
    await device.connect(stage.server.station_url(device.name))


async def done(stage: Stage, command: Command, by: str = "staff:d1") -> None:
    reply = await stage.server.engine.submit(Request("pit", command, by))
    assert reply.refused is None, reply.refused


def why(frame: Frame) -> str:
    assert frame["type"] == "refusal", frame
    return str(frame["data"]["why"])


def at(stage: Stage, name: str) -> Table:
    return stage.server.engine.stream("pit").state.tables[name]


async def until(stage: Stage, table: str, phase: str) -> None:
    """Wait for a phase: periods end by the clock."""
    while at(stage, table).phase != phase:
        await asyncio.sleep(0.01)


async def spun(stage: Stage, table: str, *, confirm: bool = False) -> None:
    """Open a round, wait for its end, and spin."""
    if confirm:
        await done(stage, ConfirmResult(table, "d1"))
    await done(stage, NewGame(table, "d1"))
    await until(stage, table, "closed")
    await done(stage, Spin(table, "d1"))


@BOTH
def test_mt_9_3_a_wheel_answers_for_its_own_spin_and_no_other(
    tmp_path: Path, transport: str
) -> None:
    async def story(stage: Stage) -> None:
        wheel, other = await device_at(stage, "wheel@X1"), await device_at(stage, "wheel@X2")
        await asyncio.gather(spun(stage, "X1"), spun(stage, "X2"))
        first, second = (await wheel.wanted())["order"], (await other.wanted())["order"]
        assert (first, second) == ("spin:X1:1", "spin:X2:1")
        crossed = await other.report("ReadNumber", order=first, number=7)
        assert why(crossed) == "not_ordered"
        # Said, and the line goes before the answer comes; said again on the next.
        await wheel.begin("ReadNumber", order=first, number=7)
        await reconnect(stage, wheel)
        late = await wheel.report("ReadNumber", order=first, number=8)
        assert why(late) == "not_after_close", "it was taken, and another number is not"
        assert at(stage, "X1").play.number == 7  # type: ignore[union-attr]
        # Called off while the ball goes round: the answer comes when the next one does.
        await done(stage, CallNoSpin("X2", "d1"))
        await spun(stage, "X2")
        third = (await other.wanted(second))["order"]
        assert third == "spin:X2:2"
        assert why(await other.report("ReadNumber", order=second, number=9)) == "not_ordered"
        assert (await other.report("ReadNumber", order=third, number=36))["type"] == "ack"
        assert at(stage, "X2").play.number == 36  # type: ignore[union-attr]
        await spun(stage, "X1", confirm=True)
        await wheel.wanted(first)
        assert why(await wheel.report("ReadNumber", order=first, number=7)) == "not_ordered"
        # The dealer was quicker.
        await done(stage, EnterNumber("X1", "d1", 3))
        slow = await wheel.report("ReadNumber", order="spin:X1:2", number=3)
        assert why(slow) == "not_after_close"

    told(tmp_path, story, more=MORE, transport=transport)


@BOTH
def test_a_tumbler_answers_after_a_void_a_stop_and_another_line(
    tmp_path: Path, transport: str
) -> None:
    async def story(stage: Stage) -> None:
        tumbler, other = await device_at(stage, "tumbler@Q1"), await device_at(stage, "tumbler@Q2")
        first = (await tumbler.wanted())["order"]
        theirs = (await other.wanted())["order"]
        crossed = await other.report("ReadDice", order=first, dice=[1, 2, 3])
        assert why(crossed) == "not_ordered"
        # It throws while the table stands still, and is asked again when it goes on.
        await done(stage, SuspendTable("Q1", "a1", "why"), "staff:a1")
        stopped = await tumbler.report("ReadDice", order=first, dice=[1, 2, 4])
        assert stopped["code"] == "TABLE_IS_SUSPENDED"
        tumbler.orders.clear()
        await done(stage, ResumeTable("Q1", "a1"), "staff:a1")
        assert (await tumbler.wanted())["order"] == first
        assert (await tumbler.report("ReadDice", order=first, dice=[1, 2, 4]))["type"] == "ack"
        # Declared void before the answer: the next throw is another.
        await done(stage, VoidRound("Q2", "a1", "why"), "staff:a1")
        assert why(await other.report("ReadDice", order=theirs, dice=[6, 6, 6])) == "not_tumbling"
        await reconnect(stage, other)
        second = (await other.wanted(theirs))["order"]
        assert (theirs, second) == ("tumble:Q2:1", "tumble:Q2:2")
        assert why(await other.report("ReadDice", order=theirs, dice=[6, 6, 6])) == "not_ordered"
        assert (await other.report("ReadCockedDice", order=second))["type"] == "ack"
        again = await other.report("ReadDice", order=second, dice=[6, 6, 6])
        assert again["code"] == "TABLE_IS_SUSPENDED"
        await done(stage, VoidRound("Q2", "a1", "why"), "staff:a1")
        third = (await other.wanted(second, theirs))["order"]
        assert (await other.report("ReadDice", order=third, dice=[6, 6, 5]))["type"] == "ack"
        assert [one.outcome for one in at(stage, "Q2").settled.values()] == ["6-6-5"]
        assert at(stage, "Q1").settled[1].outcome == "1-2-4"

    told(tmp_path, story, more=MORE, transport=transport)


def test_two_programs_for_one_tumbler_settle_a_round_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        one = await device_at(stage, "tumbler@Q1")
        order = (await one.wanted())["order"]
        two = await device_at(stage, "tumbler@Q1")
        assert (await two.wanted())["order"] == order, "both were asked"
        await one.until(lambda: one.said_bye != "")
        with pytest.raises(Broken):
            await one.report("ReadDice", order=order, dice=[1, 1, 1])
        assert (await two.report("ReadDice", order=order, dice=[2, 3, 4]))["type"] == "ack"
        assert at(stage, "Q1").settled[1].outcome == "2-3-4"

    told(tmp_path, story, more=MORE)


def test_lt_4_3_1_a_note_whose_answer_was_lost_is_credited_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        acceptor = await device_at(stage, "acceptor@T1")

        def credit() -> int:
            return stage.server.engine.stream("pit").state.terminals["T1"].credit

        for number in range(1, 4):
            note: dict[str, Any] = {"amount": 2_000, "note": f"n{number}"}
            await acceptor.begin("InsertNote", **note)
            await reconnect(stage, acceptor)
            assert (await acceptor.report("InsertNote", **note))["type"] == "ack"
            assert (await acceptor.report("InsertNote", **note))["type"] == "ack"
            assert credit() == 2_000 * number
        # Barred meanwhile: the note lies in the stacker, and must not be handed back.
        await done(stage, ExcludeTerminal("T1", "a1", "why"), "staff:a1")
        assert (await acceptor.report("InsertNote", **note))["type"] == "ack"
        refused = await acceptor.report("InsertNote", amount=2_000, note="n4")
        assert refused["type"] == "refusal"
        assert credit() == 6_000

    told(tmp_path, story, more=MORE)


def test_a_ticket_read_twice_and_a_receipt_of_another_printer(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        acceptor, printer = (
            await device_at(stage, "acceptor@T2"),
            await device_at(stage, "printer@T2"),
        )
        reader, wrong = await device_at(stage, "reader@T1"), await device_at(stage, "printer@T1")
        player = await stage.opened("T2")
        await acceptor.report("InsertNote", amount=2_000, note="n1")
        await player.do("CashOut")
        order = await printer.wanted()
        number = order["wanted"]["number"]
        foreign = await wrong.report("PrinterReceipt", order=order["order"], printed=False)
        assert why(foreign) == "not_ordered"
        # Printed, the line goes before the answer, and the printer says what it did.
        await printer.begin("PrinterReceipt", order=order["order"], printed=True)
        await reconnect(stage, printer)
        again = await printer.report("PrinterReceipt", order=order["order"], printed=False)
        assert why(again) == "not_ordered"
        house = stage.server.engine.stream("house").state
        while house.tickets[number].state != "issued":
            await asyncio.sleep(0.01)
        await asyncio.gather(*[await reader.begin("PresentTicket", number=number) for _ in "ab"])
        await reconnect(stage, reader)
        await reader.report("PresentTicket", number=number)
        while stage.server.engine.stream("pit").state.terminals["T1"].asked:
            await asyncio.sleep(0.01)
        assert stage.server.engine.stream("pit").state.terminals["T1"].credit == 2_000
        assert house.tickets[number].state == "redeemed"

    told(tmp_path, story, more=MORE)
