"""An output that cannot be written ends in one sentence, and never in a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

OPENFELT = str(Path(sys.executable).parent / "openfelt")
CASES = str(Path(__file__).parent.parent / "cases" / "SB.jsonl")


def _run(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", [f"settle {CASES}", "par LT --json", "par LT"])
def test_a_full_disk_is_said_in_one_sentence(command: str) -> None:
    done = _run(f"{OPENFELT} {command} > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "Error: cannot write the output: No space left on device\n"


def test_a_closed_output_is_said_in_one_sentence() -> None:
    done = _run(f"{OPENFELT} settle {CASES} >&-")
    assert (done.returncode, done.stderr) == (1, "Error: standard output is closed\n")


def test_a_reader_that_has_seen_enough_is_no_error_worth_a_word() -> None:
    done = _run(f"{OPENFELT} par --json | head -c 10")
    assert (len(done.stdout), done.stderr) == (10, "")


def test_a_closed_input_is_an_empty_one() -> None:
    done = _run(f"{OPENFELT} settle - <&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
