"""The devices on the feed: what each reports, where it stands, and what people put into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import PresentTicket, PrinterReceipt
from openfelt.floor.money.voucher import ReportPrinter
from openfelt.floor.play.played import PLAYED

Item = Literal["note", "ticket"]


@dataclass(frozen=True, slots=True, eq=False)
class DeviceKind:
    """A device as its name says it: the `printer` of `printer@T1`.

    It cannot say otherwise where it stands.  `takes` comes out again when the floor refuses it.
    """

    stands: Literal["table", "terminal"]
    reports: tuple[type[Command], ...]
    takes: Item | None = None


def _at_tables() -> dict[str, tuple[type[Command], ...]]:
    """Return what devices of tables report; several ways of playing may have the same device."""
    said: dict[str, tuple[type[Command], ...]] = {}
    for way in PLAYED:
        for device, reports in way.REPORTS.items():
            said[device] = tuple(dict.fromkeys((*said.get(device, ()), *reports)))
    return said


DEVICES: Final[Mapping[str, DeviceKind]] = {
    "acceptor": DeviceKind("terminal", (InsertNote,), takes="note"),
    "reader": DeviceKind("terminal", (PresentTicket,), takes="ticket"),
    "printer": DeviceKind("terminal", (PrinterReceipt, ReportPrinter)),
    # What stands at a table belongs to the way it is played.
    **{device: DeviceKind("table", reports) for device, reports in _at_tables().items()},
}
