from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fake_checkout import make_checkout, owe, prove, use, write

from openfelt.cli.rules import command
from openfelt.trace.coverage import Row, Status, cover
from openfelt.trace.report import render, shortened
from openfelt.trace.tally import sentence

SOURCE = '''
def confirm() -> int:
    """Confirm.  Rule: LT 4.2.7; LT 4.2.8; SB 3.9.1"""
    return 1


LIMIT = 2  # Rule: LT 4.2.7; PB 5.7


def forgotten() -> int:
    """Nobody calls it.  Rule: LT 8.1.1; LT 1.1"""
    return 1
'''

USES = """
from openfelt.games.fake import LIMIT, confirm


def command() -> int:
    return confirm() + LIMIT
"""

TESTS = {
    "test_lt_4_2_7_x[1]": ("passed", ["LT 4.2.7"]),
    "test_lt_4_2_7_x[2]": ("passed", ["LT 4.2.7"]),
    "test_odds": ("passed", ["AC 3.10 Odds 4/10", "SB 3.9.1"]),
    "test_more": ("failed", ["SB 3.9.1"]),
    "test_later": ("skipped", ["LT 4.2.8"]),
    "test_units": ("passed", ["PB 5.7"]),
    "test_forgotten": ("passed", ["LT 8.1.1", "LT 1.1"]),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_checkout(tmp_path, fake=SOURCE)
    use(tmp_path, settle=USES)
    prove(tmp_path, **TESTS)
    owe(tmp_path, ("PB 5.7", "the cage", "chips are not modelled"))
    return tmp_path


def rows(root: Path) -> dict[str, Row]:
    return {row.clause.id: row for row in cover(root).rows}


def ask(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--root", str(root)])


@pytest.mark.parametrize(
    ("clause", "status"),
    [
        ("LT 4.2.7", Status.PROVED),
        ("LT 4.2.8", Status.UNPROVED),  # Its only test was skipped.
        ("SB 3.9.1", Status.UNPROVED),  # One of its tests failed.
        ("AC 3.10 Odds 4/10", Status.UNHELD),
        ("PB 5.7", Status.OWED),
        ("LT 8.1.1", Status.UNHELD),  # What cites it is called by nobody.
        ("LT 1.1", Status.TEXT),  # It binds nobody, whatever cites it.
        ("LT 4.2", Status.MISSING),
    ],
)
def test_the_status_joins_code_tests_and_debts(root: Path, clause: str, status: Status) -> None:
    assert rows(root)[clause].status is status


def test_an_owed_clause_still_shows_its_code_and_tests(root: Path) -> None:
    row = rows(root)["PB 5.7"].as_json()
    assert row["held_by"] == ["src/openfelt/games/fake.py:7 LIMIT"]
    assert row["proved_by"] == ["tests/test_fake.py::test_units"]
    assert (row["owed_to"], row["owed_because"]) == ("the cage", "chips are not modelled")


def test_without_a_recorded_run_nothing_is_proved_and_the_user_is_told(root: Path) -> None:
    (root / "build" / "proof.json").unlink()
    assert rows(root)["LT 4.2.7"].status is Status.UNPROVED
    shown = ask(root)
    assert "No complete test run is recorded here: `make test` records one." in shown.stderr
    assert "No complete" not in shown.stdout
    done = ask(root, "--write")
    assert "only what a complete test run proved is written down" in done.stderr
    assert done.exit_code == 1


def test_a_fresh_clone_tells_the_committed_figures_and_says_so(root: Path) -> None:
    ask(root, "--write")
    told = ask(root)
    (root / "build" / "proof.json").unlink()
    fresh = ask(root)
    assert fresh.stdout == told.stdout
    assert told.stderr == ""
    assert "these are the committed figures (docs/rules/coverage.csv)" in fresh.stderr
    assert "tests/test_fake.py::test_lt_4_2_7_x" in ask(root, "LT", "4.2.7").stdout


def test_a_test_function_is_named_once_and_a_transcript_by_its_file() -> None:
    nodes = ["a.py::t[1]", "a.py::t[2]", "a.py::u", "b.py::t[x.floor]"]
    assert shortened(nodes) == ["a.py::t", "a.py::u", "b.py::t[x.floor]"]


def test_the_page_says_first_what_is_proved_and_what_is_not(root: Path) -> None:
    page = render(cover(root))
    first = page.split("\n\n")[1]
    assert first == (
        "Of 15 clauses that bind somebody 1 (6.7 %) are proved; 1 owed, each with its reason; "
        "2 held without a test of their own that passes; "
        "2 named by a test, but held by no code of the product; 9 missing."
    )


def test_the_page_counts_links_and_lists_what_is_missing(root: Path) -> None:
    page = render(cover(root))
    assert "| LT | 5 | 1 | 0 | 0 | 1 | 1 | 2 | 20.0 % | 1 |" in page
    assert "| all | 15 | 1 | 0 | 1 | 2 | 2 | 9 | 6.7 % | 1 |" in page
    assert (
        "| LT 4.2.7 | wager | summary of 4.2.7 | [confirm](../../src/openfelt/games/fake.py)<br>"
        "[LIMIT](../../src/openfelt/games/fake.py) | [test_lt_4_2_7_x](../../tests/test_fake.py) |"
    ) in page
    assert "| PB 5.7 | payout | summary of 5.7 | owed to the cage: chips are not modelled |" in page
    assert "| LT 4.2 | wager | summary of 4.2 | missing |" in page
    assert (
        "| LT 4.2.8 | wager | summary of 4.2.8 | "
        "unproved: [confirm](../../src/openfelt/games/fake.py) |" in page
    )
    assert "LT: not proved (4)" in page
    assert "LT 1.1" not in page


def test_the_page_names_a_few_tests_and_counts_the_rest(root: Path) -> None:
    stories = {f"test_story[{name}.floor]": ("passed", ["LT 4.2.7"]) for name in "abcde"}
    prove(root, **stories)
    (line,) = (one for one in render(cover(root)).split("\n") if one.startswith("| LT 4.2.7 "))
    assert "[a.floor](../../tests/scenarios/a.floor)<br>" in line
    assert line.endswith("[c.floor](../../tests/scenarios/c.floor)<br>and 2 more |")


def test_the_page_does_not_change_when_lines_move(root: Path) -> None:
    before = render(cover(root))
    write(root, "src/openfelt/games/fake.py", "\n\n# A remark.\n" + SOURCE)
    assert render(cover(root)) == before


def test_the_page_is_written_and_the_totals_said(root: Path) -> None:
    write(root, "README.md", "Before.\n<!-- proved -->\nOld.\n<!-- /proved -->\nAfter.\n")
    done = ask(root, "--write")
    said = sentence(cover(root))
    assert done.stdout == f"{said}\n"
    page = (root / "docs" / "rules" / "coverage.md").read_text(encoding="utf-8")
    assert page == render(cover(root))
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert readme == f"Before.\n<!-- proved -->\n{said}\n<!-- /proved -->\nAfter.\n"


def test_a_book_shows_every_clause_in_full_even_in_a_pipe(root: Path) -> None:
    shown = ask(root, "AC").stdout
    for clause in ("Odds 4/10", "Don't Pass Line", "C&E 2/3/12", "Field 3,4,9,10,11"):
        assert f"AC 3.10 {clause}" in shown
    assert "LT 4.2" not in shown
    assert "tests/test_fake.py::test_odds" in shown


def test_a_clause_needs_no_quotes_and_shows_all_about_it(root: Path) -> None:
    shown = ask(root, "lt", "4.2.7").stdout
    for fact in (
        "LT 4.2.7  proved  (topic wager, binds system)",
        "summary of 4.2.7",
        "behaviour of 4.2.7",
        "test of 4.2.7",
        "src/openfelt/games/fake.py:3 confirm (function)",
        "src/openfelt/games/fake.py:7 LIMIT (value)",
        "tests/test_fake.py::test_lt_4_2_7_x[2]",
    ):
        assert fact in shown
    assert "4.2.8" not in shown
    assert ask(root, "AC", "3.10", "Odds", "4/10").stdout == ask(root, "AC 3.10 Odds 4/10").stdout


@pytest.mark.parametrize(
    ("arguments", "clauses"),
    [
        (("LT", "--missing"), ["LT 4.2", "LT 4.2.8", "LT 8.1.1", "LT Table 2:4"]),
        (("--topic", "wager"), ["LT 4.2", "LT 4.2.7", "LT 4.2.8", "SB 3.9.1"]),
        (("--binds", "staff"), ["MT 8.3(b)(ii)"]),
        (("PB", "LT 1.1"), ["LT 1.1", "PB 5.7", "PB Table 2:4"]),
        (("--missing", "--topic", "payout", "PB"), ["PB 5.7"]),
    ],
)
def test_what_is_asked_for_comes_as_json(
    root: Path, arguments: tuple[str, ...], clauses: list[str]
) -> None:
    found: list[dict[str, Any]] = json.loads(ask(root, *arguments, "--json").stdout)
    assert [row["clause"] for row in found] == clauses


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("XX",), "the books are LT, PB, AC, SB, MT"),
        (("LT", "4.2.9"), "no clause 'LT 4.2.9'; near it: LT 4.2."),
        (("LT 4.2.9", "AC"), "no clause 'LT 4.2.9'; near it: LT 4.2."),
        (("--topic", "weather"), "no topic 'weather'; there are deal, definition"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    root: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    done = ask(root, *arguments)
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_the_check_passes_where_every_name_exists(root: Path) -> None:
    write(root, "tests/test_fake.py", "def test_lt_4_2_7_x(): pass\n")
    owe(root, ("MT 8.3(b)(ii)", "the floor", "later"))
    done = ask(root, "--check")
    assert done.exit_code == 0
    assert done.stdout == "3 citations of 6 clauses, 1 test references: all exist\n"


def test_the_check_lists_every_wrong_name_and_fails(root: Path) -> None:
    write(root, "src/openfelt/games/bad.py", "A = 1  # Rule: LT 9.9\n")
    write(root, "tests/test_bad.py", "def test_lt_9_8_x(): pass\n")
    done = ask(root, "--check")
    assert done.exit_code == 1
    for fault in (
        "src/openfelt/games/bad.py:1: no clause 'LT 9.9'",
        "tests/test_bad.py:1: test_lt_9_8_x: no clause 'LT 9.8'",
        "docs/rules/owed.csv: PB 5.7 is about payout and may not be owed",
        "3 wrong references",
    ):
        assert fault in done.stderr
    assert "all exist" not in done.stdout
