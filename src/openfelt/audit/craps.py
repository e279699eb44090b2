"""Craps judged again: the point, whose dice they are, and which chips may lie where.

Written from the printed rules and the table of what may be raised and taken down, not from the code
of the floor.  Rulebook: AC 3.9, 3.11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from openfelt.audit import dice
from openfelt.audit.craps_event import (
    CommissionEarned,
    CommissionHeld,
    CommissionReturned,
    DicePassed,
    PointMoved,
    StandingReturned,
)
from openfelt.audit.definition import Odds
from openfelt.audit.event import Event, OfRound
from openfelt.audit.finding import dollars
from openfelt.audit.outcome import NoOutcome
from openfelt.audit.table import Spot, Table, Tables, by_spot, difference

OUTCOMES: Final = 6**2
POINTS: Final = (4, 5, 6, 8, 9, 10)
# Odds lie behind a wager that has its number, and lose with it.
BEHIND: Final = {
    "odds": "pass_line",
    "come_odds": "come",
    "dont_odds": "dont_pass",
    "dont_come_odds": "dont_come",
}
# They stay, once they have their number, and may be raised there; the others may not.
_BOUND: Final = ("pass_line", "come")


def faces(outcome: str) -> tuple[int, int]:
    """Return the two dice of a roll, written 3-4."""
    read = outcome.split("-")
    if len(read) != 2 or any(face not in "123456" or len(face) != 1 for face in read):
        raise NoOutcome(f"{outcome!r} is no roll of two dice")
    return int(read[0]), int(read[1])


def stated_place(outcome: str) -> int:
    """Return where a roll stands in the columns."""
    first, second = faces(outcome)
    return (first - 1) * 6 + second - 1


def settled_place(table: Table, outcome: str) -> int:
    """Take the dice only where they were thrown and lay flat."""
    dice.check_thrown(table, outcome)
    return stated_place(outcome)


is_complete: Final = dice.is_complete


def point_after(point: int, total: int) -> int:
    """Return the point after a roll, 0 where a come out roll is next."""
    if point:
        return 0 if total in (point, 7) else point
    return total if total in POINTS else 0


def kind_of(bet: str) -> str:
    """Return the kind of a bet, without the number it lies on."""
    return bet.partition(":")[0].partition("@")[0]


def flat_of(bet: str) -> str:
    """Return the spot of the wager that odds lie behind, "" where a bet is none."""
    kind, _, number = bet.partition(":")
    return f"{BEHIND[kind]}@{number}" if kind in BEHIND else ""


def on_point(bet: str, point: int) -> str:
    """Return where chips on a line that has its number lie, if the point is this one."""
    line, _, number = bet.partition("@")
    return f"{line}@{point}" if number and point and line in ("pass_line", "dont_pass") else bet


def cap(odds: Odds, bet: str, flat: int) -> int:
    """Return the most that odds may be: twice the flat wager, or what wins twice as much."""
    if not bet.startswith("dont"):
        return 2 * flat
    net = max(odds.returns.get(bet, (0,))) - odds.denominator
    return 2 * flat * odds.denominator // net if net > 0 else 0


def may_lie(odds: Odds, point: int, lies: Mapping[str, int], bet: str, amount: int) -> str:
    """Say why so much more may not lie on a bet of somebody who has that, "" where it may."""
    flat = flat_of(bet)
    if flat:
        over = lies.get(bet, 0) + amount - cap(odds, bet, lies.get(flat, 0))
        return f"{bet} is {dollars(over)} over its cap" if over > 0 else ""
    if "@" in bet:
        return "" if lies.get(bet) and kind_of(bet) in _BOUND else f"nothing may be laid on {bet}"
    if bet in ("pass_line", "dont_pass") and point:
        return f"{bet} was laid on the point {point}"
    return "dont_come was laid before a come out roll" if bet == "dont_come" and not point else ""


def check_laid(tables: Tables, table: Table, spot: Spot, amount: int) -> None:
    """Complain where chips are laid that may not lie there."""
    why = may_lie(table.odds, table.point, lies_of(table, spot[0]), spot[1], amount)
    if why:
        tables.say(why)


def check_lifted(tables: Tables, spot: Spot) -> None:
    """Complain where a wager is taken down that is bound to its number."""
    if "@" in spot[1] and kind_of(spot[1]) in _BOUND:
        tables.say(f"{spot[0]}'s {spot[1]} stands and cannot be taken down")


def lies_of(table: Table, terminal: str) -> dict[str, int]:
    """Return all that lies on a table of a terminal, by bet."""
    return {bet: amount for (owner, bet), amount in table.on_it().items() if owner == terminal}


def touch(tables: Tables, table: Table, *terminals: str) -> None:
    """Have all of these looked at when the command is over."""
    if table.odds.stands:
        tables.touched.setdefault(table.name, set()).update(terminals)


def over(table: Table, terminal: str) -> Iterator[str]:
    """Say which odds lie over their cap."""
    lies = lies_of(table, terminal)
    for bet in lies:
        if flat_of(bet) and lies[bet] > cap(table.odds, bet, lies.get(flat_of(bet), 0)):
            yield f"{terminal}'s {bet} is over its cap"


def held_for(tables: Tables, terminal: str) -> int:
    """Return what has to be held of a terminal: the commission of all that lies on its tables."""
    return sum(
        table.odds.commission(bet, amount)
        for table in tables.tables.values()
        if table.odds.on_top
        for bet, amount in lies_of(table, terminal).items()
    )


def rolled(table: Table, outcome: str) -> int:
    """Return the point now, and see whether the shooter's line has lost; rows have to say so."""
    place, total = stated_place(outcome), sum(faces(outcome))
    lines = ("pass_line", "dont_pass")
    ends = {line: f"{line}@{table.point}" if table.point else line for line in lines}
    lies = lies_of(table, table.shooter)
    returns = table.odds.returns
    backs = {
        line: returns[bet][place] for line, bet in ends.items() if bet in lies.keys() & returns
    }
    undecided = {line for line, bet in ends.items() if place in table.odds.stands.get(bet, ())}
    # A Pass Line that loses, or a Don't Pass that wins: a draw gives back the stake alone.
    loses = "pass_line" in backs.keys() - undecided and not backs["pass_line"]
    wins = "dont_pass" in backs.keys() - undecided and backs["dont_pass"] > table.odds.denominator
    table.due = []
    point = point_after(table.point, total)
    if point != table.point:
        table.due.append(f"the point is {point or 'off'}")
    if loses or wins:
        table.due.append(f"{table.shooter} has lost the dice")
    return point


