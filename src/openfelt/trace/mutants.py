"""Break the code that works for a clause on purpose: the clause's own tests must notice.

    python -m openfelt.trace.mutants --seed 1 --breaks 40

Each break is made in a copy of the source, so the checkout itself is never touched.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from openfelt.trace.draw import Draw, Mutant
from openfelt.trace.own_tests import OwnTests, own_tests
from openfelt.trace.register import BOOKS, CheckoutNotFoundError, find_root
from openfelt.trace.trial import Copy, Outcome

KILL_RATE_MIN_PERCENT: Final = 90
WORKERS: Final = 2
# Of each that is drawn some cannot even be imported: others are drawn in their stead.
_SPARE: Final = 2


class CannotBreakError(Exception):
    """The result of a run would mean nothing."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    killed: bool

    def as_text(self) -> str:
        """Say it in one line; of a survivor also which tests did not notice."""
        place, mutation = self.mutant.place, self.mutant.mutation
        where = f"{place.stretch.path}:{mutation.line} {place.stretch.name}"
        steps = f" +{place.steps}" if place.steps else ""
        word = "killed  " if self.killed else "SURVIVED"
        line = f"{word} {place.clause}{steps}  {where}  {mutation.kind}"
        change = f"         {mutation.before}\n       → {mutation.after}"
        tests = f"         asked: {self.mutant.tests or 'no test of its own'}"
        return line if self.killed else f"{line}\n{change}\n{tests}"


def run(root: Path, mutants: Iterator[Mutant], breaks: int) -> Iterator[Fate]:
    """Judge mutants, a few at a time, and yield their fates in order until there are enough."""
    drawn = list(islice(mutants, breaks * _SPARE))
    with tempfile.TemporaryDirectory(prefix="openfelt-mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(WORKERS):
            copies.put(Copy(root, Path(folder, str(number))))
        _require_sound(copies, drawn)
        yield from _judged(copies, drawn, breaks)


def _judged(copies: SimpleQueue[Copy], drawn: Sequence[Mutant], breaks: int) -> Iterator[Fate]:
    judged = 0
    with ThreadPoolExecutor(WORKERS) as pool:
        waiting = iter(drawn)
        ahead = [(one, pool.submit(_judge, copies, one)) for one in islice(waiting, WORKERS)]
        while ahead and judged < breaks:
            mutant, future = ahead.pop(0)
            outcome = future.result()
            ahead += [(one, pool.submit(_judge, copies, one)) for one in islice(waiting, 1)]
            if outcome is not Outcome.STILLBORN:
                judged += 1
                yield Fate(mutant, outcome is Outcome.FAILED)


def _judge(copies: SimpleQueue[Copy], mutant: Mutant) -> Outcome:
    if not mutant.tests:
        return Outcome.PASSED
    copy = copies.get()
    try:
        return copy.tried(mutant.place.stretch.path, mutant.mutation.text, mutant.tests)
    finally:
        copies.put(copy)


def _require_sound(copies: SimpleQueue[Copy], mutants: Sequence[Mutant]) -> None:
    """Refuse to go on where every mutant would seem killed, or none would be seen at all."""
    copy = copies.get()
    if not copy.is_imported():
        raise CannotBreakError("the tests would import another source than the copy")
    wanted = [one.tests for one in mutants]
    nodes = sorted({node for tests in wanted for node in tests.nodes})
    files = sorted({file for tests in wanted for file in tests.transcripts})
    if copy.asked(OwnTests(tuple(files), tuple(nodes))) is not Outcome.PASSED:
        raise CannotBreakError("the tests fail on unbroken code")
    copies.put(copy)


def main(arguments: Sequence[str] | None = None) -> int:
    """Break, run, report; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m openfelt.trace.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--breaks", type=int, default=40)
    parser.add_argument("--books", default=",".join(BOOKS))
    parser.add_argument("--root", type=Path)
    options = parser.parse_args(arguments)
    try:
        root = options.root.resolve() if options.root else find_root()
        draw = Draw(root, own_tests(root), options.books.split(","))
        print(f"{len(draw.clauses)} cited clauses, {options.breaks} breaks, seed {options.seed}")
        return _report(run(root, draw.mutants(options.seed), options.breaks))
    except (CannotBreakError, CheckoutNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2


def _report(fates: Iterator[Fate]) -> int:
    total = killed = 0
    for fate in fates:
        total += 1
        killed += fate.killed
        print(fate.as_text(), flush=True)
    if not total:
        raise CannotBreakError("no cited code can be broken")
    print(f"kill rate {killed}/{total} = {100 * killed / total:.1f} %")
    return 0 if 100 * killed >= KILL_RATE_MIN_PERCENT * total else 1


if __name__ == "__main__":
    sys.exit(main())
