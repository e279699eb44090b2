"""Record which clauses the passing tests prove (see openfelt.trace.proof); set up Hypothesis."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from openfelt.trace.proof import Recorder

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


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(config), "openfelt-proof")
