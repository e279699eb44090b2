r"""A casino's ticketing host, as the floor meets it: a process of its own, with a book on disk.

    openfelt station enrol --folder DATA tickets@house   gives CODE
    python examples/ticket_host.py --folder host --code CODE \
        --url http://127.0.0.1:8081/s/tickets@house/

It speaks the protocol of docs/ticket-host.md: orders come over the feed, it does each once, writes
it down, and answers.  Lines on its input are what other machines of the house do:
`print NUMBER CENTS` and `pay NUMBER`.  With `--faults SEED` it is a bad line: answers are lost,
said twice, late and out of order.  What it has done it has done.
"""

import argparse
import asyncio
import json
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from openfelt.devices.ticket_host import HostBook

AGAIN_S = 0.2
UNANSWERED_MAX = 8


class Line:
    """A connection to the floor, and what goes wrong on it."""

    def __init__(self, socket: ClientWebSocketResponse, chance: Random | None) -> None:
        self._socket = socket
        self._chance = chance
        self._number = 0
        # The floor takes so many reports before it has answered the first of them.
        self._room = asyncio.Semaphore(UNANSWERED_MAX)

    async def report(self, command: dict[str, Any]) -> None:
        """Send a report; on a bad line never, twice, or late and so behind another."""
        if self._chance is not None:
            draw = self._chance.random()
            if draw < 0.1:
                return
            if draw < 0.3:
                await self._send(command)
            if draw > 0.6:
                await asyncio.sleep(self._chance.uniform(0, 0.3))
        await self._send(command)

    async def _send(self, command: dict[str, Any]) -> None:
        await self._room.acquire()
        self._number += 1
        frame = {"type": "command", "number": self._number, "command": command}
        with suppress(ClientError, ConnectionError):
            await self._socket.send_str(json.dumps(frame))

    def answered(self) -> None:
        """There is room for one more."""
        self._room.release()


class TicketHost:
    """See the module."""

    def __init__(self, url: str, folder: Path, chance: Random | None) -> None:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        self._url = url
        self._origin = url.split("/s/")[0]
        self._key_file = folder / "key"
        self._chance = chance
        self._line: Line | None = None
        self._work: set[asyncio.Task[None]] = set()
        self.book = HostBook(folder / "book.jsonl")

    async def enrol(self, http: ClientSession, code: str) -> None:
        """Get the key of this station for its code, once; it is kept for the next start."""
        where, body = f"{self._url}api/enrol", {"code": code}
        async with http.post(where, json=body, headers=self._from) as answer:
            answer.raise_for_status()
            name, key = next((one.key, one.value) for one in answer.cookies.values())
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(self._key_file, flags, 0o600), "w") as file:
            file.write(f"{name}={key}")

    @property
    def _from(self) -> dict[str, str]:
        key = {"Cookie": self._key_file.read_text()} if self._key_file.exists() else {}
        return {"Origin": self._origin, **key}

    async def run(self) -> None:
        """Come back whenever the floor has gone."""
        while True:
            with suppress(ClientError, OSError, TimeoutError):
                async with ClientSession() as http:
                    await self._talk(http)
            await asyncio.sleep(AGAIN_S)

    async def _talk(self, http: ClientSession) -> None:
        async with http.post(f"{self._url}api/token", json={}, headers=self._from) as answer:
            answer.raise_for_status()
            token = await answer.json()
        async with http.ws_connect(token["feed"], origin=self._origin) as socket:
            hello = {"type": "hello", "token": token["token"], "boot": secrets.token_hex(8)}
            await socket.send_str(json.dumps(hello))
            self._line = Line(socket, self._chance)
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._take(json.loads(message.data), self._line)

    def _take(self, frame: dict[str, Any], line: Line) -> None:
        """Do an order once, and say what was done each time it is asked."""
        if frame["type"] in ("ack", "refusal"):
            line.answered()
        if frame["type"] != "order":
            return
        order, wanted = frame["order"], frame["wanted"]
        said = self.book.do(order, wanted["want"], wanted["number"], wanted["amount"])
        answer = {"type": "AnswerAsHost", "order": order, "said": said.said, "amount": said.amount}
        self._later(line.report(answer))

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def other_machine(self, words: list[str]) -> str:
        """Do what another machine of the house does, and say what came of it."""
        match words:
            case ["print", number, cents]:
                self.book.print_ticket(number, int(cents))
                return "printed"
            case ["pay", number]:
                paid = self.book.give(number)
                if paid and self._line is not None:
                    told = {"type": "ReportPaidElsewhere", "number": number}
                    self._later(self._line.report(told))
                return "paid" if paid else "not paid"
            case ["state", number]:
                known = self.book.tickets.get(number)
                return known.stand if known else "unknown"
            case _:
                return "print NUMBER CENTS, pay NUMBER or state NUMBER"


async def _hear(host: TicketHost) -> None:
    """Read what other machines do, line by line."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        print(host.other_machine(line.decode().split()), flush=True)
    await asyncio.Event().wait()  # Nobody speaks for other machines any more.


async def main() -> None:
    """Run until stopped."""
    parser = argparse.ArgumentParser(description="A casino's ticketing host to try a floor with.")
    parser.add_argument(
        "--url", required=True, help="where the station is: http://…/s/tickets@house/"
    )
    parser.add_argument("--folder", required=True, type=Path, help="where its book is kept")
    parser.add_argument("--code", default="", help="the one-time code, at the first start")
    parser.add_argument("--faults", type=int, default=None, help="the seed of a bad line")
    asked = parser.parse_args()
    chance = None if asked.faults is None else Random(asked.faults)
    host = TicketHost(asked.url, asked.folder, chance)
    if asked.code:
        async with ClientSession() as http:
            await host.enrol(http, asked.code)
    print("open", flush=True)
    await asyncio.gather(host.run(), _hear(host))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
