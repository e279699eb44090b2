"""Join register, code, tests and debts: one row a clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from openfelt.trace.citation import Citation, scan
from openfelt.trace.proof import Proof, nodes_by_clause, read_proof
from openfelt.trace.register import Clause, Debt, Register, load


class Status(StrEnum):
    """How far a clause has come."""

    PROVED = "proved"  # Code holds it, its own tests pass.
    OWED = "owed"  # Listed in owed.csv with what it waits for.
    UNPROVED = "unproved"  # Code holds it; no test of its own passes, or one fails.
    UNHELD = "unheld"  # A test names it, no code does.
    MISSING = "missing"
    TEXT = "text"  # Binds nobody: there is nothing to build.


@dataclass(frozen=True, slots=True)
class Row:
    """All that is known about one clause."""

    clause: Clause
    status: Status
    held_by: tuple[Citation, ...]
    proved_by: tuple[str, ...]
    failed_by: tuple[str, ...]
    debt: Debt | None

    def as_json(self) -> dict[str, object]:
        """Return the row as plain data."""
        return {
            "clause": self.clause.id,
            "topic": self.clause.topic,
            "binds": self.clause.binds,
            "summary": self.clause.summary,
            "status": self.status.value,
            "held_by": [f"{one.path}:{one.line} {one.name}" for one in self.held_by],
            "proved_by": list(self.proved_by),
            "failed_by": list(self.failed_by),
            "owed_to": self.debt.owed_to if self.debt else None,
            "owed_because": self.debt.why if self.debt else None,
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rows in register order, and whether a complete test run stands behind them."""

    rows: tuple[Row, ...]
    has_proof: bool


def cover(root: Path) -> Coverage:
    """Read a checkout."""
    register = load(root)
    proof = read_proof(root)
    rows = join(register, scan(root, register).found, root, proof)
    return Coverage(tuple(rows), proof is not None and proof.complete)


def join(
    register: Register, citations: Sequence[Citation], root: Path, proof: Proof | None
) -> list[Row]:
    """Return one row a clause, in register order."""
    held: defaultdict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        for clause in citation.clauses:
            held[clause].append(citation)
    passed = nodes_by_clause(root, proof, "passed")
    failed = nodes_by_clause(root, proof, "failed")
    owed = register.owed()
    return [
        _row(
            clause,
            tuple(held.get(name, ())),
            tuple(passed.get(name, ())),
            tuple(failed.get(name, ())),
            owed.get(name),
        )
        for name, clause in register.clauses.items()
    ]


def _row(
    clause: Clause,
    held: tuple[Citation, ...],
    passed: tuple[str, ...],
    failed: tuple[str, ...],
    debt: Debt | None,
) -> Row:
    status = _status(clause, debt, is_held=bool(held), passed=bool(passed), failed=bool(failed))
    return Row(clause, status, held, passed, failed, debt)


def _status(
    clause: Clause, debt: Debt | None, *, is_held: bool, passed: bool, failed: bool
) -> Status:
    if debt is not None:
        return Status.OWED
    if is_held:
        return Status.PROVED if passed and not failed else Status.UNPROVED
    if passed or failed:
        return Status.UNHELD
    return Status.TEXT if clause.binds == "text" else Status.MISSING
