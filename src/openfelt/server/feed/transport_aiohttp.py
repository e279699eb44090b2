"""WebSockets by aiohttp: the second implementation, should picows ever fail us."""

import asyncio
from collections import deque

from aiohttp import WSMsgType, web

from openfelt.server.feed.transport import PING_AFTER_S, POLICY, Handler, MakeHandler, Socket


class _Wire:
    """Sends in a task of its own: the feed never waits for a reader."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._request = request
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closing = 0
        self._task = asyncio.create_task(self._send_all())

    def send(self, frame: bytes) -> None:
        if not self._closing and not self._socket.closed:
            self._waiting.append(frame)
            self._bytes += len(frame)
            self._wake.set()

    def close(self, code: int) -> None:
        self._closing = self._closing or code
        self._wake.set()

    def abort(self) -> None:
        self._closing = self._closing or POLICY
        self._task.cancel()
        if self._request.transport is not None:
            self._request.transport.abort()

    def pause(self) -> None:
        if self._request.transport is not None:
            self._request.transport.pause_reading()

    def resume(self) -> None:
        if self._request.transport is not None:
            self._request.transport.resume_reading()

    @property
    def is_closing(self) -> bool:
        return bool(self._closing)

    @property
    def unsent(self) -> int:
        return self._bytes

    async def _send_all(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    frame = self._waiting.popleft()
                    await self._socket.send_frame(frame, WSMsgType.TEXT)
                    self._bytes -= len(frame)
                if self._closing:
                    await self._socket.close(code=self._closing)
                    return
        except ConnectionError:
            self._closing = self._closing or POLICY

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def _serve(request: web.Request, handler: Handler, frame_max: int, wires: set[_Wire]) -> None:
    # The size is judged before a message is handed on; one byte more is too big.
    socket = web.WebSocketResponse(
        heartbeat=PING_AFTER_S, max_msg_size=frame_max + 1, compress=False, decode_text=False
    )
    await socket.prepare(request)
    wire = _Wire(socket, request)
    wires.add(wire)
    handler.opened(wire)
    try:
        async for message in socket:
            if wire.is_closing:
                continue
            if message.type is not WSMsgType.TEXT:
                wire.close(POLICY)
            else:
                handler.received(message.data)
    finally:
        wires.discard(wire)
        await wire.end()
        handler.closed()


class _Listening:
    def __init__(self, runner: web.AppRunner, site: web.TCPSite, wires: set[_Wire]) -> None:
        self._runner = runner
        self._site = site
        self._wires = wires

    @property
    def port(self) -> int:
        port: int = self._runner.addresses[0][1]
        return port

    async def close(self) -> None:
        if not self._runner.sites:
            return
        await self._site.stop()
        for wire in list(self._wires):
            wire.abort()
        await self._runner.cleanup()


async def listen(where: Socket, make: MakeHandler) -> _Listening:
    """Listen; see `transport.Listen`."""
    wires: set[_Wire] = set()

    async def accept(request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin", "") not in where.origins:
            raise web.HTTPForbidden
        await _serve(request, make(), where.frame_max, wires)
        return web.Response()

    app = web.Application()
    app.router.add_get("/{any:.*}", accept)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, where.host, where.port, ssl_context=where.tls)
    await site.start()
    return _Listening(runner, site, wires)
