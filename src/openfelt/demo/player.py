"""A robot at a player terminal: it bets, loses patience, cashes out and comes back."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from openfelt.demo import craps
from openfelt.demo.bell import Bells
from openfelt.demo.client import RobotClient
from openfelt.demo.pace import Pace
from openfelt.devices import chance as device_chance
from openfelt.devices.acceptor import NoteStuck
from openfelt.engine.engine import Engine
from openfelt.floor.demo import DEMO_SYSTEM
from openfelt.floor.money.payout import CashOut, CashOutRequested
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.state import State, Table
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.wager import ConfirmWagers, DoubleLayout, RepeatLayout, StageWager
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import CreditIn, Pairs
from openfelt.rulebooks.tickets import TicketKind, kind_of
from openfelt.stations.player import last_of
from openfelt.stations.standing import caps_of

# What each kind of player likes, the favourite first; who plays craps has a way of his own.
LIKES: Final[dict[str, tuple[str, ...]]] = {
    "craps": (),
    "baccarat": ("banker", "player", "banker", "player", "tie", "player_pair", "banker_pair"),
    "roulette": (
        *("red", "black", "straight:17", "split:17-20", "dozen:2", "row:1", "corner:25-26-28-29"),
        *("straight:0", "street:1-2-3", "six_line:31-36", "even", "high", "tier", "neighbours2:8"),
    ),
    "sic bo": ("small", "big", "small", "big", "total:9", "total:12", "number:4", "combo:1-2"),
}
# What a pair leans on where it may not lie alone.
MAIN: Final = ("banker", "player")
_CHIPS: Final = (1, 1, 1, 2, 2, 5, 10, 20)
_NOTES: Final = (2_000, 5_000, 10_000)
_NOTE_S: Final = 3.0


class Seen(NamedTuple):
    """What a player sees of his table and his meters."""

    phase: str
    round: int
    suspended: bool
    shoots: bool
    credit: int
    staked: int
    minimum: int
    paying_out: bool
    closed: bool
    at_craps: craps.Seen | None = None


# Whether a person has opened the page of a terminal.
IsTaken = Callable[[str], bool]


class Hands(NamedTuple):
    """What a player does with his hands: put a note or a ticket in, or bring one to be paid."""

    feed_note: Callable[[str, int], None]
    feed_ticket: Callable[[str, str], None]
    to_the_desk: Callable[[str], Awaitable[None]]
    to_the_kiosk: Callable[[str], Awaitable[None]]


class Player:
    """One robot, at one table of one terminal."""

    def __init__(
        self,
        engine: Engine,
        pit: str,
        terminal: str,
        table: str,
        variant: str,
        *,
        bells: Bells,
        hands: Hands,
        is_taken: IsTaken,
        pace: Pace,
        seed: int,
    ) -> None:
        self._engine = engine
        self._pit, self._terminal, self._table = pit, terminal, table
        book = VARIANTS[variant]
        self._likes = LIKES[book.game.name]
        self._confirms = book.policy.confirm_step
        self._leans = book.policy.pairs is Pairs.WITH_A_MAIN_WAGER
        self._desk_only = kind_of(book.book) is TicketKind.CASH_DESK
        self._tickets_in = CreditIn.TICKET in book.policy.credit_in
        self._bells, self._hands, self._pace = bells, hands, pace
        self._is_taken = is_taken
        self._chance = Random(seed)  # noqa: S311 - what a robot likes is no outcome
        self._client = RobotClient(engine, pit, terminal)
        self._way = self._chance.choice(craps.WAYS) if book.game.wagers_stand else None
        self._played = 0

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            bell = self._bells.take(self._table)
            seen = await self._engine.view(self._pit, self._look)
            if not await self._act(seen):
                await bell.wait()

    def _look(self, state: State) -> Seen:
        table, terminal = state.tables[self._table], state.terminals[self._terminal]
        return Seen(
            table.phase,
            table.round,
            bool(table.suspended),
            procedure_of(state, table).shown(table).shooter == self._terminal,
            terminal.credit,
            layout.staked(state, self._terminal),
            table.limits.minimum,
            bool(terminal.paying_out or terminal.asked),
            table.phase == "closed_table" or terminal.out_of_service or terminal.excluded,
            self._craps(state, table) if self._way else None,
        )

    def _craps(self, state: State, table: Table) -> craps.Seen:
        spots = layout.of(table, self._terminal).values()
        _, last = last_of(table, self._terminal)
        return craps.Seen(
            procedure_of(state, table).shown(table).point,
            {code_of(spot.bet): spot.amount for spot in spots},
            [(cap.bet, cap.room) for cap in caps_of(state, table, self._terminal) if cap.room],
            {paid.bet: paid.amount for paid in last if not paid.returned},
            table.limits.minimum,
        )

    async def _act(self, seen: Seen) -> bool:
        """Do one thing; say whether there may be more to do at once.

        Who opens a robot's terminal has its seat until he closes the page.
        """
        if seen.closed or seen.suspended or seen.paying_out or self._is_taken(self._terminal):
            return False
        if seen.phase == "awaiting_shoot" and seen.shoots:
            await self._pace.pause(self._chance, 1, 12)  # Slower than ten seconds, now and then.
            await self._client.ask(Shoot(self._terminal, self._table))
            return False
        if seen.phase != "wagering" or seen.round == self._played:
            return False
        self._played = seen.round
        await self._pace.pause(self._chance, 0.5, 8)
        await self._take_part(seen)
        return True

    async def _take_part(self, seen: Seen) -> None:
        mood = self._chance.random()
        rich = seen.credit > 40 * seen.minimum + 20_000
        if not seen.staked and seen.credit and (mood < 0.04 or (rich and mood < 0.2)):
            await self._leave()
        elif seen.credit < 4 * seen.minimum:
            await self._buy_in()
        elif mood < 0.9:
            await self._bet(seen)

    async def _buy_in(self) -> None:
        """Put notes in; a note that sticks is reported as a player would."""
        for _ in range(self._chance.randint(1, 3)):
            credited = self._bells.take(self._terminal)
            try:
                self._hands.feed_note(self._terminal, self._chance.choice(_NOTES))
            except NoteStuck:
                await self._client.ask(CallAttendant(self._terminal))
            with suppress(TimeoutError):  # A note that is handed back rings no bell.
                await asyncio.wait_for(credited.wait(), _NOTE_S)
            await self._pace.pause(self._chance, 0.6, 1.5)
        self._played = 0

    async def _bet(self, seen: Seen) -> None:
        where = (self._terminal, self._table, seen.round)
        if self._way and seen.at_craps:
            for bet, amount in self._way(seen.at_craps, self._chance):
                await self._client.ask(StageWager(*where, bet, amount))
                await self._pace.pause(self._chance, 0.3, 1.0)
            return
        if self._chance.random() < 0.2:
            await self._client.ask(RepeatLayout(*where))
        for number in range(self._chance.choice((1, 1, 2, 3))):
            first = self._leans and not number
            bet, amount = self._chance.choice(MAIN if first else self._likes), self._stake(seen)
            await self._client.ask(StageWager(*where, bet, amount))
            await self._pace.pause(self._chance, 0.3, 1.5)
        if self._chance.random() < 0.06:
            await self._client.ask(DoubleLayout(*where))
        if self._confirms and self._chance.random() < 0.85:
            await self._client.ask(ConfirmWagers(*where))

    def _stake(self, seen: Seen) -> int:
        """Choose a handful of chips within a quarter of what is there."""
        most = max(1, seen.credit // (4 * seen.minimum))
        return seen.minimum * min(most, self._chance.choice(_CHIPS))

    async def _leave(self) -> None:
        """Take the ticket and go; come back with it later, or have it paid at kiosk or desk."""
        number = device_chance.validation_number(DEMO_SYSTEM)
        reply = await self._client.ask(CashOut(self._terminal, number))
        asked = [event for event in reply.events if isinstance(event, CashOutRequested)]
        if not asked:
            return
        await self._until_printed()
        await self._pace.pause(self._chance, 8, 40)
        if self._tickets_in and self._chance.random() < 0.5:
            self._hands.feed_ticket(self._terminal, asked[0].number)
        elif self._desk_only:
            await self._hands.to_the_desk(asked[0].number)
        else:
            await self._hands.to_the_kiosk(asked[0].number)

    async def _until_printed(self) -> None:
        while True:
            bell = self._bells.take(self._terminal)
            seen = await self._engine.view(self._pit, self._look)
            if not seen.paying_out:
                return
            await bell.wait()
