from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from fake_checkout import make_checkout, make_runnable, write

from openfelt.trace.draw import Draw, Mutant
from openfelt.trace.mutants import main
from openfelt.trace.own_tests import OwnTests, own_tests

SOURCE = '''
def small(total: int) -> bool:
    """Win on small totals.  Rule: SB 3.9.1"""
    return total == 4


LIMIT = 2  # Rule: LT 4.2.7

UNIT = 5  # Rule: PB 5.7
'''

TESTS = """
    import pytest

    from openfelt.games import fake

    def test_sb_3_9_1_small_wins_on_4_only() -> None:
        assert [n for n in range(9) if fake.small(n)] == [4]

    @pytest.mark.clause("LT 4.2.7")
    def test_there_is_a_limit() -> None:
        assert fake.LIMIT > 0
"""
SMALL = "tests/test_fake.py::test_sb_3_9_1_small_wins_on_4_only"
LIMIT = "tests/test_fake.py::test_there_is_a_limit"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_checkout(tmp_path, fake=SOURCE)
    make_runnable(tmp_path)
    write(tmp_path, "tests/test_fake.py", TESTS)
    return tmp_path


def drawn(root: Path, seed: int, count: int = 3, books: str = "LT SB PB") -> list[Mutant]:
    return list(islice(Draw(root, {}, books.split()).mutants(seed), count))


def test_a_good_test_kills_and_a_weak_or_absent_one_does_not(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (root / "src/openfelt/games/fake.py").read_text()
    assert main(["--root", str(root), "--seed", "3", "--breaks", "3"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("3 cited clauses, 3 breaks, seed 3\n")
    at = "src/openfelt/games/fake.py:"
    assert f"killed   SB 3.9.1  {at}4 small  " in out
    assert f"SURVIVED LT 4.2.7  {at}7 LIMIT  constant\n         LIMIT = 2\n       → LIMIT = " in out
    assert f"         asked: {LIMIT}\n" in out
    assert f"SURVIVED PB 5.7  {at}9 UNIT  constant\n" in out
    assert "         asked: no test of its own\n" in out
    assert out.endswith("kill rate 1/3 = 33.3 %\n")
    assert (root / "src/openfelt/games/fake.py").read_text() == before


def test_enough_kills_make_a_good_end(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(root), "--books", "SB", "--breaks", "1"]) == 0
    assert capsys.readouterr().out.endswith("kill rate 1/1 = 100.0 %\n")


def test_what_cannot_be_imported_is_not_counted(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = SOURCE.partition("UNIT")[0].replace("LIMIT = 2", "LIMIT = {2: 2}[2]")
    write(root, "src/openfelt/games/fake.py", source)
    assert main(["--root", str(root), "--books", "LT", "--breaks", "9"]) == 1
    fates = [line for line in capsys.readouterr().out.splitlines() if "games/fake.py:" in line]
    assert [line.split()[0] for line in fates] == ["SURVIVED", "SURVIVED"]


def test_tests_that_fail_unbroken_would_kill_everything_so_it_refuses(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "tests/test_fake.py", TESTS.replace("== [4]", "== [5]"))
    assert main(["--root", str(root)]) == 2
    assert "fail on unbroken code" in capsys.readouterr().err


def test_a_book_without_code_cannot_be_broken(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(root), "--books", "AC"]) == 2
    assert "no cited code" in capsys.readouterr().err


def test_the_same_seed_draws_the_same_breaks(root: Path) -> None:
    draws = [drawn(root, seed, 1) for seed in (*range(8), *range(8))]
    assert draws[:8] == draws[8:]
    assert len({draw[0].place.clause for draw in draws}) > 1


def test_no_break_is_drawn_twice(root: Path) -> None:
    texts = [one.mutation.text for one in drawn(root, 1, 50)]
    assert len(texts) == len(set(texts)) > 3


def test_a_clause_has_the_tests_that_name_it(root: Path) -> None:
    write(root, "tests/scenarios/one.floor", "# LT 4.2.7  A limit.\n# LT 4.2  Wagers.\n")
    found = own_tests(root)
    assert found == {
        "LT 4.2": OwnTests(("tests/scenarios/one.floor",)),
        "LT 4.2.7": OwnTests(("tests/scenarios/one.floor",), (LIMIT,)),
        "SB 3.9.1": OwnTests((), (SMALL,)),
    }
    assert str(found["LT 4.2.7"]) == f"one, {LIMIT}"
