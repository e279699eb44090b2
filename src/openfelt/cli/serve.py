"""`openfelt serve`: run a floor until it is told to stop."""

import asyncio
import ctypes
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import click
import msgspec

from openfelt.cli.follow import FALSE_START
from openfelt.demo import plan
from openfelt.demo.floor import DemoFloor
from openfelt.devices.vault import VaultFault
from openfelt.engine.process import allow_files
from openfelt.engine.recovery import Began
from openfelt.journal.address import split_password
from openfelt.journal.errors import JournalFault
from openfelt.server.config import file as config_file
from openfelt.server.config.addresses import split
from openfelt.server.config.file import ConfigError
from openfelt.server.config.sections import Config
from openfelt.server.config.wishes import NotThisFloor
from openfelt.server.door.door import bound
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import log, set_up
from openfelt.server.standing.places import places_of

_FAULT: Final = 1
# A follower that ends is started again, but not at once.
_FOLLOW_AGAIN_S: Final = 5.0
# One that says nothing for so long is held by somebody, or hangs; it has 5 seconds a beat.
SILENT_S = 60.0
_PR_SET_PDEATHSIG: Final = 1
_DOORS: Final = ("office", "floor", "floor_feed", "office_feed")
# A terminal's feed, the connection its page keeps, and one more while it reloads; and the rest.
_FILES_A_TERMINAL: Final = 3
_FILES_BESIDE: Final = 200


def _stay_beside() -> None:
    """In the follower: let Ctrl-C reach the floor only, and end with it even when it is killed."""
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class FalseStart(JournalFault):
    """The floor was founded on something that its rows do not give."""

    def __init__(self) -> None:
        super().__init__(
            "the floor was started from a snapshot that its rows do not give, and was stopped: "
            "whatever was decided since that start may be wrong.  See with `openfelt audit` what "
            "is, keep a copy of the folder, and ask who could write there and had the floor's key"
        )


def _follower(config: Config, began: Sequence[Began]) -> list[str]:
    """Return how the second process is called: to follow, or where others do, only to prove."""
    server = config.server
    places = places_of(server)
    address, _ = split_password(server.journal)
    journal = str(places.journal) if address == "sqlite" else address
    words = ["follow", journal, "--beating", "--key", str(server.key_file)]
    words += ["--began", msgspec.json.encode(began).decode()]
    if not server.follow:
        return [*words, "--only-prove"]
    words += ["--model", str(places.follower), "--heads", str(places.heads)]
    if places.witness_heads is not None:
        words += ["--heads", str(places.witness_heads)]
    return words


async def _follow(config: Config, again_s: float, began: Sequence[Began] = ()) -> None:
    """Keep the second process running beside the floor: read models, snapshots, verification.

    What it complains of goes into the floor's own log; at a false start the floor must stop.
    """
    _, password = split_password(config.server.journal)
    # Every user of the machine may read the words of a process; what it has around it only we.
    around = {**os.environ, "PGPASSWORD": password} if password else None
    call = "from openfelt.cli import run; run()"
    while True:
        try:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                call,
                *_follower(config, began),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=_stay_beside,
                env=around,
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.error("the follower cannot be started and is tried again", why=str(error))
        else:
            code = await _heard(child)
            if code == FALSE_START:
                raise FalseStart
            if code == 0 and not config.server.follow:
                log.info("the start is proved by the rows", streams=len(began))
                return
            log.warning("the follower ended and is started again", exit=code)
        await asyncio.sleep(again_s)


async def _heard(child: asyncio.subprocess.Process) -> int:
    """Log what the follower complains of until it ends; return how it ended."""
    assert child.stderr is not None
    beats = asyncio.create_task(_end_when_silent(child))
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
    finally:
        beats.cancel()


async def _end_when_silent(child: asyncio.subprocess.Process) -> None:
    """Nobody switches verification off by holding the follower: it is ended, and begins anew."""
    assert child.stdout is not None
    try:
        while await asyncio.wait_for(child.stdout.read(2**16), SILENT_S):
            pass
    except TimeoutError:
        log.error("the follower says nothing any more and is ended", seconds=SILENT_S)
        child.kill()


async def _ended(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):  # It may have ended by itself.
        child.terminate()
    await child.wait()


class Served(Protocol):
    """A floor, live or for show."""

    config: Config

    @property
    def began(self) -> Sequence[Began]:
        """What the start believed of snapshots."""
        ...

    def stay_closed(self, why: str) -> None:
        """Do not open again until somebody has looked."""
        ...

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
    following = asyncio.create_task(_beside(server, follow_again_s, follow=follow))
    try:
        done, _ = await asyncio.wait((*waits, following), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (*waits, following):
            task.cancel()
        ended = await asyncio.gather(*waits, following, return_exceptions=True)
        await server.stop()
        for error in ended:
            if isinstance(error, FalseStart):
                server.stay_closed(str(error))


async def _beside(server: Served, again_s: float, *, follow: bool) -> None:
    """Follow, or only prove the start where there is something to prove; then wait for the end."""
    if follow or server.began:
        await _follow(server.config, again_s, server.began)
    await asyncio.Event().wait()


def _floor(config: Config) -> Served:
    """Build the floor; a demo's devices are virtual, and robots play where its file says."""
    return DemoFloor(plan.of(config)) if config.server.demo else FloorServer(config)


def _taken(config: Config) -> str:
    """Say which addresses of a floor somebody else listens at, once ours are closed again."""
    taken = []
    for key in _DOORS:
        address: str = getattr(config.server, key)
        try:
            bound(*split(address)).close()
        except OSError:
            taken.append(f'{key} = "{address}"')
    return (
        f"{', '.join(taken) or 'one of its addresses'} is taken: another floor runs here, or "
        "another program.  Stop it, or give other addresses under [server]"
    )


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
    except OSError as error:
        why = _taken(config) if error.errno == errno.EADDRINUSE else str(error)
        raise click.ClickException(why) from error
    except (JournalFault, NotThisFloor, VaultFault) as error:
        raise click.ClickException(str(error)) from error
