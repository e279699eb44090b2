"""Which code belongs to the product, and which commands nobody can send to it yet.

A citation holds a clause only in code that a command of the product leads to.  The transcript
tool, the rehearsal and this package show the product or try it; they are not what a casino runs.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from openfelt.trace.citation import SOURCE, Citation
from openfelt.trace.outline import Kind
from openfelt.trace.pages import PAGES, Pages
from openfelt.trace.reach import Project, Reach, Row, Symbol, load
from openfelt.trace.source import BODY

# These commands try the product or speak about it.
_TRIES_IT: Final = frozenset({"scenario", "simulate-floor", "rules"})
_NOT_THE_PRODUCT: Final = ("openfelt.scenario", "openfelt.rehearsal", "openfelt.trace")
# A robot of the demo may send what no station can, so it is no way in.
_NO_WAY_IN: Final = (*_NOT_THE_PRODUCT, "openfelt.demo")
# Everything that speaks to a served floor: stations and the desk behind them, devices, the server.
_WAYS_IN: Final = (("openfelt.cli.serve", "command"), ("openfelt.devices.ways", "WAYS"))
_DECIDES: Final = "decides"
_OF_COMMANDS: Final = frozenset({_DECIDES, "names"})


@dataclass(frozen=True)
class Product:
    """A checkout as its own commands use it."""

    root: Path
    project: Project

    @cached_property
    def commands(self) -> frozenset[Symbol]:
        """Every command some concept of the floor decides."""
        return frozenset(
            row.key
            for module, source in self.project.sources.items()
            for unit in source.units.values()
            for row in self.project.rows(module, unit)
            if row.field == _DECIDES
        )

    @cached_property
    def unsent(self) -> tuple[str, ...]:
        """The commands that no station, device or desk can send to a served floor, by name."""
        return tuple(sorted(name for _, name in self.commands - self._served.symbols))

    def holds(self, citation: Citation) -> bool:
        """Say whether the product leads to what a citation governs, and reads it."""
        if _is_page(citation):
            return self._pages.holds(citation)
        return self._is_in(citation, self._all)

    def is_served(self, citation: Citation) -> bool:
        """Say whether it is asked for without a command that nobody can send."""
        return _is_page(citation) or self._is_in(citation, self._without_unsent)

    @cached_property
    def _pages(self) -> Pages:
        return Pages(self.root)

    @cached_property
    def _roots(self) -> list[Symbol]:
        """Where the command line finds its commands."""
        path = self.root / SOURCE / "cli" / "__init__.py"
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            match statement:
                case ast.AnnAssign(target=ast.Name(id="_COMMANDS"), value=ast.expr() as value):
                    named = ast.literal_eval(value)
                    return [
                        (of[0], "command") for name, of in named.items() if name not in _TRIES_IT
                    ]
                case _:
                    pass
        raise AssertionError(f"{path} has no _COMMANDS")

    @cached_property
    def _all(self) -> Reach:
        return Reach(self.project, _is_product).walk(self._roots)

    @cached_property
    def _served(self) -> Reach:
        return Reach(self.project, _is_way_in, _gives).walk(_WAYS_IN)

    @cached_property
    def _without_unsent(self) -> Reach:
        sent = self.commands & self._served.symbols

        def gives(reach: Reach, row: Row) -> bool:
            return row.key in (sent if row.field in _OF_COMMANDS else reach.called)

        return Reach(self.project, _is_product, gives).walk(self._roots)

    def _is_in(self, citation: Citation, reach: Reach) -> bool:
        module = ".".join(Path(citation.path).with_suffix("").parts[1:]).removesuffix(".__init__")
        if citation.kind is Kind.MODULE:
            return (module, BODY) in reach.symbols
        name = self._unit_of(module, citation)
        if (module, name) not in reach.symbols or _is_idle(module, citation, reach):
            return False
        is_code = self.project.sources[module].units[name].is_code
        return is_code or _is_read(citation.name.removeprefix(name), reach)

    def _unit_of(self, module: str, citation: Citation) -> str:
        """Return the smallest unit around a citation."""
        around = [
            (unit.last - unit.first, name)
            for name, unit in self.project.sources[module].units.items()
            if unit.first <= citation.span.line <= unit.last
        ]
        return min(around)[1] if around else BODY


def product_of(root: Path) -> Product:
    """Read a checkout."""
    return Product(root, load(root))


def _is_page(citation: Citation) -> bool:
    return PAGES in Path(citation.path).parents


def _is_product(module: str) -> bool:
    return not module.startswith(_NOT_THE_PRODUCT)


def _is_way_in(module: str) -> bool:
    return not module.startswith(_NO_WAY_IN)


def _gives(reach: Reach, row: Row) -> bool:
    """A command is given where it is named, an event happens where it is made."""
    return row.key in (reach.symbols if row.field in _OF_COMMANDS else reach.called)


def _is_idle(module: str, citation: Citation, reach: Reach) -> bool:
    """Say whether it stands in a line of a concept that nobody asks for."""
    return any(
        row.module == module and row.value.first <= citation.span.line <= row.value.last
        for row in reach.idle
    )


def _is_read(inside: str, reach: Reach) -> bool:
    """Say whether a field of a record or a class is read: what nobody reads holds nothing."""
    field = inside.rpartition(".")[2]
    return not inside.startswith(".") or not field.isidentifier() or field in reach.attributes
