"""A wrong roll and every later one played again: one row, and one adjustment an account.

Rulebook: AC 6.1, 6.3, 6.6, 7.9.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Final

import msgspec
from msgspec.structs import replace

from openfelt.floor.base import Concept, Event, Leg
from openfelt.floor.ended import round_name
from openfelt.floor.ledger import Account
from openfelt.floor.money import account, case, purse
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people import objection
from openfelt.floor.play.craps.history import Owner
from openfelt.floor.play.craps.play import Owned
from openfelt.floor.play.craps.position import on_point, play_at
from openfelt.floor.play.craps.retelling import Again, Played, Told, outcome_of, play, told_from
from openfelt.floor.play.procedure import Outcome
from openfelt.floor.rounds import recall
from openfelt.floor.rounds.corrected import is_void, stay
from openfelt.floor.rounds.correction import cancelled, loosened
from openfelt.floor.rounds.settling import paid_to
from openfelt.floor.state import (
    Claim,
    Layouts,
    SettledRound,
    Slip,
    Spot,
    Stake,
    State,
    Table,
)

_TO_HOUSE: Final = Account.IN_TRANSIT.of(HOUSE)


class Adjusted(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an account has more by the new history than by the old one, or less.

    `credit` came over its meter, `case` by the house; `owed` is what it owes more.  `staked` lies
    on the layout more, and `held` is so much more of commission.
    """

    terminal: str
    account: int
    credit: int
    owed: int
    case: int
    staked: int
    held: int


