"""A journal of an older release reads the same, whoever reads it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from follow_floor import forge, played_on, resealed, rows_of
from next_release import OLD

from openfelt.journal.row import Row

CHILD = Path(__file__).parent / "next_release.py"


def _as_it_was(row: Row) -> Row:
    """Write a row as a release did in which its fields had other names."""
    if row.type not in OLD:
        return row
    return row._replace(payload=json.dumps(OLD[row.type](json.loads(row.payload))).encode())


def _seen(*words: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(CHILD), *map(str, words)],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """What this release sees in its journal, and the next one in an old journal of the same."""
    folder = tmp_path_factory.mktemp("releases")
    today, old = folder / "today.journal", folder / "old.journal"
    for path in (today, old):
        played_on(path)
    rows = [_as_it_was(row) for row in rows_of(old, "pit")]
    forge(old, "pit", resealed("pit", rows))
    assert not any(b'"table"' in row.payload for row in rows if row.type == "RoundOpened")
    return _seen(today), _seen(old, "next")


@pytest.mark.parametrize(
    "road", ["fold", "audit", "recall", "replay", "follow", "replay with model"]
)
def test_an_old_journal_is_seen_lifted(
    both: tuple[dict[str, Any], dict[str, Any]], road: str
) -> None:
    today, old = both
    assert old[road] == today[road]


def test_there_was_something_to_see(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    seen, _ = both
    assert seen["audit"][0] == []
    assert seen["follow"]["found"] == []
    assert len(seen["recall"]["B1"]) == 12
    assert "round 1 opens at B1" in seen["replay"][0]
    assert "settled on 9S 5D 4H / KH 2C 5C" in seen["replay"][0]
    assert len(seen["follow"]["round"]) > 12
