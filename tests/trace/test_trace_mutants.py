from __future__ import annotations

from pathlib import Path

import pytest
from fake_checkout import make_checkout, make_runnable, prove, write

from openfelt.trace.citation import scan
from openfelt.trace.mutants import choose, collapsed, main, sites_of
from openfelt.trace.proof import read_proof
from openfelt.trace.register import load

SOURCE = '''
def small(total: int) -> bool:
    """Win on small totals.  Rule: SB 3.9.1"""
    return total == 4


LIMIT = 2  # Rule: LT 4.2.7

UNIT = 5  # Rule: PB 5.7
'''

TESTS = """
    from openfelt.games import fake

    def test_sb_3_9_1_small_wins_on_4_only() -> None:
        assert [n for n in range(9) if fake.small(n)] == [4]

    def test_lt_4_2_7_there_is_a_limit() -> None:
        assert fake.LIMIT > 0
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_checkout(tmp_path, fake=SOURCE)
    make_runnable(tmp_path)
    write(tmp_path, "tests/test_fake.py", TESTS)
    prove(
        tmp_path,
        test_sb_3_9_1_small_wins_on_4_only=("passed", ["SB 3.9.1"]),
        test_lt_4_2_7_there_is_a_limit=("passed", ["LT 4.2.7"]),
    )
    return tmp_path


def test_a_good_test_kills_and_a_weak_or_absent_one_does_not(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (root / "src/openfelt/games/fake.py").read_text()
    assert main(["--root", str(root), "--seed", "3", "--breaks", "9"]) == 1
    head, *fates, rate = capsys.readouterr().out.splitlines()
    assert head == "3 cited sites, 3 breakable, 3 drawn"
    at = "src/openfelt/games/fake.py:"
    killed, absent, weak = sorted(fates, reverse=True)
    assert killed.startswith(f"killed   {at}4 small  SB 3.9.1  ")
    assert weak.startswith(f"SURVIVED {at}7 LIMIT  LT 4.2.7  LIMIT = 2 → LIMIT = 3")
    assert absent == f"SURVIVED {at}9 UNIT  PB 5.7  UNIT = 5 → UNIT = 6  (no test of its own)"
    assert rate == "kill rate 1/3 = 33.3 %"
    assert (root / "src/openfelt/games/fake.py").read_text() == before


def test_enough_kills_make_a_good_end(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, "src/openfelt/games/fake.py", SOURCE.partition("LIMIT")[0] + "LIMIT = 2\n")
    assert main(["--root", str(root)]) == 0
    assert capsys.readouterr().out.endswith("kill rate 1/1 = 100.0 %\n")


def test_without_a_recorded_run_it_refuses(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "build" / "proof.json").unlink()
    assert main(["--root", str(root)]) == 2
    assert "run `make test` first" in capsys.readouterr().err


def test_tests_that_fail_unbroken_would_kill_everything_so_it_refuses(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(root, "tests/test_fake.py", TESTS.replace("== [4]", "== [5]"))
    assert main(["--root", str(root)]) == 2
    assert "fail on unbroken code" in capsys.readouterr().err


def test_the_same_seed_draws_the_same_breaks(root: Path) -> None:
    proof = read_proof(root)
    assert proof is not None
    draws = [choose(root, proof, seed=seed, breaks=1).mutants for seed in (*range(8), *range(8))]
    assert draws[:8] == draws[8:]
    assert len({draw[0].site.name for draw in draws}) > 1


def test_two_citations_of_one_function_are_one_site(tmp_path: Path) -> None:
    docstring = '"""F.\n\n    Rule: LT 4.2\n    Rule: PB 5.7\n    """'
    make_checkout(tmp_path, fake=f"def f() -> int:\n    {docstring}\n    return 1\n")
    (site,) = sites_of(scan(tmp_path, load(tmp_path)).found)
    assert site.clauses == ("LT 4.2", "PB 5.7")


def test_a_parametrised_test_is_named_whole_when_all_its_cases_are_wanted() -> None:
    known = ["t.py::a[1]", "t.py::a[2]", "t.py::b[1]", "t.py::b[2]", "t.py::c"]
    wanted = ["t.py::a[1]", "t.py::a[2]", "t.py::b[1]", "t.py::c"]
    assert collapsed(wanted, known) == ["t.py::a", "t.py::b[1]", "t.py::c"]
