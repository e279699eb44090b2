"""How sessions ended, as arrays: whoever plays them hands this over."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ended:
    """How sessions ended, an array each: by what, with what, after what."""

    by: Any
    credit: Any
    rounds: Any
    coin_in: Any
    deepest: Any
    refused: Any
