"""What a citation at a given place in a source file speaks for.

Positions are lines from 1 and character columns from 0.  The `ast` module counts columns
in bytes, so every span taken from it is converted here, once.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Positioned = ast.expr | ast.stmt | ast.keyword | ast.pattern | ast.arg
_COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


class Kind(StrEnum):
    """What sort of thing a citation is attached to."""

    FUNCTION = "function"
    CLASS = "class"
    MODULE = "module"
    VALUE = "value"
    ROW = "table row"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of source text; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def start(self) -> tuple[int, int]:
        """Where it begins."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Where it has ended."""
        return self.end_line, self.end_column

    def holds(self, other: Span) -> bool:
        """Say whether the other lies wholly inside (or is the same)."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Span) -> bool:
        """Say whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def join(self, other: Span) -> Span:
        """Return the smallest span around both."""
        return Span(*min(self.start, other.start), *max(self.end, other.end))


@dataclass(frozen=True, slots=True)
class Place:
    """The code that a citation governs, and the name a reader finds it by."""

    kind: Kind
    name: str
    span: Span


class Outline:
    """One parsed source file that can be asked what stands where."""

    def __init__(self, source: str) -> None:
        self.lines = source.split("\n")
        self.tree = ast.parse(source)
        self._parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self._elements = list(self._find_elements())
        self._strings = [
            (self.span(node), node)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]

    def span(self, first: _Positioned, last: _Positioned | None = None) -> Span:
        """Return where a node stands, or the stretch from one node to another."""
        last = last or first
        assert last.end_lineno is not None
        assert last.end_col_offset is not None
        return Span(
            first.lineno,
            self._characters(first.lineno, first.col_offset),
            last.end_lineno,
            self._characters(last.end_lineno, last.end_col_offset),
        )

    def of_comment_after(self, line: int) -> Place:
        """Return what a comment at the end of a line governs: that line's own elements.

        Where the line only opens or closes something longer, it is the smallest such thing.
        """
        for node in ast.walk(self.tree):
            if isinstance(node, Definition) and node.lineno <= line < node.body[0].lineno:
                return self._of_definition(node)
        within = [pair for pair in self._elements if pair[0].line == line == pair[0].end_line]
        if within:
            span = within[0][0]
            for other, _ in within[1:]:
                span = span.join(other)
            outermost = min(within, key=lambda pair: (pair[0].start, -pair[0].end_column))
            return Place(Kind.VALUE, self._name(outermost[1]), span)
        around = [pair for pair in self._elements if pair[0].line <= line <= pair[0].end_line]
        if not around:
            return self._enclosing(line)
        span, node = min(around, key=lambda pair: (pair[0].end_line - pair[0].line, pair[0]))
        return Place(Kind.VALUE, self._name(node), span)

    def of_comment_above(self, line: int) -> Place:
        """Return what a comment of its own line governs, given the next line that has code."""
        for node in ast.walk(self.tree):
            if isinstance(node, Definition) and line in _opening_lines(node):
                return self._of_definition(node)
        starting = [pair for pair in self._blocks() if pair[0].line == line]
        if not starting:
            return self._enclosing(line)
        span, node = min(starting, key=lambda pair: (pair[0].start, _negated(pair[0].end)))
        return Place(Kind.VALUE, self._name(node), span)

    def of_string(self, line: int, column: int, row: Span | None) -> Place:
        """Return what a citation inside a string literal governs.

        A docstring speaks for its definition, a bare string for the assignment before it, a
        row of a printed table for itself, and any other string for the record it is part of.
        """
        point = Span(line, column, line, column + 1)
        node = next(node for span, node in self._strings if span.holds(point))
        statement = self._parents[node]
        if isinstance(statement, ast.Expr):
            return self._of_bare_string(statement)
        if row is not None:
            return Place(Kind.ROW, self._name(node), row)
        record = self._record_around(node)
        return Place(Kind.VALUE, self._name(record), self.span(record))

    def _characters(self, line: int, bytes_before: int) -> int:
        text = self.lines[line - 1]
        if text.isascii():
            return bytes_before
        return len(text.encode()[:bytes_before].decode())

    def _find_elements(self) -> Iterator[tuple[Span, ast.AST]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.stmt) and not isinstance(node, _COMPOUND):
                yield self.span(node), node
            for first, last in _parts(node):
                yield self.span(first, last), first

    def _blocks(self) -> Iterator[tuple[Span, ast.AST]]:
        yield from self._elements
        for node in ast.walk(self.tree):
            if isinstance(node, ast.If):
                yield self.span(node, node.body[-1]), node
            elif isinstance(node, _COMPOUND):
                yield self.span(node), node
            elif isinstance(node, ast.match_case):
                yield self.span(node.pattern, node.body[-1]), node.pattern

    def _of_bare_string(self, statement: ast.Expr) -> Place:
        owner = self._parents[statement]
        body: Sequence[ast.stmt] = getattr(owner, "body", ())
        if statement not in body or body[0] is not statement:
            before = body[body.index(statement) - 1] if statement in body else statement
            return Place(Kind.VALUE, self._name(before), self.span(before))
        if isinstance(owner, Definition):
            return self._of_definition(owner)
        return self._of_module()

    def _of_definition(self, node: Definition) -> Place:
        kind = Kind.CLASS if isinstance(node, ast.ClassDef) else Kind.FUNCTION
        body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        last = node.body[-1]
        whole = self.span(body[0], last) if body else self.span(last)
        return Place(kind, self._name(node), whole)

    def _of_module(self) -> Place:
        return Place(Kind.MODULE, "module", Span(1, 0, len(self.lines), len(self.lines[-1])))

    def _enclosing(self, line: int) -> Place:
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, Definition) and node.lineno <= line <= (node.end_lineno or 0)
        ]
        if not around:
            return self._of_module()
        return self._of_definition(max(around, key=lambda node: node.lineno))

    def _record_around(self, node: ast.AST) -> ast.expr | ast.stmt:
        holders = (ast.Call, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.stmt)
        parent = self._parents[node]
        while not isinstance(parent, holders):
            parent = self._parents[parent]
        return parent

    def _name(self, node: ast.AST) -> str:
        """Name the definition around a node, or what it is assigned to, and its keyword."""
        names: list[str] = []
        label = _label(node, self._parents.get(node))
        here: ast.AST | None = node
        while here is not None:
            if isinstance(here, Definition):
                names.insert(0, here.name)
            elif isinstance(here, ast.Assign | ast.AnnAssign):
                names.insert(0, _target(here))
            here = self._parents.get(here)
        return (".".join(names) or "module") + label


