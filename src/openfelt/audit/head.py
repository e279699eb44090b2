"""Heads kept outside the journal: they prove that a row is the very one, and no tail is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openfelt.audit.finding import Finding, Findings
from openfelt.journal.row import Head, Row

TORN: Final = " # torn"
# Behind the head a stream goes on from after rows were lost and that was accepted.
ACCEPTED: Final = " # accepted"

_TIME: Final = re.compile(r"^\S+Z ")


class NotAHead(ValueError):
    """A text that is no STREAM:SEQUENCE:HASH."""


@dataclass(frozen=True, slots=True)
class KeptHead:
    """The head of a stream as somebody else keeps it."""

    stream: str
    sequence: int
    hash: bytes

    def __str__(self) -> str:
        return written(self.stream, Head(self.sequence, self.hash))


def written(stream: str, head: Head) -> str:
    """Write a head the way `--head` takes it."""
    return f"{stream}:{head.sequence}:{head.hash.hex()}"


def kept_head(text: str) -> KeptHead:
    """Read a head, `house:12:9f…`."""
    parts = text.rsplit(":", 2)
    try:
        stream, sequence, digest = parts[0], int(parts[1]), bytes.fromhex(parts[2])
    except (IndexError, ValueError):
        raise NotAHead(f"{text!r} is no head: STREAM:SEQUENCE:HASH") from None
    if not stream or sequence < 1 or len(digest) != 32:
        raise NotAHead(f"{text!r} is no head: a hash has 64 hexadecimal digits")
    return KeptHead(stream, sequence, digest)


def read_heads(path: Path) -> list[KeptHead]:
    """Read a file of heads, a line each, as `openfelt follow --heads` writes it or without times.

    A last line without its end was being written when the machine stopped, and counts for nothing;
    whoever writes the next line marks it as torn.  Where the loss of rows was accepted the stream
    goes on from an earlier head, and those beyond it are of the past.
    """
    heads, wrong = readable_heads(path)
    if wrong:
        raise NotAHead(wrong[0])
    return heads


def readable_heads(path: Path) -> tuple[list[KeptHead], list[str]]:
    """Return the heads of a file, and what cannot be read in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return [], [f"{path} cannot be read as a file of heads: {error}"]
    *lines, _ = text.split("\n")
    heads: list[KeptHead] = []
    wrong: list[str] = []
    for number, line in enumerate(lines, start=1):
        head = _TIME.sub("", line)
        if not head or head.endswith(TORN):
            continue
        try:
            heads = _with(heads, head)
        except NotAHead as error:
            wrong.append(f"{path}, line {number}: {error}")
    return heads, wrong


def _with(heads: list[KeptHead], line: str) -> list[KeptHead]:
    if not line.endswith(ACCEPTED):
        heads.append(kept_head(line))
        return heads
    text = line.removesuffix(ACCEPTED)
    stream, _, rest = text.rpartition(":")[0].rpartition(":")
    if rest == "0":
        return [one for one in heads if one.stream != stream]
    new = kept_head(text)
    left = [one for one in heads if one.stream != new.stream or one.sequence <= new.sequence]
    return [*left, new]


class KeptHeads:
    """What must be found in the journal."""

    def __init__(self, heads: Iterable[KeptHead], findings: Findings) -> None:
        self._findings = findings
        self._wanted: dict[tuple[str, int], set[bytes]] = {}
        for head in heads:
            self._wanted.setdefault((head.stream, head.sequence), set()).add(head.hash)
        self.proved: dict[str, int] = {}

    def take(self, row: Row) -> None:
        """Compare a row that a head was kept of."""
        wanted = self._wanted.pop((row.stream, row.sequence), None) if self._wanted else None
        if wanted is None:
            return
        if wanted == {row.hash}:
            self.proved[row.stream] = row.sequence
        else:
            self._findings.say("it is not the row whose hash was kept outside")

    def ending(self, last: dict[str, Head]) -> Iterator[Finding]:
        """Yield the heads that the journal does not reach."""
        for stream, sequence in self._wanted:
            reached = last.get(stream, Head(0, b"")).sequence
            if not reached:
                what = "the whole stream is missing"
            elif reached < sequence:
                what = f"the tail after {reached} is missing: row {sequence} was kept outside"
            else:
                what = f"there is no row {sequence}"
            yield Finding(stream, reached, "head", what)
