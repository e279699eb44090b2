"""What a wager needs to win and what it costs, worked out from what its table plays by.

Only where wagers stand from round to round, and so change what they need.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Final

import msgspec

from openfelt.core import dice
from openfelt.core.derived import Derived
from openfelt.core.verdict import Result, Verdict
from openfelt.floor.play.craps.position import LINES, code_of
from openfelt.games.game import Column
from openfelt.maths import craps
from openfelt.rulebooks.definition import Definition, Ruling

_ROLLS: Final = dice.rolls(2)


class Chance(msgspec.Struct, frozen=True, gc=False):
    """What becomes of a wager where it lies: a total, or two faces where not all of a total do.

    `code` is the layout's; of a line that stands on its point the position's (`pass_line@6`).
    `goes` are the totals that send it to a number.  `edge` is what the house expects of each unit
    that is put down from now on, exactly, and `fee` the commission on a unit staked.
    """

    code: str
    wins: tuple[str, ...]
    loses: tuple[str, ...]
    draws: tuple[str, ...]
    goes: tuple[str, ...]
    edge: str
    fee: str


# By fingerprint.
_CHANCES: Final[Derived[str, tuple[Chance, ...]]] = Derived()


def chances_of(rules: Definition) -> tuple[Chance, ...]:
    """Return what each position of a layout needs; nothing where a round decides all."""
    if not rules.wagers_stand:
        return ()
    known = _CHANCES.get(rules.fingerprint)
    if known is None:
        columns = {bet: _column(rules, bet) for bet in rules.bets}
        known = tuple(_chance(rules, bet, columns) for bet in rules.bets)
        _CHANCES[rules.fingerprint] = known
    return known


def chance_code(position: str) -> str:
    """Return how a position's chance is called: as on the layout, a line on its point apart."""
    return position if position.partition("@")[0] in LINES else code_of(position)


def _column(rules: Definition, bet: str) -> Column:
    return tuple(_verdict(rules, rules.rulings[place]) for place in rules.bets[bet].column)


def _verdict(rules: Definition, ruling: Ruling) -> Verdict:
    point = ruling.moves_to.partition("@")[2]
    net = Fraction(ruling.returned, rules.denominator) - 1
    return Verdict(ruling.result, net, int(point) if point else None)


def _chance(rules: Definition, bet: str, columns: dict[str, Column]) -> Chance:
    fee = Fraction(rules.on_top(bet), rules.denominator)
    column = columns[bet]
    return Chance(
        code=chance_code(bet),
        wins=_named(column, Result.WIN),
        loses=_named(column, Result.LOSE),
        draws=_named(column, Result.PUSH),
        goes=_words(roll for roll, verdict in zip(_ROLLS, column, strict=True) if verdict.point),
        edge=_text(craps.profile(bet, columns, fee).edge_per_outlay),
        fee=_text(fee),
    )


def _named(column: Column, result: Result) -> tuple[str, ...]:
    return _words(
        roll for roll, verdict in zip(_ROLLS, column, strict=True) if verdict.result is result
    )


def _words(rolls: Iterable[tuple[int, ...]]) -> tuple[str, ...]:
    """Name rolls by their totals, or by their faces where a total is not among them as a whole."""
    words: list[str] = []
    for total, same in groupby(sorted(rolls, key=sum), key=sum):
        found = list(same)
        if len(found) == sum(sum(roll) == total for roll in _ROLLS):
            words.append(str(total))
        else:
            words += dict.fromkeys(f"{min(roll)}-{max(roll)}" for roll in found)
    return tuple(words)


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
