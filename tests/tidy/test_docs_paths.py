"""A page names files and tests that are there: whoever follows it must arrive."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "openfelt"
PAGES: Final = sorted(
    (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/decisions/*.md"),
        *ROOT.glob("docs/manual/*.md"),
    )
)
FOLDERS: Final = ("src", "docs", "tests", "web", "scripts", "benchmarks", "locks")
PACKAGES: Final = tuple(path.name for path in PACKAGE.iterdir() if path.is_dir())

QUOTED: Final = re.compile(r"`([^`\s]+)`")
LINK: Final = re.compile(r"\]\(([^)#\s]+)")
# `<book>`, `PROCEDURE`: a name that the reader puts in.
PLACEHOLDER: Final = re.compile(r"<\w+>|\b[A-Z]{4,}\b|_[A-Z]{4,}\b")
# Made by `make`, or where a floor keeps its data.
MADE: Final = ("build/", "src/openfelt/server/web")
# What the pages describe and other commits of the same work bring.  This list only gets shorter.
COMING: Final[set[str]] = set()


def paths(text: str) -> Iterator[str]:
    """Yield what stands in backticks and begins with a folder of ours."""
    for path in QUOTED.findall(text):
        first, slash, _ = path.partition("/")
        if slash and (first in FOLDERS or first in PACKAGES) and not path.startswith(MADE):
            yield path


def is_there(path: str) -> bool:
    """Say whether a path exists, from the root or from the package, up to where it is open."""
    placeholder = PLACEHOLDER.search(path)
    known = path if placeholder is None else path[: placeholder.start()].rpartition("/")[0]
    return any(next(root.glob(known.rstrip("/")), None) for root in (ROOT, PACKAGE))


def missing(text: str) -> list[str]:
    return [path for path in paths(text) if not is_there(path)]


def named_tests(text: str) -> set[str]:
    """Return the tests in backticks; one in capitals is a pattern."""
    return {name for name in QUOTED.findall(text) if re.fullmatch(r"test_[a-z0-9_]+", name)}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_path_of_a_page_exists(page: Path) -> None:
    assert set(missing(page.read_text(encoding="utf-8"))) - COMING == set()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    own = [link for link in links if "://" not in link]
    assert [link for link in own if not (page.parent / link).exists()] == []


def test_every_test_that_a_page_names_exists() -> None:
    named = set[str]().union(*(named_tests(page.read_text(encoding="utf-8")) for page in PAGES))
    assert named
    code = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    defined = set(re.findall(r"def (test_\w+)", code))
    assert named - defined - COMING == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see `floor/whole.py` and `tests/tidy/`", []),
        ("see `floor/gone.py`", ["floor/gone.py"]),
        ("see `src/openfelt/floor/play/PROCEDURE/play.py`", []),
        ("see `floor/gone/<procedure>/play.py`", ["floor/gone/<procedure>/play.py"]),
        ("see `tests/rules/test_BOOK.py`, `web/KIND.html`, `audit/*event.py`", []),
        ("`GET /health`, `postgresql://x`, `PB/6` are no paths", []),
    ],
)
def test_a_path_is_looked_for_as_far_as_it_is_known(text: str, found: list[str]) -> None:
    assert missing(text) == found
