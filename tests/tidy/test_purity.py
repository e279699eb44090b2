"""The core reaches nothing outside itself, counts no money in floats, and stays readable."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "openfelt"
AMBIENT = {"asyncio", "datetime", "os", "random", "secrets", "sqlite3", "time", "uuid"}
LINES_MAX = 500


def files(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (SOURCE / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


PURE = files("core", "games", "rulebooks", "maths", "floor", "stations")
EXACT = files("core", "games", "rulebooks", "floor", "stations")
# What the floor remembers, hears and says is written down in structs.
PACKAGES = {"floor": {"msgspec"}, "stations": {"msgspec"}}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Return the top-level packages a file imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("openfelt" if node.level else (node.module or "").partition(".")[0])
    return found


def floats(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which a float is written, made or named."""
    for node in ast.walk(tree):
        is_written = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        if is_written or (isinstance(node, ast.Name) and node.id == "float"):
            assert isinstance(node, ast.expr)
            yield node.lineno


def test_the_pure_packages_are_found() -> None:
    assert len(PURE) > 110
    assert {path.relative_to(SOURCE).parts[0] for path in PURE} == {
        *("core", "games", "rulebooks", "maths", "floor", "stations"),
    }


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_the_pure_core_cannot_reach_the_outside(path: Path) -> None:
    assert imported(tree_of(path)).isdisjoint(AMBIENT)


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_the_pure_core_needs_no_package_but_python(path: Path) -> None:
    allowed = PACKAGES.get(path.relative_to(SOURCE).parts[0], set())
    assert imported(tree_of(path)) <= sys.stdlib_module_names | {"openfelt"} | allowed


@pytest.mark.parametrize("path", EXACT, ids=name_of)
def test_money_and_odds_are_never_floats(path: Path) -> None:
    assert list(floats(tree_of(path))) == []


@pytest.mark.parametrize("path", files("."), ids=name_of)
def test_a_file_is_short_enough_to_be_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES_MAX


@pytest.mark.parametrize(
    ("code", "packages"),
    [
        ("import os.path", {"os"}),
        ("from datetime import date", {"datetime"}),
        ("def late():\n    import random", {"random"}),
        ("from . import money", {"openfelt"}),
    ],
)
def test_an_import_is_seen_wherever_it_stands(code: str, packages: set[str]) -> None:
    assert imported(ast.parse(code)) == packages


@pytest.mark.parametrize("code", ["x = 0.5", "x = 1e3", "x = float(1)", "x: float = 1", "x = 2j"])
def test_a_float_is_seen_however_it_is_written(code: str) -> None:
    assert list(floats(ast.parse(code))) == [1]
