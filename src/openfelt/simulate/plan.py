"""A strategy declared in TOML: what is kept on the layout, how stakes follow results, when to stop.

Read here into whole numbers; `decide`, compiled, carries it out.
"""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec
import numpy as np

from openfelt.games.craps.bets import POINTS, at
from openfelt.games.craps.placement import FLAT_OF, ODDS_LIMIT
from openfelt.rulebooks.policy import pairs_are_allowed
from openfelt.simulate.settings import LEVELS, LEVELS_MAX, MOVES, ROW, SHARES
from openfelt.simulate.wagers import Wagers

Array = np.ndarray[Any, Any]
Cents = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Move = Literal["first", "next", "back", "stay"]

BETS_MAX: Final = 16
_ODDS_BY_FLAT: Final = {flat: odds for odds, flat in FLAT_OF.items()}


class NotAPlan(ValueError):
    """A plan that cannot be played as written."""


class PlannedBet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A bet that is laid again whenever it is decided.

    `levels` multiply the stake; after a win or a loss the next, the one before
    or the first of them is staked.  `odds` are laid behind a point, so many
    times the wager, or to win so many times of it.
    """

    bet: str
    cents: Cents
    when: Literal["any", "on", "off"] = "any"
    odds: Annotated[int, msgspec.Meta(ge=0, le=ODDS_LIMIT)] = 0
    levels: tuple[Annotated[int, msgspec.Meta(ge=1, le=1_000_000)], ...] = (1,)
    on_win: Move = "stay"
    on_loss: Move = "stay"


class Rebate(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a programme gives back when a session ends: a part of its loss, or of all staked."""

    of: Literal["loss", "coin_in"]
    basis_points: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    above_cents: Annotated[int, msgspec.Meta(ge=0)] = 0


class Session(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a session has and when it ends, whatever its strategy."""

    bankroll_cents: Cents
    rounds: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None
    hours: Annotated[int, msgspec.Meta(ge=1, le=1_000)] | None = None
    rounds_an_hour: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    stop_loss_cents: Cents | None = None
    stop_win_cents: Cents | None = None
    rebate: Rebate | None = None

    @property
    def round_limit(self) -> int:
        """After how many rounds the time is up."""
        if self.rounds is not None and self.hours is None:
            return self.rounds
        if self.rounds is None and self.hours is not None and self.rounds_an_hour is not None:
            return self.hours * self.rounds_an_hour
        raise NotAPlan("say how long a session lasts: rounds, or hours with rounds_an_hour")

    @property
    def limits(self) -> Array:
        """Rounds, and the worth at which a loss or a win stops the session."""
        low = self.bankroll_cents - (self.stop_loss_cents or self.bankroll_cents + 1)
        high = np.iinfo(np.int64).max
        if self.stop_win_cents is not None:
            high = self.bankroll_cents + self.stop_win_cents
        return np.array([self.round_limit, low, high], np.int64)


class Plan(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A session and its bets."""

    session: Session
    bet: list[PlannedBet]


def read_plan(text: str, wagers: Wagers) -> Plan:
    """Read a plan, and refuse what the variant's rules would refuse every time."""
    try:
        plan = msgspec.convert(tomllib.loads(text), Plan)
        plan.session.limits  # noqa: B018 - refuses a session without an end
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NotAPlan(f"{error}") from error
    if not 1 <= len(plan.bet) <= BETS_MAX:
        raise NotAPlan(f"a plan has 1 to {BETS_MAX} bets, this one {len(plan.bet)}")
    names = [planned.bet for planned in plan.bet]
    if len(set(names)) < len(names):
        raise NotAPlan("a bet stands in the plan twice; give it one stake")
    for planned in plan.bet:
        _check(planned, wagers)
    if not pairs_are_allowed(wagers.rulebook.policy.pairs, names):
        raise NotAPlan(f"{wagers.rulebook.code} takes a pair only beside a main wager")
    return plan


def _check(planned: PlannedBet, wagers: Wagers) -> None:
    bet, code = planned.bet, wagers.rulebook.code
    known = wagers.rulebook.game.bets
    if bet not in known or not known[bet].placeable:
        raise NotAPlan(f"{code} has no bet {bet!r}")
    if bet.partition(":")[0] in FLAT_OF and wagers.rulebook.game.wagers_stand:
        raise NotAPlan(f"{bet} is laid by `odds = 2` of the wager it stands behind")
    if planned.odds and bet not in _ODDS_BY_FLAT:
        raise NotAPlan(f"no odds go behind {bet}")
    if planned.when != "any" and not wagers.rulebook.game.wagers_stand:
        raise NotAPlan(f"{code} has no point: leave `when` out")
    if not 1 <= len(planned.levels) <= LEVELS_MAX:
        raise NotAPlan(f"{bet} has {len(planned.levels)} levels; 1 to {LEVELS_MAX} are allowed")
    if any(planned.cents * level % known[bet].pieces for level in planned.levels):
        raise NotAPlan(f"{bet} is {known[bet].pieces} equal pieces: its cents must divide")


def _points(planned: PlannedBet, wagers: Wagers) -> int:
    """Return a bit for each point of the table on which the bet is wanted and taken."""
    wanted = {"any": (True, True), "on": (False, True), "off": (True, False)}[planned.when]
    taken = wagers.taken[wagers.index[planned.bet]]
    return sum(1 << at for at in range(len(taken)) if taken[at] and wanted[at > 0])


def settings_of(bets: Sequence[PlannedBet], wagers: Wagers) -> Array:
    """Return the plan as the numbers that `planned.decide` reads."""
    rows = np.zeros((len(bets), ROW), np.int64)
    for row, planned in zip(rows, bets, strict=True):
        place, odds = wagers.index[planned.bet], 0
        if planned.odds:
            odds = wagers.index[f"{_ODDS_BY_FLAT[planned.bet]}:{POINTS[0]}"]
            assert wagers.index[at(planned.bet, POINTS[0])] == place + 1, "points follow their bet"
            for number in range(len(POINTS)):
                most = Fraction(*map(int, wagers.caps[odds + number]))
                share = most * planned.odds / ODDS_LIMIT
                row[SHARES + 2 * number : SHARES + 2 * number + 2] = share.as_integer_ratio()
        row[:SHARES] = (
            *(place, planned.cents, _points(planned, wagers), planned.odds, odds),
            *(MOVES.index(planned.on_win), MOVES.index(planned.on_loss), len(planned.levels)),
        )
        row[LEVELS : LEVELS + len(planned.levels)] = planned.levels
    return rows
