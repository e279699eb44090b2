"""How many clauses stand where.  What binds nobody is counted apart: there is nothing to prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openfelt.trace.coverage import Coverage, Row, Status
from openfelt.trace.register import BOOKS

# In the order in which they are told.
BINDING: Final = tuple(status for status in Status if status is not Status.TEXT)
TALLY_HEAD: Final = ("binding", *(status.value for status in BINDING), "proved %", "text")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many clauses of a group stand where."""

    label: str
    counts: Counter[Status]

    @property
    def binding(self) -> int:
        """The clauses of the group that bind somebody."""
        return self.counts.total() - self.counts[Status.TEXT]

    @property
    def percent_proved(self) -> str:
        """The proved share of what binds, or a dash where nothing does."""
        proved = self.counts[Status.PROVED]
        return f"{100 * proved / self.binding:.1f} %" if self.binding else "–"

    def cells(self) -> list[str]:
        """Return the row of a summary table, as `TALLY_HEAD` names them."""
        counts = [str(self.counts[status]) for status in BINDING]
        text = str(self.counts[Status.TEXT])
        return [self.label, str(self.binding), *counts, self.percent_proved, text]

    def sentence(self) -> str:
        """Say in one breath what is proved and what is not."""
        count = self.counts
        rest = (
            (count[Status.UNSENT], "held, but in part by commands that nobody can send yet"),
            (count[Status.OWED], "owed, each with its reason"),
            (count[Status.UNPROVED], "held without a test of their own that passes"),
            (count[Status.UNHELD], "named by a test, but held by no code of the product"),
            (count[Status.MISSING], "missing"),
        )
        told = [f"{number:,} {words}" for number, words in rest if number]
        proved = f"{count[Status.PROVED]:,} ({self.percent_proved}) are proved"
        return f"Of {self.binding:,} clauses that bind somebody {'; '.join([proved, *told])}."


def tallies(rows: Iterable[Row], key: Callable[[Row], str], order: Sequence[str]) -> list[Tally]:
    """Count the rows by a key, in the given order, and all of them at the end."""
    rows = list(rows)
    groups = {label: Counter[Status]() for label in order}
    for row in rows:
        groups[key(row)][row.status] += 1
    return [*(Tally(label, counts) for label, counts in groups.items()), whole(rows)]


def whole(rows: Iterable[Row]) -> Tally:
    """Count all of them."""
    return Tally("all", Counter(row.status for row in rows))


def by_book(rows: Iterable[Row]) -> list[Tally]:
    """Count by rule book."""
    return tallies(rows, lambda row: row.clause.book, BOOKS)


def sentence(coverage: Coverage) -> str:
    """Say in one breath where the whole stands."""
    return whole(coverage.rows).sentence()
