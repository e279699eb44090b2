"""A change of one stretch of text, and what kind of break it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openfelt.trace.outline import Span


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put `new` where the span is; `kind` is what a reader would call the slip."""

    span: Span
    new: str
    kind: str


def old(lines: Sequence[str], span: Span) -> str:
    """Return the text that stands where the span is."""
    if span.line == span.end_line:
        return lines[span.line - 1][span.column : span.end_column]
    first = lines[span.line - 1][span.column :]
    last = lines[span.end_line - 1][: span.end_column]
    return "\n".join([first, *lines[span.line : span.end_line - 1], last])


def applied(lines: Sequence[str], edit: Edit) -> str:
    """Return the whole text with the change made."""
    span = edit.span
    head = lines[span.line - 1][: span.column]
    tail = lines[span.end_line - 1][span.end_column :]
    changed = [*lines[: span.line - 1], head + edit.new + tail, *lines[span.end_line :]]
    return "\n".join(changed)
