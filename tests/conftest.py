"""Record which clauses the passing tests prove (see openfelt.trace.proof)."""

from __future__ import annotations

import pytest

from openfelt.trace.proof import Recorder


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(config), "openfelt-proof")
