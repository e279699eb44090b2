"""Write the locks from pyproject.toml: `make lock`, with as little change as it allows.

`python scripts/lock.py UV [all | PACKAGE…]` renews all or the named ones to the newest in range.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from locked import LOCKS, Locked, locked, read

ROOT: Final = Path(__file__).parents[1]
# Every platform, every Python from the oldest on, one version for all: what is tested is what runs.
UV: Final = (
    *("pip", "compile", "--quiet", "--system-certs", "--universal", "--python-version", "3.11"),
    *("--fork-strategy", "fewest", "--only-binary", ":all:", "--generate-hashes", "--no-header"),
)
RUN: Final = ("pyproject.toml", "--group", "build")
TOOLS: Final = (*RUN, "--extra", "dev")
LOWEST: Final = (*TOOLS, "--resolution", "lowest-direct")
HEADS: Final = {
    "run": "What a floor runs on.",
    "tools": "What tests and checks add to run.txt.",
    "lowest": "Put over run.txt and tools.txt: the lower ends of our ranges.",
    "node": "For a system without Node.",
    "uv": "Who writes these locks.",
}

Entries = dict[str, Locked]


class Locker:
    """Asks uv, which keeps to what is locked unless it shall be renewed."""

    def __init__(self, uv: str, renew: list[str]) -> None:
        self._uv = uv
        named = [f"--upgrade-package={name}" for name in renew]
        self._renew = ["--upgrade"] if "all" in renew else named

    def resolve(self, known: Entries, *words: str) -> Entries:
        """Return what uv finds."""
        with TemporaryDirectory() as folder:
            out = Path(folder) / "lock.txt"
            out.write_text(_text(known), encoding="utf-8")
            command = [self._uv, *UV, *words, *self._renew, "--output-file", str(out)]
            if subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode:
                raise SystemExit("nothing is locked: see above")
            return read(out.read_text(encoding="utf-8"))

    def resolve_within(self, bounds: Entries, *words: str) -> Entries:
        """Return what uv finds among these very versions."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "bounds.txt"
            file.write_text(_text(bounds), encoding="utf-8")
            return self.resolve({}, *words, "--constraint", str(file))


def _text(entries: Entries) -> str:
    return "".join(f"{line}\n" for entry in entries.values() for line in entry.lines)


def known(lock: str) -> Entries:
    """Return what a lock has, or nothing where there is none yet."""
    return locked(lock) if (LOCKS / f"{lock}.txt").is_file() else {}


def without(entries: Entries, others: Entries) -> Entries:
    """Return what the others do not have in that very version."""
    return {
        name: entry
        for name, entry in entries.items()
        if name not in others or others[name].version != entry.version
    }


def indirect(entries: Entries) -> Entries:
    """Return what others asked for: the lower ends are ours."""
    return {name: entry for name, entry in entries.items() if "openfelt" not in entry.asked_by}


def main() -> None:
    """Write the five locks."""
    locker = Locker(sys.argv[1], sys.argv[2:])
    both = locker.resolve(known("run") | known("tools"), *TOOLS)
    run = {name: both[name] for name in locker.resolve_within(both, *RUN)}
    lowest = locker.resolve(indirect(both) | known("lowest"), *LOWEST)
    locks = {
        "run": run,
        "tools": without(both, run),
        "lowest": without(lowest, both),
        "node": locker.resolve(known("node"), "--group", "node"),
        "uv": locker.resolve(known("uv"), "--group", "lock"),
    }
    for lock, entries in locks.items():
        head = f"# {HEADS[lock]}  Written by `make lock`, never by hand.\n"
        (LOCKS / f"{lock}.txt").write_text(head + _text(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
