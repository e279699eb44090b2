"""Sealed values: what must survive a crash and yet be seen by nobody before its time.

The journal holds the hash of the value and the value encrypted; the key is in a file outside it.
Once its time has come the value is opened by an event, and the hash proves that it is the one
that was sealed.  A sealed text begins with a salt, so that its hash cannot be guessed at.
"""

from hashlib import sha256

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.sealed import Seal
from openfelt.floor.state import Order, State


class OpenSeal(Command, frozen=True):
    """Whoever holds the key hands in the value, because its time has come."""

    seal: str
    value: str


class ValueSealed(Event, frozen=True):
    """`sealed` is the value encrypted; whoever has no key learns nothing from it."""

    seal: str
    digest: str
    sealed: str


class SealOpened(Event, frozen=True):
    """The value, for everybody to compare with what was made of it."""

    seal: str
    value: str


def digest_of(value: str) -> str:
    """Return what the journal holds of a value from the beginning."""
    return sha256(value.encode()).hexdigest()


def _open_order(seal: str) -> str:
    return f"open:{seal}"


def has_come(state: State, seal: str, order: Order) -> None:
    """Have a value opened, its time has come, by an order of its owner; called by his event."""
    state.orders[_open_order(seal)] = order


def open_seal(state: State, command: OpenSeal, _: Context) -> Answer:
    """Take the very value that was sealed, and never before it is ordered."""
    seal = state.seals.get(command.seal)
    if seal is None or _open_order(command.seal) not in state.orders:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_ordered")
    if digest_of(command.value) != seal.digest:
        return refuse(Refusal.RESULT_DOES_NOT_MATCH, "not_sealed_so")
    return (SealOpened(command.seal, command.value),)


def sealed(state: State, event: ValueSealed) -> None:
    state.seals[event.seal] = Seal(event.digest, event.sealed)


def opened(state: State, event: SealOpened) -> None:
    del state.seals[event.seal]
    del state.orders[_open_order(event.seal)]


CONCEPT = Concept(decides={OpenSeal: open_seal}, evolves={ValueSealed: sealed, SealOpened: opened})
