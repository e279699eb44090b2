"""What a round must have paid, from the journalled odds and the wagers, with own arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from openfelt.audit.definition import Odds
from openfelt.audit.event import Move, Paid, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.table import Tables, by_spot

Figures = dict[str, tuple[int, int, int]]


class Settlement(Protocol):
    """What a settlement and a corrected one have in common."""

    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    decided: tuple[Stake, ...]
    moved: tuple[Move, ...]
    standing: int


def left_by(played: Sequence[Stake], e: Settlement) -> dict[tuple[str, str], int]:
    """Return what a settlement says is still on the table, by terminal and bet."""
    if e.returned and not e.decided:
        return {}
    decided = by_spot(e.decided)
    to = {(move.terminal, move.bet): move.to for move in e.moved}
    return by_spot(
        Stake(stake.terminal, to.get((stake.terminal, stake.bet), stake.bet), stake.amount)
        for stake in played
        if (stake.terminal, stake.bet) not in decided
    )


def _decided(
    tables: Tables, odds: Odds, played: Sequence[Stake], e: Settlement, place: int
) -> Sequence[Stake] | None:
    """Return the wagers the outcome decides, None where the row is not about the same ones."""
    if not odds.stands:
        decided, named = played, e.decided or played
    else:
        decided, named = [s for s in played if place not in odds.stands.get(s.bet, ())], e.decided
    if len(e.returned) != len(decided):
        tables.say(f"it pays {len(e.returned)} wagers, {len(decided)} had to be paid")
        return None
    if list(named) != list(decided):
        tables.say("it names other wagers than the outcome decides")
    if e.standing != len(played) - len(decided):
        tables.say(f"it lets {e.standing} wagers stand instead of {len(played) - len(decided)}")
    return decided


def _check_moves(
    tables: Tables, odds: Odds, played: Sequence[Stake], e: Settlement, place: int
) -> None:
    """Compare where the wagers that stand go on."""
    expected = [
        Move(stake.terminal, stake.bet, to)
        for stake in played
        if (to := odds.stands.get(stake.bet, {}).get(place))
    ]
    if list(e.moved) != expected:
        tables.say("wagers are moved elsewhere than the outcome takes them")


def check_payment(
    tables: Tables, odds: Odds, played: Sequence[Stake], e: Settlement, place: int
) -> None:
    """Compare rulebook, place, what became of every wager, and every terminal's sums."""
    if e.fingerprint != odds.fingerprint:
        tables.say("it was settled by another rulebook than the table opened with")
    if e.place != place:
        tables.say(f"{e.outcome} is looked up at place {e.place} instead of {place}")
    decided = _decided(tables, odds, played, e, place)
    if decided is None:
        return
    _check_moves(tables, odds, played, e, place)
    returns, denominator = odds.returns, odds.denominator
    sums: Figures = {}
    for stake, back in zip(decided, e.returned, strict=True):
        column = returns.get(stake.bet)
        # Rounded up: winnings that are no whole cent favour the player.
        owed = -(-stake.amount * column[place] // denominator) if column else 0
        if back != owed:
            tables.say(
                f"{stake.terminal}'s {dollars(stake.amount)} on {stake.bet} got {dollars(back)}, "
                f"the journalled odds give {dollars(owed)} on {e.outcome}"
            )
        staked, credited, won = sums.get(stake.terminal, (0, 0, 0))
        sums[stake.terminal] = (
            staked + stake.amount,
            credited + owed,
            won + max(0, owed - stake.amount),
        )
    check_paid(tables, e.paid, sums)


def figures(paid: Sequence[Paid]) -> Figures:
    """Return what was staked, credited and won, by terminal."""
    return {line.terminal: (line.staked, line.credited, line.won) for line in paid}


def check_paid(tables: Tables, paid: Sequence[Paid], expected: Figures) -> None:
    """Compare what a row says of each terminal."""
    for terminal, times in Counter(line.terminal for line in paid).items():
        if times > 1:
            tables.say(f"{terminal} is paid {times} times")
    said = figures(paid)
    for terminal in sorted(said.keys() | expected.keys()):
        is_, should = said.get(terminal, (0, 0, 0)), expected.get(terminal, (0, 0, 0))
        if is_ != should:
            tables.say(
                f"{terminal}: staked, credited, won are {', '.join(map(dollars, is_))} "
                f"instead of {', '.join(map(dollars, should))}"
            )


def paid_to(decided: Iterable[tuple[Stake, int]]) -> tuple[Paid, ...]:
    """Add up what each terminal staked, got and won; less than 0 is not decided."""
    sums: Figures = {}
    for stake, back in decided:
        if back < 0:
            continue
        staked, credited, won = sums.get(stake.terminal, (0, 0, 0))
        gain = max(0, back - stake.amount)
        sums[stake.terminal] = (staked + stake.amount, credited + back, won + gain)
    return tuple(Paid(terminal, *figures) for terminal, figures in sums.items())
