"""Every bet of craps and what a roll does to it.  Rulebook: AC 3.9.

A wager always works, on come out rolls too: the book knows no on and off.  A
line or come wager that has found its point stands in a position of its own,
`pass_line@4`; all other bets have one position.
"""

from functools import partial
from itertools import combinations_with_replacement
from typing import Final

from openfelt.core.dice import FACES
from openfelt.core.verdict import LOSE, STANDOFF, Verdict, of_pieces, stands, win
from openfelt.games.game import Bet, Pays, by_code

Roll = tuple[int, ...]

POINTS: Final = (4, 5, 6, 8, 9, 10)
CRAPS: Final = (2, 3, 12)
HORN: Final = (2, 3, 11, 12)


def at(code: str, point: int | None) -> str:
    """Return the code of the position a wager stands in."""
    return code if point is None else f"{code}@{point}"


def number_before_seven(line: str, number: int, roll: Roll, pays: Pays) -> Verdict:
    """Win when the number comes before 7, lose when 7 comes first.

    Buy is judged as Place is, since the book prints nothing else for it.  An
    odds wager shares the fate of its line wager, which stands on the same number.

    Rule: AC 3.9.2.2; AC 3.9.2.3; AC 3.9.4.2; AC 3.9.4.3; AC 3.9.5; AC 3.9.6; AC 3.9.7;
    AC 3.9.7.1; AC 3.9.7.2; AC 3.9.8
    """
    if sum(roll) == number:
        return win(pays[line])
    return LOSE if sum(roll) == 7 else stands()


def seven_before_number(line: str, number: int, roll: Roll, pays: Pays) -> Verdict:
    """Win when 7 comes before the number, lose when the number comes first.

    Lay is judged as Place to Lose is, since the book prints nothing else for it.

    Rule: AC 3.9.12.2; AC 3.9.12.3; AC 3.9.13.2; AC 3.9.13.3; AC 3.9.14; AC 3.9.14.1;
    AC 3.9.14.2; AC 3.9.15
    """
    if sum(roll) == 7:
        return win(pays[line])
    return LOSE if sum(roll) == number else stands()


def line(code: str, point: int | None, roll: Roll, pays: Pays) -> Verdict:
    """Judge Pass Line and Come: the first roll decides or sets the point, then it must repeat.

    Rule: AC 3.9.1.1; AC 3.9.1.2; AC 3.9.3.1; AC 3.9.3.2
    """
    if point is not None:
        # Rule: AC 3.9.1.1.2; AC 3.9.1.2.2; AC 3.9.3.1.2; AC 3.9.3.2.2
        return number_before_seven(code, point, roll, pays)
    total = sum(roll)
    # Rule: AC 3.9.1.1.1; AC 3.9.3.1.1
    if total in (7, 11):
        return win(pays[code])
    # Rule: AC 3.9.1.2.1; AC 3.9.3.2.1
    return LOSE if total in CRAPS else stands(total)


def dont(code: str, point: int | None, roll: Roll, pays: Pays) -> Verdict:
    """Judge Don't Pass and Don't Come: the line turned round, but 12 at first is a draw.

    Rule: AC 3.9.10.1; AC 3.9.10.2; AC 3.9.11.1; AC 3.9.11.2
    """
    if point is not None:
        # Rule: AC 3.9.10.1.2; AC 3.9.10.2.2; AC 3.9.11.1.2; AC 3.9.11.2.2
        return seven_before_number(code, point, roll, pays)
    total = sum(roll)
    # A draw gives the stake back and ends the wager.
    # Rule: AC 3.9.10.3; AC 3.9.11.3; AC def:draw
    if total == 12:
        return STANDOFF
    # Rule: AC 3.9.10.1.1; AC 3.9.11.1.1
    if total in (2, 3):
        return win(pays[code])
    # Rule: AC 3.9.10.2.1; AC 3.9.11.2.1
    return LOSE if total in (7, 11) else stands(total)


def is_hard(roll: Roll) -> bool:
    """Say whether both dice show the same number.

    Rule: AC def:Hard; AC def:Easy
    """
    return roll[0] == roll[1]


def hardway(number: int, roll: Roll, pays: Pays) -> Verdict:
    """Win when the total comes hard before it comes easy and before 7.

    Rule: AC 3.9.9
    """
    if sum(roll) == number:
        return win(pays[f"hard:{number}"]) if is_hard(roll) else LOSE
    return LOSE if sum(roll) == 7 else stands()


