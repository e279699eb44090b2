"""Odds, and the paytable read from its printed text."""

from fractions import Fraction

import pytest

from openfelt.core.odds import Odds, PayLine, Paytable

PRINTED = """
    banker, banker_with_6  1 to 1 less 5%  Rule: MT 8.7(b) Method A Banker
    tie                    8 to 1          Rule: MT 8.7(b) Method A Tie
    horn 2-12              33 to 1         Rule: AC 3.10 Horn 2/12
"""
TABLE = Paytable(PRINTED)


@pytest.mark.clause("MT 2.8(b)")
@pytest.mark.parametrize(
    ("odds", "net"),
    [
        (Odds(1, 1), Fraction(1)),
        (Odds(3, 2), Fraction(3, 2)),
        (Odds(19, 20), Fraction(19, 20)),
        (Odds(1, 1, 5), Fraction(95, 100)),
        (Odds(1, 1, 50), Fraction(1, 2)),
        (Odds(3, 2, 10), Fraction(27, 20)),
        (Odds(7, 1, 99), Fraction(7, 100)),
    ],
    ids=str,
)
def test_the_commission_comes_off_the_winnings_before_they_are_paid(
    odds: Odds, net: Fraction
) -> None:
    assert odds.net == net


@pytest.mark.parametrize(
    ("odds", "text"), [(Odds(19, 20), "19 to 20"), (Odds(1, 1, 5), "1 to 1 less 5%")]
)
def test_odds_are_written_as_the_books_print_them(odds: Odds, text: str) -> None:
    assert str(odds) == text


@pytest.mark.parametrize(
    ("win", "stake", "less"),
    [(0, 1, 0), (-1, 1, 0), (1, 0, 0), (1, -1, 0), (1, 1, 100), (1, 1, -1)],
)
def test_odds_that_pay_nothing_are_a_bug(win: int, stake: int, less: int) -> None:
    with pytest.raises(AssertionError):
        Odds(win, stake, less)


def test_a_paytable_is_read_row_by_row_in_the_order_printed() -> None:
    assert dict(TABLE) == {
        "banker": Odds(1, 1, 5),
        "banker_with_6": Odds(1, 1, 5),
        "tie": Odds(8, 1),
        "horn 2-12": Odds(33, 1),
    }
    assert list(TABLE) == ["banker", "banker_with_6", "tie", "horn 2-12"]
    assert len(TABLE) == 4


def test_each_line_of_a_paytable_knows_the_clause_that_prints_it() -> None:
    assert TABLE.lines[1] == PayLine("banker_with_6", Odds(1, 1, 5), "MT 8.7(b) Method A Banker")
    assert [line.name for line in TABLE.lines] == list(TABLE)
    assert TABLE.clause("horn 2-12") == "AC 3.10 Horn 2/12"


def test_a_table_may_sign_a_row_of_its_own() -> None:
    bonus = PayLine("tie_bonus", Odds(5, 100), "PB 13.3.5.2")
    signed = TABLE.joined_by(bonus)
    assert signed.lines == (*TABLE.lines, bonus)
    assert signed["tie_bonus"] == Odds(5, 100)
    assert "tie_bonus" not in TABLE


def test_a_row_that_is_printed_cannot_be_signed_over() -> None:
    with pytest.raises(AssertionError):
        TABLE.joined_by(PayLine("tie", Odds(9, 1), "PB 13.3.5.2"))


def test_an_event_the_paytable_does_not_print_has_no_odds() -> None:
    with pytest.raises(KeyError):
        TABLE["player"]


@pytest.mark.parametrize(
    "row",
    [
        "tie  8 to 1",
        "tie  8 to 1  LT 8.4.3",
        "tie  8 to 1  Rule:",
        "tie 8 to 1  Rule: LT 8.4.3",
        "tie  8 to 1 Rule: LT 8.4.3",
        "tie  8 for 1  Rule: LT 8.4.3",
        "tie  8:1  Rule: LT 8.4.3",
        "tie  -8 to 1  Rule: LT 8.4.3",
        "tie  8 to 1 less 5  Rule: LT 8.4.3",
        "tie  8.5 to 1  Rule: LT 8.4.3",
        "8 to 1  Rule: LT 8.4.3",
    ],
)
def test_a_row_that_does_not_read_as_one_stops_the_program(row: str) -> None:
    with pytest.raises(AssertionError, match="not a paytable row"):
        Paytable(row)


@pytest.mark.parametrize(
    "printed",
    [
        "tie  8 to 1  Rule: LT 8.4.3\ntie  9 to 1  Rule: LT 8.4.3",
        "tie, tie  8 to 1  Rule: LT 8.4.3",
    ],
)
def test_two_odds_for_one_event_stop_the_program(printed: str) -> None:
    with pytest.raises(AssertionError, match="two odds for 'tie'"):
        Paytable(printed)


@pytest.mark.parametrize("row", ["tie  0 to 1  Rule: LT 8.4.3", "tie  8 to 0  Rule: LT 8.4.3"])
def test_a_figure_of_nothing_stops_the_program(row: str) -> None:
    with pytest.raises(AssertionError):
        Paytable(row)
