"""What has ended: it leaves the state when the gaming day ends, for the archive.

An ended thing never changes again.  Whoever names one later is judged by what the engine's shell
found in the archive and enclosed; nothing is ever paid on it.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from openfelt.floor.state import HandPay, State, Ticket


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Credit another system transferred; its own id names it."""

    amount: int


Thing = Ticket | HandPay | Transfer
# How a thing is found again: its kind and its key.
Name = tuple[str, str]

KINDS: Final[dict[str, type[Thing]]] = {"ticket": Ticket, "hand_pay": HandPay, "cms": Transfer}


def ticket(number: str) -> Name:
    """Name a ticket."""
    return "ticket", number


def hand_pay(voucher: str) -> Name:
    """Name a voucher."""
    return "hand_pay", voucher


def transfer(stream: str, id_: str) -> Name:
    """Name a transfer: the other system's ids are those of one pit."""
    return "cms", f"{stream}/{id_}"


def has_ended(thing: Thing) -> bool:
    """Say whether nothing more can become of it."""
    return isinstance(thing, Transfer) or thing.state in ("redeemed", "voided", "paid")


def ended(state: State) -> Iterator[tuple[Name, Thing]]:
    """Yield everything that `leave` lets go."""
    for number, one in state.tickets.items():
        if has_ended(one):
            yield ticket(number), one
    for voucher, owed in state.hand_pays.items():
        if has_ended(owed):
            yield hand_pay(voucher), owed
    for id_, amount in state.cms_seen.items():
        yield transfer(state.stream, id_), Transfer(amount)


def leave(state: State) -> None:
    """Let go of everything that has ended."""
    state.tickets = {key: one for key, one in state.tickets.items() if not has_ended(one)}
    state.hand_pays = {key: one for key, one in state.hand_pays.items() if not has_ended(one)}
    state.cms_seen = {}
