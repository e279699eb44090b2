"""Robots at a cash desk of their own: one pays, the other is there where the house wants two."""

import asyncio
from typing import Final, NamedTuple

import msgspec

from openfelt.demo.client import RobotClient
from openfelt.engine.engine import Engine
from openfelt.floor.money.drawer import FillDrawer, OpenDrawer
from openfelt.floor.money.kiosk import LoadCassette, OpenKiosk
from openfelt.floor.money.paying import PLAIN, Terms
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import PayHandPay, RedeemTicket
from openfelt.floor.state import State

CASHIER: Final = "robot-cashier"
OTHER: Final = "robot-cashier-2"
FLOAT: Final = 2_000_000
# Pieces in each cassette of a kiosk.
LOAD: Final = 400
# Every robot has its papers with it.
_TERMS: Final = Terms(identity="photo_card")


class _Seen(NamedTuple):
    """Whether the house keeps drawers, whether ours is open, and what it lacks for a ticket."""

    keeps_drawers: bool
    is_open: bool
    lacks: int


class Cashier:
    """Pays the tickets that robots bring, one after the other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._client = RobotClient(engine, HOUSE, "robot-desk", CASHIER)
        self._queue = asyncio.Lock()

    async def tend(self, kiosk: str) -> None:
        """Load and open a kiosk that nobody has opened yet; one with a fault is left to people."""
        known = await self._engine.view(HOUSE, lambda state: state.kiosks[kiosk])
        if known.is_open or known.fault or known.holds:
            return
        for place in range(1, len(known.values) + 1):
            await self._client.ask(LoadCassette(kiosk, place, LOAD, CASHIER, OTHER))
        await self._client.ask(OpenKiosk(kiosk, CASHIER))

    async def pay_rest(self, voucher: str) -> None:
        """Pay what a kiosk could not give."""
        async with self._queue:
            signed = msgspec.structs.replace(_TERMS, signed=True)
            await self._client.ask(PayHandPay(voucher, CASHIER, OTHER, signed))

    async def pay(self, number: str) -> None:
        """Pay a ticket, with a drawer that has enough in it where the house keeps drawers."""
        async with self._queue:
            seen = await self._engine.view(HOUSE, lambda state: self._look(state, number))
            if not seen.keeps_drawers:
                await self._client.ask(RedeemTicket(number, CASHIER, "", PLAIN))
                return
            if not seen.is_open:
                await self._client.ask(OpenDrawer(0, CASHIER))
            if seen.lacks:
                await self._client.ask(FillDrawer(seen.lacks, CASHIER, OTHER))
            await self._client.ask(RedeemTicket(number, CASHIER, OTHER, _TERMS))

    def _look(self, state: State, number: str) -> _Seen:
        drawer, ticket = state.drawers.get(CASHIER), state.tickets.get(number)
        is_open = drawer is not None and drawer.is_open
        holds = drawer.holds if drawer is not None and is_open else 0
        wanted = ticket.amount if ticket is not None else 0
        # Whole floats, so that coins make it up.
        lacks = -(-max(0, wanted + FLOAT // 2 - holds) // FLOAT) * FLOAT
        return _Seen(state.desk is not None, is_open, lacks)
