"""`openfelt printer`: a receipt printer at a terminal or a kiosk, from the machine it hangs on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

if TYPE_CHECKING:
    from openfelt.devices.line import Frame, Report
    from openfelt.devices.receipt import ReceiptPrinter

# How often a printer is asked whether it could print.
_LOOK_S: Final = 5.0


@click.command("printer")
@click.argument("url")
@click.option(
    "--to",
    "where",
    required=True,
    metavar="HOST:PORT|DEVICE",
    help="The printer: 192.0.2.7:9100, or /dev/usb/lp0.",
)
@click.option(
    "--folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where its key is kept, and what it printed.",
)
@click.option("--code", help="The code of `openfelt station enrol`, the first time.")
def command(url: str, where: str, folder: Path, code: str | None) -> None:
    """Print a terminal's tickets, or a kiosk's slips, on a receipt printer (ESC/POS, 80 mm).

    URL is where `openfelt station enrol` says that the device is, as in
    http://floor:8081/s/printer@T1/.  It runs until it is stopped; started again
    it prints nothing twice.
    """
    try:
        import escpos.printer  # noqa: F401 - to say at once what is missing
    except ImportError:
        what = "receipt printers need the extra packages: pip install 'openfelt[hardware]'"
        raise click.ClickException(what) from None
    from openfelt.devices.line import NotLetIn

    try:
        asyncio.run(_run(url, where, folder, code))
    except NotLetIn as error:
        raise click.ClickException(str(error)) from None


async def _run(url: str, where: str, folder: Path, code: str | None) -> None:
    from openfelt.devices.line import Line
    from openfelt.devices.memory import Memory
    from openfelt.devices.receipt import ReceiptPrinter

    folder.mkdir(0o700, parents=True, exist_ok=True)
    line = Line(url, folder / "key", lambda said: click.echo(said, err=True))
    if code is not None:
        await line.enrol(code)
    printer = ReceiptPrinter(where, Memory(folder / "printed.jsonl"))
    paper = asyncio.Lock()
    at_kiosk = "/slips@" in url
    await line.run(
        lambda frame: _print(printer, paper, frame),
        lambda: _nothing() if at_kiosk else _watch(printer, paper),
    )


async def _print(printer: ReceiptPrinter, paper: asyncio.Lock, frame: Frame) -> Report:
    """Print a ticket, one after the other, and say whether it is on paper."""
    from openfelt.paper.sheet import Sheet

    order: str = frame["order"]
    sheet = msgspec.convert(frame["paper"], Sheet)
    async with paper:
        printed = await printer.print_sheet(order, sheet)
    click.echo(f"{order[:6]}…{order[-4:]}: {'printed' if printed else 'NOT printed'}", err=True)
    receipt = "SlipReceipt" if frame["kind"] == "rest" else "PrinterReceipt"
    return {"type": receipt, "order": order, "printed": printed}


async def _nothing() -> AsyncIterator[dict[str, Any]]:
    """Say nothing by itself: a kiosk without its printer pays all the same."""
    said: tuple[dict[str, Any], ...] = ()
    for one in said:
        yield one


async def _watch(printer: ReceiptPrinter, paper: asyncio.Lock) -> AsyncIterator[dict[str, Any]]:
    """Say whenever it begins or ceases to work, before anybody needs it."""
    said: bool | None = None
    while True:
        async with paper:
            works = await printer.works()
        if works is not said:
            said = works
            click.echo("the printer works" if works else "the printer does NOT work", err=True)
            yield {"type": "ReportPrinter", "works": works}
        await asyncio.sleep(_LOOK_S)
