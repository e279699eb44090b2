"""The control socket: how commands on this machine speak to the floor that runs here.

It is a file in the floor's folder that only its owner may open, so whoever can use it could also
stop the process; that is its whole authorisation.  One JSON line in, one JSON line out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

SOCKET: Final = "control.sock"
_LINE_MAX: Final = 65_536

Answer = dict[str, Any]
Act = Callable[[dict[str, str]], Awaitable[Answer]]


class NotRunning(Exception):
    """No floor runs in that folder, or it ended before it answered."""


async def listen(folder: Path, acts: Mapping[str, Act]) -> asyncio.Server:
    """Take requests for these acts."""
    path = folder / SOCKET
    path.unlink(missing_ok=True)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(msgspec.json.encode(await _answer(acts, await reader.readline())) + b"\n")
            await writer.drain()
        except (ConnectionError, ValueError):
            pass  # Whoever asked has gone, or sent a line without end.
        finally:
            writer.close()

    server = await asyncio.start_unix_server(serve, path, limit=_LINE_MAX)
    path.chmod(0o600)
    return server


async def _answer(acts: Mapping[str, Act], line: bytes) -> Answer:
    try:
        request = msgspec.json.decode(line, type=dict[str, str])
        act = acts[request.pop("do")]
    except (msgspec.MsgspecError, KeyError):
        return {"error": "unknown request"}
    try:
        return await act(request)
    except Exception as error:
        return {"error": str(error)}


async def ask(folder: Path, do: str, **what: str) -> Answer:
    """Ask the floor that runs in a folder."""
    try:
        reader, writer = await asyncio.open_unix_connection(folder / SOCKET)
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise NotRunning(
            f"no floor runs in {folder}: start it with `openfelt serve --config floor.toml`"
        ) from error
    except OSError as error:
        raise NotRunning(f"the floor in {folder} cannot be asked: {error}") from error
    try:
        writer.write(msgspec.json.encode({"do": do, **what}) + b"\n")
        # A reload of a large floor answers with a long line; it ends where the floor closes.
        answer: Answer = msgspec.json.decode(await reader.read())
    except (ConnectionError, msgspec.DecodeError) as error:
        raise NotRunning(
            f"the floor in {folder} ended before it answered: look into its log, start it again "
            "and see whether it was done"
        ) from error
    finally:
        writer.close()
    return answer
