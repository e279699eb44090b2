"""Keys and acts as a station is sent them: which there are, in which order, and why one is closed.

A page draws what it is sent.  A key whose command is only a place and a person needs nothing more
than a label there; one that asks for more is drawn by the form of its act.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from openfelt.floor.base import Command, Refused
from openfelt.floor.state import State, Table
from openfelt.stations.allowed import Data, Reason, data_of, reason_of, refusal_of


class Key(msgspec.Struct, frozen=True, gc=False):
    """A key: `reason` is the refusal it would meet now, "" where it is open.

    `command` is what it asks for.  `choices` are what it can be pressed for, if not for one thing.
    `data` is the second word of the reason, `why`, and its figures, as a refusal carries them.
    """

    act: str
    command: str
    reason: Reason = ""
    choices: tuple[str, ...] = ()
    data: Data = {}


class Look(NamedTuple):
    """Who looks at which table, and when; `demo` where its devices are virtual."""

    state: State
    table: Table
    person: str
    now: int
    demo: bool = False

    def refusal_of(self, command: type[Command], *rest: object, **named: object) -> Refused | None:
        """Return the refusal a command of this person at this table would meet now."""
        asked = command(self.table.name, self.person, *rest, **named)
        return refusal_of(self.state, asked, self.now)


def always(_: Look) -> bool:
    """Offer a key whatever goes on."""
    return True


class Offer(NamedTuple):
    """A key of a procedure: when it is there, and how the floor is asked about it."""

    act: str
    command: type[Command]
    refusal: Callable[[Look], Refused | None]
    there: Callable[[Look], bool] = always
    choices: tuple[str, ...] = ()

    def key(self, look: Look) -> Key:
        """Return the key as it stands now."""
        refused = self.refusal(look)
        reason, data = reason_of(refused), data_of(refused)
        return Key(self.act, self.command.__name__, reason, self.choices, data)


def press(
    act: str, command: type[Command], *rest: object, there: Callable[[Look], bool] = always
) -> Offer:
    """Offer a key that is asked about by the very command it gives."""
    return Offer(act, command, lambda look: look.refusal_of(command, *rest), there)


def with_authority(act: str, command: type[Command]) -> Key:
    """Return a key that is always open: another person's PIN decides, once it is given."""
    return Key(act, command.__name__)


def keys(offers: Iterable[Offer], look: Look) -> tuple[Key, ...]:
    """Return the keys that are there now, in their order."""
    return tuple(offer.key(look) for offer in offers if offer.there(look))


class Desk(NamedTuple):
    """What a procedure gives its staff, in the order it is wanted.

    `rows` are the dealer's keys; what stops or corrects a table is asked for at his station with
    another person's authority (`by_authority`) and at the table's own by whoever is in charge.
    The rarer acts wait behind one key.
    """

    acts: tuple[Offer, ...]
    rare_acts: tuple[Offer, ...] = ()
    rows: tuple[tuple[Offer, ...], ...] = ()
    by_authority: tuple[Key, ...] = ()
    rarely_by_authority: tuple[Key, ...] = ()
