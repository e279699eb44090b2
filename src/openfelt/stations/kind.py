"""The kinds of station: one record each, and everybody else reads the record.

A new kind is a record here, a sight in `window` and a page named after it: see
`docs/how-to-add.md`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from openfelt.floor.base import Command
from openfelt.floor.money.case import SettleCase, WriteOffCase
from openfelt.floor.money.deferral import DeferPayment
from openfelt.floor.money.demand import DemandReturn, TakeBack
from openfelt.floor.money.dispensing import StateDispensed
from openfelt.floor.money.drawer import CloseDrawer, FillDrawer, OpenDrawer
from openfelt.floor.money.drop import CountDrop
from openfelt.floor.money.kiosk import CloseKiosk, CountKiosk, LoadCassette, OpenKiosk
from openfelt.floor.money.payout import HOUSE, CashOut
from openfelt.floor.money.ticket import HoldTicket, PayHandPay, RedeemTicket
from openfelt.floor.money.ticket_host import ClaimTicket
from openfelt.floor.money.unclaimed import DeclareAbandoned
from openfelt.floor.people.call import CallAttendant, WithdrawCall
from openfelt.floor.people.dispute import (
    AskReview,
    CloseDispute,
    DecideDispute,
    ReviewDispute,
)
from openfelt.floor.people.news import AcknowledgeNews
from openfelt.floor.people.objection import RaiseObjection
from openfelt.floor.people.task import CompleteTask, TakeTask
from openfelt.floor.play.tumbler.shooter import Shoot
from openfelt.floor.rounds.terminal_report import ReportShown
from openfelt.floor.wagers.take_down import TakeDown
from openfelt.floor.wagers.wager import (
    CancelWager,
    ClearLayout,
    ConfirmWagers,
    DoubleLayout,
    MoveWager,
    RepeatLayout,
    StageWager,
)
from openfelt.floor.whole import COMMANDS
from openfelt.rulebooks.powers import Role
from openfelt.stations import window
from openfelt.stations.device import DEVICES
from openfelt.stations.key import Key, Offer
from openfelt.stations.procedures.every import RARE_SEAT_ACTS, SEAT_ACTS
from openfelt.stations.procedures.whole import DESKS
from openfelt.stations.roles import at_the_cards, in_charge
from openfelt.stations.window import Post, Sight, Window

FaceName = Literal["floor", "office"]
# A terminal, a device and a kiosk are somebody's hands; at a table and at a desk a person acts.
Stands = Literal["terminal", "device", "kiosk", "table", "desk"]
# The roles that have a place there: by the book of its table, or whatever the tables play.
Staff = Callable[[str], frozenset[str]] | frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StationKind:
    """A kind of station: on which network, where, for whom, what it sends and what it sees.

    A desk is at no table: it speaks for the whole of its stream, a pit or the house, and in a pit
    it sees all tables there.  Where `staff` names anybody, the station shows nothing until one of
    them has signed in.  One that `monitors` is the central monitoring system, with an interface of
    its own.  `nobody` is what is said of a table by whose book nobody has a place there.
    """

    name: str
    face: FaceName
    stands: Stands
    stream: Literal["pit", "house"] = "pit"
    staff: Staff = frozenset()
    nobody: str = ""
    commands: tuple[type[Command], ...] = ()
    sights: tuple[Sight, ...] = ()
    monitors: bool = False
    has_page: bool = True
    # At how many tables one person works there at once.
    tables_most: int = 1

    def __post_init__(self) -> None:
        """Hold a record to what the rest takes for granted."""
        is_of_house = self.stands in ("desk", "kiosk")
        assert self.stream == "pit" or is_of_house, "the house has no tables"
        is_hand = self.stands in ("terminal", "device", "kiosk")
        assert is_hand != self.is_staffed or not self.commands, "a command has one who gives it"
        has_tables = self.stands == "table" or (self.stands == "desk" and self.stream == "pit")
        assert not callable(self.staff) or has_tables, "only a table has a book"

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


_NAMED: Final = {command.__name__: command for command in COMMANDS}


def _asked_by(*rows: Iterable[Key | Offer]) -> tuple[type[Command], ...]:
    """Return what keys ask for, each once: whatever a way of playing offers may be sent."""
    asked = (key.command for row in rows for key in row)
    named = (_NAMED[one] if isinstance(one, str) else one for one in asked)
    return tuple(dict.fromkeys(named))


PLAYER: Final = StationKind(
    name="player",
    face="floor",
    stands="terminal",
    commands=(
        StageWager,
        MoveWager,
        CancelWager,
        TakeDown,
        ClearLayout,
        RepeatLayout,
        DoubleLayout,
        ConfirmWagers,
        Shoot,
        CashOut,
        CallAttendant,
        WithdrawCall,
        RaiseObjection,
        AcknowledgeNews,
        ReportShown,
    ),
    sights=(window.PLAYER, window.DISPLAYS),
)
# It shows and says nothing, so no round hangs on it.
# Rule: LT 2.3.2; LT 11.2; MT 6.5; MT def:Game System:excludes WND
_DISPLAY: Final = StationKind(
    name="display", face="floor", stands="table", sights=(window.DISPLAYS,)
)
# Rule: LT def:dealer station
_DEALER: Final = StationKind(
    name="dealer",
    face="floor",
    stands="table",
    staff=at_the_cards,
    nobody='is played without a dealer; its page is of kind "table"',
    commands=_asked_by(
        *(row for desk in DESKS.values() for row in desk.rows),
        *(desk.by_authority for desk in DESKS.values()),
        *(desk.rarely_by_authority for desk in DESKS.values()),
    ),
    sights=(window.DEALER, window.DISPLAYS),
    tables_most=2,
)
_IN_CHARGE: Final = StationKind(
    name="table",
    face="office",
    stands="table",
    staff=in_charge,
    commands=(
        *_asked_by(
            *(desk.acts for desk in DESKS.values()),
            *(desk.rare_acts for desk in DESKS.values()),
            SEAT_ACTS,
            RARE_SEAT_ACTS,
        ),
        AskReview,
        ReviewDispute,
        CloseDispute,
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
# It sees and asks for nothing: what has to be done is done at a table.
_PIT: Final = StationKind(
    name="pit",
    face="office",
    stands="desk",
    staff=in_charge,
    sights=(window.PIT, window.PIT_MONEY, window.DISPLAYS),
)
# A telephone that goes where somebody called.
_ATTENDANT: Final = StationKind(
    name="attendant",
    face="floor",
    stands="desk",
    staff=frozenset((Role.ATTENDANT.value,)),
    commands=(TakeTask, CompleteTask, DecideDispute, AskReview, ReviewDispute, CloseDispute),
    sights=(window.ATTENDANT,),
)
_CASH_DESK: Final = StationKind(
    name="cashdesk",
    face="office",
    stands="desk",
    stream="house",
    staff=frozenset((Role.CASHIER.value,)),
    commands=(
        OpenDrawer,
        FillDrawer,
        CloseDrawer,
        ClaimTicket,
        RedeemTicket,
        PayHandPay,
        SettleCase,
        TakeBack,
        WriteOffCase,
        DemandReturn,
        DeferPayment,
        HoldTicket,
        LoadCassette,
        CountKiosk,
        OpenKiosk,
        CloseKiosk,
        StateDispensed,
        CompleteTask,
        CountDrop,
        DeclareAbandoned,
    ),
    sights=(window.CASH_DESK,),
)
# It shows; what is put in comes by its scanner, what comes out by its dispenser.
# Rule: LT 9.3; SB 5.3; AC 4.3
KIOSK: Final = StationKind(
    name="kiosk", face="floor", stands="kiosk", stream="house", sights=(window.KIOSK,)
)
# Another system of the house: it transfers credit, and is told of meters and events.
# Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
_MONITORING: Final = StationKind(
    name="monitoring",
    face="office",
    stands="desk",
    stream="house",
    monitors=True,
    has_page=False,
)
KINDS: Final[dict[str, StationKind]] = {
    kind.name: kind
    for kind in (
        PLAYER,
        _DISPLAY,
        _DEALER,
        _IN_CHARGE,
        _PIT,
        _ATTENDANT,
        _CASH_DESK,
        KIOSK,
        _MONITORING,
        DEVICE,
    )
}
