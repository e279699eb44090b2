"""What a player's terminal has to fetch before it can be played at: little, on any network."""

import gzip
import re
from pathlib import Path
from typing import Final

import pytest

WEB: Final = Path(__file__).parents[2] / "src" / "openfelt" / "server" / "web"
MOST: Final = 150_000
FONTS: Final = (".woff2", ".woff")
# The texts of a language and the sheet of its fonts are fetched by whoever speaks it.
OF_A_LANGUAGE: Final = re.compile(r"(?:fonts-)?(zh(?:-Hant)?)-[\w-]{8}\.(?:js|css)")
LANGUAGES: Final = {"zh", "zh-Hant"}
FILES_A_LANGUAGE: Final = 2
# What a file names: another script, a sheet, a picture.
NAMED: Final = re.compile(r"""["'`(](?:\.{0,2}/)?(?:assets/)?([\w.-]+\.(?:js|css|svg))["'`)]""")


def fetched(page: str) -> set[Path]:
    """Return the page and everything it leads to, without fonts."""
    found, left = {WEB / page}, [WEB / page]
    while left:
        for name in NAMED.findall(left.pop().read_text(encoding="utf-8")):
            file = WEB / "assets" / name
            if file.is_file() and file not in found:
                found.add(file)
                left.append(file)
    return found


@pytest.fixture
def built() -> None:
    if not (WEB / "player.html").is_file():
        pytest.fail("the stations are not built: run `make web`", pytrace=False)


@pytest.mark.usefixtures("built")
def test_the_players_page_is_small_without_its_fonts() -> None:
    files = fetched("player.html")
    kinds = {file.suffix for file in files}
    assert {".html", ".js", ".css"} <= kinds
    assert not kinds & set(FONTS)
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 6)) for file in files}
    spoken: dict[str, list[int]] = {}
    for name in list(sizes):
        language = OF_A_LANGUAGE.fullmatch(name)
        if language is not None:
            spoken.setdefault(language[1], []).append(sizes.pop(name))
    # A page speaks one at a time.
    assert set(spoken) == LANGUAGES
    assert {len(of_one) for of_one in spoken.values()} == {FILES_A_LANGUAGE}
    assert sum(sizes.values()) + max(map(sum, spoken.values())) <= MOST
