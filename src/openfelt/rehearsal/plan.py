"""The floor that is rehearsed: in each pit a table by each sign, and another when one closes."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from openfelt.floor.base import Command
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.state import Limits, State, Table, Terminal
from openfelt.floor.table import OpenTable
from openfelt.rehearsal.crowd import NOTES

PERIOD_US: Final = 20_000_000
TERMINALS_A_TABLE: Final = 2
_DICE: Final = {
    "shooter": "highest",
    "shoot_value": 2000,
    "ticket_limit": 20_000,
    "result_pause_us": 5_000_000,
}


class Sign(NamedTuple):
    """How tables of a variant are opened in a pit."""

    variant: str
    limits: Limits
    more: Mapping[str, Any] = {}


_PLAIN: Final = Limits(500, 100_000, 500)
_NARROW: Final = Limits(500, 20_000, 500, minimum_total=1000, aggregate=30_000, differential=10_000)
_SIDES: Final = Limits(500, 20_000, 500, differential=10_000)
_LOW: Final = Limits(500, 5_000, 500)
_SMALL: Final = replace(_LOW, aggregate=6_000)
SIGNS: Final[Mapping[str, tuple[Sign, ...]]] = {
    "pit1": (
        Sign("LT", _PLAIN),
        Sign("SB", _PLAIN),
        Sign("MT_ROULETTE", _PLAIN),
        Sign("MT_SICBO", _PLAIN),
        Sign("MT_A", _SIDES),
    ),
    "pit2": (
        Sign("LT_EM", _NARROW, {"unconfirmed": "reject", "standby_by_itself": False}),
        Sign("SB", _SMALL, _DICE),
        Sign("AC", _PLAIN, {"shoot_value": 1000}),
        Sign("MT_SICBO", _LOW, {"tumble": "start", "dice": "recognition"}),
        Sign("MT_B", _PLAIN, {"pairs": False}),
    ),
}
PITS: Final = tuple(SIGNS)


def is_open(table: Table) -> bool:
    """Say whether a table is played at."""
    return table.phase != "closed_table"


def _by(pit: State, sign: Sign) -> list[Table]:
    return [table for table in pit.tables.values() if pit.rules(table).code == sign.variant]


def closed(pit: State) -> list[Table]:
    """Return the last table of each sign that has none open: it may be opened again."""
    by_sign = (_by(pit, sign) for sign in SIGNS[pit.stream])
    return [tables[-1] for tables in by_sign if tables and not any(map(is_open, tables))]


def wanting(pit: State) -> Iterator[Command]:
    """Yield what opens a table where a sign has none, and seats a table that has no terminal."""
    for sign in SIGNS[pit.stream]:
        variant, limits, more = sign
        tables = _by(pit, sign)
        if not any(map(is_open, tables)):
            name = f"{variant}{len(tables) + 1}-{pit.stream}"
            yield OpenTable(name, variant, limits, PERIOD_US, **more)
    seated = {terminal.tables[0] for terminal in pit.terminals.values()}
    for table in pit.tables:
        if table not in seated:
            yield from _seats(pit, table)


def _seats(pit: State, table: str) -> Iterator[EnrolTerminal]:
    """Seat players at one table, and one who plays at every open table of the pit at once."""
    for seat in range(1, TERMINALS_A_TABLE + 1):
        yield EnrolTerminal(f"T{seat}-{table}", (table,), seat, NOTES)
    others = (one.name for one in pit.tables.values() if is_open(one) and one.name != table)
    yield EnrolTerminal(f"T9-{table}", (table, *others), TERMINALS_A_TABLE + 1, NOTES)


def player(chance: Random, pit: State) -> Terminal:
    """Choose who plays; to a closed table somebody comes back now and then for his money."""
    everybody = list(pit.terminals.values())
    chosen = chance.choice(everybody)
    if _may_play(pit, chosen) or chance.random() < 0.1:
        return chosen
    return chance.choice([one for one in everybody if _may_play(pit, one)] or everybody)


def _may_play(pit: State, terminal: Terminal) -> bool:
    return any(is_open(pit.tables[name]) for name in terminal.tables)
