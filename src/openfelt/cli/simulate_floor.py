"""`openfelt simulate-floor`: play the whole floor at random while everything goes wrong."""

import csv
import subprocess
import sys
from pathlib import Path

import click

from openfelt.audit.auditor import Auditor
from openfelt.rehearsal.acts import play
from openfelt.rehearsal.complete import never_granted
from openfelt.rehearsal.rehearsal import Report


def _say(report: Report) -> None:
    click.echo(
        f"{report.rounds:,} rounds, {report.steps:,} steps, {report.rows:,} rows, "
        f"{report.crashes:,} crashes survived"
    )
    for fault, times in sorted(report.met.items()):
        click.echo(f"  {times:>7,}  {fault.value}")
    _say_commands(report)


def _say_commands(report: Report) -> None:
    """Print how often each command was sent, and granted."""
    click.echo(f"  {'sent':>9}  {'granted':>9}")
    for name in sorted(report.sent):
        click.echo(f"  {report.sent[name]:>9,}  {report.granted[name]:>9,}  {name}")
    lacking = ", ".join(never_granted(report.granted)) or "none"
    click.echo(f"{len(report.sent)} kinds of command sent; never granted: {lacking}")


def _commit() -> str:
    """Name the commit that plays, with a mark if the checkout was changed."""
    line = ("git", "describe", "--always", "--dirty", "--abbrev=12")
    done = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() or "unknown"


def _note(log: Path, report: Report) -> None:
    """Add a run to the log, which begins with its head line."""
    new = not log.exists()
    with log.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow(("seed", "rounds", "rows", "crashes", "commit"))
        figures = (report.seed, report.rounds, report.rows, report.crashes)
        writer.writerow((*figures, _commit()))


def _logged(log: Path) -> tuple[int, int]:
    """Return the rounds a log adds up to and the first seed it has not played."""
    if not log.exists():
        return 0, 1
    with log.open(encoding="utf-8") as file:
        runs = [(int(row["seed"]), int(row["rounds"])) for row in csv.DictReader(file)]
    return sum(rounds for _, rounds in runs), max((seed for seed, _ in runs), default=0) + 1


@click.command("simulate-floor")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same floor.")
@click.option("--rounds", default=1_000, show_default=True, type=click.IntRange(min=1))
@click.option("--log", type=click.Path(path_type=Path), help="Add each run to this CSV file.")
@click.option(
    "--total",
    type=click.IntRange(min=1),
    help="With --log: go on with the next seeds until the log adds up to so many rounds.",
)
def command(seed: int, rounds: int, log: Path | None, total: int | None) -> None:
    """Play two pits and the house on a virtual clock, with kills, lost writes, repeats and faults.

    An auditor that shares no code with the floor judges every durable row.
    Exit status 1 when a promise is broken, when a kind of fault did not happen or a command was
    never granted.
    """
    if total is None:
        _play(seed, rounds, log)
        return
    if log is None:
        raise click.UsageError("--total needs --log, where it finds what was played")
    while (logged := _logged(log))[0] < total:
        _play(logged[1], rounds, log)
    click.echo(f"{logged[0]:,} rounds in {log}")


def _play(seed: int, rounds: int, log: Path | None) -> None:
    watched = sys.stderr.isatty()

    def progress(report: Report) -> None:
        if watched:
            click.echo(f"\r{report.rounds:,} of {rounds:,} rounds", nl=False, err=True)

    try:
        report = play(seed, rounds, lambda: Auditor(strict=True), progress)
    except AssertionError as error:
        raise click.ClickException(
            f"{error}; `openfelt simulate-floor --seed {seed} --rounds {rounds}` on this commit "
            "shows it again"
        ) from error
    if watched:
        click.echo(err=True)
    _say(report)
    missing = [*(fault.value for fault in report.missing()), *never_granted(report.granted)]
    if missing:
        names = ", ".join(missing)
        raise click.ClickException(f"did not happen, so was not tried: {names}; play more rounds")
    if log is not None:
        _note(log, report)
