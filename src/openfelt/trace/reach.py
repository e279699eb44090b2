"""What code is asked for, starting from some of it: followed by name, as far as text can tell.

Where a name could mean two things both are followed, so what is *not* reached is surely idle: no
name leads there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from openfelt.trace.source import BODY, Source, Unit, read

Symbol = tuple[str, str]  # a module and a name in it; the empty name is what its import runs


class Row(NamedTuple):
    """A line of a concept, and the command or event it is about."""

    field: str
    key: Symbol
    module: str
    value: Unit


@dataclass(frozen=True)
class Project:
    """Every module of a checkout by its name."""

    sources: Mapping[str, Source]

    def find(self, module: str, name: str | None) -> Symbol | None:
        """Return where a name of a module is made; a module itself has the empty name."""
        source = self.sources.get(module)
        if name is None:
            return (module, BODY) if source else None
        if source is not None and name in source.units:
            return module, name
        if source is not None and name in source.imports:
            return self.find(*source.imports[name])
        return self.find(f"{module}.{name}", None)

    def meant(self, module: str, unit: Unit, dotted: str) -> Symbol | None:
        """Return what a name, or a name and what is asked of it, means inside a unit."""
        first, *rest = dotted.split(".")
        found = self.find(*unit.imports[first]) if first in unit.imports else None
        found = found or (self.find(module, first) if self._has(module, first) else None)
        for word in rest:
            if found is None or found[1] != BODY:
                return found
            found = self.find(found[0], word)
        return found

    def rows(self, module: str, unit: Unit) -> Iterator[Row]:
        """Yield the lines of the concepts that a unit makes."""
        for row in unit.rows:
            key = self.meant(module, unit, row.key)
            if key is not None:
                yield Row(row.field, key, module, row.value)

    def _has(self, module: str, name: str) -> bool:
        source = self.sources[module]
        return name in source.units or name in source.imports


def load(root: Path) -> Project:
    """Read every module of a checkout."""
    sources = (read(root, path) for path in sorted((root / "src" / "openfelt").rglob("*.py")))
    return Project({source.name: source for source in sources})


@dataclass
class Reach:
    """A walk through a project.

    `enters` says which modules may be walked into at all.  `gives` says of a concept's line
    whether somebody gives that command or makes that event; without it, every line counts.
    """

    project: Project
    enters: Callable[[str], bool]
    gives: Callable[[Reach, Row], bool] | None = None
    symbols: set[Symbol] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    called: set[Symbol] = field(default_factory=set)
    idle: list[Row] = field(default_factory=list)  # lines nobody asks for, once it has walked
    _handed_on: dict[str, set[Symbol]] = field(default_factory=lambda: defaultdict(set))
    _asking: dict[Symbol, set[Symbol]] = field(default_factory=lambda: defaultdict(set))
    _new: list[Symbol] = field(default_factory=list)

    def walk(self, roots: Iterable[Symbol]) -> Reach:
        """Follow the roots until nothing new is found; a root that does not exist leads nowhere."""
        for root in roots:
            self._reach(self.project.find(*root))
        while self._new:
            while self._new:
                here = self._new.pop()
                self._follow(here, self._unit(here))
            self._follow_what_waits()
        return self

    def _reach(self, symbol: Symbol | None) -> None:
        if symbol is None or symbol in self.symbols or not self.enters(symbol[0]):
            return
        self.symbols.add(symbol)
        self._new.append(symbol)
        module, _ = symbol
        self._reach((module, BODY))
        for source in self.project.sources[module].imports.values():
            found = self.project.find(*source)
            self._reach((found[0], BODY) if found else None)

    def _follow(self, here: Symbol, unit: Unit) -> None:
        module, _ = here
        meant = self.project.meant
        self.attributes |= unit.attributes
        for name in unit.names:
            self._reach_whole(meant(module, unit, name), here)
        for named, attribute in unit.dotted:
            found = meant(module, unit, f"{named}.{attribute}")
            self._reach(found)
            if found is not None:
                self._asking[found].add(here)
        self.called |= {one for name in unit.calls if (one := meant(module, unit, name))}
        self.idle += self.project.rows(module, unit)

    def _reach_whole(self, symbol: Symbol | None, here: Symbol) -> None:
        """Reach what is named as a whole; a module may be handed on."""
        self._reach(symbol)
        if symbol is not None:
            self._asking[symbol].add(here)
            if symbol[1] == BODY:
                self._handed_on[symbol[0]].add(here)

    def _follow_what_waits(self) -> None:
        """Follow what only now is asked for: names of modules handed on, methods, lines."""
        for module, holders in sorted(self._handed_on.items()):
            source = self.project.sources[module]
            asked = self._asked_of(holders)
            for name in (source.units.keys() | source.imports.keys()) & asked:
                self._reach(self.project.find(module, name))
        for module, name in sorted(self.symbols):
            for method in self._methods(self.project.sources[module], name):
                self._reach((module, f"{name}.{method}"))
        waiting, self.idle = self.idle, []
        for row in waiting:
            if self.gives is None or self.gives(self, row):
                self._reach(row.key)
                self._follow((row.module, BODY), row.value)
            else:
                self.idle.append(row)

    def _asked_of(self, holders: set[Symbol]) -> set[str]:
        """Return what is asked of a module by who names it, who asks him, and who asks that one."""
        near = set(holders)
        for _ in range(2):
            near |= {asking for one in near for asking in self._asking.get(one, ())}
        return set[str]().union(*(self._unit(one).attributes for one in near))

    def _unit(self, symbol: Symbol) -> Unit:
        module, name = symbol
        return self.project.sources[module].units[name]

    def _methods(self, source: Source, name: str) -> Iterator[str]:
        for method in source.methods.get(name, ()):
            is_called = method in self.attributes or method.startswith("__")
            if is_called or name in source.called_by_strangers:
                yield method
