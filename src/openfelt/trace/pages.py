"""Citations in the pages of the stations: which part of a page shows what a clause demands.

The grammar is that of the rest of the code, in a comment.  A citation speaks for the declaration
it stands above or in.  It holds its clause where a page leads to its file, and something there
names what was declared: what no page shows holds nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from os.path import normpath
from pathlib import Path
from typing import Final

from openfelt.trace.citation import Citation, Citations, judged
from openfelt.trace.outline import Kind, Span
from openfelt.trace.register import Register

WEB: Final = Path("web")
PAGES: Final = WEB / "src"
SUFFIXES: Final = (".ts", ".tsx")

_RULE: Final = re.compile(r"(?://|\*).*?\bRule:(.*)$")
_DECLARED: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function|const|let|class|interface|type) (\w+)"
)
_IN_THE_MARGIN: Final = re.compile(r"^(?:/\*| \*|//)")
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_LED_TO: Final = re.compile(r"""(?:from|import) "(\.[^"]+)"|src="/src/([^"]+)\"""")


def scan_pages(root: Path, register: Register) -> Citations:
    """Read the citations of every page of a checkout."""
    read = ((path, path.relative_to(root).as_posix()) for path in _files(root / PAGES))
    found = (citations(path.read_text(encoding="utf-8"), name) for path, name in read)
    return judged(chain.from_iterable(found), register)


def citations(source: str, path: str) -> Iterator[Citation]:
    """Yield the citations of one file in order, whether or not their clauses exist."""
    lines = source.split("\n")
    declared = _declarations(lines)
    starts = [span.line for _, span in declared]
    for index, line in enumerate(lines):
        match = _RULE.search(line)
        if match is None or not declared:
            continue
        # In the margin it stands above what it speaks for, elsewhere inside it.
        above = _IN_THE_MARGIN.match(line) is not None
        name, span = declared[min(bisect_right(starts, index + 1) - (not above), len(starts) - 1)]
        clauses = _clauses(match.group(1), lines[index + 1 :])
        yield Citation(path, index + 1, clauses, Kind.FUNCTION, name, span)


@dataclass(frozen=True)
class Pages:
    """The pages of a checkout, and what they lead to."""

    root: Path

    def holds(self, citation: Citation) -> bool:
        """Say whether a page leads to what a citation speaks for, and something names it."""
        named = re.compile(rf"\b{re.escape(citation.name)}\b")
        return citation.path in self._shown and any(
            named.search(_without(text, citation.span) if path == citation.path else text)
            for path, text in self._shown.items()
        )

    @cached_property
    def _shown(self) -> dict[str, str]:
        """Every file that a page leads to, without its comments."""
        left = sorted((self.root / WEB).glob("*.html"))
        shown: dict[Path, str] = {}
        while left:
            path = left.pop()
            if path not in shown:
                shown[path] = _COMMENT.sub(_blank, path.read_text(encoding="utf-8"))
                left += self._led_to(path, shown[path])
        return {path.relative_to(self.root).as_posix(): text for path, text in shown.items()}

    def _led_to(self, path: Path, text: str) -> Iterator[Path]:
        for beside, page in _LED_TO.findall(text):
            named = path.parent / beside if beside else self.root / PAGES / page
            for suffix in ("", *SUFFIXES):
                target = named.parent / f"{named.name}{suffix}"
                if target.suffix in SUFFIXES and target.is_file():
                    yield Path(normpath(target))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def _declarations(lines: list[str]) -> list[tuple[str, Span]]:
    """Return what is declared at the margin, each up to the next."""
    found = [(match[1], at) for at, line in enumerate(lines, 1) if (match := _DECLARED.match(line))]
    ends = [*(at for _, at in found[1:]), len(lines) + 1]
    return [(name, Span(at, 0, end, 0)) for (name, at), end in zip(found, ends, strict=False)]


def _clauses(text: str, following: list[str]) -> tuple[str, ...]:
    rest = iter(following)
    text = text.strip()
    while text.endswith(";") and (more := next(rest, None)) is not None:
        text = f"{text} {more.strip().lstrip('/* ')}"
    names = text.partition("*/")[0].strip().removesuffix(".").split(";")
    return tuple(name.strip() for name in names if name.strip())


def _without(text: str, span: Span) -> str:
    lines = text.split("\n")
    return "\n".join(lines[: span.line - 1] + lines[span.end_line - 1 :])


def _blank(comment: re.Match[str]) -> str:
    return "\n" * comment.group().count("\n")
