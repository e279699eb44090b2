from __future__ import annotations

from pathlib import Path

import pytest
from fake_checkout import make_checkout, owe

from openfelt.trace.register import CheckoutNotFoundError, find_root, load, unknown


def test_a_clause_is_named_by_its_book_and_its_number_as_written(tmp_path: Path) -> None:
    clauses = load(make_checkout(tmp_path)).clauses
    assert list(clauses)[:2] == ["LT 1.1", "LT 4.2"]
    assert clauses["AC 3.10 Odds 4/10"].topic == "payout"
    assert clauses["MT 8.3(b)(ii)"].binds == "staff"
    assert clauses["MT 8.3(b)(ii)"].acceptance == "test of 8.3(b)(ii)"


def test_the_root_is_found_from_a_folder_deep_inside(tmp_path: Path) -> None:
    make_checkout(tmp_path, fake="")
    assert find_root(tmp_path / "src" / "openfelt" / "games") == tmp_path


def test_a_folder_without_registers_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(CheckoutNotFoundError, match="--root"):
        load(tmp_path)


def test_without_a_list_nothing_is_owed(tmp_path: Path) -> None:
    assert load(make_checkout(tmp_path)).debts == ()


def test_a_debt_says_to_what_and_why(tmp_path: Path) -> None:
    owe(make_checkout(tmp_path), ("LT 4.2.7", "the floor", "needs accounts"))
    register = load(tmp_path)
    assert register.owed()["LT 4.2.7"].owed_to == "the floor"
    assert register.debt_faults() == []


@pytest.mark.parametrize(
    ("debt", "fault"),
    [
        (("LT 4.2.9", "the floor", "later"), "no clause 'LT 4.2.9'"),
        (("LT 4.2.7", "the floor", ""), "must say to what it is owed and why"),
        (("LT 4.2.7", "", "later"), "must say to what it is owed and why"),
        (("LT 8.1.1", "the floor", "later"), "is about payout and may not be owed"),
    ],
)
def test_a_bad_debt_is_reported(tmp_path: Path, debt: tuple[str, str, str], fault: str) -> None:
    owe(make_checkout(tmp_path), debt)
    (found,) = load(tmp_path).debt_faults()
    assert fault in found


def test_a_debt_listed_twice_is_reported(tmp_path: Path) -> None:
    debt = ("LT 4.2.7", "the floor", "later")
    owe(make_checkout(tmp_path), debt, debt)
    assert load(tmp_path).debt_faults() == ["docs/rules/owed.csv: LT 4.2.7 is listed twice"]


def test_an_unknown_clause_names_its_neighbours() -> None:
    assert unknown("LT 4.2.9", ["LT 4.2.7", "SB 1.1"]) == "no clause 'LT 4.2.9' (near: LT 4.2.7)"
    assert unknown("LT 4", ["LT 5", "LT 4.2.1.1"]).endswith("(near: LT 4.2.1.1, LT 5)")
