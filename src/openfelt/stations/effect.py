"""What confirming a result would do to the money, before it is done.

Nothing is worked out here: the floor decides the confirmation as it would in earnest, and what it
would write down is added up.  Only staff at the table is shown it.
"""

from collections.abc import Callable, Sequence

import msgspec

from openfelt.floor.base import Answer, Context, Refused
from openfelt.floor.effect import effect_of
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import RoundSettled
from openfelt.floor.state import Spot, Stake
from openfelt.floor.wagers import layout
from openfelt.floor.whole import decide
from openfelt.stations.key import Look, needed


class BetEffect(msgspec.Struct, frozen=True, gc=False):
    """What a result does to everything that lies on one bet; `winning` of its `wagers` win."""

    bet: str
    wagers: int
    winning: int
    staked: int
    returned: int


class ResultEffect(msgspec.Struct, frozen=True, gc=False):
    """What the result that was entered does.

    `returned` goes to the players, stakes included; `kept` is what of their stakes does not.
    `seen` stands for all of it: the confirmation carries it, and is refused when it would do
    something else by then.
    """

    seen: str
    wagers: int
    winning: int
    staked: int
    returned: int
    kept: int
    bets: tuple[BetEffect, ...]


def result_effect(look: Look, seal: Callable[[str], str] = str) -> ResultEffect | None:
    """Say what the confirmation of a result that was entered would do, None before that."""
    answer = _decided(look)
    if isinstance(answer, Refused):
        return None
    mark = effect_of(look.state, ConfirmResult(look.table.name, ""), answer).mark
    lines = tuple(line for one in answer if type(one) is RoundSettled for line in _lines(look, one))
    staked, returned = (sum(getattr(one, name) for one in lines) for name in ("staked", "returned"))
    return ResultEffect(
        seen=seal(mark),
        wagers=sum(one.wagers for one in lines),
        winning=sum(one.winning for one in lines),
        staked=staked,
        returned=returned,
        kept=sum(max(0, one.staked - one.returned) for one in lines),
        bets=lines,
    )


def _decided(look: Look) -> Answer:
    """Ask the floor as whoever looks, or as somebody who may confirm it."""
    answer = _asked(look)
    needs = needed(answer) if isinstance(answer, Refused) else ()
    other = look.by_one_of(needs) if needs else None
    return answer if other is None else _asked(other)


def _asked(look: Look) -> Answer:
    command = ConfirmResult(look.table.name, look.person)
    return decide(look.state, command, Context(look.now, "view"))


def _lines(look: Look, settled: RoundSettled) -> tuple[BetEffect, ...]:
    """Add up the wagers of each bet, in the order of the layout."""
    named = settled.decided or settled.standing
    played = layout.played_for(look.table.layouts)
    wagers: Sequence[Stake | Spot] = settled.decided if named else played
    sums: dict[str, list[int]] = {}
    for wager, back in zip(wagers, settled.returned, strict=True):
        line = sums.setdefault(wager.bet, [0, 0, 0, 0])
        won = back > wager.amount
        for place, more in enumerate((1, won, wager.amount, back)):
            line[place] += more
    places = {bet: place for place, bet in enumerate(look.state.rules(look.table).layout)}
    order = sorted(sums, key=lambda bet: places.get(bet, len(places)))
    return tuple(BetEffect(bet, *sums[bet]) for bet in order)
