"""PAR sheets: the exact figures of every bet of every variant."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from openfelt.core.verdict import Result
from openfelt.games.game import Column
from openfelt.maths import baccarat, craps
from openfelt.maths.profile import Ending, Profile, lines_of
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.rulebook import Rulebook


class UnknownSheet(ValueError):
    """A name that is neither a variant nor one of its sheets."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A variant as it stands on a table: with so many decks, at such a tie bonus."""

    key: str
    rulebook: Rulebook
    decks: int | None = None
    tie_percent: int | None = None

    @property
    def columns(self) -> Columns:
        """What the floor would pay by."""
        return self.rulebook.columns(self.decks, self.tie_percent)

    def profiles(self) -> dict[str, Profile]:
        """Work out every bet on which a player can place."""
        verdicts = self.columns.verdicts
        placeable = [bet.code for bet in self.rulebook.game.bets.values() if bet.placeable]
        if self.rulebook.game.wagers_stand:
            free = Fraction(0)
            commission = self.rulebook.commission
            return {
                bet: craps.profile(bet, verdicts, commission.get(bet, free)) for bet in placeable
            }
        weights = self._weights()
        return {bet: _profile(verdicts[bet], weights) for bet in placeable}

    def _weights(self) -> tuple[int, ...]:
        if self.decks is not None:
            return baccarat.distribution(self.decks)
        return (1,) * len(self.columns.outcomes)


def _profile(column: Column, weights: tuple[int, ...]) -> Profile:
    by_ending: dict[Ending, int] = {}
    for verdict, weight in zip(column, weights, strict=True):
        ending = (verdict.result, verdict.net)
        by_ending[ending] = by_ending.get(ending, 0) + weight
    return Profile(lines_of(by_ending, sum(weights)))


def _sheets_of(rulebook: Rulebook) -> Iterator[Sheet]:
    if rulebook.shoe is None:
        yield Sheet(rulebook.code, rulebook)
        return
    for percent in rulebook.tie_percents or (None,):
        name = rulebook.code if percent is None else f"{rulebook.code}_{percent:02}"
        for decks in rulebook.shoe.decks:
            yield Sheet(f"{name}/{decks}", rulebook, decks, percent)


def sheets(names: Iterable[str] = ()) -> list[Sheet]:
    """Return the sheets of the variants or keys named, of all when none is."""
    wanted = list(names)
    every = [sheet for rulebook in VARIANTS.values() for sheet in _sheets_of(rulebook)]
    if not wanted:
        return every
    chosen: list[Sheet] = []
    for name in wanted:
        found = [sheet for sheet in every if name in (sheet.key, sheet.rulebook.code)]
        if not found:
            raise UnknownSheet(
                f"no variant or sheet {name!r}; variants: {' '.join(VARIANTS)}; "
                f"a sheet is a variant with its decks, such as LT/8 or PB_TIE_05/6"
            )
        chosen.extend(sheet for sheet in found if sheet not in chosen)
    return chosen


def as_text(value: Fraction) -> str:
    """Write a fraction as `a/b` in lowest terms, whole numbers over 1."""
    return f"{value.numerator}/{value.denominator}"


def as_json(profile: Profile) -> dict[str, object]:
    """Return the figures of a bet in the published format."""
    figures: dict[str, object] = {
        "p_win": as_text(profile.p(Result.WIN)),
        "p_lose": as_text(profile.p(Result.LOSE)),
        "p_push": as_text(profile.p(Result.PUSH)),
        "lines": [
            {"result": line.result.value, "net": as_text(line.net), "p": as_text(line.p)}
            for line in profile.lines
        ],
        "edge": as_text(profile.edge),
        "variance": as_text(profile.variance),
    }
    if profile.expected_rolls is not None:
        figures["expected_rolls"] = as_text(profile.expected_rolls)
    if profile.commission:
        figures["edge_per_outlay"] = as_text(profile.edge_per_outlay)
    return figures
