"""Devices as their makers would write them: from the page of the feed, sharing no code with us.

Each keeps what it did by the order that wanted it.  Asked again it does nothing, it says it again.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

Frame = dict[str, Any]
_boots = itertools.count(1)


class Broken(Exception):
    """The line went before the answer came: the answer is not known."""


class Device:
    """A line to the floor, opened anew as often as need be, each time under a boot of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.orders: dict[str, Frame] = {}
        self.said_bye = ""
        self._http = ClientSession(cookie_jar=CookieJar(unsafe=True))
        self._socket: ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Frame]] = {}
        self._news = asyncio.Event()

    # The line

    async def enrol(self, url: str, code: str) -> None:
        await self._post(url, "enrol", {"code": code})

    async def _post(self, url: str, path: str, body: object) -> Any:
        headers = {"Origin": url.split("/s/")[0]}
        async with self._http.post(f"{url}api/{path}", json=body, headers=headers) as answer:
            if answer.status != 200:
                raise Broken(await answer.text())
            return await answer.json()

    async def connect(self, url: str) -> None:
        """Open a line in place of the last; orders come by themselves."""
        await self.hang_up()
        token = await self._post(url, "token", {})
        origin = url.split("/s/")[0]
        self._socket = await self._http.ws_connect(token["feed"], origin=origin)
        self.orders, self.said_bye, self._number = {}, "", 0
        boot = f"{self.name}-{next(_boots)}"
        await self._send({"type": "hello", "token": token["token"], "boot": boot})
        self._reading = asyncio.create_task(self._read(self._socket))

    async def hang_up(self) -> None:
        """Go without a word, whatever has no answer."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def close(self) -> None:
        await self.hang_up()
        await self._http.close()

    async def _send(self, frame: Frame) -> None:
        if self._socket is None:
            raise Broken(self.name)
        try:
            await self._socket.send_str(json.dumps(frame))
        except (ClientError, ConnectionError) as error:
            raise Broken(self.name) from error

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        try:
            while (message := await socket.receive()).type is WSMsgType.TEXT:
                self._take(json.loads(message.data))
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(Broken(self.name))
            self._waiting.clear()
            self._socket = None
            self._news.set()
            await socket.close()

    def _take(self, frame: Frame) -> None:
        if frame["type"] == "order":
            self.orders.pop(frame["order"], None)
            self.orders[frame["order"]] = frame
        elif frame["type"] == "bye":
            self.said_bye = frame["why"]
        elif frame["type"] in ("ack", "refusal"):
            waiting = self._waiting.pop(frame["number"])
            if not waiting.done():
                waiting.set_result(frame)
        self._news.set()

    @property
    def is_connected(self) -> bool:
        return self._socket is not None

    # What is said

    async def begin(self, kind: str, **what: Any) -> asyncio.Future[Frame]:
        """Send a report, and do not wait for its answer."""
        self._number += 1
        answer = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._waiting[self._number] = answer
        command = {"type": kind, **what}
        await self._send({"type": "command", "number": self._number, "command": command})
        return answer

    async def report(self, kind: str, **what: Any) -> Frame:
        """Send a report and wait for its answer."""
        return await (await self.begin(kind, **what))

    async def until(self, found: Callable[[], bool]) -> None:
        """Wait until something is so; a line that has gone is an answer too."""
        while not found():
            if not self.is_connected:
                raise Broken(self.name)
            self._news.clear()
            await self._news.wait()

    async def wanted(self, *done: str) -> Frame:
        """Wait for an order other than these; the newest is meant."""
        await self.until(lambda: any(order not in done for order in self.orders))
        return [frame for order, frame in self.orders.items() if order not in done][-1]

    @property
    def order(self) -> str:
        """The newest order it has."""
        return list(self.orders)[-1]


class Shoe(Device):
    """Gives cards under the order it has, and counts them; `told` are those it gave, for ever."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.told: dict[tuple[str, int], str] = {}

    def next(self, order: str) -> int:
        """Return the place of the next card by its own count, or the floor's if it knows none."""
        own = max((nth for known, nth in self.told if known == order), default=0)
        return max(own, int(self.orders[order]["wanted"]["out"])) + 1

    async def card(self, face: str) -> Frame:
        """Draw a card and say it."""
        order = self.order
        nth = self.next(order)
        self.told[order, nth] = face
        return await self.say(order, nth)

    async def say(self, order: str, nth: int) -> Frame:
        """Say a card that was drawn, be it once more."""
        return await self.report("ReadCard", card=self.told[order, nth], order=order, nth=nth)
