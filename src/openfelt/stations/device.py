"""The devices on the feed: what each reports, where it stands, and what people put into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from openfelt.floor.base import Command
from openfelt.floor.money.account import CreditFromCms, InsertNote
from openfelt.floor.money.cms_reversal import ReverseCms
from openfelt.floor.money.dispensing import DispenserReceipt, PresentAtKiosk
from openfelt.floor.money.drop import RemoveStacker
from openfelt.floor.money.kiosk_slip import SlipReceipt
from openfelt.floor.money.payout import PresentTicket, PrinterReceipt
from openfelt.floor.money.ticket_host import AnswerAsHost, ReportPaidElsewhere
from openfelt.floor.money.voucher import ReportPrinter
from openfelt.floor.play.played import PLAYED

Item = Literal["note", "ticket"]


@dataclass(frozen=True, slots=True, eq=False)
class DeviceKind:
    """A device as its name says it: the `printer` of `printer@T1`.

    It cannot say otherwise where it stands.  `takes` comes out again when the floor refuses it.
    Behind some there is another system, which may lose what it was asked: it is `asked_again`.
    """

    stands: Literal["table", "terminal", "kiosk", "house"]
    reports: tuple[type[Command], ...]
    takes: Item | None = None
    asked_again: bool = False


def _at_tables() -> dict[str, tuple[type[Command], ...]]:
    """Return what devices of tables report; several ways of playing may have the same device."""
    said: dict[str, tuple[type[Command], ...]] = {}
    for way in PLAYED:
        for device, reports in way.REPORTS.items():
            said[device] = tuple(dict.fromkeys((*said.get(device, ()), *reports)))
    return said


DEVICES: Final[Mapping[str, DeviceKind]] = {
    "acceptor": DeviceKind("terminal", (InsertNote, RemoveStacker), takes="note"),
    "reader": DeviceKind("terminal", (PresentTicket,), takes="ticket"),
    "printer": DeviceKind("terminal", (PrinterReceipt, ReportPrinter)),
    # How the central monitoring system reaches a terminal.
    # Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
    "cms": DeviceKind("terminal", (CreditFromCms, ReverseCms)),
    "scanner": DeviceKind("kiosk", (PresentAtKiosk,), takes="ticket"),
    "dispenser": DeviceKind("kiosk", (DispenserReceipt,)),
    "slips": DeviceKind("kiosk", (SlipReceipt,)),
    # The casino's ticketing host, where the floor asks one.
    # Rule: LT def:redeemable ticket; LT 4.3.2; AC def:redeemable ticket; AC 3.4.2
    "tickets": DeviceKind("house", (AnswerAsHost, ReportPaidElsewhere), asked_again=True),
    # What stands at a table belongs to the way it is played.
    **{device: DeviceKind("table", reports) for device, reports in _at_tables().items()},
}
