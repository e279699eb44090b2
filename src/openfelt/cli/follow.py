"""`openfelt follow`: the second process beside the floor."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from openfelt.audit.finding import Finding
from openfelt.audit.source import is_url
from openfelt.engine.key import KEY_FILE, keys_beside
from openfelt.engine.proof import prove
from openfelt.engine.rebuild import rebuild_archive
from openfelt.engine.recovery import Began
from openfelt.follow.clocks import wall_clock
from openfelt.follow.file import model_path
from openfelt.follow.follower import FalseStart, Follower, Plan
from openfelt.follow.heads import HeadsFile, stamp
from openfelt.follow.model import Model
from openfelt.journal.base import Journal, JournalReader
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import GENESIS

_WRONG: Final = 1
_NO_JOURNAL: Final = 2
# What `openfelt serve` hears: the floor must stop.
FALSE_START: Final = 4
_SECOND_US: Final = 1_000_000
_STATUS_S: Final = 1.0
BEAT_S: Final = 5.0
_SHOWN_EVERY: Final = 50_000
# The floor comes first, also where they share a core.
_NICE: Final = 5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the caller wants done, and how often."""

    plan: Plan
    once: bool
    rebuild: bool
    acknowledge: bool
    secret: bytes
    began: tuple[Began, ...]


def _say(text: str) -> None:
    click.echo(f"{stamp(wall_clock())} {text}")


def _complain(finding: Finding) -> None:
    click.echo(f"WRONG: {finding}", err=True)


def _warn(text: str) -> None:
    click.echo(f"Error: {text}", err=True)


def _progress(rows: int) -> None:
    if sys.stderr.isatty() and rows % _SHOWN_EVERY < _SHOWN_EVERY // 20:
        click.echo(f"\r{rows:,} rows verified", nl=False, err=True)


def _began(text: str) -> tuple[Began, ...]:
    try:
        return msgspec.json.decode(text, type=tuple[Began, ...])
    except msgspec.MsgspecError as error:
        raise click.BadParameter(str(error)) from error


async def _open(where: str, schema: str) -> JournalReader:
    if is_url(where):
        from openfelt.journal.postgres_reader import PostgresReader

        try:
            return await PostgresReader.open_readonly(where, schema)
        except ValueError as error:  # what asyncpg says to an address it cannot read
            raise JournalFault(f"{where!r} is no PostgreSQL address: {error}") from error
    from openfelt.journal.sqlite_reader import SqliteReader

    path = Path(where)
    if not path.is_file():
        raise JournalFault(f"{path} is no file: name the journal, or a postgresql:// address")
    return await SqliteReader.open(path)


def _secret(where: str, key: Path | None) -> bytes:
    """Read the floor's key: the file that is named, or where a floor has it by itself."""
    beside = None if is_url(where) else keys_beside(Path(where).resolve().parent) / KEY_FILE
    path = key or (beside if beside and beside.is_file() else None)
    try:
        return path.read_bytes() if path else b""
    except OSError as error:
        raise JournalFault(f"the floor's key cannot be read: {error}") from error


async def _restore_archive(where: str, schema: str, secret: bytes) -> int:
    await (await _open(where, schema)).close()  # Refuse what is no journal, and make none.
    opened: Journal
    if is_url(where):
        from openfelt.journal.postgres import PostgresJournal

        opened = await PostgresJournal.open(where, schema)
    else:
        from openfelt.journal.sqlite import SqliteJournal

        opened = await SqliteJournal.open(Path(where))
    try:
        return await rebuild_archive(opened, secret)
    finally:
        await opened.close()


def _status(model: Model) -> str:
    verified = model.verified()
    streams = [
        f"{name} {head.sequence:,} rows, {verified.get(name, GENESIS).sequence:,} verified"
        for name, head in model.positions().items()
    ]
    wrong = [f"{count:,} findings"] if (count := len(model.findings())) else []
    return "; ".join((*streams, *wrong)) or "no rows yet"


async def _show_status(model: Model) -> None:
    while True:
        click.echo(f"\r{_status(model)} ", nl=False, err=True)
        await asyncio.sleep(_STATUS_S)


@contextmanager
def _stopped_by_signals() -> Iterator[asyncio.Event]:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


