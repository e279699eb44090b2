"""`openfelt simulate`: play a variant at the machine's limit and hold it to the exact value."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from openfelt.cli.simulate_show import show_rounds, show_sessions

if TYPE_CHECKING:
    from openfelt.simulate.progress import Progress
    from openfelt.simulate.rounds import Rounds
    from openfelt.simulate.sessions import Sessions
    from openfelt.simulate.workers import Play, Run

_SAVE_SECONDS: Final = 5.0
_BAR_WIDTH: Final = 30


class Number(click.ParamType[int]):
    """A whole number that may be written 1e10 or 5_000_000."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it exactly."""
        from decimal import Decimal, InvalidOperation

        try:
            number = Decimal(str(value))
        except InvalidOperation:
            self.fail(f"{value!r} is no number; write 1e9 or 1000000000", param, ctx)
        if not number.is_finite() or number != int(number) or not 1 <= number <= 10**15:
            self.fail(f"{value!r} is no whole number from 1 to 1e15", param, ctx)
        return int(number)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("simulate")
@click.argument("variant")
@click.option(
    "--rounds",
    type=Number(),
    default=None,
    metavar="N",
    help="At least so many rounds, 1e8 by default; of baccarat, coups of fixed index.",
)
@click.option(
    "--bets",
    metavar="BET,…",
    default="",
    help="Follow the drawdown of these bets; all bets are settled in any case.",
)
@click.option(
    "--counted", is_flag=True, help="Only count outcomes: the same sums, sooner, without drawdown."
)
@click.option(
    "--strategy",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Play sessions by this plan (.toml) or program (.py).",
)
@click.option(
    "--sessions",
    type=Number(),
    default=None,
    metavar="N",
    help="With --strategy: how many sessions, 1e5 by default.",
)
@click.option("--burn", default="", help="PB: one_unseen, one_shown or face_value.")
@click.option(
    "--cutting-card",
    type=click.IntRange(min=1),
    default=None,
    metavar="CARDS",
    help="Cards behind the cutting card, if more than the book's least.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=None,
    help="Cores to use; all of them by default.",
)
@click.option("--dask", metavar="ADDRESS", default=None, help="Play on this Dask cluster.")
@click.option("--gpu", is_flag=True, help="Play on this machine's NVIDIA GPU (extra `gpu`).")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed plays the same rounds, wherever they are played.",
)
@click.option(
    "--resume",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Keep what was done in this file, and go on from it if it is there.",
)
@click.option(
    "--html",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Write the result with its curves as one HTML document.",
)
def command(
    *,
    variant: str,
    rounds: int | None,
    bets: str,
    counted: bool,
    strategy: Path | None,
    sessions: int | None,
    burn: str,
    cutting_card: int | None,
    workers: int | None,
    dask: str | None,
    gpu: bool,
    seed: int,
    file: Path | None,
    target: Path | None,
) -> None:
    """Play VARIANT, such as AC or PB/6, by its rulebook's own columns.

    Every bet is held to its exact value.  Exit status 1 when one lies beyond a
    bound that a sound game exceeds once in a thousand runs.  With a strategy,
    sessions with a bankroll are played instead.
    """
    if strategy is None and sessions is not None:
        raise click.UsageError("--sessions are played by a --strategy; without one, say --rounds")
    if strategy is not None and (rounds is not None or bets or counted):
        raise click.UsageError("with --strategy say --sessions; it has its own bets and rounds")
    play = _play(workers, dask, gpu=gpu)
    shoe = (burn, cutting_card or 0)
    if strategy is None:
        sample = tuple(filter(None, bets.split(",")))
        made = _rounds(variant, seed, sample, shoe, counted=counted)
        progress, was_ended = _played(made, made.shards(rounds or 10**8), play, file)
        is_sound = show_rounds(made, progress, target)
    else:
        run = _sessions(variant, seed, strategy, shoe)
        progress, was_ended = _played(run, sessions or 10**5, play, file)
        is_sound = show_sessions(run, progress, target)
    if was_ended:
        sys.exit(130)
    if not is_sound:
        sys.exit(1)


