"""What has ended: it leaves the state when the gaming day ends, for the archive.

An ended thing never changes again.  Whoever names one later is judged by what the engine's shell
found in the archive and enclosed; nothing is ever paid on it.  A settled round leaves when it is
old; it alone may come back, to be corrected, and so the archive must prove that it is the same.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from openfelt.floor.state import Case, HandPay, SettledRound, State, Ticket


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Credit another system transferred; its own id names it."""

    amount: int


class Rounds(msgspec.Struct, frozen=True, gc=False):
    """Settled rounds of a table by number, where a command names several that hang together."""

    by_number: dict[int, SettledRound]


Thing = Ticket | HandPay | Transfer | Case | SettledRound | Rounds
# How a thing is found again: its kind and its key.
Name = tuple[str, str]

KINDS: Final[dict[str, type[Thing]]] = {
    "ticket": Ticket,
    "hand_pay": HandPay,
    "cms": Transfer,
    "case": Case,
    "round": SettledRound,
}


def ticket(number: str) -> Name:
    """Name a ticket."""
    return "ticket", number


def hand_pay(voucher: str) -> Name:
    """Name a voucher."""
    return "hand_pay", voucher


def case(name: str) -> Name:
    """Name a case."""
    return "case", name


def round_name(table: str, number: int) -> str:
    """Name a round of a table, as meters and tasks do."""
    return f"{table}/{number}"


def round_of(stream: str, name: str) -> Name:
    """Name a settled round."""
    return "round", f"{stream}/{name}"


def number_of(key: str) -> int:
    """Return the number of a round by its key."""
    return int(key.rpartition("/")[2])


def left(state: State) -> Iterator[tuple[Name, Thing]]:
    """Yield the rounds that the last event let go."""
    for name, one in state.left.items():
        yield round_of(state.stream, name), one


def transfer(stream: str, id_: str) -> Name:
    """Name a transfer: the other system's ids are those of one pit."""
    return "cms", f"{stream}/{id_}"


_ENDED: Final = frozenset(("redeemed", "voided", "paid", "settled"))


def has_ended(thing: Thing) -> bool:
    """Say whether nothing more can become of it."""
    if isinstance(thing, Case) and thing.state == "written_off":
        return False  # A later correction of its round makes the loss less, whenever it comes.
    return isinstance(thing, Transfer | SettledRound | Rounds) or thing.state in _ENDED


def ended(state: State) -> Iterator[tuple[Name, Thing]]:
    """Yield everything that `leave` lets go."""
    for number, one in state.tickets.items():
        if has_ended(one):
            yield ticket(number), one
    for voucher, owed in state.hand_pays.items():
        if has_ended(owed):
            yield hand_pay(voucher), owed
    for name, due in state.cases.items():
        if has_ended(due):
            yield case(name), due
    for id_, amount in state.cms_seen.items():
        yield transfer(state.stream, id_), Transfer(amount)


def leave(state: State) -> None:
    """Let go of everything that has ended."""
    state.tickets = {key: one for key, one in state.tickets.items() if not has_ended(one)}
    state.hand_pays = {key: one for key, one in state.hand_pays.items() if not has_ended(one)}
    state.cases = {key: one for key, one in state.cases.items() if not has_ended(one)}
    state.cms_seen = {}
    state.cms_moved = {}
    state.host_said = {}
