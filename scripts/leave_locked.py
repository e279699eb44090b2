"""Remove from this environment what is no longer locked: pip only adds."""

import re
import subprocess
import sys
from importlib.metadata import distributions
from typing import Final

from locked import locked

# Comes with Python and its virtual environments, or is ours.
WITH_PYTHON: Final = {"pip", "setuptools", "wheel"}
OURS: Final = "openfelt"


def unlocked() -> list[str]:
    """Return the names of what no lock has."""
    installed = {re.sub(r"[-_.]+", "-", one.name).lower() for one in distributions()}
    return sorted(installed - WITH_PYTHON - {OURS} - locked("run").keys() - locked("tools").keys())


def main() -> None:
    """Uninstall what is left from before."""
    if names := unlocked():
        words = ("uninstall", "--quiet", "--yes", *names)
        sys.exit(subprocess.run((sys.executable, "-m", "pip", *words), check=False).returncode)


if __name__ == "__main__":
    main()
