from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fake_checkout import make_checkout, make_runnable, prove, write

from openfelt.trace.proof import PROOF, Names, nodes_by_clause, normalised, read_proof, transcripts
from openfelt.trace.reference import scan_tests
from openfelt.trace.register import load

SUITE = """
    import pytest

    def test_lt_4_2_7_a_bet_is_confirmed() -> None:
        pass

    def test_lt_4_2_8_fails() -> None:
        raise AssertionError

    @pytest.mark.parametrize("n", [
        pytest.param(1, marks=pytest.mark.clause("PB 5.7", "SB 3.9.1")),
        pytest.param(2),
    ])
    def test_marked(n: int) -> None:
        pass

    @pytest.mark.skip(reason="later")
    def test_lt_4_2_x() -> None:
        pass

    @pytest.fixture
    def breaks_at_the_end():
        yield
        raise AssertionError

    def test_sb_3_9_10_small(breaks_at_the_end) -> None:
        pass
"""

LEAVES_OUT = """
    def pytest_collection_modifyitems(config, items):
        config.hook.pytest_deselected(items=[items.pop()])
"""

SHARED_OUT = ("-p", "xdist", "-n", "2")


@pytest.fixture
def names(tmp_path: Path) -> Names:
    return Names(load(make_checkout(tmp_path)))


# A run starts sooner without the plugins it does not need.
ENVIRONMENT = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENFELT_NO_PROOF": ""}


