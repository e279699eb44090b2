"""What a table may be wished for: a variant that is played, figures its rulebook allows."""

import re
from collections.abc import Iterator
from typing import Final

from openfelt.floor.name import CENTS_MAX
from openfelt.floor.table import (
    PERIOD_MAX_US,
    RESULT_PAUSE_MAX_US,
    limits_make_sense,
    sign_makes_sense,
    takes_turns_beside_a_value,
)
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act
from openfelt.server.config.sections import PLAYED, Floor, TableWish, cents, limits_of
from openfelt.server.config.shape import AMOUNT, Fault, Money, one_of
from openfelt.server.config.toml_lines import KeyPath

_MONEY: Final = re.compile(r"\d{1,12}(\.\d\d)?")
_PERIOD_MAX_S: Final = PERIOD_MAX_US // 1_000_000
_PAUSE_MAX_S: Final = RESULT_PAUSE_MAX_US // 1_000_000
_AMOUNTS: Final = (
    "minimum",
    "maximum",
    "unit",
    "minimum_total",
    "aggregate",
    "differential",
    "tie_maximum",
    "pair_maximum",
    "ticket_limit",
    "shoot_value",
)


def amount_is_wrong(amount: Money) -> bool:
    """Say whether an amount is no whole cents, or more than the floor can keep."""
    return _MONEY.fullmatch(str(amount)) is None or cents(amount) > CENTS_MAX


def table_faults(floor: Floor) -> Iterator[Fault]:
    """Yield what cannot be of every table."""
    for place, table in enumerate(floor.table):
        yield from _table(table, ("floor", "table", place))


def _table(table: TableWish, path: KeyPath) -> Iterator[Fault]:
    if not 1 <= table.period <= _PERIOD_MAX_S:
        yield (*path, "period"), f"must be seconds, 1 to {_PERIOD_MAX_S}"
    if not 0 <= table.result_pause <= _PAUSE_MAX_S:
        yield (*path, "result_pause"), f"must be seconds, 0 to {_PAUSE_MAX_S}"
    wrong = [name for name in _AMOUNTS if amount_is_wrong(getattr(table, name))]
    for name in wrong:
        yield (*path, name), AMOUNT
    if not wrong:
        yield from _figures(table, path)
    yield from _game(table, path)


def _figures(table: TableWish, path: KeyPath) -> Iterator[Fault]:
    """A sign that could be put up, and a shooter as the book has him."""
    limits = limits_of(table)
    if not limits_make_sense(limits):
        what = "minimum and unit must be above 0 and the maximum not below the minimum"
        yield (*path, "minimum"), what
    elif not sign_makes_sense(limits):
        what = "is above another figure of the sign: a bet, or the minimum total, is out of reach"
        yield (*path, "minimum"), what
    if takes_turns_beside_a_value(table.shooter, cents(table.shoot_value)):
        what = 'must be "highest" beside a shoot_value, or left out'
        yield (*path, "shooter"), what


def _game(table: TableWish, path: KeyPath) -> Iterator[Fault]:
    """A game that is played, with as many decks and such a tie bonus as its book allows."""
    book = VARIANTS.get(table.variant)
    if book is None:
        what = f"there is no such variant; {one_of(table.variant, PLAYED)}"
        yield (*path, "variant"), what
        return
    if table.variant not in PLAYED:
        yield (*path, "variant"), f"cannot be played yet; played are {', '.join(PLAYED)}"
    if book.shoe is not None and table.decks not in book.shoe.decks:
        lawful = ", ".join(map(str, book.shoe.decks))
        yield (*path, "decks"), f"{table.variant} is played with {lawful} decks"
    percents = book.tie_percents
    if percents is not None and table.tie_percent not in percents:
        yield (*path, "tie_percent"), f"{table.variant} pays {percents[0]} to {percents[-1]} %"
    if (table.tumble or table.dice) and book.procedure != "dealt_dice":
        what = f"is for tables at which a dealer tumbles dice, not for {table.variant}"
        yield (*path, "tumble" if table.tumble else "dice"), what
    if table.result_pause and Act.DEAL in book.powers:
        what = f"is for tables without a dealer: whoever deals {table.variant} opens the next round"
        yield (*path, "result_pause"), what
