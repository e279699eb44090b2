"""Ways to break one thing in a stretch of code.  Pure: text in, texts out.

Left alone are docstrings, annotations, citations, f-strings (their positions are not exact)
and asserts: an assert speaks of bugs, not of rules, so no clause's test can miss it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.trace.outline import Outline, Span

Enums = Mapping[str, Sequence[str]]

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


@dataclass(frozen=True, slots=True)
class _Edit:
    span: Span
    new: str


def mutations(source: str, site: Span, finer: Sequence[Span], enums: Enums) -> list[Mutation]:
    """Return every way to break the site once, outside what finer citations govern."""
    outline = Outline(source)
    edits = {edit for edit in _edits(outline, enums) if site.holds(edit.span)}
    broken = []
    for edit in sorted(edits, key=lambda one: (one.span, one.new)):
        if any(edit.span.meets(span) for span in finer):
            continue
        text = _apply(outline.lines, edit)
        if _compiles(text):
            number = edit.span.line
            before, after = outline.lines[number - 1], text.split("\n")[number - 1]
            broken.append(Mutation(number, _shown(before), _shown(after), text))
    return broken


def enum_members(sources: Sequence[str]) -> dict[str, list[str]]:
    """Return the members of every enum that the sources define, by class name."""
    found: dict[str, list[str]] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and any(
                re.search(r"(Enum|Flag)$", ast.unparse(base)) for base in node.bases
            ):
                assigned = (one for one in node.body if isinstance(one, ast.Assign))
                found[node.name] = [ast.unparse(one.targets[0]) for one in assigned]
    return found


def _edits(outline: Outline, enums: Enums) -> Iterator[_Edit]:
    for node in _breakable(outline.tree):
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
                yield from _next_member(outline, node, enums)
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


def _breakable(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes whose change can change a rule, outermost first."""
    if isinstance(node, ast.Assert | ast.JoinedStr):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.keyword) and node.arg in _NO_RULE:
        return
    yield node
    annotations = (getattr(node, "annotation", None), getattr(node, "returns", None))
    for child in ast.iter_child_nodes(node):
        if child not in annotations:
            yield from _breakable(child)


def _compare(outline: Outline, node: ast.Compare) -> Iterator[_Edit]:
    operands = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
        pattern, flipped = _FLIPPED[type(operator)]
        yield from _between(outline, left, right, pattern, flipped)


def _bool_op(outline: Outline, node: ast.BoolOp) -> Iterator[_Edit]:
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        yield from _between(outline, left, right, rf"\b{word}\b", other)


def _arithmetic(
    outline: Outline, left: ast.expr, operator: ast.operator, right: ast.expr
) -> Iterator[_Edit]:
    if type(operator) in _ARITHMETIC:
        yield from _between(outline, left, right, *_ARITHMETIC[type(operator)])


def _drop_sign(outline: Outline, node: ast.UnaryOp) -> _Edit:
    line, column = outline.span(node).start
    word = re.compile(r"not\b\s*|-").match(outline.lines[line - 1], column)
    assert word is not None
    kept = "" if isinstance(node.op, ast.Not) else "+"
    return _Edit(Span(line, column, line, word.end()), kept)


def _between(
    outline: Outline, left: ast.expr, right: ast.expr, pattern: str, new: str
) -> Iterator[_Edit]:
    """Replace the operator that stands between two operands."""
    start, end = outline.span(left), outline.span(right)
    for number in range(start.end_line, end.line + 1):
        text = outline.lines[number - 1]
        first = start.end_column if number == start.end_line else 0
        last = end.column if number == end.line else len(text)
        match = re.compile(pattern).search(text, first, last)
        if match:
            yield _Edit(Span(number, match.start(), number, match.end()), new)
            return


def _constant(outline: Outline, node: ast.Constant) -> Iterator[_Edit]:
    if isinstance(node.value, bool):
        yield _Edit(outline.span(node), str(not node.value))
    elif isinstance(node.value, int):
        yield _Edit(outline.span(node), str(node.value + 1))
    elif isinstance(node.value, str):
        yield from _printed(outline, outline.span(node))


def _printed(outline: Outline, string: Span) -> Iterator[_Edit]:
    """Change one figure or one cell of a printed table, never its citation."""
    for number in range(string.line, string.end_line + 1):
        text = outline.lines[number - 1].partition("Rule:")[0]
        first = string.column if number == string.line else 0
        last = string.end_column if number == string.end_line else len(text)
        for match in _FIGURE.finditer(text, first, last):
            bumped = str(int(match.group()) + 1)
            yield _Edit(Span(number, match.start(), number, match.end()), bumped)
        for match in _CELL.finditer(text, first, last):
            other = _OTHER_CELL[match.group()]
            yield _Edit(Span(number, match.start(), number, match.end()), other)


def _negate(outline: Outline, test: ast.expr) -> Iterator[_Edit]:
    is_not = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    if is_not or (isinstance(test, ast.Compare) and isinstance(test.ops[0], _COMPLEMENTED)):
        return
    span = outline.span(test)
    yield _Edit(span, f"(not ({_old(outline.lines, span)}))")


def _next_member(outline: Outline, node: ast.Attribute, enums: Enums) -> Iterator[_Edit]:
    owner = ast.unparse(node.value)
    members = enums.get(owner.rpartition(".")[2], ())
    if node.attr in members and len(members) > 1:
        following = members[(members.index(node.attr) + 1) % len(members)]
        yield _Edit(outline.span(node), f"{owner}.{following}")


def _old(lines: Sequence[str], span: Span) -> str:
    if span.line == span.end_line:
        return lines[span.line - 1][span.column : span.end_column]
    first = lines[span.line - 1][span.column :]
    last = lines[span.end_line - 1][: span.end_column]
    return "\n".join([first, *lines[span.line : span.end_line - 1], last])


def _shown(line: str) -> str:
    return " ".join(re.split(r"(?:# .*)?Rule:", line)[0].split())


def _apply(lines: Sequence[str], edit: _Edit) -> str:
    span = edit.span
    head = lines[span.line - 1][: span.column]
    tail = lines[span.end_line - 1][span.end_column :]
    changed = [*lines[: span.line - 1], head + edit.new + tail, *lines[span.end_line :]]
    return "\n".join(changed)


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
