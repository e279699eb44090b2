"""This checkout beside another: `python -m benchmarks.beside ../another-checkout`.

The same figures by the same script, the two in turn, seven times each: what the machine does
meanwhile falls on both.  The median counts; more than a tenth worse is said, and the exit status
is 1 then.
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.beside_figures import FIGURES

HERE = Path(__file__).parents[1]
RUNS = 7
WORSE = 1.10


def once(checkout: Path, name: str) -> float:
    """Measure a figure once with the source of a checkout."""
    script = HERE / "benchmarks" / "beside_figures.py"
    path = os.pathsep.join(map(str, (checkout, checkout / "src")))
    done = subprocess.run(
        [sys.executable, str(script), name],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures[name]


def compared(other: Path, name: str) -> bool:
    """Print a figure of both; say whether ours is not much worse."""
    theirs, ours = [], []
    for _ in range(RUNS):
        theirs.append(once(other, name))
        ours.append(once(HERE, name))
    before, now = statistics.median(theirs), statistics.median(ours)
    runs = f"{min(ours):.2f} … {max(ours):.2f} beside {min(theirs):.2f} … {max(theirs):.2f}"
    held = now <= before * WORSE
    verdict = "held" if held else "MISSED"
    print(f"| {name} | {before:.2f} | {now:.2f} | {now / before:.2f} | {runs} | {verdict} |")
    sys.stdout.flush()
    return held


def main() -> None:
    """Compare every figure, or those that are named."""
    other = Path(sys.argv[1]).resolve()
    print("| figure | other, median | here, median | ratio | runs | at most 1.10 |")
    print("|---|---|---|---|---|---|")
    held = [compared(other, name) for name in sys.argv[2:] or FIGURES]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
