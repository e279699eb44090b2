"""What a dice table remembers from one throw to the next."""

import msgspec


class TumblerPlay(msgspec.Struct, tag="tumbler"):
    """Who shoots: how he is chosen, what he must have staked, and where the last one sat."""

    shooter_mode: str
    shoot_value: int
    shooter: str = ""
    last_seat: int = 0
