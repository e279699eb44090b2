"""`openfelt init`: write a floor.toml to begin with, every key of it explained."""

import shutil
import sys
from importlib.resources import files
from pathlib import Path

import click

_NEXT = """\
{path} is a floor to practise on; every key is explained in it.  Run it, and leave it running:

  {command} serve --config {path}

In a second window, in the same folder, let a terminal, a dealer's station and a dealer in:

  {command} station enrol --folder data T1 L1-dealer
  {command} station credential --folder data dan

Every station has a link at http://127.0.0.1:8080/.  docs/operations.md goes on from here.\
"""


def _called() -> str:
    """Say how this command is called again: its short name is one on the path only."""
    called = sys.argv[0]
    is_named = Path(called).stem == "openfelt" and shutil.which("openfelt") != called
    return called if is_named else "openfelt"


@click.command()
@click.argument("path", default="floor.toml", type=click.Path(dir_okay=False, path_type=Path))
def command(path: Path) -> None:
    """Write a floor.toml at PATH: a small floor to practise on, with every key explained."""
    text = files("openfelt.server.config").joinpath("floor.toml").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise click.ClickException(f"{path} is there already: give another name") from error
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
    click.echo(_NEXT.format(path=path, command=_called()))
