"""Devices left to themselves: they do what is wanted, badly connected and with bad manners.

They hang up before an answer, say things twice, and answer orders of long ago; whatever happens to
the floor, they come back and go on.  What each did, and what the floor acknowledged of it, is kept
to be compared with the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from aiohttp import ClientError
from device_program import Broken, Device, Frame

AGAIN_S = 0.01
# What a wrong answer is told; never that it was taken.
NOT_YET = "TABLE_IS_SUSPENDED"
Moment = Callable[[str], None]


class Hand(Device):
    """A device at work; `did` is what it did by order, `taken` what was acknowledged of it."""

    def __init__(self, name: str, chance: Random) -> None:
        super().__init__(name)
        self.chance = chance
        self.did: dict[str, Any] = {}
        self.taken: dict[str, Any] = {}
        self.url = ""
        self.wrong: list[str] = []
        self.refused = 0
        self.moment: Moment = lambda _: None

    async def run(self) -> None:
        """Connect and work for ever."""
        while True:
            try:
                await self.connect(self.url)
                await self.work()
            except (Broken, ClientError, OSError, TimeoutError):
                await asyncio.sleep(AGAIN_S)

    async def work(self) -> None:
        """Do one order after the other."""
        while True:
            frame = await self.wanted()
            del self.orders[frame["order"]]
            self.moment("order")
            await self.obey(frame)

    async def obey(self, frame: Frame) -> None:
        raise NotImplementedError

    async def say(self, kind: str, key: str, what: Any, **fields: Any) -> bool:
        """Report something done, in one of many manners; say whether it was taken."""
        manner = self.chance.random()
        answer = await self.begin(kind, **fields)
        self.moment("said")
        if manner < 0.1:
            raise Broken(self.name)  # It hangs up before the answer.
        if manner < 0.3:
            await self.begin(kind, **fields)
        frame = await answer
        self.moment("answered")
        if frame["type"] == "ack":
            self.taken[key] = what
        return bool(frame["type"] == "ack")

    async def say_wrongly(self, kind: str, **fields: Any) -> None:
        """Report what nobody wants now: it must not be taken."""
        frame = await self.report(kind, **fields)
        if frame["type"] == "ack":
            self.wrong.append(f"{self.name}: {kind} {fields} was taken")
        self.refused += 1

    def old(self, order: str) -> str:
        """Choose an order of long ago, "" for none."""
        past = [known for known in self.did if known != order]
        return self.chance.choice(past) if past and self.chance.random() < 0.15 else ""


class Tumbler(Hand):
    async def obey(self, frame: Frame) -> None:
        order = frame["order"]
        if order not in self.did:
            self.did[order] = [self.chance.randint(1, 6) for _ in range(3)]
        old = self.old(order)
        if old:
            await self.say_wrongly("ReadDice", order=old, dice=self.did[old])
        dice = self.did[order]
        await self.say("ReadDice", order, dice, order=order, dice=dice)


class Wheel(Hand):
    async def obey(self, frame: Frame) -> None:
        order = frame["order"]
        if order not in self.did:
            self.did[order] = self.chance.randint(0, 36)
        old = self.old(order)
        if old:
            await self.say_wrongly("ReadNumber", order=old, number=self.did[old])
        number = self.did[order]
        await self.say("ReadNumber", order, number, order=order, number=number)


class Printer(Hand):
    async def obey(self, frame: Frame) -> None:
        order = frame["order"]
        if order not in self.did:
            self.did[order] = True
        old = self.old(order)
        if old in self.taken:
            await self.say_wrongly("PrinterReceipt", order=old, printed=False)
        await self.say("PrinterReceipt", order, True, order=order, printed=True)


class Acceptor(Hand):
    """Notes come in one after the other; one without an answer is offered again."""

    def __init__(self, name: str, chance: Random) -> None:
        super().__init__(name, chance)
        self.given_back: set[str] = set()
        self._notes = 0
        self._held = ""

    async def work(self) -> None:
        while True:
            if not self._held:
                self._notes += 1
                self._held = f"{self.name}-{self._notes}"
            if not await self.say("InsertNote", self._held, 2_000, amount=2_000, note=self._held):
                self.given_back.add(self._held)
            self._held = ""
            await asyncio.sleep(0.02)


class CardShoe(Hand):
    """Gives a natural for every round; `did` and `taken` are its cards by order and place."""

    def __init__(self, name: str, chance: Random) -> None:
        super().__init__(name, chance)
        self._coups: dict[str, list[str]] = {}
        self._round = 0
        self._given = 0
        self._cut = 0

    async def obey(self, frame: Frame) -> None:
        order, number = frame["order"], frame["wanted"]["round"]
        if number > self._round:
            self._round = number
            self._coups[order] = self._coup()
        for nth, face in enumerate(self._coups.get(order, ()), 1):
            if not await self._card(order, nth, face):
                return
        if self._given >= 40 and order in self._coups:
            await self._cutting_card(order)

    def _coup(self) -> list[str]:
        """Draw four cards that end a coup; no face comes more often than eight decks hold it."""
        place, self._given = self._given, self._given + 1
        suits = "SHDC"
        nine, ten = suits[place % 4], suits[place // 4 % 4]
        return [f"9{nine}", f"2{ten}", f"{'KQJ'[place % 3]}{nine}", f"3{ten}"]

    async def _card(self, order: str, nth: int, face: str) -> bool:
        key = f"{order} {nth}"
        if key in self.taken and self.chance.random() < 0.7:
            return True
        old = self.old(key)
        if old and not old.startswith(f"{order} "):
            named, place = old.split(" ")
            await self.say_wrongly("ReadCard", card=self.did[old], order=named, nth=int(place))
        self.did[key] = face
        return await self.say("ReadCard", key, face, card=face, order=order, nth=nth)

    async def _cutting_card(self, order: str) -> None:
        """The shoe ends; whoever brings the next one finds all faces in it again."""
        self._given = 0
        await self.report("ReadCuttingCard", order=order)
