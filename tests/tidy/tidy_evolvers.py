"""What an evolver can reach: followed through the floor's functions by reading their source.

Names are resolved by the imports of their module.  What hangs on a value nobody can know by
reading (`rules.offers(bet)`) is followed into every method of that name, so that nothing hides.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

FLOOR: Final = "openfelt.floor"
# The hooks of a procedure that evolvers call; the others decide or show.
HOOKS: Final = ("fresh", "begin", "end", "at_rest", "put_right", "closed")
LISTS: Final = ("evolves", "posts")

Tree = ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.expr


class Place(NamedTuple):
    """A name in a module, as `rounds.round.settled` says it."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module.removeprefix(FLOOR + '.')}.{self.name}"


@dataclass(frozen=True)
class Module:
    """A module as its text says it: what it imports, and what each of its own names is."""

    name: str
    tree: ast.Module
    imports: dict[str, str] = field(default_factory=dict)
    own: dict[str, Tree] = field(default_factory=dict)


@cache
def read(name: str, text: str) -> Module:
    """Read a module; an import counts wherever it stands."""
    module = Module(name, ast.parse(text))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                whole = one.name if one.asname else one.name.partition(".")[0]
                module.imports[one.asname or whole] = whole
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                module.imports[one.asname or one.name] = f"{node.module}.{one.name}"
    for statement in module.tree.body:
        module.own.update(_named(statement))
    return module


def _named(statement: ast.stmt) -> Iterator[tuple[str, Tree]]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, statement
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case _:
            pass


class Root(NamedTuple):
    """Where evolving begins: an event's evolver or poster, or a hook of a procedure."""

    title: str
    place: Place
    tree: Tree


def roots(modules: Mapping[str, Module]) -> Iterator[Root]:
    """Yield every evolver and poster of a concept, and every hook that evolvers call."""
    for module in modules.values():
        if module.name.startswith(FLOOR):
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _roots_in(module, node.func.id, node.keywords)


def _roots_in(module: Module, kind: str, keywords: list[ast.keyword]) -> Iterator[Root]:
    for keyword in keywords:
        word = keyword.arg or ""
        if kind == "Concept" and word in LISTS and isinstance(keyword.value, ast.Dict):
            for event, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                assert event is not None
                name = ast.unparse(event)
                yield Root(name, Place(module.name, f"{word}[{name}]"), value)
        elif kind == "Procedure" and word in HOOKS:
            yield Root(f"Procedure.{word}", Place(module.name, word), keyword.value)


@cache
def used(tree: Tree) -> tuple[tuple[str, ...], ...]:
    """Return the dotted names a piece of code uses, annotations aside; a local is `""`.

    A name that the code binds itself is a local; only what hangs on it may lead somewhere.
    """
    return tuple(dict.fromkeys(_used(tree)))


def _used(tree: Tree) -> Iterator[tuple[str, ...]]:
    bound = set(_bound(tree))
    for node in _walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in bound:
            yield (node.id,)
        elif isinstance(node, ast.Attribute):
            dotted = _dotted(node)
            is_known = dotted is not None and dotted[0] not in bound
            yield dotted if dotted is not None and is_known else ("", node.attr)


def _dotted(node: ast.expr) -> tuple[str, ...] | None:
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=value, attr=attr):
            before = _dotted(value)
            return None if before is None else (*before, attr)
        case _:
            return None


def _bound(tree: Tree) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk code without its annotations: a type is not read when the code runs."""
    yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child)
