"""Round recall as a read model: what it holds, kills, rebuilds, and replay by its help."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import apsw
import pytest
from click.testing import CliRunner
from follow_floor import STORY, Following, played_on, rows_of

from openfelt.audit.recall import recall
from openfelt.audit.source import open_rows
from openfelt.cli import main
from openfelt.follow.follower import Plan
from openfelt.follow.model import Model
from openfelt.follow.noted import noted_by
from openfelt.journal.errors import JournalCorrupt, JournalFault

BATCH = 1


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("follow") / "floor.journal"
    played_on(path)
    return path


@pytest.fixture
def journal(played: Path, tmp_path: Path) -> Path:
    """A journal of one's own, with nothing beside it."""
    return Path(copyfile(played, tmp_path / "floor.journal"))


def _made(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    model = Model(path)
    made = model.made()
    model.close()
    return made


def _follow_slowly(journal: Path) -> None:
    Following(journal, plan=Plan(batch=BATCH)).once()


def test_a_model_made_between_kills_equals_the_one_made_from_nothing(journal: Path) -> None:
    chance = Random(5)
    following = Following(journal)
    fork = multiprocessing.get_context("fork")
    seen, kills, longest_s = [0], 0, 0.05
    while kills < 200:
        process = fork.Process(target=_follow_slowly, args=(journal,))
        process.start()
        time.sleep(chance.uniform(0.01, longest_s))
        process.kill()
        process.join()
        if process.exitcode == 0:
            break
        kills += 1
        if following.model_path.exists():
            seen.append(sum(row[1] for row in _made(following.model_path)["position"]))
        if len(seen) < 2 or seen[-1] == seen[-2]:  # A slow machine gets no further in that time.
            longest_s *= 1.2
    assert len(set(seen)) > 1, "the kills came too early or too late to be of use"
    assert seen == sorted(seen)
    following.once()
    lived = _made(following.model_path)
    assert len(lived["round"]) > 12
    result = CliRunner().invoke(main, ["follow", str(journal), "--once", "--rebuild"])
    assert result.exit_code == 0, result.output
    assert _made(following.model_path) == lived


def test_every_round_is_there_with_its_wagers_and_what_became_of_them(journal: Path) -> None:
    following = Following(journal)
    following.once()
    db = apsw.Connection(str(following.model_path))
    rounds = db.execute(
        "SELECT number, state, outcome, reason, staked, returned, corrections FROM round "
        "WHERE game_table = 'B1' ORDER BY number LIMIT 4"
    ).fetchall()
    assert rounds == [
        (1, "settled", "2S 3D / 9H KC", None, 7500, 5850, 1),
        (2, "void", None, "cards", 1000, 1000, 0),
        (3, "settled", "2S 3D / 9H KC", None, 500, 0, 0),
        (4, "void", "2H 3C / 9D KS", "regret", 500, 500, 1),
    ]
    wagers = db.execute(
        "SELECT number, terminal, bet, amount, returned, void FROM wager "
        "WHERE game_table = 'B1' AND number <= 4 ORDER BY number, place"
    ).fetchall()
    assert wagers == [
        (1, "T1", "player", 4000, 0, 0),
        (1, "T1", "tie", 500, 0, 0),
        (1, "T2", "banker", 3000, 5850, 0),
        (2, "T2", "banker", 1000, 1000, 0),
        (3, "T1", "tie", 500, 0, 0),
        (3, "T2", "banker", 1000, 1000, 1),
        (4, "T1", "tie", 500, 500, 0),
    ]
    fingerprints = {row[0] for row in db.execute("SELECT fingerprint FROM round").fetchall()}
    assert len(fingerprints) == 2
    db.close()


def test_rows_are_taken_once_and_in_order(journal: Path) -> None:
    rows = rows_of(journal, "pit")
    model = Model(Path(f"{journal}.follow"))
    model.take("pit", rows[:10])
    before = model.made()
    for wrong in (rows[5:10], rows[11:20], rows[:10]):
        with pytest.raises(JournalCorrupt):
            model.take("pit", wrong)
        assert model.made() == before
    model.close()


def test_two_followers_do_not_share_a_file(journal: Path) -> None:
    model = Model(Path(f"{journal}.follow"))
    with pytest.raises(JournalFault, match="stop it first"):
        Model(Path(f"{journal}.follow"))
    model.close()


def test_a_file_of_another_program_is_left_alone(journal: Path) -> None:
    with pytest.raises(JournalFault, match="another program"):
        Model(journal)


@pytest.mark.parametrize("known", [0, 7, 40, 10_000])
def test_a_round_recalled_with_the_model_is_the_round_of_the_journal(
    journal: Path, known: int
) -> None:
    model = Model(Path(f"{journal}.follow"))
    for stream in ("house", "pit"):
        rows = rows_of(journal, stream)[:known]
        if rows:
            model.take(stream, rows)
    model.close()

    async def compare() -> None:
        reader = await open_rows(str(journal))
        for table, number in (("B1", 1), ("pit/B1", 4), ("S1", 1), ("S1", 2), ("B1", 12)):
            noted = await noted_by(Path(f"{journal}.follow"), reader, table, number)
            assert len(noted) == (2 if known else 0)
            with_model = await recall(reader, table, number, noted)
            assert with_model == await recall(reader, table, number)
        await reader.close()

    asyncio.run(compare())


def test_a_model_of_another_journal_is_passed_over(journal: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.journal"
    played_on(other, STORY.replace("insert note 50", "insert note 100", 1))
    Following(other).once()
    Path(f"{other}.follow").rename(f"{journal}.follow")
    arguments = ["replay", str(journal), "--table", "B1", "--round", "12"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "regret" in result.output
    following = Following(journal)
    following.once()
    assert any("not there any more" in one.what for one in following.found)
