"""`openfelt serve`: run a floor until it is told to stop."""

import asyncio
import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import click

from openfelt.demo import plan
from openfelt.demo.floor import DemoFloor
from openfelt.devices.vault import VaultFault
from openfelt.engine.process import allow_files
from openfelt.follow.file import model_path
from openfelt.journal.errors import JournalFault
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.config.sections import Config
from openfelt.server.config.wishes import NotThisFloor
from openfelt.server.floor_server import JOURNAL_FILE, FloorServer
from openfelt.server.log import log, set_up

_FAULT: Final = 1
# A follower that ends is started again, but not at once.
_FOLLOW_AGAIN_S: Final = 5.0
_PR_SET_PDEATHSIG: Final = 1
# A terminal's feed, the connection its page keeps, and one more while it reloads; and the rest.
_FILES_A_TERMINAL: Final = 3
_FILES_BESIDE: Final = 200


def _stay_beside() -> None:
    """In the follower: let Ctrl-C reach the floor only, and end with it even when it is killed."""
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


async def _follow(config: Config, again_s: float) -> None:
    """Keep the second process running beside the floor: read models, snapshots, verification.

    What it complains of goes into the floor's own log.
    """
    address = config.server.journal
    folder = Path(config.server.folder)
    journal = str(folder / JOURNAL_FILE) if address == "sqlite" else address
    model = model_path(str(folder / JOURNAL_FILE), "")
    call = "from openfelt.cli import run; run()"
    key = str(config.server.key_file)
    kept = ("--model", str(model), "--heads", str(folder / "heads.txt"), "--key", key)
    words = ("follow", journal, *kept)
    while True:
        try:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                call,
                *words,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=_stay_beside,
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.error("the follower cannot be started and is tried again", why=str(error))
        else:
            code = await _heard(child)
            log.warning("the follower ended and is started again", exit=code)
        await asyncio.sleep(again_s)


async def _heard(child: asyncio.subprocess.Process) -> int:
    """Log what the follower complains of until it ends; return how it ended."""
    assert child.stderr is not None
    try:
        while not child.stderr.at_eof():
            try:
                line = await child.stderr.readline()
            except ValueError:  # What was read of a line too long for the stream is let go.
                line = b"[a line too long to be kept]"
            if line:
                log.error("the follower", said=line.decode(errors="replace").strip())
        return await child.wait()
    except asyncio.CancelledError:
        await _ended(child)
        raise


async def _ended(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):  # It may have ended by itself.
        child.terminate()
    await child.wait()


class Served(Protocol):
    """A floor, live or for show."""

    config: Config

    async def start(self) -> None:
        """Open the doors."""
        ...

    async def run(self) -> None:
        """Run until one part ends."""
        ...

    async def stop(self) -> None:
        """Make durable what was taken, and close."""
        ...


def make_room(config: Config) -> None:
    """Allow as many sockets as the machine lets us; say so where that is not enough."""
    allowed = allow_files()
    wanted = _FILES_A_TERMINAL * len(config.floor.terminal) + _FILES_BESIDE
    if allowed < wanted:
        log.warning(
            "too few open files are allowed: stations will be turned away",
            allowed=allowed,
            wanted=wanted,
            do="raise the hard limit: LimitNOFILE= of the service, or ulimit -Hn as root",
        )


async def serve(server: Served, *, follow: bool, follow_again_s: float = _FOLLOW_AGAIN_S) -> None:
    """Serve until SIGTERM or SIGINT; then finish what was taken."""
    make_room(server.config)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await server.start()
    waits = [asyncio.create_task(stop.wait()), asyncio.create_task(server.run())]
    following = asyncio.create_task(_follow(server.config, follow_again_s)) if follow else None
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        others = [task for task in (*waits, following) if task is not None]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await server.stop()


def _floor(config: Config) -> Served:
    """Build the floor; a demo's devices are virtual, and robots play where its file says."""
    return DemoFloor(plan.of(config)) if config.server.demo else FloorServer(config)


@click.command()
@click.option(
    "--config",
    "path",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The floor.toml to run.",
)
def command(path: Path) -> None:
    """Run a floor: its journal, its stations, its two faces."""
    try:
        config = config_file.read(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    set_up(config.server.log)
    try:
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(_floor(config), follow=config.server.follow))
    except (JournalFault, NotThisFloor, VaultFault, OSError) as error:
        raise click.ClickException(str(error)) from error
