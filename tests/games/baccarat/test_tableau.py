"""The drawing rules, cell by cell, and as they decide in play.

Expectations are written as the columns in which a row draws, not as the table is printed.
"""

from collections.abc import Collection

import pytest

from openfelt.core.cards import Card
from openfelt.games.baccarat.coup import Hand, next_hand
from openfelt.games.baccarat.tableau import banker_draws, player_draws

COLUMNS = (None, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)

# In which columns Banker's hand draws; None is "no card".
ALWAYS = frozenset(COLUMNS)
NEVER: frozenset[int | None] = frozenset()
DRAWS: dict[int, frozenset[int | None]] = {
    0: ALWAYS,
    1: ALWAYS,
    2: ALWAYS,
    3: ALWAYS - {8},
    4: frozenset({None, 2, 3, 4, 5, 6, 7}),
    5: frozenset({None, 4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: NEVER,
    8: NEVER,
    9: NEVER,
}

# One rank for each count, from 0 to 9.
RANK_OF = "KA23456789"


def two_cards(count: int) -> tuple[Card, Card]:
    return Card("QD"), Card(f"{RANK_OF[count]}S")


def rows(*counts: int) -> list[object]:
    """Rows of the Banker's table, each with the clauses that print it; MT prints 0 to 7."""
    return [
        pytest.param(
            count,
            DRAWS[count],
            id=f"Banker {count}",
            marks=pytest.mark.clause(
                f"LT Table 2:{count}",
                f"PB Table 2:{count}",
                *([f"MT 8.6(d) Banker {count}"] if count <= 7 else []),
            ),
        )
        for count in counts
    ]


@pytest.mark.parametrize(("banker", "draws"), rows(*range(10)))
def test_a_row_of_the_bankers_table_draws_in_these_columns(
    banker: int, draws: Collection[int | None]
) -> None:
    assert {column for column in COLUMNS if banker_draws(banker, column)} == draws


@pytest.mark.clause("LT Table 2", "PB Table 2", "MT 8.6(d)")
def test_the_bankers_table_has_110_cells_and_draws_in_57_of_them() -> None:
    cells = {(row, column): banker_draws(row, column) for row in range(10) for column in COLUMNS}
    assert len(cells) == 110
    # 3 rows of 11 draws, then 10, 7, 5 and 2.
    assert sum(cells.values()) == 57


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", range(10))
@pytest.mark.clause("LT 7.6.6", "LT 7.6.6.1", "LT 7.6.6.2", "LT Table 2")
@pytest.mark.clause("PB 9.4", "PB 9.4.1", "PB 9.4.2", "PB Table 2", "MT 8.6(d)")
def test_banker_follows_the_table_in_play_when_player_drew(banker: int, third: int) -> None:
    player = (*two_cards(0), Card(f"{RANK_OF[third]}H"))
    due = Hand.BANKER if third in DRAWS[banker] else None
    assert next_hand(player, two_cards(banker)) is due


@pytest.mark.parametrize("rank", "TJQK")
@pytest.mark.clause("LT Table 2:4", "PB Table 2:4", "MT 8.6(d) Banker 4")
def test_every_ten_and_picture_is_a_third_card_of_zero(rank: str) -> None:
    assert next_hand((*two_cards(5), Card(f"{rank}C")), two_cards(4)) is None
    assert next_hand((*two_cards(5), Card(f"{rank}C")), two_cards(3)) is Hand.BANKER


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.clause("LT 7.6.7", "PB 9.5", "MT 8.6(d)")
def test_banker_draws_up_to_five_when_player_stood(player: int, banker: int) -> None:
    due = Hand.BANKER if banker in {0, 1, 2, 3, 4, 5} else None
    assert next_hand(two_cards(player), two_cards(banker)) is due
    assert banker_draws(banker, None) is (due is Hand.BANKER)


@pytest.mark.parametrize(
    ("counts", "draws"),
    [
        pytest.param(
            (0, 1, 2, 3, 4, 5),
            True,
            id="0 to 5 draws",
            marks=pytest.mark.clause("LT Table 1:0-5", "PB Table 1:0-5", "MT 8.6(c) Player 0-5"),
        ),
        pytest.param(
            (6, 7),
            False,
            id="6 and 7 stand",
            marks=pytest.mark.clause("LT Table 1:6-7", "PB Table 1:6-7", "MT 8.6(c) Player 6-7"),
        ),
        pytest.param(
            (8, 9),
            False,
            id="8 and 9 cannot draw",
            marks=pytest.mark.clause("LT Table 1:8-9", "PB Table 1:8-9"),
        ),
    ],
)
def test_a_row_of_the_players_table(counts: Collection[int], draws: bool) -> None:
    assert [player_draws(count) for count in counts] == [draws] * len(counts)


@pytest.mark.parametrize("player", range(8))
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.clause("LT 7.6.5", "LT 7.6.5.1", "LT 7.6.5.2")
@pytest.mark.clause("PB 9.3", "PB 9.3.1", "PB 9.3.2", "MT 8.6(c)")
def test_player_draws_up_to_five_whatever_banker_has(player: int, banker: int) -> None:
    draws = player in {0, 1, 2, 3, 4, 5}
    assert player_draws(player) is draws
    assert (next_hand(two_cards(player), two_cards(banker)) is Hand.PLAYER) is draws
