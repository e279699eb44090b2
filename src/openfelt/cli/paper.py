"""`openfelt paper`: what the house prints, as text, PDF, or the bytes of a receipt printer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from openfelt.cli.document import write_bytes
from openfelt.paper.plain import text_of
from openfelt.paper.sheet import Sheet
from openfelt.paper.words import LANGUAGES

if TYPE_CHECKING:
    from openfelt.audit.slip import OnRecord
    from openfelt.paper.slip import Letterhead
    from openfelt.server.config.sections import Config

_language = click.option(
    "--language",
    "languages",
    multiple=True,
    type=click.Choice(LANGUAGES),
    help="Again for another; without it the languages of the house.",
)


def _outputs(command: Callable[..., None]) -> Callable[..., None]:
    """Say where paper goes."""
    target = click.option(
        "--out",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write FILE.pdf, FILE.txt, or FILE.escpos, the bytes of a receipt printer.",
    )
    printer = click.option(
        "--printer",
        metavar="HOST:PORT|DEVICE",
        help="Print on a receipt printer: 192.0.2.7:9100, or /dev/usb/lp0.",
    )
    return target(printer(command))


@click.group("paper")
def command() -> None:
    """Draw what the house prints: the signs of its tables, its tickets and vouchers.

    Without --out and --printer it is written as text.
    """


@command.command()
@click.argument("config", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@_language
@_outputs
def sign(
    config: Path,
    tables: tuple[str, ...],
    languages: tuple[Any, ...],
    out: Path | None,
    printer: str | None,
) -> None:
    """Draw the signs of tables of a floor.toml: limits, odds, commission.

    Without TABLE those of all its tables, in each language of the house.
    """
    from openfelt.paper.sign import sign as draw
    from openfelt.server.config.sections import limits_of

    read = _config(config)
    names = [one.name for one in read.floor.table]
    for missing in (name for name in tables if name not in names):
        raise click.ClickException(f"{config} has no table {missing}; it has {', '.join(names)}")
    chosen = [one for one in read.floor.table if not tables or one.name in tables]
    sheets = [
        draw(one.name, _definition(one), limits_of(one), language, demo=read.server.demo)
        for one in chosen
        for language in languages or read.floor.languages
    ]
    _give(sheets, out, printer)


@command.command()
@click.argument("journal")
@click.argument("number")
@click.option("--form", is_flag=True, help="The form of a manual payment instead.")
@click.option("--signature", is_flag=True, help="On the form, what was signed on the screen.")
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), help="The floor.toml.")
@click.option("--schema", default="openfelt", help="The schema, in PostgreSQL.", show_default=True)
@_language
@_outputs
def slip(
    journal: str,
    number: str,
    *,
    form: bool,
    signature: bool,
    config: Path | None,
    schema: str,
    languages: tuple[Any, ...],
    out: Path | None,
    printer: str | None,
) -> None:
    """Draw the ticket or voucher with that NUMBER from a JOURNAL, which is only read.

    A ticket is printed once, where it was made: this draws a copy, which nobody pays.
    """
    import msgspec

    from openfelt.audit.slip import NoSuchSlip
    from openfelt.cli.signed import NotSigned
    from openfelt.journal.errors import JournalFault

    head = _letterhead(_config(config) if config else None)
    if languages:
        head = msgspec.structs.replace(head, languages=languages)
    try:
        found = asyncio.run(_find(journal, schema, number))
    except (JournalFault, NoSuchSlip) as error:
        raise click.ClickException(str(error)) from None
    if (form or signature) and not found.is_voucher:
        raise click.UsageError(f"{number} is a ticket: only a voucher is paid by form")
    strokes = ""
    if signature:
        try:
            strokes = asyncio.run(_signed(journal, found))
        except (JournalFault, NotSigned) as error:
            raise click.ClickException(str(error)) from None
    _give([_drawn(found, head, strokes, form=form or signature)], out, printer)


def _config(path: Path) -> Config:
    from openfelt.server.config import file
    from openfelt.server.config.file import ConfigError

    try:
        return file.read(path)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


def _definition(table: Any) -> Any:
    """Return what a table of a file would play by."""
    from openfelt.rulebooks import VARIANTS

    return VARIANTS[table.variant].definition(table.decks, table.tie_percent)


def _letterhead(config: Config | None) -> Letterhead:
    from openfelt.paper.slip import Letterhead
    from openfelt.server.config.sections import letterhead_of

    return letterhead_of(config.floor) if config else Letterhead()


async def _find(journal: str, schema: str, number: str) -> OnRecord:
    from openfelt.audit.slip import slip_of
    from openfelt.audit.source import open_rows

    reader = await open_rows(journal, schema)
    try:
        return await slip_of(reader, number)
    finally:
        await reader.close()


async def _signed(journal: str, found: OnRecord) -> str:
    from openfelt.cli.signed import strokes_of

    return await strokes_of(journal, found)


def _drawn(found: OnRecord, head: Letterhead, strokes: str, *, form: bool) -> Sheet:
    from openfelt.floor.money.paying import Terms
    from openfelt.paper import slip as paper

    made = paper.Slip(
        found.number, found.amount, found.terminal, found.demo, found.book, found.made_us
    )
    if not found.is_voucher:
        return paper.copy_of(made, head)
    if not form:
        return paper.voucher(made, head)
    paid = found.payment or {}
    cashier = str(paid.get("drawer", "")).partition(":")[2]
    terms = Terms(**{name: paid[name] for name in Terms.__struct_fields__ if name in paid})
    payment = paper.Payment(terms, cashier, bool(paid.get("second")), strokes)
    return paper.form(made, payment, head)


def _give(sheets: Sequence[Sheet], out: Path | None, printer: str | None) -> None:
    """Write the sheets where they are wanted."""
    if out is not None:
        write = _WRITERS.get(out.suffix)
        if write is None:
            raise click.UsageError(f"{out}: write to a file ending in {', '.join(_WRITERS)}")
        data = write(sheets)
        try:
            write_bytes(out, data)
        except OSError as error:
            raise click.ClickException(f"cannot write {out}: {error.strerror or error}") from error
        click.echo(f"{out}: {len(sheets)} on paper, {len(data):,} bytes", err=True)
    if printer is not None:
        from openfelt.devices.receipt import NoPrinter, send

        try:
            send(printer, _escpos(sheets))
        except NoPrinter as error:
            raise click.ClickException(str(error)) from None
    if out is None and printer is None:
        click.echo("\n".join(map(text_of, sheets)), nl=False)


def _pdf(sheets: Sequence[Sheet]) -> bytes:
    from openfelt.paper.pdf import pdf_of

    return pdf_of(sheets)


def _escpos(sheets: Sequence[Sheet]) -> bytes:
    try:
        from openfelt.paper.escpos import bytes_of
    except ImportError:
        what = "receipt printers need the extra packages: pip install 'openfelt[hardware]'"
        raise click.ClickException(what) from None
    return b"".join(map(bytes_of, sheets))


def _text(sheets: Sequence[Sheet]) -> bytes:
    return "\n".join(map(text_of, sheets)).encode()


_WRITERS = {".pdf": _pdf, ".txt": _text, ".escpos": _escpos}
