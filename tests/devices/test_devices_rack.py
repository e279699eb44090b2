"""Orders through the rack: each is done once, whatever happens to its receipt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import get_args

import pytest
from devices_floor import CARDS, DICE, Floor, run

from openfelt.core.refusal import Refusal
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.rack import LATE_S
from openfelt.devices.ways import WAYS
from openfelt.devices.work import ASK_AGAIN_S, ASKED_MOST
from openfelt.engine.request import Reply, Request
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut, TicketPrinted, TicketPrintFailed
from openfelt.floor.play.tumbler.reading import DiceCocked, ReadDice
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import RoundSettled, RoundVoided, VoidRound
from openfelt.floor.state import Order
from openfelt.floor.wagers.wager import StageWager
from openfelt.journal.memory import MemoryJournal, MemoryStore

NUMBER = "990000000000000017"
Story = Callable[[Floor], Awaitable[None]]


def play(folder: Path, story: Story, faults: Faults | None = None) -> None:
    store = MemoryStore()

    async def open_journal() -> MemoryJournal:
        return MemoryJournal(store)

    async def whole() -> None:
        floor = Floor(open_journal, folder, faults)
        await floor.start()
        try:
            await story(floor)
        finally:
            await floor.stop()

    run(whole())


async def cash_out(floor: Floor) -> None:
    await floor.do(InsertNote("T1", 10_000, "note"))
    await floor.do(CashOut("T1", NUMBER))


async def shoot(floor: Floor) -> None:
    """Bring the dice table to the throw of round 1."""
    await floor.do(InsertNote("T2", 10_000, "note"))
    await floor.do(StageWager("T2", DICE, floor.state.tables[DICE].round, "small", 500))
    await floor.pass_time(20)
    await floor.do(Shoot("T2", DICE))


def test_a_ticket_is_printed_and_its_receipt_closes_the_order(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await cash_out(floor)
        assert floor.tray == [NUMBER]
        assert floor.count(TicketPrinted) == 1
        assert not floor.state.orders

    play(tmp_path, story)


def test_a_ticket_of_a_demo_floor_bears_a_number_that_says_so(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.do(InsertNote("T1", 10_000, "note"))
        await floor.do(CashOut("T1", "010000000000000017"))
        assert floor.tray == ["990000000000000017"]

    play(tmp_path, story)


@pytest.mark.parametrize("fault", [Fault.NO_PAPER, Fault.JAM])
def test_a_broken_printer_makes_a_hand_pay(tmp_path: Path, fault: Fault) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks("printer@T1", fault)
        await cash_out(floor)
        assert floor.tray == []
        assert floor.count(TicketPrintFailed) == 1

    play(tmp_path, story)


def test_a_printer_that_says_nothing_is_asked_again_and_prints_once(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks("printer@T1", Fault.RECEIPT_LOST)
        await cash_out(floor)
        assert floor.paused == [ASK_AGAIN_S] * (ASKED_MOST - 1)
        assert floor.tray == [NUMBER]
        assert floor.state.orders
        floor.faults.mend("printer@T1")
        await floor.restart()
        assert floor.tray == [NUMBER], "a known order is answered, not obeyed"
        assert floor.count(TicketPrinted) == 1
        assert not floor.state.orders

    play(tmp_path, story)


def test_a_receipt_that_comes_twice_counts_once(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks("printer@T1", Fault.RECEIPT_TWICE)
        await cash_out(floor)
        assert floor.count(TicketPrinted) == 1

    play(tmp_path, story)


def test_a_late_receipt_is_taken(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks("printer@T1", Fault.RECEIPT_LATE)
        await cash_out(floor)
        assert floor.paused == [LATE_S]
        assert floor.count(TicketPrinted) == 1

    play(tmp_path, story)


def test_an_order_for_a_device_that_is_not_here_stays_open(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.rack.devices.printers.clear()
        await cash_out(floor)
        assert list(floor.state.orders) == [f"print:{NUMBER}"]

    play(tmp_path, story)


def test_every_kind_of_order_can_be_done() -> None:
    assert set(WAYS) == set(get_args(Order))


def test_the_dice_are_thrown_once_for_a_round(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await shoot(floor)
        await floor.pass_time(20)
        await floor.pass_time(20)
        outcomes = [e.outcome for e in floor.events if isinstance(e, RoundSettled)]
        assert len(outcomes) == len(set(outcomes)) == 3

    play(tmp_path, story)


def test_cocked_dice_stop_the_table_and_the_next_round_is_thrown_anew(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks(f"tumbler@{DICE}", Fault.COCKED_DICE)
        await shoot(floor)
        assert floor.count(DiceCocked) == 1
        floor.faults.mend(f"tumbler@{DICE}")
        await floor.do(VoidRound(DICE, "agm", "cocked"))
        await floor.pass_time(20)
        assert floor.count(RoundSettled) == 1

    play(tmp_path, story)


def test_dice_read_while_the_table_stands_still_count_when_it_goes_on(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks(f"tumbler@{DICE}", Fault.RECEIPT_LOST)
        await shoot(floor)
        floor.faults.mend(f"tumbler@{DICE}")
        await floor.restart()
        assert floor.state.tables[DICE].suspended == "restart"
        assert floor.count(RoundSettled) == 0
        await floor.do(ResumeTable(DICE, "agm"))
        assert floor.count(RoundSettled) == 1

    play(tmp_path, story)


def test_dice_of_a_voided_round_count_for_nothing(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        floor.faults.breaks(f"tumbler@{DICE}", Fault.RECEIPT_LOST)
        await shoot(floor)
        floor.faults.mend(f"tumbler@{DICE}")
        await floor.restart()
        await floor.do(VoidRound(DICE, "agm", "restart"))
        assert floor.count(RoundVoided) == 1
        assert floor.count(RoundSettled) == 0
        assert not floor.state.orders, "no throw is wanted once its round has ended"

    play(tmp_path, story)


def test_a_receipt_is_offered_again_though_the_table_went_on_before_it_was_kept(
    tmp_path: Path,
) -> None:
    """The refusal travels through the gate: meanwhile the table may have been resumed."""

    async def story(floor: Floor) -> None:
        floor.faults.breaks(f"tumbler@{DICE}", Fault.RECEIPT_LOST)
        await shoot(floor)
        floor.faults.mend(f"tumbler@{DICE}")
        await floor.do(SuspendTable(DICE, "agm", "test"))
        submit = floor.engine.submit

        def and_resume(request: Request) -> asyncio.Future[Reply]:
            answer = submit(request)
            if isinstance(request.command, ReadDice):
                submit(Request("pit", ResumeTable(DICE, "agm"), "test"))
            return answer

        # Both are decided before either is durable, so the resumption is heard first.
        floor.engine.submit = and_resume  # type: ignore[method-assign]
        floor.rack.send("pit", f"tumble:{DICE}:1", floor.state.orders[f"tumble:{DICE}:1"])
        await floor.settle()
        assert floor.count(RoundSettled) == 1

    play(tmp_path, story)


def test_a_live_floor_has_no_virtual_shoe(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        from openfelt.floor.play.cards.virtual_shoe import CallShoe

        floor.state.demo = False
        reply = await floor.ask(CallShoe(CARDS, "dealer"))
        assert reply.refused is not None
        assert reply.refused.code is Refusal.PHASE_DOES_NOT_ALLOW

    play(tmp_path, story)
