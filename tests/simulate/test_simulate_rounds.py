"""Rounds played: settled as the columns say, the same however they are shared out, and true."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.core.verdict import Result
from openfelt.games.craps.bets import at
from openfelt.games.craps.placement import FLAT_OF
from openfelt.games.craps.point import point_after
from openfelt.maths.par import sheets
from openfelt.rulebooks import VARIANTS
from openfelt.simulate.progress import CannotResume, Progress, stage_of
from openfelt.simulate.rounds import Rounds, sheet_named
from openfelt.simulate.streams import ROUNDS, WORDS_A_SHARD, Stream
from openfelt.simulate.tally import Tally, merged
from openfelt.simulate.verify import bound, judged, scores
from openfelt.simulate.workers import Play, Run, locally

EVERY = [sheet_named(code) for code in VARIANTS if code != "PB_TIE"] + ["PB_TIE_05/3"]


def outcomes_of(run: Rounds, shard: int) -> list[int]:
    stream = Stream(run.seed, ROUNDS, shard)
    return [n for _ in range(WORDS_A_SHARD) for n in stream.draw(run.board.draws)]


def gains_of(run: Rounds, place: int, outcomes: list[int]) -> list[int]:
    """Settle a bet round by round, in the whole numbers its scale makes of what it pays."""
    verdicts, scale = run.sheet.columns.verdicts[run.board.bets[place]], run.board.scales[place]
    scaled = [verdict.net * scale for verdict in verdicts]
    assert all(net.denominator == 1 for net in scaled)
    whole = [int(net) for net in scaled]
    return [whole[outcome] for outcome in outcomes]


def drawdown(gains: list[int]) -> int:
    balance = highest = deepest = 0
    for gain in gains:
        balance += gain
        highest = max(highest, balance)
        deepest = max(deepest, highest - balance)
    return deepest


@pytest.mark.parametrize("variant", ["SB", "MT_SICBO", "MT_ROULETTE"])
def test_every_bet_is_settled_in_every_round_by_its_column(variant: str) -> None:
    run = Rounds(variant, 5)
    tally = run.play(3, 4)
    outcomes = outcomes_of(run, 3)
    gains = [gains_of(run, place, outcomes) for place in range(len(run.board.bets))]
    assert tally.added["sums"] == [sum(of_bet) for of_bet in gains]
    assert tally.highest["deepest"] == [drawdown(gains[place]) for place in run.sampled]
    assert tally.added["counts"] == np.bincount(outcomes, minlength=run.board.size).tolist()


def test_craps_keeps_a_wager_up_on_every_bet_and_settles_it_by_its_position() -> None:
    """Follow every bet through a shard on its own, with nothing of the situations."""
    run = Rounds("AC", 5)
    tally, verdicts = run.play(0, 1), run.sheet.columns.verdicts
    rolls = [(index, run.sheet.columns.outcomes[index]) for index in outcomes_of(run, 0)]
    for place, bet in enumerate(run.board.bets):
        kind, _, number = bet.partition(":")
        flat = FLAT_OF.get(kind, kind)
        point: int | None = None  # of the table
        own: int | None = None  # of the line or come wager
        gain, decided = Fraction(0), 0
        for index, roll in rolls:
            is_up = point is not None or own is not None or flat not in ("come", "dont_come")
            if is_up and (kind not in FLAT_OF or str(own) == number):
                is_line = kind in FLAT_OF.values()
                verdict = verdicts[at(bet, own) if is_line else bet][index]
                if verdict.result is not Result.STANDS:
                    gain += verdict.net
                    decided += 1
            if is_up and flat in FLAT_OF.values():
                moved = verdicts[at(flat, own)][index]
                own = (moved.point or own) if moved.result is Result.STANDS else None
            point = point_after(point, sum(roll))
        assert Fraction(tally.added["sums"][place], run.board.scales[place]) == gain, bet
        ends = run.board.decided[:, place]
        counts = tally.added["counts"]
        assert decided == sum(n for n, end in zip(counts, ends, strict=True) if end), bet


def test_counting_gives_the_sums_of_settling() -> None:
    for variant in ("AC", "SB", "MT_ROULETTE"):
        settled = Rounds(variant, 2).play(0, 20)
        counted = Rounds(variant, 2, counted=True).play(0, 20)
        assert counted.added == {name: settled.added[name] for name in counted.added}


def test_baccarat_sums_are_those_of_its_counts() -> None:
    run = Rounds("PB/4", 8)
    tally = run.play(0, 3)
    nets = run.board.nets[:, :5].astype(int)
    assert (np.array(tally.added["counts"]) @ nets).tolist() == tally.added["sums"]
    assert (np.array(tally.added["late_counts"]) @ nets).tolist() == tally.added["late_sums"]
    assert run.shoe is not None
    assert sum(tally.added["counts"]) == 3 * 100 * run.shoe.fixed_coups
    assert sum(tally.added["late_counts"]) > 0


@pytest.mark.parametrize("key", EVERY)
def test_every_bet_of_every_variant_lies_within_the_family_wise_bound(key: str) -> None:
    """Five million rounds here; `openfelt simulate` plays a thousand million in a minute."""
    run = Rounds(key, 1, counted="/" not in key)
    tally = merged(tally for *_, tally in locally(2)(run, [(0, run.shards(5_000_000))]))
    found = scores(run, tally)
    verdict = judged(found)
    assert verdict.bets == len(run.board.bets)
    assert verdict.holds, verdict.says


def test_a_die_that_is_not_fair_is_noticed() -> None:
    """One roll in ten of 1-1-2 is turned into 6-6-6."""
    run = Rounds("SB", 1, counted=True)
    tally = run.play(0, 4_000)
    assert judged(scores(run, tally)).holds
    counts = tally.added["counts"]
    shifted = counts[1] // 10
    counts[1] -= shifted
    counts[-1] += shifted
    assert not judged(scores(run, tally)).holds


def test_few_rounds_are_not_judged() -> None:
    run = Rounds("MT_ROULETTE", 1, counted=True)
    tally = Tally.of({"counts": [10] * 37, "sums": [0] * len(run.board.bets)})
    found = scores(run, tally)
    assert {one.z for one in found if one.bet.startswith("straight")} == {None}
    assert judged([]).says.startswith("too few")


def test_the_bound_is_exceeded_by_one_family_in_a_thousand() -> None:
    assert bound(1) == pytest.approx(3.2905, abs=1e-4)
    assert bound(234) > bound(50) > bound(5) > bound(1)


@pytest.mark.parametrize("variant", ["LT/8", "AC", "SB"])
def test_a_seed_gives_the_same_result_however_the_shards_are_shared_out(variant: str) -> None:
    run = Rounds(variant, 77)
    whole = run.play(0, 12)
    for workers, cuts in ((1, (0, 5, 12)), (2, (0, 1, 2, 7, 12))):
        parts = list(pairwise(cuts))
        assert merged(tally for *_, tally in locally(workers)(run, parts)) == whole
    assert Rounds(variant, 78).play(0, 12) != whole


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    run = Rounds("SB", 3)
    whole = Progress(run.identity, 4)
    for part in whole.left(19):
        whole.take(*part, run.play(*part))
    file = tmp_path / "run.json"
    broken = Progress(run.identity, 4)
    for part in [(4, 8), (12, 16), (0, 3)]:
        broken.take(*part, run.play(*part))
    broken.save(file)
    again = Progress.load(file, run.identity, 4)
    assert list(again.left(19)) == [(3, 4), (8, 12), (16, 19)]
    for part in list(again.left(19)):
        again.take(*part, run.play(*part))
    assert again.done == [(0, 19)] == whole.done
    assert again.total == whole.total
    assert again.stages == whole.stages
    assert list(again.left(19)) == []
    assert list(again.left(21)) == [(19, 20), (20, 21)]


def test_a_shard_is_never_counted_twice() -> None:
    progress = Progress({}, 4)
    progress.take(0, 4, Tally())
    with pytest.raises(AssertionError, match="twice"):
        progress.take(3, 5, Tally())


def test_stages_come_in_order_and_do_not_depend_on_how_long_a_run_is() -> None:
    stages = [stage_of(shard, 10) for shard in range(10_000)]
    assert stages == sorted(stages)
    assert len(set(stages)) < 40


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"{}", "no file of a simulation"),
        (b'{"format":99,"identity":{},"done":[],"stages":{}}', "another version"),
        (b'{"format":1,"identity":{"seed":4},"done":[],"stages":{}}', "its seed is 4, not 3"),
    ],
)
def test_a_file_of_another_run_is_refused(tmp_path: Path, text: bytes, says: str) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(text)
    with pytest.raises(CannotResume, match=says):
        Progress.load(file, {"seed": 3}, 4)
    with pytest.raises(CannotResume, match="cannot read"):
        Progress.load(tmp_path / "none", {}, 4)


def test_the_command_prints_every_bet_and_writes_the_document(tmp_path: Path) -> None:
    target, file = tmp_path / "lt.html", tmp_path / "lt.json"
    line = ["simulate", "LT", "--rounds", "6e5", "--resume", str(file), "--html", str(target)]
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 0, done.output
    assert "banker_pair" in done.output
    assert "within 3.72" in done.output
    page = target.read_text(encoding="utf-8")
    assert page.count("<figure>") == 6
    assert json.loads(file.read_bytes())["done"] == [[0, 100]]
    again = CliRunner().invoke(main, line)
    assert again.output == done.output


@pytest.fixture
def _ctrl_c_is_heard() -> Iterator[None]:
    """Whoever runs the tests in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_keeps_what_was_done_and_the_run_goes_on_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(workers: int) -> Play:
        def play(run: Run, parts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, Tally]]:
            for number, played in enumerate(locally(workers)(run, parts)):
                yield played
                if number == 2:
                    signal.raise_signal(signal.SIGINT)

        return play

    monkeypatch.chdir(tmp_path)
    line = ["simulate", "SB", "--counted", "--rounds", "5e7", "--seed", "4"]
    with monkeypatch.context() as patch:
        patch.setattr("openfelt.simulate.workers.locally", interrupted)
        stopped = CliRunner().invoke(main, line)
    assert stopped.exit_code == 130
    assert "go on with --resume simulate-SB.json" in stopped.output
    assert "any_triple" in stopped.output
    held = json.loads((tmp_path / "simulate-SB.json").read_bytes())
    assert sum(end - first for first, end in held["done"]) == 3_000
    resumed = CliRunner().invoke(main, [*line, "--resume", "simulate-SB.json"])
    assert resumed.output == CliRunner().invoke(main, line).output


