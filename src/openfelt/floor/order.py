"""What every order to a device is made of.

Whoever wants something of a device brings the type of its order: money in its folder, a way of
playing in its own.  `state.Order` names them all.  Each also has `data`, what it wants in one text:
devices in use are sent it, and some remember by it what they did, so it never changes.  Nobody
here takes it apart.
"""

from typing import ClassVar

import msgspec


def name_of(kind: str, at: str, number: int) -> str:
    """Name an order for a round: a device tells one throw from the next by it, and so do we."""
    return f"{kind}:{at}:{number}"


class ToDevice(msgspec.Struct, frozen=True, gc=False, tag_field="kind"):
    """Something wanted of a device, open until its receipt; `at` is its table or terminal."""

    stands_as: ClassVar[str]
    # Whether its device always answers; one that does not is not missed.
    is_answered: ClassVar[bool] = True

    at: str

    @property
    def device(self) -> str:
        """The name of the device: `printer@T1`."""
        return f"{self.stands_as}@{self.at}"

    @property
    def kind(self) -> str:
        """What is wanted, in one word: `print`."""
        return str(self.__struct_config__.tag)

    @property
    def due(self) -> int:
        """When the device must have answered, 0 where no time is set."""
        return 0
