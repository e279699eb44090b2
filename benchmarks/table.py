"""One line a figure: what was measured, how, the bar, and the ratio to the baseline."""

from dataclasses import dataclass

from benchmarks.measure import Timing


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure with its baseline.

    `bar` is the seconds an operation may take, in the worst of the runs; `aim` what we want.
    """

    name: str
    method: str
    timing: Timing
    baseline_name: str
    baseline: Timing
    bar: float | None
    aim: float | None = None


def header() -> list[str]:
    """Return the head of the table."""
    names = ("figure", "time each, best … worst", "a second, best … worst", "bar", "aim")
    ends = ("baseline", "as fast as that", "method")
    return [f"| {' | '.join(names + ends)} |", "|---" * len(names + ends) + "|"]


def _time(seconds: float) -> str:
    if seconds >= 0.01:
        return f"{seconds:.3f} s"
    if seconds >= 1e-6:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e9:.0f} ns"


def row(figure: Figure) -> str:
    """Format one figure as a line of the table."""
    timing, base = figure.timing, figure.baseline
    cells = (
        figure.name,
        f"{_time(timing.best)} … {_time(timing.worst)}",
        f"{1 / timing.best:,.0f} … {1 / timing.worst:,.0f}",
        _judged(figure.bar, timing),
        _judged(figure.aim, timing),
        f"{figure.baseline_name}: {_time(base.best)}",
        f"{base.best / timing.best:.2f} ×",
        figure.method,
    )
    return "| " + " | ".join(cells) + " |"


def _judged(limit: float | None, timing: Timing) -> str:
    if limit is None:
        return "–"
    return f"{_time(limit)}: {'held' if timing.worst <= limit else 'MISSED'}"
