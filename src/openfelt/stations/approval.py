"""Whose word would let an act be done here now: the floor itself is asked, person by person."""

from collections.abc import Callable
from typing import Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command
from openfelt.floor.state import State
from openfelt.stations.allowed import refusal_of
from openfelt.stations.roles import roles_of

_POWERLESS: Final = (Refusal.ROLE_MAY_NOT, Refusal.SECOND_PERSON_NEEDED)


class Approver(msgspec.Struct, frozen=True, gc=False):
    """Somebody whose PIN would let an act be done; `name` as people call him."""

    person: str
    name: str
    roles: tuple[str, ...]


def approvers(
    state: State, asked: Callable[[str], Command], but: str, now: int
) -> tuple[Approver, ...]:
    """Return everybody but one who holds the power for a command, as `asked` with his word.

    What is refused to whoever holds nothing for another reason is no matter of powers.
    """

    def lacks(person: str) -> bool:
        refused = refusal_of(state, asked(person), now)
        return refused is not None and refused.code in _POWERLESS

    if not lacks(""):
        return ()
    return tuple(
        Approver(person, person, roles_of(state, person, now))
        for person in sorted(state.grants)
        if person != but and roles_of(state, person, now) and not lacks(person)
    )
