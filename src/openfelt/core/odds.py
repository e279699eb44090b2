"""Exact odds, and a paytable printed in code the way the rulebook prints it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager is paid: `win` to `stake`, less a commission on the winnings."""

    win: int
    stake: int
    less_percent: int = 0

    def __post_init__(self) -> None:
        assert self.win > 0
        assert self.stake > 0
        assert 0 <= self.less_percent < 100

    @property
    def net(self) -> Fraction:
        """The gain for each unit staked, commission already taken.

        Rule: MT 2.8(b)
        """
        return Fraction(self.win * (100 - self.less_percent), self.stake * 100)

    def __str__(self) -> str:
        less = f" less {self.less_percent}%" if self.less_percent else ""
        return f"{self.win} to {self.stake}{less}"


@dataclass(frozen=True, slots=True)
class PayLine:
    """One row of a paytable: the winning event, its odds, and the clause that prints them."""

    name: str
    odds: Odds
    clause: str


_ROW: Final = re.compile(
    r"(?P<names>\S.*?)\s{2,}(?P<win>\d+) to (?P<stake>\d+)(?: less (?P<less>\d+)%)?"
    r"\s{2,}Rule: (?P<clause>\S.*)"
)


class Paytable(Mapping[str, Odds]):
    """The odds of a rulebook by winning event.

    The text is a table: names of events separated by `, `, the odds, and the
    clause that gives them.  A row that does not read so is a bug in the table
    and stops the program at import.
    """

    def __init__(self, printed: str) -> None:
        self._lines: dict[str, PayLine] = {}
        for row in filter(None, map(str.strip, printed.splitlines())):
            match = _ROW.fullmatch(row)
            assert match, f"not a paytable row: {row!r}"
            odds = Odds(int(match["win"]), int(match["stake"]), int(match["less"] or 0))
            for name in match["names"].split(", "):
                assert name not in self._lines, f"two odds for {name!r}"
                self._lines[name] = PayLine(name, odds, match["clause"])

    @cached_property
    def lines(self) -> tuple[PayLine, ...]:
        """Every row in the order printed."""
        return tuple(self._lines.values())

    def joined_by(self, line: PayLine) -> "Paytable":
        """Return this table with a row that a table on the floor signs for itself."""
        assert line.name not in self
        table = Paytable("")
        table._lines = {**self._lines, line.name: line}
        return table

    def clause(self, name: str) -> str:
        """Say which clause prints the odds of an event."""
        return self._lines[name].clause

    def __getitem__(self, name: str) -> Odds:
        return self._lines[name].odds

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)
