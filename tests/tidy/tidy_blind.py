"""What an evolver may not look at, and by which way it gets there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tidy_evolvers import FLOOR, Module, Place, Tree, read, roots, used

RULEBOOKS: Final = "openfelt.rulebooks"
DEFINITION: Final = f"{RULEBOOKS}.definition"
# Words in which a definition answers; an evolver compares with them.
VOCABULARY: Final = (f"{RULEBOOKS}.policy", f"{RULEBOOKS}.powers")
# Pure functions that a definition names by their version.
VERSIONED: Final = ("openfelt.games.baccarat.drawing.DRAWINGS",)
# A mark that no amount can be: changing it would be a change of the state, not of a figure.
MARKS: Final = (f"{FLOOR}.rounds.settling.STANDS",)
AMBIENT: Final = ("asyncio", "datetime", "os", "random", "secrets", "time", "uuid")
OTHERS: Final = (f"{FLOOR}.clock", f"{FLOOR}.base.Context")


class Evolvers:
    """Follows every evolver through the modules it is given."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._modules = {name: read(name, text) for name, text in texts.items()}
        self._methods = dict(self._all_methods())

    def offences(self) -> list[str]:
        """Return each evolver that is not blind, the way, and what it sees."""
        found = []
        for root in roots(self._modules):
            way, what = self._search(root.place, root.tree)
            if what:
                found.append(" -> ".join((root.title, *way, what)))
        return found

    def count(self) -> int:
        """Return how many beginnings there are: a reader that finds none proves nothing."""
        return sum(1 for _ in roots(self._modules))

    def reached(self) -> set[str]:
        """Return every function of the floor that evolving can come to."""
        return {str(place) for root in roots(self._modules) for place, *_ in self._walk(root)}

    def _walk(self, root: tuple[str, Place, Tree]) -> Iterator[tuple[Place, Tree]]:
        seen, waiting = {root[1]}, [(root[1], root[2])]
        while waiting:
            place, tree = waiting.pop()
            yield place, tree
            for after in self._ways_on(place, tree):
                if after[0] not in seen:
                    seen.add(after[0])
                    waiting.append(after)

    def _search(self, start: Place, tree: Tree) -> tuple[tuple[str, ...], str]:
        """Return the shortest way to something forbidden, and what it is."""
        seen = {start}
        waiting: list[tuple[Place, Tree, tuple[str, ...]]] = [(start, tree, ())]
        for place, code, way in waiting:
            for what in self._forbidden(place, code):
                return way, what
            for after, more in self._ways_on(place, code):
                if after not in seen:
                    seen.add(after)
                    waiting.append((after, more, (*way, str(after))))
        return (), ""

    def _all_methods(self) -> Iterator[tuple[str, list[tuple[Place, Tree]]]]:
        """Gather methods by name: those of the floor's classes and of a definition."""
        found: dict[str, list[tuple[Place, Tree]]] = {}
        for module in self._modules.values():
            if not module.name.startswith(FLOOR) and module.name != DEFINITION:
                continue
            for name, tree in module.own.items():
                for part in tree.body if isinstance(tree, ast.ClassDef) else ():
                    if isinstance(part, ast.FunctionDef):
                        place = Place(module.name, f"{name}.{part.name}")
                        found.setdefault(part.name, []).append((place, part))
        yield from found.items()

    def _ways_on(self, place: Place, tree: Tree) -> Iterator[tuple[Place, Tree]]:
        for names in used(tree):
            if len(names) > 1:
                yield from self._methods.get(names[-1], ())
            if names[0]:
                after = self._thing(self._resolved(place.module, names))
                if after is not None and _is_followed(after[0], after[1]):
                    yield after

    def _forbidden(self, place: Place, tree: Tree) -> Iterator[str]:
        for names in used(tree):
            target = self._resolved(place.module, names) if names[0] else ""
            if target and self._is_forbidden(target):
                yield target

    def _resolved(self, module: str, names: tuple[str, ...]) -> str:
        """Return the full name of what dotted names mean in a module, nothing for a builtin."""
        home = self._modules[module]
        if names[0] in home.imports:
            return ".".join((home.imports[names[0]], *names[1:]))
        return f"{module}.{names[0]}" if names[0] in home.own else ""

    def _thing(self, target: str) -> tuple[Place, Tree] | None:
        """Find the function, class or value that a full name begins with."""
        parts = target.split(".")
        for end in range(len(parts) - 1, 0, -1):
            module: Module | None = self._modules.get(".".join(parts[:end]))
            if module is not None:
                name = parts[end]
                if name in module.own:
                    return Place(module.name, name), module.own[name]
                if name in module.imports:
                    return self._thing(".".join((module.imports[name], *parts[end + 1 :])))
                return None
        return None

    def _is_forbidden(self, target: str) -> bool:
        if target.partition(".")[0] in AMBIENT or target.startswith(OTHERS):
            return True
        thing = self._thing(target)
        if not target.startswith("openfelt.") or thing is None:
            return target.startswith(RULEBOOKS)
        (home, name), tree = thing
        if home.startswith(FLOOR):
            return f"{home}.{name}" not in MARKS and self._is_tunable(home, tree)
        if home.startswith(RULEBOOKS):
            is_word = home in VOCABULARY and _is_enum(tree)
            return home != DEFINITION and not is_word
        if home.startswith("openfelt.games"):
            return not isinstance(tree, ast.ClassDef) and f"{home}.{name}" not in VERSIONED
        return not home.startswith("openfelt.core")

    def _is_tunable(self, module: str, tree: Tree) -> bool:
        """Say whether a value of a module has a number in it, of its own or by another name."""
        if isinstance(tree, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            return False
        if _is_cache(tree):
            return False
        if any(isinstance(node, ast.Constant) and _is_number(node) for node in ast.walk(tree)):
            return True
        named = (self._resolved(module, names) for names in used(tree) if names[0])
        things = (self._thing(target) for target in named if target.startswith("openfelt."))
        return any(one is not None and self._is_tunable(one[0].module, one[1]) for one in things)


def _is_cache(tree: Tree) -> bool:
    """How much a cache holds is seen by nobody: `lru_cache(maxsize=…)(function)`."""
    return isinstance(tree, ast.Call) and ast.unparse(tree.func).startswith("lru_cache(")


def _is_number(node: ast.Constant) -> bool:
    return isinstance(node.value, int | float) and not isinstance(node.value, bool)


def _is_enum(tree: Tree) -> bool:
    bases = tree.bases if isinstance(tree, ast.ClassDef) else ()
    return any(isinstance(base, ast.Name) and base.id == "StrEnum" for base in bases)


def _is_followed(place: Place, tree: Tree) -> bool:
    """Follow functions and classes of the floor; a value of its own is judged where it is named."""
    is_code = isinstance(tree, ast.FunctionDef | ast.ClassDef | ast.Lambda)
    return is_code and place.module.startswith(FLOOR)
