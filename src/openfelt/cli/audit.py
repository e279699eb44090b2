"""`openfelt audit`: verify a journal with sums of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from openfelt.audit import (
    Auditor,
    Finding,
    KeptHead,
    NotAHead,
    audit_journal,
    kept_head,
    read_heads,
)
from openfelt.audit.finding import dollars
from openfelt.audit.head import written
from openfelt.audit.source import open_rows
from openfelt.journal.errors import JournalFault

_NO_JOURNAL: Final = 2
_SHOWN_EVERY: Final = 50_000


class _Progress:
    """A figure on the terminal, now and then."""

    def __init__(self) -> None:
        self._shown = 0

    def __call__(self, rows: int) -> None:
        if rows - self._shown >= _SHOWN_EVERY:
            self._shown = rows
            click.echo(f"\r{rows:,} rows", nl=False, err=True)

    def done(self) -> None:
        """Leave the line clean."""
        if self._shown:
            click.echo("\r" + " " * 24 + "\r", nl=False, err=True)


async def _audit(
    where: str, schema: str, heads: tuple[KeptHead, ...]
) -> tuple[Auditor, list[Finding]]:
    progress = _Progress() if sys.stderr.isatty() else None
    reader = await open_rows(where, schema)
    try:
        return await audit_journal(reader, heads=heads, progress=progress)
    finally:
        await reader.close()
        if progress is not None:
            progress.done()


def _unproved(auditor: Auditor) -> dict[str, int]:
    """Return for each stream with an unproved tail after which row it begins."""
    proved = auditor.proved()
    return {
        stream: proved.get(stream, 0)
        for stream, head in auditor.heads().items()
        if proved.get(stream, 0) < head.sequence
    }


def _as_json(auditor: Auditor, findings: list[Finding]) -> str:
    return json.dumps(
        {
            "findings": [asdict(finding) for finding in findings],
            "findings_count": max(auditor.findings_count, len(findings)),
            "heads": [written(stream, head) for stream, head in auditor.heads().items()],
            "unproved_after": _unproved(auditor),
            "summary": asdict(auditor.summary()),
        }
    )


def _say(auditor: Auditor, findings: list[Finding]) -> None:
    for finding in findings:
        click.echo(str(finding))
    hidden = auditor.findings_count - len(findings)
    if hidden > 0:
        click.echo(f"… and {hidden:,} more")
    unproved = _unproved(auditor)
    for stream, head in auditor.heads().items():
        click.echo(f"head {written(stream, head)}")
        if stream in unproved:
            after = f" after {unproved[stream]}" if unproved[stream] else ""
            click.echo(f"     its tail{after} is unproved: give a head kept outside with --head")
    summary = auditor.summary()
    if summary.demo:
        click.echo("DEMO: this floor is for show, nothing in it is worth money")
    click.echo(
        f"{summary.rows:,} rows, {summary.rounds_settled:,} rounds settled, "
        f"{summary.rounds_void:,} void, {summary.tickets:,} tickets, "
        f"{summary.hand_pays:,} hand pays"
    )
    for account, balance in summary.accounts.items():
        shown = -balance if account in _HELD else balance
        click.echo(f"     {account:24} {dollars(shown):>16}")
    if summary.questions_open:
        under_way = dollars(summary.under_way)
        click.echo(f"{summary.questions_open:,} questions open, {under_way} under way")
    click.echo(f"{len(findings):,} findings" if findings else "nothing is wrong")


def _heads(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[KeptHead, ...]:
    try:
        return tuple(kept_head(text) for text in texts)
    except NotAHead as error:
        raise click.BadParameter(str(error)) from error


def _heads_of_files(
    _: click.Context, __: click.Parameter, paths: tuple[Path, ...]
) -> tuple[KeptHead, ...]:
    try:
        return tuple(head for path in paths for head in read_heads(path))
    except NotAHead as error:
        raise click.BadParameter(str(error)) from error


# What the house holds, shown as it lies there; the auditor counts it as where money comes from.
_HELD: Final = ("note_stacker", "drawer", "kiosk", "cms", "recoverable")


@click.command()
@click.argument("journal")
@click.option(
    "--head",
    "heads",
    metavar="STREAM:SEQ:HASH",
    multiple=True,
    callback=_heads,
    help="A head kept outside: prove that the journal holds this very row.  Repeatable.",
)
@click.option(
    "--heads",
    "files",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    callback=_heads_of_files,
    help="A file of heads kept outside, as `openfelt follow --heads` writes it.  Repeatable.",
)
@click.option("--schema", default="openfelt", help="The schema, in PostgreSQL.", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *,
    journal: str,
    heads: tuple[KeptHead, ...],
    files: tuple[KeptHead, ...],
    schema: str,
    as_json: bool,
) -> None:
    """Verify chain, ledger, tickets and every settlement of a journal.

    JOURNAL is an SQLite file or a postgresql:// address; it is only read.
    Exit status 1 when something is wrong, 2 when there is no journal.
    """
    try:
        auditor, findings = asyncio.run(_audit(journal, schema, heads + files))
    except JournalFault as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(_NO_JOURNAL)
    if as_json:
        click.echo(_as_json(auditor, findings))
    else:
        _say(auditor, findings)
    sys.exit(1 if findings else 0)
