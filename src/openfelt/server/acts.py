"""What the control socket does to a running floor: reload, enrol, revoke, set a credential.

And one that does nothing: it says what a reload would refuse.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from openfelt.server import config as config_file
from openfelt.server import wishes
from openfelt.server.control import Act, Answer
from openfelt.server.differences import Wish
from openfelt.server.log import log

if TYPE_CHECKING:
    from openfelt.server.floor_server import FloorServer


def _said(asked: list[Wish]) -> Answer:
    return {"wishes": [{"what": wish.what, "refused": wish.refused} for wish in asked]}


def acts_of(server: "FloorServer") -> Mapping[str, Act]:
    """Return the acts for one floor."""

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
            return {"error": f"{station}: no such station; see [floor] of the configuration"}
        code = await server.access.give_code(station)
        return {"code": code, "url": server.station_url(station)}

    async def revoke(request: dict[str, str]) -> Answer:
        await server.access.revoke(request["station"])
        log.warning("station revoked", station=request["station"])
        return {"revoked": request["station"]}

    async def set_credential(request: dict[str, str]) -> Answer:
        person = request["person"]
        await server.access.persons.put(
            person, request["name"], password=request["password"], pin=request["pin"]
        )
        log.warning("credential set", person=person)
        return {"person": person}

    return {
        "reload": reload,
        "compare": compare,
        "code": give_code,
        "revoke": revoke,
        "credential": set_credential,
    }
