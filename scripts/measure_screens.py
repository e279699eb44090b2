"""Measure every station at every moment, in every language and ten sizes, and name what is wrong.

Run as `python scripts/measure_screens.py [WORDS…]` once the stations are built (`make web`); words
keep to screens whose title has one of them.  `--size 1366x650`, `--language zh` keep to those;
`--pictures FOLDER` also takes a picture of each.  It ends with 1 when anything was found.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from browser_stage import LANGUAGES, chromium  # noqa: E402 - the path has to be there first
from playwright.sync_api import Browser  # noqa: E402
from screens_all import SIZES, Screen, screens  # noqa: E402
from screens_booth import Booth, Size  # noqa: E402
from screens_measure import measured  # noqa: E402


class Count:
    """What was found so far."""

    def __init__(self, pictures: Path | None) -> None:
        self.screens = 0
        self.findings: Counter[str] = Counter()
        self._pictures = pictures

    def look(self, booth: Booth, screen: Screen, sizes: Sequence[Size]) -> None:
        """Bring a screen up, measure it in every size, and say what was found."""
        for (width, height), page in screen.in_sizes(booth, sizes):
            where = f"{width}x{height} {booth.language} {screen.title}"
            if self._pictures:
                self._pictures.mkdir(parents=True, exist_ok=True)
                file = re.sub(r"\W+", "-", f"{screen.title} {width}x{height} {booth.language}")
                page.screenshot(path=self._pictures / f"{file}.png")
            self.screens += 1
            for finding in measured(page, screen.kind):
                self.findings[finding] += 1
                sys.stdout.write(f"{where}: {finding}\n")
        sys.stdout.flush()


def measure(browser: Browser, asked: argparse.Namespace) -> Count:
    """Look at everything that was asked for."""
    words: list[str] = asked.words
    wanted = [
        screen for screen in screens() if not words or any(word in screen.title for word in words)
    ]
    count = Count(asked.pictures)
    for language in asked.language or LANGUAGES:
        booth = Booth(browser, language)
        for screen in wanted:
            count.look(booth, screen, asked.size or SIZES)
        booth.close()
    return count


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--size", type=_size, action="append")
    parser.add_argument("--language", choices=tuple(LANGUAGES), action="append")
    parser.add_argument("--pictures", type=Path)
    with chromium() as browser:
        count = measure(browser, parser.parse_args())
    total = sum(count.findings.values())
    sys.stdout.write(f"{total} findings over {count.screens} screens\n")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
