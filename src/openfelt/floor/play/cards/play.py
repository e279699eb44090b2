"""What a card table remembers between one card and the next."""

from typing import Literal

import msgspec

from openfelt.floor.people.duty import Duty

# How the cards of a shoe came to be in no order, "" where that was not said.
Prepared = Literal["", "by_hand", "shuffler", "pre_shuffled"]


class CardPlay(msgspec.Struct, tag="cards"):
    """The coup on the table and its shoe.

    `coups_left` counts from the cutting card, -1 before it.  `carried` are cards drawn too many,
    one that nobody has turned without a face; `unseen` is such a card of the coup itself.
    `seen` counts the faces that left the shoe, and `check` says who looks through it after a
    foreign or a missing one.  `told` are the faces told by the order in force,
    none of one that nobody has turned.  `since` is what came after the last round: a dummy hand,
    one that was declared void, or another shoe.
    `tie_adds_one` while a tie would earn the shoe one coup more; `shuffle_after`: it is at its end
    with this coup.  `to_burn` cards follow the one that was burned face up, and `out` counts all
    that left the shoe.  `order_round` is the round whose order still holds in one that a card has
    begun, -1 where an order has its own.  `waiting` are shoes that lie shuffled and checked, and
    `prepared` says how the next one was.  `set_aside`: the cards of the last one are checked.
    """

    burned: bool
    standby_by_itself: bool
    player: list[str] = []
    banker: list[str] = []
    entered: str = ""
    coups_left: int = -1
    standby: bool = True
    result_by_agm: bool = False
    dummy: Literal["", "pending", "dealing", "keyed"] = ""
    carried: list[str] = []
    seen: dict[str, int] = {}
    check: Duty | None = None
    unseen: bool = False
    told: list[str] = []
    since: Literal["", "dummy", "void", "shoe"] = ""
    tie_adds_one: bool = False
    shuffle_after: bool = False
    to_burn: int = 0
    out: int = 0
    order_round: int = -1
    waiting: int = 0
    prepared: Prepared = ""
    set_aside: bool = False
