"""`openfelt check-config`: say what is wrong with a floor.toml before it is used."""

from pathlib import Path

import click

from openfelt.server import config as config_file
from openfelt.server.config import ConfigError


@click.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
def command(path: Path) -> None:
    """Check a floor.toml: file, line, key and what would be right."""
    try:
        config = config_file.read(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    floor = config.floor
    click.echo(
        f"{path}: good.  {len(floor.pits)} pit(s), {len(floor.table)} table(s), "
        f"{len(floor.terminal)} terminal(s), {len(floor.station)} other station(s)"
        + (", DEMO" if config.server.demo else "")
    )
