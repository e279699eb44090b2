"""Who and what is there, kept for whoever oversees a pit: dealers, devices, pages, warnings."""

from collections.abc import Container, Iterable, Mapping

from openfelt.server.access.access import Access, Place
from openfelt.server.warnings import Concern
from openfelt.stations.presence import Presence, Told


class Attendance:
    """Fills in the presence of each pit from what the server sees come and go."""

    def __init__(self, access: Access, pits: Mapping[str, Presence]) -> None:
        self._access = access
        self._pits = pits

    def arrange(self, here: Container[str], now: int) -> None:
        """Begin with what the configuration has; a device that has not come yet is away."""
        for stream, presence in self._pits.items():
            places = [place for place in self._access.places.values() if place.stream == stream]
            presence.pages = {
                table: place.name
                for place in places
                if place.kind.stands == "table" and place.kind.face == "office"
                for table in place.tables
            }
            presence.terminals = {
                place.name: place.tables for place in places if place.kind.stands == "terminal"
            }
            known = presence.away
            presence.away = {
                place.name: known.get(place.name, now)
                for place in places
                if place.kind.is_device and place.name not in here
            }

    def came(self, place: Place) -> None:
        """See a station open its feed."""
        self._pits[place.stream].away.pop(place.name, None)

    def went(self, place: Place, now: int) -> None:
        """See a station go; of a device somebody should know."""
        if place.kind.is_device and place.name in self._access.places:
            self._pits[place.stream].away[place.name] = now

    def warned(self, standing: Iterable[Concern]) -> None:
        """Take what stands against the floor."""
        told = tuple(Told(one.code, one.about, one.count) for one in standing)
        for presence in self._pits.values():
            presence.warnings = told

    async def follow(self, station: str) -> None:
        """Learn who deals at the table of a station now, by name."""
        place = self._access.places.get(station)
        if place is None or not is_dealers(place):
            return
        signed = self._access.signed_in(station)
        name = await self._access.persons.name_of(signed.person) if signed else ""
        dealers = self._pits[place.stream].dealers
        for table in place.tables:
            dealers[table] = name


def is_dealers(place: Place) -> bool:
    """Say whether somebody deals there."""
    return place.kind.is_staffed and place.kind.stands == "table" and place.kind.face == "floor"
