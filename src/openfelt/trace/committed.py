"""What the last complete test run proved, as it is kept beside the registers.

A fresh clone has run no test yet; it can still say what was proved where it comes from.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from openfelt.trace.register import RULES

COMMITTED: Final = RULES / "coverage.csv"
_HEAD: Final = ("clause", "status", "tests")

# By clause: its status, and the tests that proved it.
Committed = Mapping[str, tuple[str, tuple[str, ...]]]


def read_committed(root: Path) -> Committed | None:
    """Return what is kept in a checkout, if anything is."""
    path = root / COMMITTED
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as lines:
        return {
            row["clause"]: (row["status"], tuple(row["tests"].split()))
            for row in csv.DictReader(lines)
        }


def write_committed(root: Path, rows: Iterable[tuple[str, str, Iterable[str]]]) -> None:
    """Keep clause, status and tests, one row a clause."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(_HEAD)
    out.writerows((clause, status, " ".join(tests)) for clause, status, tests in rows)
    (root / COMMITTED).write_text(text.getvalue(), encoding="utf-8")
