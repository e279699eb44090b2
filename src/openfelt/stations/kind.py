"""The kinds of station: one record each, and everybody else reads the record.

A new kind is a record here, a sight in `window` and a page named after it: see
`docs/how-to-add.md`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from openfelt.floor.base import Command
from openfelt.floor.money.payout import HOUSE, CashOut
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.exclusion import ExcludeTerminal, VoidWagers
from openfelt.floor.people.seat import DirectAway
from openfelt.floor.play.cards.coup import EnterResult, KeyCard
from openfelt.floor.play.cards.dummy import KeyDummyCards, StartDummyHand
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.cards.shoe_change import BringShoe, ChangeShoe, VoidShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.play.tumbler.shooter import Shoot
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
from openfelt.stations import window
from openfelt.stations.device import DEVICES
from openfelt.stations.roles import at_the_cards, in_charge
from openfelt.stations.window import Post, Sight, Window

FaceName = Literal["floor", "office"]
# A terminal and a device are somebody's hands; at a table and at a desk a person acts.
Stands = Literal["terminal", "device", "table", "desk"]
# The roles that have a place there: by the book of its table, or whatever the tables play.
Staff = Callable[[str], frozenset[str]] | frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StationKind:
    """A kind of station: on which network, where, for whom, what it sends and what it sees.

    A desk is at no table: it speaks for the whole of its stream, a pit or the house.  Where `staff`
    names anybody, the station shows nothing until one of them has signed in.  `nobody` is what
    is said of a table by whose book nobody has a place there.
    """

    name: str
    face: FaceName
    stands: Stands
    stream: Literal["pit", "house"] = "pit"
    staff: Staff = frozenset()
    nobody: str = ""
    commands: tuple[type[Command], ...] = ()
    sights: tuple[Sight, ...] = ()
    has_page: bool = True

    def __post_init__(self) -> None:
        """Hold a record to what the rest takes for granted."""
        assert self.stream == "pit" or self.stands == "desk", "the house has no tables"
        is_hand = self.stands in ("terminal", "device")
        assert is_hand != self.is_staffed or not self.commands, "a command has one who gives it"
        assert not callable(self.staff) or self.stands == "table", "only a table has a book"

    @property
    def is_staffed(self) -> bool:
        """Whether somebody has to sign in."""
        return bool(self.staff)

    @property
    def is_device(self) -> bool:
        """Whether no person but a machine is at the other end: it takes orders, and reports."""
        return self.stands == "device"

    def staffed_by(self, books: Iterable[str]) -> frozenset[str]:
        """Return the roles that sign a person in, by the books of its tables."""
        if callable(self.staff):
            return frozenset[str]().union(*map(self.staff, books))
        return self.staff

    def stream_of(self, pit: str) -> str:
        """Return the stream such a station speaks to, standing in this pit or in none."""
        return HOUSE if self.stream == "house" else pit

    def windows(self, post: Post) -> list[Window]:
        """Return everything one such station may see, its own half first."""
        return [one for sight in self.sights for one in sight.windows(post)]


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
PLAYER: Final = StationKind(
    name="player",
    face="floor",
    stands="terminal",
    commands=(
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
    ),
    sights=(window.PLAYER, window.DISPLAYS),
)
_DISPLAY: Final = StationKind(
    name="display", face="floor", stands="table", sights=(window.DISPLAYS,)
)
_DEALER: Final = StationKind(
    name="dealer",
    face="floor",
    stands="table",
    staff=at_the_cards,
    nobody='is played without a dealer; its page is of kind "table"',
    commands=(
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
    ),
    sights=(window.DEALER, window.DISPLAYS),
)
_IN_CHARGE: Final = StationKind(
    name="table",
    face="office",
    stands="table",
    staff=in_charge,
    commands=(
        *_TABLE,
        DeclareTerminalFaulty,
        ReturnToService,
        VoidWagers,
        ExcludeTerminal,
        DirectAway,
    ),
    sights=(window.TABLE, window.DISPLAYS),
)
DEVICE: Final = StationKind(
    name="device",
    face="floor",
    stands="device",
    commands=tuple(report for device in DEVICES.values() for report in device.reports),
    has_page=False,
)
KINDS: Final[dict[str, StationKind]] = {
    kind.name: kind for kind in (PLAYER, _DISPLAY, _DEALER, _IN_CHARGE, DEVICE)
}
