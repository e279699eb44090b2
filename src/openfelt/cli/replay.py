"""`openfelt replay`: see a round again as it happened."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from openfelt.audit.recall import Moment, NotRecorded, Recalled, is_demo, recall
from openfelt.audit.source import open_rows
from openfelt.audit.words import told
from openfelt.follow.file import model_path
from openfelt.follow.noted import noted_by
from openfelt.journal.errors import JournalFault


async def _recall(
    where: str, schema: str, model: Path | None, table: str, number: int
) -> tuple[Recalled, bool]:
    """Return the round, and whether it was played on a demo floor."""
    reader = await open_rows(where, schema)
    try:
        noted = await noted_by(model or model_path(where, schema), reader, table, number)
        recalled = await recall(reader, table, number, noted)
        return recalled, await is_demo(reader, recalled.stream)
    finally:
        await reader.close()


def _offset(microseconds: int) -> str:
    milliseconds = microseconds // 1_000
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes:02}:{rest // 1_000:02}.{rest % 1_000:03}"


def _utc(time_us: int) -> str:
    seconds, rest = divmod(time_us, 1_000_000)
    stamp = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f"{stamp}.{rest // 1_000:03} UTC"


def _of(moment: Moment) -> dict[str, object]:
    row = moment.row
    return {
        "sequence": row.sequence,
        "time_us": row.time_us,
        "offset_us": moment.offset_us,
        "actor": row.actor,
        "type": row.type,
        "version": row.version,
        "event": moment.fields,
        "hash": row.hash.hex(),
    }


def _as_json(recalled: Recalled, *, demo: bool) -> str:
    return json.dumps(
        {
            "demo": demo,
            "stream": recalled.stream,
            "table": recalled.table,
            "round": recalled.round,
            "rows": [_of(moment) for moment in recalled.moments],
        }
    )


def _say(recalled: Recalled) -> None:
    moments = recalled.moments
    click.echo(f"{recalled.stream}/{recalled.table}, round {recalled.round}")
    click.echo(f"opened {_utc(moments[0].row.time_us)}; nothing here is verified: openfelt audit")
    who = max(len(moment.row.actor) for moment in moments)
    for moment in moments:
        first, *more = told(recalled, moment).splitlines()
        lead = f"{_offset(moment.offset_us)}  {moment.row.actor:{who}}  "
        click.echo(lead + first)
        for line in more:
            click.echo(" " * len(lead) + line)


@click.command()
@click.argument("journal")
@click.option("--table", required=True, help="The table, as B1 or as pit/B1.")
@click.option("--round", "number", required=True, type=click.IntRange(min=1), help="Its number.")
@click.option("--schema", default="openfelt", help="The schema, in PostgreSQL.", show_default=True)
@click.option(
    "--model",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of `openfelt follow`, which knows where to look; without it all is read.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *, journal: str, table: str, number: int, schema: str, model: Path | None, as_json: bool
) -> None:
    """Print a round as it happened, every event with its time since the opening.

    JOURNAL is an SQLite file or a postgresql:// address; it is only read.
    """
    try:
        recalled, demo = asyncio.run(_recall(journal, schema, model, table, number))
    except JournalFault as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
    except NotRecorded as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(_as_json(recalled, demo=demo))
        return
    if demo:
        click.echo("DEMO: this floor is for show, nothing in it is worth money")
    _say(recalled)
