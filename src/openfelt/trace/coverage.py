"""Join register, code, tests and debts: one row a clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from openfelt.trace.citation import Citation, scan
from openfelt.trace.committed import Committed, read_committed
from openfelt.trace.pages import scan_pages
from openfelt.trace.product import Product, product_of
from openfelt.trace.proof import Proof, nodes_by_clause, read_proof
from openfelt.trace.register import Clause, Debt, Register, load


class Status(StrEnum):
    """How far a clause has come."""

    PROVED = "proved"  # Code of the product holds it, its own tests pass.
    UNSENT = "unsent"  # The same, but part of it by a command that nobody can send yet.
    OWED = "owed"  # Listed in owed.csv with what it waits for.
    UNPROVED = "unproved"  # Code holds it; no test of its own passes, or one fails.
    UNHELD = "unheld"  # A test names it, no code of the product does.
    MISSING = "missing"
    TEXT = "text"  # Binds nobody: there is nothing to build.


@dataclass(frozen=True, slots=True)
class Held:
    """Who cites a clause: in code the product uses, and in code it does not."""

    by: tuple[Citation, ...] = ()
    idly: tuple[Citation, ...] = ()
    is_served: bool = False  # all of it without a command that nobody can send


@dataclass(frozen=True, slots=True)
class Row:
    """All that is known about one clause."""

    clause: Clause
    status: Status
    held_by: tuple[Citation, ...]
    cited_idly: tuple[Citation, ...]
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
            "cited_idly": [f"{one.path}:{one.line} {one.name}" for one in self.cited_idly],
            "proved_by": list(self.proved_by),
            "failed_by": list(self.failed_by),
            "owed_to": self.debt.owed_to if self.debt else None,
            "owed_because": self.debt.why if self.debt else None,
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rows in register order, the commands nobody can send, and what stands behind them."""

    rows: tuple[Row, ...]
    unsent: tuple[str, ...]
    has_proof: bool  # a complete test run of this checkout
    is_committed: bool = False  # no run, but the figures that were committed


def cover(root: Path) -> Coverage:
    """Read a checkout; without a test run of its own, what was last committed stands."""
    register = load(root)
    proof = read_proof(root)
    product = product_of(root)
    cited = (*scan(root, register).found, *scan_pages(root, register).found)
    rows = join(register, _held(cited, product), root, proof)
    has_proof = proof is not None and proof.complete
    committed = None if has_proof else read_committed(root)
    if committed is not None:
        rows = [_as_committed(row, committed) for row in rows]
    return Coverage(tuple(rows), product.unsent, has_proof, committed is not None)


def _held(citations: Sequence[Citation], product: Product) -> dict[str, Held]:
    cited: defaultdict[str, list[Citation]] = defaultdict(list)
    for citation in citations:
        for clause in citation.clauses:
            cited[clause].append(citation)
    return {clause: _split(all_, product) for clause, all_ in cited.items()}


def _split(citations: Sequence[Citation], product: Product) -> Held:
    by = tuple(one for one in citations if product.holds(one))
    idly = tuple(one for one in citations if one not in by)
    return Held(by, idly, is_served=all(map(product.is_served, by)))


def join(
    register: Register, held: Mapping[str, Held], root: Path, proof: Proof | None
) -> list[Row]:
    """Return one row a clause, in register order."""
    passed = nodes_by_clause(root, proof, "passed")
    failed = nodes_by_clause(root, proof, "failed")
    owed = register.owed()
    return [
        _row(
            clause,
            held.get(name, Held()),
            tuple(passed.get(name, ())),
            tuple(failed.get(name, ())),
            owed.get(name),
        )
        for name, clause in register.clauses.items()
    ]


def _row(
    clause: Clause,
    held: Held,
    passed: tuple[str, ...],
    failed: tuple[str, ...],
    debt: Debt | None,
) -> Row:
    status = _status(clause, held, debt, passed=bool(passed), failed=bool(failed))
    return Row(clause, status, held.by, held.idly, passed, failed, debt)


def _status(clause: Clause, held: Held, debt: Debt | None, *, passed: bool, failed: bool) -> Status:
    if clause.binds == "text":
        return Status.TEXT
    if debt is not None:
        return Status.OWED
    if not held.by:
        return Status.UNHELD if passed or failed else Status.MISSING
    if failed or not passed:
        return Status.UNPROVED
    return Status.PROVED if held.is_served else Status.UNSENT


def _as_committed(row: Row, committed: Committed) -> Row:
    status, tests = committed.get(row.clause.id, (Status.MISSING, ()))
    return replace(row, status=Status(status), proved_by=tests)
