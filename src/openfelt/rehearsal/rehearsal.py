"""One run: two pits, the house between them, and a list of what went wrong."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

import msgspec

from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.engine.stream import Stream
from openfelt.floor.base import Command, Event
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import OpenHouse
from openfelt.floor.money.dispensing import DispenserReceipt
from openfelt.floor.money.drawer import SetDeskRules
from openfelt.floor.money.kiosk import InstallKiosk
from openfelt.floor.money.kiosk_slip import SlipReceipt
from openfelt.floor.money.order import DispenseOrder, HostOrder, PrintOrder, RestOrder
from openfelt.floor.money.payout import HOUSE, PrinterReceipt
from openfelt.floor.money.ticket import RedeemTicket, TicketIssued
from openfelt.floor.money.ticket_host import ClaimTicket, SetTicketHost
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.rounds.round import RoundSettled, RoundVoided
from openfelt.floor.state import Order, State
from openfelt.floor.whole import named
from openfelt.journal.errors import JournalFault
from openfelt.journal.memory import MemoryStore
from openfelt.journal.row import GENESIS, Row
from openfelt.rehearsal.crowd import desk_act, office_act, player_act, task_act
from openfelt.rehearsal.disputes import dispute_act
from openfelt.rehearsal.faults import Fault, FaultyJournal
from openfelt.rehearsal.house_systems import HOST, RehearsedHost
from openfelt.rehearsal.kiosks import collecting_act, kiosk_act
from openfelt.rehearsal.plan import PITS, SIGNS, closed, is_open, player, wanting
from openfelt.rehearsal.promises import Promises, Violated
from openfelt.rehearsal.relief import Reliefs
from openfelt.rehearsal.sealed_shoes import SealedShoes
from openfelt.rehearsal.station import Station, count_granted
from openfelt.rehearsal.supervisors import opened_again, table_act
from openfelt.rehearsal.way import SECOND_CASHIER, STAFF

STREAMS = (HOUSE, *PITS)
EPOCH_US = 1_767_225_600_000_000
DAY_ENDS_US = 30 * 60 * 1_000_000
REPLAY_EVERY = 1_000


class Judge(Protocol):
    """Whoever checks the rows; the auditor in earnest."""

    def take(self, row: Row) -> None:
        """Take a durable row, and raise if it cannot be right."""
        ...


@dataclass(slots=True)
class Report:
    """What a run did and met; commands are counted by name, as sent and as granted."""

    seed: int
    rounds: int = 0
    steps: int = 0
    rows: int = 0
    crashes: int = 0
    met: Counter[Fault] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    granted: Counter[str] = field(default_factory=Counter)

    def missing(self) -> list[Fault]:
        """Return the kinds of fault that did not happen."""
        return [fault for fault in Fault if not self.met[fault]]


class Rehearsal:
    """Plays until so many rounds are settled or void; a demo floor deals from sealed shoes."""

    def __init__(
        self, seed: int, rounds: int, judge: Judge, *, demo: bool = False, hosted: bool = False
    ) -> None:
        self.report = Report(seed)
        self._demo = demo
        self._rounds = rounds
        self._judge = judge
        self._chance = Random(seed)  # noqa: S311 - a rehearsal must be repeatable
        self._shoes = SealedShoes(self._chance)
        self._store = MemoryStore()
        self._now = EPOCH_US
        self._stations: dict[str, Station] = {}
        self._orders: list[tuple[str, str, Order]] = []
        self._tickets: list[str] = []
        self._delayed: list[tuple[Station, Request]] = []
        self._promises = Promises()
        self._reliefs = Reliefs(self._chance)
        self._host = RehearsedHost(self._chance, self.report.met) if hosted else None

    async def run(self, progress: Callable[[Report], None] | None = None) -> Report:
        """Set the floor up and let everything happen."""
        await self._start()
        try:
            await self._play(progress)
        finally:
            await self._stop()
        return self.report

    async def _play(self, progress: Callable[[Report], None] | None) -> None:
        await self._set_up()
        while self.report.rounds < self._rounds:
            self.report.steps += 1
            await self._survive(self._step)
            self._promises.check()
            if self.report.steps % REPLAY_EVERY == 0:
                await self._survive(self._check_replay)
                if progress:
                    progress(self.report)
        await self._survive(self._check_replay)
        self._journal.rate = 0.0
        await self._check_replay()

    async def _survive(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something; what was pending may meet a fault of the disk meanwhile."""
        try:
            await act()
        except JournalFault:
            await self._crash()

    async def _start(self) -> None:
        self._journal = FaultyJournal(
            self._store, self._chance, self.report.met, self._watch, self._meanwhile
        )
        self._engine = Engine(
            self._journal, lambda: self._now, self._ordered, on_event=self._published
        )
        await self._engine.start(STREAMS, "rehearsal")
        self._running = asyncio.create_task(self._engine.run())
        await self._engine.idle()
        self._journal.rate = 0.004

    async def _stop(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        await self._journal.close()

    async def _crash(self) -> None:
        """Lose the process, find the database gone perhaps, and start again."""
        self.report.crashes += 1
        await self._stop()
        self._orders.clear()
        if self._chance.random() < 0.2:
            self.report.met[Fault.DATABASE_GONE] += 1
            self._now += self._chance.randrange(60_000_000)
        await self._start()
        self._check_acknowledged()
        for station in self._stations.values():
            waiting = list(station.unanswered.values())
            self._chance.shuffle(waiting)
            for request in waiting:
                self.report.met[Fault.COMMAND_RESENT] += 1
                station.send(self._engine, request)

    def _meanwhile(self) -> None:
        """Let somebody touch his layout while the disk is at work, now and then."""
        if self._chance.random() < 0.1:
            self._touch(self._engine.stream(self._chance.choice(PITS)).state)

    def _touch(self, pit: State) -> None:
        who, act = player_act(self._chance, pit, player(self._chance, pit), self._tickets)
        self._send(who, pit.stream, act)

    def _watch(self, row: Row) -> None:
        self.report.rows += 1
        self._judge.take(row)
        self._promises.take(row)

    def _ordered(self, stream: str, name: str, order: Order) -> None:
        self._orders.append((stream, name, order))

    def _published(self, stream: str, event: Event) -> None:  # noqa: ARG002
        match event:
            case RoundSettled() | RoundVoided():
                self.report.rounds += 1
            case TicketIssued(number=number):
                self._tickets.append(number)
                del self._tickets[:-30]
            case _:
                pass

    def _station(self, name: str) -> Station:
        known = self._stations.get(name)
        if known is None:
            known = self._stations[name] = Station(name, self._promises, self.report.granted)
        return known

    def _send(self, name: str, stream: str, command: Command) -> None:
        station = self._station(name)
        request = station.request(stream, self._reliefs.instead(command, self._now))
        self.report.sent[type(command).__name__] += 1
        if any(
            name in self._store.archive
            for name in named(self._engine.stream(stream).state, command)
        ):
            self.report.met[Fault.ENDED_NAMED] += 1
        if self._chance.random() < 0.02:
            self.report.met[Fault.COMMAND_DELAYED] += 1
            self._delayed.append((station, request))
            return
        station.send(self._engine, request)
        if self._chance.random() < 0.04 and station.answered:
            self.report.met[Fault.COMMAND_REPEATED] += 1
            station.send(self._engine, self._again(station, stream))

    def _again(self, station: Station, stream: str) -> Request:
        """Choose what is asked again, often what the floor has just forgotten or is about to."""
        edge = self._promises.old_numbers(stream, station.name)
        old = [station.answered[number][0] for number in edge if number in station.answered]
        if old and self._chance.random() < 0.5:
            return self._chance.choice(old)
        request, _ = self._chance.choice(list(station.answered.values()))
        return request

    async def _set_up(self) -> None:
        self._journal.rate = 0.0
        if self._demo:
            for stream in STREAMS:
                self._send_now(stream, DeclareDemo())
        self._send_now(HOUSE, OpenHouse(PITS, EPOCH_US + DAY_ENDS_US))
        self._send_now(HOUSE, SetDeskRules(5, 20_000, 0))
        self._send_now(
            HOUSE, InstallKiosk("K1", (5_000, 2_000, 500, 5), 100_000, 2_000, prints=True)
        )
        if self._host is not None:
            self._send_now(HOUSE, SetTicketHost(used=True))
        for role, person in STAFF.items():
            self._send_now(HOUSE, GrantRole(person, role, "", 0, 0))
        self._send_now(HOUSE, GrantRole(SECOND_CASHIER, "cashier", "", 0, 0))
        await self._engine.idle()
        for pit in PITS:
            self._keep_open(self._engine.stream(pit).state)
            await self._engine.idle()
            self._keep_open(self._engine.stream(pit).state)
        await self._engine.idle()
        self._journal.rate = 0.004

    def _keep_open(self, pit: State) -> None:
        for command in wanting(pit):
            self._send_now(pit.stream, command)

    def _send_now(self, stream: str, command: Command) -> None:
        station = self._station("config")
        self.report.sent[type(command).__name__] += 1
        station.send(self._engine, station.request(stream, command))

    async def _step(self) -> None:
        draw = self._chance.random()
        pit = self._engine.stream(self._chance.choice(PITS)).state
        if draw < 0.40:
            self._touch(pit)
        elif draw < 0.80:
            self._move_table(pit)
        elif draw < 0.90:
            self._pass_time()
        elif draw < 0.96:
            self._at_the_desk()
        elif draw < 0.98:
            self._see_to_things(pit)
        self._answer_orders()
        if self._host is not None:
            self._at_the_host(self._host)
        self._send_delayed()
        if self._chance.random() < 0.004:
            await self._kill()
        elif self._chance.random() < 0.7:
            await self._engine.idle()

    def _pass_time(self) -> None:
        """Let a moment pass, some seconds, or all until the next thing is due."""
        due = self._engine.next_due()
        until_due = max(0, due - self._now) if due else 0
        until_relief_ends = self._reliefs.until_next_end(self._now)
        spans = (1_000, 2_000_000, until_due, until_due, until_relief_ends)
        self._now += self._chance.choice(spans)
        self._engine.tick()

    def _move_table(self, pit: State) -> None:
        tables = list(filter(is_open, pit.tables.values()))
        if len(tables) < len(SIGNS[pit.stream]):
            again = closed(pit)
            if again and self._chance.random() < 0.5:
                who, reopens = opened_again(pit, self._chance.choice(again))
                self._send(who, pit.stream, reopens)
            else:
                self._keep_open(pit)
            return
        moved = table_act(self._chance, pit, self._chance.choice(tables))
        if moved:
            who, command = moved
            if "Cocked" in type(command).__name__:
                self.report.met[Fault.DICE_COCKED] += 1
            self._send(who, pit.stream, command)

    def _at_the_desk(self) -> None:
        house = self._engine.stream(HOUSE).state
        places = 1
        if self._chance.random() < 0.3:
            places = 3
            self.report.met[Fault.TICKET_RACED] += 1
        if self._chance.random() < 0.7:
            self._send("kiosk", HOUSE, kiosk_act(self._chance, house, self._tickets))
        collected = collecting_act(self._chance, house)
        if collected is not None and self._chance.random() < 0.3:
            self._send("collector", HOUSE, collected)
        command = desk_act(self._chance, house, self._tickets, self._now)
        if command is not None:
            for place in range(places):
                self._send(f"desk{place}", HOUSE, command)
        if self._host is not None and isinstance(command, RedeemTicket):
            self._send("desk0", HOUSE, ClaimTicket(command.number, command.person))

    def _at_the_host(self, host: RehearsedHost) -> None:
        """Ask it again what it has not answered, hear what it says, and see what it gave away."""
        house = self._engine.stream(HOUSE).state
        if self._chance.random() < 0.1:
            wanted = [(HOUSE, name, one) for name, one in house.orders.items()]
            self._orders.extend(one for one in wanted if isinstance(one[2], HostOrder))
        if self._chance.random() < 0.05:
            self._tell(host.other_machines(self._tickets))
        self._tell(host.says())

    def _tell(self, command: Command | None) -> None:
        """Have the ticketing host say something."""
        if command is None:
            return
        self.report.sent[type(command).__name__] += 1
        future = self._engine.submit(Request(HOUSE, command, HOST))
        future.add_done_callback(lambda done: count_granted(self.report.granted, command, done))

    def _see_to_things(self, pit: State) -> None:
        """Let tasks be done, the roster change, and a table that was just opened get terminals."""
        house = self._engine.stream(HOUSE).state
        stream = self._chance.choice((house, pit))
        done = task_act(self._chance, stream)
        if done:
            who, command = done
            self._send(who, stream.stream, command)
        disputed = dispute_act(self._chance, pit) if self._chance.random() < 0.2 else None
        if disputed:
            self._send(disputed[0], pit.stream, disputed[1])
        if self._chance.random() < 0.1:
            self._send("office", HOUSE, office_act(self._chance, house))
        if self._chance.random() < 0.3:
            self._send("office", HOUSE, self._reliefs.granted(self._now))
        self._keep_open(pit)

    def _answer_orders(self) -> None:
        """Let printers print, fail, keep silent or say it twice, and sealed shoes be dealt."""
        orders, self._orders = self._orders, []
        for stream, name, order in orders:
            if isinstance(order, HostOrder):
                assert self._host is not None
                self._host.obey(name, order)
                continue
            draw = self._chance.random()
            if isinstance(order, DispenseOrder):
                self._dispense(stream, name, order, draw)
                continue
            if isinstance(order, RestOrder):
                if draw > 0.1:
                    self._send(order.device, stream, SlipReceipt(name, draw > 0.2, order.at))
                continue
            if not isinstance(order, PrintOrder):
                self._answer_shoe(stream, name, order, draw)
                continue
            if draw < 0.05:
                self.report.met[Fault.RECEIPT_LOST] += 1
                continue
            if self._chance.random() < 0.5:
                self._orders.append((stream, name, order))  # It prints slowly.
                continue
            if draw < 0.12:
                self.report.met[Fault.PRINTER_FAULT] += 1
            self._print(stream, order.device, PrinterReceipt(name, draw >= 0.12, order.at))
            if draw > 0.9:
                self.report.met[Fault.RECEIPT_REPEATED] += 1
                self._print(
                    stream, order.device, PrinterReceipt(name, printed=True, terminal=order.at)
                )

    def _dispense(self, stream: str, name: str, order: DispenseOrder, draw: float) -> None:
        """Let a dispenser give all or a part, say it late, twice or never."""
        if draw < 0.1:
            self.report.met[Fault.RECEIPT_LOST] += 1
            return
        if draw < 0.5:
            self._orders.append((stream, name, order))
            return
        jams = draw < 0.6
        given = tuple(many // 2 for many in order.pieces) if jams else order.pieces
        self.report.met[Fault.DISPENSER_JAMMED] += jams
        said = DispenserReceipt(name, given, jams, order.at)
        self._send(order.device, stream, said)
        if draw > 0.9:
            self.report.met[Fault.RECEIPT_REPEATED] += 1
            self._send(order.device, stream, said)

    def _print(self, stream: str, device: str, receipt: PrinterReceipt) -> None:
        self.report.sent["PrinterReceipt"] += 1
        future = self._engine.submit(Request(stream, receipt, device))
        future.add_done_callback(lambda done: count_granted(self.report.granted, receipt, done))

    def _answer_shoe(self, stream: str, name: str, order: Order, draw: float) -> None:
        if draw < 0.01:
            self.report.met[Fault.RECEIPT_LOST] += 1
            return
        pit = self._engine.stream(stream).state
        for report in self._shoes.obey(pit, name, order):
            self._send(order.device, stream, report)

    def _send_delayed(self) -> None:
        if self._delayed and self._chance.random() < 0.2:
            station, request = self._delayed.pop(0)
            station.send(self._engine, request)

    async def _kill(self) -> None:
        pending = self._engine.is_pending
        self.report.met[Fault.KILLED_PENDING if pending else Fault.KILLED_IDLE] += 1
        if not pending:
            await self._check_replay()
        await self._crash()

    def _check_acknowledged(self) -> None:
        """Every command that was acknowledged is in the journal, and in it once."""
        found: Counter[tuple[str, int]] = Counter()
        for rows in self._store.rows.values():
            last: tuple[str, int] | None = None
            for row in rows[-20_000:]:
                key = (row.client.partition(" ")[0], row.number)
                if row.client and not row.client.startswith("stream ") and key != last:
                    found[key] += 1
                last = key
        for station in self._stations.values():
            for number, (_, reply) in station.answered.items():
                times = found[station.name, number]
                if reply.events and times != 1:
                    raise Violated(f"{station.name} was told ok for {number}: {times} times there")

    async def _check_replay(self) -> None:
        """Fold the whole journal afresh; it must give the state the engine has."""
        await self._engine.idle()
        for name in STREAMS:
            fresh = Stream(name, GENESIS)
            for row in self._store.rows[name]:
                fresh.fold(row)
            live = self._engine.stream(name)
            if msgspec.json.encode(fresh.state) != msgspec.json.encode(live.state):
                raise Violated(f"the replay of {name} differs from its state")
        self._promises.check_held(self._engine.stream(HOUSE).state)
        if self._host is not None:
            self._host.check(self._engine.stream(HOUSE).state)
