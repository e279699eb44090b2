"""`openfelt reload`: bring a running floor to what its floor.toml says now."""

import asyncio
from pathlib import Path

import click

from openfelt.server import control
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.control import NotRunning


@click.command()
@click.option(
    "--config",
    "path",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The floor.toml the floor was started with.",
)
def command(path: Path) -> None:
    """Bring the running floor to what its floor.toml says now: all of it, or nothing.

    New tables, terminals, stations and roles become ordinary commands of the actor `config`; roles
    that are gone from the file are taken away at once, also from who is signed in.
    """
    try:
        config = config_file.read(path)
        folder = Path(config.server.folder)
        answer = asyncio.run(control.ask(folder, "reload", config=str(path.resolve())))
    except (ConfigError, NotRunning) as error:
        raise click.ClickException(str(error)) from error
    if "error" in answer:
        raise click.ClickException(answer["error"])
    for wish in answer["wishes"]:
        click.echo(f"{wish['what']}: {wish['refused'] or 'done'}")
    if not answer["wishes"]:
        click.echo("nothing differs")
    refused = [wish for wish in answer["wishes"] if wish["refused"]]
    if refused:
        untouched = len(refused) == len(answer["wishes"])
        raise click.ClickException(
            "the floor is as it was: a reload does everything or nothing"
            if untouched
            else "the floor refused a part of it"
        )
