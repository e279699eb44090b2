"""Break cited code on purpose: the tests of the cited clauses must notice.

    python -m openfelt.trace.mutants --seed 1 --breaks 40

Each break is made in a copy of the source, so the checkout itself is never touched.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from openfelt.trace.citation import SOURCE, Citation, scan
from openfelt.trace.mutation import Mutation, enum_members, mutations
from openfelt.trace.outline import Kind, Span
from openfelt.trace.proof import OFF, Proof, nodes_by_clause, read_proof
from openfelt.trace.register import CheckoutNotFoundError, find_root, load

KILL_RATE_MIN_PERCENT: Final = 90
WORKERS: Final = 2
TIMEOUT_S: Final = 60

_PYTEST: Final = ("-m", "pytest", "-p", "no:cacheprovider", "-x", "-q", "--no-cov", "--tb=no")

# The exit codes of pytest that matter here.
_ALL_PASSED: Final = 0
_A_TEST_FAILED: Final = 1
_USAGE_ERROR: Final = 4


class CannotBreakError(Exception):
    """The result of a run would mean nothing."""


@dataclass(frozen=True, slots=True)
class Site:
    """One stretch of cited code, with every clause that is cited for it."""

    path: str
    name: str
    span: Span
    clauses: tuple[str, ...]
    finer: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A site, one way to break it, and the tests that have to notice."""

    site: Site
    mutation: Mutation
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    killed: bool
    remark: str = ""

    def as_line(self) -> str:
        """Say it in one line."""
        site, mutation = self.mutant.site, self.mutant.mutation
        where = f"{site.path}:{mutation.line} {site.name}"
        change = f"{mutation.before} → {mutation.after}"
        word = "killed  " if self.killed else "SURVIVED"
        remark = f"  ({self.remark})" if self.remark else ""
        return f"{word} {where}  {'; '.join(site.clauses)}  {change}{remark}"


@dataclass(frozen=True, slots=True)
class Sample:
    """The mutants of one seed, and how many sites there were to choose from."""

    mutants: tuple[Mutant, ...]
    sites: int
    breakable: int


def sites_of(citations: Sequence[Citation]) -> list[Site]:
    """Join the citations of one stretch of code; a whole module is too wide to be one site."""
    grouped: defaultdict[tuple[str, Span], list[Citation]] = defaultdict(list)
    for citation in citations:
        if citation.kind is not Kind.MODULE:
            grouped[citation.path, citation.span].append(citation)
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    for path, span in grouped:
        spans[path].append(span)
    return [
        Site(
            path,
            group[0].name,
            span,
            tuple(dict.fromkeys(clause for one in group for clause in one.clauses)),
            tuple(other for other in spans[path] if other != span and span.holds(other)),
        )
        for (path, span), group in sorted(grouped.items(), key=lambda pair: pair[0])
    ]


def choose(root: Path, proof: Proof, *, seed: int, breaks: int) -> Sample:
    """Draw distinct sites and one break for each; the same seed draws the same."""
    register = load(root)
    sites = sites_of(scan(root, register).found)
    sources = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / SOURCE).rglob("*.py"))
    }
    enums = enum_members(list(sources.values()))
    passing = nodes_by_clause(root, proof, "passed")
    ways = {site: mutations(sources[site.path], site.span, site.finer, enums) for site in sites}
    breakable = [site for site in sites if ways[site]]
    draw = random.Random(seed)  # noqa: S311 (a sample, not a secret)
    chosen = draw.sample(breakable, min(breaks, len(breakable)))
    mutants = (Mutant(site, draw.choice(ways[site]), _tests(site, passing)) for site in chosen)
    return Sample(tuple(mutants), len(sites), len(breakable))


def collapsed(wanted: Collection[str], known: Collection[str]) -> list[str]:
    """Name a parametrised test by its function where all of its cases are wanted.

    This is quicker for pytest, and it still finds the cases when a break renames them.
    """
    cases: defaultdict[str, set[str]] = defaultdict(set)
    for node in known:
        cases[_function(node)].add(node)
    wanted = set(wanted)
    whole = {name for name, nodes in cases.items() if nodes <= wanted}
    return sorted({_function(node) if _function(node) in whole else node for node in wanted})


