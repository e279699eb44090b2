"""Ways to break one thing in a stretch of code.  Pure: text in, texts out.

Left alone are docstrings, annotations, citations, f-strings (their positions are not exact)
and asserts: an assert speaks of bugs, not of rules, so no clause's test can miss it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.trace.edit import Edit, applied, old
from openfelt.trace.outline import Outline, Span
from openfelt.trace.structure import structural
from openfelt.trace.vocabulary import Vocabulary

_FLIPPED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: (r"<", "<="),
    ast.LtE: (r"<=", "<"),
    ast.Gt: (r">", ">="),
    ast.GtE: (r">=", ">"),
    ast.Eq: (r"==", "!="),
    ast.NotEq: (r"!=", "=="),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
    ast.Is: (r"\bis\b", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is"),
}

_ARITHMETIC: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: (r"-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.Div: (r"/", "*"),
    ast.FloorDiv: (r"//", "*"),
    ast.Mod: (r"%", "//"),
}

# To negate one of these is to flip it: the same break must not be drawn twice as often.
_COMPLEMENTED: Final = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)

# What a printed table may have wrong: a figure of the odds, a commission, a draw or a stand.
_FIGURE: Final = re.compile(r"\b(\d+)(?= (?:to|for) \d)|(?<=\d (?:to) )(\d+)\b|\b(\d+)(?= ?%)")
_CELL: Final = re.compile(r"""(?<![^\s"'])[DS](?![^\s"'])""")
_OTHER_CELL: Final = {"D": "S", "S": "D"}

# Switches of Python itself: turning them round changes no rule.
_NO_RULE: Final = frozenset({"strict", "slots", "frozen", "kw_only", "maxsize", "repr"})


@dataclass(frozen=True, slots=True)
class Mutation:
    """One broken version of a file: the line that changed, before and after, and the new text."""

    line: int
    before: str
    after: str
    text: str
    kind: str


class Breaker:
    """One source file, and every way to break it."""

    def __init__(self, source: str, names: Vocabulary) -> None:
        self._outline = Outline(source)
        self._meaning = ast.dump(self._outline.tree)
        self._edits = sorted(set(_edits(self._outline, names)))

    def edits(self, site: Span, finer: Sequence[Span]) -> list[Edit]:
        """Return every way to break the site once, outside what finer citations govern."""
        return [
            edit
            for edit in self._edits
            if site.holds(edit.span) and not any(edit.span.meets(span) for span in finer)
        ]

    def made(self, edit: Edit) -> Mutation | None:
        """Make a break, unless nothing is broken by it or it cannot be read any more."""
        text = applied(self._outline.lines, edit)
        try:
            if ast.dump(ast.parse(text)) == self._meaning:
                return None
            compile(text, "mutant", "exec")
        except (SyntaxError, ValueError):
            return None
        number = edit.span.line
        before, after = self._outline.lines[number - 1], text.split("\n")[number - 1]
        return Mutation(number, _shown(before), _shown(after), text, edit.kind)


def mutations(source: str, site: Span, finer: Sequence[Span], names: Vocabulary) -> list[Mutation]:
    """Return every way to break the site once, outside what finer citations govern."""
    breaker = Breaker(source, names)
    made = map(breaker.made, breaker.edits(site, finer))
    return [one for one in made if one is not None]


def _edits(outline: Outline, names: Vocabulary) -> Iterator[Edit]:
    for node, scope in _breakable(outline.tree, None):
        yield from structural(outline, node, scope, names)
        match node:
            case ast.Compare():
                yield from _compare(outline, node)
            case ast.BoolOp():
                yield from _bool_op(outline, node)
            case ast.BinOp(left=left, op=operator, right=right):
                yield from _arithmetic(outline, left, operator, right)
            case ast.AugAssign(target=target, op=operator, value=value):
                yield from _arithmetic(outline, target, operator, value)
            case ast.UnaryOp(op=ast.USub() | ast.Not()):
                yield _drop_sign(outline, node)
            case ast.Constant():
                yield from _constant(outline, node)
            case ast.Attribute():
                yield from _next_member(outline, node, scope, names)
            case _:
                yield from (edit for test in _tests(node) for edit in _negate(outline, test))


def _tests(node: ast.AST) -> Sequence[ast.expr]:
    """Return the conditions a node decides by; `while` is left out, it would run for ever."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.match_case(guard=ast.expr() as test):
            return [test]
        case ast.comprehension(ifs=tests):
            return tests
        case _:
            return []


def _breakable(node: ast.AST, scope: ast.AST | None) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """Yield the nodes whose change can change a rule, outermost first, and the function around."""
    if isinstance(node, ast.Assert | ast.JoinedStr | ast.Raise):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.keyword) and node.arg in _NO_RULE:
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        scope = node
    yield node, scope
    for child in _children(node):
        yield from _breakable(child, scope)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Leave out types, what stands in for nothing, and of a refusal all but its code."""
    match node:
        case ast.Call(func=function, args=args) if ast.unparse(function).endswith("refuse"):
            yield from args[:1]
            return
        case ast.Call(func=ast.Attribute(attr="get") as function, args=args):
            yield from (function, *args[:1])
            return
        case ast.Compare(left=left, comparators=[ast.Constant(value=0)]):
            yield left  # One cent or microsecond more: what no table plays with.
            return
        case _:
            pass
    annotations = (getattr(node, "annotation", None), getattr(node, "returns", None))
    for child in ast.iter_child_nodes(node):
        if child not in annotations:
            yield child


def _compare(outline: Outline, node: ast.Compare) -> Iterator[Edit]:
    operands = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
        pattern, flipped = _FLIPPED[type(operator)]
        yield from _between(outline, left, right, pattern, flipped, "comparison")


def _bool_op(outline: Outline, node: ast.BoolOp) -> Iterator[Edit]:
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        yield from _between(outline, left, right, rf"\b{word}\b", other, "and or")


def _arithmetic(
    outline: Outline, left: ast.expr, operator: ast.operator, right: ast.expr
) -> Iterator[Edit]:
    if type(operator) in _ARITHMETIC:
        yield from _between(outline, left, right, *_ARITHMETIC[type(operator)], "arithmetic")


def _drop_sign(outline: Outline, node: ast.UnaryOp) -> Edit:
    line, column = outline.span(node).start
    word = re.compile(r"not\b\s*|-").match(outline.lines[line - 1], column)
    assert word is not None
    kept = "" if isinstance(node.op, ast.Not) else "+"
    return Edit(Span(line, column, line, word.end()), kept, "sign")


def _between(
    outline: Outline, left: ast.expr, right: ast.expr, pattern: str, new: str, kind: str
) -> Iterator[Edit]:
    """Replace the operator that stands between two operands."""
    start, end = outline.span(left), outline.span(right)
    for number in range(start.end_line, end.line + 1):
        text = outline.lines[number - 1]
        first = start.end_column if number == start.end_line else 0
        last = end.column if number == end.line else len(text)
        match = re.compile(pattern).search(text, first, last)
        if match:
            yield Edit(Span(number, match.start(), number, match.end()), new, kind)
            return


def _constant(outline: Outline, node: ast.Constant) -> Iterator[Edit]:
    if isinstance(node.value, bool):
        yield Edit(outline.span(node), str(not node.value), "constant")
    elif isinstance(node.value, int):
        yield Edit(outline.span(node), str(node.value + 1), "constant")
        if node.value > 0:
            yield Edit(outline.span(node), str(node.value - 1), "constant")
    elif isinstance(node.value, str):
        yield from _printed(outline, outline.span(node))


def _printed(outline: Outline, string: Span) -> Iterator[Edit]:
    """Change one figure or one cell of a printed table, never its citation."""
    for number in range(string.line, string.end_line + 1):
        text = outline.lines[number - 1].partition("Rule:")[0]
        first = string.column if number == string.line else 0
        last = string.end_column if number == string.end_line else len(text)
        for match in _FIGURE.finditer(text, first, last):
            bumped = str(int(match.group()) + 1)
            yield Edit(Span(number, match.start(), number, match.end()), bumped, "constant")
        for match in _CELL.finditer(text, first, last):
            other = _OTHER_CELL[match.group()]
            yield Edit(Span(number, match.start(), number, match.end()), other, "constant")


def _negate(outline: Outline, test: ast.expr) -> Iterator[Edit]:
    is_not = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    if is_not or (isinstance(test, ast.Compare) and isinstance(test.ops[0], _COMPLEMENTED)):
        return
    span = outline.span(test)
    yield Edit(span, f"(not ({old(outline.lines, span)}))", "comparison")


def _next_member(
    outline: Outline, node: ast.Attribute, scope: ast.AST | None, names: Vocabulary
) -> Iterator[Edit]:
    owner = ast.unparse(node.value)
    if scope is not None and owner == "Act":
        return  # Who may do it is broken in the book: two acts are often the same person's.
    following = names.following_member(owner.rpartition(".")[2], node.attr)
    if following is not None:
        yield Edit(outline.span(node), f"{owner}.{following}", "other member")


def _shown(line: str) -> str:
    return " ".join(re.split(r"(?:# .*)?Rule:", line)[0].split())
