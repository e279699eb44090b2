"""A client of the floor: it numbers its commands, and knows what was acknowledged."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from openfelt.core.refusal import Refusal
from openfelt.engine.engine import Engine
from openfelt.engine.request import Client, Reply, Request
from openfelt.floor.base import Command
from openfelt.rehearsal.promises import Promises


@dataclass(slots=True)
class Station:
    """Its commands wait in `unanswered` until the answer is there, over any crash of the floor.

    What is granted is counted by name, by all stations together.
    """

    name: str
    promises: Promises
    granted: Counter[str] = field(default_factory=Counter)
    number: int = 0
    unanswered: dict[int, Request] = field(default_factory=dict)
    answered: dict[int, tuple[Request, Reply]] = field(default_factory=dict)

    def request(self, stream: str, command: Command) -> Request:
        """Give a command the next number."""
        self.number += 1
        client = Client(self.name, "boot")
        request = Request(stream, command, self.name, client, self.number)
        self.unanswered[self.number] = request
        return request

    def send(self, engine: Engine, request: Request) -> None:
        """Send, or send again; the answer may come now, later or never."""
        future = engine.submit(request)
        future.add_done_callback(lambda done: self._heard(request, done))

    def _heard(self, request: Request, done: "asyncio.Future[Reply]") -> None:
        if done.cancelled() or done.exception() is not None:
            return
        reply = done.result()
        if reply.refused and reply.refused.code is Refusal.BUSY:
            self.unanswered.pop(request.number, None)
            return
        if reply.events:
            self.promises.acknowledged(request.stream, self.name, request.number)
        before = self.answered.get(request.number)
        if before is not None:
            self._same(request, before[1], reply)
            return
        self.unanswered.pop(request.number, None)
        count_granted(self.granted, request.command, done)
        self.answered[request.number] = (request, reply)
        for old in [number for number in self.answered if number <= request.number - 40]:
            del self.answered[old]

    def _same(self, request: Request, first: Reply, second: Reply) -> None:
        """A repeat hears what was said first; refusals may be forgotten, old numbers too."""
        if first.refused or not first.events:
            return
        if second.refused and second.refused.code is Refusal.NUMBER_TOO_OLD:
            self.promises.too_old(request.stream, self.name, request.number)
        elif second.events != first.events:
            what = f"{self.name} asked {request.number} twice and heard another answer"
            self.promises.break_(what)


def count_granted(granted: Counter[str], command: Command, done: "asyncio.Future[Reply]") -> None:
    """Count a command by its name, unless its answer was a refusal or never came."""
    if not done.cancelled() and done.exception() is None and not done.result().refused:
        granted[type(command).__name__] += 1
