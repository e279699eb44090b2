"""What came to a terminal and left it since it was set up, in cents: its money meters."""

import msgspec


class Meters(msgspec.Struct, frozen=True, gc=False):
    """Notes, tickets and transfers in; transfers taken back, and what was paid out by slips."""

    notes: int = 0
    tickets: int = 0
    transfers: int = 0
    taken_back: int = 0
    paid_out: int = 0


def more(meters: Meters, **by: int) -> Meters:
    """Return meters that one of them has moved on."""
    which, amount = by.popitem()
    return msgspec.structs.replace(meters, **{which: getattr(meters, which) + amount})
