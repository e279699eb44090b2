"""`openfelt station`: let stations in and shut them out; give staff their credentials."""

import asyncio
from pathlib import Path

import click

from openfelt.server import control
from openfelt.server.control import Answer, NotRunning

_FOLDER = click.option(
    "--folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder the floor runs in.",
)


def _ask(folder: Path, do: str, **what: str) -> Answer:
    try:
        answer = asyncio.run(control.ask(folder, do, **what))
    except NotRunning as error:
        raise click.ClickException(str(error)) from error
    if "error" in answer:
        raise click.ClickException(answer["error"])
    return answer


@click.group()
def command() -> None:
    """Enrol and revoke stations, set credentials, on the floor that runs here."""


@command.command()
@_FOLDER
@click.argument("stations", nargs=-1, required=True, metavar="STATION…")
def enrol(folder: Path, stations: tuple[str, ...]) -> None:
    """Give out a code for each STATION, with which it enrols within a quarter of an hour."""
    for station in stations:
        answer = _ask(folder, "code", station=station)
        click.echo(f"open {answer['url']} and enter {answer['code']}")


@command.command()
@_FOLDER
@click.argument("station")
def revoke(folder: Path, station: str) -> None:
    """Take the key of STATION; its feed ends at once."""
    _ask(folder, "revoke", station=station)
    click.echo(f"{station} is shut out")


@command.command()
@_FOLDER
@click.argument("person")
@click.option("--name", prompt=True, help="How the person is called.")
@click.password_option(envvar="OPENFELT_PASSWORD")
@click.password_option("--pin", prompt="PIN", envvar="OPENFELT_PIN")
def credential(folder: Path, person: str, name: str, password: str, pin: str) -> None:
    """Set the password and PIN of PERSON, and unlock him."""
    answer = _ask(folder, "credential", person=person, name=name, password=password, pin=pin)
    if answer["roles"]:
        click.echo(f"{person} can sign in as {', '.join(answer['roles'])}")
    else:
        click.echo(
            f"{person} is known, but holds no role and can sign in nowhere: "
            "give one as [[floor.staff]] in floor.toml, then `openfelt reload`"
        )


@command.command("second-factor")
@_FOLDER
@click.argument("person")
@click.option("--off", is_flag=True, help="Take it away instead.")
def second_factor(folder: Path, person: str, *, off: bool) -> None:
    """Give PERSON a second factor, in place of any before it: what his app needs is printed."""
    answer = _ask(folder, "second-factor", person=person, on="no" if off else "yes")
    if off:
        click.echo(f"{person} signs in without a second factor")
    else:
        click.echo(f"let the app of {person} read this, and nobody else: {answer['uri']}")


@command.command()
@_FOLDER
def check(folder: Path) -> None:
    """Compare persons and stations' keys with what the journal says of them."""
    changed = _ask(folder, "check")["changed"]
    if changed:
        raise click.ClickException(
            f"changed outside the floor, and shut out: {', '.join(changed)}; find out by whom, "
            "then set each again (credential, enrol)"
        )
    click.echo("persons and keys are as the floor wrote them")
