"""What an act would do, before it is done: told by the very events that would be written.

Nothing here works out money.  The floor decides the act as it would in earnest, and the ledger
legs of its events are added up.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Event, refuse
from openfelt.floor.ledger import Account
from openfelt.floor.rounds.malfunction import WagersVoided
from openfelt.floor.rounds.round import RoundVoided
from openfelt.floor.state import State
from openfelt.floor.wagers import layout
from openfelt.floor.whole import postings

# The fields by which an event says when it takes effect, and after which round.
_TIMES: Final = ("closes_at", "effective_at")
_ROUNDS: Final = ("round", "closes_after")
# What gives wagers back that lie on a layout.
_GIVE_BACK: Final = (RoundVoided, WagersVoided)
_encode: Final = msgspec.msgpack.Encoder(order="deterministic").encode


class Change(msgspec.Struct, frozen=True, gc=False):
    """The money of one terminal before and after.

    `staked` is what it has on the layouts, `owed` what it owes more than before.
    """

    terminal: str
    seat: int
    credit: int
    credit_after: int
    staked: int
    staked_after: int
    owed: int


class Fact(msgspec.Struct, frozen=True, gc=False):
    """One thing that would happen, by the name of its event; its round and its time, 0 for none."""

    event: str
    round: int = 0
    at: int = 0


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What an act would do now.

    `bank` is what the table gains, less than 0 what it pays.  `claims` is what players who have
    left are due through the house, less than 0 what they owe.  `mark` stands for all of it: an act
    that carries it is done only if it still does the same.  `loose`: it gives wagers back while
    players still lay them, and what lies there by then goes back too.
    """

    mark: str
    facts: tuple[Fact, ...]
    changes: tuple[Change, ...]
    bank: int
    claims: int
    loose: bool = False


def effect_of(state: State, command: Command, events: tuple[Event, ...]) -> Effect:
    """Add up what the events of a command would do to a state."""
    sums: dict[str, dict[str, int]] = {}
    for event in events:
        for account, amount in postings(event):
            kind, _, owner = account.partition(":")
            by_owner = sums.setdefault(kind, {})
            by_owner[owner] = by_owner.get(owner, 0) + amount
    facts = tuple(map(_fact, events))
    changes = tuple(_changes(state, sums))
    bank, claims = (-_whole(sums, one) for one in (Account.TABLE_BANK, Account.IN_TRANSIT))
    loose = any(type(one) in _GIVE_BACK for one in events) and _lay_still(state, command)
    moves = _gains(changes) if loose else _moves(changes)
    mark = _mark(state, command, facts, moves, (bank, claims))
    return Effect(mark, facts, changes, bank, claims, loose)


def as_seen(state: State, command: Command, events: tuple[Event, ...], mark: str) -> Answer:
    """Return the events of an act if they do what somebody was shown, else refuse it."""
    if effect_of(state, command, events).mark == mark:
        return events
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "changed_meanwhile")


def _whole(sums: dict[str, dict[str, int]], kind: Account) -> int:
    return sum(sums.get(kind.value, {}).values())


def _fact(event: Event) -> Fact:
    return Fact(type(event).__name__, _first(event, _ROUNDS), _first(event, _TIMES))


def _first(event: Event, names: Iterable[str]) -> int:
    """Return the first of these fields that says something, 0 for none."""
    found: Iterable[int] = (getattr(event, name, 0) for name in names)
    return next(filter(None, found), 0)


def _changes(state: State, sums: dict[str, dict[str, int]]) -> Iterable[Change]:
    """Return every terminal whose money moves, by seat."""
    credit, stake, owed = (
        sums.get(kind.value, {})
        for kind in (Account.TERMINAL_CREDIT, Account.STAKE, Account.RECOVERABLE)
    )
    moved = {name for legs in (credit, stake, owed) for name, amount in legs.items() if amount}
    for terminal in sorted(map(state.terminals.__getitem__, moved), key=lambda t: (t.seat, t.name)):
        name, staked = terminal.name, layout.staked(state, terminal.name)
        yield Change(
            name,
            terminal.seat,
            terminal.credit,
            terminal.credit - credit.get(name, 0),
            staked,
            staked - stake.get(name, 0),
            owed.get(name, 0),
        )


def _moves(changes: Iterable[Change]) -> list[Any]:
    return [
        (one.terminal, one.credit_after - one.credit, one.staked_after - one.staked, one.owed)
        for one in changes
    ]


def _gains(changes: Iterable[Change]) -> list[Any]:
    """Return who gains or loses: that a wager goes back is neither, however high it is by then."""
    nets = ((terminal, credit + staked, owed) for terminal, credit, staked, owed in _moves(changes))
    return ["while they lay", *(one for one in nets if any(one[1:]))]


def _lay_still(state: State, command: Command) -> bool:
    """Say whether players lay chips at the tables that a command is about."""
    terminal = state.terminals.get(getattr(command, "terminal", ""))
    names = terminal.tables if terminal else (getattr(command, "table", ""),)
    tables = filter(None, map(state.tables.get, names))
    return any(table.phase == "wagering" and not table.suspended for table in tables)


def _mark(
    state: State,
    command: Command,
    facts: tuple[Fact, ...],
    moves: list[Any],
    sums: tuple[int, int],
) -> str:
    """Return what tells two effects apart: what moves, not what meters show at the moment.

    A notice runs from when it is given, so its time is left out; what is announced already is
    in it, or the same act could be done twice.
    """
    happens = [(fact.event, fact.round) for fact in facts]
    said: list[Any] = [_unsigned(command), happens, moves, sums, _standing(state, command)]
    return blake2b(_encode(said), digest_size=16).hexdigest()


def _unsigned(command: Command) -> Command:
    """Return a command without who gives it: whoever may is shown the same."""
    signs = {name: "" for name in ("person", "second") if name in command.__struct_fields__}
    return msgspec.structs.replace(command, **signs) if signs else command


def _standing(state: State, command: Command) -> list[Any]:
    """Return what stands at the table that a command is about."""
    table = state.tables.get(getattr(command, "table", ""))
    if table is None:
        return []
    return [table.limits, table.announced, table.closing_at, table.closing_after, table.suspended]
