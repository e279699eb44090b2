"""Which tests prove which clause, as a complete run of the suite wrote it down.

A test carries its clause in its name (`test_lt_4_2_7_…`) or in a `clause` marker.  A partial
run proves nothing about the rest, so only a run of everything is written down.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from openfelt.trace.register import BOOKS, Register, unknown

PROOF: Final = Path("build", "proof.json")
SCENARIOS: Final = Path("tests", "scenarios")
OFF: Final = "OPENFELT_NO_PROOF"  # set to 1, a run writes nothing

_WORST_FIRST: Final = ("failed", "skipped", "passed")


@dataclass(frozen=True, slots=True)
class Tested:
    """One test of the recorded run."""

    clauses: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The recorded run, by node id."""

    complete: bool
    tests: Mapping[str, Tested]


@dataclass(frozen=True)
class Names:
    """Reads clauses out of test names."""

    register: Register

    def clause_of(self, function: str) -> str | None:
        """Return the clause with the longest number that the name begins with."""
        words = function.removeprefix("test_").split("_")
        for count in range(len(words), 1, -1):
            clause = self._by_words.get("_".join(words[:count]))
            if clause is not None:
                return clause
        return None

    def fault(self, function: str) -> str | None:
        """Say why a name that looks like it carries a clause does not name an existing one."""
        name = function.removeprefix("test_")
        if not re.match(rf"({'|'.join(BOOKS)})_\d", name, re.IGNORECASE):
            return None
        clause = self.clause_of(function)
        number = re.match(r"[a-z]+((_\d+)+)", name)
        written = number.group(0) if number else name
        if clause is None:
            return f"{function}: {unknown(self._as_clause(written), self.register.clauses)}"
        # lt_4_2_77 must not quietly count as LT 4.2 where subclauses of LT 4.2 exist.
        matched = normalised(clause)
        if written.startswith(matched + "_") and self._has_subclauses(matched):
            return f"{function}: matches {clause}, but {self._as_clause(written)} does not exist"
        return None

    @cached_property
    def _by_words(self) -> dict[str, str]:
        return {normalised(clause): clause for clause in self.register.clauses}

    def _has_subclauses(self, matched: str) -> bool:
        return any(re.match(rf"{matched}_\d", one) for one in self._by_words)

    @staticmethod
    def _as_clause(written: str) -> str:
        book, *numbers = written.split("_")
        return f"{book.upper()} {'.'.join(numbers)}"


def normalised(clause: str) -> str:
    """Write a clause as a test name does: "MT 8.3(b)(ii)" is mt_8_3_b_ii."""
    return re.sub(r"[^a-z0-9]+", "_", clause.lower()).strip("_")


def read_proof(root: Path) -> Proof | None:
    """Return the last complete run of a checkout, if one is recorded."""
    path = root / PROOF
    if not path.is_file():
        return None
    stored = json.loads(path.read_text(encoding="utf-8"))
    tests = {
        node: Tested(tuple(test["clauses"]), test["outcome"])
        for node, test in stored["tests"].items()
    }
    return Proof(stored["complete"], tests)


def nodes_by_clause(root: Path, proof: Proof | None, outcome: str) -> dict[str, list[str]]:
    """Return the node ids with an outcome by the clause they carry, transcripts included.

    A transcript carries clauses in its head; it counts when a test names its file.
    """
    nodes: Mapping[str, Tested] = proof.tests if proof else {}
    by_clause: defaultdict[str, set[str]] = defaultdict(set)
    for node, test in nodes.items():
        if test.outcome == outcome:
            for clause in test.clauses:
                by_clause[clause].add(node)
    for path, clauses in transcripts(root).items():
        running = {n for n, one in nodes.items() if one.outcome == outcome and path.name in n}
        for clause in clauses:
            by_clause[clause] |= running
    return {clause: sorted(found) for clause, found in by_clause.items() if found}


def transcripts(root: Path) -> dict[Path, tuple[str, ...]]:
    """Return the clauses in the head of each transcript of a checkout."""
    files = sorted((root / SCENARIOS).glob("*.floor"))
    return {path: tuple(_head_clauses(path.read_text(encoding="utf-8"))) for path in files}


def _head_clauses(text: str) -> Iterator[str]:
    """Yield `LT 4.2.7` from head lines of the form `# LT 4.2.7  what it shows`."""
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        named, *_ = line.removeprefix("#").strip().split("  ")
        if named.split(" ")[0] in BOOKS:
            yield from named.split("; ")


def write_proof(
    root: Path, clauses: Mapping[str, tuple[str, ...]], outcomes: Mapping[str, Mapping[str, str]]
) -> None:
    """Store a complete run: sorted, without times, so that equal runs give equal files."""
    tests = {
        node: {
            "clauses": list(clauses[node]),
            "outcome": min(outcomes[node].values(), key=_WORST_FIRST.index),
        }
        for node in sorted(clauses)
    }
    path = root / PROOF
    path.parent.mkdir(exist_ok=True)
    text = json.dumps({"complete": True, "tests": tests}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
