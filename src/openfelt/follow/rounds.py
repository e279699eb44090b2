"""Rounds as a read model: when, wagers in order, outcome, what was paid, what was put right.

A round's rows are noted by their places, not copied: whoever recalls it reads them in the journal.
"""

# ruff: noqa: S608 - no value enters the texts

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import apsw

from openfelt.audit.recall import rounds_of
from openfelt.journal import upcasts
from openfelt.journal.row import Row
from openfelt.journal.upcasts import Fields

# Where a round stands: its stream, its table and its number.
Key = tuple[str, str, int]

_TABLE_KEY: Final = b'"table"'
_TABLE: Final = """
INSERT INTO game_table VALUES (?, ?, ?, ?, 0)
ON CONFLICT DO UPDATE SET variant = excluded.variant, fingerprint = excluded.fingerprint
"""
_VARIANT: Final = "SELECT variant FROM game_table WHERE stream = ? AND fingerprint = ?"
_AT_ROUND: Final = "UPDATE game_table SET round = ? WHERE stream = ? AND name = ?"
_OPEN: Final = """
INSERT INTO round (stream, game_table, number, variant, fingerprint, state, opened_us)
SELECT stream, name, ?, variant, fingerprint, 'wagering', ? FROM game_table
WHERE stream = ? AND name = ?
"""
_MOMENT: Final = "INSERT INTO moment VALUES (?, ?, ?, ?)"
_WAGER: Final = """
INSERT INTO wager (stream, game_table, number, place, terminal, bet, amount)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_OF: Final = "WHERE stream = ? AND game_table = ? AND number = ?"
_CLOSE: Final = f"UPDATE round SET state = 'closed', closed_us = ?, staked = ? {_OF}"
_SETTLE: Final = f"""
UPDATE round SET state = 'settled', ended_us = ifnull(ended_us, ?), outcome = ?, fingerprint = ?,
    staked = ?, returned = ? {_OF}
"""
_VOID: Final = f"""
UPDATE round SET state = 'void', ended_us = ifnull(ended_us, ?), reason = ?,
    staked = ?, returned = ? {_OF}
"""
_CORRECT: Final = f"UPDATE round SET corrections = corrections + 1, corrected_us = ? {_OF}"
_PLAYED: Final = f"SELECT place FROM wager {_OF} AND NOT void ORDER BY place"
_PAY: Final = f"UPDATE wager SET returned = ? {_OF} AND place = ?"
# A wager that stood may have been laid in an earlier round, and stand somewhere else now.
_STANDING: Final = """
WHERE stream = ? AND game_table = ? AND terminal = ? AND ifnull(moved_to, bet) = ?
    AND returned IS NULL AND number <= ?
