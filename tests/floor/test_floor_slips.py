"""Tickets whose number was drawn twice: the second is paid by hand, and nothing stops."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from floor_heads import on_memory

from openfelt.audit import Auditor
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.money.payout import HOUSE, RECEIPT_US, CashOut, PresentTicket
from openfelt.floor.money.ticket import HandPayOpened, HoldTicket, PayHandPay, RedeemTicket
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable
from openfelt.scenario.show import unbalanced
from openfelt.scenario.stage import PIT, Stage

NUMBER = "010000000000000007"


def with_two_players(story: Callable[[Stage], Awaitable[None]], *, ticket_limit: int = 0) -> None:
    """Play a story at two terminals; then the auditor reads what was written."""
    open_journal = on_memory()

    async def play() -> None:
        stage = Stage(open_journal)
        await stage.start()
        try:
            await stage.set_up()
            await stage.do(HOUSE, GrantRole("casey", "cashier", "", 0, 0), "config")
            await stage.do(HOUSE, GrantRole("alex", "agm", "", 0, 0), "config")
            limits = Limits(100, 5000, 100)
            table = OpenTable("B1", "LT", limits, 20_000_000, ticket_limit=ticket_limit)
            await stage.do(PIT, table, "config")
            for seat, name in enumerate(("T1", "T2"), 1):
                await stage.do(PIT, EnrolTerminal(name, ("B1",), seat, (10_000,)), "config")
                await stage.do(PIT, InsertNote(name, 10_000, f"note of {name}"), name)
            await story(stage)
            assert unbalanced((stage.house, stage.pit)) is None
        finally:
            await stage.stop()
        journal, auditor = await open_journal(), Auditor(strict=True)
        for stream in await journal.streams():
            async for rows in journal.read(stream):
                for row in rows:
                    auditor.take(row)
        assert not auditor.finish(open_ok=False)

    asyncio.run(play())


@pytest.mark.parametrize("ticket_limit", [0, 5_000])
def test_a_number_drawn_twice_makes_a_voucher(ticket_limit: int) -> None:
    async def story(stage: Stage) -> None:
        first = await stage.do(PIT, CashOut("T1", NUMBER), "T1")
        assert first.events
        second = await stage.do(PIT, CashOut("T2", NUMBER), "T2")
        assert second.events
        opened = [event for _, event in stage.events if isinstance(event, HandPayOpened)]
        assert [(one.number_taken, one.terminal) for one in opened] == [(True, "T2")]
        assert not stage.pit.terminals["T2"].open
        assert not stage.pit.terminals["T2"].paying_out
        paid = await stage.do(HOUSE, PayHandPay(opened[0].voucher, "casey"), "casey")
        assert paid.events
        if ticket_limit:
            paid = await stage.do(HOUSE, PayHandPay(f"V{NUMBER}", "casey"), "casey")
        else:
            paid = await stage.do(HOUSE, RedeemTicket(NUMBER, "casey"), "casey")
        assert paid.events

    with_two_players(story, ticket_limit=ticket_limit)


def test_the_house_starts_again_after_a_number_drawn_twice() -> None:
    async def story(stage: Stage) -> None:
        for name in ("T1", "T2"):
            await stage.do(PIT, CashOut(name, NUMBER), name)
        before = stage.house.hand_pays
        await stage.stop()
        await stage.start()
        assert stage.house.hand_pays == before
        again = await stage.do(HOUSE, RedeemTicket(NUMBER, "casey"), "casey")
        assert again.events

    with_two_players(story)


def test_lt_def_redeemable_ticket_nothing_is_paid_while_it_prints() -> None:
    async def story(stage: Stage) -> None:
        stage.set_printer("T1", "silent")
        await stage.do(PIT, CashOut("T1", NUMBER), "T1")
        assert stage.house.tickets[NUMBER].state == "printing"
        for person in ("casey", ""):
            reply = await stage.do(HOUSE, RedeemTicket(NUMBER, person), person or "kiosk")
            assert reply.refused
            assert reply.refused.code == "TICKET_UNKNOWN"
        await stage.do(PIT, PresentTicket("T2", NUMBER), "T2")
        assert stage.house.tickets[NUMBER].state == "printing"
        assert stage.pit.terminals["T2"].credit == 10_000
        held = await stage.do(HOUSE, HoldTicket(NUMBER, "alex", held=True, reason="why"), "alex")
        assert held.refused
        assert held.refused.data["why"] == "not_printed"
        # No receipt in time is a fault: the player is paid by hand, once.
        await stage.pass_time(RECEIPT_US)
        paid = await stage.do(HOUSE, PayHandPay(f"V{NUMBER}", "casey"), "casey")
        assert paid.events

    with_two_players(story)


@pytest.mark.clause("LT 8.8", "LT def:redeemable ticket", "SB 5.3")
def test_a_ticket_that_did_not_print_is_no_money_anywhere() -> None:
    async def story(stage: Stage) -> None:
        stage.set_printer("T1", "fault")
        await stage.do(PIT, CashOut("T1", NUMBER), "T1")
        assert stage.house.tickets[NUMBER].state == "voided"
        for person in ("casey", ""):
            reply = await stage.do(HOUSE, RedeemTicket(NUMBER, person), person or "kiosk")
            assert reply.refused
            assert reply.refused.code == "TICKET_UNKNOWN"

    with_two_players(story)
