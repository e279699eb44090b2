"""What is remembered of money that nobody has counted or fetched yet."""

import msgspec


class Drop(msgspec.Struct, gc=False):
    """Notes of a terminal that were taken out; `counted` is less than 0 until they have been."""

    pit: str
    terminal: str
    expected: int
    since: int
    counted: int = -1


class CreditLeft(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an account had at the day's end; `moved` says whether anything was booked since."""

    terminal: str
    account: int
    amount: int
    moved: int


class Uncollected(msgspec.Struct, gc=False):
    """Of a pit the `boxes` that were taken out last, by terminal; the rest is the house's.

    `credits` are those left at the day's end, by pit and terminal.  `abandoned` are the numbers
    under which some of them are being fetched.  A ticket lives for `ticket_life` µs, 0 for ever.
    """

    boxes: dict[str, str] = {}
    drops: dict[str, Drop] = {}
    credits: dict[str, dict[str, CreditLeft]] = {}
    abandoned: list[str] = []
    ticket_life: int = 0