def test_the_command_refuses_what_it_cannot_play(tmp_path: Path) -> None:
    for line, says in (
        (["simulate", "XX"], "no variant or sheet"),
        (["simulate", "PB_TIE"], "played in several ways"),
        (["simulate", "SB", "--bets", "banker"], "has no bet 'banker'"),
        (["simulate", "SB", "--burn", "one_shown"], "not played from a shoe"),
        (["simulate", "LT", "--burn", "all"], "no way of burning"),
        (["simulate", "LT", "--cutting-card", "3"], "at least 20"),
        (["simulate", "LT", "--counted"], "never only counted"),
        (["simulate", "SB", "--rounds", "1.5"], "no whole number"),
        (["simulate", "SB", "--rounds", "many"], "no number"),
        (["simulate", "SB", "--workers", "1", "--dask", "x"], "cores of this machine"),
    ):
        done = CliRunner().invoke(main, line)
        assert done.exit_code == 2, line
        assert says in done.output, line


def test_a_result_beyond_the_bound_ends_with_status_1(tmp_path: Path) -> None:
    """Change the counts in the file of a run, as a broken generator would."""
    file = tmp_path / "sb.json"
    line = ["simulate", "SB", "--counted", "--rounds", "5e6", "--resume", str(file)]
    assert CliRunner().invoke(main, line).exit_code == 0
    held = json.loads(file.read_bytes())
    for stage in held["stages"].values():
        counts = stage["added"]["counts"]
        counts[0], counts[7] = counts[0] + counts[7] // 2, counts[7] - counts[7] // 2
    file.write_text(json.dumps(held))
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 1
    assert "BEYOND" in done.output


def test_the_tables_of_the_gpu_need_nothing_but_numpy() -> None:
    code = (
        "import sys\n"
        "from openfelt.simulate import automaton, board, shoe, situations, streams, wagers\n"
        "bad = {'numba', 'click', 'distributed', 'msgspec', 'openfelt.maths'} & set(sys.modules)\n"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_imports_no_numbers() -> None:
    code = (
        "import sys\n"
        "import openfelt.cli, openfelt.cli.simulate\n"
        "bad = {'numpy', 'numba', 'rich'} & set(sys.modules)\n"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_kernels_compile_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """A read-only installation of a user without a home: compiled anew, no error."""
    code = (
        "import os, pathlib\n"
        "def refuse(*_, **__):\n"
        "    raise PermissionError\n"
        "pathlib.Path.mkdir = refuse\n"
        "from openfelt.simulate import compiler\n"
        "assert compiler.kept_in() is None\n"
        "assert compiler.kernel(lambda x: x + 1)(1) == 2\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_sheets_are_named_as_in_the_par_sheets() -> None:
    assert sheet_named("PB") == "PB/8"
    assert sheet_named("PB/3") == "PB/3"
    assert set(EVERY) <= {sheet.key for sheet in sheets()}
