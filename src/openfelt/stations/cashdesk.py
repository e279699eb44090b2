"""A cash desk: the drawer of whoever is signed in, and who waits for money or owes some.

Tickets are not listed: whoever is paid brings his own.  See `slip` for one that was brought.
"""

import msgspec

from openfelt.floor.money.drawer import CloseDrawer, FillDrawer, OpenDrawer
from openfelt.floor.money.paying import in_cash
from openfelt.floor.people.task import key_of
from openfelt.floor.state import Case, DeskRules, Drawer, HandPay, State, Ticket
from openfelt.stations.allowed import data_of, reason_of, refusal_of
from openfelt.stations.key import Key
from openfelt.stations.kiosk import KioskAtDesk, kiosks_at_desk
from openfelt.stations.uncollected import (
    CreditWaits,
    DropToCount,
    credits_waiting,
    drops_to_count,
)


class DrawerView(msgspec.Struct, frozen=True, gc=False):
    """A drawer: what it began with, what moved, and what should be in it.

    Once it is closed, `counted` is what was there; till then it is less than 0.
    """

    opening: int
    filled: int
    paid: int
    taken: int
    holds: int
    payments: int
    since: int
    counted: int
    closed_at: int


class OwedSlip(msgspec.Struct, frozen=True, gc=False):
    """A voucher nobody has paid yet; `due` is when the player and the desk agreed on, 0 for now."""

    voucher: str
    amount: int
    terminal: str
    since: int
    held: bool
    due: int


class Agreed(msgspec.Struct, frozen=True, gc=False):
    """A slip whose payment was put off until a time agreed with the player."""

    number: str
    amount: int
    terminal: str
    due: int
    overdue: bool


class OpenCase(msgspec.Struct, frozen=True, gc=False):
    """What is due to somebody who has left, less than 0 from him; `cash` as coins make it up."""

    case: str
    amount: int
    cash: int
    terminal: str
    table: str
    round: int


class Demanded(msgspec.Struct, frozen=True, gc=False):
    """What was paid and is demanded back."""

    number: str
    amount: int
    cash: int
    terminal: str


class CashDeskView(msgspec.Struct, frozen=True, gc=False):
    """A cash desk to its cashier; of what is shut `acts` say why."""

    person: str
    rules: DeskRules | None
    drawer: DrawerView | None
    owed: tuple[OwedSlip, ...]
    agreed: tuple[Agreed, ...]
    cases: tuple[OpenCase, ...]
    demanded: tuple[Demanded, ...]
    drops: tuple[DropToCount, ...]
    credits: tuple[CreditWaits, ...]
    kiosks: tuple[KioskAtDesk, ...]
    acts: tuple[Key, ...]


def cash_desk_view(state: State, person: str, now: int) -> CashDeskView:
    """Build a cash desk for the cashier who is signed in."""
    unit = state.desk.cash_unit if state.desk else 1
    drawer = state.drawers.get(person)
    return CashDeskView(
        person,
        state.desk,
        _drawer(drawer) if drawer else None,
        tuple(
            _owed(state, voucher, pay)
            for voucher, pay in state.hand_pays.items()
            if pay.state != "paid"
        ),
        _agreed(state),
        tuple(_case(name, one, unit) for name, one in state.cases.items() if one.state == "open"),
        tuple(
            Demanded(number, one.amount, in_cash(one.amount, unit), one.terminal)
            for number, one in state.demands.items()
            if not one.returned
        ),
        tuple(drops_to_count(state)),
        tuple(credits_waiting(state)),
        kiosks_at_desk(state, person, now),
        _acts(state, person, unit, now),
    )


def _drawer(drawer: Drawer) -> DrawerView:
    moved = (drawer.opening, drawer.filled, drawer.paid, drawer.taken, drawer.holds)
    return DrawerView(*moved, drawer.payments, drawer.since, drawer.counted, drawer.closed_at)


def _owed(state: State, voucher: str, pay: HandPay) -> OwedSlip:
    later = state.tasks.get(key_of("payment", voucher))
    due = later.due if later else 0
    return OwedSlip(
        voucher, pay.amount, pay.terminal, pay.since, pay.state in ("held", "unclaimed"), due
    )


def _agreed(state: State) -> tuple[Agreed, ...]:
    """Return what was put off, what is due first first.

    Rule: LT 9.3.1; SB 5.3.1; AC 4.3.1
    """
    tasks = sorted(
        (one for one in state.tasks.values() if one.kind == "payment"), key=lambda one: one.due
    )
    found = ((one, _slip_of(state, one.about)) for one in tasks)
    return tuple(
        Agreed(one.about, one.amount, slip.terminal if slip else "", one.due, one.overdue)
        for one, slip in found
    )


def _slip_of(state: State, number: str) -> Ticket | HandPay | None:
    return state.tickets.get(number) or state.hand_pays.get(number)


def _case(name: str, case: Case, unit: int) -> OpenCase:
    cash = in_cash(case.amount, unit)
    return OpenCase(name, case.amount, cash, case.terminal, case.table, case.round)


def _acts(state: State, person: str, unit: int, now: int) -> tuple[Key, ...]:
    """Return what can be done with the drawer, asked with the least that makes sense."""
    asked = (
        ("open_drawer", OpenDrawer(0, person)),
        ("fill_drawer", FillDrawer(unit, person, "")),
        ("close_drawer", CloseDrawer(0, person)),
    )
    refused = ((act, command, refusal_of(state, command, now)) for act, command in asked)
    return tuple(
        Key(act, type(command).__name__, reason_of(no), data=data_of(no))
        for act, command, no in refused
    )
