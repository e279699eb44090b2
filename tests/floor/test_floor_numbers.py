"""Refusals that no transcript can cause: late retries, reused numbers, a server that is behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from floor_heads import on_memory

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Command
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.wager import StageWager
from openfelt.scenario.stage import PIT, Stage

ME = Client("T1", "boot")


def on_a_table(story: Callable[[Stage], Awaitable[None]]) -> None:
    async def play() -> None:
        stage = Stage(on_memory())
        await stage.start()
        try:
            await stage.do(PIT, OpenTable("S1", "SB", Limits(100, 5000, 100), 20_000_000), "config")
            await stage.do(PIT, EnrolTerminal("T1", ("S1",), 1, (10_000,)), "config")
            await stage.do(PIT, InsertNote("T1", 10_000, "n1"), "T1")
            await story(stage)
        finally:
            await stage.stop()

    asyncio.run(play())


def bet(amount: int, round_number: int = 1) -> Command:
    return StageWager("T1", "S1", round_number, "small", amount)


async def numbered(stage: Stage, command: Command, number: int) -> Reply:
    future = stage.engine.submit(Request(PIT, command, "T1", ME, number))
    await stage.settle()
    return await future


def code(reply: Reply) -> Refusal | None:
    return reply.refused.code if reply.refused else None


def test_a_wager_for_another_round_is_refused() -> None:
    async def story(stage: Stage) -> None:
        reply = await stage.do(PIT, bet(500, round_number=2), "T1")
        assert code(reply) is Refusal.ROUND_HAS_PASSED
        assert stage.pit.terminals["T1"].credit == 10_000

    on_a_table(story)


def test_a_note_is_credited_once_however_often_it_is_reported() -> None:
    async def story(stage: Stage) -> None:
        reply = await stage.do(PIT, InsertNote("T1", 10_000, "n1"), "T1")
        assert reply == Reply(())
        assert stage.pit.terminals["T1"].credit == 10_000

    on_a_table(story)


def test_a_number_used_for_another_command_is_refused() -> None:
    async def story(stage: Stage) -> None:
        first = await numbered(stage, bet(500), 1)
        assert (await numbered(stage, bet(500), 1)).events == first.events
        assert code(await numbered(stage, bet(600), 1)) is Refusal.NUMBER_REUSED
        assert stage.pit.terminals["T1"].credit == 9_500

    on_a_table(story)


def test_a_number_that_left_the_window_is_refused() -> None:
    async def story(stage: Stage) -> None:
        for number in range(1, 20):
            await numbered(stage, bet(100), number)
        assert code(await numbered(stage, bet(100), 1)) is Refusal.NUMBER_TOO_OLD

    on_a_table(story)


def test_a_wager_is_refused_while_the_disk_is_behind() -> None:
    async def story(stage: Stage) -> None:
        stage.engine.submit(Request(PIT, bet(100), "T1", ME, 1))
        stage.now += 60_000
        late = stage.engine.submit(Request(PIT, bet(100), "T1", ME, 2))
        assert code(await late) is Refusal.BUSY
        await stage.settle()
        assert code(await numbered(stage, bet(100), 2)) is None

    on_a_table(story)
