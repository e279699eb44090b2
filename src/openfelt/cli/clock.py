"""`openfelt clock`: the machine's clock and the floor's time, and which of them is right."""

import asyncio
from pathlib import Path

import click

from openfelt.server import control
from openfelt.server.control import NotRunning


@click.command()
@click.option(
    "--folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder the floor runs in.",
)
@click.option("--accept", is_flag=True, help="The machine's clock is right: go by it.")
def command(folder: Path, *, accept: bool) -> None:
    """Say how this machine's clock stands to the time of the floor that runs here.

    The floor's time does not follow a clock that was set by more than some seconds.  Set the clock
    right, and they agree again; or accept it.  One that is ahead is taken at the next start; one
    that is behind is reached by going a little slower.
    """
    asked = {"accept": "yes"} if accept else {}
    try:
        answer = asyncio.run(control.ask(folder, "clock", **asked))
    except NotRunning as error:
        raise click.ClickException(str(error)) from error
    if "error" in answer:
        raise click.ClickException(answer["error"])
    click.echo(f"the floor's time     {answer['floor']}")
    click.echo(f"this machine's clock {answer['machine']}")
    click.echo(answer["said"] or answer["warning"] or "they agree")
