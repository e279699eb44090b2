r"""A central monitoring system, as small as it can be: transfers, reversals, meters, events.

    openfelt station enrol --folder DATA monitor    gives CODE
    python examples/central_monitoring.py --url http://127.0.0.1:8080/s/monitor/ --key KEYFILE \
        enrol CODE
    python examples/central_monitoring.py --url … --key KEYFILE credit X1 T1 2500
    python examples/central_monitoring.py --url … --key KEYFILE reverse R1 X1 T1 500
    python examples/central_monitoring.py --url … --key KEYFILE status X1
    python examples/central_monitoring.py --url … --key KEYFILE meters
    python examples/central_monitoring.py --url … --key KEYFILE events house

Amounts are cents.  It needs aiohttp and nothing of OpenFelt: docs/central-monitoring.md is all
there is to know.  Whoever has had no answer asks again with the same id.
"""

import argparse
import asyncio
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

AGAIN_S = 0.5
PATIENCE_S = 10.0


class Refused(Exception):
    """The floor said no: the code and what goes with it."""


class Monitoring:
    """A line to the floor, under the key that the station was given."""

    def __init__(self, url: str, key_file: Path) -> None:
        self._url = url
        self._origin = url.split("/s/")[0]
        self._key_file = key_file
        self._http = ClientSession(timeout=ClientTimeout(PATIENCE_S))

    async def close(self) -> None:
        """Hang up."""
        await self._http.close()

    async def enrol(self, code: str) -> None:
        """Get the key for the one-time code and keep it where nobody else reads it."""
        where, headers = f"{self._url}api/enrol", {"Origin": self._origin}
        async with self._http.post(where, json={"code": code}, headers=headers) as answer:
            answer.raise_for_status()
            name, key = next((one.key, one.value) for one in answer.cookies.values())
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(self._key_file, flags, 0o600), "w") as file:
            file.write(f"{name}={key}")

    def _headers(self) -> dict[str, str]:
        return {"Origin": self._origin, "Cookie": self._key_file.read_text()}

    async def credit(self, id_: str, terminal: str, amount: int) -> dict[str, Any]:
        """Transfer credit to a terminal."""
        return await self._asked("transfer", {"id": id_, "terminal": terminal, "amount": amount})

    async def reverse(self, id_: str, transfer: str, terminal: str, amount: int) -> dict[str, Any]:
        """Take back what was not played of a transfer."""
        body = {"id": id_, "transfer": transfer, "terminal": terminal, "amount": amount}
        return await self._asked("reversal", body)

    async def _asked(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask until there is an answer: the id makes sure that it is done once."""
        while True:
            with suppress(ClientError, OSError, TimeoutError):
                where = f"{self._url}api/{path}"
                async with self._http.post(where, json=body, headers=self._headers()) as answer:
                    said: dict[str, Any] = await answer.json()
                if answer.status == 200:
                    return said
                if answer.status < 500:
                    raise Refused(said)
            await asyncio.sleep(AGAIN_S)

    async def status(self, id_: str) -> dict[str, Any]:
        """Ask what became of an id."""
        return await self._got("transfer", id=id_)

    async def meters(self) -> dict[str, Any]:
        """Read every terminal's meters."""
        return await self._got("meters")

    async def events(self, stream: str, after: int = 0) -> dict[str, Any]:
        """Read what happened after a row."""
        return await self._got("events", stream=stream, after=str(after))

    async def _got(self, path: str, **query: str) -> dict[str, Any]:
        where = f"{self._url}api/{path}"
        async with self._http.get(where, params=query, headers=self._headers()) as answer:
            said: dict[str, Any] = await answer.json()
        if answer.status != 200:
            raise Refused(said)
        return said


async def _act(monitoring: Monitoring, words: list[str]) -> None:
    match words:
        case ["enrol", code]:
            await monitoring.enrol(code)
        case ["credit", id_, terminal, cents]:
            _show(await monitoring.credit(id_, terminal, int(cents)))
        case ["reverse", id_, transfer, terminal, cents]:
            _show(await monitoring.reverse(id_, transfer, terminal, int(cents)))
        case ["status", id_]:
            _show(await monitoring.status(id_))
        case ["meters"]:
            _show(await monitoring.meters())
        case ["events", stream]:
            after, more = 0, True
            while more:
                page = await monitoring.events(stream, after)
                for event in page["events"]:
                    _show(event)
                after, more = page["next"], page["more"]
        case _:
            print(__doc__)


def _show(said: dict[str, Any]) -> None:
    print(json.dumps(said))


async def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="A small central monitoring system.")
    parser.add_argument("--url", required=True, help="where the station is: http://…/s/monitor/")
    parser.add_argument("--key", required=True, type=Path, help="the file with the station's key")
    parser.add_argument("words", nargs="+", help="enrol, credit, reverse, status, meters, events")
    asked = parser.parse_args()
    monitoring = Monitoring(asked.url, asked.key)
    try:
        await _act(monitoring, asked.words)
    except Refused as refused:
        raise SystemExit(f"refused: {refused}") from None
    finally:
        await monitoring.close()


if __name__ == "__main__":
    asyncio.run(main())
