"""`openfelt replay`: a round as it happened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from audit_journals import STORY, find, played, played_on_file
from click.testing import CliRunner, Result

from openfelt.cli import main

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def _replay(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "floor.journal"
    played_on_file(path)
    return path


def test_a_coup_is_told_from_its_opening_to_its_settlement(journal: Path) -> None:
    result = _replay(journal, "--table", "B1", "--round", 1)
    assert result.exit_code == 0, result.output
    title, opened, *lines = result.output.splitlines()
    assert title == "pit/B1, round 1"
    assert opened.startswith("opened 2026-01-01 00:00:00.000 UTC")
    told = [" ".join(line.split()) for line in lines]
    assert told[:3] == [
        "00:00.000 staff:dana round 1 opens at B1",
        "00:00.000 T1 T1 lays player 50.00; 50.00 stand there",
        "00:00.000 T1 T1 lays tie 10.00; 10.00 stand there",
    ]
    assert "00:00.000 T1 T1 moves 5.00 from tie to banker_pair" in told
    assert "00:00.000 T1 T1 takes back tie 5.00" in told
    assert "00:00.000 T1 T1 confirms player, banker_pair" in told
    assert "00:30.000 shoe@B1 9S to player" in told
    assert told[-3:] == [
        "00:30.000 staff:dana settled on 9S 5D 4H / KH 2C 5C",
        "T1: staked 55.00, credited 100.00, won 50.00",
        "T2: staked 40.00, credited 0.00, won 0.00",
    ]


def test_a_round_that_opens_by_itself_and_its_dice(journal: Path) -> None:
    told = _replay(journal, "--table", "pit/S1", "--round", 1).output
    assert "round 1 opens at S1, by TableOpened" in told
    assert "00:20.000  clock" in told
    assert "S8 is the shooter" in told
    assert "the dice are shot by S8" in told
    assert "settled on 1-2-6" in told
    following = _replay(journal, "--table", "S1", "--round", 2).output
    assert "round 2 opens at S1, by RoundSettled" in following
    assert "1-2-6" not in following


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("mt_roulette_wheel_reads", "the ball is read in 5"),
        ("mt_roulette_entry", "number entered: 8"),
    ],
)
def test_a_spin_is_told_in_words(story: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "floor.journal"
    words = ["scenario", str(SCENARIOS / f"{story}.floor"), "--journal", str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    told = _replay(path, "--table", "R1", "--round", 1).output
    assert "the ball is spun" in told
    assert said in told


def test_a_void_says_why_and_what_went_back(journal: Path) -> None:
    told = _replay(journal, "--table", "B1", "--round", 2).output
    assert "declared void (cards); given back: T2 banker 30.00, T2 player_pair 10.00" in told
    assert "settled" not in told


def test_json_has_every_row_as_it_is(journal: Path) -> None:
    report = json.loads(_replay(journal, "--table", "B1", "--round", 3, "--json").output)
    rows = played()["pit"]
    _, settled = find(played(), "RoundSettled", 2)
    assert (report["stream"], report["table"], report["round"]) == ("pit", "B1", 3)
    assert report["rows"][0]["type"] == "RoundOpened"
    last = report["rows"][-1]
    assert last["sequence"] == settled + 1
    assert last["event"] == json.loads(rows[settled].payload)
    assert last["hash"] == rows[settled].hash.hex()
    assert last["offset_us"] == 30_000_000


@pytest.mark.parametrize(
    ("table", "number", "what"),
    [
        ("B9", 1, "there is no table 'B9'; the journal has: pit/B1, pit/S1"),
        ("house/B1", 1, "there is no table 'house/B1'; the journal has: pit/B1, pit/S1"),
        ("B1", 4, "B1 has no round 4; its rounds: 1 to 3"),
    ],
)
def test_what_is_not_recorded_is_said_with_what_is(
    journal: Path, table: str, number: int, what: str
) -> None:
    result = _replay(journal, "--table", table, "--round", number)
    assert result.exit_code == 1
    assert what in result.output


def test_a_table_that_never_played_has_no_round(tmp_path: Path) -> None:
    path = tmp_path / "fresh.journal"
    played_on_file(path, "\n".join(STORY.splitlines()[:2]))
    assert "its rounds: none yet" in _replay(path, "--table", "B1", "--round", 1).output


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    result = _replay(tmp_path / "nowhere", "--table", "B1", "--round", 1)
    assert result.exit_code == 2
    assert "is no file" in result.output
