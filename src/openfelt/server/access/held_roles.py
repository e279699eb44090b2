"""Which roles a person holds at a station now, as the floor knows it; his sign-in follows them."""

from openfelt.floor.people.staff import roles_of
from openfelt.server.access.access import Access, Place
from openfelt.server.http.face import FaceEngine
from openfelt.stations.roles import held_until


async def held_at(engine: FaceEngine, place: Place, person: str) -> tuple[tuple[str, ...], int]:
    """Return the roles of a person, and how long he may stay signed in at a place."""
    now, fit = engine.stamp(), place.staff
    return await engine.view(
        place.stream, lambda s: (roles_of(s, person, now), held_until(s, person, fit, now))
    )


async def follow_roles(engine: FaceEngine, access: Access, place: Place) -> None:
    """Let the sign-in at a place follow the roles its person holds now."""
    signed = access.signed_in(place.name)
    if signed is not None:
        held = await held_at(engine, place, signed.person)
        await access.follow_roles(place.name, signed.person, *held)


async def follow_all_roles(engine: FaceEngine, access: Access) -> None:
    """Let every sign-in do so."""
    for place in access.places.values():
        await follow_roles(engine, access, place)