def _rounds(
    variant: str, seed: int, sample: tuple[str, ...], shoe: tuple[str, int], *, counted: bool
) -> Rounds:
    from openfelt.simulate.rounds import Rounds, sheet_named

    try:
        run = Rounds(sheet_named(variant), seed, sample, counted, *shoe)
        run.check()
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return run


def _sessions(variant: str, seed: int, file: Path, shoe: tuple[str, int]) -> Sessions:
    from openfelt.simulate.rounds import sheet_named
    from openfelt.simulate.sessions import Sessions
    from openfelt.simulate.strategy import FORMS

    form = FORMS.get(file.suffix)
    if form is None:
        raise click.UsageError(f"{file} is no strategy: a plan ends in .toml, a program in .py")
    try:
        text = file.read_text(encoding="utf-8")
        run = Sessions(sheet_named(variant), seed, text, form, *shoe)
        run.check()
    except OSError as error:
        raise click.UsageError(f"cannot read {file}: {error.strerror}") from error
    except ValueError as error:
        raise click.UsageError(f"{file}: {error}") from error
    return run


def _play(workers: int | None, dask: str | None, *, gpu: bool) -> Play:
    from openfelt.simulate.workers import locally, on_cluster

    if (workers is not None) + (dask is not None) + gpu > 1:
        raise click.UsageError(
            "--workers are the cores of this machine, --dask is a cluster, --gpu a card: choose one"
        )
    if gpu:
        from openfelt.simulate.gpu.device import NoGpu
        from openfelt.simulate.gpu.play import on_gpu

        try:
            return on_gpu()
        except NoGpu as error:
            raise click.ClickException(str(error)) from error
    return on_cluster(dask) if dask is not None else locally(workers or _cores())


def _played(run: Run, shards: int, play: Play, file: Path | None) -> tuple[Progress, bool]:
    """Play what is not done yet; Ctrl-C ends it and keeps what was done."""
    from openfelt.simulate.gpu.device import NoGpu
    from openfelt.simulate.progress import CannotResume, Progress
    from openfelt.simulate.workers import NoCluster

    progress = Progress(run.identity, run.batch)
    if file is not None and file.exists():
        try:
            progress = Progress.load(file, run.identity, run.batch)
        except CannotResume as error:
            raise click.ClickException(str(error)) from error
    was_ended = False
    try:
        _go_on(progress, run, shards, play, file)
    except KeyboardInterrupt:
        was_ended = True
        file = file or Path(f"simulate-{run.identity['variant'].replace('/', '-')}.json")
    except (NoCluster, NoGpu) as error:
        raise click.ClickException(str(error)) from error
    if file is not None:
        _save(progress, file)
    if was_ended:
        click.echo(f"stopped; go on with --resume {file}", err=True)
    if not progress.shards:
        raise click.ClickException("nothing was played")
    return progress, was_ended


def _go_on(progress: Progress, run: Run, shards: int, play: Play, file: Path | None) -> None:
    saved = time.monotonic()
    with _Bar(run, shards, progress.shards) as bar:
        for first, end, tally in play(run, progress.left(shards)):
            progress.take(first, end, tally)
            bar.show(progress)
            if file is not None and time.monotonic() - saved >= _SAVE_SECONDS:
                _save(progress, file)
                saved = time.monotonic()


def _save(progress: Progress, file: Path) -> None:
    try:
        progress.save(file)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error


class _Bar:
    """A line on a terminal: how much is done, how fast, and how long it will take."""

    def __init__(self, run: Run, shards: int, done: int) -> None:
        self._run, self._shards, self._before = run, shards, done
        self._start = time.monotonic()
        self._is_watched = sys.stderr.isatty()

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_watched:
            click.echo(err=True)

    def show(self, progress: Progress) -> None:
        """Write the line over the last one."""
        if not self._is_watched:
            return
        done, size = progress.shards, self._run.rounds_a_shard
        per_shard = (time.monotonic() - self._start) / (done - self._before)
        filled = _BAR_WIDTH * done // self._shards
        bar = "█" * filled + "·" * (_BAR_WIDTH - filled)
        left = int(per_shard * (self._shards - done))
        click.echo(
            f"\r{bar} {done * size:,} {self._run.unit}, {size / per_shard:,.0f} a second, "
            f"{left // 60}:{left % 60:02} left ",
            nl=False,
            err=True,
        )
