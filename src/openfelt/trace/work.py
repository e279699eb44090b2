"""Where the work of a citation is done: its own stretch, and what it reaches from there.

A citation is followed to the functions its stretch calls, to what applies the events it makes,
to the function behind a name it only passes on, and, where it is one value of a book, to the
statements that read it.  What everybody calls, or many clauses of the book come to, is nobody's
own work, and a stretch that names other clauses is theirs.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.trace.citation import Citation
from openfelt.trace.dead import answers, dead_spans
from openfelt.trace.outline import Kind, Span
from openfelt.trace.project import Module, Project, Stretch

# How far a citation is followed, and how many may call what is still its own work.
STEPS: Final = 2
CALLERS_MAX: Final = 4
CLAUSES_MAX: Final = 4

_ELSEWHERE: Final = ("trace", "audit", "scenario", "rehearsal", "demo", "simulate", "cli", "follow")


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch that works for a clause, how many steps from a citation, what is not its own."""

    stretch: Stretch
    clause: str
    steps: int
    foreign: tuple[Span, ...]


class Work:
    """Follows citations through a project."""

    def __init__(self, project: Project, citations: Sequence[Citation]) -> None:
        self._project = project
        self._given = answers(project)
        self._dead: dict[tuple[str, str], list[Span]] = {}
        self._cited: defaultdict[str, list[Citation]] = defaultdict(list)
        for one in citations:
            if one.kind is not Kind.MODULE and _is_product(one.path):
                self._cited[one.path].append(one)
        clauses = sorted({clause for one in citations for clause in one.clauses})
        self._reached = {clause: self._starts(clause) for clause in clauses}
        for steps in range(1, STEPS + 1):
            self._go_on(steps)

    def places(self, clause: str) -> list[Place]:
        """Return every place that works for a clause, the nearest first, each once."""
        return [
            Place(stretch, clause, steps, tuple(self._foreign(stretch, clause)))
            for stretch, steps in self._reached.get(clause, {}).items()
        ]

    def _starts(self, clause: str) -> dict[Stretch, int]:
        cited = (one for group in self._cited.values() for one in group if clause in one.clauses)
        return {Stretch(one.path, one.name, one.span): 0 for one in cited}

    def _go_on(self, steps: int) -> None:
        """Take one more step from every clause, and leave what a crowd comes to."""
        edges = {clause: set(self._edge(clause, steps)) for clause in self._reached}
        crowd = Counter((_book(clause), one) for clause, edge in edges.items() for one in edge)
        for clause, edge in edges.items():
            own = sorted(one for one in edge if crowd[_book(clause), one] <= CLAUSES_MAX)
            self._reached[clause] |= dict.fromkeys(own, steps)

    def _edge(self, clause: str, steps: int) -> Iterator[Stretch]:
        found = self._reached[clause]
        for before in [one for one, taken in found.items() if taken == steps - 1]:
            for after in self._followed(before):
                if after not in found and not self._is_of_others(after, clause):
                    yield after

    def _followed(self, stretch: Stretch) -> Iterator[Stretch]:
        module = self._project.modules[stretch.path]
        nodes = list(module.within(stretch.span))
        said = {inner for node in nodes if _is_refusal(node) for inner in ast.walk(node)}
        yield from self._called(module, [node for node in nodes if node not in said])
        yield from self._called(module, _origins(module, stretch.span, nodes))
        yield from self._read_elsewhere(module, stretch, nodes)

    def _called(self, module: Module, nodes: Sequence[ast.AST]) -> Iterator[Stretch]:
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            target = self._project.resolved(module, node.func)
            if target is None:
                continue
            other, name = target
            yield from self._project.applied.get(name, ())
            stretch = self._project.stretch(other, name)
            callers = self._project.callers.get((other.path, name), set())
            if stretch is not None and len(callers) <= CALLERS_MAX:
                yield stretch

    def _read_elsewhere(
        self, module: Module, stretch: Stretch, nodes: Sequence[ast.AST]
    ) -> Iterator[Stretch]:
        """Follow a value of a book: a named field, or a row under a member of an enum."""
        if module.function_around(stretch.span) is not None:
            return
        for key in _keys(module, stretch, nodes):
            readers = [one for one in self._project.reads.get(key, ()) if _is_play(one.path)]
            if len(readers) <= CALLERS_MAX:
                yield from readers

    def _is_of_others(self, stretch: Stretch, clause: str) -> bool:
        if not _is_product(stretch.path):
            return True
        around = [one for one in self._cited.get(stretch.path, ()) if one.span.holds(stretch.span)]
        return bool(around) and not any(clause in one.clauses for one in around)

    def _foreign(self, stretch: Stretch, clause: str) -> Iterator[Span]:
        """Yield what is not the clause's: of others, or never come to in its book."""
        yield from self._dead_in(stretch.path, _book(clause))
        for one in self._cited.get(stretch.path, ()):
            inside = stretch.span.holds(one.span) and one.span != stretch.span
            if inside and clause not in one.clauses:
                yield one.span

    def _dead_in(self, path: str, book: str) -> list[Span]:
        key = path, book
        if key not in self._dead:
            given = self._given.get(book, {})
            self._dead[key] = dead_spans(self._project.modules[path].outline, given)
        return self._dead[key]


def _book(clause: str) -> str:
    return clause.split(" ")[0]


def _is_refusal(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith("refuse")


def _origins(module: Module, span: Span, nodes: Sequence[ast.AST]) -> list[ast.AST]:
    """Return the calls whose results a stretch only passes on: `room = room_for(…)` before it."""
    function = module.function_around(span)
    if function is None:
        return []
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return [
        one
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and module.outline.span(node).start < span.start
        if any(isinstance(name, ast.Name) and name.id in names for name in _targets(node))
        for one in ast.walk(node.value)
    ]


def _targets(node: ast.Assign) -> Iterator[ast.expr]:
    for target in node.targets:
        yield from target.elts if isinstance(target, ast.Tuple) else (target,)


def _keys(module: Module, stretch: Stretch, nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in ast.walk(module.outline.tree):
        match node:
            case ast.keyword(arg=str(name)) if module.outline.span(node) == stretch.span:
                yield name
            case ast.Dict(keys=keys):
                inside = (key for key in keys if key in nodes and isinstance(key, ast.Attribute))
                yield from (ast.unparse(key) for key in inside)
            case _:
                pass


def _is_play(path: str) -> bool:
    return path.split("/")[2] in ("floor", "games")


def _is_product(path: str) -> bool:
    return path.split("/")[2] not in _ELSEWHERE
