"""Kiosks that pay tickets: installed, loaded from the cage, opened, closed and counted.

What is in one is known by the piece, and the ledger has the same sum.  Rulebook: LT 9.3.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account
from openfelt.floor.money.cassettes import Kiosk
from openfelt.floor.money.drawer import CASHIER, from_cage, rules_for, takes_two
from openfelt.floor.money.pieces import worth
from openfelt.floor.name import CENTS_MAX, is_name
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import may
from openfelt.floor.state import State

CASSETTES_MOST: Final = 12
PIECES_MOST: Final = 100_000


class InstallKiosk(Command, frozen=True):
    """Set a kiosk up by what a piece in each cassette is worth, or change what it pays.

    `most` is what it pays on one ticket; a ticket of which it would have to leave more than
    `change` to the cash desk stays good.  `prints`: it has a printer for slips of what it leaves.
    """

    kiosk: str
    values: tuple[int, ...]
    most: int
    change: int
    prints: bool = False


class LoadCassette(Command, frozen=True):
    """Pieces come from the cage into a cassette (the first is 1), or less than 0 go back there."""

    kiosk: str
    cassette: int
    pieces: int
    person: str
    second: str


class CountKiosk(Command, frozen=True):
    """A cashier has counted what is in each cassette."""

    kiosk: str
    pieces: tuple[int, ...]
    person: str
    second: str


class OpenKiosk(Command, frozen=True):
    """Let a kiosk take tickets: it is loaded, and what was wrong is put right."""

    kiosk: str
    person: str


class CloseKiosk(Command, frozen=True):
    """Let it take no more tickets; what it is paying it still pays."""

    kiosk: str
    person: str


class KioskInstalled(Event, frozen=True):
    version = 2

    kiosk: str
    values: tuple[int, ...]
    most: int
    change: int
    prints: bool


class CassetteLoaded(Event, frozen=True):
    kiosk: str
    cassette: int
    pieces: int
    amount: int
    second: str


class KioskCounted(Event, frozen=True):
    """What should have been in each cassette and what was; it stays there.

    What is `over`, less than 0 short, stays with the kiosk's name.
    """

    kiosk: str
    expected: tuple[int, ...]
    pieces: tuple[int, ...]
    over: int
    second: str


class KioskOpened(Event, frozen=True):
    kiosk: str


class KioskClosed(Event, frozen=True):
    """It takes no tickets; where something is wrong with it, `duty` says who is told."""

    kiosk: str
    fault: str = ""
    duty: Duty | None = None


def account_of(kiosk: str) -> str:
    """Name the account of what a kiosk holds."""
    return Account.KIOSK.of(kiosk)


def known(state: State, name: str) -> Kiosk | Refused:
    """Return the kiosk of that name."""
    kiosk = state.kiosks.get(name)
    return kiosk or refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_kiosk")


def install(state: State, command: InstallKiosk, _: Context) -> Answer:
    """Take other cassettes in only where there is nothing in those before."""
    amounts = (*command.values, command.most)
    right = is_name(command.kiosk) and 0 < len(command.values) <= CASSETTES_MOST
    if not right or not all(0 < one <= CENTS_MAX for one in amounts) or command.change < 0:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    before = state.kiosks.get(command.kiosk)
    if before and command.values != before.values and (any(before.pieces) or before.paying):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "kiosk_not_empty")
    pays = (command.values, command.most, command.change)
    return (KioskInstalled(command.kiosk, *pays, command.prints),)


def _shut(state: State, name: str, person: str, now: int) -> Kiosk | Refused:
    """Return a kiosk to a cashier who reaches into it: it takes no tickets, and pays none."""
    refused = may(state, person, CASHIER, now)
    if refused:
        return refused
    kiosk = known(state, name)
    if isinstance(kiosk, Refused):
        return kiosk
    if kiosk.paying:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "paying_out")
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "kiosk_open") if kiosk.is_open else kiosk


def load(state: State, command: LoadCassette, context: Context) -> Answer:
    """Move pieces between cage and cassette; a large sum is counted by two cashiers."""
    kiosk = _shut(state, command.kiosk, command.person, context.now)
    if isinstance(kiosk, Refused):
        return kiosk
    if not 1 <= command.cassette <= len(kiosk.values):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_cassette")
    there = kiosk.pieces[command.cassette - 1]
    if command.pieces == 0 or there + command.pieces > PIECES_MOST:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    amount = command.pieces * kiosk.values[command.cassette - 1]
    refused = _counted_by(state, command, abs(amount), context.now)
    if refused:
        return refused
    if there + command.pieces < 0:
        cash = there * kiosk.values[command.cassette - 1]
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "cassette_short", cash=cash)
    what = (command.cassette, command.pieces, amount)
    return (CassetteLoaded(command.kiosk, *what, command.second),)


def _counted_by(
    state: State, command: LoadCassette | CountKiosk, amount: int, now: int
) -> Refused | None:
    """Refuse cash handled otherwise than the house wants it."""
    rules = rules_for(state, command.person, amount, now)
    if isinstance(rules, Refused):
        return rules
    return takes_two(state, rules, amount, command.person, command.second, now)


def count(state: State, command: CountKiosk, context: Context) -> Answer:
    """Compare what is there with what should be, piece by piece."""
    kiosk = _shut(state, command.kiosk, command.person, context.now)
    if isinstance(kiosk, Refused):
        return kiosk
    counted = command.pieces
    if len(counted) != len(kiosk.values) or not all(0 <= one <= PIECES_MOST for one in counted):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_cassette")
    there = worth(kiosk.values, counted)
    refused = _counted_by(state, command, there, context.now)
    if refused:
        return refused
    expected = tuple(kiosk.pieces)
    return (KioskCounted(command.kiosk, expected, counted, there - kiosk.holds, command.second),)


def open_(state: State, command: OpenKiosk, context: Context) -> Answer:
    kiosk = _shut(state, command.kiosk, command.person, context.now)
    return kiosk if isinstance(kiosk, Refused) else (KioskOpened(command.kiosk),)


def close(state: State, command: CloseKiosk, context: Context) -> Answer:
    refused = may(state, command.person, CASHIER, context.now)
    if refused:
        return refused
    kiosk = known(state, command.kiosk)
    if isinstance(kiosk, Refused):
        return kiosk
    if not kiosk.is_open:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "kiosk_closed")
    return (KioskClosed(command.kiosk),)


def installed(state: State, event: KioskInstalled) -> None:
    before = state.kiosks.get(event.kiosk)
    if before is None or before.values != event.values:
        empty = [0] * len(event.values)
        before = Kiosk(event.values, event.most, event.change, empty)
        state.kiosks[event.kiosk] = before
    before.most, before.change, before.prints = event.most, event.change, event.prints


def loaded(state: State, event: CassetteLoaded) -> None:
    state.kiosks[event.kiosk].pieces[event.cassette - 1] += event.pieces


def counted(state: State, event: KioskCounted) -> None:
    kiosk = state.kiosks[event.kiosk]
    kiosk.pieces = list(event.pieces)
    kiosk.counted_at, kiosk.counted_day, kiosk.over = state.now, state.gaming_day, event.over


def opened(state: State, event: KioskOpened) -> None:
    kiosk = state.kiosks[event.kiosk]
    kiosk.is_open, kiosk.fault = True, ""
    kiosk.wrong = kiosk.shut_until = 0
    task.drop(state, "kiosk", event.kiosk)


def closed(state: State, event: KioskClosed) -> None:
    kiosk = state.kiosks[event.kiosk]
    kiosk.is_open, kiosk.fault = False, event.fault
    if event.duty is not None:
        task.begin(state, "kiosk", event.kiosk, event.duty)


def _counted_legs(event: KioskCounted) -> tuple[Leg, ...]:
    account = account_of(event.kiosk)
    missing = Account.DRAWER_OVER_SHORT.of(account)
    return ((account, event.over), (missing, -event.over)) if event.over else ()


CONCEPT = Concept(
    decides={
        InstallKiosk: install,
        LoadCassette: load,
        CountKiosk: count,
        OpenKiosk: open_,
        CloseKiosk: close,
    },
    evolves={
        KioskInstalled: installed,
        CassetteLoaded: loaded,
        KioskCounted: counted,
        KioskOpened: opened,
        KioskClosed: closed,
    },
    posts={
        CassetteLoaded: lambda event: from_cage(account_of(event.kiosk), event.amount),
        KioskCounted: _counted_legs,
    },
)
