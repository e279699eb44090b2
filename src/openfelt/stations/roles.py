"""Which roles a person holds now, and for how long."""

from collections.abc import Collection, Iterator

from openfelt.floor.state import Grant, State


def _in_force(state: State, person: str, now: int) -> Iterator[Grant]:
    for grant in state.grants.get(person, ()):
        if grant.since <= now and (not grant.until or now < grant.until):
            yield grant


def roles_of(state: State, person: str, now: int) -> tuple[str, ...]:
    """Return the roles in force, in the order they were granted, each once."""
    return tuple(dict.fromkeys(grant.role for grant in _in_force(state, person, now)))


def held_until(state: State, person: str, roles: Collection[str], now: int) -> int:
    """Return when the last of these roles that is in force ends, 0 for never."""
    ends = [grant.until for grant in _in_force(state, person, now) if grant.role in roles]
    return 0 if 0 in ends else max(ends, default=0)