def run_suite(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=root,
        env={**ENVIRONMENT, "PYTHONPATH": str(root / "src"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def suite_of(root: Path, text: str) -> Path:
    write(make_checkout(root), "tests/test_suite.py", text)
    make_runnable(root)
    return root


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("MT 8.3(b)(ii)", "mt_8_3_b_ii"),
        ("AC 3.10 Don't Pass Line", "ac_3_10_don_t_pass_line"),
        ("LT Table 2:4", "lt_table_2_4"),
        ("MT def:Method (A) Baccarat(a)", "mt_def_method_a_baccarat_a"),
    ],
)
def test_a_clause_is_written_in_names_with_underscores(clause: str, words: str) -> None:
    assert normalised(clause) == words


@pytest.mark.parametrize(
    ("function", "clause"),
    [
        ("test_lt_4_2_7_a_bet_is_confirmed", "LT 4.2.7"),
        ("test_lt_4_2_bets_are_made", "LT 4.2"),
        ("test_lt_4_2_7", "LT 4.2.7"),
        ("test_mt_8_3_b_ii_cards_are_shown", "MT 8.3(b)(ii)"),
        ("test_ac_3_10_c_e_2_3_12_pays", "AC 3.10 C&E 2/3/12"),
        ("test_lt_table_2_4_draws", "LT Table 2:4"),
        ("test_lt_4_25_is_no_subclause", None),
        ("test_result_of_lt_4_2", None),
    ],
)
def test_the_longest_clause_a_name_begins_with_is_meant(
    names: Names, function: str, clause: str | None
) -> None:
    assert names.clause_of(function) == clause


@pytest.mark.parametrize(
    "function", ["test_lt_9_9_unknown", "test_sb_3_9_unknown", "test_lt_4_2_77_mistyped"]
)
def test_a_name_with_the_number_of_no_clause_is_a_fault(names: Names, function: str) -> None:
    assert function in (names.fault(function) or "")


@pytest.mark.parametrize("function", ["test_lt_4_2_7_x", "test_lt_limits_hold", "test_pb_5_7_1_up"])
def test_other_names_are_no_fault(names: Names, function: str) -> None:
    assert names.fault(function) is None


@pytest.mark.parametrize("arguments", [(), SHARED_OUT], ids=["whole", "shared out"])
def test_a_complete_run_records_clauses_and_outcomes(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert run_suite(suite_of(tmp_path, SUITE), *arguments).returncode == 1
    proof = read_proof(tmp_path)
    assert proof is not None
    assert proof.complete
    at = "tests/test_suite.py::"
    assert {node.removeprefix(at): (*t.clauses, t.outcome) for node, t in proof.tests.items()} == {
        "test_lt_4_2_7_a_bet_is_confirmed": ("LT 4.2.7", "passed"),
        "test_lt_4_2_8_fails": ("LT 4.2.8", "failed"),
        "test_lt_4_2_x": ("LT 4.2", "skipped"),
        "test_marked[1]": ("PB 5.7", "SB 3.9.1", "passed"),
        "test_marked[2]": ("passed",),
        "test_sb_3_9_10_small": ("SB 3.9.10 Small", "failed"),
    }
    first = (tmp_path / PROOF).read_text()
    assert list(json.loads(first)["tests"]) == sorted(proof.tests)


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "confirmed"),
        ("-m", "not clause"),
        ("-x",),
        ("--collect-only",),
        ("tests/test_suite.py",),
        ("--deselect", "tests/test_suite.py::test_marked"),
        ("-p", "leaves_out"),
        (*SHARED_OUT, "-p", "leaves_out"),
    ],
    ids=" ".join,
)
def test_a_partial_run_records_nothing(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    write(tmp_path, "src/leaves_out.py", LEAVES_OUT)
    run_suite(suite_of(tmp_path, SUITE), *arguments)
    assert not (tmp_path / PROOF).exists()


def test_a_run_that_could_not_read_a_file_records_nothing(tmp_path: Path) -> None:
    write(suite_of(tmp_path, SUITE), "tests/test_broken.py", "import nothing_of_this_name\n")
    assert run_suite(tmp_path, *SHARED_OUT, "--continue-on-collection-errors").returncode == 1
    assert not (tmp_path / PROOF).exists()


def test_a_run_whose_worker_died_records_nothing(tmp_path: Path) -> None:
    dies = "import os\n\ndef test_it(): os._exit(3)\ndef test_other(): pass\n"
    assert run_suite(suite_of(tmp_path, dies), *SHARED_OUT).returncode == 1
    assert not (tmp_path / PROOF).exists()


def test_the_folder_of_tests_may_be_named_and_recording_be_switched_off(tmp_path: Path) -> None:
    suite_of(tmp_path, "def test_nothing(): pass\n")
    assert run_suite(tmp_path, OPENFELT_NO_PROOF="1").returncode == 0
    assert not (tmp_path / PROOF).exists()
    assert run_suite(tmp_path, "tests/").returncode == 0
    assert (tmp_path / PROOF).exists()


@pytest.mark.parametrize(
    ("marker", "arguments", "complaint"),
    [
        ('"LT 4.2.9"', (), "no clause 'LT 4.2.9'"),
        ('"LT 4.2.9"', SHARED_OUT, "no clause 'LT 4.2.9'"),
        ("", (), "names no clause"),
    ],
)
def test_a_marker_without_an_existing_clause_stops_the_run(
    tmp_path: Path, marker: str, arguments: tuple[str, ...], complaint: str
) -> None:
    source = f"import pytest\n\n@pytest.mark.clause({marker})\ndef test_it(): pass\n"
    done = run_suite(suite_of(tmp_path, source), *arguments)
    assert done.returncode == 4
    assert complaint in done.stderr
    assert "tests/test_suite.py::test_it" in done.stderr


def test_names_and_markers_are_checked_without_running(tmp_path: Path) -> None:
    source = """
        import pytest

        def test_lt_4_2_7_good(): pass
        def test_lt_9_1_bad(): pass

        @pytest.mark.clause("PB 5.7", "PB 5.8")
        class TestIt:
            def test_sb_3_9_1_good(self): pass
    """
    root = make_checkout(tmp_path)
    write(root, "tests/test_suite.py", source)
    write(root, "tests/scenarios/one.floor", "# MT 8.3(b)(ii)  x\n# MT 99  y\ntable T1\n# LT 98\n")
    references = scan_tests(root, load(root))
    assert references.count == 4
    assert [fault.partition(" (near")[0] for fault in references.faults] == [
        "tests/test_suite.py:5: test_lt_9_1_bad: no clause 'LT 9.1'",
        "tests/test_suite.py:7: no clause 'PB 5.8'",
        "tests/scenarios/one.floor: no clause 'MT 99'",
    ]


def test_a_transcript_proves_its_clauses_when_a_passed_test_names_its_file(tmp_path: Path) -> None:
    root = make_checkout(tmp_path)
    head = "# A story.\n# LT 4.2.7; LT 4.2.8  Both.\n#\n# MT 8.3(b)(ii)  Shown.\n\n# SB 3.9.1  no\n"
    path = write(root, "tests/scenarios/bet.floor", head)
    write(root, "tests/scenarios/lost.floor", "# PB 5.7  Rounded up.\n")
    assert transcripts(root)[path] == ("LT 4.2.7", "LT 4.2.8", "MT 8.3(b)(ii)")
    prove(root, **{"test_story[bet.floor]": ("passed", []), "test_x[lost.floor]": ("failed", [])})
    story = ["tests/test_fake.py::test_story[bet.floor]"]
    assert nodes_by_clause(root, read_proof(root), "passed") == {
        "LT 4.2.7": story,
        "LT 4.2.8": story,
        "MT 8.3(b)(ii)": story,
    }
