"""A real Dask scheduler and two real workers, one of them killed in the middle of a run."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.simulate.progress import Progress
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.workers import NoCluster, on_cluster

SHARDS = 60

SCHEDULER = """
import asyncio
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await asyncio.wait_for(scheduler.finished(), 600)

asyncio.run(serve())
"""

WORKER = """
import asyncio, sys
from distributed import Worker

async def serve():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False, local_directory=sys.argv[2]) as it:
        print(it.address, flush=True)
        await asyncio.wait_for(it.finished(), 600)

asyncio.run(serve())
"""


def started(stack: ExitStack, code: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start a process and wait until it has said where it listens."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    assert process.stdout is not None
    stack.callback(process.stdout.close)
    address = process.stdout.readline().strip()
    assert address, "it did not start"
    return process, address


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    folder = str(tmp_path_factory.mktemp("dask"))
    with ExitStack() as stack:
        _, address = started(stack, SCHEDULER)
        workers = [started(stack, WORKER, address, folder)[0].pid for _ in range(2)]
        yield address, workers


def test_a_worker_killed_in_mid_run_changes_nothing(cluster: tuple[str, list[int]]) -> None:
    address, workers = cluster
    run = Rounds("LT/8", 21)
    here, there = Progress(run.identity, 4), Progress(run.identity, 4)
    for part in here.left(SHARDS):
        here.take(*part, run.play(*part))
    for number, played in enumerate(on_cluster(address)(run, there.left(SHARDS))):
        there.take(*played)
        if number == 2:
            os.kill(workers[0], signal.SIGKILL)
    assert there.done == [(0, SHARDS)]
    assert there.total == here.total
    assert there.stages == here.stages


def test_the_command_plays_on_a_cluster(cluster: tuple[str, list[int]], tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[session]\nbankroll_cents = 9000\nrounds = 50\n[[bet]]\nbet = "small"\ncents = 500\n'
    )
    line = ["simulate", "SB", "--strategy", str(plan), "--sessions", "500"]
    done = CliRunner().invoke(main, [*line, "--dask", cluster[0]])
    assert done.exit_code == 0, done.output
    assert done.output == CliRunner().invoke(main, line).output


def test_a_cluster_that_does_not_answer_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openfelt.simulate.workers.ANSWER_SECONDS", 1)
    run = Rounds("SB", 1)
    with pytest.raises(NoCluster, match="no Dask scheduler answers"):
        list(on_cluster("tcp://127.0.0.1:9")(run, [(0, 1)]))
