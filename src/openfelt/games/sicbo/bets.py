"""The fifty bets of sic bo.  Rulebooks: SB 3.9, MT 10.4."""

from functools import partial
from itertools import combinations
from typing import Final

from openfelt.core.dice import FACES
from openfelt.core.verdict import LOSE, Verdict, win
from openfelt.games.game import Bet, Pays, by_code

Roll = tuple[int, ...]

TOTALS: Final = range(4, 18)


def is_triple(roll: Roll) -> bool:
    """Say whether all three dice show the same number."""
    return roll[0] == roll[1] == roll[2]


def small(roll: Roll, pays: Pays) -> Verdict:
    """Win on totals 4 to 10; any triple loses.

    Rule: SB 3.9.1; SB 3.9.1.1; SB 3.9.1.2; MT 10.4(a) Small
    """
    if is_triple(roll) or not 4 <= sum(roll) <= 10:
        return LOSE
    return win(pays["small"])


def big(roll: Roll, pays: Pays) -> Verdict:
    """Win on totals 11 to 17; any triple loses.

    Rule: SB 3.9.2; SB 3.9.2.1; SB 3.9.2.2; MT 10.4(a) Big
    """
    if is_triple(roll) or not 11 <= sum(roll) <= 17:
        return LOSE
    return win(pays["big"])


def triple(number: int, roll: Roll, pays: Pays) -> Verdict:
    """Win when all three dice show the number.

    Rule: SB 3.9.3; MT 10.4(a) Specific Triple
    """
    return win(pays["triple"]) if roll.count(number) == 3 else LOSE


def double(number: int, roll: Roll, pays: Pays) -> Verdict:
    """Win once when at least two dice show the number, so on its triple too.

    MT does not speak of the triple; it is read as SB prints it.

    Rule: SB 3.9.4; MT 10.4(a) Specific Double
    """
    return win(pays["double"]) if roll.count(number) >= 2 else LOSE


def any_triple(roll: Roll, pays: Pays) -> Verdict:
    """Win on every triple.

    Rule: SB 3.9.5; MT 10.4(a) Any Triple
    """
    return win(pays["any_triple"]) if is_triple(roll) else LOSE


def total(points: int, roll: Roll, pays: Pays) -> Verdict:
    """Win on that total, however it comes.

    Rule: SB 3.9.6; MT def:Total
    """
    return win(pays[f"total:{points}"]) if sum(roll) == points else LOSE


def combo(first: int, second: int, roll: Roll, pays: Pays) -> Verdict:
    """Win once when both numbers are among the dice.

    Rule: SB 3.9.7; MT 10.4(a) Two Dice Combination
    """
    return win(pays["combo"]) if first in roll and second in roll else LOSE


def number(face: int, roll: Roll, pays: Pays) -> Verdict:
    """Win when the number shows, at odds by how many dice show it.

    Rule: SB 3.9.8; MT 10.4(a) Single Die one; MT 10.4(a) Single Die two;
    MT 10.4(a) Single Die three
    """
    shown = roll.count(face)
    return win(pays[f"number x{shown}"]) if shown else LOSE


# The closed list of bets.  Rule: SB 3.9; MT 10.4(a)
BETS: Final = by_code(
    Bet("small", small),
    Bet("big", big),
    *(Bet(f"triple:{n}", partial(triple, n)) for n in FACES),
    Bet("any_triple", any_triple),
    *(Bet(f"double:{n}", partial(double, n)) for n in FACES),
    *(Bet(f"total:{n}", partial(total, n)) for n in TOTALS),
    *(Bet(f"combo:{a}-{b}", partial(combo, a, b)) for a, b in combinations(FACES, 2)),
    *(Bet(f"number:{n}", partial(number, n)) for n in FACES),
)
