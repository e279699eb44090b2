"""`openfelt serve` and the commands that speak to it, as processes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server_stage import PATIENCE_S, floor_toml

RUN = "from openfelt.cli import run; run()"


@contextmanager
def running(*command: str, pipe: str) -> Iterator[subprocess.Popen[str]]:
    """Run a process to the end of a block, and no longer."""
    path = {"PYTHONPATH": str(Path(__file__).parent)}
    pipes: Any = {pipe: subprocess.PIPE}
    with subprocess.Popen(
        [sys.executable, *command], env={**os.environ, **path}, text=True, **pipes
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def opened(process: subprocess.Popen[str]) -> dict[str, str]:
    """Read the log until the doors are open."""
    assert process.stderr is not None
    for line in process.stderr:
        said = json.loads(line)
        if said["event"] == "open":
            return said  # type: ignore[no-any-return]
    raise AssertionError("the server ended")


def written(folder: Path) -> Path:
    file = folder / "floor.toml"
    text = floor_toml(folder / "data").replace('log = "warning"', 'log = "info"')
    file.write_text(text)
    return file
