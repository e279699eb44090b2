"""What the model knows of a round, for `openfelt replay`: where its rows stand in the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import apsw

from openfelt.audit.recall import Noted
from openfelt.audit.source import RowReader
from openfelt.follow.file import open_reading
from openfelt.journal.errors import JournalFault

_POSITIONS: Final = "SELECT stream, sequence, hash FROM position"
_ROUNDS: Final = "SELECT name, round FROM game_table WHERE stream = ?"
_MOMENTS: Final = """
SELECT sequence FROM moment WHERE stream = ? AND game_table = ? AND number = ? ORDER BY sequence
"""


async def noted_by(path: Path, reader: RowReader, table: str, number: int) -> dict[str, Noted]:
    """Return what is noted of each stream that the model was made of; nothing without a model.

    A model of another journal or an unreadable file is passed over: the journal has it all.
    """
    try:
        connection = open_reading(path)
    except JournalFault:
        return {}
    if connection is None:
        return {}
    try:
        noted = _all(connection, table.rpartition("/")[2], number)
    except apsw.Error:
        return {}
    finally:
        connection.close()
    return {
        stream: one
        for stream, (hashed, one) in noted.items()
        if await _hash_at(reader, stream, one.sequence) == hashed
    }


def _all(connection: apsw.Connection, table: str, number: int) -> dict[str, tuple[bytes, Noted]]:
    noted: dict[str, tuple[bytes, Noted]] = {}
    with connection:  # One transaction: the follower may be at work.
        positions: list[Any] = connection.execute(_POSITIONS).fetchall()
        for stream, sequence, hashed in positions:
            tables = dict(connection.execute(_ROUNDS, (stream,)))
            rows = [at for (at,) in connection.execute(_MOMENTS, (stream, table, number))]
            noted[stream] = (hashed, Noted(sequence, tables, rows))
    return noted


async def _hash_at(reader: RowReader, stream: str, sequence: int) -> bytes | None:
    async for rows in reader.read(stream, sequence - 1, 1):
        return rows[0].hash
    return None
