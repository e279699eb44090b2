"""What all tests share: the record of proved clauses, Hypothesis, PostgreSQL, what is measured."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Generator, Iterator
from functools import _lru_cache_wrapper

import pytest
from coverage import Coverage
from hypothesis import settings

from openfelt.core.derived import Derived
from openfelt.trace.recorder import Recorder

# The pure packages are covered by their own tests or not at all.  All other tests run without
# the tracer, which makes Python two to three times slower.
PURE = {"core", "games", "maths", "rules", "floor", "stations"}

# Where tests wait for real processes and databases; a wrong value is never tried again.
WAITING = {"demo", "engine", "follow", "journal", "server"}

# The same examples every time, so that a green run stays green; `make soak` looks further.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("soak", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(scope="session")
def postgres_dsn() -> Iterator[str]:
    """The address of a PostgreSQL server; each test takes a schema of its own."""
    from wheel_postgres import postgres

    with postgres() as dsn:
        yield dsn


@pytest.fixture
def floor_dsn(postgres_dsn: str) -> str:
    """The address of a server on which no floor has run yet."""
    import asyncpg

    async def clear() -> None:
        hand = await asyncpg.connect(postgres_dsn)
        await hand.execute("DROP SCHEMA IF EXISTS openfelt CASCADE; DROP TABLE IF EXISTS access")
        await hand.close()

    asyncio.run(clear())
    return postgres_dsn


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(config), "openfelt-proof")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let whoever waited in vain wait once more, and a story in a real browser be told once more.

    They are named at the end.  No other test is marked: each that is asks a server of the plugin
    several times, which is longer than most tests take.
    """
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun="Error"))
        elif not WAITING.isdisjoint(item.path.parts):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun="TimeoutE"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Stop measuring coverage while a test of another package runs."""
    measured = Coverage.current()
    if measured is None or _is_pure(item):
        return (yield)
    measured.stop()
    try:
        return (yield)
    finally:
        if nextitem and _is_pure(nextitem):
            _forget()
        measured.start()


def _is_pure(item: pytest.Item) -> bool:
    return not PURE.isdisjoint(item.path.relative_to(item.config.rootpath).parts)


def _forget() -> None:
    """Empty every cache: what was worked out unmeasured would not be worked out again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("openfelt."):
            for one in list(vars(module).values()):
                if isinstance(one, Derived):
                    one.clear()
                elif isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()
