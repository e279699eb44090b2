"""`make bench`: print the figures; `--write` puts them into docs/benchmarks.md as well."""

import sys
from pathlib import Path

from benchmarks import craps_roll, rules_core, simulation, walking_floor, walking_postgres
from benchmarks.table import header, row

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
MARK = "<!-- figures -->"


def main() -> None:
    """Run every benchmark and print a line as each is done."""
    lines = header()
    print("\n".join(lines), flush=True)
    for benchmark in (
        *rules_core.BENCHMARKS,
        *walking_floor.BENCHMARKS,
        *craps_roll.BENCHMARKS,
        *walking_postgres.BENCHMARKS,
        *simulation.BENCHMARKS,
    ):
        made = benchmark()
        line = made if isinstance(made, str) else row(made)
        lines.append(line)
        print(line, flush=True)
    if "--write" in sys.argv:
        head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        PAGE.write_text(f"{head}{MARK}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
