"""The sources as a whole, read as text: which function a call goes to, who applies an event."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from openfelt.trace.outline import Definition, Outline, Span

_APPLIED_IN: Final = ("evolves", "posts", "tells")
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """A stretch of code: its file, where, and the name a reader finds it by."""

    path: str
    name: str
    span: Span


@dataclass(frozen=True)
class Module:
    """One source file, its definitions, and what it calls the definitions of others."""

    path: str
    outline: Outline

    @cached_property
    def defined(self) -> dict[str, ast.stmt]:
        """Functions and classes by name, methods as `Class.method`."""
        found: dict[str, ast.stmt] = {}
        for node in self.outline.tree.body:
            if isinstance(node, Definition):
                found[node.name] = node
            if isinstance(node, ast.ClassDef):
                inner = (one for one in node.body if isinstance(one, Definition))
                found |= {f"{node.name}.{one.name}": one for one in inner}
        return found

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """Local names, and the module and name each stands for."""
        return {
            alias.asname or alias.name: (node.module, alias.name)
            for node in self.outline.tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    def body(self, node: Function) -> Span:
        """Return where the work of a function stands, its docstring left out."""
        if isinstance(node, ast.Lambda):
            return self.outline.span(node.body)
        documented = ast.get_docstring(node, clean=False) is not None and len(node.body) > 1
        return self.outline.span(node.body[1] if documented else node.body[0], node.body[-1])

    def within(self, span: Span) -> Iterator[ast.AST]:
        """Yield what stands in a stretch of the file."""
        return (node for where, node in self._placed if span.holds(where))

    def function_around(self, span: Span) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """Return the innermost function that a stretch stands in."""
        around = [
            node
            for where, node in self._placed
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and where.holds(span)
        ]
        return max(around, key=lambda node: node.lineno, default=None)

    @cached_property
    def _placed(self) -> list[tuple[Span, ast.AST]]:
        nodes = ast.walk(self.outline.tree)
        positioned = (one for one in nodes if isinstance(one, ast.expr | ast.stmt | ast.keyword))
        return [(self.outline.span(one), one) for one in positioned]


class Project:
    """All source files, by path from the root of the checkout."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.modules = {path: Module(path, Outline(text)) for path, text in sources.items()}
        self._by_name = {dotted(path): module for path, module in self.modules.items()}

    def resolved(self, module: Module, node: ast.expr) -> tuple[Module, str] | None:
        """Return the definition that a name or a dotted name stands for, None if not ours."""
        match node:
            case ast.Name(id=name):
                if name in module.defined:
                    return module, name
                return self._imported(module, name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                other = self._module(module, owner)
                if other is not None:
                    return (other, name) if name in other.defined else None
                return self._method(name)
            case ast.Attribute(attr=name):
                return self._method(name)
            case _:
                return None

    def stretch(self, module: Module, name: str) -> Stretch | None:
        """Return the work of a function, None for a class."""
        node = module.defined[name]
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return None
        return Stretch(module.path, name, module.body(node))

    @cached_property
    def applied(self) -> dict[str, list[Stretch]]:
        """Return by event what applies, posts and tells it."""
        found: defaultdict[str, list[Stretch]] = defaultdict(list)
        for module in self.modules.values():
            for node in ast.walk(module.outline.tree):
                if isinstance(node, ast.keyword) and node.arg in _APPLIED_IN:
                    for event, handler in _rows(node.value):
                        found[event] += self._handler(module, handler, event)
        return found

    @cached_property
    def callers(self) -> dict[tuple[str, str], set[tuple[str, int]]]:
        """Return by function where it is called: file and line of the function around."""
        found: defaultdict[tuple[str, str], set[tuple[str, int]]] = defaultdict(set)
        for module in self.modules.values():
            for function in ast.walk(module.outline.tree):
                if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                for node in ast.walk(function):
                    if isinstance(node, ast.Call):
                        target = self.resolved(module, node.func)
                        if target is not None:
                            key = target[0].path, target[1]
                            found[key].add((module.path, function.lineno))
        return found

    @cached_property
    def reads(self) -> dict[str, list[Stretch]]:
        """Return by attribute, and by `Class.MEMBER`, the statements that read it."""
        found: defaultdict[str, list[Stretch]] = defaultdict(list)
        for module in self.modules.values():
            for statement, node in _reading(module.outline.tree):
                stretch = Stretch(module.path, node.attr, module.outline.span(statement))
                for key in (node.attr, ast.unparse(node)):
                    if stretch not in found[key]:
                        found[key].append(stretch)
        return found

    @cached_property
    def _methods(self) -> dict[str, list[tuple[Module, str]]]:
        found: defaultdict[str, list[tuple[Module, str]]] = defaultdict(list)
        for module in self.modules.values():
            for name in module.defined:
                if "." in name:
                    found[name.rpartition(".")[2]].append((module, name))
        return found

    def _method(self, name: str) -> tuple[Module, str] | None:
        candidates = self._methods.get(name, [])
        return candidates[0] if len(candidates) == 1 else None

    def _imported(self, module: Module, name: str) -> tuple[Module, str] | None:
        source, original = module.imported.get(name, ("", ""))
        other = self._by_name.get(source)
        return (other, original) if other is not None and original in other.defined else None

    def _module(self, module: Module, name: str) -> Module | None:
        source, original = module.imported.get(name, ("", ""))
        return self._by_name.get(f"{source}.{original}")

    def _handler(self, module: Module, handler: ast.expr, event: str) -> list[Stretch]:
        if isinstance(handler, ast.Lambda):
            return [Stretch(module.path, event, module.body(handler))]
        target = self.resolved(module, handler)
        stretch = self.stretch(*target) if target else None
        return [stretch] if stretch else []


def read_sources(root: Path, folder: Path) -> dict[str, str]:
    """Return the text of every source file, by its path from the root."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / folder).rglob("*.py"))
    }


def dotted(path: str) -> str:
    """Return the name a source file is imported by."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _rows(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                yield ast.unparse(key).rpartition(".")[2], value


def _reading(tree: ast.AST) -> Iterator[tuple[ast.stmt, ast.Attribute]]:
    """Yield each attribute that is read in a function, with the smallest statement around it."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in ast.walk(function):
                if isinstance(statement, ast.stmt) and statement is not function:
                    for node in _own_expressions(statement):
                        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                            yield statement, node


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr):
            yield from ast.walk(child)
