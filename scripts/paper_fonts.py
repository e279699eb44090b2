"""Cut the fonts of paper out of those of the pages: every character that paper can say, no other.

Run as `python scripts/paper_fonts.py` when `tests/paper` misses a character; it needs the packages
of the pages in `web/node_modules`.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from fontTools.merge import Merger
from fontTools.merge import Options as MergeOptions
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from openfelt.paper.font import FONTS, characters

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ROOT / "web" / "node_modules" / "@fontsource-variable"
# What a font has not is taken from the next.
FROM: Final = {"zh": ("noto-sans-sc",), "zh-Hant": ("noto-sans-tc", "noto-sans-sc")}
# Between regular and bold: one cut serves title and small print.
WEIGHT: Final = 500
# The date in a font's head: the same characters give the same file.
MADE: Final = 3_800_000_000


def cut(packages: tuple[str, ...], wanted: set[int]) -> TTFont:
    """Return a font with these characters, from the many files that a page fetches one by one."""
    parts = []
    for file in _files(packages):
        font = TTFont(file)
        found = wanted & font.getBestCmap().keys()
        if found:
            wanted = wanted - found
            parts.append(_part(font, found))
    if wanted:
        raise SystemExit(f"{packages[0]} has no {''.join(map(chr, sorted(wanted)))}")
    files = []
    for part in parts:
        files.append(BytesIO())
        part.save(files[-1])
        files[-1].seek(0)
    return Merger(options=MergeOptions(drop_tables=["GSUB", "GPOS", "GDEF"])).merge(files)


def _files(packages: tuple[str, ...]) -> Iterator[Path]:
    for package in packages:
        yield from sorted((PACKAGES / package / "files").glob("*-wght-normal.woff2"))


def _part(font: TTFont, found: set[int]) -> TTFont:
    made = instantiateVariableFont(font, {"wght": WEIGHT})
    how = Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 4, 6, 13, 14])
    how.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "vhea", "vmtx", "VORG", "BASE"]
    subsetter = Subsetter(how)
    subsetter.populate(unicodes=found)
    subsetter.subset(made)
    made["OS/2"].recalcAvgCharWidth(made)
    return made


def main() -> None:
    """Write a font for each kind of Chinese; English is written with either."""
    FONTS.mkdir(exist_ok=True)
    for language, packages in FROM.items():
        font = cut(packages, set(map(ord, characters())))
        font["head"].created = font["head"].modified = MADE
        font.recalcTimestamp = False
        target = FONTS / f"{language}.ttf"
        font.save(target)
        sys.stdout.write(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
