"""Which roles a person holds now."""

from openfelt.floor.state import State


def roles_of(state: State, person: str, now: int) -> tuple[str, ...]:
    """Return the roles in force, in the order they were granted, each once."""
    held = [
        grant.role
        for grant in state.grants.get(person, ())
        if grant.since <= now and (not grant.until or now < grant.until)
    ]
    return tuple(dict.fromkeys(held))
