"""How a way of playing is spoken of in transcripts: by its staff, and by its devices."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from openfelt.floor.base import Command
from openfelt.floor.state import Table

Said = tuple[str, ...]


class Meant(NamedTuple):
    """What a person means: a command, once table, person and reason are known.

    `rest` are the words after it; they may name the table.
    """

    command: Callable[[str, str, str], Command]
    rest: Sequence[str] = ()


class Words(NamedTuple):
    """What words mean at a table, None where they mean nothing here.

    `played` yields what dealer and devices do, wagering being closed, to bring an outcome about.
    `verbs` lists who says what, and what it does.
    """

    staff: Callable[[Said], Meant | None]
    played: Callable[[Table, str, Any], Iterator[Command]]
    device: Callable[[str, str, Said], tuple[Command, ...] | None]
    verbs: tuple[tuple[str, str, str], ...]


def whole(text: str) -> int:
    """Read a whole number."""
    if not re.fullmatch(r"\d{1,18}", text, re.ASCII):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)
