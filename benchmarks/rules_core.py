"""The rules core: settling by file, exact analysis, start-up, and the live look-up."""

import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Timing, command, in_process
from benchmarks.table import Figure
from openfelt.cli.settle import settle_line
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.rulebooks import VARIANTS

OPENFELT = str(Path(sys.executable).parent / "openfelt")
CASES = Path(__file__).parent.parent / "tests" / "cases"
LINES = 100_000
WAGERS = 5_000


def _repeated(*names: str) -> list[bytes]:
    """Repeat the example files to 100,000 lines."""
    lines = [
        line for name in names for line in (CASES / name).read_bytes().splitlines(keepends=True)
    ]
    return [lines[n % len(lines)] for n in range(LINES)]


def _round_trip(lines: list[bytes]) -> Timing:
    """Do what any answer needs at the least: read each line and write one, with the json module."""
    return in_process(lambda: [json.dumps(json.loads(line)) for line in lines], len(lines))


def _settle(name: str, bar: float, *files: str) -> Figure:
    lines = _repeated(*files)
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.writelines(lines)
        file.flush()
        timing = command([OPENFELT, "settle", file.name], LINES)
    some = lines[:10_000]
    assert all(ok for _, ok in map(settle_line, some))
    method = f"`openfelt settle`, {LINES:,} lines, start-up included"
    return Figure(name, method, timing, "json round trip", _round_trip(some), bar)


def settle_single() -> Figure:
    """Cases of one outcome, all ten variants mixed."""
    files = sorted(path.name for path in CASES.glob("*.jsonl") if not path.name.startswith("AC"))
    return _settle("settle, one outcome", 1 / 20_000, *files)


def settle_craps() -> Figure:
    """Craps scripts."""
    return _settle("settle, craps script", 1 / 4_000, "AC.jsonl", "AC_LIMITS.jsonl")


def par() -> Figure:
    """All PAR sheets from a cold start."""
    timing = command([OPENFELT, "par", "--json"])
    return Figure("par --json, all sheets", "cold start", timing, "python -c pass", _python(), 3.0)


def help_page() -> Figure:
    """The time to the first answer."""
    timing = command([OPENFELT, "--help"])
    return Figure("openfelt --help", "cold start", timing, "python -c pass", _python(), 0.3)


def _python() -> Timing:
    return command([sys.executable, "-c", "pass"])


def roulette_round() -> Figure:
    """One roulette round of 5,000 wagers by look-up, against a loop written by hand for it.

    The loop by hand knows only whole multiples; ours also rounds up what a
    race-track wager pays in fractions.
    """
    columns = VARIANTS["MT_ROULETTE"].columns()
    chooser = random.Random(17)
    rules = VARIANTS["MT_ROULETTE"].definition()
    bets = [chooser.randrange(len(columns.bets)) for _ in range(WAGERS)]
    amounts = [180 * chooser.randrange(1, 500) for _ in range(WAGERS)]
    stakes = [
        Stake("T1", columns.bets[bet], amount) for bet, amount in zip(bets, amounts, strict=True)
    ]
    spins = range(37)
    multiples = [
        [int(columns.verdicts[bet][number].net + 1) for bet in columns.bets] for number in spins
    ]

    def by_hand() -> None:
        for number in spins:
            row = multiples[number]
            [amount * row[bet] for bet, amount in zip(bets, amounts, strict=True)]

    def by_look_up() -> None:
        for number in spins:
            returned_on(rules, stakes, number)

    operations = WAGERS * len(spins)
    return Figure(
        "live settlement, a wager",
        f"a roulette round of {WAGERS:,} wagers, each of the 37 numbers",
        in_process(by_look_up, operations),
        "loop by hand over columns",
        in_process(by_hand, operations),
        None,
    )


BENCHMARKS: tuple[Callable[[], Figure], ...] = (
    settle_single,
    settle_craps,
    par,
    help_page,
    roulette_round,
)
