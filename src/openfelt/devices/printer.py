"""A virtual ticket printer, and what stands on a ticket."""

from collections.abc import Callable
from typing import Final

from openfelt.devices.fault import Fault
from openfelt.devices.port import Slip
from openfelt.devices.virtual import VirtualDevice

Tray = Callable[[Slip], None]

_PRINTED: Final = "printed"
_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = (
    *("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
_GROUPS: Final = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"))


class VirtualPrinter(VirtualDevice):
    """Hands each ticket out once; `tray` is where it goes."""

    tray: Tray | None = None

    async def print_ticket(self, order: str, slip: Slip) -> bool | None:
        """Print, unless there is no paper or it jams."""
        did = await self.once(order, lambda: self._print(slip))
        return None if did is None else did == _PRINTED

    def _print(self, slip: Slip) -> str:
        fault = self.strikes(Fault.NO_PAPER, Fault.JAM)
        if fault:
            return fault
        if self.tray is not None:
            self.tray(slip)
        return _PRINTED


def in_words(number: int) -> str:
    """Write a whole number in words, as a ticket shows it beside its figures."""
    assert number >= 0
    for size, name in _GROUPS:
        if number >= size:
            rest = f" {in_words(number % size)}" if number % size else ""
            return f"{in_words(number // size)} {name}{rest}"
    if number >= 100:
        rest = f" and {in_words(number % 100)}" if number % 100 else ""
        return f"{_SMALL[number // 100]} hundred{rest}"
    if number >= 20:
        rest = f"-{_SMALL[number % 10]}" if number % 10 else ""
        return f"{_TENS[number // 10]}{rest}"
    return _SMALL[number]


def text_of(slip: Slip) -> str:
    """Return a ticket as plain text."""
    dollars, cents = divmod(slip.amount, 100)
    number = "-".join(
        (slip.number[:2], *(slip.number[at : at + 4] for at in range(2, len(slip.number), 4)))
    )
    lines = (
        *(("*** DEMO - NO VALUE ***",) if slip.demo else ()),
        "CASH OUT TICKET",
        number,
        f"${dollars:,}.{cents:02}",
        f"{in_words(dollars)} dollars and {in_words(cents)} cents",
        f"Terminal {slip.terminal}",
        *(("*** DEMO - NO VALUE ***",) if slip.demo else ()),
    )
    return "\n".join(lines)
