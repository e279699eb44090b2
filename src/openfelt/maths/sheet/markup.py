"""Elements of HTML and SVG as text: every tag that is opened is closed here."""

from collections.abc import Iterable, Sequence
from html import escape


def text(words: str) -> str:
    """Return words as they may stand between tags or in an attribute."""
    return escape(words, quote=True)


def element(name: str, *content: str, **attributes: str | int) -> str:
    """Return one element around content that is markup already.

    An attribute that is a word of Python ends with an underscore: `class_`.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>"


def exact(figure: str) -> str:
    """Show an exact value; a long one breaks after its stroke first, then anywhere."""
    return element("span", text(figure).replace("/", "/<wbr>"), class_="exact")


def described(pairs: Iterable[tuple[str, str]], class_: str) -> str:
    """Return a list of terms, each with markup that says what it is."""
    items = (element("div", element("dt", text(term)), element("dd", says)) for term, says in pairs)
    return element("dl", *items, class_=class_)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """Return a table whose first column names its rows and whose others are figures."""
    columns = (element("th", text(name), scope="col") for name in head)
    body = (
        element(
            "tr",
            element("th", text(row[0]), scope="row"),
            *(element("td", text(cell), class_="num") for cell in row[1:]),
        )
        for row in rows
    )
    return element(
        "table",
        element("caption", text(caption)),
        element("thead", element("tr", *columns)),
        element("tbody", *body),
        class_="plain",
    )


def anchor(key: str) -> str:
    """Return the name by which a sheet is linked to."""
    return key.replace("/", "-")


def chapter(code: str) -> str:
    """Return the name by which a variant is linked to: its only sheet may have its code."""
    return f"variant-{code}"
