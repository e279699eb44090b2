"""The idempotency window: which of a client's last commands were answered, and how.

It is folded from the rows, so it survives a crash; refusals are remembered in memory only.
"""

from collections import OrderedDict

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Event, Refused

BOOTS_KEPT = 2
ANSWERS_KEPT = 16


class Answered(msgspec.Struct, gc=False):
    """A number that was taken: the digest of its command, and what was said."""

    digest: str
    events: tuple[Event, ...]
    refused: Refused | None = None


Numbers = OrderedDict[int, Answered]


class Window:
    """The last answers of the last starts of every station."""

    def __init__(self) -> None:
        self._stations: dict[str, OrderedDict[str, Numbers]] = {}

    def known(self, client: Client, number: int, digest: str) -> Reply | None:
        """Return what to say to a number that is no news, None to one that is."""
        boots = self._stations.get(client.station)
        numbers = boots.get(client.boot) if boots else None
        if not numbers:
            return None
        answered = numbers.get(number)
        if answered is None:
            too_old = number <= next(reversed(numbers))
            return Reply((), Refused(Refusal.NUMBER_TOO_OLD)) if too_old else None
        if answered.digest != digest:
            return Reply((), Refused(Refusal.NUMBER_REUSED))
        return Reply(answered.events, answered.refused, repeated=True)

    def remember(self, request: Request, reply: Reply) -> None:
        """Keep an answer just given."""
        if request.client is not None:
            answered = Answered(request.digest(), reply.events, reply.refused)
            self._numbers(request.client)[request.number] = answered
            self._trim(request.client)

    def fold(self, client: Client, number: int, digest: str, event: Event) -> None:
        """Take a row of the journal: one more event of an answer given before the crash."""
        numbers = self._numbers(client)
        before = numbers.get(number)
        events = (*before.events, event) if before else (event,)
        numbers[number] = Answered(digest, events)
        self._trim(client)

    def _numbers(self, client: Client) -> Numbers:
        boots = self._stations.setdefault(client.station, OrderedDict())
        return boots.setdefault(client.boot, OrderedDict())

    def _trim(self, client: Client) -> None:
        boots = self._stations[client.station]
        while len(boots) > BOOTS_KEPT:
            boots.popitem(last=False)
        numbers = boots[client.boot]
        while len(numbers) > ANSWERS_KEPT:
            numbers.popitem(last=False)
