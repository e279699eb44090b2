"""`docs/powers.md` as data, and the two roads by which a command reaches the server.

The page an auditor reads is the table the tests hold the server to.
"""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from server_stage import PIN, Station

from openfelt.floor.base import Command
from openfelt.stations.costly import COSTLY

COUP = ("9S", "5H", "KD", "KC")  # The Player wins with a natural.
PAGE = Path(__file__).parents[2] / "docs" / "powers.md"


_COSTLY = {command.__name__ for command in COSTLY}

# What the other words of a cell mean.
REFUSED = {
    "": "ROLE_MAY_NOT",
    "second": "SECOND_PERSON_NEEDED",
    "never": "PHASE_DOES_NOT_ALLOW",
}


class Power(NamedTuple):
    """A row of a book: a command in a circumstance, where it is sent from, and by whom."""

    command: str
    when: str
    stations: tuple[str, ...]
    cells: dict[str, str]
    clause: str

    def answer(self, role: str, due: str = "ack") -> str:
        """Return what a role is answered when the command is due."""
        otherwise = "never" if "never" in self.cells.values() else ""
        return {"yes": due, **REFUSED}[self.cells.get(role, otherwise)]

    @property
    def can_be(self) -> bool:
        """Say whether anybody may, by this book."""
        return "yes" in self.cells.values()


def _rows(section: str) -> list[dict[str, str]]:
    """Return the table of a section, each row by its column."""
    text = re.split(rf"^## {section}$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    lines = [line for line in text.split("\n## ")[0].splitlines() if line.startswith("|")]
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, row, strict=True)) for row in rows]


def sign_in() -> dict[tuple[str, str], dict[str, bool]]:
    """Return for each kind of station, and the book of its table, which roles sign in there."""
    return {
        (row.pop("station"), row.pop("book")): {role: cell == "yes" for role, cell in row.items()}
        for row in _rows("Sign-in")
    }


def powers(section: str) -> dict[tuple[str, str], Power]:
    """Return the powers of a book, or of the house, by command and circumstance."""
    found = {}
    for row in _rows(section):
        command, when, at = row.pop("command").strip("`"), row.pop("when"), row.pop("station")
        stations = () if at == "none yet" else tuple(at.split(", "))
        power = Power(command, when, stations, row, row.pop("clause"))
        assert (command, when) not in found, "a power stands once"
        found[command, when] = power
    return found


def raw(command: Command, *hidden: str) -> dict[str, Any]:
    """Write a command as a page would, without what the server fills in."""
    built: dict[str, Any] = msgspec.to_builtins(command)
    return {k: v for k, v in built.items() if k not in (hidden or ("person", "second"))}


async def over_feed(station: Station, command: dict[str, Any], second: str = "") -> str:
    """Send a command on the feed, with another's PIN if one is named; return the answer's code."""
    fields = dict(command)
    name, authority = fields.pop("type"), (second, PIN) if second else None
    send = station.does if name in _COSTLY else station.do
    answer = await send(name, **fields, authority=authority)
    return str(answer.get("code", answer["type"]))


async def over_http(station: Station, command: dict[str, Any], second: str = "") -> str:
    """Send a command by a request of its own."""
    station.number += 1
    body: dict[str, Any] = {"boot": "http", "number": station.number, "command": command}
    if second:
        body["authority"] = {"person": second, "pin": PIN}
    if command["type"] in _COSTLY:
        seen = await (await station.post("weigh", body)).json()
        body["seen"] = seen.get("effect", {}).get("mark", "")
    answer = await (await station.post("command", body)).json()
    return str(answer.get("code") or answer.get("type") or answer["error"])


Road = Callable[[Station, dict[str, Any], str], Awaitable[str]]
ROADS: tuple[Road, ...] = (over_feed, over_http)
