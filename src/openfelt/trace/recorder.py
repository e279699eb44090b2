"""The pytest plugin: collects clauses and outcomes, and writes them down when all tests ran.

Where the tests are shared out over several processes, each process knows the clauses of the
tests, and the one that shares them out hears the outcomes: at its end a worker hands over what
it knows, and the other one writes.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from openfelt.trace.proof import OFF, Names, write_proof
from openfelt.trace.register import find_root, load, unknown

_HANDED_OVER: Final = "openfelt-proof"


class Recorder:
    """Watches one run, whole or as one of its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._root = find_root(config.rootpath)
        self._register = load(self._root)
        self._names = Names(self._register)
        self._wanted = _runs_everything(config, self._root) and os.environ.get(OFF) != "1"
        self._fault = ""
        self._clauses: dict[str, tuple[str, ...]] = {}
        self._outcomes: defaultdict[str, dict[str, str]] = defaultdict(dict)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note the clauses of a test; an unknown one stops the run."""
        named = self._names.clause_of(item.name.partition("[")[0])
        clauses = [] if named is None else [named]
        for marker in item.iter_markers("clause"):
            self._fault = self._fault_of(item.nodeid, marker.args)
            self._stop_at_a_fault()
            clauses += marker.args
        self._clauses[item.nodeid] = tuple(sorted(set(clauses)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A run that could not read all test files is not complete."""
        self._wanted &= not report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the outcome of each phase: set-up, call and tear-down."""
        self._outcomes[report.nodeid][report.when] = report.outcome

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker knew; one that died has handed nothing over."""
        known = getattr(node, "workeroutput", {}).get(_HANDED_OVER)
        if known is None:
            self._wanted = False
            return
        fault, clauses = known
        self._fault = self._fault or fault
        self._clauses |= {test: tuple(names) for test, names in clauses.items()}

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the record if every collected test ran to its end."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[_HANDED_OVER] = (self._fault, self._clauses)
            return
        self._stop_at_a_fault()
        ran_all = all("teardown" in self._outcomes[node] for node in self._clauses)
        if self._wanted and ran_all and self._clauses:
            write_proof(self._root, self._clauses, self._outcomes)

    def _fault_of(self, node: str, names: Sequence[object]) -> str:
        if not names:
            return f"{node}: the clause marker names no clause"
        missing = [str(name) for name in names if name not in self._register.clauses]
        return f"{node}: {unknown(missing[0], self._register.clauses)}" if missing else ""

    def _stop_at_a_fault(self) -> None:
        if self._fault:
            raise pytest.UsageError(self._fault)


def _runs_everything(config: pytest.Config, root: Path) -> bool:
    option: Any = config.option
    narrowing = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "collectonly")
    if any(getattr(option, name, None) for name in narrowing):
        return False
    given = [config.invocation_params.dir / one for one in option.file_or_dir]
    return all(path.resolve() == (root / "tests").resolve() for path in given)
