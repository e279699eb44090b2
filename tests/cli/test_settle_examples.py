"""Every published example is answered exactly, through the command a user runs."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openfelt.cli.settle import command, settle_line

CASES = Path(__file__).parent.parent / "cases"
EXAMPLES = [
    pytest.param(line, id=json.loads(line)["id"])
    for path in sorted(CASES.glob("*.jsonl"))
    for line in path.read_bytes().splitlines()
]


def _comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """Drop what the format says has no meaning: the order inside `settled`."""
    for roll in answer.get("rolls", ()):
        roll["settled"].sort(key=lambda settled: settled["id"])
    return answer


def _expected(case: dict[str, Any]) -> dict[str, Any]:
    expected = dict(case["expected"], id=case["id"])
    for wager in expected.get("per_wager", ()):
        wager.pop("accept_results", None)
    return _comparable(expected)


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_is_answered_exactly(line: bytes) -> None:
    text, ok = settle_line(line)
    assert ok
    assert _comparable(json.loads(text)) == _expected(json.loads(line))


def test_files_are_answered_in_order_and_the_exit_status_is_0() -> None:
    paths = [str(CASES / "SB.jsonl"), str(CASES / "LT.jsonl")]
    result = CliRunner().invoke(command, paths)
    asked = [
        json.loads(line)["id"] for path in paths for line in Path(path).read_text().splitlines()
    ]
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == asked
    assert result.exit_code == 0


def test_standard_input_is_read_for_a_dash_and_a_bad_line_loses_no_other() -> None:
    good = (CASES / "SB.jsonl").read_text().splitlines()[0]
    result = CliRunner().invoke(command, ["-"], input=f"{good}\nnot json\n\n{good}")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [("error" in answer, answer["id"]) for answer in answers] == [
        (False, "SB-0350"),
        (True, None),
        (True, None),
        (False, "SB-0350"),
    ]
    assert result.exit_code == 1
    assert "2 of 4 lines could not be settled" in result.stderr


def test_a_missing_file_is_named_and_nothing_is_written() -> None:
    result = CliRunner().invoke(command, ["no-such-file.jsonl"])
    assert result.exit_code == 2
    assert "no-such-file.jsonl" in result.stderr
    assert result.stdout == ""
