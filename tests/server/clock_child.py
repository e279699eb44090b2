"""`openfelt` in a process whose wall clock a test sets: a file says by how many seconds."""

import sys
import time
from pathlib import Path

from openfelt.cli import run

_set_by, _real = Path(sys.argv.pop(1)), time.time_ns


def _wall() -> int:
    return _real() + int(_set_by.read_text() or "0") * 1_000_000_000


time.time_ns = _wall
run()
