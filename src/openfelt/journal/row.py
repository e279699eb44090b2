"""What a journal keeps: rows, and the heads they chain to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: its last sequence and that row's hash."""

    sequence: int
    hash: bytes


GENESIS: Final = Head(0, bytes(32))


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What is to become a row: everything but its place in the chain."""

    time_us: int
    actor: str
    client: str
    number: int
    type: str
    version: int
    payload: bytes


class Row(NamedTuple):
    """One event in its place.  The order of the fields is the order they are hashed and stored.

    A tuple, so that the databases' drivers take it as it is.
    """

    stream: str
    sequence: int
    time_us: int
    actor: str
    client: str
    number: int
    type: str
    version: int
    payload: bytes
    previous: bytes
    hash: bytes


COLUMNS: Final = Row._fields

# What a row's hash is over, beside the hash before: everything from `stream` to `payload`.
Columns = tuple[str, int, int, str, str, int, str, int, bytes]

# A row of columns that are all there, without the detour over `Row`'s own arguments.
row_of: Final[Callable[[tuple[Any, ...]], Row]] = partial(tuple.__new__, Row)


def head_of(row: Row) -> Head:
    """Return the head a stream has when the row is its last."""
    return Head(row.sequence, row.hash)
