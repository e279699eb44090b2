"""How `openfelt simulate` shows what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from openfelt import __version__
from openfelt.cli.document import write_whole
from openfelt.cli.tables import console, table

if TYPE_CHECKING:
    from pathlib import Path

    from openfelt.simulate.progress import Progress
    from openfelt.simulate.rounds import Rounds
    from openfelt.simulate.sessions import Sessions


def show_rounds(run: Rounds, progress: Progress, target: Path | None) -> bool:
    """Show every bet beside its exact value; say whether all lie within the bound."""
    from openfelt.simulate.report import cells, columns, page
    from openfelt.simulate.verify import judged, scores

    found = scores(run, progress.total)
    shown = table(*columns(run))
    for one in found:
        shown.add_row(*cells(one))
    verdict, out = judged(found), console()
    out.print(shown)
    out.print(f"\n{run.sheet.key}, seed {run.seed}: {verdict.says}", markup=False)
    if target is not None:
        _write(target, page(run, progress, __version__))
    return verdict.holds


def show_sessions(run: Sessions, progress: Progress, target: Path | None) -> bool:
    """Show what sessions came to; there is no exact value to hold them to."""
    from openfelt.simulate.outcome import figures, page, percentiles

    total, out = progress.total, console()
    shown = table("sessions", run.sheet.key)
    for name, value in figures(run, total):
        shown.add_row(name, value)
    out.print(shown)
    shares = table("sessions", "money left, at most", "drawdown, at most")
    for row in percentiles(total):
        shares.add_row(*row)
    out.print()
    out.print(shares)
    if target is not None:
        _write(target, page(run, progress, __version__))
    return True


def _write(target: Path, document: str) -> None:
    try:
        write_whole(target, document)
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"cannot write {target}: {reason}") from error
    click.echo(f"{target} written", err=True)
