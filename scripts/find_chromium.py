"""Find the Chromium the browser tests drive, or install the system's where that is allowed."""

import os
import shutil
import subprocess
import sys
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return a browser: one that was named, or the system's."""
    named = os.environ.get("OPENFELT_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Ask the system's package manager, which only root may."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    sys.stdout.write("installing the system package `chromium` for the browser tests\n")
    sys.stdout.flush()
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "--yes", "--no-install-recommends", "chromium")):
        done = subprocess.run(
            (apt, "-qq", *words), env=quiet, check=False, capture_output=True, text=True
        )
        if done.returncode:
            sys.stdout.write(f"apt-get {words[0]} failed: {done.stderr.strip()}\n")


def main() -> None:
    """Leave a browser where the tests find it, or say in one line what is missing."""
    if find() is None:
        install()
    if find() is None:
        raise SystemExit(
            "no Chromium: install the system package `chromium`, or name one in OPENFELT_CHROMIUM"
        )


if __name__ == "__main__":
    main()