def _due(tables: Tables, table: Table, what: str) -> None:
    if what not in table.due:
        tables.say(f"it says that {what}, and the roll does not")
    else:
        table.due.remove(what)


def _after_roll(tables: Tables, e: OfRound) -> Table | None:
    """Return the table whose round has just ended, in which this comes of it."""
    table = tables.find(e.table)
    if table is not None and e.round != table.ended:
        tables.say(f"round {table.ended} has ended, and not round {e.round}")
    return table


def _point_moved(tables: Tables, e: PointMoved) -> None:
    table = _after_roll(tables, e)
    if table is not None:
        _due(tables, table, f"the point is {e.point or 'off'}")


def _dice_passed(tables: Tables, e: DicePassed) -> None:
    table = _after_roll(tables, e)
    if table is not None:
        _due(tables, table, f"{e.terminal} has lost the dice")
        table.holder = ""


def _standing_returned(tables: Tables, e: StandingReturned) -> None:
    table = tables.current(e.table, e.round, "wagering", "closed", "settled", "void")
    if table is None:
        return
    off = difference(by_spot(e.refunded), table.standing)
    if off:
        tables.say(f"the refund is not what stood there: {off}")
    touch(tables, table, *(stake.terminal for stake in e.refunded))
    table.standing = {}


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    PointMoved: _point_moved,
    DicePassed: _dice_passed,
    StandingReturned: _standing_returned,
    CommissionHeld: lambda tables, e: tables.find(e.table),
    CommissionReturned: lambda tables, e: tables.find(e.table),
    CommissionEarned: _after_roll,
}

# What the replay says of its events.
WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "PointMoved": lambda e: f"the point is {e['point']}" if e["point"] else "the point is off",
    "DicePassed": lambda e: f"{e['terminal']} has lost the dice",
    "StandingReturned": lambda e: f"what stood goes back ({e['reason']})",
    "CommissionHeld": lambda e: f"{e['terminal']} pays {dollars(e['amount'])} of commission",
    "CommissionReturned": lambda e: f"commission goes back: {_fees(e)}",
    "CommissionEarned": lambda e: f"commission is the house's: {_fees(e)}",
    "RollsReplayed": lambda e: _replayed(e),
}


def _fees(e: dict[str, Any]) -> str:
    return ", ".join(f"{terminal} {dollars(amount)}" for terminal, amount in e["shares"])


def _replayed(e: dict[str, Any]) -> str:
    """Tell what became of each roll, and of each account."""
    lines = [f"round {e['round']} and all that followed are played again ({e['reason']})"]
    if e["void"]:
        lines.append(f"round {e['round']}: void")
    for number, settled in e["rounds"]:
        line = f"round {number}: {settled['outcome']} for the point {settled.get('point') or 'off'}"
        void = ", ".join(f"{t} {bet} {dollars(n)}" for t, _, bet, n in settled.get("void", ()))
        lines.append(f"{line}; void: {void}" if void else line)
    for terminal, account, credit, owed, case, *_ in e["adjusted"]:
        parts = ((credit, "credit"), (owed, "debt"), (case, "by the house"))
        told = ", ".join(f"{name} {dollars(amount)}" for amount, name in parts if amount)
        lines.append(f"account {account} of {terminal}: {told or 'nothing'}")
    lines += [f"{terminal}: {bet} {dollars(n)} stands" for terminal, bet, n in e["standing"]]
    return "\n".join((*lines, f"the point is {e['point'] or 'off'}"))
