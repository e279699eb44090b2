"""What a book never comes to: the branches its own answers to the policy's questions rule out.

A break there cannot be noticed by that book's tests, whatever they play.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from openfelt.trace.outline import Outline, Span
from openfelt.trace.project import Project

# By field, every answer the book gives in one of its games, as written: `Pairs.FREELY`, `True`.
Answers = Mapping[str, frozenset[str]]

_BOOKS: Final = "src/openfelt/rulebooks/"


def answers(project: Project) -> dict[str, Answers]:
    """Read what each book answers, by the name of the book."""
    found: dict[str, Answers] = {}
    for path, module in project.modules.items():
        if path.startswith(_BOOKS):
            given = dict(_given(module.outline.tree))
            if given:
                found[path.removeprefix(_BOOKS).removesuffix(".py").upper()] = given
    return found


def dead_spans(outline: Outline, given: Answers) -> list[Span]:
    """Return the stretches of a file that a book with these answers never comes to."""
    return list(_dead(outline, outline.tree, given)) if given else []


def _given(tree: ast.AST) -> Iterator[tuple[str, frozenset[str]]]:
    values: defaultdict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Policy"):
            for keyword in node.keywords:
                if keyword.arg is not None:
                    values[keyword.arg].add(_member(keyword.value))
    for field, texts in values.items():
        yield field, frozenset(texts)


def _member(node: ast.expr) -> str:
    """Write `policy.Pairs.FREELY` and `Pairs.FREELY` alike."""
    return ".".join(ast.unparse(node).split(".")[-2:])


def _dead(outline: Outline, tree: ast.AST, given: Answers) -> Iterator[Span]:
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test, body=body, orelse=other):
                holds = _holds(test, given)
                if holds is False:
                    yield outline.span(test)
                    yield outline.span(body[0], body[-1])
                elif holds and other:
                    yield outline.span(other[0], other[-1])
            case ast.match_case(pattern=ast.MatchValue(value=value), body=body):
                if _never_given(_member(value), given):
                    yield outline.span(value)
                    yield outline.span(body[0], body[-1])
            case ast.BoolOp(values=values):
                ruled = (one for one in values if _holds(one, given) is False)
                yield from map(outline.span, ruled)
            case _:
                pass


def _never_given(member: str, given: Answers) -> bool:
    """Say whether a value is one of a question that the book answers otherwise."""
    enum = member.partition(".")[0]
    asked = [one for one in given.values() if any(text.startswith(f"{enum}.") for text in one)]
    return bool(asked) and not any(member in one for one in asked)


def _holds(test: ast.expr, given: Answers) -> bool | None:
    """Say how a condition comes out for the book, None where that is open."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _holds(operand, given)
            return None if inner is None else not inner
        case ast.BoolOp(op=operator, values=values):
            decisive = isinstance(operator, ast.Or)
            found = [_holds(one, given) for one in values]
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            same = (
                False if _never_given(_member(right), given) else _is(left, _member(right), given)
            )
            return not same if same is not None and _negative(operator) else same
        case ast.Attribute():
            return _is(test, "True", given)
        case _:
            return None


def _negative(operator: ast.cmpop) -> bool:
    return isinstance(operator, ast.IsNot | ast.NotEq)


def _is(asked: ast.expr, value: str, given: Answers) -> bool | None:
    if not isinstance(asked, ast.Attribute) or not ast.unparse(asked.value).endswith("policy"):
        return None
    answer = given.get(asked.attr)
    if answer is None or (value in answer and len(answer) > 1):
        return None
    return value in answer
