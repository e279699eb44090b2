"""What is worked out once from what never changes, such as a table's definition."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Derived(dict[K, V]):
    """A cache, by a key that says all it was worked out from: a fingerprint, never a name.

    Whoever empties it loses nothing but the time the next look takes.
    """
