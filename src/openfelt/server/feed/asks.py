"""What each kind of station may ask for: the floor's own commands, less what the server fills in.

A station never says who it is.  `terminal` of a player's command, `person` and `second` of a
member of staff, where a device stands, and the validation number of a ticket come from the
server, so an ask is its floor command without those fields, and there is one definition of each.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Final, Literal, NamedTuple

import msgspec

from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut, PresentTicket, PrinterReceipt
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.exclusion import ExcludeTerminal, VoidWagers
from openfelt.floor.people.seat import DirectAway
from openfelt.floor.play.cards.coup import EnterResult, KeyCard, ReadCard
from openfelt.floor.play.cards.dummy import KeyDummyCards, StartDummyHand
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby, ReadCuttingCard
from openfelt.floor.play.cards.shoe_change import BringShoe, ChangeShoe, VoidShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.play.tumbler.shooter import ReadCockedDice, ReadDice, Shoot
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.malfunction import (
    DeclareMalfunction,
    DeclareTerminalFaulty,
    ReturnToService,
)
from openfelt.floor.rounds.notice import ChangeLimits, CloseTable
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.floor.wagers.wager import (
    CancelWager,
    ClearLayout,
    ConfirmWagers,
    DoubleLayout,
    MoveWager,
    RepeatLayout,
    StageWager,
)

Kind = Literal["player", "display", "dealer", "table", "device"]

PLAYER: Final = (
    StageWager,
    MoveWager,
    CancelWager,
    ClearLayout,
    RepeatLayout,
    DoubleLayout,
    ConfirmWagers,
    Shoot,
    CashOut,
    CallAttendant,
)
# What stops or corrects a table; at the dealer's terminal another person gives his authority.
_TABLE: Final = (
    SuspendTable,
    ResumeTable,
    VoidRound,
    DeclareMalfunction,
    StateActualOutcome,
    InvalidateOutcome,
    Dispense,
    ChangeShoe,
    VoidShoe,
    ChangeLimits,
    CloseTable,
)
DEALER: Final = (
    NewGame,
    BringShoe,
    BurnCard,
    CallShoe,
    DrawCard,
    PressStandby,
    EnterResult,
    ConfirmResult,
    KeyCard,
    StartDummyHand,
    KeyDummyCards,
    *_TABLE,
)
TABLE: Final = (
    *_TABLE,
    DeclareTerminalFaulty,
    ReturnToService,
    VoidWagers,
    ExcludeTerminal,
    DirectAway,
)

# What each device reports; where it stands it cannot say otherwise.
REPORTS: Final[Mapping[str, tuple[type[Command], ...]]] = {
    "acceptor": (InsertNote,),
    "reader": (PresentTicket,),
    "printer": (PrinterReceipt,),
    "shoe": (ReadCard, ReadCuttingCard),
    "tumbler": (ReadDice, ReadCockedDice),
}
DEVICE: Final = tuple(command for reports in REPORTS.values() for command in reports)

COMMANDS: Final[Mapping[Kind, tuple[type[Command], ...]]] = {
    "player": PLAYER,
    "display": (),
    "dealer": DEALER,
    "table": TABLE,
    "device": DEVICE,
}
_FILLED: Final[Mapping[Kind, tuple[str, ...]]] = {
    "player": ("terminal", "number"),
    "display": (),
    "dealer": ("person", "second"),
    "table": ("person", "second"),
    "device": ("terminal", "table"),
}


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A command as a station sends it."""


class Filling(NamedTuple):
    """How an ask becomes its command: `fills` says which fields the server provides."""

    command: type[Command]
    fills: tuple[str, ...]
    # Reads the other fields in order where the terminal comes first: a player's touch.
    rest: Callable[[Ask], tuple[Any, ...]] | None

    def filled(self, ask: Ask, identity: Mapping[str, str]) -> Command:
        """Build the command of an ask, field by field in the command's order."""
        values = [
            identity[name] if name in self.fills else getattr(ask, name)
            for name in self.command.__struct_fields__
        ]
        return self.command(*values)


def _ask_of(kind: Kind, command: type[Command]) -> tuple[type[Ask], Filling]:
    filled = _FILLED[kind]
    kept = [f for f in msgspec.structs.fields(command) if f.encode_name not in filled]
    fills = tuple(f.name for f in msgspec.structs.fields(command) if f.encode_name in filled)
    fields: list[Any] = [
        (f.name, f.type) if f.required else (f.name, f.type, f.default) for f in kept
    ]
    ask = msgspec.defstruct(
        command.__name__,
        fields,
        bases=(Ask,),
        module=__name__,
        tag=command.__name__,
        frozen=True,
        gc=False,
        forbid_unknown_fields=True,
        namespace={"__doc__": command.__doc__},
    )
    assert issubclass(ask, Ask)
    rest = [f.name for f in kept]
    leads = kind == "player" and len(rest) > 1 and fills == command.__struct_fields__[:1]
    return ask, Filling(command, fills, attrgetter(*rest) if leads else None)


ASKS: Final[dict[Kind, dict[type[Ask], Filling]]] = {
    kind: dict(_ask_of(kind, command) for command in commands)
    for kind, commands in COMMANDS.items()
}


def union_of(kind: Kind) -> Any:
    """Return the type of everything a kind of station may ask for, None for nothing."""
    return reduce(or_, ASKS[kind]) if ASKS[kind] else None
