"""How far what was played lies from the exact value, in standard deviations.

What is summed has an exact expectation of nothing, whatever happened before: the
change of a wager's exact value by an outcome.  While a craps wager stands, its
value is that of its position; so wagers still open when a shard ends bring no
bias.  The variance is summed likewise, state by state.  Coups of one baccarat
shoe depend on each other a little, so there the shoe is the unit and its
variance is the one observed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Final

from openfelt.core.verdict import Result
from openfelt.games.craps.bets import at
from openfelt.maths import craps
from openfelt.maths.profile import Profile
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally

# The chance that any bet of a sound game lies beyond the bound.
ALPHA: Final = 0.001
# A bet is judged when its rarest ending is expected so often: before, it is no normal sum.
EXPECTED_MIN: Final = 100


def bound(bets: int, alpha: float = ALPHA) -> float:
    """Return the |z| that none of so many bets exceeds, with a chance of 1 - alpha."""
    return NormalDist().inv_cdf(1 - alpha / (2 * bets))


@dataclass(frozen=True, slots=True)
class Score:
    """One bet: what it came to beside its exact value."""

    bet: str
    decided: int
    gain: Fraction
    profile: Profile
    z: float | None
    late: "Late | None" = None

    @property
    def edge(self) -> Fraction | None:
        """The loss for each unit that was played, None before any was decided."""
        return self.profile.commission - self.gain / self.decided if self.decided else None


@dataclass(frozen=True, slots=True)
class Late:
    """The coups after the last of fixed index: how many, and what a unit gained on them."""

    coups: int
    gain: Fraction

    @property
    def edge(self) -> Fraction | None:
        """The loss for each unit on these coups."""
        return -self.gain / self.coups if self.coups else None


@dataclass(frozen=True, slots=True)
class Judgement:
    """All bets together: the largest |z| of those judged, and its bound."""

    bets: int
    worst: float
    bound: float

    @property
    def holds(self) -> bool:
        """Whether no bet lies beyond the bound."""
        return self.worst <= self.bound

    @property
    def says(self) -> str:
        """The judgement in a sentence."""
        if not self.bets:
            return "too few rounds to judge any bet; play more"
        within = "within" if self.holds else "BEYOND"
        return (
            f"largest |z| {self.worst:.2f} of {self.bets} bets, {within} {self.bound:.2f}, which "
            f"a sound game exceeds once in {1 / ALPHA:,.0f} runs"
        )


def judged(found: Sequence[Score]) -> Judgement:
    """Judge all bets that were played often enough, as one family."""
    sizes = [abs(one.z) for one in found if one.z is not None]
    return Judgement(len(sizes), max(sizes, default=0.0), bound(len(sizes)) if sizes else 0.0)


def scores(run: Rounds, tally: Tally) -> list[Score]:
    """Score every bet."""
    return [score(run, tally, place) for place in range(len(run.board.bets))]


def score(run: Rounds, tally: Tally, place: int) -> Score:
    """Score the bet at a place of the board."""
    return (_even_score if run.shoe is None else _shoe_score)(run, tally, place)


def _is_judged(profile: Profile, decided: int) -> bool:
    return min(line.p for line in profile.lines) * decided >= EXPECTED_MIN


def _even_score(run: Rounds, tally: Tally, place: int) -> Score:
    board, counts = run.board, tally.added["counts"]
    bet, profile = board.bets[place], run.profiles[board.bets[place]]
    decided = sum(n for n, ends in zip(counts, board.decided[:, place], strict=True) if ends)
    total, variance = Fraction(0), Fraction(0)
    for number, state in enumerate(board.situations.states):
        position = board.situations.position(bet, state)
        if position is not None:
            seen = counts[number * board.outcomes : (number + 1) * board.outcomes]
            changes = _changes(run, bet, position)
            total += sum(n * change for n, change in zip(seen, changes, strict=True) if n)
            square = sum((change * change for change in changes), Fraction(0)) / len(changes)
            variance += sum(seen) * square
    gain = Fraction(tally.added["sums"][place], board.scales[place])
    z = float(total) / sqrt(variance) if _is_judged(profile, decided) else None
    return Score(bet, decided, gain, profile, z)


@cache
def _changes(run: Rounds, bet: str, position: str) -> list[Fraction]:
    """Return by how much each outcome changes the exact value of a wager in a position."""
    before = _value(run, position)
    after = (
        verdict.net
        if verdict.result is not Result.STANDS
        else _value(run, position if verdict.point is None else at(bet, verdict.point))
        for verdict in run.board.columns.verdicts[position]
    )
    return [value - before for value in after]


@cache
def _value(run: Rounds, position: str) -> Fraction:
    """Return what a wager in a position is worth, as the gain to be expected."""
    if run.sheet.rulebook.game.wagers_stand:
        return craps.profile(position, run.board.columns.verdicts, Fraction(0)).mean
    return run.profiles[position].mean


def _shoe_score(run: Rounds, tally: Tally, place: int) -> Score:
    assert run.shoe is not None
    bet, scale, added = run.board.bets[place], run.board.scales[place], tally.added
    profile, coups = run.profiles[bet], sum(added["counts"])
    gain, shoes = Fraction(added["sums"][place], scale), Fraction(coups, run.shoe.fixed_coups)
    z = None
    if _is_judged(profile, coups):
        mean = gain / shoes
        variance = Fraction(added["squares"][place], scale * scale) / shoes - mean * mean
        z = float(gain - coups * profile.mean) / sqrt(shoes * variance)
    late = Late(sum(added["late_counts"]), Fraction(added["late_sums"][place], scale))
    return Score(bet, coups, gain, profile, z, late)
