"""Breaks of structure: what is left out, put the other way round, or taken from the wrong field.

Left alone is what could only crash (a test of type or of None left out, one string taken for
another): a crash is noticed by any test, so it says nothing about the clause's own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from openfelt.trace.edit import Edit, old
from openfelt.trace.outline import Outline, Span
from openfelt.trace.vocabulary import Vocabulary

_OPPOSITE: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OTHER_SIDE: Final = {"player": "banker", "banker": "player"}
_LEAVES: Final = (ast.Return, ast.Continue, ast.Break)
# What a function of such a type returns when its work is left out.
_IDLE: Final = {"int": "0", "Refused | None": "None"}
# Only these can be taken for each other unnoticed; others crash at once.
_FIGURES: Final = ("int", "bool")
_PAIR: Final = 2
# Arguments in the other order mean the same, or no rule.
_ORDER_IS_NOTHING: Final = ("refuse", "isinstance", "getattr", "min", "max", "zip")


def structural(
    outline: Outline, node: ast.AST, scope: ast.AST | None, names: Vocabulary
) -> Iterator[Edit]:
    """Yield every break of one node's structure; the scope is the function around it."""
    match node:
        case ast.If():
            yield from _left_out_check(outline, node)
        case ast.BoolOp():
            yield from _left_out_operands(outline, node)
        case ast.Call():
            yield from _opposite(outline, node)
            yield from _swapped_arguments(outline, node)
        case ast.Attribute(ctx=ast.Load()):
            yield from _other_field(outline, node, scope, names)
        case ast.Compare():
            yield from _other_word(outline, node, names)
        case ast.Constant(value=str(word)) if word in _OTHER_SIDE:
            yield Edit(outline.span(node), repr(_OTHER_SIDE[word]), "other side")
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            yield _only_first(outline, iterated)
        case ast.Return(value=ast.expr() as value):
            yield from _left_out_facts(outline, value)
            yield from _swapped_pair(outline, value)
            yield from _idle(outline, value, scope)
        case _:
            yield from _left_out_effect(outline, node)


def _left_out_check(outline: Outline, node: ast.If) -> Iterator[Edit]:
    """Never take a branch; where nothing is returned in it, also take it always."""
    if _could_only_crash(node.test):
        return
    span = outline.span(node.test)
    leaves = isinstance(node.body[-1], _LEAVES)
    yield Edit(span, "False", "check left out")
    if not leaves and not node.orelse:
        yield Edit(span, "True", "check left out")


def _left_out_operands(outline: Outline, node: ast.BoolOp) -> Iterator[Edit]:
    neutral = "True" if isinstance(node.op, ast.And) else "False"
    for value in node.values:
        if not _could_only_crash(value):
            yield Edit(outline.span(value), neutral, "condition left out")


def _could_only_crash(test: ast.expr) -> bool:
    if isinstance(test, ast.UnaryOp):
        return _could_only_crash(test.operand)
    text = ast.unparse(test)
    return "isinstance(" in text or text.endswith((" is None", " is not None"))


def _opposite(outline: Outline, node: ast.Call) -> Iterator[Edit]:
    match node.func:
        case ast.Name(id=name) if name in _OPPOSITE:
            yield Edit(outline.span(node.func), _OPPOSITE[name], "opposite")
        case ast.Name(id="sorted"):
            text = old(outline.lines, outline.span(node))
            yield Edit(outline.span(node), f"list(reversed({text}))", "order")
        case ast.Name(id="reversed"):
            yield Edit(outline.span(node.func), "list", "order")
        case _:
            pass


def _swapped_arguments(outline: Outline, node: ast.Call) -> Iterator[Edit]:
    """Swap two neighbours that are both figures by their names' look: plain names or fields."""
    if ast.unparse(node.func) in _ORDER_IS_NOTHING:
        return
    for first, second in zip(node.args, node.args[1:], strict=False):
        if _is_plain(first) and _is_plain(second):
            yield from _swapped(outline, first, second, "arguments swapped")


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _swapped_pair(outline: Outline, value: ast.expr) -> Iterator[Edit]:
    if isinstance(value, ast.Tuple) and len(value.elts) == _PAIR:
        first, second = value.elts
        if not any(isinstance(one, ast.Starred | ast.Call) for one in value.elts):
            yield from _swapped(outline, first, second, "result swapped")


