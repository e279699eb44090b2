"""The command line.  A command's module is imported only when that command runs."""

from importlib import import_module
from typing import Final

import click

from openfelt import __version__

# Name, module, and the line of `openfelt --help`, so that help imports nothing.
_COMMANDS: Final = {
    "demo": ("openfelt.cli.demo", "Play virtual tables to the rulebooks and show what they paid."),
    "par": ("openfelt.cli.par", "Print the exact mathematics of every bet: the PAR sheets."),
    "rules": (
        "openfelt.cli.rules",
        "Show which clause is held by which code and proved by which test.",
    ),
    "scenario": ("openfelt.cli.scenario", "Run transcripts of the floor."),
    "settle": ("openfelt.cli.settle", "Settle wagers on given outcomes, one JSON line a case."),
}


class _Lazy(click.Group):
    """A group that knows its commands by name and loads one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(_COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="openfelt")
def main() -> None:
    """OpenFelt: electronic table games, exactly to the approved rulebooks."""
    if not __debug__:
        raise click.ClickException("OpenFelt keeps its assertions: do not run Python with -O")
