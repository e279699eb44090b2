"""The drawing rules, printed as the rulebooks print them.

Naturals never reach these tables in play: a natural ends the deal first.
"""

from typing import Final

# A definition names the drawing rules it is dealt by; other tables would be another version.
VERSION: Final = "1"

# Player's two-card count: D draws, S stands, N has a natural and cannot draw.
_PLAYER: Final = """
0 1 2 3 4 5  D  Rule: LT Table 1:0-5; PB Table 1:0-5; MT 8.6(c) Player 0-5
6 7          S  Rule: LT Table 1:6-7; PB Table 1:6-7; MT 8.6(c) Player 6-7
8 9          N  Rule: LT Table 1:8-9; PB Table 1:8-9
"""

# Row: Banker's two-card count.  Column: what the Player's third card counts, "-" when
# Player stood.  MT prints no rows 8 and 9; a natural stands there as well.
_BANKER: Final = """
   -  0  1  2  3  4  5  6  7  8  9
0  D  D  D  D  D  D  D  D  D  D  D   Rule: LT Table 2:0; PB Table 2:0; MT 8.6(d) Banker 0
1  D  D  D  D  D  D  D  D  D  D  D   Rule: LT Table 2:1; PB Table 2:1; MT 8.6(d) Banker 1
2  D  D  D  D  D  D  D  D  D  D  D   Rule: LT Table 2:2; PB Table 2:2; MT 8.6(d) Banker 2
3  D  D  D  D  D  D  D  D  D  S  D   Rule: LT Table 2:3; PB Table 2:3; MT 8.6(d) Banker 3
4  D  S  S  D  D  D  D  D  D  S  S   Rule: LT Table 2:4; PB Table 2:4; MT 8.6(d) Banker 4
5  D  S  S  S  S  D  D  D  D  S  S   Rule: LT Table 2:5; PB Table 2:5; MT 8.6(d) Banker 5
6  S  S  S  S  S  S  S  D  D  S  S   Rule: LT Table 2:6; PB Table 2:6; MT 8.6(d) Banker 6
7  S  S  S  S  S  S  S  S  S  S  S   Rule: LT Table 2:7; PB Table 2:7; MT 8.6(d) Banker 7
8  S  S  S  S  S  S  S  S  S  S  S   Rule: LT Table 2:8; PB Table 2:8
9  S  S  S  S  S  S  S  S  S  S  S   Rule: LT Table 2:9; PB Table 2:9
"""


def _cells(printed: str) -> list[list[str]]:
    return [row.partition("Rule:")[0].split() for row in printed.strip().splitlines()]


def _player_table() -> dict[int, bool]:
    return {int(count): row[-1] == "D" for row in _cells(_PLAYER) for count in row[:-1]}


def _banker_table() -> dict[tuple[int, int | None], bool]:
    head, *rows = _cells(_BANKER)
    columns = [None if name == "-" else int(name) for name in head]
    return {
        (int(row[0]), column): cell == "D"
        for row in rows
        for column, cell in zip(columns, row[1:], strict=True)
    }


_PLAYER_DRAWS: Final = _player_table()
_BANKER_DRAWS: Final = _banker_table()


def player_draws(count: int) -> bool:
    """Say whether the Player's hand takes a third card on this two-card count.

    Rule: LT 7.6.5; LT 7.6.5.1; LT 7.6.5.2; PB 9.3; PB 9.3.1; PB 9.3.2; MT 8.6(c)
    """
    return _PLAYER_DRAWS[count]


def banker_draws(count: int, player_third: int | None) -> bool:
    """Say whether the Banker's hand takes a third card.

    `player_third` is what the Player's third card counts, None when Player stood.

    Rule: LT 7.6.6; LT 7.6.6.1; LT 7.6.6.2; LT 7.6.7; LT Table 2; PB 9.4; PB 9.4.1; PB 9.4.2;
    PB 9.5; PB Table 2; MT 8.6(d)
    """
    return _BANKER_DRAWS[count, player_third]
