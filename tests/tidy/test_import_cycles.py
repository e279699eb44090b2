"""No module needs itself by way of others: not in a function, nor for the type checker's sake."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

Modules = Mapping[str, str]


def modules() -> Modules:
    """Return the text of every module by its name."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.read_text(encoding="utf-8")
    return found


def needed(name: str, text: str, known: Modules) -> Iterator[str]:
    """Yield the modules of ours that a module names, wherever the import stands."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            # A short way (`from .b import x`) would be read past.
            assert not node.level, f"{name} imports by a relative name"
            for alias in node.names if node.module in known else ():
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module)


def cycle(known: Modules) -> list[str]:
    """Return the modules of one cycle, nothing where there is none."""
    graph = {name: set(needed(name, text, known)) - {name} for name, text in known.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert cycle(modules()) == []


@pytest.mark.parametrize(
    "late",
    [
        "import b",
        "def f():\n    from b import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import b",
    ],
)
def test_a_cycle_is_seen_however_it_is_hidden(late: str) -> None:
    assert set(cycle({"a": late, "b": "from a import y"})) == {"a", "b"}


@pytest.mark.parametrize("late", ["from . import b", "def f():\n    from .b import x"])
def test_a_relative_name_is_no_way_round(late: str) -> None:
    with pytest.raises(AssertionError, match="imports by a relative name"):
        cycle({"p": "", "p.a": late, "p.b": "from p.a import y"})
