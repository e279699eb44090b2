"""What players sign on the screen of a desk, kept beside the journal as persons are.

A signature is a picture of a hand: it is no fact of the floor, no view shows it, and one day it may
have to be forgotten.  The journal has its hash alone, in the record of the payment, and the hash is
over all that was signed for.  So no stroke can be changed, or put under another payment, unseen.
"""

import re
from hashlib import sha256
from itertools import pairwise
from typing import Final

import msgspec

from openfelt.floor.money.paying import Terms
from openfelt.paper.words import Language
from openfelt.server.access.store import Store

KIND: Final = "signature"
# Points on a pad of 1000 by 400: `x,y x,y;x,y x,y`, a stroke after the other.
_POINT: Final = r"\d{1,3},[0-3]?\d{1,2}"
_STROKE: Final = rf"{_POINT}(?: {_POINT})*"
_STROKES: Final = re.compile(rf"{_STROKE}(?:;{_STROKE})*")
LONGEST: Final = 6_000
# A dot, or a slip of the finger, is nobody's name.
SHORTEST: Final = 150


class OnScreen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody signed: for which slip and amount, in which language the form stood there."""

    number: str
    amount: int
    asked: str
    form: str
    identity: str
    language: Language
    strokes: str


def is_signature(strokes: str) -> bool:
    """Say whether somebody may have written that on a pad."""
    if len(strokes) > LONGEST or not _STROKES.fullmatch(strokes):
        return False
    return sum(map(_length, strokes.split(";"))) >= SHORTEST


def _length(stroke: str) -> int:
    points = [tuple(map(int, point.split(","))) for point in stroke.split(" ")]
    return sum(abs(x - to_x) + abs(y - to_y) for (x, y), (to_x, to_y) in pairwise(points))


def hash_of(data: bytes) -> str:
    """Return what the journal says of a signature."""
    return sha256(data).hexdigest()


def name_of(number: str, terms: Terms, signature: str) -> str:
    """Name a signature by the payment that it is for, and by its hash."""
    return " ".join((number, terms.asked, terms.form, terms.identity or "none", signature))


class Signatures:
    """The signatures of a floor, and which of them stand for no payment yet."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: set[str] = set()
        # By the desk, until it pays with it.
        self._waiting: dict[str, str] = {}

    async def start(self) -> None:
        """Know what is kept: a payment may be asked for again after a crash."""
        self._kept = set(await self._store.names(KIND))

    async def keep(self, desk: str, signed: OnScreen) -> str:
        """Keep a signature and return its hash; it is on disk when this returns.

        What was signed at this desk before and paid nothing is forgotten.
        """
        data = msgspec.json.encode(signed)
        signature = hash_of(data)
        terms = msgspec.convert(
            {"asked": signed.asked, "form": signed.form, "identity": signed.identity}, Terms
        )
        name = name_of(signed.number, terms, signature)
        await self._store.put(KIND, name, data)
        self._kept.add(name)
        before, self._waiting[desk] = self._waiting.get(desk, name), name
        if before != name:
            self._kept.discard(before)
            await self._store.drop(KIND, before)
        return signature

    def pays(self, desk: str, number: str, terms: Terms) -> bool:
        """Say whether just that was signed for a payment; from now on it may be on record."""
        name = name_of(number, terms, terms.signature)
        if self._waiting.get(desk) == name:
            del self._waiting[desk]
        return name in self._kept
