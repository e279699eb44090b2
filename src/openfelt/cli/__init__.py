"""The command line.  A command's module is imported only when that command runs."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from openfelt import __version__
from openfelt.cli.plain import has_secret, plain_output

# Name, module, and the line of `openfelt --help`, so that help imports nothing.
_COMMANDS: Final = {
    "accept": ("openfelt.cli.accept", "Let a floor open that stays closed over lost rows."),
    "audit": ("openfelt.cli.audit", "Verify a journal: chain, ledger, tickets, settlements."),
    "check-config": ("openfelt.cli.check_config", "Say what is wrong with a floor.toml."),
    "clock": ("openfelt.cli.clock", "Say how this machine's clock stands to the floor's time."),
    "demo": ("openfelt.cli.demo", "Run a living floor here, with robots at its tables."),
    "follow": (
        "openfelt.cli.follow",
        "Run beside the floor: round recall, verification, snapshots, heads.",
    ),
    "init": ("openfelt.cli.init", "Write a floor.toml to begin with, every key explained."),
    "paper": (
        "openfelt.cli.paper",
        "Draw signs, tickets and vouchers as text, PDF or for a receipt printer.",
    ),
    "par": ("openfelt.cli.par", "Print the exact mathematics of every bet: the PAR sheets."),
    "printer": ("openfelt.cli.printer", "Print a terminal's tickets on a receipt printer."),
    "reload": ("openfelt.cli.reload", "Bring a running floor to what its floor.toml says now."),
    "replay": ("openfelt.cli.replay", "Print a round of a journal as it happened."),
    "rng-test": (
        "openfelt.cli.rng_test",
        "Test the chance of the virtual devices by what they give.",
    ),
    "rules": (
        "openfelt.cli.rules",
        "Show which clause is held by which code and proved by which test.",
    ),
    "scenario": ("openfelt.cli.scenario", "Run transcripts of the floor."),
    "simulate": (
        "openfelt.cli.simulate",
        "Play a variant at the machine's limit and hold it to the exact value.",
    ),
    "simulate-floor": (
        "openfelt.cli.simulate_floor",
        "Play the whole floor at random while everything goes wrong.",
    ),
    "serve": ("openfelt.cli.serve", "Run a floor: journal, stations, two faces."),
    "settle": ("openfelt.cli.settle", "Settle wagers on given outcomes, one JSON line a case."),
    "station": ("openfelt.cli.station", "Enrol and revoke stations, set credentials."),
}


# They draw on the terminal themselves, and nothing that anybody else has written.
_DRAWING: Final = ("demo", "rng-test")
_SHOWN: Final = (
    "a password or PIN on the command line can be read by every user of this machine: give it when "
    "asked, as OPENFELT_PASSWORD and OPENFELT_PIN, or PostgreSQL's by PGPASSFILE or PGPASSWORD"
)


class _Lazy(click.Group):
    """A group that knows its commands by name and loads one when it is called."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        words = sys.argv[1:] if args is None else list(args)
        if words[:1] and words[0] in _DRAWING:
            return super().main(args, *rest, **more)
        with plain_output():
            if args is None and has_secret(words):
                click.echo(f"Warning: {_SHOWN}", err=True)
            return super().main(args, *rest, **more)

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


def run() -> None:
    """Run the command line; a closed or full output ends in a sentence, not in a traceback."""
    if sys.stdout is None:
        _give_up("standard output is closed")
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - open to the end
    try:
        try:
            main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _give_up("")
    except OSError as error:
        _give_up(f"cannot write the output: {error.strerror}")


def _give_up(reason: str) -> NoReturn:
    """Say why, and leave nothing that the interpreter would try to write again at its end."""
    if reason and sys.stderr is not None:
        click.echo(f"Error: {reason}", err=True)
    os._exit(1)
