"""Draw breaks: a clause, a place that works for it, and a way to break that place."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openfelt.trace.citation import SOURCE, scan
from openfelt.trace.edit import Edit
from openfelt.trace.mutation import Breaker, Mutation
from openfelt.trace.own_tests import OwnTests
from openfelt.trace.project import Project, read_sources
from openfelt.trace.register import load
from openfelt.trace.vocabulary import read_vocabulary
from openfelt.trace.work import Place, Work

# The citation itself is broken more often than what it calls, and that than what this calls.
_WEIGHTS: Final = (6, 3, 1)
# After so many places without a break, there is none for the clause.
_TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Mutant:
    """A place that works for a clause, one way to break it, and the tests that have to notice."""

    place: Place
    mutation: Mutation
    tests: OwnTests


class Draw:
    """Everything there is to draw from in a checkout."""

    def __init__(self, root: Path, tests: Mapping[str, OwnTests], books: Sequence[str]) -> None:
        sources = read_sources(root, SOURCE)
        citations = scan(root, load(root)).found
        self._sources, self._tests = sources, tests
        self._work = Work(Project(sources), citations)
        self._names = read_vocabulary(list(sources.values()))
        self._breakers: dict[str, Breaker] = {}
        cited = {clause for one in citations for clause in one.clauses}
        self.clauses = sorted(one for one in cited if one.split(" ")[0] in books)

    def mutants(self, seed: int) -> Iterator[Mutant]:
        """Yield breaks without end, clause after clause; the same seed draws the same."""
        draw = random.Random(seed)  # noqa: S311 (a sample, not a secret)
        left = list(self.clauses)
        seen: set[tuple[str, str]] = set()
        while left:
            for clause in draw.sample(left, len(left)):
                mutant = self._mutant(draw, clause, seen)
                if mutant is None:
                    left.remove(clause)
                else:
                    seen.add((mutant.place.stretch.path, mutant.mutation.text))
                    yield mutant

    def _mutant(
        self, draw: random.Random, clause: str, seen: set[tuple[str, str]]
    ) -> Mutant | None:
        places = self._work.places(clause)
        for _ in range(_TRIES if places else 0):
            (place,) = draw.choices(places, [_WEIGHTS[one.steps] for one in places])
            mutation = self._mutation(draw, place)
            if mutation is not None and (place.stretch.path, mutation.text) not in seen:
                return Mutant(place, mutation, self._tests.get(clause, OwnTests()))
        return None

    def _mutation(self, draw: random.Random, place: Place) -> Mutation | None:
        """Draw the kind first: what there is most of must not crowd out the rest."""
        breaker = self._breaker(place.stretch.path)
        kinds: defaultdict[str, list[Edit]] = defaultdict(list)
        for edit in breaker.edits(place.stretch.span, place.foreign):
            kinds[edit.kind].append(edit)
        if not kinds:
            return None
        return breaker.made(draw.choice(kinds[draw.choice(sorted(kinds))]))

    def _breaker(self, path: str) -> Breaker:
        if path not in self._breakers:
            self._breakers[path] = Breaker(self._sources[path], self._names)
        return self._breakers[path]
