"""A bet on a sheet with the rows of the paytable it is paid by, and families of equal bets."""

from collections import Counter, UserDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from openfelt.core.odds import Odds
from openfelt.games.game import Pays
from openfelt.maths.par import Sheet
from openfelt.maths.profile import Ending, Line, Profile
from openfelt.rulebooks.rulebook import Rulebook

BONUS: Final = "tie_bonus"


# Odds, the clause that prints them, and on how many pieces of a wager they are paid.
Row = tuple[Odds, str, int]


@dataclass(frozen=True, slots=True)
class Way:
    """A row of the paytable that pays a wager, or so many pieces of it."""

    event: str
    odds: Odds
    clause: str
    pieces: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A pay line with every way that leads to it; none where nothing is paid."""

    line: Line
    ways: tuple[Way, ...]

    @property
    def events(self) -> tuple[str, ...]:
        """Names of the rows, in the order met."""
        return tuple(way.event for way in self.ways)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Odds and clause of each way, once: two events may share a row of the book."""
        return tuple(dict.fromkeys((way.odds, way.clause, way.pieces) for way in self.ways))


@dataclass(frozen=True, slots=True)
class Entry:
    """A bet as a sheet shows it."""

    code: str
    profile: Profile
    endings: tuple[Ended, ...]
    pieces: int

    @property
    def kind(self) -> str:
        """What stands before the colon of the code."""
        return self.code.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Family:
    """Bets of one kind with the same figures and the same odds."""

    codes: tuple[str, ...]
    entry: Entry


class _Recorder(UserDict[str, Odds]):
    """A paytable that remembers which of its rows were asked for, and how often."""

    def __init__(self, pays: Pays) -> None:
        super().__init__(pays)
        self.asked: Counter[str] = Counter()

    def __getitem__(self, name: str) -> Odds:
        odds = super().__getitem__(name)
        self.asked[name] += 1
        return odds


@cache
def _ways(rulebook: Rulebook, tie_percent: int | None) -> dict[str, dict[Ending, tuple[Way, ...]]]:
    """Find the rows behind each ending of each bet, by judging every outcome again.

    The positions of a craps wager count as the bet itself.
    """
    pays = rulebook.pays_at(tie_percent)
    recorder = _Recorder(pays)
    found: dict[str, dict[Ending, tuple[Way, ...]]] = {}
    for bet in rulebook.game.bets.values():
        endings = found.setdefault(bet.code.partition("@")[0], {})
        for outcome in rulebook.game.outcomes:
            recorder.asked.clear()
            verdict = bet.judge(outcome, recorder)
            assert len(recorder.asked) <= 1, "one outcome is paid by one row"
            ending = (verdict.result, verdict.net)
            before = endings.get(ending, ())
            asked = recorder.asked.items()
            new = (Way(event, pays[event], pays.clause(event), n) for event, n in asked)
            endings[ending] = before + tuple(way for way in new if way not in before)
    return found


def entries(sheet: Sheet, profiles: Mapping[str, Profile]) -> list[Entry]:
    """Join the figures of every bet with the odds behind them."""
    found = _ways(sheet.rulebook, sheet.tie_percent)
    bets = sheet.rulebook.game.bets
    return [
        Entry(
            code,
            profile,
            tuple(Ended(line, found[code][line.result, line.net]) for line in profile.lines),
            bets[code].pieces,
        )
        for code, profile in profiles.items()
    ]


def families(bets: Iterable[Entry]) -> list[Family]:
    """Group the bets of a kind that are alike to the last digit; totals stay apart."""
    groups: dict[object, list[Entry]] = {}
    for entry in bets:
        apart = entry.code if entry.kind == "total" else entry.kind
        paid = tuple(ended.rows for ended in entry.endings)
        groups.setdefault((apart, entry.profile, paid), []).append(entry)
    return [Family(tuple(e.code for e in group), group[0]) for group in groups.values()]
