"""Read the locks: which version of which package, under which hashes, and who asked for it."""

import re
from pathlib import Path
from typing import Final, NamedTuple

LOCKS: Final = Path(__file__).parents[1] / "locks"
_ENTRY: Final = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\$")
_HASH: Final = re.compile(r"^    --hash=(sha256:[0-9a-f]{64})(?: \\)?$")
_ASKED: Final = re.compile(r"^    # +(?:via +)?(?P<name>[a-z0-9-]+)(?: \(.*\))?$")


class Locked(NamedTuple):
    """A package as a lock names it, and the lines that do."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    asked_by: tuple[str, ...]
    lines: tuple[str, ...]


class OddLock(ValueError):
    """A line that no lock of ours has."""


def locked(lock: str) -> dict[str, Locked]:
    """Return the entries of a lock by name."""
    return read((LOCKS / f"{lock}.txt").read_text(encoding="utf-8"))


def read(text: str) -> dict[str, Locked]:
    """Return the entries of a lock; whatever is neither package, hash nor comment is an error."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("    ") and blocks:
            blocks[-1].append(line)
        elif not line.startswith("#"):
            blocks.append([line])
    entries = [_entry(tuple(block)) for block in blocks]
    return {entry.name: entry for entry in entries}


def _entry(lines: tuple[str, ...]) -> Locked:
    head = _ENTRY.match(lines[0])
    hashes = [found for line in lines[1:] if (found := _HASH.match(line))]
    comments = [line for line in lines[1:] if line.startswith("    #")]
    if head is None or not hashes or 1 + len(hashes) + len(comments) != len(lines):
        raise OddLock(f"{lines[0]!r} is no package with a version and hashes: run `make lock`")
    asked = [found["name"] for line in comments if (found := _ASKED.match(line))]
    return Locked(
        head["name"],
        head["version"],
        head["marker"] or "",
        tuple(found[1] for found in hashes),
        tuple(name for name in asked if name != "via"),
        lines,
    )
