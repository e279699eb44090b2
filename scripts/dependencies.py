"""Write the tables of docs/dependencies.md: what is installed and shipped, and under which licence.

Run as `python scripts/dependencies.py` to compare, with `--write` to write; `make lock` does.
Licences of Python packages are read from what is installed, those of the pages from their lock.
"""

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

from locked import Locked, locked
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "dependencies.md"
SHIPPED: Final = ROOT / "src" / "openfelt" / "server" / "web" / "assets" / "licences.txt"
TITLE: Final = "## "
MARK: Final = "<!-- tables: written by `make lock` -->\n"
LICENCE_MAX: Final = 60
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WHY: Final[dict[str, str]] = PROJECT["tool"]["openfelt"]["why"]


def requirements() -> Iterator[Requirement]:
    """Yield what we ask for ourselves: to run, to test, to build."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    groups = PROJECT["dependency-groups"]
    asked = [*project["dependencies"], *extras["cluster"], *extras["hardware"], *extras["dev"]]
    for line in (*PROJECT["build-system"]["requires"], *groups["build"], *asked):
        one = Requirement(line)
        if one.name != project["name"]:
            yield one


def applies(entry: Locked) -> bool:
    """Say whether a locked package is installed on this machine."""
    return not entry.marker or Marker(entry.marker).evaluate()


def licence_of(found: Distribution) -> str:
    """Return what the package says about itself, the most exact first."""
    told = found.metadata
    kinds = [name for name in told.get_all("Classifier") or () if name.startswith("License ::")]
    short = told.get("License") or ""
    words = (
        told.get("License-Expression")
        or (short if 0 < len(short) <= LICENCE_MAX else "")
        or " OR ".join(name.rpartition(" :: ")[2] for name in kinds)
        or next(_licence_files(found), "unknown")
    )
    return words.strip()


def _licence_files(found: Distribution) -> Iterator[str]:
    for name in found.metadata.get_all("License-File") or ():
        text = found.read_text(f"licenses/{name}") or found.read_text(name) or ""
        yield text.strip().partition("\n")[0]


def python_rows(entries: Iterable[Locked], among: set[str]) -> Iterator[str]:
    """Yield a row for each package: what it is for, or who needs it.

    What another Python or system installs keeps the row that was written there.
    """
    ranges = {canonicalize_name(one.name): str(one.specifier) for one in requirements()}
    rows = {row.split()[1]: row for row in PAGE.read_text("utf-8").splitlines() if row[:2] == "| "}
    for entry in entries:
        if not applies(entry):
            yield from filter(None, [rows.get(entry.name)])
        else:
            others = ", ".join(name for name in entry.asked_by if name in among)
            what = WHY.get(entry.name) or f"for {others}"
            span = ranges.get(entry.name, "")
            yield _row(entry.name, entry.version, _installed_licence(entry.name), span, what)


def _installed_licence(name: str) -> str:
    try:
        return licence_of(distribution(name))
    except PackageNotFoundError:
        raise SystemExit(f"{name} is locked and not installed: make .venv/.ready-dev") from None


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def web_packages() -> dict[str, dict[str, Any]]:
    """Return what `npm ci` installs, by name, without the builds for single processors."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    return {
        path.rpartition("node_modules/")[2]: entry
        for path, entry in lock["packages"].items()
        if path and "cpu" not in entry
    }


def shipped() -> list[str]:
    """Return `name version (licence)` of all that the built pages carry."""
    lines = SHIPPED.read_text("utf-8").splitlines()
    return [line.removeprefix(TITLE) for line in lines if line.startswith(TITLE)]


def tables() -> str:
    """Return all tables."""
    run, tools = locked("run"), locked("tools")
    packages = web_packages()
    carried = {title.split()[0] for title in shipped()}
    built = [name for name in sorted(packages) if name not in carried]
    python = (("package", "version", "licence", "range", "what for"), "|---|---|---|---|---|")
    web = (("package", "version", "licence", "what for"), "|---|---|---|---|")
    return "\n".join(
        [
            "## What a floor runs on\n",
            *(_row(*python[0]), python[1], *python_rows(run.values(), set(run))),
            "\n## What tests and checks add\n",
            *(_row(*python[0]), python[1], *python_rows(tools.values(), {*run, *tools})),
            "\n## What the pages carry\n",
            *(_row(*web[0]), web[1], *(_web_row(name, packages) for name in sorted(carried))),
            "\n## What the pages are built and tested with\n",
            *(_row(*web[0]), web[1], *(_web_row(name, packages) for name in built)),
            "",
        ]
    )


def _web_row(name: str, packages: dict[str, dict[str, Any]]) -> str:
    entry = packages[name]
    needing = sorted(
        other
        for other, its in packages.items()
        if name in {**its.get("dependencies", {}), **its.get("optionalDependencies", {})}
    )
    what = WHY.get(name) or f"for {', '.join(needing)}"
    return _row(name, entry["version"], entry["license"], what)


def written() -> str:
    """Return the page as it should be: its words, and the tables anew."""
    return PAGE.read_text("utf-8").partition(MARK)[0] + MARK + "\n" + tables()


def main() -> None:
    """Compare the page, or write it."""
    page = written()
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page, encoding="utf-8")
    elif PAGE.read_text("utf-8") != page:
        raise SystemExit(
            "docs/dependencies.md is not what is locked and installed: run `make lock`"
        )


if __name__ == "__main__":
    main()
