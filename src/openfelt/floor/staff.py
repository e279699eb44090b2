"""Persons and their roles.  The journal knows a person by an id, never by a name."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused
from openfelt.floor.question import LearnRole
from openfelt.floor.state import Grant, State
from openfelt.rulebooks.policy import Role

# A higher supervisory grade may do what a lower one may, never the reverse.
_GRADES = (
    Role.GAMES_SUPERVISOR,
    Role.CASINO_SUPERVISOR,
    Role.EGS,
    Role.AGM,
    Role.GAMING_MANAGER,
)


class GrantRole(Command, frozen=True):
    """Give a person a role in one pit, or in all with an empty name; until 0 is for good."""

    person: str
    role: str
    pit: str
    since: int
    until: int


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


def grant(state: State, command: GrantRole, _: Context) -> Answer:
    known = {role.value for role in Role}
    if command.role not in known or (command.pit and command.pit not in state.pits):
        return Refused(Refusal.ROLE_MAY_NOT)
    return (RoleGranted(command.person, command.role, command.pit, command.since, command.until),)


def learn(state: State, command: LearnRole, _: Context) -> Answer:
    return (RoleLearned(command.person, command.role, command.since, command.until),)


def _keep(state: State, event: RoleGranted | RoleLearned, pit: str) -> None:
    grants = state.grants.setdefault(event.person, [])
    grants.append(Grant(event.role, pit, event.since, event.until))


def granted(state: State, event: RoleGranted) -> None:
    _keep(state, event, event.pit)


def learned(state: State, event: RoleLearned) -> None:
    _keep(state, event, state.stream)


def holds(state: State, person: str, roles: tuple[Role, ...], now: int) -> bool:
    """Say whether a person holds one of the roles now, or a higher supervisory grade."""
    wanted = set(roles)
    for role in roles:
        if role in _GRADES:
            wanted.update(_GRADES[_GRADES.index(role) :])
    return any(
        grant.role in wanted and grant.since <= now and (not grant.until or now < grant.until)
        for grant in state.grants.get(person, ())
    )


def may(state: State, person: str, roles: tuple[Role, ...], now: int) -> Refused | None:
    """Refuse whoever does not hold the power."""
    return None if holds(state, person, roles, now) else Refused(Refusal.ROLE_MAY_NOT)


CONCEPT = Concept(
    decides={GrantRole: grant, LearnRole: learn},
    evolves={RoleGranted: granted, RoleLearned: learned},
    tells={
        RoleGranted: lambda state, event: tuple(
            (pit, LearnRole(event.person, event.role, event.since, event.until))
            for pit in state.pits
            if event.pit in ("", pit)
        )
    },
)
