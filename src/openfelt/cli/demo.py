"""`openfelt demo`: a living floor on this machine, with robots at its tables."""

import asyncio
import errno
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from openfelt.cli.serve import serve
from openfelt.demo.floor import DemoFloor
from openfelt.demo.plan import PEOPLE, TERMINALS_MOST, NotAPlan, make
from openfelt.devices.vault import VaultFault
from openfelt.journal.errors import JournalFault
from openfelt.server.config.wishes import NotThisFloor
from openfelt.server.log import set_up
from openfelt.server.standing.places import JOURNAL_FILE
from openfelt.stations.kind import KINDS

PROGRESS_S: Final = 10.0
TABLES: Final = "LT:1,SB:1,AC:1,MT_A:1,MT_ROULETTE:1,MT_SICBO:1"
_IN_USE: Final = errno.EADDRINUSE


def _welcome(console: Console, floor: DemoFloor) -> None:
    """Print where everything is and whom a newcomer can be."""
    server, plan = floor.server, floor.plan
    console.rule("[bold]OpenFelt demo floor[/bold]  (nothing here is worth money)")
    how = "A new floor" if floor.is_new else "The floor goes on"
    console.print(f"{how} in {plan.config.server.folder}.  Ctrl-C stops it; it survives that.")
    console.print(f"Start here: [bold]{server.addresses()['office']}[/bold]")
    console.print(
        "Play at a terminal that is free for you; sign in where dealers and staff work.\n"
    )
    stations = list(_stations(floor))
    wide, wider = (max(len(one[column]) for one in stations) for column in (0, 1))
    for name, what, url in stations:
        line = f"  {name:<{wide}}  {what:<{wider}}  {url}"
        console.print(line, soft_wrap=True, highlight=False)
    console.print()
    people = Table("sign in as", "who that is", "password", "PIN", "where", box=None)
    for one in PEOPLE:
        where = ", ".join(_kinds_for(floor, one.role))
        people.add_row(one.person, f"{one.name}, {one.role}", one.password, one.pin, where)
    console.print(people)
    console.print(f"Robots play at {', '.join(plan.robots) or 'no terminal'}.")
    console.print("Open the page of a robot's terminal, and it leaves you its seat and its credit.")
    # As it was called: nobody need have it among the commands he knows.
    command = sys.argv[0] if Path(sys.argv[0]).is_file() else "openfelt"
    journal = Path(plan.config.server.folder) / JOURNAL_FILE
    console.print("A second process verifies every row of the journal as it is written.")
    console.print(f"So can you: [bold]{command} audit {journal}[/bold]\n", soft_wrap=True)


def _stations(floor: DemoFloor) -> Iterator[tuple[str, str, str]]:
    """Yield each station that is not a robot's: name, what it is, where it lives."""
    plan, url = floor.plan, floor.server.station_url
    linked = {one.name: one.tables[0] for one in plan.config.floor.terminal}
    for name in plan.free:
        yield name, f"player at {linked[name]}, free for you", url(name)
    for station in plan.config.floor.station:
        where = f" of {station.tables[0]}" if station.tables else ""
        how = f", dealt {plan.dealing[station.tables[0]]}" if station.kind == "dealer" else ""
        yield station.name, f"{station.kind}{where}{how}", url(station.name)
    for kiosk in plan.config.floor.kiosk:
        yield kiosk.name, "kiosk that pays tickets", url(kiosk.name)


def _kinds_for(floor: DemoFloor, role: str) -> list[str]:
    """Return the kinds of station that let somebody with this role in, each once."""
    wished = floor.plan.config.floor
    books = {table.name: table.variant for table in wished.table}
    kinds: dict[str, None] = {}
    for station in wished.station:
        tables = station.tables or tuple(books)
        if role in KINDS[station.kind].staffed_by(books[table] for table in tables):
            kinds[station.kind] = None
    return list(kinds)


async def _show(console: Console, floor: DemoFloor) -> None:
    """Print what there is, then every few seconds what has happened."""
    _welcome(console, floor)
    while True:
        seen = floor.seen
        rounds, wagers = seen["RoundSettled"], seen["WagerStaged"] + seen["LayoutStaged"]
        line = f"{rounds} rounds settled, {wagers} wagers laid, {seen['TicketIssued']} tickets"
        if console.is_terminal:
            console.print(f"[dim]{line}[/dim]", end="\r")
        await asyncio.sleep(PROGRESS_S if rounds else 1.0)


@click.command()
@click.option("--terminals", default=20, show_default=True, type=click.IntRange(1, TERMINALS_MOST))
@click.option("--tables", default=TABLES, show_default=True, metavar="VARIANT:COUNT,…")
@click.option(
    "--dealing",
    default="auto",
    show_default=True,
    metavar="auto|manual|TABLE:manual,…",
    help="Who deals: a robot, or you at the dealer's station.",
)
@click.option(
    "--folder",
    default=Path("openfelt-demo"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the journal is kept.",
)
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65_532),
    help="The first of four ports in a row; 0 takes any.",
)
@click.option(
    "--faults",
    default=0,
    metavar="N",
    type=click.IntRange(0),
    help="Let every kind of device fault strike once in N acts.",
)
def command(
    terminals: int, tables: str, dealing: str, folder: Path, port: int, faults: int
) -> None:
    """Run a demo floor: real server and journal, virtual devices, robots at the tables.

    A terminal at each table stays free for you.  Stop it and start it again
    in the same folder: the floor goes on where it was.
    """
    console = Console()
    console.print("Opening the floor …")
    set_up("warning")
    try:
        plan = make(
            folder,
            terminals=terminals,
            tables=tables,
            dealing=dealing,
            port=port,
            faults=faults,
        )
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            floor = DemoFloor(plan, show=lambda floor: _show(console, floor))
            runner.run(serve(floor, follow=plan.config.server.follow))
    except NotAPlan as error:
        raise click.UsageError(str(error)) from error
    except (JournalFault, NotThisFloor, VaultFault) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        if error.errno == _IN_USE:
            taken = f"one of the ports {port} to {port + 3} is taken: try --port {port + 10}"
            raise click.ClickException(taken) from error
        raise click.ClickException(error.strerror or str(error)) from error
    console.print("\nThe floor is closed; start it again and it goes on.")
