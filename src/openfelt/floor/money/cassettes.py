"""What is remembered of a kiosk: its cassettes, and what it is paying."""

from typing import Literal

import msgspec


class KioskPayment(msgspec.Struct, gc=False):
    """What a kiosk pays on a ticket: the pieces ordered of its dispenser, until that has answered.

    `scheme`, `terminal` and `pit` are the ticket's.  `to_hold` says why what does not come out is
    withheld: the ticket was paid before the house heard that it must not be.
    """

    order: str
    number: str
    amount: int
    pieces: tuple[int, ...]
    scheme: str
    terminal: str
    pit: str
    since: int
    to_hold: str = ""


class KioskTold(msgspec.Struct, frozen=True, gc=False):
    """What a kiosk told whoever stood there last: paid so much, or refused and why.

    `rest` is what the cash desk owes him by the `voucher`; `slip` says whether that is on paper:
    it is being `printing`, `printed`, or `failed`, "" where the kiosk prints none.
    """

    at: int
    amount: int = 0
    rest: int = 0
    voucher: str = ""
    code: str = ""
    data: dict[str, int | str] = {}
    slip: Literal["", "printing", "printed", "failed"] = ""


class Kiosk(msgspec.Struct, gc=False):
    """A kiosk that pays tickets: the value of each cassette, and how many pieces should be in it.

    `most` is what it pays on one ticket, `change` what it leaves to the cash desk.  `wrong` counts
    numbers of no ticket one after the other; till `shut_until` it takes none.  `over` is by how
    much the last count was more than it should have been, less than 0 short.  `prints` slips for
    what it leaves to the cash desk.
    """

    values: tuple[int, ...]
    most: int
    change: int
    pieces: list[int]
    is_open: bool = False
    fault: str = ""
    wrong: int = 0
    shut_until: int = 0
    paying: KioskPayment | None = None
    told: KioskTold | None = None
    counted_at: int = 0
    counted_day: int = 0
    over: int = 0
    prints: bool = False

    @property
    def holds(self) -> int:
        """What should be in its cassettes."""
        return sum(value * number for value, number in zip(self.values, self.pieces, strict=True))
