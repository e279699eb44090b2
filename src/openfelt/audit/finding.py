"""What the auditor says: one finding a thing that is wrong, the first one first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

FINDINGS_MAX: Final = 1_000


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that cannot be right, and why; `type` is the event of the row that stands there."""

    stream: str
    sequence: int
    type: str
    what: str

    def __str__(self) -> str:
        return f"{self.stream}:{self.sequence} {self.type}: {self.what}"


class Wrong(AssertionError):
    """Raised at a finding, where the auditor was told to stop at the first."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass(slots=True)
class Findings:
    """Collects findings about the row in hand; a ruined journal must not fill the memory."""

    limit: int = FINDINGS_MAX
    strict: bool = False
    kept: list[Finding] = field(default_factory=list)
    count: int = 0
    stream: str = ""
    sequence: int = 0
    type: str = ""

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self.add(Finding(self.stream, self.sequence, self.type, what))

    def add(self, finding: Finding) -> None:
        """Complain about any row."""
        self.count += 1
        if len(self.kept) < self.limit:
            self.kept.append(finding)
        if self.strict:
            raise Wrong(finding)


def dollars(cents: int) -> str:
    """Write cents as an inspector reads them."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"
