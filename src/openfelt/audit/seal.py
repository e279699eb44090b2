"""Seals: what is opened must be what was sealed, and what was dealt must be what is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from openfelt.audit import correction_event, seal_event
from openfelt.audit.cards import CardDealt, CardDrawnEarly
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings
from openfelt.audit.outcome import is_card

# A sealed shoe is written as its salt, where its cutting card stands, and its cards in order.
_BEFORE_THE_CARDS: Final = 2


@dataclass(slots=True)
class _Shoe:
    """The faces that left a shoe, nothing for a card nobody saw; `waits` for the face of one."""

    seal: str
    faces: list[str] = field(default_factory=list)
    waits: bool = False


class Seals:
    """The sealed values of one stream, and the shoes at its tables."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._digests: dict[str, str] = {}
        self._at: dict[str, _Shoe] = {}
        # Every shoe until its seal is opened, also when it is no longer dealt from.
        self._shoes: dict[str, _Shoe] = {}

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def sealed(self, e: seal_event.ValueSealed) -> None:
        """Keep the hash."""
        if e.seal in self._digests:
            self.say(f"{e.seal} is sealed already")
        self._digests[e.seal] = e.digest

    def loaded(self, e: seal_event.ShoeLoaded) -> None:
        """Watch what leaves the shoe from now on."""
        if e.shoe not in self._digests:
            self.say(f"the shoe {e.shoe} was not sealed before it was loaded")
        self._at[e.table] = self._shoes[e.shoe] = _Shoe(e.shoe)

    def drawn(self, e: seal_event.CardDrawn) -> None:
        """Count a card out of its shoe."""
        shoe = self._at.get(e.table)
        if shoe is None or shoe.seal != e.shoe:
            self.say(f"{e.table} is not dealt from {e.shoe}")
            return
        if e.shoe not in self._digests:
            self.say(f"{e.shoe} was opened before: everybody knows its cards")
        if e.number != len(shoe.faces) + 1:
            self.say(f"card {e.number} of {e.shoe} follows card {len(shoe.faces)}")
        shoe.faces.append("")
        shoe.waits = True

    def seen(self, table: str, face: str) -> None:
        """Give a card that left the shoe its face; no card comes from anywhere else."""
        if face and not is_card(face):
            self.say(f"{face!r} is no card")
        shoe = self._at.get(table)
        if shoe is None:
            return
        if not shoe.waits:
            self.say(f"{face or 'a burned card'} did not come out of {shoe.seal}")
            return
        shoe.faces[-1], shoe.waits = face, False

    def drawn_early(self, e: CardDrawnEarly) -> None:
        """Give it its face, if it could be read: nobody keys it later."""
        if e.card:
            self.seen(e.table, e.card)

    def opened(self, e: seal_event.SealOpened) -> None:
        """Hold the value against its hash, and a shoe against the cards that left it."""
        digest = self._digests.pop(e.seal, None)
        if digest is None:
            self.say(f"{e.seal} is opened, but it is not sealed")
        elif sha256(e.value.encode()).hexdigest() != digest:
            self.say(f"what is opened as {e.seal} is not what was sealed: its hash differs")
        shoe = self._shoes.pop(e.seal, None)
        if shoe is None:
            return
        cards = e.value.split(" ")[_BEFORE_THE_CARDS:]
        if len(shoe.faces) > len(cards):
            self.say(f"{len(shoe.faces)} cards were drawn from {e.seal}, which held {len(cards)}")
        for number, (face, card) in enumerate(zip(shoe.faces, cards, strict=False), 1):
            if face and face != card:
                self.say(f"card {number} of {e.seal} was dealt as {face}, sealed as {card}")


RULES: Final[dict[type[Event], Callable[[Seals, Any], object]]] = {
    seal_event.ValueSealed: Seals.sealed,
    seal_event.SealOpened: Seals.opened,
    seal_event.ShoeLoaded: Seals.loaded,
    seal_event.CardDrawn: Seals.drawn,
    seal_event.CardBurned: lambda seals, e: seals.seen(e.table, ""),
    seal_event.BurnShown: lambda seals, e: seals.seen(e.table, e.card),
    seal_event.MoreBurned: lambda seals, e: seals.seen(e.table, ""),
    CardDrawnEarly: Seals.drawn_early,
    seal_event.ExtraCardDrawn: lambda seals, e: seals.seen(e.table, e.card),
    CardDealt: lambda seals, e: seals.seen(e.table, e.card),
    correction_event.DummyCardDrawn: lambda seals, e: seals.seen(e.table, e.card),
}
