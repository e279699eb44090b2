"""Playing the parts of a run: on the cores of this machine, or on a Dask cluster.

Both give back (first, end, tally) in whatever order parts are finished; which
part was played where makes no difference to what it comes to.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, Protocol

from openfelt.simulate.tally import Tally

Part = tuple[int, int]
Played = tuple[int, int, Tally]
Play = Callable[["Run", Iterable[Part]], Iterator[Played]]

# Parts that wait for a worker, so that none ever waits for a part.
_AHEAD: Final = 2
ANSWER_SECONDS: Final = 10


class NoCluster(ValueError):
    """A cluster that cannot be reached or used."""


class Run(Protocol):
    """Something that is played shard by shard."""

    @property
    def batch(self) -> int:
        """How many shards are played at once."""

    @property
    def unit(self) -> str:
        """What is played, in the plural."""

    @property
    def rounds_a_shard(self) -> int:
        """How many of these a shard is."""

    @property
    def identity(self) -> dict[str, Any]:
        """What makes two runs the same run."""

    def play(self, first: int, end: int) -> Tally:
        """Play some shards."""


def locally(workers: int) -> Play:
    """Play in threads: the kernels run without the interpreter lock and share their tables."""

    def play(run: Run, parts: Iterable[Part]) -> Iterator[Played]:
        ahead = iter(parts)
        with ThreadPoolExecutor(workers) as pool:
            under_way: dict[Future[Tally], Part] = {}
            try:
                while True:
                    for part in islice(ahead, workers * _AHEAD - len(under_way)):
                        under_way[pool.submit(run.play, *part)] = part
                    if not under_way:
                        return
                    done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                    for future in done:
                        first, end = under_way.pop(future)
                        yield first, end, future.result()
            finally:
                for future in under_way:
                    future.cancel()

    return play


@cache
def _prepared(run: Any) -> Any:
    """Keep one copy of a run in a worker, with the tables it has worked out."""
    return run


def _play(run: Any, first: int, end: int) -> Tally:
    tally: Tally = _prepared(run).play(first, end)
    return tally


def on_cluster(address: str) -> Play:
    """Play on the workers of a Dask scheduler.

    A part whose worker dies is played again by another; it is counted when its
    result arrives here, once.
    """

    def play(run: Run, parts: Iterable[Part]) -> Iterator[Played]:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise NoCluster("a cluster needs: pip install 'openfelt[cluster]'") from error
        try:
            client = distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NoCluster(f"no Dask scheduler answers at {address}: {error}") from error
        with client:
            client.wait_for_workers(1, timeout=60)
            plain, ahead = replace(run), iter(parts)  # type: ignore[type-var]
            under_way: dict[Any, Part] = {}

            def submit(number: int) -> list[Any]:
                futures = []
                for part in islice(ahead, number):
                    future = client.submit(_play, plain, *part, pure=False, retries=10)
                    under_way[future] = part
                    futures.append(future)
                return futures

            threads = sum(client.nthreads().values())
            finished = distributed.as_completed(submit(threads * _AHEAD), loop=client.loop)
            for future in finished:
                first, end = under_way.pop(future)
                yield first, end, future.result()
                for more in submit(1):
                    finished.add(more)

    return play
