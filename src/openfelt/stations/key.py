"""Keys and acts as a station is sent them: which there are, in which order, and why one is closed.

A page draws what it is sent.  A key whose command is only a place and a person needs nothing more
than a label there; one that asks for more is drawn by the form of its act.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Refused
from openfelt.floor.people.staff import who_holds
from openfelt.floor.state import State, Table
from openfelt.stations.allowed import Data, Reason, data_of, reason_of, refusal_of

# Another person's PIN helps against these; whose, the refusal says.
BY_AUTHORITY = (Refusal.ROLE_MAY_NOT, Refusal.SECOND_PERSON_NEEDED)


class Key(msgspec.Struct, frozen=True, gc=False):
    """A key: `reason` is the refusal it would meet now, "" where it is open.

    `command` is what it asks for.  `choices` are what it can be pressed for, if not for one thing.
    `data` is the second word of the reason, `why`, and its figures, as a refusal carries them.
    `needs` are the roles of which another person must give his PIN, none where the person may
    alone; then the reason is that he may not, or else what even such a person would be told.
    `asks` is what is asked once before it is done.
    """

    act: str
    command: str
    reason: Reason = ""
    choices: tuple[str, ...] = ()
    data: Data = {}
    needs: tuple[str, ...] = ()
    asks: str = ""

    @property
    def can_be_done(self) -> bool:
        """Whether it would be done now, by this person or with another's PIN."""
        return self.reason in ("", *BY_AUTHORITY)


class Look(NamedTuple):
    """Who looks at which table, and when; `demo` where its devices are virtual."""

    state: State
    table: Table
    person: str
    now: int
    demo: bool = False

    def by_one_of(self, roles: tuple[str, ...]) -> "Look | None":
        """Look as somebody who holds one of these roles now, None where nobody does."""
        other = who_holds(self.state, roles, self.now)
        return self._replace(person=other) if other else None

    def refusal_of(self, command: type[Command], *rest: object, **named: object) -> Refused | None:
        """Return the refusal a command of this person at this table would meet now."""
        asked = command(self.table.name, self.person, *rest, **named)
        return refusal_of(self.state, asked, self.now)


def always(_: Look) -> bool:
    """Offer a key whatever goes on."""
    return True


def needed(refused: Refused | None) -> tuple[str, ...]:
    """Return the roles of whoever could help against a refusal with his PIN."""
    if refused is None or refused.code not in BY_AUTHORITY:
        return ()
    return tuple(filter(None, str(refused.data.get("roles", "")).split(",")))


def _nothing(_: Look) -> str:
    return ""


class Offer(NamedTuple):
    """A key of a procedure: when it is there, and how the floor is asked about it."""

    act: str
    command: type[Command]
    refusal: Callable[[Look], Refused | None]
    there: Callable[[Look], bool] = always
    choices: tuple[str, ...] = ()
    asks: Callable[[Look], str] = _nothing

    def key(self, look: Look) -> Key:
        """Return the key as it stands now."""
        refused = self.refusal(look)
        needs = needed(refused)
        other = look.by_one_of(needs) if needs else None
        if other is not None:
            # What nobody may do now is not opened by a PIN.
            told = self.refusal(other)
            refused = refused if told is None or needed(told) else told
        reason, data = reason_of(refused), data_of(refused)
        name, asks = self.command.__name__, self.asks(look)
        return Key(self.act, name, reason, self.choices, data, needs, asks)


def press(
    act: str, command: type[Command], *rest: object, there: Callable[[Look], bool] = always
) -> Offer:
    """Offer a key that is asked about by the very command it gives."""
    return Offer(act, command, lambda look: look.refusal_of(command, *rest), there)


def at_a_terminal(act: str, command: type[Command]) -> Key:
    """Return a key of every terminal: whether it may be done at one, the floor says then."""
    return Key(act, command.__name__)


def keys(offers: Iterable[Offer], look: Look) -> tuple[Key, ...]:
    """Return the keys that are there now, in their order."""
    return tuple(offer.key(look) for offer in offers if offer.there(look))


class Desk(NamedTuple):
    """What a procedure gives its staff, in the order it is wanted.

    `rows` are the dealer's keys; what stops or corrects a table is asked for at his station with
    another person's authority (`by_authority`) and at the table's own by whoever is in charge.
    The rarer acts wait behind one key.  `next_act` is what the procedure wants done now, "" where
    it waits; `waits_for` says what for.
    """

    acts: tuple[Offer, ...]
    rare_acts: tuple[Offer, ...] = ()
    rows: tuple[tuple[Offer, ...], ...] = ()
    by_authority: tuple[Offer, ...] = ()
    rarely_by_authority: tuple[Offer, ...] = ()
    next_act: Callable[[Look], str] = _nothing
    waits_for: Callable[[Look], str] = _nothing
