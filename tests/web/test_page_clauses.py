"""What the pages show, clause by clause: each test of `web/tests/pages` is one here, and its proof.

Its title begins like the head of a transcript: `LT Diagram A:1; LT Diagram B:1  what it shows`.
The pages are drawn once for all of them, without a browser.
"""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = "tests/pages"
# One told of several cases has the case at its end: `… on the side of %s`.
TITLED: Final = re.compile(r'^ *it(?:\.each\(.*\))?\("(.*?)",', re.MULTILINE)
CLAUSES: Final = re.compile(r"^((?:LT|SB|AC|MT|PB) .*?)  ")
ANY: Final = re.compile(r"%[so]")


def titles() -> list[str]:
    """Return the title of every test, as it is written."""
    files = sorted((ROOT / "web" / PAGES).glob("*.test.tsx"))
    return [title for path in files for title in TITLED.findall(path.read_text(encoding="utf-8"))]


def proving(title: str) -> object:
    """Return a case that counts for the clauses in its title."""
    named = CLAUSES.match(title)
    marks = [pytest.mark.clause(*named[1].split("; "))] if named else []
    return pytest.param(title, marks=marks, id=title)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Draw all pages, and return how each test came out."""
    file = tmp_path_factory.mktemp("pages") / "outcomes.json"
    asked = (sys.executable, str(ROOT / "scripts" / "build_web.py"), "test", PAGES, str(file))
    # A page that shows something else ends it with 1: which, is in the file.
    subprocess.run(asked, cwd=ROOT, check=False, capture_output=True, timeout=300)
    told = json.loads(file.read_text(encoding="utf-8"))
    return {
        test["title"]: test["status"]
        for one in told["testResults"]
        for test in one["assertionResults"]
    }


@pytest.mark.parametrize("title", [proving(title) for title in titles()])
def test_a_page_shows(title: str, outcomes: Mapping[str, str]) -> None:
    wanted = re.compile(".*".join(map(re.escape, ANY.split(title))))
    came = {outcome for known, outcome in outcomes.items() if wanted.fullmatch(known)}
    assert came == {"passed"}


def test_every_test_of_a_page_is_counted(outcomes: Mapping[str, str]) -> None:
    wanted = [re.compile(".*".join(map(re.escape, ANY.split(title)))) for title in titles()]
    assert [one for one in outcomes if not any(want.fullmatch(one) for want in wanted)] == []
