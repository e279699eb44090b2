"""How the auditor reads sealed values, and the cards that leave a sealed shoe."""

from __future__ import annotations

from openfelt.audit.event import Event


class ValueSealed(Event):
    """A value nobody may see yet; its hash is known from now on."""

    seal: str
    digest: str


class SealOpened(Event):
    """The value is shown."""

    seal: str
    value: str


class ShoeLoaded(Event):
    """A sealed shoe is dealt from now on."""

    table: str
    shoe: str


class CardDrawn(Event):
    """A card left the shoe; its face follows with what it was drawn for, or when it is keyed."""

    table: str
    shoe: str
    number: int
    read: bool


class CardBurned(Event):
    """The first card of a shoe was laid away unseen."""

    table: str


class BurnShown(Event):
    """The first card of a shoe lay face up, and so many more go unseen."""

    table: str
    card: str
    more: int


class MoreBurned(Event):
    """So many went unseen."""

    table: str
    cards: int


class ExtraCardDrawn(Event):
    """A card that no hand had use for."""

    table: str
    card: str
