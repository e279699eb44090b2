"""An HTTP server for a face, inside our own loop and with our own end."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Iterator
from typing import Any

import uvicorn


class _Quiet(uvicorn.Server):
    """A server that leaves the signals to whoever owns the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class WebServer:
    """Serves one application on one socket."""

    def __init__(self, app: Any, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((host, port))
        config = uvicorn.Config(
            app,
            access_log=False,
            log_config=None,
            lifespan="on",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
        config.load()
        config.ssl = tls
        self._server = _Quiet(config)
        self._task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port, which the system chose where 0 was asked for."""
        port: int = self._socket.getsockname()[1]
        return port

    def start(self) -> asyncio.Task[None]:
        """Serve until stopped."""
        self._task = asyncio.create_task(self._server.serve([self._socket]))
        return self._task

    async def stop(self) -> None:
        """Finish what is being answered, for two seconds at most."""
        self._server.should_exit = True
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._socket.close()
