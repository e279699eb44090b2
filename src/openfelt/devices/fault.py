"""What goes wrong with devices, on purpose: by a seed, or because somebody switched it on."""

from collections.abc import Mapping
from enum import StrEnum
from random import Random


class Fault(StrEnum):
    """Every kind of fault a virtual device can have."""

    NO_PAPER = "no paper"
    JAM = "jam"
    RECEIPT_LOST = "receipt lost"
    RECEIPT_TWICE = "receipt twice"
    RECEIPT_LATE = "receipt late"
    COCKED_DICE = "cocked dice"
    MISREAD_CARD = "misread card"
    FOREIGN_NOTE = "foreign note"
    NOTE_STUCK = "note stuck"
    SHORT = "comes out short"


class Faults:
    """Says of each act of a device whether a fault strikes it.

    `one_in` gives how often each kind strikes; the seed makes a run repeatable.
    """

    def __init__(self, seed: int = 0, one_in: Mapping[Fault, int] | None = None) -> None:
        self._chance = Random(seed)  # noqa: S311 - faults must be repeatable
        self._one_in = dict(one_in or {})
        self._broken: dict[str, Fault] = {}

    def breaks(self, device: str, fault: Fault) -> None:
        """Let a device have this fault from now on."""
        self._broken[device] = fault

    def mend(self, device: str) -> None:
        """Let it work again."""
        self._broken.pop(device, None)

    def strikes(self, device: str, *kinds: Fault) -> Fault | None:
        """Return the first of these faults that strikes the device now, None if all is well."""
        for kind in kinds:
            if self._broken.get(device) is kind:
                return kind
            often = self._one_in.get(kind, 0)
            if often and self._chance.randrange(often) == 0:
                return kind
        return None

    @property
    def are_injected(self) -> bool:
        """Whether anything is to go wrong on purpose."""
        return any(self._one_in.values()) or bool(self._broken)
