"""A device's own line to a floor: enrolled once, and opened anew whenever it is cut."""

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, ClientWebSocketResponse, WSMsgType

Frame = dict[str, Any]
Report = Mapping[str, Any]
# What a device does for an order, and then reports.
Obey = Callable[[Frame], Awaitable[Report]]
# What it reports of itself, unasked.
Watch = Callable[[], AsyncIterator[Report]]
Say = Callable[[str], None]

_AGAIN_S: Final = 2.0
_TIMEOUT: Final = ClientTimeout(total=10)
_PING_S: Final = 10.0


class NotLetIn(Exception):
    """The floor does not take this device; the text says what to do."""


class Line:
    """One device at a floor: `url` is where the floor says the device is."""

    def __init__(self, url: str, key_file: Path, say: Say) -> None:
        self._url = url if url.endswith("/") else f"{url}/"
        self._origin = self._url.split("/s/")[0]
        self._key_file = key_file
        self._say = say
        self._done: dict[str, asyncio.Task[None]] = {}

    async def enrol(self, code: str) -> None:
        """Get a key for a code, and keep it where its owner alone reads it."""
        async with self._session() as session, self._post(session, "enrol", code=code) as answer:
            if answer.status != 200:
                raise NotLetIn(f"the code was not taken ({answer.status}): have another made")
            ((name, key),) = answer.cookies.items()
        self._key_file.parent.mkdir(0o700, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(self._key_file, flags, 0o600), "w") as file:
            file.write(f"{name}={key.value}")

    def _session(self) -> ClientSession:
        has = self._key_file.is_file()
        headers = {"Origin": self._origin}
        if has:
            headers["Cookie"] = self._key_file.read_text(encoding="ascii")
        return ClientSession(headers=headers, timeout=_TIMEOUT)

    def _post(self, session: ClientSession, what: str, **body: str) -> Any:
        return session.post(f"{self._url}api/{what}", json=body)

    async def run(self, obey: Obey, watch: Watch) -> None:
        """Obey for ever; a line that is cut is opened again."""
        while True:
            try:
                async with self._session() as session:
                    await self._serve(session, obey, watch)
            except (ClientError, OSError) as error:
                self._say(f"the line is down: {str(error) or type(error).__name__}")
            await asyncio.sleep(_AGAIN_S)

    async def _serve(self, session: ClientSession, obey: Obey, watch: Watch) -> None:
        async with self._post(session, "token") as answer:
            if answer.status == 401:
                raise NotLetIn("the floor knows no key of this device: enrol it with a code")
            answer.raise_for_status()
            token = await answer.json()
        async with session.ws_connect(token["feed"], heartbeat=_PING_S) as socket:
            voice = _Voice(socket)
            await voice.hello(token["token"])
            self._say("connected")
            async with contextlib.AsyncExitStack() as stack:
                stack.push_async_callback(self._hang_up)
                self._spawn("watch", self._watching(voice, watch))
                async for message in socket:
                    if message.type is not WSMsgType.TEXT:
                        break
                    self._take(voice, msgspec.json.decode(message.data), obey)

    def _take(self, voice: "_Voice", frame: Frame, obey: Obey) -> None:
        if frame["type"] == "order":
            self._spawn(frame["order"], self._obeying(voice, frame, obey))
        elif frame["type"] == "refusal":
            self._say(f"refused: {frame['code']} {frame.get('data') or ''}")
        elif frame["type"] == "bye":
            self._say(f"the floor hangs up: {frame['why']}")

    def _spawn(self, name: str, work: Any) -> None:
        """Begin something, unless it is under way already."""
        if name in self._done:
            work.close()
            return
        task = self._done[name] = asyncio.create_task(work)
        task.add_done_callback(lambda ended: self._ended(name, ended))

    def _ended(self, name: str, task: "asyncio.Task[None]") -> None:
        self._done.pop(name, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._say(f"{name}: {str(error) or type(error).__name__}")

    async def _hang_up(self) -> None:
        """Let what was begun for this line end: what it did is remembered."""
        tasks = list(self._done.values())
        watching = self._done.get("watch")
        if watching is not None:
            watching.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _obeying(self, voice: "_Voice", frame: Frame, obey: Obey) -> None:
        await voice.report(await obey(frame))

    async def _watching(self, voice: "_Voice", watch: Watch) -> None:
        async for report in watch():
            await voice.report(report)


class _Voice:
    """What the device says on a line: numbered, under a boot of its own."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def hello(self, token: str) -> None:
        boot = secrets.token_hex(8)
        await self._send({"type": "hello", "token": token, "boot": boot})

    async def report(self, command: Report) -> None:
        self._number += 1
        await self._send({"type": "command", "number": self._number, "command": command})

    async def _send(self, frame: Mapping[str, Any]) -> None:
        await self._socket.send_str(msgspec.json.encode(frame).decode())
