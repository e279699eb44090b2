"""A kiosk: what whoever stands before it sees, and what the cash desk sees of all of them."""

from typing import Literal

import msgspec

from openfelt.floor.money.cassettes import Kiosk, KioskTold
from openfelt.floor.money.claim import waiting_at
from openfelt.floor.money.dispensing import StateDispensed
from openfelt.floor.money.kiosk import CloseKiosk, CountKiosk, LoadCassette, OpenKiosk
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.task import key_of
from openfelt.floor.state import State
from openfelt.stations.allowed import Data, Reason, data_of, reason_of, refusal_of
from openfelt.stations.key import Key

# So long a kiosk shows what became of a ticket: its guest reads it, the next one does not.
TOLD_US = 30 * 1_000_000
SHOWN = 4


class KioskSaid(msgspec.Struct, frozen=True, gc=False):
    """What became of the last ticket: paid, with a rest owed by a voucher, or handed back.

    Of the `voucher` only the last digits are shown: whoever looks over a shoulder has no slip.
    `slip`: whether that is on paper, "" where the kiosk prints none.
    """

    at: int
    amount: int
    rest: int
    voucher: str
    reason: Reason
    data: Data
    slip: Literal["", "printing", "printed", "failed"] = ""


class KioskView(msgspec.Struct, frozen=True, gc=False):
    """A kiosk to whoever stands before it; 0 in `paying` is nothing.

    `is_asking`: the casino's ticketing host has to say whether his ticket can be paid.
    `values` are the notes and coins it has now.
    """

    kiosk: str
    is_open: bool
    demo: bool
    shut_until: int = 0
    paying: int = 0
    is_asking: bool = False
    values: tuple[int, ...] = ()
    most: int = 0
    said: KioskSaid | None = None


class KioskPaying(msgspec.Struct, frozen=True, gc=False):
    """What a kiosk is paying, and what its dispenser was told to give."""

    order: str
    amount: int
    pieces: tuple[int, ...]
    since: int


class KioskAtDesk(msgspec.Struct, frozen=True, gc=False):
    """A kiosk to a cashier: what should be in it, what is wrong, and what can be done with it.

    `alarm`: an attendant was told.  `to_count`: a gaming day has ended since it was counted.
    """

    kiosk: str
    is_open: bool
    fault: str
    shut_until: int
    alarm: bool
    values: tuple[int, ...]
    pieces: tuple[int, ...]
    holds: int
    paying: KioskPaying | None
    counted_at: int
    over: int
    to_count: bool
    acts: tuple[Key, ...]


def kiosk_view(state: State, name: str, now: int) -> KioskView:
    """Build the page of a kiosk; one that is not installed yet takes nothing."""
    kiosk = state.kiosks.get(name)
    if kiosk is None:
        return KioskView(name, is_open=False, demo=state.demo)
    there = {value for value, many in zip(kiosk.values, kiosk.pieces, strict=True) if many}
    return KioskView(
        name,
        kiosk.is_open,
        state.demo,
        kiosk.shut_until if now < kiosk.shut_until else 0,
        kiosk.paying.amount if kiosk.paying else 0,
        waiting_at(state, HOUSE, name) is not None,
        tuple(sorted(there, reverse=True)),
        min(kiosk.most, _without_papers(state) or kiosk.most),
        _said(kiosk.told, now),
    )


def _without_papers(state: State) -> int:
    """Return the most that nobody has to show a document for, 0 where nobody ever has to."""
    return state.desk.identity_from - 1 if state.desk and state.desk.identity_from else 0


def _said(told: KioskTold | None, now: int) -> KioskSaid | None:
    if told is None or now - told.at >= TOLD_US:
        return None
    paid = (told.amount, told.rest, told.voucher[-SHOWN:])
    return KioskSaid(told.at, *paid, told.code, told.data, told.slip)


def kiosks_at_desk(state: State, person: str, now: int) -> tuple[KioskAtDesk, ...]:
    """Build all kiosks for the cashier who is signed in."""
    return tuple(_at_desk(state, name, one, person, now) for name, one in state.kiosks.items())


def _at_desk(state: State, name: str, kiosk: Kiosk, person: str, now: int) -> KioskAtDesk:
    paying = kiosk.paying
    return KioskAtDesk(
        name,
        kiosk.is_open,
        kiosk.fault,
        kiosk.shut_until if now < kiosk.shut_until else 0,
        key_of("kiosk", name) in state.tasks,
        kiosk.values,
        tuple(kiosk.pieces),
        kiosk.holds,
        KioskPaying(paying.order, paying.amount, paying.pieces, paying.since) if paying else None,
        kiosk.counted_at,
        kiosk.over,
        kiosk.counted_day < state.gaming_day,
        _acts(state, name, kiosk, person, now),
    )


def _acts(state: State, name: str, kiosk: Kiosk, person: str, now: int) -> tuple[Key, ...]:
    """Return what can be done with a kiosk, asked with the least that makes sense."""
    none = (0,) * len(kiosk.values)
    order = kiosk.paying.order if kiosk.paying else ""
    asked = (
        (
            "load_kiosk",
            LoadCassette(name, kiosk.values.index(min(kiosk.values)) + 1, 1, person, ""),
        ),
        ("count_kiosk", CountKiosk(name, none, person, "")),
        ("open_kiosk", OpenKiosk(name, person)),
        ("close_kiosk", CloseKiosk(name, person)),
        ("came_out", StateDispensed(name, order, none, person, "", "")),
    )
    refused = ((act, command, refusal_of(state, command, now)) for act, command in asked)
    return tuple(
        Key(act, type(command).__name__, reason_of(no), data=data_of(no))
        for act, command, no in refused
    )
