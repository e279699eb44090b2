"""`openfelt par`: the PAR sheets, as a table, as JSON or as a document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from openfelt import __version__
from openfelt.cli.document import write_whole
from openfelt.cli.tables import console, table
from openfelt.core.verdict import Result
from openfelt.maths.par import Sheet, UnknownSheet, sheets
from openfelt.maths.sheet.figures import Worked, json_text, work_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from openfelt.maths.profile import Profile


@click.command("par")
@click.argument("names", nargs=-1, metavar="[VARIANT]...")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, exactly.")
@click.option(
    "--html",
    "target",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one HTML document with pictures, to read or to print.",
)
def command(*, names: tuple[str, ...], as_json: bool, target: Path | None) -> None:
    """Print the exact mathematics of every bet.

    VARIANT is a variant such as PB, which stands for all its decks, or one
    sheet such as LT/8 or PB_TIE_05/6.  Without any, all sheets are meant.
    """
    try:
        chosen = sheets(names)
    except UnknownSheet as error:
        raise click.UsageError(str(error)) from error
    worked = work_out(chosen)
    if target is not None:
        _write_document(target, worked)
    if as_json:
        click.echo(json_text(worked), nl=False)
    elif target is None:
        _show(worked, is_overview=not names)


def _write_document(target: Path, worked: Worked) -> None:
    from openfelt.maths.sheet.html import page

    document = page(worked, __version__)
    try:
        write_whole(target, document)
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"cannot write {target}: {reason}") from error
    bets = sum(len(profiles) for _, profiles in worked)
    click.echo(f"{target}: {len(worked)} sheets, {bets} bets", err=True)


def _show(worked: Worked, *, is_overview: bool) -> None:
    out = console()
    if not is_overview:
        for place, (sheet, profiles) in enumerate(worked):
            if place:
                out.print()
            out.print(_heading(sheet), markup=False)
            out.print(_bets(sheet, profiles))
        return
    out.print("The house edge of every sheet, in per cent: its lowest and its highest bet.\n")
    out.print(_overview(worked))
    out.print()
    out.print("One sheet: openfelt par LT/8   all decks of a variant: openfelt par PB")
    out.print("Every figure: openfelt par --json, or openfelt par --html FILE")


def _heading(sheet: Sheet) -> str:
    from openfelt.maths.sheet.words import settings

    how = settings(sheet)
    return f"{sheet.key}  {sheet.rulebook.title}" + (f", {how}" if how else "")


def _bets(sheet: Sheet, profiles: Mapping[str, Profile]) -> Table:
    from openfelt.maths.sheet.entry import entries
    from openfelt.maths.sheet.figure import decimal, percent, root
    from openfelt.maths.sheet.words import pays

    rolls = ["rolls"] if sheet.rulebook.game.wagers_stand else []
    shown = table("bet", "pays", "win %", "push %", "lose %", "edge %", "st.dev.", *rolls)
    for entry in entries(sheet, profiles):
        profile = entry.profile
        chances = (profile.p(result) for result in (Result.WIN, Result.PUSH, Result.LOSE))
        row = [entry.code, pays(entry), *(percent(p, 4) for p in chances)]
        row += [percent(profile.edge, 4), root(profile.variance, 4)]
        if profile.expected_rolls is not None:
            row.append(decimal(profile.expected_rolls, 4))
        shown.add_row(*row)
    return shown


def _overview(worked: Worked) -> Table:
    from openfelt.maths.sheet.figure import percent
    from openfelt.maths.sheet.words import settings

    shown = table("sheet", "game", "bets", "lowest %", "highest %")
    for sheet, profiles in worked:
        edges = [profile.edge for profile in profiles.values()]
        about = ", ".join(filter(None, (sheet.rulebook.title, settings(sheet))))
        lowest, highest = percent(min(edges), 4), percent(max(edges), 4)
        shown.add_row(sheet.key, about, str(len(edges)), lowest, highest)
    return shown
