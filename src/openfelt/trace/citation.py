"""Find the citations in the code.

One grammar: `Rule: ` and clause names, each with its book, separated by `; `, up to the end
of the line; a full stop may follow.  A line that ends in `;` goes on in the next.  A citation
stands in a docstring, in a comment after a value or on its own line above it, or in a string:
at the end of each row of a printed table, or as a field of a record.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openfelt.trace.outline import Kind, Outline, Place, Span
from openfelt.trace.register import Register, unknown

SOURCE: Final = Path("src", "openfelt")

# These files show the grammar; they hold no rule.
_EXCLUDED: Final = (SOURCE / "trace", SOURCE / "cli" / "rules.py")

_RULE: Final = re.compile(r"\bRule:(.*)$")
_STRING: Final = re.compile(r"""(?s)^([A-Za-z]*)(\"""|'''|"|')(.*)\2$""")
_LAYOUT: Final = frozenset(
    {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


@dataclass(frozen=True, slots=True)
class Citation:
    """One place in the code that says which clauses it holds."""

    path: str
    line: int
    clauses: tuple[str, ...]
    kind: Kind
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Citations:
    """Every citation of a checkout, and a sentence for each that is wrong."""

    found: tuple[Citation, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class _Mention:
    """A citation before it is known what it governs."""

    line: int
    column: int
    names: tuple[str, ...]


def scan(root: Path, register: Register) -> Citations:
    """Read every source file of a checkout; the files that only show the grammar are left out."""
    files = sorted((root / SOURCE).rglob("*.py"))
    read = [path for path in files if not _only_shows_it(path.relative_to(root))]
    found = (
        citation
        for path in read
        for citation in citations(
            path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
        )
    )
    return judged(found, register)


def judged(citations: Iterable[Citation], register: Register) -> Citations:
    """Keep what names clauses that exist, and say what does not."""
    found: list[Citation] = []
    faults: list[str] = []
    for citation in citations:
        known, wrong = _judge(citation, register.clauses)
        faults += wrong
        if known:
            found.append(known)
    return Citations(tuple(found), tuple(faults))


def _only_shows_it(path: Path) -> bool:
    return any(path == one or one in path.parents for one in _EXCLUDED)


def citations(source: str, path: str) -> list[Citation]:
    """Return the citations of one file in order, whether or not their clauses exist."""
    if "Rule:" not in source:
        return []
    outline = Outline(source)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    pairs = [*_in_comments(tokens, outline), *_in_strings(tokens, outline)]
    return sorted(
        (
            Citation(path, mention.line, mention.names, place.kind, place.name, place.span)
            for mention, place in pairs
        ),
        key=lambda one: (one.line, one.span),
    )


def _judge(
    citation: Citation, clauses: Mapping[str, object]
) -> tuple[Citation | None, Iterator[str]]:
    where = f"{citation.path}:{citation.line}"
    if not citation.clauses:
        return None, iter([f"{where}: `Rule:` names no clause"])
    known = tuple(name for name in citation.clauses if name in clauses)
    wrong = (f"{where}: {unknown(n, clauses)}" for n in citation.clauses if n not in clauses)
    if not known:
        return None, wrong
    kept = Citation(
        citation.path, citation.line, known, citation.kind, citation.name, citation.span
    )
    return kept, wrong


def _in_comments(
    tokens: Sequence[tokenize.TokenInfo], outline: Outline
) -> Iterator[tuple[_Mention, Place]]:
    for index, block in _comment_blocks(tokens, outline):
        own_line = not outline.lines[block[0].number - 1][: block[0].column].strip()
        for mention in _mentions(block):
            if not own_line:
                yield mention, outline.of_comment_after(mention.line)
                continue
            code = (one for one in tokens[index:] if not _is_layout(one))
            following = next(code, None)
            line = following.start[0] if following else mention.line
            yield mention, outline.of_comment_above(line)


def _comment_blocks(
    tokens: Sequence[tokenize.TokenInfo], outline: Outline
) -> Iterator[tuple[int, list[_Line]]]:
    """Yield each run of comment lines, with the index of the token after it."""
    block: list[_Line] = []
    end = 0
    for index, token in enumerate(tokens):
        if token.type != tokenize.COMMENT:
            continue
        number, column = token.start
        own_line = not outline.lines[number - 1][:column].strip()
        if block and not (
            own_line and (number - 1, column) == (block[-1].number, block[-1].column)
        ):
            yield end, block
            block = []
        block.append(_Line(number, column, token.string.lstrip("#")))
        end = index + 1
    if block:
        yield end, block


def _in_strings(
    tokens: Sequence[tokenize.TokenInfo], outline: Outline
) -> Iterator[tuple[_Mention, Place]]:
    for token in tokens:
        if token.type != tokenize.STRING or "Rule:" not in token.string:
            continue
        lines = _string_lines(token)
        for mention in _mentions(lines):
            row = None
            if len(lines) > 1:
                first = next(one.column for one in lines if one.number == mention.line)
                row = Span(mention.line, first, mention.line, mention.column)
            yield mention, outline.of_string(*token.start, row)


def _string_lines(token: tokenize.TokenInfo) -> list[_Line]:
    """Return the lines of a literal; none where it is computed, a pattern, or the bare word."""
    match = _STRING.match(token.string)
    assert match is not None
    prefix, quotes, body = match.groups()
    is_pattern = "r" in prefix.lower() and len(quotes) == 1
    if "f" in prefix.lower() or is_pattern or body.strip() == "Rule:":
        return []
    opening = token.start[1] + len(prefix) + len(quotes)
    return [
        _Line(token.start[0] + offset, 0 if offset else opening, text)
        for offset, text in enumerate(body.split("\n"))
    ]


def _mentions(lines: Sequence[_Line]) -> Iterator[_Mention]:
    for index, line in enumerate(lines):
        match = _RULE.search(line.text)
        if match is None:
            continue
        text = match.group(1).strip()
        rest = iter(lines[index + 1 :])
        while text.endswith(";") and (following := next(rest, None)) is not None:
            text = f"{text} {following.text.strip()}"
        names = (name.strip() for name in text.removesuffix(".").split(";"))
        column = line.column + match.start()
        yield _Mention(line.number, column, tuple(name for name in names if name))


def _is_layout(token: tokenize.TokenInfo) -> bool:
    return token.type in _LAYOUT or token.type == tokenize.COMMENT
