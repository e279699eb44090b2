"""Staff who stand in for somebody for a while: they try what they may to the very end, and on."""

from random import Random
from typing import Final

import msgspec

from openfelt.floor.base import Command
from openfelt.floor.people.staff import GrantRole
from openfelt.rehearsal.way import STAFF

SECOND_US: Final = 1_000_000
# How long after the end of his role somebody still tries.
LATE_US: Final = 2 * SECOND_US


class Reliefs:
    """Who stands in for each person, and until when."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._until: dict[str, int] = {}

    def granted(self, now: int) -> Command:
        """Give a role to somebody who stands in for a minute or less."""
        role = self._chance.choice(("dealer", "agm", "casino_supervisor", "egs", "cashier"))
        since = now + self._chance.randrange(3) * SECOND_US
        until = since + self._chance.randrange(1, 60) * SECOND_US
        self._until[STAFF[role]] = until
        return GrantRole(_relief(STAFF[role]), role, "", since, until)

    def instead(self, command: Command, now: int) -> Command:
        """Have somebody do what another would, if he stands in for him or has just done so."""
        person = getattr(command, "person", "")
        if now > self._until.get(person, 0) + LATE_US or self._chance.random() < 0.5:
            return command
        return msgspec.structs.replace(command, person=_relief(person))

    def until_next_end(self, now: int) -> int:
        """Return how long it is to the end of a role, or a moment more."""
        ends = [until - now for until in self._until.values() if until > now]
        if not ends:
            return 0
        return min(ends) + self._chance.choice((-1, 0, SECOND_US // 2, SECOND_US - 1))


def _relief(person: str) -> str:
    return f"{person}-2"
