"""Find, without running them, which clauses the tests name, and which of those do not exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from openfelt.trace.proof import Names, transcripts
from openfelt.trace.register import Register, unknown


@dataclass(frozen=True, slots=True)
class References:
    """How many clauses the tests name, and a sentence for each name that is wrong."""

    count: int
    faults: tuple[str, ...]


def scan_tests(root: Path, register: Register) -> References:
    """Read every test file and transcript of a checkout."""
    count = 0
    faults: list[str] = []
    names = Names(register)
    for path in sorted((root / "tests").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        relative = path.relative_to(root).as_posix()
        for line, function in _test_functions(tree):
            fault = names.fault(function)
            count += fault is None and names.clause_of(function) is not None
            faults += [f"{relative}:{line}: {fault}"] if fault else []
        for line, name in _marked(tree):
            count += name in register.clauses
            if name not in register.clauses:
                faults.append(f"{relative}:{line}: {unknown(name, register.clauses)}")
    for path, clauses in transcripts(root).items():
        count += sum(name in register.clauses for name in clauses)
        where = path.relative_to(root).as_posix()
        wrong = (name for name in clauses if name not in register.clauses)
        faults += [f"{where}: {unknown(name, register.clauses)}" for name in wrong]
    return References(count, tuple(faults))


def _test_functions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_"):
                    yield node.lineno, name
            case _:
                pass


def _marked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the literal arguments of `pytest.mark.clause(…)`; computed ones fail at collection."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
            for argument in node.args:
                if isinstance(argument, ast.Constant):
                    yield node.lineno, str(argument.value)
