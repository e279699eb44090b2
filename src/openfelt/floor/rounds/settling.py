"""What a round does to its wagers: looked up, one amount a wager, then summed a terminal."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from openfelt.core.derived import Derived
from openfelt.core.money import CENT
from openfelt.core.verdict import Result
from openfelt.floor.base import Leg
from openfelt.floor.ledger import Account
from openfelt.floor.state import Layouts, Move, Spot, Stake
from openfelt.floor.wagers import layout
from openfelt.rulebooks.definition import Definition

# Joined to thousands of terminals at once.
_STAKE: Final = Account.STAKE.of("")
_CREDIT: Final = Account.TERMINAL_CREDIT.of("")
# By fingerprint and outcome.
_ROWS: Final[Derived[tuple[str, int], "_Row"]] = Derived()

# A wager of a row or of a case, or where it lies.
Wager = Stake | Spot

# Nothing comes back yet: the outcome does not decide the wager.
STANDS: Final = -1


class _Row(NamedTuple):
    """An outcome: what it returns on each bet, and where the bets that it lets stand go on.

    Wagers that are decided are `named` where others can stand.  `returned` is in parts of the
    denominator and below zero, because floor division of a negative number, negated, rounds up:
    one operation fewer a wager.  A bet that stands where it is moves to "".
    """

    returned: Mapping[str, int]
    stands: Mapping[str, str]
    named: bool


class Paid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a round did to one terminal: staked, credited, and the winnings in it."""

    terminal: str
    staked: int
    credited: int
    won: int


class Settlement(NamedTuple):
    """What each decided wager got, and each terminal.

    Where wagers can stand, `decided` names those that do not; `standing` counts the others.
    """

    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    decided: tuple[Stake, ...] = ()
    moved: tuple[Move, ...] = ()
    standing: int = 0


def settlement(rules: Definition, layouts: Layouts, place: int) -> Settlement:
    """Decide every wager of a round: it is returned, it stands, or it moves and stands there.

    Whatever is neither decided nor moved stands as it is.
    """
    row, wagers = _row(rules, place), layout.played_for(layouts)
    returned = returned_on(rules, wagers, place)
    paid = paid_to(layouts, returned)
    if not row.named:
        return Settlement(returned, paid)
    decided = [pair for pair in zip(wagers, returned, strict=True) if pair[1] != STANDS]
    stakes = tuple([Stake(one.terminal, one.bet, one.amount) for one, _ in decided])
    moved = moved_on(rules, wagers, place)
    back = tuple([amount for _, amount in decided])
    return Settlement(back, paid, stakes, moved, len(wagers) - len(decided))


def moved_on(rules: Definition, wagers: Sequence[Wager], place: int) -> tuple[Move, ...]:
    """Say which wagers an outcome lets stand somewhere else."""
    to = _row(rules, place).stands
    if not any(to.values()):
        return ()
    return tuple(Move(one.terminal, one.bet, to[one.bet]) for one in wagers if to.get(one.bet))


def returned_on(
    rules: Definition, stakes: Sequence[Wager], place: int, *, unit: int = CENT
) -> tuple[int, ...]:
    """Return what each wager gets back on an outcome, STANDS where it is not decided.

    Winnings come in whole units of what can be paid.  The stakes as they stood at the close are
    all it looks at.  The floor, `openfelt settle` and the tests settle here and nowhere else.

    Rule: LT 4.2.8; LT 8.1; SB 3.9.10; MT 2.6; MT 2.8
    """
    (row, stands, _), denominator = _row(rules, place), rules.denominator
    if unit == CENT:
        returned = [-(stake.amount * row[stake.bet] // denominator) for stake in stakes]
    else:
        # Rule: PB 5.7
        returned = [_in_units(s.amount, -row[s.bet], denominator, unit) for s in stakes]
    if stands:
        pairs = zip(stakes, returned, strict=True)
        returned = [STANDS if stake.bet in stands else back for stake, back in pairs]
    return tuple(returned)


def _in_units(stake: int, returned: int, denominator: int, unit: int) -> int:
    """Round winnings up to what can be paid; a stake goes back as it is.

    Rule: PB 5.7
    """
    if returned <= denominator:
        return stake * returned // denominator
    won = stake * (returned - denominator)
    return stake - won // (-denominator * unit) * unit


def _row(rules: Definition, place: int) -> _Row:
    known = _ROWS.get((rules.fingerprint, place))
    if known is None:
        rulings = {bet: rules.ruling(bet, place) for bet in rules.bets}
        known = _ROWS[rules.fingerprint, place] = _Row(
            {bet: -ruling.returned for bet, ruling in rulings.items()},
            {bet: one.moves_to for bet, one in rulings.items() if one.result is Result.STANDS},
            rules.wagers_stand,
        )
    return known


def paid_to(layouts: Layouts, returned: Sequence[int]) -> tuple[Paid, ...]:
    """Sum up each terminal's decided wagers, one posting a terminal.

    The win meter counts no stakes.

    Rule: LT 8.1.2; LT 8.1.3; SB 3.4.2; MT 2.8(a); MT 2.8(a)(ii); AC 3.4.3
    """
    paid: list[Paid] = []
    for terminal, spots in layouts.items():
        staked = credited = won = 0
        for spot in spots.values():
            back, amount = returned[spot.order], spot.amount
            if back > 0:
                staked += amount
                credited += back
                if back > amount:
                    won += back - amount
            elif back != STANDS:
                staked += amount
        if staked:
            paid.append(Paid(terminal, staked, credited, won))
    return tuple(paid)


def legs(table: str, paid: Sequence[Paid]) -> tuple[Leg, ...]:
    """Clear the stakes, credit the terminals, and book the difference to the table's bank.

    Rule: LT 8.1.1; MT 2.8(a)(i)
    """
    moved: list[Leg] = []
    house = 0
    for one in paid:
        terminal, staked, credited = one.terminal, one.staked, one.credited
        moved += (_STAKE + terminal, staked), (_CREDIT + terminal, -credited)
        house += credited - staked
    moved.append((Account.TABLE_BANK.of(table), house))
    return tuple(moved)
