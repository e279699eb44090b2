"""Who has to see to a thing and within what time, as an event keeps it for ever."""

import msgspec


class Duty(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A role, and how long it has before it is reminded."""

    role: str
    within_us: int
