"""Every transcript holds, on every journal, and together they show the whole floor."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from floor_heads import TRANSCRIPTS, heads, heads_of, on_memory, played

from openfelt.core.refusal import Refusal
from openfelt.engine import stream
from openfelt.floor.whole import COMMANDS, EVENTS, decide, evolve
from openfelt.journal.base import Journal
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.judge import Failure
from openfelt.scenario.reference import PAGE, reference
from openfelt.scenario.run import objection
from openfelt.scenario.script import read
from openfelt.trace.register import load
from wheel_postgres import Place

ROOT = Path(__file__).parents[2]

# What no transcript of the books played so far can cause, and the test that does.
CAUSED_ELSEWHERE = {
    "ROUND_HAS_PASSED": "test_floor_numbers.py::test_a_wager_for_another_round_is_refused",
    "BUSY": "test_floor_numbers.py::test_a_wager_is_refused_while_the_disk_is_behind",
    "NUMBER_REUSED": "test_floor_numbers.py::test_a_number_used_for_another_command_is_refused",
    "NUMBER_TOO_OLD": "test_floor_numbers.py::test_a_number_that_left_the_window_is_refused",
}

# Nor does a transcript have a file that could say something else at the next start.
_FILE = (
    "../server/test_gaming_day.py::test_only_an_end_to_come_is_moved_and_only_to_another_to_come"
)
_PIT = "../server/test_another_pit.py::test_a_pit_is_added_at_a_start_and_knows_what_all_know"
_KEYS = "../server/test_records.py::test_what_the_floor_writes_is_noted_in_the_journal"
CAUSED_BY_A_FILE = {
    "MoveDayEnd": _FILE,
    "DayEndMoved": _FILE,
    "AddPit": _PIT,
    "PitAdded": _PIT,
    "NoteCredentials": _KEYS,
    "CredentialsNoted": _KEYS,
}

ON_POSTGRESQL = (
    "lt_confirmed_wager",
    "lt_crash_with_a_ticket_under_way",
    "lt_differential_example_2",
    "lt_dummy_hand",
    "lt_ended_ticket",
    "lt_hold",
    "lt_printer_fault",
    "lt_ticket_in",
    "lt_void_a_paid_coup",
    "sb_actual_outcome",
    "sb_restart",
)


def name_of(path: Path) -> str:
    return path.name


class Told(NamedTuple):
    """What came of a transcript, and the names of what it caused: commands, events, refusals."""

    failure: Failure | None
    heads: dict[str, str]
    caused: frozenset[str]


@cache
def told(path: Path) -> Told:
    """Run a transcript on a journal in memory, and have its rows audited; once is enough."""
    caused: set[str] = set()

    def seen_decide(state: Any, command: Any, context: Any) -> Any:
        caused.add(type(command).__name__)
        return decide(state, command, context)

    def seen_evolve(state: Any, event: Any, now: int) -> None:
        caused.add(type(event).__name__)
        evolve(state, event, now)

    open_journal = on_memory()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "decide", seen_decide)
        patch.setattr(stream, "evolve", seen_evolve)
        runner, failure = played(path, open_journal)
    caused |= {seen.refusal for seen in runner.seen.values() if seen.refusal}
    failure = failure or asyncio.run(objection(read(path), open_journal))
    return Told(failure, heads_of(runner), frozenset(caused))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=name_of)
def test_transcript_holds(path: Path) -> None:
    failure = told(path).failure
    assert failure is None, f"{path.name}:{failure.line}: {failure.expected} but {failure.actual}"


def test_there_are_enough_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 60


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"head of {path.stem}")
def test_a_head_names_clauses_that_exist(path: Path) -> None:
    clauses = read(path).clauses
    assert clauses
    assert set(clauses) <= load(ROOT).clauses.keys()


# Every fourth: `make soak` takes them all.
@pytest.mark.parametrize(
    "path",
    TRANSCRIPTS if os.environ.get("OPENFELT_SCREENS") == "all" else TRANSCRIPTS[::4],
    ids=lambda path: path.stem,
)
def test_sqlite_gives_the_same_heads(path: Path, tmp_path: Path) -> None:
    async def open_journal() -> Journal:
        return await SqliteJournal.open(tmp_path / "journal.db")

    assert heads(path, open_journal) == told(path).heads


def test_postgresql_gives_the_same_heads(postgres_dsn: str) -> None:
    for path in (path for path in TRANSCRIPTS if path.stem in ON_POSTGRESQL):
        assert heads(path, Place(postgres_dsn).open) == told(path).heads, path.name


def test_the_heads_do_not_depend_on_the_hash_seed() -> None:
    printed = {
        subprocess.run(
            [sys.executable, Path(__file__).with_name("floor_heads.py")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == len(TRANSCRIPTS)


@pytest.fixture(scope="module")
def shown() -> set[str]:
    """The names of all commands, events and refusals that the transcripts cause."""
    return set().union(*(told(path).caused for path in TRANSCRIPTS))


@pytest.mark.parametrize("one", [*COMMANDS, *EVENTS], ids=lambda one: one.__name__)
def test_every_command_and_event_is_in_a_transcript(one: type, shown: set[str]) -> None:
    elsewhere = CAUSED_BY_A_FILE.get(one.__name__)
    assert (one.__name__ in shown) is (elsewhere is None)
    if elsewhere:
        _is_a_test(elsewhere)


@pytest.mark.parametrize("code", Refusal)
def test_every_refusal_is_in_a_transcript(code: Refusal, shown: set[str]) -> None:
    elsewhere = CAUSED_ELSEWHERE.get(code.value)
    assert (code.value in shown) is (elsewhere is None)
    if elsewhere and "::" in elsewhere:
        _is_a_test(elsewhere)


def _is_a_test(name: str) -> None:
    file, _, function = name.partition("::")
    assert f"def {function}(" in (Path(__file__).parent / file).read_text(encoding="utf-8")


def test_the_page_of_verbs_is_fresh() -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == reference(), "run: openfelt scenario --write-docs"