class Won(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a win meter shows now of the last roll."""

    terminal: str
    amount: int


class RollsReplayed(Event, frozen=True):
    """A roll had other dice, or was void, and it and every later one were played again.

    `rounds` are the records now, from it on; one that is void has none.  `standing`, `point` and
    `lost` are those of the table, if it is still open for these rolls.  `earned` is how much more
    commission is the house's.
    """

    table: str
    round: int
    reason: str
    void: bool
    forfeited: tuple[str, ...]
    rounds: tuple[Again, ...]
    adjusted: tuple[Adjusted, ...]
    earned: int
    standing: tuple[Stake, ...]
    point: int
    lost: tuple[Owned, ...]
    wins: tuple[Won, ...]


def replayed(
    state: State,
    table: Table,
    found: tuple[int, SettledRound],
    actual: Outcome | None,
    reason: str,
    forfeit: Collection[str],
    older: Mapping[int, SettledRound],
) -> tuple[Event, ...]:
    """Play a roll again with its true dice, or as void, and all that followed as it was.

    Rule: AC 6.1; AC 6.3; AC 7.9
    """
    number, first = found
    told = told_from(state, table, found, older)
    on_record = play(told, outcome_of(first), ())
    gone = _cannot_lie(state, told, on_record, actual, forfeit)
    old = play(told.without(gone), outcome_of(first), ())
    new = play(told.without(gone), actual, forfeit)
    freed, adjusted = _adjusted(state, table, told, (on_record, old, new))
    row = RollsReplayed(
        table.name,
        number,
        reason,
        actual is None,
        tuple(sorted(forfeit)),
        _with_debts(told, new, adjusted),
        adjusted,
        new.history.earned - old.history.earned,
        _standing(new.history.layouts) if told.now else (),
        new.history.point if told.now and table.phase != "closed_table" else 0,
        new.left.lost if told.now else (),
        _wins(state, table, told, new),
    )
    return (
        *(one for each in sorted(older.items()) for one in recall.recalled(table, each)),
        *_cancelled(state, table, gone),
        *freed,
        row,
        *case.claimed(table, number, *_claims(told, adjusted), reason),
    )


def _cannot_lie(
    state: State,
    told: Told,
    on_record: Played,
    actual: Outcome | None,
    forfeit: Collection[str],
) -> tuple[Owned, ...]:
    """Return the chips of the open period that may not lie on the new layout, or pay for it.

    Where a meter is short, staged chips come off, the newest first.

    Rule: AC 6.1
    """
    gone = play(told, actual, forfeit).left.void if told.now else ()
    while True:
        kept = told.without(gone)
        new = play(kept, actual, forfeit)
        more = tuple(_cover(state, kept, on_record, new))
        if not more:
            return gone
        gone += more


def _cover(state: State, kept: Told, on_record: Played, new: Played) -> Iterator[Owned]:
    short: dict[Owner, int] = {}
    for one in reversed(kept.now.laid if kept.now else ()):
        owner = one.terminal, one.account
        if owner not in short:
            meter = state.terminals[one.terminal].credit
            short[owner] = on_record.cash(owner) - new.cash(owner) - meter
        if short[owner] > 0:
            short[owner] -= one.amount
            yield one


def _cancelled(state: State, table: Table, gone: Sequence[Owned]) -> Iterator[Event]:
    for name in dict.fromkeys(one.terminal for one in gone):
        stakes = [Stake(name, one.bet, one.amount) for one in gone if one.terminal == name]
        yield from cancelled(state, table, name, stakes)


def _adjusted(
    state: State, table: Table, told: Told, played: tuple[Played, Played, Played]
) -> tuple[tuple[Event, ...], tuple[Adjusted, ...]]:
    """Return what each account gets or gives, and what is lifted elsewhere to pay for it.

    What the account owes because of these rolls is reversed first.
    """
    on_record, old, new = played
    freed: list[Event] = []
    adjusted = []
    for terminal, number in _owners(old, new):
        owner = terminal, number
        due, owed = new.cash(owner) - old.cash(owner), _debt(told, owner)
        is_last = state.terminals[terminal].account == number
        lies = _lies(terminal, old, new) if is_last else (0, 0)
        if account.has_left(state, terminal, number):
            back = max(0, min(due, owed))
            adjusted.append(Adjusted(terminal, number, 0, -back, due - back, *lies))
            continue
        meter = state.terminals[terminal].credit + old.cash(owner) - on_record.cash(owner)
        loose, worth = loosened(state, terminal, -due - meter, but=table.name)
        freed.extend(loose)
        meter += worth
        more = max(0, -due - meter) - max(0, min(due, owed))
        adjusted.append(Adjusted(terminal, number, due + more, more, 0, *lies))
    return tuple(freed), tuple(one for one in adjusted if _is_any(one))


def _is_any(one: Adjusted) -> bool:
    """Say whether anything changes for an account."""
    return any((one.credit, one.owed, one.case, one.staked, one.held))


def _owners(old: Played, new: Played) -> list[Owner]:
    return sorted(old.history.cash.keys() | new.history.cash.keys())


def _lies(terminal: str, old: Played, new: Played) -> tuple[int, int]:
    """Return how much more lies there of a terminal, and how much more is held for it."""
    was, now = old.history, new.history
    more = now.staked(terminal) - was.staked(terminal)
    return more, now.held(terminal) - was.held(terminal)


def _played(again: Again, owner: Owner) -> bool:
    terminal, number = owner
    return again.settled.accounts.get(terminal) == number


def _debt(told: Told, owner: Owner) -> int:
    """Return what an account owes because of earlier corrections of these rolls."""
    return sum(one.settled.owed.get(owner[0], 0) for one in told.rounds if _played(one, owner))


def _with_debts(told: Told, new: Played, adjusted: Sequence[Adjusted]) -> tuple[Again, ...]:
    """Write down what accounts owe now, each in the first roll it played in."""
    rounds = new.rounds
    for one in adjusted:
        owner = one.terminal, one.account
        owes = _debt(told, owner) + one.owed
        noted = False
        made = []
        for again in rounds:
            if _played(again, owner):
                owed = again.settled.owed | {one.terminal: 0 if noted else owes}
                again = Again(again.number, replace(again.settled, owed=owed))
                noted = True
            made.append(again)
        rounds = tuple(made)
    return tuple(Again(one.number, _as_written(one.settled)) for one in rounds)


def _as_written(round_: SettledRound) -> SettledRound:
    """Put names in the order the journal has them in: what is read again is then the same."""
    return replace(
        round_,
        layouts={
            name: dict(sorted(spots.items())) for name, spots in sorted(round_.layouts.items())
        },
        accounts=dict(sorted(round_.accounts.items())),
        owed=dict(sorted(round_.owed.items())),
        slips=dict(sorted(round_.slips.items())),
    )


def _standing(layouts: Layouts) -> tuple[Stake, ...]:
    spots = [spot for spots in layouts.values() for spot in spots.values() if spot.stood]
    spots.sort(key=lambda spot: spot.order)
    return tuple(Stake(spot.terminal, spot.bet, spot.stood) for spot in spots)


def _wins(state: State, table: Table, told: Told, new: Played) -> tuple[Won, ...]:
    """Put right the win meters that show the last roll, or would have.

    Rule: AC 3.6
    """
    last = told.rounds[-1]
    if last.number < max(table.settled, default=0):
        return ()
    was = {one.terminal: one.won for one in paid_to(last.settled.layouts, last.settled.returned)}
    now: dict[str, int] = {}
    if new.rounds and new.rounds[-1].number == last.number:
        record = new.rounds[-1].settled
        now = {one.terminal: one.won for one in paid_to(record.layouts, record.returned)}
    shown = round_name(table.name, last.number)
    return tuple(
        Won(name, now.get(name, 0))
        for name in sorted(was.keys() | now.keys())
        if _shows(state, name, shown) and state.terminals[name].win != now.get(name, 0)
    )


def _shows(state: State, name: str, shown: str) -> bool:
    """Say whether a win meter shows a round, or nothing at all."""
    terminal = state.terminals[name]
    return terminal.won_in == shown or not terminal.win


def _claims(told: Told, adjusted: Sequence[Adjusted]) -> tuple[tuple[Claim, ...], tuple[Slip, ...]]:
    """Return what is due to or from accounts that have closed, and by which slips debtors left."""
    claims = tuple(Claim(one.terminal, one.account, one.case) for one in adjusted if one.case)
    slips = [_slip(told, (one.terminal, one.account)) for one in claims if one.amount < 0]
    return claims, tuple(slip for slip in slips if slip.number)


def _slip(told: Told, owner: Owner) -> Slip:
    """Return the slip by which an account left last."""
    slips = [one.settled.slips.get(owner[0], "") for one in told.rounds if _played(one, owner)]
    return Slip(owner[0], next(filter(None, reversed(slips)), ""))


def note(table: Table) -> None:
    """Keep with a roll what only this table knew of it; of one that is void nothing is kept."""
    round_, play = table.settled.get(table.round), play_at(table)
    if round_ is not None:
        round_.point, round_.before = play.point, table.before
        round_.lost, play.lost = play.lost, ()


def applied(state: State, event: RollsReplayed) -> None:
    table = state.tables[event.table]
    is_open = table.settled[event.round].before == table.before
    for again in event.rounds:
        table.settled[again.number] = deepcopy(again.settled)
        objection.put_right(state, event.table, again.number, "corrected")
    if is_open:
        _lie(table, event)
    for one in event.adjusted:
        if one.credit > 0:
            purse.give(state, one.terminal, one.credit)
        else:
            purse.take(state, one.terminal, -one.credit)
        stay(state, one.terminal)
    last = event.rounds[-1].number if event.rounds else event.round
    for won in event.wins:
        terminal = state.terminals[won.terminal]
        terminal.win, terminal.won_in = won.amount, round_name(event.table, last)
    if event.void:
        is_void(state, table, event.round)


def _lie(table: Table, event: RollsReplayed) -> None:
    """Let the new history's wagers stand, and what was laid since lie with them."""
    loose = [
        (spot, spot.amount - spot.stood)
        for spots in table.layouts.values()
        for spot in spots.values()
        if spot.amount > spot.stood
    ]
    behind = len(event.standing)
    table.layouts, table.spots = {}, table.spots + behind
    for place, (terminal, bet, amount) in enumerate(map(msgspec.structs.astuple, event.standing)):
        spots = table.layouts.setdefault(terminal, {})
        spots[bet] = Spot(terminal, bet, amount, place, "standing", stood=amount)
    for was, amount in loose:
        spots = table.layouts.setdefault(was.terminal, {})
        bet = on_point(was.bet, event.point)
        new = Spot(was.terminal, bet, 0, was.order + behind)
        spots.setdefault(bet, new).amount += amount
    play = play_at(table)
    play.point, play.lost = event.point, event.lost


def legs(event: RollsReplayed) -> tuple[Leg, ...]:
    """Book what each account has more, and what the table has less."""
    moved: list[Leg] = []
    for one in event.adjusted:
        moved.append((Account.TERMINAL_CREDIT.of(one.terminal), -one.credit))
        moved.append((Account.RECOVERABLE.of(one.terminal), one.owed))
        moved.append((_TO_HOUSE, -one.case))
        moved.append((Account.STAKE.of(one.terminal), -one.staked))
        moved.append((Account.COMMISSION_HELD.of(one.terminal), -one.held))
    moved.append((Account.COMMISSION.of(event.table), -event.earned))
    moved.append((Account.TABLE_BANK.of(event.table), -sum(amount for _, amount in moved)))
    return tuple(leg for leg in moved if leg[1])


CONCEPT: Final = Concept(evolves={RollsReplayed: applied}, posts={RollsReplayed: legs})
