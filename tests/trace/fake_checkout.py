"""A checkout of a few clauses and one source file, for the tests of tracing."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from textwrap import dedent

REAL = Path(__file__).parents[2]

# clause, topic, binds
CLAUSES = {
    "LT": [
        ("1.1", "definition", "text"),
        ("4.2", "wager", "system"),
        ("4.2.7", "wager", "system"),
        ("4.2.8", "wager", "system"),
        ("8.1.1", "payout", "system"),
        ("Table 2:4", "deal", "system"),
    ],
    "PB": [("5.7", "payout", "system"), ("Table 2:4", "deal", "system")],
    "AC": [
        ("3.10 Odds 4/10", "payout", "system"),
        ("3.10 Don't Pass Line", "payout", "system"),
        ("3.10 C&E 2/3/12", "payout", "system"),
        ("3.10 Field 3,4,9,10,11", "payout", "system"),
    ],
    "SB": [("3.9.1", "wager", "system"), ("3.9.10 Small", "payout", "system")],
    "MT": [("8.3(b)(ii)", "deal", "staff"), ("def:Method (A) Baccarat(a)", "definition", "record")],
}


def write(root: Path, path: str, text: str) -> Path:
    """Write an indented text into the checkout without its indentation."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(dedent(text), encoding="utf-8")
    return target


def make_checkout(root: Path, **sources: str) -> Path:
    """Make the registers, and one file in games/ for each named source."""
    rules = root / "docs" / "rules"
    rules.mkdir(parents=True)
    for book, clauses in CLAUSES.items():
        with (rules / f"{book}.csv").open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(["clause", "topic", "binds", "summary", "system_behaviour", "acceptance"])
            for clause, topic, binds in clauses:
                words = (f"summary of {clause}", f"behaviour of {clause}", f"test of {clause}")
                rows.writerow((clause, topic, binds, *words))
    for name, source in sources.items():
        write(root, f"src/openfelt/games/{name}.py", source)
    return root


def use(root: Path, **uses: str) -> None:
    """Make a command line: each named command is a module with this text."""
    commands = {name: (f"openfelt.cli.{name}", "") for name in uses}
    write(root, "src/openfelt/cli/__init__.py", f"_COMMANDS: Final = {commands!r}\n")
    for name, text in uses.items():
        write(root, f"src/openfelt/cli/{name}.py", text)


def owe(root: Path, *debts: tuple[str, str, str]) -> None:
    """Write the list of debts."""
    with (root / "docs" / "rules" / "owed.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("clause", "owed_to", "why"), *debts])


def prove(root: Path, **tests: tuple[str, list[str]]) -> None:
    """Record a complete run: test name, its outcome and its clauses."""
    stored = {
        f"tests/test_fake.py::{name}": {"clauses": clauses, "outcome": outcome}
        for name, (outcome, clauses) in tests.items()
    }
    write(root, "build/proof.json", json.dumps({"complete": True, "tests": stored}))


def make_runnable(root: Path) -> None:
    """Add what a real test run needs: settings, the hook and what it asks, the tracing package."""
    shutil.copy(REAL / "pyproject.toml", root)
    shutil.copytree(
        REAL / "src" / "openfelt" / "trace",
        root / "src" / "openfelt" / "trace",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    write(root, "src/openfelt/__init__.py", "")
    core = root / "src" / "openfelt" / "core"
    core.mkdir(exist_ok=True)
    for name in ("__init__.py", "derived.py"):
        shutil.copy(REAL / core.relative_to(root) / name, core)
    (root / "tests").mkdir(exist_ok=True)
    shutil.copy(REAL / "tests" / "conftest.py", root / "tests")
