"""What the control socket does to a running floor: reload, enrol, revoke, set credentials.

And accept a clock that was set.  One does nothing: it says what a reload would refuse.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from openfelt.engine.engine import Engine
from openfelt.floor.name import is_name
from openfelt.floor.people.staff import roles_of
from openfelt.server.access.access import Access
from openfelt.server.access.persons import weakness
from openfelt.server.access.records import Records
from openfelt.server.clock_watch import ClockWatch
from openfelt.server.config import file as config_file
from openfelt.server.config import wishes
from openfelt.server.config.differences import Wish
from openfelt.server.config.sections import Config
from openfelt.server.config.shape import one_of
from openfelt.server.control import Act, Answer
from openfelt.server.log import log


class Controlled(Protocol):
    """The running floor, as far as these acts need it."""

    access: Access
    clock_watch: ClockWatch
    records: Records
    config: Config
    engine: Engine

    def planned(self, config: Config) -> Config:
        """Return a file's configuration as this floor would run it."""
        ...

    async def change_to(self, config: Config) -> list[Wish]:
        """Bring the floor to another configuration."""
        ...

    def station_url(self, station: str) -> str:
        """Return where a station is."""
        ...


def _said(asked: list[Wish]) -> Answer:
    return {"wishes": [{"what": wish.what, "refused": wish.refused} for wish in asked]}


def acts_of(server: Controlled) -> Mapping[str, Act]:
    """Return the acts for one floor."""

    def no_such(station: str) -> Answer:
        known = one_of(station, server.access.places)
        return {"error": f"{station}: there is no such station; {known}"}

    async def reload(request: dict[str, str]) -> Answer:
        """Bring the floor to what its file says now, all of it or nothing."""
        config = server.planned(config_file.read(Path(request["config"])))
        return _said(await server.change_to(config))

    async def compare(request: dict[str, str]) -> Answer:
        """Say what a reload of that file would refuse, and do nothing."""
        config = server.planned(config_file.read(Path(request["config"])))
        return _said(await wishes.refused(server.engine, server.config, config))

    async def give_code(request: dict[str, str]) -> Answer:
        station = request["station"]
        if station not in server.access.places:
            return no_such(station)
        code = await server.access.give_code(station)
        log.info("code given", station=station)
        return {"code": code, "url": server.station_url(station)}

    async def revoke(request: dict[str, str]) -> Answer:
        station = request["station"]
        if not server.access.can_revoke(station):
            return no_such(station)
        await server.access.revoke(station)
        log.warning("station revoked", station=station)
        return {"revoked": station}

    async def check(_: dict[str, str]) -> Answer:
        """Compare persons and keys with what the journal says of them."""
        return {"changed": await server.records.compare()}

    async def clock(request: dict[str, str]) -> Answer:
        """Say how the machine's clock stands to the floor's, after taking it for right if asked."""
        said = await server.clock_watch.accept() if "accept" in request else ""
        return {**server.clock_watch.shown(), "said": said}

    return {
        "clock": clock,
        "reload": reload,
        "compare": compare,
        "code": give_code,
        "revoke": revoke,
        "check": check,
        **_person_acts(server),
    }


def _person_acts(server: Controlled) -> Mapping[str, Act]:
    """Return what is done about a person."""

    async def roles(person: str) -> list[str]:
        """Return every role a person holds in any pit."""
        engine, now = server.engine, server.engine.stamp()
        held: dict[str, None] = {}
        for pit in server.config.floor.pits:
            held |= dict.fromkeys(await engine.view(pit, lambda s: roles_of(s, person, now)))
        return list(held)

    async def set_credential(request: dict[str, str]) -> Answer:
        person = request["person"]
        wrong = weakness(request["password"], request["pin"])
        if not is_name(person):
            wrong = "that is no name of a person: one word, as in [[floor.staff]]"
        elif not request["name"].isprintable():
            wrong = "the name holds what no screen can show"
        if wrong:
            return {"error": wrong}
        await server.access.persons.put(
            person, request["name"], password=request["password"], pin=request["pin"]
        )
        await server.access.judge.tries.forget(person)
        log.warning("credential set", person=person)
        return {"person": person, "roles": await roles(person)}

    async def set_factor(request: dict[str, str]) -> Answer:
        person, on = request["person"], request["on"] == "yes"
        uri = await server.access.judge.give_factor(person, on=on)
        if uri is None:
            return {"error": f"{person}: there is no such person; set his credential first"}
        log.warning("second factor set" if on else "second factor taken away", person=person)
        return {"person": person, "uri": uri}

    return {"credential": set_credential, "second-factor": set_factor}