def judge(root: Path, copy: Path, mutant: Mutant, known: Collection[str]) -> Fate:
    """Break one copy of the source, run the clause's own tests, and mend the copy."""
    if not mutant.tests:
        return Fate(mutant, killed=False, remark="no test of its own")
    target = copy / mutant.site.path
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.mutation.text, encoding="utf-8")
    try:
        code = run_tests(root, copy, collapsed(mutant.tests, known), TIMEOUT_S)
        if code == _USAGE_ERROR:
            # The break renamed the cases of a test: run all cases of it instead.
            code = run_tests(root, copy, sorted(set(map(_function, mutant.tests))), TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return Fate(mutant, killed=True, remark="timeout")
    finally:
        target.write_text(original, encoding="utf-8")
    if code in (_ALL_PASSED, _A_TEST_FAILED):
        return Fate(mutant, killed=code == _A_TEST_FAILED)
    # Noticed by the import, but not by a test of the clause: it does not count.
    return Fate(mutant, killed=False, remark="no test of its own could run")


def run_tests(root: Path, copy: Path, nodes: Sequence[str], timeout_s: float | None) -> int:
    """Run the named tests of the checkout against a copy of its source."""
    arguments = copy / "nodes.txt"
    arguments.write_text("\n".join(nodes) + "\n", encoding="utf-8")
    done = subprocess.run(  # noqa: S603 (our own interpreter and arguments)
        [sys.executable, *_PYTEST, f"@{arguments}"],
        cwd=root,
        env=_environment(copy),
        timeout=timeout_s,
        capture_output=True,
        check=False,
    )
    return done.returncode


def run(root: Path, mutants: Sequence[Mutant], known: Collection[str]) -> Iterator[Fate]:
    """Judge all mutants, a few at a time, and yield their fates in order."""
    with tempfile.TemporaryDirectory(prefix="openfelt-mutants-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            copies.put(_copy_source(root, Path(folder, str(number))))
        _require_sound(root, Path(folder, "0"), mutants, known)
        with ThreadPoolExecutor(WORKERS) as pool:
            yield from pool.map(partial(_judge_in_turn, root, copies, known), mutants)


def main(arguments: Sequence[str] | None = None) -> int:
    """Break, run, report; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m openfelt.trace.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--breaks", type=int, default=40)
    parser.add_argument("--root", type=Path)
    options = parser.parse_args(arguments)
    try:
        root = options.root.resolve() if options.root else find_root()
        proof = _complete_proof(root)
        sample = choose(root, proof, seed=options.seed, breaks=options.breaks)
        return _report(sample, run(root, sample.mutants, proof.tests))
    except (CannotBreakError, CheckoutNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2


def _complete_proof(root: Path) -> Proof:
    proof = read_proof(root)
    if proof is None or not proof.complete:
        raise CannotBreakError("no complete test run is recorded: run `make test` first")
    return proof


def _report(sample: Sample, fates: Iterator[Fate]) -> int:
    print(f"{sample.sites} cited sites, {sample.breakable} breakable, {len(sample.mutants)} drawn")
    killed = 0
    for fate in fates:
        killed += fate.killed
        print(fate.as_line(), flush=True)
    total = len(sample.mutants)
    if not total:
        raise CannotBreakError("no cited code can be broken")
    print(f"kill rate {killed}/{total} = {100 * killed / total:.1f} %")
    return 0 if 100 * killed >= KILL_RATE_MIN_PERCENT * total else 1


def _judge_in_turn(
    root: Path, copies: SimpleQueue[Path], known: Collection[str], mutant: Mutant
) -> Fate:
    copy = copies.get()
    try:
        return judge(root, copy, mutant, known)
    finally:
        copies.put(copy)


def _copy_source(root: Path, copy: Path) -> Path:
    shutil.copytree(root / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def _environment(copy: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
        OFF: "1",
    }


def _require_sound(
    root: Path, copy: Path, mutants: Sequence[Mutant], known: Collection[str]
) -> None:
    """Refuse to go on where every mutant would seem killed, or none would be seen at all."""
    where = subprocess.run(
        [sys.executable, "-c", "import openfelt; print(openfelt.__file__)"],
        cwd=root,
        env=_environment(copy),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    if not Path(where).is_relative_to(copy):
        raise CannotBreakError(f"the tests would import {where}, not the copy that is broken")
    nodes = {node for mutant in mutants for node in mutant.tests}
    if nodes and run_tests(root, copy, collapsed(nodes, known), None) != _ALL_PASSED:
        raise CannotBreakError("the tests fail on unbroken code: run `make test` first")


def _tests(site: Site, passing: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(sorted({node for clause in site.clauses for node in passing.get(clause, ())}))


def _function(node: str) -> str:
    return node.partition("[")[0]


if __name__ == "__main__":
    sys.exit(main())
