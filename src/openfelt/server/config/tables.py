"""What a table may be wished for: a variant that is played, figures its rulebook allows."""

import re
from collections.abc import Iterator
from typing import Final

from openfelt.floor.name import CENTS_MAX
from openfelt.floor.table import (
    DECKS,
    PERIOD_MAX_US,
    RESULT_PAUSE_MAX_US,
    alien_figures,
    limits_make_sense,
    shooter_for,
    shoots_so,
    sign_makes_sense,
)
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act
from openfelt.server.config.sections import PLAYED, Floor, TableWish, cents, limits_of
from openfelt.server.config.shape import AMOUNT, Fault, Money, one_of
from openfelt.server.config.toml_lines import KeyPath

_MONEY: Final = re.compile(r"\d{1,12}(\.\d\d)?")
_ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+/[!-~]*")
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


def is_address(text: str) -> bool:
    """Say whether a browser could fetch from there, and its policy name the place."""
    return _ADDRESS.fullmatch(text) is not None


def table_faults(floor: Floor) -> Iterator[Fault]:
    """Yield what cannot be of every table."""
    for place, table in enumerate(floor.table):
        yield from _table(table, ("floor", "table", place))


def _table(table: TableWish, path: KeyPath) -> Iterator[Fault]:
    if not 1 <= table.period <= _PERIOD_MAX_S:
        yield (*path, "period"), f"must be seconds, 1 to {_PERIOD_MAX_S}"
    if not 0 <= table.result_pause <= _PAUSE_MAX_S:
        yield (*path, "result_pause"), f"must be seconds, 0 to {_PAUSE_MAX_S}"
    if table.video and not is_address(table.video):
        yield (*path, "video"), 'must be an address, as in "https://camera.example/l1.webm"'
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
    value = cents(table.shoot_value)
    if table.shooter and not shoots_so(table.variant, table.shooter, value):
        beside = " beside a shoot_value" if value else ""
        what = f'must be "{shooter_for(table.variant, value)}"{beside}, or left out'
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
    if book.shoe is None and table.decks != DECKS:
        yield (*path, "decks"), f"is for tables that are dealt from a shoe, not for {table.variant}"
    percents = book.tie_percents
    if percents is not None and table.tie_percent not in percents:
        yield (*path, "tie_percent"), f"{table.variant} pays {percents[0]} to {percents[-1]} %"
    if (table.tumble or table.dice) and book.procedure != "dealt_dice":
        what = f"is for tables at which a dealer tumbles dice, not for {table.variant}"
        yield (*path, "tumble" if table.tumble else "dice"), what
    wrong = any(amount_is_wrong(getattr(table, name)) for name in _AMOUNTS)
    for name in () if wrong else alien_figures(book, limits_of(table)):
        yield (*path, name), f"is on no sign of {table.variant}"
    if table.result_pause and Act.DEAL in book.powers:
        what = f"is for tables without a dealer: whoever deals {table.variant} opens the next round"
        yield (*path, "result_pause"), what
