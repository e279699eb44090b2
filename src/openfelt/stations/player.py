"""What a player terminal shows of itself.  What the table shows is public: see `display`."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Final, Literal

import msgspec

from openfelt.floor.base import Answer, Refused
from openfelt.floor.money.payout import no_cash_out
from openfelt.floor.people.objection import may_object
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.rounds.close_of_play import must_collect
from openfelt.floor.rounds.settling import STANDS
from openfelt.floor.rounds.terminal_report import wants_reports
from openfelt.floor.state import Spot, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.confirming import locked
from openfelt.floor.wagers.placing import open_for
from openfelt.floor.wagers.repeat import doubled, repeated
from openfelt.floor.wagers.wager import nothing_loose
from openfelt.rulebooks.powers import Role
from openfelt.stations.allowed import Data, Reason, data_of, reason_of, refusal_of
from openfelt.stations.memory import LastTicket, Memory
from openfelt.stations.objection import ObjectionView, objection_view
from openfelt.stations.standing import Cap, Standing, caps_of, no_odds, standing_of
from openfelt.stations.statement import Line

_ORDER: Final = attrgetter("order")

# The keys that lay, move or lock chips: they are closed together.
_LAYING: Final = ("stage", "confirm", "clear", "repeat", "double", "odds")


class SpotView(msgspec.Struct, frozen=True, gc=False):
    """Chips on a bet while wagering is open."""

    bet: str
    amount: int
    confirmed: bool


class Chips(msgspec.Struct, frozen=True, gc=False):
    """A terminal's money on a bet."""

    bet: str
    amount: int


class Paid(msgspec.Struct, frozen=True, gc=False):
    """A wager of the last settled round and what it brought back."""

    bet: str
    amount: int
    returned: int


class MayPlay(msgspec.Struct, frozen=True, gc=False):
    """Why each key is closed: a refusal code, or "" where it is open.

    `odds` lays all that may lie behind what stands on its number.  `clear` is also why no chip can
    be taken down.  `data` has for a closed key the second word of its refusal, `why`, and its
    figures.
    """

    stage: Reason
    confirm: Reason
    clear: Reason
    repeat: Reason
    double: Reason
    odds: Reason
    shoot: Reason
    data: dict[str, Data] = {}


class Play(msgspec.Struct, frozen=True, gc=False):
    """A terminal at one of its tables.

    `spots` is what lies there while wagering is open, `committed` what is played for: what the
    close committed and what stands from earlier rounds.  Of `staked`, all that lies there,
    `confirmed` can no longer be taken back.  `last` are the wagers that round
    `last_round` decided, as they were paid.  `standing` are those it did not, with what was laid
    to them since, and `caps` how much may lie on bets that lean on them.
    """

    round: int
    spots: tuple[SpotView, ...]
    committed: tuple[Chips, ...]
    staked: int
    confirmed: int
    last_round: int
    last: tuple[Paid, ...]
    standing: tuple[Standing, ...]
    caps: tuple[Cap, ...]
    may: MayPlay


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """A terminal, its meters (cents) and what it may do; `play` has one entry a linked table.

    `collect`: play closes, and the player is told to clear his credit.  `coming`: an attendant has
    said that he comes.  `news` are changes of his credit that he did not make and his cash-outs,
    until he has read them; the newest last.
    `objects` are the tables at whose book he may object to a result, `objection` is what waits of
    that for a supervisor: its table and round, and whether it is about the outcome.
    `moved` counts what was booked on its meter; `reports` are the tables of which it tells what it
    showed of each round.  `since` the account that is open there is played with (µs), 0 where that
    is not known.
    """

    terminal: str
    seat: int
    tables: tuple[str, ...]
    notes: tuple[int, ...]
    account: Literal["closed", "open", "leaving"]
    credit: int
    staked: int
    confirmed: int
    win: int
    paying_out: int
    ticket_asked: bool
    out_of_service: bool
    excluded: bool
    called: bool
    coming: bool
    collect: bool
    last_ticket: LastTicket | None
    news: tuple[Line, ...]
    cash_out: Reason
    cash_out_data: Data
    play: dict[str, Play]
    objects: tuple[str, ...] = ()
    objection: ObjectionView | None = None
    moved: int = 0
    reports: tuple[str, ...] = ()
    since: int = 0


def _may_play(
    state: State, terminal: str, table: Table, caps: tuple[Cap, ...], now: int
) -> MayPlay:
    """Ask for each key; while wagering is closed one answer serves them all."""
    asked = Shoot(terminal, table.name)
    shoots = state.rules(table).policy.shoot_seconds
    shoot = reason_of(refusal_of(state, asked, now)) if shoots else "BET_NOT_OFFERED"
    found = open_for(state, terminal, table.name, table.round)
    if isinstance(found, Refused):
        return _closed(found, shoot)
    repeat = repeated(state, *found)
    is_loose = layout.is_loose(table, terminal)
    clear = None if is_loose else nothing_loose(table, terminal)
    confirm = clear or locked(state, *found)
    double = clear or doubled(state, *found)
    odds = no_odds(caps)
    return MayPlay(
        stage="" if found[0].open else "ACCOUNT_IS_CLOSED",
        confirm=reason_of(confirm),
        clear=reason_of(clear),
        repeat=reason_of(repeat),
        double=reason_of(double),
        odds=reason_of(odds),
        shoot=shoot,
        data=_data(confirm=confirm, clear=clear, repeat=repeat, double=double, odds=odds),
    )