async def _follow(follower: Follower, model: Model, *, once: bool) -> None:
    await follower.check_positions()
    with _stopped_by_signals() as stop:
        if once:
            work = asyncio.create_task(follower.once(_progress))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait((work, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            work.cancel()  # A finished one is not touched by it.
            with suppress(asyncio.CancelledError):
                await work
            return
        shown = asyncio.create_task(_show_status(model)) if sys.stderr.isatty() else None
        try:
            await follower.run(stop, _progress)
        finally:
            if shown is not None:
                shown.cancel()


async def _beating(work: Coroutine[Any, Any, T]) -> T:
    """Say every few seconds that we live: one who is held is no follower, and nobody would know."""

    async def beat() -> None:
        while True:
            click.echo()
            await asyncio.sleep(BEAT_S)

    beats = asyncio.create_task(beat())
    try:
        return await work
    finally:
        beats.cancel()


async def _prove(where: str, schema: str, began: tuple[Began, ...]) -> None:
    """Only see whether a start of the floor was founded on the truth; make no file."""
    reader = await _open(where, schema)
    try:
        untrue = await prove(reader, began)
        if untrue:
            await reader.forget_snapshots()
            raise FalseStart(untrue)
    finally:
        await reader.close()


async def _main(
    journal: str, schema: str, file: Path, heads: tuple[Path, ...], wish: _Wish
) -> bool:
    """Follow, and say whether anything is wrong; without a journal no file is made."""
    reader = await _open(journal, schema)
    try:
        model = Model(file)
        try:
            kept = [HeadsFile(path) for path in heads]
            for wrong in (wrong for one in kept for wrong in one.wrong):
                _warn(f"{wrong}; mend the line, or name another file")
            if wish.acknowledge:
                _say(f"{model.acknowledge():,} findings acknowledged")
            for finding in model.findings():
                _complain(finding)
            if wish.rebuild:
                model.clear()
            follower = Follower(
                reader,
                model,
                kept,
                wish.plan,
                say=_say,
                found=_complain,
                warn=_warn,
                secret=wish.secret,
                began=wish.began,
            )
            await _follow(follower, model, once=wish.once)
            _say(_status(model))
            if any(one.wrong for one in kept):
                raise JournalFault("not all heads could be read")
            return bool(model.findings())
        finally:
            model.close()
    finally:
        await reader.close()


@click.command()
@click.argument("journal")
@click.option("--schema", default="openfelt", help="The schema, in PostgreSQL.", show_default=True)
@click.option(
    "--model",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The follower's own file.  [default: JOURNAL.follow; for a server SCHEMA.follow, here]",
)
@click.option(
    "--heads",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the chain's heads in this file, each minute and at each gaming day's end.  "
    "Repeatable: one of them lies where whoever writes the journal cannot write.",
)
@click.option("--once", is_flag=True, help="Catch up, do everything that is due, and end.")
@click.option("--rebuild", is_flag=True, help="Make the round recall from nothing.")
@click.option("--acknowledge", is_flag=True, help="Forget what was found wrong, and look again.")
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The floor's key: without it no snapshot or restored round of ours is believed.  "
    "[default: floor.key in the folder FOLDER.keys beside the journal's]",
)
@click.option(
    "--restore-archive",
    is_flag=True,
    help="Put what ended back into the archive, from the rows, and end.  Stop the floor first.",
)
@click.option(
    "--began",
    default="[]",
    hidden=True,
    callback=lambda _, __, text: _began(text),
    help="What the start of the floor believed of snapshots; the floor itself says it.",
)
@click.option("--beating", is_flag=True, hidden=True, help="Say every 5 seconds that we live.")
@click.option("--only-prove", is_flag=True, hidden=True, help="Prove that and end.")
@click.option("--heads-every", default=60, show_default=True, help="Seconds between two heads.")
@click.option("--snapshot-every", default=300, show_default=True, help="Seconds between two.")
@click.option("--snapshot-rows", default=100_000, show_default=True, help="Or after so many rows.")
@click.option("--verify-every", default=24.0, show_default=True, help="Hours between two passes.")
def command(
    *,
    journal: str,
    schema: str,
    file: Path | None,
    heads: tuple[Path, ...],
    once: bool,
    rebuild: bool,
    acknowledge: bool,
    key: Path | None,
    restore_archive: bool,
    began: tuple[Began, ...],
    only_prove: bool,
    beating: bool,
    heads_every: int,
    snapshot_every: int,
    snapshot_rows: int,
    verify_every: float,
) -> None:
    """Follow a journal: note every round, verify every row, make snapshots, keep the heads.

    JOURNAL is an SQLite file or a postgresql:// address; its rows are only read, also while the
    floor writes them.  Exit status 1 when something is or was found wrong, 2 when there is no
    journal or it cannot be followed, 4 when the floor beside it must stop.
    """
    plan = Plan(
        heads_us=heads_every * _SECOND_US,
        snapshot_us=snapshot_every * _SECOND_US,
        snapshot_rows=snapshot_rows,
        verify_us=int(verify_every * 3_600 * _SECOND_US),
    )
    os.nice(_NICE)
    try:
        secret = _secret(journal, key)
        if only_prove:
            asyncio.run(_beating(_prove(journal, schema, began)))
            return
        wish = _Wish(
            plan,
            once=once,
            rebuild=rebuild,
            acknowledge=acknowledge,
            secret=secret,
            began=began,
        )
        if restore_archive:
            count = asyncio.run(_restore_archive(journal, schema, secret))
            _say(f"{count:,} things that have ended are in the archive")
            return
        work = _main(journal, schema, file or model_path(journal, schema), heads, wish)
        wrong = asyncio.run(_beating(work) if beating else work)
    except FalseStart as error:
        _warn(str(error))
        sys.exit(FALSE_START)
    except JournalFault as error:
        _warn(str(error))
        sys.exit(_NO_JOURNAL)
    sys.exit(_WRONG if wrong else 0)
