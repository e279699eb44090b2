"""`openfelt check-config`: say what is wrong with a floor.toml before it is used."""

import asyncio
from pathlib import Path

import click

from openfelt.journal.errors import JournalFault
from openfelt.server import control
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.config.sections import Config
from openfelt.server.config.wishes import NotThisFloor, pits_known
from openfelt.server.control import NotRunning


@click.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
def command(path: Path) -> None:
    """Check a floor.toml: file, line, key and what would be right.

    Where its floor is on this machine, that floor is asked what it would not take over.
    """
    try:
        config = config_file.read(path)
        kept = asyncio.run(_kept(path, config))
    except (ConfigError, JournalFault, NotThisFloor) as error:
        raise click.ClickException(str(error)) from error
    floor = config.floor
    click.echo(
        f"{path}: good.  {len(floor.pits)} pit(s), {len(floor.table)} table(s), "
        f"{len(floor.terminal)} terminal(s), "
        f"{len(floor.kiosk) + len(floor.station)} other station(s)"
        + (", DEMO" if config.server.demo else "")
    )
    if kept:
        click.echo("The floor that runs would not take it over, and a reload would do nothing:")
    for line in kept:
        click.echo(f"  {line}")


async def _kept(path: Path, config: Config) -> list[str]:
    """Ask the floor that runs; one that stands still is judged by its journal's streams."""
    folder = Path(config.server.folder)
    try:
        answer = await control.ask(folder, "compare", config=str(path.resolve()))
    except NotRunning:
        await _check_journal(folder, config)
        return []
    if "error" in answer:
        raise click.ClickException(answer["error"])
    return [f"{wish['what']}: {wish['refused']}" for wish in answer["wishes"]]


async def _check_journal(folder: Path, config: Config) -> None:
    from openfelt.journal.sqlite_reader import SqliteReader
    from openfelt.server.standing.places import JOURNAL_FILE

    file = folder / JOURNAL_FILE
    if config.server.journal != "sqlite" or not file.is_file():
        return
    journal = await SqliteReader.open(file)
    try:
        await pits_known(journal, config)
    finally:
        await journal.close()
