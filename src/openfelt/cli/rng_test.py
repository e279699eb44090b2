"""`openfelt rng-test`: test the chance of the virtual devices by what they give."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from openfelt import __version__
from openfelt.cli.document import write_whole
from openfelt.cli.simulate import Number
from openfelt.cli.tables import console, table
from openfelt.rngtest import DEVICES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from openfelt.core.draw import ByteSource
    from openfelt.rngtest.bench import Device
    from openfelt.rngtest.finding import Whole
    from openfelt.rngtest.outside import Opinion
    from openfelt.rngtest.trial import Trial

_ROUNDS_MIN: Final = 10_000
_ROUNDS_MAX: Final = 10_000_000


@click.command("rng-test")
@click.argument("devices", nargs=-1, metavar="[DEVICE]...", type=click.Choice(DEVICES))
@click.option(
    "--outcomes",
    type=Number(),
    default=100_000,
    show_default="1e5",
    metavar="N",
    help=f"Outcomes of each device, {_ROUNDS_MIN:,} to {_ROUNDS_MAX:,}; of the shoe, cards.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=None,
    help="Draw from a seeded generator, the same each time, instead of the live source.",
)
@click.option("--json", "is_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "--html",
    "target",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Write the report as one HTML document.",
)
@click.option(
    "--others/--no-others",
    default=True,
    help="Ask dieharder and PractRand too, where they are installed.",
)
def command(
    *,
    devices: tuple[str, ...],
    outcomes: int,
    seed: int | None,
    is_json: bool,
    target: Path | None,
    others: bool,
) -> None:
    """Test the chance of virtual devices by what they give.

    DEVICE is craps (two dice), sicbo (three dice), wheel or shoe; without any,
    all are tested, and against each other.  Exit status 1 when a test is
    broken at 99 % confidence for all tests together: sound devices give that
    in one run of a hundred at the most.
    """
    from openfelt.devices.chance import SYSTEM, seeded
    from openfelt.rngtest.bench import bench
    from openfelt.rngtest.trial import trial

    if not _ROUNDS_MIN <= outcomes <= _ROUNDS_MAX:
        raise click.BadParameter(
            f"{outcomes:,} is not from {_ROUNDS_MIN:,} to {_ROUNDS_MAX:,}",
            param_hint="--outcomes",
        )
    source = SYSTEM if seed is None else seeded(seed)
    under_test = bench(devices or DEVICES, source)
    taken = _take(under_test, outcomes)
    made = trial(under_test, taken, seed, _opinions(source) if others else ())
    if is_json:
        import json

        from openfelt.rngtest.trial import as_json

        click.echo(json.dumps(as_json(made, __version__), indent=1, ensure_ascii=False))
    else:
        _show(made)
    if target is not None:
        _write(target, made)
    if not made.holds:
        sys.exit(1)


def _take(devices: Collection[Device], rounds: int) -> Mapping[str, Whole]:
    import asyncio

    from openfelt.rngtest.bench import take

    with click.progressbar(
        length=rounds, label="asking the devices", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        try:
            return asyncio.run(take(devices, rounds, bar.update))
        except ValueError as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            click.echo("\nstopped; nothing was judged", err=True)
            sys.exit(130)


def _opinions(source: ByteSource) -> list[Opinion]:
    from openfelt.rngtest.outside import opinions

    return list(opinions(source))


def _show(made: Trial) -> None:
    from openfelt.rngtest.report import COLUMNS, cells

    out = console()
    shown = table(*COLUMNS)
    for both in zip(made.found, made.judgement.together, strict=True):
        shown.add_row(*cells(*both))
    out.print(shown)
    out.print(f"\n{made.rounds:,} rounds from {made.source}.", markup=False)
    for one in made.opinions:
        out.print(f"{one.program}: {one.says}", markup=False)
    out.print(f"{made.says[0].upper()}{made.says[1:]}.", markup=False)


def _write(target: Path, made: Trial) -> None:
    from openfelt.rngtest.report import page

    try:
        write_whole(target, page(made, __version__))
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"cannot write {target}: {reason}") from error
    click.echo(f"{target} written", err=True)
