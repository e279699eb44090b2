"""Two nodes on one PostgreSQL: questions between them, a stale owner, one ticket everywhere."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from engine_fakes import NOTES, SECOND, Clock, Node
from engine_parent import PATIENCE_S, Child, all_rows, commands_in, running

from openfelt.engine.recovery import recover
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.money.payout import CashOut, PresentTicket
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.state import Limits
from openfelt.floor.table import OpenTable
from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.row import Row
from wheel_postgres import Place

TICKETS = int(os.environ.get("OPENFELT_TICKETS", "2"))
PRESENTED = 100
LIMITS = Limits(500, 10_000_000, 500)
HOUSE, HERE, THERE = "house", "pit-1", "pit-2"


@pytest.fixture
def place(postgres_dsn: str) -> Iterator[Place]:
    place = Place(postgres_dsn)
    yield place
    asyncio.run(place.drop())


async def until(node: Node, name: str, wanted: str) -> None:
    """Wait until a terminal's credit or a ticket's state is this, and durable."""

    async def look() -> None:
        while True:
            state = node.engine.stream(name).state
            seen = {str(one.credit) for one in state.terminals.values()}
            if wanted in seen | {one.state for one in state.tickets.values()}:
                return await node.engine.idle()
            await asyncio.sleep(0.01)

    await asyncio.wait_for(look(), PATIENCE_S)


def test_a_question_reaches_the_stream_of_another_node_once(place: Place) -> None:
    async def open_node() -> Node:
        return Node(await PostgresJournal.open(place.dsn, place.schema), Clock(), poll_s=0.01)

    async def story() -> None:
        one, two = await open_node(), await open_node()
        await one.start((HOUSE,), "one")
        await one.do(OpenHouse((THERE,)), HOUSE)
        await one.do(GrantRole("dana", "dealer", "", 0, 0), HOUSE)
        # The pit hears what was asked before it ever ran.
        await two.start((THERE,), "two")
        assert list(two.engine.stream(THERE).state.grants) == ["dana"]
        await two.do(OpenTable("B1", "LT", LIMITS, 30 * SECOND), THERE)
        await two.do(EnrolTerminal("T1", ("B1",), 1, NOTES), THERE, station="config")
        await two.do(InsertNote("T1", 10_000, "note"), THERE)
        number = "01" + "4" * 16
        await two.do(CashOut("T1", number), THERE)
        ticket = None
        while ticket is None or ticket.state != "issued":
            await asyncio.sleep(0.01)
            await two.print_all()
            ticket = one.engine.stream(HOUSE).state.tickets.get(number)
        # The house goes away while it is asked, and comes back on the other node.
        await one.engine.idle()
        await two.do(InsertNote("T1", 500, "note-2"), THERE)
        assert one.running is not None
        one.running.cancel()
        await asyncio.gather(one.running, return_exceptions=True)
        await two.do(PresentTicket("T1", number), THERE)
        await one.journal.release()
        await one.journal.close()
        await two.engine.start((HOUSE,), "two")
        await until(two, THERE, "10500")
        rows = await all_rows(two.journal, THERE) + await all_rows(two.journal, HOUSE)
        counted = Counter(row.type for row in rows)
        once = ("TicketOpened", "TicketIssued", "TicketRedeemed", "TicketCredited", "RoleLearned")
        assert {name: counted[name] for name in once} == dict.fromkeys(once, 1)
        await two.stop()

    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))


@pytest.mark.parametrize("at_work", [True, False], ids=["at work", "idle"])
def test_a_stale_owner_answers_nothing_and_writes_nothing(place: Place, *, at_work: bool) -> None:
    async def story() -> None:
        where = f"postgres:{place.schema}:{place.dsn}"
        stale, heir = (Child(where, node, HOUSE, HERE) for node in ("stale", "heir"))
        async with running(stale, heir):
            await stale.start()
            await stale.do(HOUSE, "config", OpenHouse((HERE,)))
            await stale.do(HERE, "config", OpenTable("S1", "SB", LIMITS, 30 * SECOND))
            await stale.do(HERE, "config", EnrolTerminal("T1", ("S1",), 1, NOTES))
            for number in range(5):
                await stale.do(HERE, "T1", InsertNote("T1", 500, f"note-{number}"))
            # Stopped in the midst of work: some of it may be on disk, none of it may be told.
            for number in range(20 * at_work):
                stale.send(HERE, "T1", InsertNote("T1", 500, f"late-{number}"))
            await asyncio.sleep(0.002)
            stale.signal(signal.SIGSTOP)
            await heir.start()
            await heir.do(HERE, "T2", InsertNote("T1", 1_000, "the heir's"))
            reader = await PostgresJournal.open(place.dsn, place.schema)
            taken_over = len(await all_rows(reader, HERE))
            heard = dict(stale.acks)
            # A refusal writes nothing, so no fence of the database would hold it back.
            stale.send(HERE, "T1", PresentTicket("nobody", "1"))
            for number in range(20 * at_work):
                stale.send(HERE, "T1", InsertNote("T1", 500, f"stale-{number}"))
            stale.signal(signal.SIGCONT)
            code, words = await stale.ended()
            assert code != 0
            # It is no longer the owner; or, stopped in the midst of a question to the database,
            # it has waited too long for the answer.
            assert re.search(r"^openfelt\.(engine|journal)\.errors\.\w+: ", words, re.M), words
            assert stale.acks == heard, "the old owner answered"
            await heir.do(HERE, "T2", InsertNote("T1", 2_000, "the heir's next"))
            rows = await all_rows(reader, HERE)
            assert len(rows) == taken_over + 1, "the old owner wrote"
            assert {key for key in heard if key[0].station == "T1"} <= set(commands_in(rows))
            await heir.end()
            await reader.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))


class Floor:
    """House and one pit on one node, the other pit on the other; the parent is every station."""

    def __init__(self, place: Place, seed: int) -> None:
        where = f"postgres:{place.schema}:{place.dsn}"
        self.one = Child(where, "one", HOUSE, HERE)
        self.two = Child(where, "two", THERE)
        self.chance = Random(seed)

    def of(self, pit: str) -> Child:
        return self.one if pit in (HOUSE, HERE) else self.two

    async def set_up(self, terminals: int = 4) -> None:
        await asyncio.gather(self.one.start(), self.two.start())
        await self.one.do(HOUSE, "config", OpenHouse((HERE, THERE)))
        await self.one.do(HOUSE, "config", GrantRole("casey", "cashier", "", 0, 0))
        for pit in (HERE, THERE):
            opened = OpenTable("B1", "LT", LIMITS, 30 * SECOND)
            await self.of(pit).do(pit, "config", opened)
            for seat in range(1, terminals + 1):
                enrol = EnrolTerminal(f"T{seat}", ("B1",), seat, NOTES)
                await self.of(pit).do(pit, "config", enrol)

    async def issue(self, number: str, reader: PostgresJournal) -> None:
        """Buy a ticket at a terminal of the other node's pit."""
        await self.two.do(THERE, f"{THERE}/T1", InsertNote("T1", 10_000, number))
        await self.two.do(THERE, f"{THERE}/T1", CashOut("T1", number))
        while not any(
            row.type == "TicketIssued" and number.encode() in row.payload
            for row in await all_rows(reader, HOUSE)
        ):
            await asyncio.sleep(0.05)

    def present(self, number: str, step: int) -> None:
        """Present it somewhere: at a desk, at a kiosk, at a terminal here or there."""
        place = self.chance.randrange(4)
        if place == 0:
            self.one.send(HOUSE, f"desk-{step % 7}", RedeemTicket(number, "casey"))
        elif place == 1:
            self.one.send(HOUSE, f"kiosk-{step % 5}", RedeemTicket(number, ""))
        else:
            pit = HERE if place == 2 else THERE
            terminal = f"T{self.chance.randint(1, 4)}"
            self.of(pit).send(pit, f"{pit}/{terminal}", PresentTicket(terminal, number))

    async def present_everywhere(self, number: str) -> None:
        """Present it a hundred times; the house's owner dies somewhere in the midst."""
        dies_at = self.chance.randrange(PRESENTED)
        for step in range(PRESENTED):
            self.present(number, step)
            if step == dies_at:
                await asyncio.sleep(self.chance.uniform(0, 0.02))
                await self.one.kill()
                starting = asyncio.create_task(self.one.start())
            elif self.chance.random() < 0.2:
                await asyncio.sleep(self.chance.uniform(0, 0.005))
        await starting
        await asyncio.gather(self.one.hear(), self.two.hear())

    async def settled(self, reader: PostgresJournal) -> None:
        """Wait until no terminal waits for the house."""
        while True:
            waits = [
                terminal
                for pit in (HERE, THERE)
                for terminal in (await recover(reader, pit)).stream.state.terminals.values()
                if terminal.asked
            ]
            if not waits:
                return
            await asyncio.sleep(0.05)


