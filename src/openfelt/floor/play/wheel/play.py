"""What a roulette table remembers of a spin."""

import msgspec


class WheelPlay(msgspec.Struct, tag="wheel"):
    """The number the ball lies in, -1 before it is known; `read` where the wheel itself said so."""

    number: int = -1
    read: bool = False
