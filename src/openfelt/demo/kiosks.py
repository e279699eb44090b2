"""Where robots have tickets paid without a cashier: at the kiosks of the floor."""

import asyncio
from collections.abc import Sequence
from typing import Final

from openfelt.demo.cashier import Cashier
from openfelt.demo.client import RobotClient
from openfelt.engine.engine import Engine
from openfelt.floor.money.dispensing import PresentAtKiosk
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import RedeemTicket, TicketRedeemed, voucher_of
from openfelt.floor.state import State

# How often whoever waits looks into the slot, and how long he does.
LOOK_S: Final = 1.0
LOOKS_MOST: Final = 30


class Kiosks:
    """Robots queue at the first kiosk, and go to the desk with what it does not pay."""

    def __init__(self, engine: Engine, names: Sequence[str], desk: Cashier) -> None:
        self._engine, self._names, self._desk = engine, names, desk
        self._client = RobotClient(engine, HOUSE, "robots-at-kiosk", "kiosk")
        self._queue = asyncio.Lock()

    async def open(self) -> None:
        """Have every kiosk loaded before anybody comes."""
        for name in self._names:
            await self._desk.tend(name)

    async def pay(self, number: str) -> None:
        """Have a ticket paid; on a floor without kiosks that is nobody's cash."""
        if not self._names:
            await self._client.ask(RedeemTicket(number, ""))
            return
        async with self._queue:
            reply = await self._client.ask(PresentAtKiosk(self._names[0], number))
            if not any(isinstance(event, TicketRedeemed) for event in reply.events):
                await self._desk.pay(number)
                return
            await self._take(number)

    async def _take(self, number: str) -> None:
        """Wait for the cash, and have the desk pay what did not come."""
        for _ in range(LOOKS_MOST):
            if not await self._engine.view(HOUSE, self._is_paying):
                break
            await asyncio.sleep(LOOK_S)
        voucher = voucher_of(number)
        if await self._engine.view(HOUSE, lambda state: voucher in state.hand_pays):
            await self._desk.pay_rest(voucher)

    def _is_paying(self, state: State) -> bool:
        return state.kiosks[self._names[0]].paying is not None
