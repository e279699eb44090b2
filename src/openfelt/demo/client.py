"""A robot as a client of the floor: it numbers its commands since its boot, like any station."""

import asyncio
import secrets
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.engine.engine import Engine
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Command

BUSY_S: Final = 0.2


class RobotClient:
    """Sends commands one at a time; what the floor was too busy for is sent again."""

    def __init__(self, engine: Engine, stream: str, station: str, actor: str = "") -> None:
        self._engine = engine
        self._stream = stream
        self._actor = actor or station
        self._client = Client(station, secrets.token_hex(8))
        self._number = 0

    async def ask(self, command: Command) -> Reply:
        """Send a command and wait for its answer."""
        self._number += 1
        request = Request(self._stream, command, self._actor, self._client, self._number)
        while True:
            reply = await self._engine.submit(request)
            if reply.refused is None or reply.refused.code is not Refusal.BUSY:
                return reply
            await asyncio.sleep(BUSY_S)