def field(roll: Roll, pays: Pays) -> Verdict:
    """One roll: win on 2, 3, 4, 9, 10, 11 and 12.

    Rule: AC 3.9.16
    """
    if sum(roll) in (2, 12):
        return win(pays["field 2-12"])
    return win(pays["field"]) if sum(roll) in (3, 4, 9, 10, 11) else LOSE


def any_seven(roll: Roll, pays: Pays) -> Verdict:
    """One roll: win on 7.

    Rule: AC 3.9.17
    """
    return win(pays["any_seven"]) if sum(roll) == 7 else LOSE


def any_craps(code: str, roll: Roll, pays: Pays) -> Verdict:
    """One roll: win on 2, 3 and 12.  Any Craps and C are two areas of the layout, one rule.

    Rule: AC 3.9.18; AC 3.9.19
    """
    return win(pays[code]) if sum(roll) in CRAPS else LOSE


def eleven(roll: Roll, pays: Pays) -> Verdict:
    """One roll: win on 11.

    Rule: AC 3.9.20
    """
    return win(pays["e"]) if sum(roll) == 11 else LOSE


def craps_and_eleven(roll: Roll, pays: Pays) -> Verdict:
    """One roll: win on 2, 3, 11 and 12.

    The whole stake is paid: the printed odds are already net of a split in halves.

    Rule: AC 3.9.21
    """
    if sum(roll) == 11:
        return win(pays["c_and_e 11"])
    return win(pays["c_and_e craps"]) if sum(roll) in CRAPS else LOSE


def horn(roll: Roll, pays: Pays) -> Verdict:
    """One roll: a quarter of the stake on each of 2, 3, 11 and 12.

    Only the quarter that is hit is paid and returned.

    Rule: AC 3.9.22
    """
    total = sum(roll)
    line = "horn 2-12" if total in (2, 12) else "horn 3-11"
    return of_pieces([win(pays[line]) if total == quarter else LOSE for quarter in HORN])


def hop(combination: tuple[int, int], roll: Roll, pays: Pays) -> Verdict:
    """One roll: win when the chosen combination comes, in either order.

    Rule: AC 3.9.23
    """
    if (min(roll), max(roll)) != combination:
        return LOSE
    return win(pays["hop hard" if is_hard(roll) else "hop easy"])


def _line_positions(code: str) -> tuple[Bet[Roll], ...]:
    judge = dont if code.startswith("dont") else line
    return tuple(
        Bet(at(code, point), partial(judge, code, point), placeable=point is None)
        for point in (None, *POINTS)
    )


def _for(code: str) -> tuple[Bet[Roll], ...]:
    return tuple(Bet(f"{code}:{n}", partial(number_before_seven, f"{code}:{n}", n)) for n in POINTS)


def _against(code: str) -> tuple[Bet[Roll], ...]:
    return tuple(Bet(f"{code}:{n}", partial(seven_before_number, f"{code}:{n}", n)) for n in POINTS)


# The closed list of bets.  Rule: AC 3.9
BETS: Final = by_code(
    *_line_positions("pass_line"),
    *_for("odds"),
    *_line_positions("come"),
    *_for("come_odds"),
    *_line_positions("dont_pass"),
    *_against("dont_odds"),
    *_line_positions("dont_come"),
    *_against("dont_come_odds"),
    Bet("big_6", partial(number_before_seven, "big_6", 6)),
    Bet("big_8", partial(number_before_seven, "big_8", 8)),
    *_for("place"),
    *_for("buy"),
    *_against("place_lose"),
    *_against("lay"),
    *(Bet(f"hard:{n}", partial(hardway, n)) for n in (4, 6, 8, 10)),
    Bet("field", field),
    Bet("any_seven", any_seven),
    Bet("any_craps", partial(any_craps, "any_craps")),
    Bet("c", partial(any_craps, "c")),
    Bet("e", eleven),
    Bet("c_and_e", craps_and_eleven),
    Bet("horn", horn, pieces=len(HORN)),
    *(
        Bet(f"hop:{a}-{b}", partial(hop, (a, b)))
        for a, b in combinations_with_replacement(FACES, 2)
    ),
)
