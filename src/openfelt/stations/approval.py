"""Whose word would let an act be done here now: the floor itself is asked, person by person."""

from collections.abc import Callable
from typing import Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command
from openfelt.floor.people.staff import roles_of
from openfelt.floor.state import State
from openfelt.stations.allowed import refusal_of

_POWERLESS: Final = (Refusal.ROLE_MAY_NOT, Refusal.SECOND_PERSON_NEEDED)


class Approver(msgspec.Struct, frozen=True, gc=False):
    """Somebody whose PIN would let an act be done; `name` as people call him."""

    person: str
    name: str
    roles: tuple[str, ...]


class Approval(msgspec.Struct, frozen=True, gc=False):
    """Whose PIN would let an act be done; `alone` where nobody's is needed."""

    alone: bool
    persons: tuple[Approver, ...]


def approval(
    state: State, asked: Callable[[str], Command], alone: Command, person: str, now: int
) -> Approval:
    """Ask for a person `alone`, and with the word of everybody else who has a role here.

    What is refused to whoever holds nothing for another reason is no matter of powers.
    """

    def lacks(command: Command) -> bool:
        refused = refusal_of(state, command, now)
        return refused is not None and refused.code in _POWERLESS

    others = [one for one in sorted(state.grants) if one != person and roles_of(state, one, now)]
    matters = lacks(asked(""))
    held = [one for one in others if matters and not lacks(asked(one))]
    persons = tuple(Approver(one, one, roles_of(state, one, now)) for one in held)
    return Approval(not lacks(alone), persons)
