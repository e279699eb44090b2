"""Persons and their roles.  The journal knows a person by an id, never by a name."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, listed, refuse
from openfelt.floor.name import TIME_MAX_US, is_name
from openfelt.floor.question import ForgetRole, LearnRole
from openfelt.floor.state import Grant, State
from openfelt.rulebooks.powers import Role

# A higher supervisory grade may do what a lower one may, never the reverse.
_GRADES: Final = {
    Role.GAMES_SUPERVISOR.value: 1,  # Rule: LT def:casino supervisor
    Role.CASINO_SUPERVISOR.value: 1,
    Role.EGS.value: 2,
    Role.AGM.value: 3,
    Role.GAMING_MANAGER.value: 4,
}
# Who is above whom where one reviews what another decided: there a casino supervisor is above a
# games supervisor, though each may do what the other may.
_RANKS: Final = (
    Role.GAMES_SUPERVISOR.value,
    Role.CASINO_SUPERVISOR.value,
    Role.EGS.value,
    Role.AGM.value,
    Role.GAMING_MANAGER.value,
)
# Roles to whom no book gives a power.
_OTHERS: Final = ("shift_manager", "director", "scrutineer")
ROLES: Final = (*(role.value for role in Role), *_OTHERS)


class GrantRole(Command, frozen=True):
    """Give a person a role in one pit, or in all with an empty name; until 0 is for good."""

    person: str
    role: str
    pit: str
    since: int
    until: int


class WithdrawRole(Command, frozen=True):
    """Take a role from a person where it was given: in that pit, or with an empty name in all."""

    person: str
    role: str
    pit: str


class RoleGranted(Event, frozen=True):
    person: str
    role: str
    pit: str
    since: int
    until: int


class RoleLearned(Event, frozen=True):
    person: str
    role: str
    since: int
    until: int


class RoleWithdrawn(Event, frozen=True):
    """A role that was granted with these words holds no longer."""

    person: str
    role: str
    pit: str
    since: int
    until: int


class RoleForgotten(Event, frozen=True):
    person: str
    role: str
    since: int
    until: int


def grant(state: State, command: GrantRole, _: Context) -> Answer:
    if command.role not in ROLES or (command.pit and command.pit not in state.pits):
        return refuse(Refusal.ROLE_MAY_NOT, "no_such_role")
    times = (command.since, command.until)
    if not is_name(command.person) or not all(0 <= time <= TIME_MAX_US for time in times):
        return refuse(Refusal.ROLE_MAY_NOT, "no_such_setting")
    return (RoleGranted(command.person, command.role, command.pit, command.since, command.until),)


def withdraw(state: State, command: WithdrawRole, _: Context) -> Answer:
    where = (command.role, command.pit)
    held = [g for g in state.grants.get(command.person, ()) if (g.role, g.pit) == where]
    if not held:
        return refuse(Refusal.ROLE_MAY_NOT, "no_such_role")
    return tuple(RoleWithdrawn(command.person, *where, g.since, g.until) for g in held)


def learn(state: State, command: LearnRole, _: Context) -> Answer:
    return (RoleLearned(command.person, command.role, command.since, command.until),)


def forget(state: State, command: ForgetRole, _: Context) -> Answer:
    return (RoleForgotten(command.person, command.role, command.since, command.until),)


def _keep(state: State, event: RoleGranted | RoleLearned, pit: str) -> None:
    grants = state.grants.setdefault(event.person, [])
    grants.append(Grant(event.role, pit, event.since, event.until))


def granted(state: State, event: RoleGranted) -> None:
    _keep(state, event, event.pit)


def learned(state: State, event: RoleLearned) -> None:
    _keep(state, event, state.stream)


def _drop(state: State, person: str, grant: Grant) -> None:
    """Drop one such grant: a pit may know the same role from the whole house and from itself."""
    grants = state.grants[person]
    grants.remove(grant)
    if not grants:
        del state.grants[person]


def withdrawn(state: State, event: RoleWithdrawn) -> None:
    _drop(state, event.person, Grant(event.role, event.pit, event.since, event.until))


def forgotten(state: State, event: RoleForgotten) -> None:
    """A pit that never learned the role answers the house all the same, and nothing changes."""
    grant = Grant(event.role, state.stream, event.since, event.until)
    if grant in state.grants.get(event.person, ()):
        _drop(state, event.person, grant)


def _pits_of(state: State, event: RoleGranted | RoleWithdrawn) -> tuple[str, ...]:
    return tuple(pit for pit in state.pits if event.pit in ("", pit))


@cache
def or_higher(roles: tuple[str, ...]) -> frozenset[str]:
    """Return these roles and every higher supervisory grade."""
    least = min((_GRADES[role] for role in roles if role in _GRADES), default=0)
    higher = (role for role, grade in _GRADES.items() if least and grade >= least)
    return frozenset((*map(str, roles), *higher))


def rank_of(role: str) -> int:
    """Return how high a supervisory role is, 0 for every other.

    Rule: LT 12.11; SB 8.15; AC 7.14
    """
    return _RANKS.index(role) + 1 if role in _RANKS else 0


def in_force(state: State, person: str, now: int) -> Iterator[Grant]:
    """Yield what a person was granted and holds now."""
    for grant in state.grants.get(person, ()):
        if grant.since <= now and (not grant.until or now < grant.until):
            yield grant


def roles_of(state: State, person: str, now: int) -> tuple[str, ...]:
    """Return the roles in force, in the order they were granted, each once."""
    return tuple(dict.fromkeys(grant.role for grant in in_force(state, person, now)))


def holds(state: State, person: str, roles: tuple[str, ...], now: int) -> bool:
    """Say whether a person holds one of the roles now, or a higher supervisory grade."""
    enough = or_higher(roles)
    return any(grant.role in enough for grant in in_force(state, person, now))


def who_holds(state: State, roles: tuple[str, ...], now: int) -> str:
    """Name somebody who holds one of the roles now, or a higher grade, "" where nobody does."""
    return next((person for person in state.grants if holds(state, person, roles, now)), "")


def on_duty(state: State, person: str, now: int) -> bool:
    """Say whether a person holds any role now."""
    return holds(state, person, ROLES, now)


@cache
def _whose(roles: tuple[str, ...]) -> dict[str, str]:
    """Name who may, where anybody may at all: `roles` by the book, `may` with higher grades."""
    if not roles:
        return {}
    higher = sorted(or_higher(roles) - set(roles), key=_GRADES.__getitem__)
    by_book = dict.fromkeys(map(str, roles))
    return {"roles": listed(by_book), "may": listed((*by_book, *higher))}


def may(state: State, person: str, roles: tuple[str, ...], now: int) -> Refused | None:
    """Refuse whoever does not hold the power."""
    if holds(state, person, roles, now):
        return None
    held = listed(roles_of(state, person, now))
    return refuse(Refusal.ROLE_MAY_NOT, person=person, holds=held, **_whose(roles))


def may_with(
    state: State, person: str, second: str, roles: tuple[str, ...], now: int
) -> Refused | None:
    """Refuse unless another person, who holds the power, is there to approve."""
    approved = second not in ("", person) and holds(state, second, roles, now)
    return None if approved else refuse(Refusal.SECOND_PERSON_NEEDED, **_whose(roles))


CONCEPT = Concept(
    decides={GrantRole: grant, WithdrawRole: withdraw, LearnRole: learn, ForgetRole: forget},
    evolves={
        RoleGranted: granted,
        RoleWithdrawn: withdrawn,
        RoleLearned: learned,
        RoleForgotten: forgotten,
    },
    tells={
        RoleGranted: lambda state, event: tuple(
            (pit, LearnRole(event.person, event.role, event.since, event.until))
            for pit in _pits_of(state, event)
        ),
        RoleWithdrawn: lambda state, event: tuple(
            (pit, ForgetRole(event.person, event.role, event.since, event.until))
            for pit in _pits_of(state, event)
        ),
    },
)
