"""The whole document: one HTML file that needs nothing beside it."""

from openfelt.maths.sheet.cover import contents, cover
from openfelt.maths.sheet.figures import Worked
from openfelt.maths.sheet.markup import element, text
from openfelt.maths.sheet.section import variant
from openfelt.maths.sheet.style import SCRIPT, STYLE


def page(worked: Worked, version: str) -> str:
    """Return the document of some sheets, made by this version of OpenFelt.

    The same sheets give the same bytes: nothing in it depends on when or where.
    """
    rulebooks = list(dict.fromkeys(sheet.rulebook for sheet, _ in worked))
    sections = (
        variant(book, [(sheet, figures) for sheet, figures in worked if sheet.rulebook is book])
        for book in rulebooks
    )
    main = element(
        "main",
        cover(worked, rulebooks, version),
        contents(rulebooks, [sheet for sheet, _ in worked]),
        *sections,
    )
    title = f"OpenFelt {version} PAR sheets"
    return document(f"OpenFelt {version}: PAR sheets", main, title, SCRIPT)


def document(title: str, main: str, foot: str, script: str = "") -> str:
    """Return one HTML file that needs nothing beside it, in the look of all of ours."""
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        + element("title", text(title))
        + element("style", STYLE)
    )
    footer = element("footer", text(foot))
    body = element("body", main, footer, element("script", script) if script else "")
    return f"<!DOCTYPE html>\n{element('html', element('head', head), body, lang='en')}\n"