"""
_DECIDE: Final = f"UPDATE wager SET decided_in = ?, returned = ? {_STANDING}"
_MOVE: Final = f"UPDATE wager SET moved_in = ?, moved_to = ? {_STANDING}"
_AT: Final = "WHERE stream = ? AND game_table = ?"
_UNDECIDE: Final = f"UPDATE wager SET decided_in = NULL, returned = NULL {_AT} AND decided_in = ?"
_UNMOVE: Final = f"UPDATE wager SET moved_in = NULL, moved_to = NULL {_AT} AND moved_in = ?"
_GIVE_BACK: Final = f"UPDATE wager SET returned = amount {_OF}"
_VOID_CHIPS: Final = (
    f"UPDATE wager SET void = 1, returned = amount {_OF} AND terminal = ? AND bet = ?"
)
_NONE_VOID: Final = f"UPDATE wager SET void = 0, returned = NULL {_OF} AND void"
_VOID_WAGERS: Final = f"UPDATE wager SET void = 1, returned = amount {_OF} AND terminal = ?"


class Rounds:
    """Takes the rows of one stream in order, inside a transaction of the model."""

    def __init__(self, connection: apsw.Connection, stream: str) -> None:
        self.db = connection
        self._stream = stream
        at = "SELECT name, round FROM game_table WHERE stream = ?"
        self._rounds: dict[str, int] = dict(connection.execute(at, (stream,)))

    def take(self, row: Row) -> None:
        """Note a row where it belongs; one that is not about a table changes nothing."""
        if not upcasts.may_hold(row, _TABLE_KEY):
            return
        fields = upcasts.fields(row)
        table = fields.get("table")
        if not isinstance(table, str):
            return
        if row.type == "TableOpened":
            fingerprint = str(fields.get("fingerprint"))
            variant = self._variant(fields.get("definition"), fingerprint)
            self.db.execute(_TABLE, (self._stream, table, variant, fingerprint))
        before = self._rounds.get(table, 0)
        at, rounds = rounds_of(row.type, fields, before)
        if at != before:
            self._rounds[table] = at
            self.db.execute(_AT_ROUND, (at, self._stream, table))
            self.db.execute(_OPEN, (at, row.time_us, self._stream, table))
        self.db.executemany(
            _MOMENT, ((self._stream, table, number, row.sequence) for number in rounds)
        )
        rule = _RULES.get(row.type)
        if rule is not None and rounds:
            rule(self.db, (self._stream, table, rounds[0]), row.time_us, fields)

    def _variant(self, definition: Any, fingerprint: str) -> str:
        """Name the variant of a definition, or of the table that was the first to have it."""
        if isinstance(definition, dict):
            return str(definition.get("code"))
        return str(self.db.execute(_VARIANT, (self._stream, fingerprint)).get)


def _lay(db: apsw.Connection, key: Key, stakes: Sequence[tuple[str, str, int]]) -> None:
    db.executemany(_WAGER, ((*key, place, *stake) for place, stake in enumerate(stakes, start=1)))


def _sum(stakes: Sequence[tuple[str, str, int]]) -> int:
    return sum(amount for _, _, amount in stakes)


def _closed(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    _lay(db, key, e["committed"])
    db.execute(_CLOSE, (now, _sum(e["committed"]), *key))


def _settled(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    staked = sum(one[1] for one in e["paid"])
    credited = sum(one[2] for one in e["paid"])
    db.execute(_SETTLE, (now, e["outcome"], e["fingerprint"], staked, credited, *key))
    if e.get("decided") or e.get("standing"):
        _settled_by_name(db, key, e)
        return
    places = [place for (place,) in db.execute(_PLAYED, key)]
    if len(places) == len(e["returned"]):
        pairs = zip(e["returned"], places, strict=True)
        db.executemany(_PAY, ((back, *key, place) for back, place in pairs))


def _settled_by_name(db: apsw.Connection, key: Key, e: Fields) -> None:
    """Note what became of wagers that can stand over a round, whichever round they were laid in."""
    *where, number = key
    paid, moved = zip(e["returned"], e.get("decided", ()), strict=True), e.get("moved", ())
    db.executemany(_DECIDE, ((number, back, *where, *stake[:2], number) for back, stake in paid))
    db.executemany(_MOVE, ((number, to, *where, *laid, number) for *laid, to in moved))


def _take_back(db: apsw.Connection, key: Key) -> None:
    """Let all wagers stand again that a settlement decided or moved by name."""
    db.execute(_UNDECIDE, key)
    db.execute(_UNMOVE, key)


def _resettled(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    _take_back(db, key)
    _settled(db, key, now, e)
    db.execute(_CORRECT, (now, *key))


def _voided(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    if not db.execute(_PLAYED, key).fetchone():
        _lay(db, key, e["refunded"])  # Void before the close: what was staged went back.
    db.execute(_GIVE_BACK, key)
    back = _sum(e["refunded"])
    db.execute(_VOID, (now, e["reason"], back, back, *key))


def _settled_voided(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    _take_back(db, key)
    _voided(db, key, now, e)
    db.execute(_CORRECT, (now, *key))


def _replayed(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:
    """Note a roll and all that followed as they came out when they were played again."""
    *where, number = key
    for again in {number, *(one for one, _ in e["rounds"])}:
        _take_back(db, (where[0], where[1], again))
    if e["void"]:
        db.execute(_GIVE_BACK, key)
        db.execute(_VOID, (now, e["reason"], 0, 0, *key))
    for again, settled in e["rounds"]:
        _rolled(db, (where[0], where[1], again), now, settled)
    db.execute(_CORRECT, (now, *key))


def _rolled(db: apsw.Connection, key: Key, now: int, settled: Fields) -> None:
    *where, number = key
    spots = [spot for spots in settled["layouts"].values() for spot in spots.values()]
    spots.sort(key=lambda spot: spot[3])
    db.execute(_NONE_VOID, key)
    gone = settled.get("void", ())
    db.executemany(_VOID_CHIPS, ((*key, terminal, bet) for terminal, _, bet, _ in gone))
    paid = [(s, back) for s, back in zip(spots, settled["returned"], strict=True) if back >= 0]
    db.executemany(_DECIDE, ((number, back, *where, *spot[:2], number) for spot, back in paid))
    moved = settled.get("moved", ())
    db.executemany(_MOVE, ((number, to, *where, *laid, number) for *laid, to in moved))
    staked = sum(spot[2] for spot, _ in paid)
    credited = sum(back for _, back in paid)
    fingerprint = settled["fingerprint"]
    db.execute(_SETTLE, (now, settled["outcome"], fingerprint, staked, credited, *key))


def _wagers_voided(db: apsw.Connection, key: Key, now: int, e: Fields) -> None:  # noqa: ARG001
    db.execute(_VOID_WAGERS, (*key, e["terminal"]))


_RULES: Final[dict[str, Callable[[apsw.Connection, Key, int, Fields], None]]] = {
    "WageringClosed": _closed,
    "RoundSettled": _settled,
    "RoundVoided": _voided,
    "RoundResettled": _resettled,
    "SettledRoundVoided": _settled_voided,
    "RollsReplayed": _replayed,
    "WagersVoided": _wagers_voided,
}
