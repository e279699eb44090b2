"""The clauses of the five rule books, and the ones we openly still owe.

A clause is named by its book and its number as the register writes it: "LT 4.2.7",
"AC 3.10 Odds 4/10", "MT def:Method (A) Baccarat(a)".  That name is used everywhere.
"""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOOKS: Final = ("LT", "PB", "AC", "SB", "MT")
RULES: Final = Path("docs", "rules")

# What pays money may not be put off: a debt here would be a wrong payment on a live table.
_NEVER_OWED: Final = frozenset({"settlement", "payout"})


class CheckoutNotFoundError(Exception):
    """There are no registers here: the tool was started outside a checkout."""

    def __init__(self) -> None:
        super().__init__(
            "no docs/rules/LT.csv found: run inside an OpenFelt checkout or pass --root DIR"
        )


@dataclass(frozen=True, slots=True)
class Clause:
    """One row of a register."""

    id: str
    book: str
    topic: str
    binds: str
    summary: str
    behaviour: str
    acceptance: str


@dataclass(frozen=True, slots=True)
class Debt:
    """A clause that waits for something not yet built, and the reason."""

    clause: str
    owed_to: str
    why: str


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses in the order of the books, and the debts in the order they are listed."""

    clauses: Mapping[str, Clause]
    debts: tuple[Debt, ...]

    def owed(self) -> dict[str, Debt]:
        """Return the debts by clause."""
        return {debt.clause: debt for debt in self.debts}

    def debt_faults(self) -> list[str]:
        """Say what is wrong with the list of debts, one sentence a fault."""
        faults: list[str] = []
        seen: set[str] = set()
        for debt in self.debts:
            faults += [f"docs/rules/owed.csv: {fault}" for fault in self._faults_of(debt)]
            if debt.clause in seen:
                faults.append(f"docs/rules/owed.csv: {debt.clause} is listed twice")
            seen.add(debt.clause)
        return faults

    def _faults_of(self, debt: Debt) -> list[str]:
        clause = self.clauses.get(debt.clause)
        if clause is None:
            return [unknown(debt.clause, self.clauses)]
        faults = []
        if not debt.owed_to or not debt.why:
            faults.append(f"{debt.clause} must say to what it is owed and why")
        if clause.binds == "system" and clause.topic in _NEVER_OWED:
            faults.append(f"{debt.clause} is about {clause.topic} and may not be owed")
        return faults


def find_root(start: Path | None = None) -> Path:
    """Return the checkout that holds the start (or the current directory), else this package."""
    origins = (start or Path.cwd(), Path(__file__))
    for origin in origins:
        here = origin.resolve()
        for directory in (here, *here.parents):
            if (directory / RULES / "LT.csv").is_file():
                return directory
    raise CheckoutNotFoundError


def load(root: Path) -> Register:
    """Read the registers and the debts of a checkout."""
    if not (root / RULES / "LT.csv").is_file():
        raise CheckoutNotFoundError
    clauses = {clause.id: clause for book in BOOKS for clause in _load_book(root, book)}
    return Register(clauses, tuple(_load_debts(root / RULES / "owed.csv")))


def unknown(name: str, known: Iterable[str]) -> str:
    """Say that a clause does not exist, and which ones were perhaps meant."""
    near = suggestions(name, known)
    hint = f" (near: {', '.join(near)})" if near else ""
    return f"no clause {name!r}{hint}"


def suggestions(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return existing clauses that look like the name, its own subclauses first."""
    names = list(known)
    inside = [one for one in names if one.startswith((name + ".", name + "("))]
    near = difflib.get_close_matches(name, names, n=count, cutoff=0.7)
    return list(dict.fromkeys([*inside[:count], *near]))[:count]


def _load_book(root: Path, book: str) -> Iterable[Clause]:
    with (root / RULES / f"{book}.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield Clause(
                id=f"{book} {row['clause']}",
                book=book,
                topic=row["topic"],
                binds=row["binds"],
                summary=row["summary"],
                behaviour=row["system_behaviour"],
                acceptance=row["acceptance"],
            )


def _load_debts(path: Path) -> Iterable[Debt]:
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield Debt(*((row[name] or "").strip() for name in ("clause", "owed_to", "why")))
