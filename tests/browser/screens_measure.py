"""What is wrong with a screen as it is drawn: the checks of `measure/`, a file a kind of fault."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

_CHECKS: Final = sorted((Path(__file__).parent / "measure").glob("*.js"))
_MEASURE: Final = "\n".join(
    (
        "(kind) => {",
        *(check.read_text(encoding="utf-8") for check in _CHECKS),
        "return [...new Set(found)];",
        "}",
    )
)


def measured(page: Page, kind: str) -> list[str]:
    """Return sentences; none means that nothing was found."""
    found: list[str] = page.evaluate(_MEASURE, kind)
    return found
