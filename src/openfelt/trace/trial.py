"""One broken copy of the source, and the tests that have to notice."""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

from openfelt.trace.own_tests import OwnTests
from openfelt.trace.project import dotted
from openfelt.trace.proof import OFF

TIMEOUT_S: Final = 60

_PYTEST: Final = ("-m", "pytest", "-p", "no:cacheprovider", "-x", "-q", "--no-cov", "--tb=no")
_PLAY: Final = "from openfelt.cli import run; run()"
_WHOLE: Final = "src/openfelt/floor/whole.py"
_ALL_PASSED: Final = 0


class Outcome(Enum):
    """What the clause's own tests said."""

    PASSED = "passed"
    FAILED = "failed"
    STILLBORN = "stillborn"  # It cannot even be imported: no test had a say.


class Copy:
    """A copy of the source, compiled once; what is broken in it is mended after each trial."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "src", folder / "src", ignore=ignored)
        # By its text, not by its time and size: a break is often as long as what it replaces, and
        # comes within the second in which the file was written.
        by_text = PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(folder / "src", quiet=2, invalidation_mode=by_text)

    def tried(self, path: str, text: str, tests: OwnTests) -> Outcome:
        """Break one file, ask the tests, mend the file."""
        target = self._folder / path
        original = target.read_text(encoding="utf-8")
        target.write_text(text, encoding="utf-8")
        try:
            outcome = self.asked(tests)
            if outcome is Outcome.FAILED and not self._imports(path):
                return Outcome.STILLBORN
            return outcome
        finally:
            target.write_text(original, encoding="utf-8")

    def asked(self, tests: OwnTests) -> Outcome:
        """Play the transcripts, then run the other tests."""
        try:
            holds = self._holds(tests.transcripts) and self._passes(tests.nodes)
        except subprocess.TimeoutExpired:
            return Outcome.FAILED
        return Outcome.PASSED if holds else Outcome.FAILED

    def is_imported(self) -> bool:
        """Say whether it is this copy that the tests would import."""
        where = self._python("-c", "import openfelt; print(openfelt.__file__)").stdout.strip()
        return Path(where).is_relative_to(self._folder)

    def _holds(self, transcripts: Sequence[str]) -> bool:
        if not transcripts:
            return True
        done = self._python("-c", _PLAY, "scenario", "--json", "--audit", *transcripts)
        results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done.returncode == 0 and all(one["passed"] for one in results)

    def _passes(self, nodes: Sequence[str]) -> bool:
        if not nodes:
            return True
        arguments = self._folder / "nodes.txt"
        arguments.write_text("\n".join(nodes) + "\n", encoding="utf-8")
        return self._python(*_PYTEST, f"@{arguments}").returncode == _ALL_PASSED

    def _imports(self, path: str) -> bool:
        files = [one for one in (path, _WHOLE) if (self._folder / one).is_file()]
        return self._python("-c", f"import {', '.join(map(dotted, files))}").returncode == 0

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 (our own interpreter and arguments)
            [sys.executable, *arguments],
            cwd=self._root,
            env=self._environment(),
            timeout=TIMEOUT_S,
            capture_output=True,
            text=True,
            check=False,
        )

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(self._folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self._folder / "hypothesis"),
            OFF: "1",
        }
