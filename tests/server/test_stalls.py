"""What kept everybody waiting is noticed, with its cause."""

import asyncio
import gc
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from openfelt.server import stalls
from openfelt.server.http.metrics import Figures
from openfelt.server.stalls import ASLEEP, COLLECTOR, DISK, PROCESSOR, WORK, Stalls, Used, cause_of


@pytest.mark.parametrize(
    ("used", "cause"),
    [
        (Used(collector=0.03, disk=0, processor=0, work=0.031), COLLECTOR),
        (Used(collector=0, disk=0.03, processor=0, work=0.002), DISK),
        (Used(collector=0, disk=0, processor=0.025, work=0.005), PROCESSOR),
        (Used(collector=0.001, disk=0.002, processor=0.001, work=0.03), WORK),
        (Used(collector=0, disk=0, processor=0.001, work=0.002), ASLEEP),
    ],
)
def test_what_most_of_a_stall_went_by_with_is_its_cause(used: Used, cause: str) -> None:
    assert cause_of(0.03, used) == cause


def _watched(do: Callable[[Stalls], None]) -> Stalls:
    """Let the loop beat, keep it waiting once, and let it beat again."""

    async def story() -> Stalls:
        watched = Stalls()
        watching = asyncio.create_task(watched.watch())
        await asyncio.sleep(2 * stalls.BEAT_S)
        do(watched)
        await asyncio.sleep(2 * stalls.BEAT_S)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        return watched

    return asyncio.run(story())


def test_a_loop_that_was_kept_is_noticed_and_a_long_wait_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(stalls, "log", SimpleNamespace(warning=lambda what, **_: said.append(what)))
    watched = _watched(lambda _: time.sleep(1.2 * stalls.TOLD_S))
    assert watched.count >= 1
    assert max(watched.seconds().values()) >= stalls.TOLD_S
    assert "everybody had to wait" in said


def test_without_the_kernels_word_it_is_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.get_native_id", lambda: 0)
    assert _watched(lambda _: time.sleep(0.05)).count >= 1


def _collect_and_wait() -> None:
    gc.collect()
    time.sleep(0.05)


def test_the_collector_is_heard_only_while_somebody_watches() -> None:
    before = len(gc.callbacks)
    watched = _watched(lambda _: _collect_and_wait())
    assert watched.count >= 1
    assert len(gc.callbacks) == before


def test_a_commit_that_took_long_is_one_and_only_the_longest_is_kept() -> None:
    watched = Stalls()
    for seconds in (0.001, 0.02, 0.08, 0.03):
        watched.committed(seconds)
    assert (watched.count, watched.seconds()) == (3, {DISK: 0.08})


def test_a_commit_in_which_others_had_the_processor_is_not_the_disks_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Stalls()
    monkeypatch.setattr(watched, "_kept_waiting", lambda: 0.03)
    watched.committed(0.04)
    watched.committed(0.08)
    assert watched.seconds() == {PROCESSOR: 0.04, DISK: 0.08}


def test_a_late_beat_because_of_the_disk_is_not_counted_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stalls, "cause_of", lambda *_: DISK)
    assert _watched(lambda _: time.sleep(0.05)).count == 0


def test_prometheus_reads_the_longest_of_each_cause() -> None:
    watched, figures = Stalls(), Figures()
    figures.gauges("stall_longest_seconds", "Longest.", "cause", watched.seconds)
    watched.committed(0.25)
    said = b'openfelt_stall_longest_seconds{cause="the disk"} 0.25'
    assert said in figures.written()
