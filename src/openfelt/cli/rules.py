"""`openfelt rules`: where every clause of the rule books is held and proved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openfelt.trace import report, tally
from openfelt.trace.citation import scan
from openfelt.trace.committed import COMMITTED
from openfelt.trace.coverage import Coverage, Row, Status, cover
from openfelt.trace.pages import scan_pages
from openfelt.trace.reference import scan_tests
from openfelt.trace.register import (
    BOOKS,
    CheckoutNotFoundError,
    Register,
    find_root,
    load,
    suggestions,
)

if TYPE_CHECKING:
    from rich.console import Console

# Rich cuts a table at 80 columns where there is no terminal; a pipe has no such edge.
_PIPE_WIDTH = 1000


@dataclass(frozen=True, slots=True)
class Selection:
    """Which clauses are asked for."""

    books: frozenset[str]
    clauses: frozenset[str]
    topic: str | None
    binds: str | None
    missing: bool

    @property
    def is_open(self) -> bool:
        """Nothing particular is asked for."""
        return self == Selection(frozenset(), frozenset(), None, None, missing=False)

    def takes(self, row: Row) -> bool:
        """Say whether a row is asked for."""
        clause = row.clause
        if (self.books or self.clauses) and not (
            clause.book in self.books or clause.id in self.clauses
        ):
            return False
        if self.missing and row.status in (Status.PROVED, Status.TEXT):
            return False
        return self.topic in (None, clause.topic) and self.binds in (None, clause.binds)


@click.command("rules")
@click.argument("asked", metavar="[BOOK|CLAUSE]...", nargs=-1)
@click.option("--missing", is_flag=True, help="Only clauses that are not yet proved.")
@click.option("--topic", help="Only clauses of this topic, e.g. payout.")
@click.option("--binds", help="Only clauses that bind system, staff, record or text.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
@click.option("--write", is_flag=True, help="Regenerate docs/rules/coverage.md.")
@click.option("--check", is_flag=True, help="Fail if code, tests or debts name unknown clauses.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The checkout to read; by default the one around the current directory.",
)
def command(
    *,
    asked: tuple[str, ...],
    missing: bool,
    topic: str | None,
    binds: str | None,
    as_json: bool,
    write: bool,
    check: bool,
    root: Path | None,
) -> None:
    """Show which code holds each clause of the rule books and which test proves it.

    BOOK is LT, PB, AC, SB or MT; CLAUSE is a book and a number, e.g. LT 4.2.7.
    """
    try:
        root = root or find_root()
        register = load(root)
    except CheckoutNotFoundError as error:
        raise click.ClickException(str(error)) from error
    if check:
        _check(root, register)
        return
    books, clauses = _parse(asked, register)
    _require(topic, "topic", {one.topic for one in register.clauses.values()})
    _require(binds, "binds", {one.binds for one in register.clauses.values()})
    coverage = cover(root)
    if not coverage.has_proof:
        click.echo(_without_a_run(coverage), err=True)
    if write:
        _write(root, coverage)
        return
    _show(coverage, Selection(books, clauses, topic, binds, missing), as_json=as_json)


def _without_a_run(coverage: Coverage) -> str:
    stands = "No complete test run is recorded here"
    if coverage.is_committed:
        return (
            f"{stands}: these are the committed figures ({COMMITTED}); `make test` makes new ones."
        )
    return f"{stands}: `make test` records one."


def _write(root: Path, coverage: Coverage) -> None:
    if not coverage.has_proof:
        raise click.ClickException("only what a complete test run proved is written down")
    report.write(root, coverage)
    click.echo(tally.sentence(coverage))


def _parse(asked: Sequence[str], register: Register) -> tuple[frozenset[str], frozenset[str]]:
    """Read books and clauses; a clause needs no quotes, so words are joined while they fit."""
    known = {name.casefold(): name for name in (*register.clauses, *BOOKS)}
    found: list[str] = []
    words = [word for one in asked for word in one.split()]
    while words:
        for count in range(len(words), 0, -1):
            name = known.get(" ".join(words[:count]).casefold())
            if name is not None:
                break
        else:
            raise _unknown(words, register)
        following = words[count] if count < len(words) else None
        if name in BOOKS and following and following.upper() not in BOOKS:
            raise _unknown(words, register)
        found.append(name)
        words = words[count:]
    books = frozenset(found) & frozenset(BOOKS)
    return books, frozenset(found) - books


def _unknown(words: Sequence[str], register: Register) -> click.UsageError:
    upper = [word.upper() for word in words]
    end = next((at for at in range(1, len(words)) if upper[at] in BOOKS), len(words))
    if upper[0] not in BOOKS:
        return click.UsageError(f"no book {words[0]!r}; the books are {', '.join(BOOKS)}")
    name = " ".join([upper[0], *words[1:end]])
    near = suggestions(name, register.clauses, 8)
    hint = f"; near it: {', '.join(near)}" if near else f"; `openfelt rules {upper[0]}` lists all"
    return click.UsageError(f"no clause {name!r}{hint}")


def _require(value: str | None, option: str, known: Iterable[str]) -> None:
    if value is not None and value not in known:
        raise click.UsageError(f"no {option} {value!r}; there are {', '.join(sorted(known))}")


def _check(root: Path, register: Register) -> None:
    code, pages = scan(root, register), scan_pages(root, register)
    tests = scan_tests(root, register)
    faults = [*code.faults, *pages.faults, *tests.faults, *register.debt_faults()]
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise click.ClickException(f"{len(faults)} wrong references to clauses")
    citations = (*code.found, *pages.found)
    cited = {clause for citation in citations for clause in citation.clauses}
    click.echo(
        f"{len(citations)} citations of {len(cited)} clauses, "
        f"{tests.count} test references: all exist"
    )


def _show(coverage: Coverage, selection: Selection, *, as_json: bool) -> None:
    rows = [row for row in coverage.rows if selection.takes(row)]
    if as_json:
        click.echo(json.dumps([row.as_json() for row in rows], indent=1, ensure_ascii=False))
        return
    console = _console()
    if selection.is_open:
        _show_summary(console, coverage)
    elif selection.clauses and not selection.books:
        for row in rows:
            _show_clause(row)
    else:
        _show_rows(console, rows)


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_PIPE_WIDTH)


def _show_summary(console: Console, coverage: Coverage) -> None:
    from rich.table import Table

    table = Table("book", *tally.TALLY_HEAD)
    for one in tally.by_book(coverage.rows):
        table.add_row(*one.cells(), end_section=one.label == BOOKS[-1])
    console.print(table)
    console.print(tally.sentence(coverage), soft_wrap=True)
    unsent = ", ".join(coverage.unsent) or "none"
    console.print(f"Commands that nobody can send yet: {unsent}", soft_wrap=True)


def _show_rows(console: Console, rows: Sequence[Row]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(show_lines=False)
    table.add_column("clause", overflow="fold", min_width=max(map(_width, rows), default=0))
    for heading in ("status", "held by", "proved by"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        status = f"owed to {row.debt.owed_to}" if row.debt else row.status.value
        held = dict.fromkeys(f"{one.path}:{one.line} {one.name}" for one in row.held_by)
        proved = report.shortened(row.proved_by)
        cells = (row.clause.id, status, "\n".join(held), "\n".join(proved))
        table.add_row(*map(Text, cells))
    console.print(table)
    console.print(f"{len(rows)} clauses")


def _width(row: Row) -> int:
    return len(row.clause.id)


def _show_clause(row: Row) -> None:
    clause = row.clause
    click.echo(f"{clause.id}  {row.status}  (topic {clause.topic}, binds {clause.binds})")
    facts = [
        ("summary", [clause.summary]),
        ("system", [clause.behaviour]),
        ("acceptance", [clause.acceptance]),
        ("owed", [f"to {row.debt.owed_to}: {row.debt.why}"] if row.debt else []),
        ("held by", [f"{one.path}:{one.line} {one.name} ({one.kind})" for one in row.held_by]),
        ("idle", [f"{one.path}:{one.line} {one.name} ({one.kind})" for one in row.cited_idly]),
        ("proved by", list(row.proved_by)),
        ("failed by", list(row.failed_by)),
    ]
    for label, lines in facts:
        for line in lines:
            click.echo(f"  {label + ':':<12}{line}")
    click.echo()
