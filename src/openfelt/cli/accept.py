"""`openfelt accept`: let a floor open though rows are gone, and keep a record of it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from openfelt.engine.key import key_at
from openfelt.follow.accept import Acceptance
from openfelt.follow.clocks import wall_clock
from openfelt.journal.errors import JournalFault
from openfelt.server import control
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.config.sections import Config
from openfelt.server.floor_server import open_journal
from openfelt.server.standing.standing import Standing, reader_of


async def _refuse_running(config: Config) -> None:
    try:
        await control.ask(Path(config.server.folder), "is it running")
    except control.NotRunning:
        return
    raise JournalFault("the floor runs: there is nothing to accept, or stop it first")


async def _reasons(config: Config, standing: Standing) -> list[str]:
    """Return all that keeps the floor closed."""
    reasons = await standing.reasons()
    journal, store = await open_journal(config)
    try:
        return [*reasons, *await standing.missing(store)]
    finally:
        await store.close()
        await journal.close()


async def _accept(config: Config, why: str) -> bool:
    """Say what keeps the floor closed, and accept it where a reason is given."""
    await _refuse_running(config)
    secret = key_at(config.server.key_file)
    standing = Standing(config, secret)
    reasons = await standing.reasons()
    missing = [] if reasons else await _reasons(config, standing)
    for reason in (*reasons, *missing):
        click.echo(reason)
    if not reasons and not missing:
        click.echo("nothing keeps the floor closed")
        return True
    if not why:
        click.echo('to accept that, say why: --reason "..."; it stays on record')
        return False
    reader = await reader_of(config)
    try:
        kept = standing.kept
        await Acceptance(kept, secret, [*reasons, *missing], why, wall_clock()).write(reader)
    finally:
        if reader is not None:
            await reader.close()
    left = await _reasons(config, Standing(config, secret))
    for reason in left:
        click.echo(f"still: {reason}")
    if not left:
        click.echo("accepted: start the floor")
    return not left


@click.command()
@click.option(
    "--config",
    "path",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The floor.toml of the floor that stays closed.",
)
@click.option("--reason", "why", default="", help="Why it is accepted, and by whom.")
def command(path: Path, why: str) -> None:
    """Say what keeps a floor closed, and with --reason let it open all the same.

    What is gone stays gone: the floor goes on from what its journal has.  What was accepted, when
    and why is kept in accepted.txt in the floor's folder and with the witness, and marked in the
    files of heads.  Exit status 1 while something keeps the floor closed.
    """
    try:
        accepted = asyncio.run(_accept(config_file.read(path), why))
    except (ConfigError, JournalFault, OSError) as error:
        raise click.ClickException(str(error)) from error
    sys.exit(0 if accepted else 1)
