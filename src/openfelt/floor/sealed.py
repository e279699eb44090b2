"""What stands under a seal: values nobody may see yet, a virtual shoe, and real dice."""

import msgspec


class Seal(msgspec.Struct, frozen=True, gc=False):
    """A value nobody may see yet: its hash, and itself encrypted."""

    digest: str
    sealed: str


class VirtualShoe(msgspec.Struct):
    """A sealed shoe at a table, and how many cards have left it.

    `unread` is the round and the number of cards on the table when it gave a card it could not
    read.
    """

    seal: str
    number: int
    drawn: int = 0
    unread: tuple[int, int] = (0, -1)


class DiceSet(msgspec.Struct, gc=False):
    """The dice sealed in a table's tumbler and their seal, "" where neither was put on record.

    `broken`: one of them is, and the tumbler out of service until they were changed.
    """

    name: str = ""
    seal: str = ""
    broken: bool = False
