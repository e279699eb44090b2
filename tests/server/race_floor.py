"""A floor at which one ticket is presented a hundred times at once, wherever tickets are taken.

    race_floor.py FLOOR.TOML

Started and killed like `kill_floor.py`; each line in is the number of a ticket.  One that begins
with 01 is ours, and printed first.  A line out says that it was paid.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from kill_floor import main, say

from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PresentTicket, PrinterReceipt
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.money.ticket_host import ClaimTicket
from openfelt.floor.state import State
from openfelt.server.feed import floor_feed
from openfelt.server.floor_server import FloorServer

PITS = ("one", "two")
PRESENTED = 100
AMOUNT = 2_000
LOOK_S = 0.05
# Answers are lost on purpose: nobody waits long for the next time it is asked.
floor_feed.ASK_AGAIN_S = 0.2  # type: ignore[misc]


async def _do(server: FloorServer, stream: str, actor: str, command: Command) -> None:
    await server.engine.submit(Request(stream, command, actor))


async def _state_of(server: FloorServer, number: str) -> str:
    def look(house: State) -> str:
        ticket = house.tickets.get(number)
        return ticket.state if ticket else "unknown"

    return await server.engine.view(HOUSE, look)


async def _issue(server: FloorServer, number: str) -> None:
    """Print a ticket of ours, unless that was done before a kill."""
    at = f"{PITS[0]}-T1"
    while await _state_of(server, number) in ("unknown", "printing"):
        order = f"print:{number}"
        receipt = PrinterReceipt(order, printed=True, terminal=at)
        if order in server.engine.stream(PITS[0]).state.orders:
            await _do(server, PITS[0], f"printer@{at}", receipt)
        elif await _state_of(server, number) == "unknown":
            await _do(server, PITS[0], f"acceptor@{at}", InsertNote(at, AMOUNT, number))
            await _do(server, PITS[0], at, CashOut(at, number))
        await asyncio.sleep(0.01)


async def _present(server: FloorServer, chance: Random, number: str) -> None:
    """Present it at a desk, a kiosk, or a terminal of either pit."""
    place = chance.randrange(4)
    if place < 2:
        person = ("casey", "")[place]
        actor = f"staff:{person}" if person else "kiosk"
        await _do(server, HOUSE, actor, ClaimTicket(number, person))
        await asyncio.sleep(chance.uniform(0, 0.05))
        await _do(server, HOUSE, actor, RedeemTicket(number, person))
        return
    pit = PITS[place - 2]
    terminal = f"{pit}-T{chance.randint(1, 3)}"
    await _do(server, pit, f"reader@{terminal}", PresentTicket(terminal, number))


async def presenters(server: FloorServer, number: str) -> None:
    """Present it everywhere until it is paid, and say so."""
    chance = Random()
    if number.startswith("01"):
        await _issue(server, number)
    while await _state_of(server, number) != "redeemed":
        await asyncio.gather(*(_later(server, chance, number) for _ in range(PRESENTED)))
        await asyncio.sleep(LOOK_S)
    say({"paid": number})
    await asyncio.Event().wait()


async def _later(server: FloorServer, chance: Random, number: str) -> None:
    await asyncio.sleep(chance.uniform(0, 0.1))
    await _present(server, chance, number)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(Path(sys.argv[1]), presenters)
