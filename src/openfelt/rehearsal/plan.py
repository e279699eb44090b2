"""The floor that is rehearsed: in each pit a table of each variant, and another when one closes."""

from collections.abc import Iterator
from random import Random
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.state import Limits, State, Table, Terminal
from openfelt.floor.table import OpenTable
from openfelt.rehearsal.crowd import NOTES

VARIANTS: Final = ("LT", "SB")
LIMITS: Final = Limits(500, 100_000, 500)
PERIOD_US: Final = 20_000_000
TERMINALS_A_TABLE: Final = 2


def is_open(table: Table) -> bool:
    """Say whether a table is played at."""
    return table.phase != "closed_table"


def wanting(pit: State) -> Iterator[Command]:
    """Yield what opens a table where a variant has none, and seats a table that has no terminal."""
    for variant in VARIANTS:
        tables = [table for table in pit.tables.values() if pit.rules(table).code == variant]
        if not any(map(is_open, tables)):
            name = f"{variant}{len(tables) + 1}-{pit.stream}"
            yield OpenTable(name, variant, LIMITS, PERIOD_US)
    seated = {table for terminal in pit.terminals.values() for table in terminal.tables}
    for table in pit.tables:
        if table not in seated:
            for seat in range(1, TERMINALS_A_TABLE + 1):
                yield EnrolTerminal(f"T{seat}-{table}", (table,), seat, NOTES)


def player(chance: Random, pit: State) -> Terminal:
    """Choose who plays; to a closed table somebody comes back now and then for his money."""
    everybody = list(pit.terminals.values())
    chosen = chance.choice(everybody)
    if is_open(pit.tables[chosen.tables[0]]) or chance.random() < 0.1:
        return chosen
    playing = [one for one in everybody if is_open(pit.tables[one.tables[0]])]
    return chance.choice(playing or everybody)
