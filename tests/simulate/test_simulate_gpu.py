"""The GPU's kernels come to what the processor's come to, bit for bit.

Everywhere they are built by the C++ compiler and tried shard by shard; where
there is a GPU they run on it.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gpu_on_processor import COMPILER, OnProcessor

from openfelt.cli import main
from openfelt.simulate.gpu import compare, device, play
from openfelt.simulate.gpu.__main__ import main as gpu_main
from openfelt.simulate.gpu.device import NoGpu, cupy
from openfelt.simulate.gpu.plans import plan_of, session_kernel, session_tally
from openfelt.simulate.gpu.play import joined, kernels_of, on_gpu, tally_of
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.sessions import Sessions
from openfelt.simulate.tally import Tally, merged


def _lack() -> str:
    try:
        cupy()
    except NoGpu as error:
        return str(error)
    return ""


LACK = _lack()
needs_gpu = pytest.mark.skipif(bool(LACK), reason=f"no GPU: {LACK}")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


def played(run: Rounds, folder: Path, first: int, end: int) -> Tally:
    results = [
        OnProcessor(kernel, folder).play(run.seed, first, end - first) for kernel in kernels_of(run)
    ]
    return tally_of(run, end - first, list(results))


@needs_compiler
@pytest.mark.parametrize(
    "run",
    [
        Rounds("LT/8", 3),
        Rounds("MT_A/8", 0xDEAD_BEEF_0123_4567),
        Rounds("PB/3", 3, burn="face_value", cutting_card=33),
        Rounds("AC", 3),
        Rounds("SB", 3, counted=True),
        Rounds("MT_ROULETTE", 3, sample=("straight:17",)),
    ],
    ids=lambda run: str(run.sheet_key),
)
def test_the_kernels_of_the_gpu_come_to_the_same_on_the_processor(
    run: Rounds, tmp_path: Path
) -> None:
    first = (1 << 32) - 1
    assert compare.unlike(run.play(first, first + 2), played(run, tmp_path, first, first + 2)) == []


PLANS = {
    "double odds": ("AC", compare._LINE_AND_ODDS),
    "levels, come, commission, rebate": ("AC", compare._MANY),
    "wide amounts": ("MT_ROULETTE", compare._HIGH),
    "from shoes": ("LT/8", compare._COUPS),
}


@needs_compiler
@pytest.mark.parametrize("plan", PLANS)
def test_sessions_of_a_plan_come_to_the_same_on_the_processor(plan: str, tmp_path: Path) -> None:
    key, text = PLANS[plan]
    run = Sessions(key, 11, text, "declared")
    kernel = session_kernel(plan_of(run))
    rows = OnProcessor(kernel, tmp_path).play(run.seed, 5, 400)
    assert compare.unlike(run.play(5, 405), session_tally(400, rows)) == []


def test_tables_too_large_for_shared_memory_stay_outside(tmp_path: Path) -> None:
    text = compare._MANY.replace("[1, 2, 4, 8]", str(list(range(1, 21))))
    run = Sessions("AC", 11, text, "declared")
    kernel = session_kernel(plan_of(run))
    assert kernel.shared_bytes == 0
    assert kernel.tables[1].nbytes > 48 * 1024


def test_a_strategy_in_python_is_refused() -> None:
    text = "SESSION = {'bankroll_cents': 9, 'rounds': 1}\ndef play(*_): ..."
    with pytest.raises(NoGpu, match="leave --gpu out"):
        plan_of(Sessions("AC", 1, text, "python"))


@needs_gpu
def test_the_gpu_comes_to_what_the_processor_comes_to(tmp_path: Path) -> None:
    compare.write(tmp_path / "shards.json")
    found = list(compare.differences(tmp_path / "shards.json"))
    assert found
    assert [run for run, names in found if names] == []


def all_parts(run: Rounds, shards: int, size: int) -> Tally:
    parts = [(first, first + size) for first in range(0, shards, size)]
    played = list(on_gpu()(run, parts))
    assert sum(end - first for first, end, _ in played) == shards
    return merged(tally for _, _, tally in played)


@needs_gpu
def test_parts_of_a_run_on_the_gpu_come_to_the_whole() -> None:
    run = Rounds("SB", 2)
    assert compare.unlike(run.play(0, 5_000), all_parts(run, 5_000, 1_000)) == []


@needs_compiler
def test_parts_of_a_run_come_to_the_whole_on_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "cupy", lambda: None)
    monkeypatch.setattr(play, "Loaded", lambda kernel: OnProcessor(kernel, tmp_path))
    run = Rounds("SB", 2, sample=("small", "big"))
    assert compare.unlike(run.play(0, 6), all_parts(run, 6, 2)) == []


def test_a_difference_is_named() -> None:
    one = Tally({"counts": [1, 2], "sums": [3]}, {"deepest": [4]})
    other = Tally({"counts": [1, 2], "sums": [5]}, {"deepest": [6]})
    assert compare.unlike(one, one) == []
    assert compare.unlike(one, other) == ["deepest", "sums"]
    assert compare.unlike(one, Tally({"counts": [1, 2], "sums": [3]})) == ["deepest"]


def test_parts_are_joined_within_their_stage_only() -> None:
    parts = [(0, 10), (10, 20), (20, 30), (40, 50), (50, 60)]
    assert list(joined(parts, lambda shard: shard // 20, 99)) == [(0, 20), (20, 30), (40, 60)]
    assert list(joined(parts, lambda _: 0, 25)) == [(0, 20), (20, 30), (40, 60)]
    assert list(joined(parts, lambda _: 0, 99)) == [(0, 30), (40, 60)]
    assert list(joined([], lambda shard: shard, 99)) == []


def test_a_smaller_gpu_plays_fewer_shoes_at_once() -> None:
    (kernel,) = kernels_of(Rounds("LT/8", 1))
    h200, consumer = kernel.fitted(232_448), kernel.fitted(101_376)
    assert (h200.threads, consumer.threads) == (512, 192)
    assert consumer.shared_bytes < 101_376 - 13_000


def test_more_bets_are_followed_by_more_kernels() -> None:
    bets = Rounds("SB", 1).board.bets
    assert len(kernels_of(Rounds("SB", 1, sample=bets[:9]))) == 3
    assert len(kernels_of(Rounds("SB", 1, counted=True))) == 1


def test_without_cupy_or_a_gpu_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(device, "import_module", refuse)
    device.cupy.cache_clear()
    with pytest.raises(NoGpu, match="pip install 'openfelt\\[gpu\\]'"):
        on_gpu()
    device.cupy.cache_clear()


def test_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    cupy.cache_clear()
    told = CliRunner().invoke(main, ["simulate", "SB", "--gpu"])
    assert told.exit_code == 1
    assert "openfelt[gpu]" in told.output
    both = CliRunner().invoke(main, ["simulate", "SB", "--gpu", "--workers", "2"])
    assert both.exit_code == 2
    assert "choose one" in both.output


def test_the_gpu_part_needs_nothing_but_numpy() -> None:
    code = (
        "import sys\n"
        "for name in ('numba', 'msgspec', 'click', 'rich', 'distributed', 'apsw'):\n"
        "    sys.modules[name] = None\n"
        "import openfelt.simulate.gpu.__main__, benchmarks.gpu\n"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


def test_a_file_that_holds_no_shards_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "old": '{"format": 0, "runs": []}',
        "no json": "shards",
        "a list": "[]",
        "half": '{"format": 1, "runs": [{"kind": "rounds"}]}',
    }.items():
        file = tmp_path / name
        file.write_text(text)
        monkeypatch.setattr("sys.argv", ["gpu", "check", str(file)])
        assert gpu_main() == 2, name
        assert "write it anew" in capsys.readouterr().err, name
    monkeypatch.setattr("sys.argv", ["gpu", "check", str(tmp_path / "none")])
    assert gpu_main() == 2
    assert "No such file" in capsys.readouterr().err
