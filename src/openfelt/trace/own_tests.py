"""The tests of each clause, found by collecting: nothing is run, so no recorded run is needed.

A test is a clause's own when it names it: in its name, in a marker, or in a transcript's head.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from openfelt.trace.proof import OFF, Names, transcripts
from openfelt.trace.register import BOOKS, find_root, load

_WRITTEN_TO: Final = "OPENFELT_OWN_TESTS"
_NAMES_A_CLAUSE: Final = re.compile(rf"mark\.clause|def test_({'|'.join(BOOKS).lower()})_")
# Too slow to be asked about every break; what they show, quicker tests of the clause show too.
_TOO_SLOW: Final = ("browser", "trace")


@dataclass(frozen=True, slots=True)
class OwnTests:
    """What has to notice a break: transcripts, and tests by node id."""

    transcripts: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.transcripts or self.nodes)

    def __str__(self) -> str:
        names = [Path(one).stem for one in self.transcripts]
        return ", ".join(names + sorted({one.partition("[")[0] for one in self.nodes}))


def own_tests(root: Path) -> Mapping[str, OwnTests]:
    """Return the tests of every clause that has any."""
    nodes = _nodes(root)
    files: defaultdict[str, list[str]] = defaultdict(list)
    for path, clauses in transcripts(root).items():
        for clause in dict.fromkeys(clauses):
            files[clause].append(path.relative_to(root).as_posix())
    return {
        clause: OwnTests(tuple(files.get(clause, ())), tuple(nodes.get(clause, ())))
        for clause in sorted({*files, *nodes})
    }


def _nodes(root: Path) -> dict[str, list[str]]:
    """Let pytest collect the files that name clauses, and tell which test names which."""
    files = list(_files(root))
    if not files:
        return {}
    with tempfile.TemporaryDirectory(prefix="openfelt-own-tests-") as folder:
        written = Path(folder, "clauses.json")
        options = ("-p", "no:cacheprovider", "-p", __name__, "--collect-only", "-q", "--no-cov")
        subprocess.run(  # noqa: S603 (our own interpreter and arguments)
            [sys.executable, "-m", "pytest", *options, *files],
            cwd=root,
            env=os.environ | {OFF: "1", _WRITTEN_TO: str(written), "PYTHONPATH": str(root / "src")},
            capture_output=True,
            check=False,
        )
        found = json.loads(written.read_text(encoding="utf-8")) if written.is_file() else {}
    by_clause: defaultdict[str, list[str]] = defaultdict(list)
    for node, clauses in found.items():
        for clause in clauses:
            by_clause[clause].append(node)
    return by_clause


def _files(root: Path) -> Iterator[str]:
    for path in sorted((root / "tests").rglob("test_*.py")):
        relative = path.relative_to(root)
        if relative.parts[1] in _TOO_SLOW:
            continue
        if _NAMES_A_CLAUSE.search(path.read_text(encoding="utf-8")):
            yield relative.as_posix()


def pytest_collection_finish(session: pytest.Session) -> None:
    """As a plugin of pytest: write down which collected test names which clauses."""
    names = Names(load(find_root(session.config.rootpath)))
    found = {item.nodeid: list(_clauses(item, names)) for item in session.items}
    Path(os.environ[_WRITTEN_TO]).write_text(json.dumps(found), encoding="utf-8")


def _clauses(item: pytest.Item, names: Names) -> Sequence[str]:
    named = names.clause_of(item.name.partition("[")[0])
    marked = [str(one) for marker in item.iter_markers("clause") for one in marker.args]
    return sorted({*marked, *([named] if named else [])})