def _about(rows: list[Row], number: str, name: str) -> list[Row]:
    return [row for row in rows if row.type == name and number.encode() in row.payload]


async def _judge(floor: Floor, reader: PostgresJournal, number: str) -> str:
    house = await all_rows(reader, HOUSE)
    pits = await all_rows(reader, HERE) + await all_rows(reader, THERE)
    redeemed = _about(house, number, "TicketRedeemed")
    assert len(redeemed) == 1, "paid more or less than once"
    credited = _about(pits, number, "TicketCredited")
    presented = _about(pits, number, "TicketPresented")
    returned = _about(pits, number, "TicketReturned")
    assert len(presented) == len(credited) + len(returned)
    paid = [
        key
        for key, ack in floor.one.acks.items()
        if "TicketRedeemed" in ack.events and number.encode() in _payload(floor, key)
    ]
    assert len(credited) + len(paid) == 1, "credited or paid more or less than once"
    return "terminal" if credited else "cash"


def _payload(floor: Floor, key: object) -> bytes:
    command = floor.one.sent[key].command  # type: ignore[index]
    return str(command.number).encode() if isinstance(command, RedeemTicket) else b""


def test_a_ticket_presented_a_hundred_times_is_paid_once(place: Place) -> None:
    async def story() -> None:
        floor = Floor(place, TICKETS)
        async with running(floor.one, floor.two):
            await floor.set_up()
            reader = await PostgresJournal.open(place.dsn, place.schema)
            for ticket in range(TICKETS):
                number = f"01{floor.chance.randrange(10**16):016}"
                await floor.issue(number, reader)
                await floor.present_everywhere(number)
                await asyncio.wait_for(floor.settled(reader), PATIENCE_S)
                await _judge(floor, reader, number)
                assert floor.one.kills == ticket + 1
            await _judge_money(reader)
            await reader.close()
            await asyncio.gather(floor.one.end(), floor.two.end())

    asyncio.run(story())


async def _judge_money(reader: PostgresJournal) -> None:
    """What is under way from one side is what is under way to the other: nothing, in the end."""
    house = (await recover(reader, HOUSE)).stream.state
    for pit in (HERE, THERE):
        state = (await recover(reader, pit)).stream.state
        under_way = state.ledger.get("in_transit:house", 0)
        assert under_way + house.ledger.get(f"in_transit:{pit}", 0) == 0
        assert not any(one.asked or one.paying_out for one in state.terminals.values())
    assert {one.state for one in house.tickets.values()} == {"redeemed"}