def _swapped(outline: Outline, first: ast.expr, second: ast.expr, kind: str) -> Iterator[Edit]:
    one, other = outline.span(first), outline.span(second)
    lines = outline.lines
    if old(lines, one) != old(lines, other):
        between = old(lines, Span(*one.end, *other.start))
        yield Edit(one.join(other), old(lines, other) + between + old(lines, one), kind)


def _other_field(
    outline: Outline, node: ast.Attribute, scope: ast.AST | None, names: Vocabulary
) -> Iterator[Edit]:
    owner = _class_of(node.value, scope, names) or names.owner_of(node.attr)
    if owner is None or names.fields.get(owner, {}).get(node.attr) not in _FIGURES:
        return
    other = names.other_field(owner, node.attr)
    if other is not None:
        receiver = old(outline.lines, outline.span(node.value))
        yield Edit(outline.span(node), f"{receiver}.{other}", "other field")


def _class_of(node: ast.expr, scope: ast.AST | None, names: Vocabulary) -> str | None:
    """Guess the record behind an expression: by annotation, else by its name."""
    match node:
        case ast.Name(id=name):
            annotated = _annotation(name, scope)
            if annotated in names.fields:
                return annotated
        case ast.Attribute(attr=name):
            pass
        case _:
            return None
    return next((one for one in names.fields if one.lower() == name.lower()), None)


def _annotation(name: str, scope: ast.AST | None) -> str | None:
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = [*scope.args.args, *scope.args.kwonlyargs]
        for one in arguments:
            if one.arg == name and one.annotation is not None:
                return ast.unparse(one.annotation)
    return None


def _other_word(outline: Outline, node: ast.Compare, names: Vocabulary) -> Iterator[Edit]:
    match node:
        case ast.Compare(
            left=ast.Attribute(attr=name), comparators=[ast.Constant(value=str(word)) as constant]
        ):
            other = names.other_word(name, word)
            if other is not None:
                yield Edit(outline.span(constant), repr(other), "other state")
        case _:
            pass


def _only_first(outline: Outline, iterated: ast.expr) -> Edit:
    text = old(outline.lines, outline.span(iterated))
    return Edit(outline.span(iterated), f"list({text})[:1]", "only the first")


def _left_out_facts(outline: Outline, value: ast.expr) -> Iterator[Edit]:
    """Leave one of the facts out that a decision returns."""
    if isinstance(value, ast.BoolOp):
        value = value.values[-1]
    if not isinstance(value, ast.Tuple):
        return
    for one in value.elts:
        if isinstance(one, ast.Starred) or _is_record(one):
            yield Edit(outline.span(one), "*()", "fact left out")


def _is_record(node: ast.expr) -> bool:
    """Say whether a call makes a record: classes begin with a capital."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2][:1].isupper()


def _idle(outline: Outline, value: ast.expr, scope: ast.AST | None) -> Iterator[Edit]:
    if isinstance(scope, ast.FunctionDef) and scope.returns is not None:
        idle = _IDLE.get(ast.unparse(scope.returns))
        if idle is not None and ast.unparse(value) != idle:
            yield Edit(outline.span(value), idle, "work left out")


def _left_out_effect(outline: Outline, node: ast.AST) -> Iterator[Edit]:
    targets: Sequence[ast.expr]
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Expr(value=ast.Call()):
            yield Edit(outline.span(node), "pass", "effect left out")
            return
        case ast.Assign(targets=targets):
            pass
        case ast.AugAssign(target=target):
            targets = [target]
        case _:
            return
    if isinstance(node, ast.AugAssign) or all(map(_is_kept, targets)):
        yield Edit(outline.span(node), "pass", "effect left out")
    if isinstance(node, ast.Assign) and isinstance(targets[0], ast.Tuple):
        yield from _left_out_one_effect(outline, targets[0], node.value)


def _is_kept(target: ast.expr) -> bool:
    """Say whether what is assigned outlives the function."""
    if isinstance(target, ast.Tuple):
        return all(map(_is_kept, target.elts))
    return isinstance(target, ast.Attribute | ast.Subscript)


def _left_out_one_effect(outline: Outline, target: ast.Tuple, value: ast.expr) -> Iterator[Edit]:
    """Of `a.x, a.y = 1, 2` leave one as it was."""
    if isinstance(value, ast.Tuple) and all(map(_is_kept, target.elts)):
        for one, new in zip(target.elts, value.elts, strict=True):
            kept = old(outline.lines, outline.span(one))
            yield Edit(outline.span(new), kept, "effect left out")