def _parts(node: ast.AST) -> Iterator[tuple[_Positioned, _Positioned]]:
    """Yield what can carry a citation of its own inside a node, from first to last."""
    match node:
        case ast.Call(args=args, keywords=keywords):
            yield from ((one, one) for one in args)
            yield from ((one, one) for one in keywords)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            yield from ((one, one) for one in elements)
        case ast.Dict(keys=keys, values=values):
            yield from ((key or value, value) for key, value in zip(keys, values, strict=True))
        case ast.BoolOp(values=values):
            yield from ((one, one) for one in values)
        case ast.If(test=test) | ast.While(test=test):
            yield test, test
        case ast.For(target=target, iter=iterated) | ast.AsyncFor(target=target, iter=iterated):
            yield target, iterated
        case ast.With(items=items) | ast.AsyncWith(items=items):
            yield items[0].context_expr, items[-1].context_expr
        case ast.Match(subject=subject):
            yield subject, subject
        case ast.match_case(pattern=pattern, guard=guard):
            yield pattern, guard or pattern
        case _:
            pass


def _opening_lines(node: Definition) -> range:
    first = min((one.lineno for one in node.decorator_list), default=node.lineno)
    return range(first, node.lineno + 1)


def _negated(position: tuple[int, int]) -> tuple[int, int]:
    return -position[0], -position[1]


def _target(statement: ast.Assign | ast.AnnAssign) -> str:
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
    return ast.unparse(target)


def _label(node: ast.AST, parent: ast.AST | None) -> str:
    if isinstance(node, ast.keyword) and node.arg is not None:
        return f".{node.arg}"
    if isinstance(parent, ast.Dict) and node in parent.keys:
        return f"[{ast.unparse(node)}]"
    return ""
