"""Tables on a terminal, or in a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# Rich cuts a table at 80 columns where there is no terminal; a pipe has no such edge.
_PIPE_WIDTH: Final = 1000


def console() -> Console:
    """Return where tables are printed."""
    from rich.console import Console

    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = _PIPE_WIDTH
    return out


def table(*names: str) -> Table:
    """Return an empty table: the first column is never cut, the others are figures."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, pad_edge=False)
    made.add_column(names[0], no_wrap=True, style="bold")
    made.add_column(names[1], overflow="fold")
    for name in names[2:]:
        made.add_column(name, justify="right", no_wrap=True)
    return made
