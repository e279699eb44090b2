"""What shards came to: whole numbers that merge exactly, in any order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Numbers = list[int]


def _whole(values: Iterable[Any]) -> Numbers:
    """Python's own whole numbers never overflow, however many shards are merged."""
    return [int(value) for value in values]


@dataclass
class Tally:
    """Named rows of numbers: `added` merge by sum, `highest` by maximum."""

    added: dict[str, Numbers] = field(default_factory=dict)
    highest: dict[str, Numbers] = field(default_factory=dict)

    @classmethod
    def of(
        cls, added: Mapping[str, Iterable[Any]], highest: Mapping[str, Iterable[Any]] | None = None
    ) -> "Tally":
        """Take the arrays of a kernel."""
        return cls(
            {name: _whole(row) for name, row in added.items()},
            {name: _whole(row) for name, row in (highest or {}).items()},
        )

    def merge(self, other: "Tally") -> None:
        """Take in what other shards came to."""
        for name, row in other.added.items():
            mine = self.added.setdefault(name, [0] * len(row))
            self.added[name] = [a + b for a, b in zip(mine, row, strict=True)]
        for name, row in other.highest.items():
            mine = self.highest.setdefault(name, row)
            self.highest[name] = [max(a, b) for a, b in zip(mine, row, strict=True)]

    def one(self, name: str) -> int:
        """Return a row's only number, 0 if nothing was played yet."""
        (number,) = self.added.get(name, [0])
        return number


def merged(tallies: Iterable[Tally]) -> Tally:
    """Merge tallies into a new one."""
    whole = Tally()
    for tally in tallies:
        whole.merge(tally)
    return whole
