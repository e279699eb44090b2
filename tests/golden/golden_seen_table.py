"""What can be seen of a table: its sign, its round, its wagers, its past, and its keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final
from weakref import WeakKeyDictionary

from golden_words import Fact, digest_of, under

from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.state import Limits, SettledRound, Stake, State, Table
from openfelt.floor.wagers import layout
from openfelt.stations.allowed import reason_of
from openfelt.stations.dealer import on_bets, seats_of
from openfelt.stations.display import DisplayView, display_view
from openfelt.stations.key import Look
from openfelt.stations.memory import Memory
from openfelt.stations.procedures.cards import DESK
from openfelt.stations.roles import has_dealer

LIMITS: Final = (
    "minimum",
    "maximum",
    "unit",
    "minimum_total",
    "aggregate",
    "differential",
    "tie_maximum",
    "pair_maximum",
)
# Every key there is, by the name it was recorded under; a station shows those that are wanted.
DEALER_KEYS: Final = {offer.act: offer for offer in chain(*DESK.rows)}
# What was locked at the close of each table, beside the memory that is folded with it.
_AT_CLOSE: Final[WeakKeyDictionary[Memory, dict[str, dict[str, str]]]] = WeakKeyDictionary()
RECORDED_AS: Final = {"actual_outcome": "correct", "limits": "change_limits"}
# Keys that are younger than what was recorded.
NEWER: Final = {
    "foreign_card",
    "keep_limits",
    "keep_open",
    "missing_card",
    "open",
    "replace_cards",
}
MANAGEMENT_KEYS: Final = {
    RECORDED_AS.get(offer.act, offer.act): offer
    for offer in (*DESK.acts, *DESK.rare_acts)
    if offer.act not in NEWER
}


def table_facts(state: State, name: str, memory: Memory, now: int) -> Iterator[Fact]:
    table = state.tables[name]
    view = display_view(state, name, memory, demo=state.demo)
    yield from _definition(state, table)
    yield from under("sign", _sign(view))
    yield from _clock(view)
    yield from _cards(table, view)
    yield from _shoe(table)
    yield from _shooter(table, view)
    yield from _wagers(table)
    yield from _locked(table, memory)
    yield from _laid(table)
    yield from _seats(state, table)
    yield from _settled(table)
    yield from under("past", _past(view))
    yield from _keys(state, table, now)


def _cards_at(table: Table) -> CardPlay:
    """What a card table remembers; a dice table showed the same of a shoe that never changes."""
    return (
        table.play
        if isinstance(table.play, CardPlay)
        else CardPlay(burned=False, standby_by_itself=True)
    )


def _dice_at(table: Table) -> TumblerPlay:
    return table.play if isinstance(table.play, TumblerPlay) else TumblerPlay("rotate", 0)


def _definition(state: State, table: Table) -> Iterator[Fact]:
    rules, dice = state.rules(table), _dice_at(table)
    yield "variant", rules.code
    yield "fingerprint", table.fingerprint
    yield "period_us", table.period_us
    yield "unconfirmed", table.unconfirmed
    yield "shooter_mode", dice.shooter_mode
    yield "shoot_value", dice.shoot_value
    yield "decks", rules.decks or 8
    yield "tie_percent", rules.tie_percent
    yield "ticket_limit", table.ticket_limit
    yield "standby_by_itself", _cards_at(table).standby_by_itself


def _sign(view: DisplayView) -> Iterator[Fact]:
    yield "game", view.game
    yield "title", view.title
    yield "book", view.book
    yield "demo", view.demo
    yield "confirm_step", view.confirm_step
    yield "takes_tickets", view.takes_tickets
    yield "shoot_seconds", view.shoot_seconds
    yield "bets", digest_of([[bet.code, bet.odds, bet.maximum] for bet in view.bets])
    yield "clauses", digest_of(view.clauses)
    yield from under("limits", _limits(view.limits))
    first = view.announced[0] if view.announced else None
    if first is not None:
        yield from under("next_limits", _limits(first.limits))
    yield "limits_at", first.at if first else 0
    yield "closing_at", view.closing_at


def _limits(limits: Limits) -> Iterator[Fact]:
    for figure in LIMITS:
        yield figure, getattr(limits, figure)


def _clock(view: DisplayView) -> Iterator[Fact]:
    yield "phase", view.phase
    yield "round", view.round
    yield "due", view.due
    yield "suspended", view.suspended
    yield "frozen_us", view.frozen_us


def _cards(table: Table, view: DisplayView) -> Iterator[Fact]:
    yield "cards/player", " ".join(view.player)
    yield "cards/banker", " ".join(view.banker)
    yield "cards/carried", " ".join(_cards_at(table).carried)
    yield "points/player", view.player_points
    yield "points/banker", view.banker_points
    yield "entered", view.entered
    yield "dummy", view.dummy


def _shoe(table: Table) -> Iterator[Fact]:
    play = _cards_at(table)
    yield "coups_left", play.coups_left
    yield "burned", play.burned
    yield "standby", play.standby
    yield "result_by_agm", play.result_by_agm
    for face, times in play.seen.items():
        yield f"faces_seen/{face}", times


def _shooter(table: Table, view: DisplayView) -> Iterator[Fact]:
    yield "shooter", view.shooter
    yield "shooter_seat", view.shooter_seat
    yield "last_seat", _dice_at(table).last_seat


def _wagers(table: Table) -> Iterator[Fact]:
    """Say what lies where, and whether it is staged, confirmed or committed."""
    for terminal, spots in table.layouts.items():
        for bet, spot in spots.items():
            yield f"wager/{terminal}/{bet}/{spot.state}", spot.amount
    for stakes in table.repeatable.values():
        yield from _stakes("repeatable", stakes)
    for bet, amount in on_bets(table).items():
        yield f"on_bets/{bet}", amount


def _locked(table: Table, memory: Memory) -> Iterator[Fact]:
    """Say what was locked at the last close; a wager that has left no longer says so."""
    at_close = _AT_CLOSE.setdefault(memory, {})
    if table.phase == "wagering":
        at_close.pop(table.name, None)
    elif table.name not in at_close:
        at_close[table.name] = {
            terminal: " ".join(sorted(bet for bet, spot in spots.items() if spot.locked))
            for terminal, spots in table.layouts.items()
        }
    for terminal, bets in at_close.get(table.name, {}).items():
        if bets:
            yield f"locked_at_close/{terminal}", bets


def _stakes(path: str, stakes: Iterable[Stake], end: str = "") -> Iterator[Fact]:
    sums: Counter[str] = Counter()
    for stake in stakes:
        sums[f"{path}/{stake.terminal}/{stake.bet}{end}"] += stake.amount
    yield from sums.items()


def _laid(table: Table) -> Iterator[Fact]:
    """Say in which order wagers lie: the newest is trimmed first, the earlier total shoots."""
    if table.phase != "wagering":
        return
    stakes = layout.laid(table.layouts)
    if stakes:
        yield "laid", " ".join(f"{stake.terminal}/{stake.bet}" for stake in stakes)
        reached = [name for name in table.reached if name in table.layouts]
        yield "totals_reached", " ".join(sorted(reached, key=table.reached.__getitem__))


def _seats(state: State, table: Table) -> Iterator[Fact]:
    for seat in seats_of(state, table):
        path = f"seat/{seat.terminal}"
        yield f"{path}/staged", seat.staged
        yield f"{path}/confirmed", seat.confirmed
        yield f"{path}/called", seat.called


def _settled(table: Table) -> Iterator[Fact]:
    """Say what the rounds came to that can still be corrected."""
    yield "final_round", table.final
    for number, settled in table.settled.items():
        yield from under(f"settled/{number}", _settled_round(settled))


def _settled_round(settled: SettledRound) -> Iterator[Fact]:
    yield "outcome", settled.outcome
    wagers = layout.laid(settled.layouts)
    yield from _stakes("staked", wagers)
    returned = zip(wagers, settled.returned, strict=True)
    back = (Stake(stake.terminal, stake.bet, amount) for stake, amount in returned)
    yield from _stakes("returned", back)
    for terminal, amount in settled.owed.items():
        yield f"owed/{terminal}", amount
    for terminal, number in settled.slips.items():
        yield f"slip/{terminal}", number


def _past(view: DisplayView) -> Iterator[Fact]:
    for result in view.results:
        yield f"{result.round}/void", result.void
        yield f"{result.round}/player", " ".join(result.player)
        yield f"{result.round}/banker", " ".join(result.banker)
        yield f"{result.round}/points", " ".join(map(str, result.points))
        yield f"{result.round}/dice", " ".join(map(str, result.dice))
        yield f"{result.round}/winners", " ".join(sorted(result.winners))


def _keys(state: State, table: Table, now: int) -> Iterator[Fact]:
    """Say for whoever holds a role why each key is closed to him, "" where it is open."""
    for person in state.grants:
        look = Look(state, table, person, now)
        for name, offer in MANAGEMENT_KEYS.items():
            yield f"manager/{person}/{name}", reason_of(offer.refusal(look))
        if has_dealer(state.rules(table).code):
            for name, offer in DEALER_KEYS.items():
                yield f"dealer/{person}/{name}", reason_of(offer.refusal(look))