def _closed(refused: Refused, shoot: Reason) -> MayPlay:
    why, data = refused.code.value, _data(**dict.fromkeys(_LAYING, refused))
    return MayPlay(why, why, why, why, why, why, shoot, data)


def _data(**answers: Answer | None) -> dict[str, Data]:
    return {key: data for key, answer in answers.items() if (data := data_of(answer))}


def _in_order(spots: Iterable[Spot]) -> list[Spot]:
    return sorted(spots, key=_ORDER)


def last_of(table: Table, terminal: str) -> tuple[int, tuple[Paid, ...]]:
    """Return the newest settled round that is still at hand and the terminal's part in it."""
    if not table.settled:
        return 0, ()
    number = next(reversed(table.settled))
    return number, paid_in(table, terminal, number)


def paid_in(table: Table, terminal: str, number: int) -> tuple[Paid, ...]:
    """Return what a terminal's wagers that a round decided were paid, as far as it is at hand."""
    settled = table.settled.get(number)
    spots = settled.layouts.get(terminal) if settled else None
    if settled is None or spots is None:
        return ()
    returned = settled.returned
    return tuple(
        Paid(code_of(spot.bet), spot.amount, returned[spot.order])
        for spot in _in_order(spots.values())
        if returned[spot.order] != STANDS
    )


def _play(state: State, terminal: str, table: Table, now: int) -> Play:
    spots, laid, played = layout.of(table, terminal), [], []
    for spot in spots.values():
        if spot.state in layout.PLAYED:
            played.append(spot)
        else:
            laid.append(SpotView(code_of(spot.bet), spot.amount, spot.state == "confirmed"))
    last_round, last = last_of(table, terminal)
    caps = caps_of(state, table, terminal)
    return Play(
        round=table.round,
        spots=tuple(laid),
        committed=tuple(Chips(code_of(spot.bet), spot.amount) for spot in _in_order(played)),
        staked=layout.total(spots),  # Rule: LT Diagram A:10; LT Diagram B:10
        confirmed=layout.locked(spots),
        last_round=last_round,
        last=last,
        standing=standing_of(state, table, terminal, now),
        caps=caps,
        may=_may_play(state, terminal, table, caps, now),
    )


def _account(terminal: Terminal) -> Literal["closed", "open", "leaving"]:
    if not terminal.open:
        return "closed"
    return "leaving" if terminal.leaving else "open"


def _comes(state: State, name: str) -> bool:
    """Say whether somebody is on his way because of a call, or of money that is paid by hand."""
    about = (task for task in state.tasks.values() if task.by and task.role == Role.ATTENDANT)
    return any(task.about.partition("/")[0] == name for task in about)


def player_view(state: State, name: str, memory: Memory, now: int) -> PlayerView:
    """Build what one terminal shows of its own."""
    terminal = state.terminals[name]
    play = {table: _play(state, name, state.tables[table], now) for table in terminal.tables}
    stays = no_cash_out(state, terminal)
    return PlayerView(
        terminal=name,
        seat=terminal.seat,
        tables=terminal.tables,  # Rule: MT def:Player Terminal
        notes=terminal.notes,  # Rule: MT 4.3(a)
        account=_account(terminal),
        credit=terminal.credit,  # Rule: LT 4.2.3; MT 4.1; AC 3.3.3
        staked=sum(one.staked for one in play.values()),
        # Rule: LT Diagram A:7; LT Diagram B:7
        confirmed=sum(one.confirmed for one in play.values()),
        win=terminal.win,  # Rule: LT 4.4; LT 8.1.2; SB 3.6.1; AC 3.6.1
        paying_out=terminal.paying_out,
        ticket_asked=bool(terminal.asked),
        out_of_service=terminal.out_of_service,
        excluded=terminal.excluded or terminal.keeps_to != "",
        called=f"call:{name}" in state.tasks,
        coming=_comes(state, name),
        collect=must_collect(state, terminal),
        last_ticket=memory.tickets.get(name),
        news=memory.statements.of(name).news(terminal),
        cash_out=reason_of(stays),
        cash_out_data=data_of(stays),
        play=play,
        objects=tuple(table for table in terminal.tables if may_object(state, table)),
        objection=objection_view(state, name),
        moved=terminal.moved,
        reports=tuple(
            table for table in terminal.tables if wants_reports(state, state.tables[table])
        ),
        since=memory.statements.of(name).began(terminal),
    )
