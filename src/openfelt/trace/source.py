"""One source file as a set of units, each with what it refers to.  Nothing is imported or run.

A unit is what a citation can stand in: a function, a class, a method or a value of a module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from openfelt.trace.outline import Definition

BODY: Final = ""  # What runs when a module is imported belongs to no name.
_CONCEPT: Final = "Concept"
_ASKS_FOR_A_TYPE: Final = frozenset({"isinstance", "issubclass"})
# Their methods are called by name; of any other stranger we cannot know what it calls.
_PLAIN_BASES: Final = frozenset(
    {
        *("Struct", "NamedTuple", "Protocol", "Enum", "StrEnum", "IntEnum", "IntFlag", "Generic"),
        *("Exception", "ValueError", "Any", "TypedDict", "dict", "str", "int", "tuple"),
    }
)
# Whoever is decorated by one of these is called by its name; any other decorator may keep it.
_PLAIN_DECORATORS: Final = frozenset(
    {
        *("dataclass", "property", "cached_property", "cache", "lru_cache", "classmethod"),
        *("staticmethod", "contextmanager", "asynccontextmanager", "kernel", "inlined"),
    }
)


@dataclass(slots=True)
class Unit:
    """A named stretch of a module, and the names it reads.

    `names` are those of its module, `dotted` a name and what is asked of it, `calls` the names it
    calls, `attributes` whatever is asked of anything.
    """

    first: int
    last: int
    is_code: bool = False  # A function: what stands in it is done, not read.
    names: set[str] = field(default_factory=set)
    dotted: set[tuple[str, str]] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    rows: list[ConceptRow] = field(default_factory=list)
    imports: dict[str, tuple[str, str | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConceptRow:
    """A line of a concept of the floor: `key` is its command or its event, `field` says which.

    Its value is asked for when somebody gives that command or makes that event.
    """

    field: str
    key: str
    value: Unit


@dataclass(slots=True)
class Source:
    """A module: its units by name, and where its imported names come from."""

    name: str
    units: dict[str, Unit] = field(default_factory=dict)
    imports: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    # Methods that are asked for by name, and classes all of whose methods may be called.
    methods: dict[str, set[str]] = field(default_factory=dict)
    called_by_strangers: set[str] = field(default_factory=set)


def read(root: Path, path: Path) -> Source:
    """Read one file of `src`."""
    parts = path.relative_to(root / "src").with_suffix("").parts
    is_package = parts[-1] == "__init__"
    source = Source(".".join(parts[:-1] if is_package else parts))
    body = Unit(0, 0)
    source.units[BODY] = body
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        _add(source, body, statement)
    return source


def _add(source: Source, body: Unit, statement: ast.stmt) -> None:
    match statement:
        case ast.Import() | ast.ImportFrom():
            source.imports |= dict(_imported(statement))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            source.units[statement.name] = _unit(statement)
            _keep_decorated(body, statement)
        case ast.ClassDef():
            _add_class(source, statement)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            # A name may be made in two ways, one a platform: both are read.
            source.units[name] = _unit(statement, source.units.get(name))
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            pass
        case _:
            _Reader(body).visit(statement)


def _add_class(source: Source, node: ast.ClassDef) -> None:
    own = Unit(node.lineno, node.end_lineno or node.lineno)
    source.units[node.name] = own
    methods = source.methods.setdefault(node.name, set())
    reader = _Reader(own)
    for part in (*node.bases, *node.keywords, *node.decorator_list):
        reader.visit(part)
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            methods.add(statement.name)
            source.units[f"{node.name}.{statement.name}"] = _unit(statement)
        else:
            reader.visit(statement)
            if isinstance(statement, ast.AnnAssign):
                reader.visit(statement.annotation)  # A field's type is made when it is read.
    if any(_is_stranger(source, base) for base in node.bases):
        source.called_by_strangers.add(node.name)


def _is_stranger(source: Source, base: ast.expr) -> bool:
    name = _last(base)
    module, _ = source.imports.get(ast.unparse(base).partition(".")[0], ("", None))
    ours = name in source.units or module.startswith("openfelt")
    return not ours and name not in _PLAIN_BASES


def _keep_decorated(body: Unit, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    if any(_last(one) not in _PLAIN_DECORATORS for one in node.decorator_list):
        body.names.add(node.name)


def _unit(node: ast.stmt, before: Unit | None = None) -> Unit:
    is_code = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    unit = before or Unit(node.lineno, node.end_lineno or node.lineno, is_code)
    _Reader(unit).visit(node)
    return unit


def _last(node: ast.expr) -> str:
    """Return the last word of a name: `msgspec.Struct`, `dataclass(frozen=True)`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return ast.unparse(node).rpartition(".")[2]


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, tuple[str, str | None]]]:
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            yield alias.asname or alias.name, (node.module or "", alias.name)
        elif alias.asname:
            yield alias.asname, (alias.name, None)
        else:
            yield alias.name.partition(".")[0], (alias.name, None)


class _Reader(ast.NodeVisitor):
    """Notes what a stretch of code reads; what only says a type is left out."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._hidden: frozenset[str] = frozenset()

    def visit_Import(self, node: ast.Import) -> None:
        self._unit.imports |= dict(_imported(node))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._unit.imports |= dict(_imported(node))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer = self._hidden
        for one in (
            *node.decorator_list,
            *node.args.defaults,
            *filter(None, node.args.kw_defaults),
        ):
            self.visit(one)
        self._hidden = outer | {*_own_names(node)}
        self._visit_all(node.body)
        self._hidden = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the name the visitor asks for

    def visit_Lambda(self, node: ast.Lambda) -> None:
        outer = self._hidden
        self._hidden = outer | {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        self.visit(node.body)
        self._hidden = outer

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self._visit_all([*node.patterns, *node.kwd_patterns])

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id not in self._hidden:
            self._unit.names.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self._unit.attributes.add(node.attr)
        named = ast.unparse(node.value) if _is_dotted(node.value) else ""
        if named and named.partition(".")[0] not in self._hidden:
            self._unit.dotted.add((named, node.attr))
            if isinstance(node.value, ast.Name):
                return  # Not the thing as a whole: only what is asked of it.
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func) if _is_dotted(node.func) else ""
        if called in _ASKS_FOR_A_TYPE:
            self.visit(node.args[0])
            return
        if called == _CONCEPT:
            self._visit_concept(node)
            return
        if called and called.partition(".")[0] not in self._hidden:
            self._unit.calls.add(called)
        self.generic_visit(node)

    def _visit_concept(self, node: ast.Call) -> None:
        self._unit.names.add(_CONCEPT)
        for keyword in node.keywords:
            if not isinstance(keyword.value, ast.Dict):
                self.visit(keyword.value)
                continue
            for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                row = Unit(value.lineno, value.end_lineno or value.lineno)
                _Reader(row).visit(value)
                named = ast.unparse(key) if key else ""
                self._unit.rows.append(ConceptRow(keyword.arg or "", named, row))

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)


def _is_dotted(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _own_names(node: Definition) -> Iterator[str]:
    """Yield the names a function makes for itself: they hide those of its module."""
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            yield one.arg
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id
