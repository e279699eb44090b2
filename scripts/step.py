"""Run a command, and say what it is for and how long it took.

Run as `python scripts/step.py TITLE COMMAND…`; several may run at a time, on lines of their own.
"""

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path


def say(line: str) -> None:
    """Show progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def step(
    title: str,
    command: Sequence[str],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Run a command to its end and return its exit status."""
    say(f"{title} …")
    begun = time.monotonic()
    status = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
    how = f"done in {time.monotonic() - begun:.0f} s" if status == 0 else "failed, see above"
    say(f"{title}: {how}")
    return status


if __name__ == "__main__":
    sys.exit(step(sys.argv[1], sys.argv[2:]))
