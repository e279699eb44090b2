"""`openfelt scenario`: run transcripts of the floor."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.accept import accepted
from openfelt.scenario.judge import Failure
from openfelt.scenario.reference import PAGE, reference
from openfelt.scenario.run import Runner, objection, run_file
from openfelt.scenario.script import BadLine, Script, read
from openfelt.scenario.stage import OpenJournal, Stage


def _on_memory() -> Callable[[], Awaitable[Journal]]:
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    return open_journal


def _on_file(path: Path) -> Callable[[], Awaitable[Journal]]:
    async def open_journal() -> Journal:
        return await SqliteJournal.open(path)

    return open_journal


def _say(path: Path, script: Script, failure: Failure | None, *, as_json: bool) -> None:
    if as_json:
        result = {
            "file": str(path),
            "clauses": script.clauses,
            "passed": failure is None,
            "line": failure.line if failure else None,
        }
        click.echo(json.dumps(result))
    elif failure:
        click.echo(f"{path}:{failure.line}: {failure.text}")
        click.echo(f"  expected {failure.expected}")
        click.echo(f"  actual   {failure.actual}")


async def _run(
    path: Path, open_journal: OpenJournal, *, audit: bool
) -> tuple[Script, Failure | None]:
    script, failure = await run_file(path, open_journal)
    if audit and failure is None and script.steps:
        failure = await objection(script, open_journal)
    return script, failure


async def _accept(path: Path) -> None:
    """Run a transcript to its end and write what came of it into its expectations."""
    try:
        script, runner = read(path), Runner(Stage(_on_memory()))
    except BadLine:
        return  # There is nothing to rewrite; the run that follows says what is wrong.
    await runner.run(script, to_the_end=True)
    before = path.read_text(encoding="utf-8")
    after = accepted(before, script, runner.seen)
    if after != before:
        path.write_text(after, encoding="utf-8")
        click.echo(f"{path}: rewritten, to be reviewed")


def _write_docs(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        PAGE.write_text(reference(), encoding="utf-8")
        click.echo(f"{PAGE} written")
        context.exit()


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON line a file.")
@click.option("--audit", is_flag=True, help="The auditor must object to nothing, either.")
@click.option("--accept", is_flag=True, help="Rewrite the expectations that do not hold.")
@click.option(
    "--write-docs",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_write_docs,
    help=f"Write {PAGE} and do nothing else.",
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path),
    help="Keep the journal of the one transcript in this file.",
)
def command(
    files: tuple[Path, ...],
    as_json: bool,  # noqa: FBT001
    audit: bool,  # noqa: FBT001
    accept: bool,  # noqa: FBT001
    journal: Path | None,
) -> None:
    """Run transcripts (*.floor); exit status 1 when a line of any does not hold.

    A directory stands for all transcripts in it.
    """
    paths = [p for f in files for p in (sorted(f.rglob("*.floor")) if f.is_dir() else [f])]
    if journal and len(paths) != 1:
        raise click.UsageError("--journal keeps the journal of one transcript: name one file")
    if journal and journal.exists():
        raise click.UsageError(f"{journal} exists: a transcript begins with a new journal")
    failed = 0
    for path in paths:
        open_journal = _on_file(journal) if journal else _on_memory()
        try:
            if accept:
                asyncio.run(_accept(path))
            script, failure = asyncio.run(_run(path, open_journal, audit=audit))
        except (ValueError, OSError) as error:
            raise click.ClickException(f"{path}: {error}") from None
        failed += failure is not None
        _say(path, script, failure, as_json=as_json)
    if not as_json:
        click.echo(f"{len(paths) - failed} of {len(paths)} transcripts hold")
    sys.exit(1 if failed else 0)
