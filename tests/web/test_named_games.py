"""A page that names a game is wrong for the next: `make check` says where and which word."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
ASK: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "scripts")
from build_web import named_games
print("\\n".join(named_games(Path(sys.argv[1]))))
"""


def named(source: Path) -> list[str]:
    """Run the check of `make check` on a folder, as `scripts/` is no package."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, str(source)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


def test_no_page_names_a_game_outside_its_folder() -> None:
    assert named(ROOT / "web" / "src") == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('const felt = "roulette";', "roulette"),
        ('import { SicBoCloth } from "./x";', "SicBo"),
        ("if (table.game === wanted) show();", "game ==="),
        ("if (name !== table.game) hide();", "!== table.game"),
        ('if (table.variant === "XY") show();', "variant ==="),
    ],
)
def test_a_planted_name_is_found_with_its_line(tmp_path: Path, line: str, word: str) -> None:
    page = tmp_path / "src" / "stations" / "Page.tsx"
    page.parent.mkdir(parents=True)
    page.write_text(f"// nothing here\n{line}\n")
    assert named(tmp_path / "src") == [f"src/stations/Page.tsx:2: {word}"]


def test_a_game_is_named_in_its_folder_and_in_the_texts(tmp_path: Path) -> None:
    for home in ("games/craps/game.ts", "generated/feed.ts", "text/en.json"):
        page = tmp_path / "src" / home
        page.parent.mkdir(parents=True)
        page.write_text('"craps"\n')
    assert named(tmp_path / "src") == []
