"""What the central monitoring system is told: meters of terminals, and significant events.

No secret, no reason in somebody's words, and of a number that is worth money the last digits.
Rulebooks: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from openfelt.floor.money.meters import Meters
from openfelt.floor.state import State
from openfelt.floor.wagers import layout

_DIGITS: Final = 4
# Numbers of slips: whoever has one may have its money.
_NUMBERS: Final = ("number", "voucher")
# Where money went or was: of a drawer it is not said whose.
_PLACES: Final = ("where", "drawer")
_PAID: Final = ("terminal", "staked", "credited", "won")

_OF_ROUND: Final = ("table", "round", "outcome", "paid")
_OF_TERMINAL: Final = ("terminal",)
_OF_TABLE: Final = ("table",)
# What is told of which event of the journal; everything else stays here.
SIGNIFICANT: Final[Mapping[str, tuple[str, ...]]] = {
    "NoteStacked": ("terminal", "amount", "account"),
    "CmsCredited": ("terminal", "amount", "transfer", "account"),
    "CmsReversed": ("terminal", "amount", "transfer", "reversal", "account"),
    "TicketCredited": ("terminal", "amount", "number", "account"),
    "TicketReturned": ("terminal", "number", "code"),
    "CashOutRequested": ("terminal", "amount", "number", "by_hand"),
    "TicketPrinted": ("terminal", "number"),
    "TicketPrintFailed": ("terminal", "number"),
    "PrinterReported": ("terminal", "works"),
    "TerminalEnrolled": ("terminal", "tables", "seat"),
    "TerminalTakenOut": _OF_TERMINAL,
    "TerminalReturned": _OF_TERMINAL,
    "TerminalExcluded": _OF_TERMINAL,
    "TerminalAdmitted": _OF_TERMINAL,
    "RoundSettled": _OF_ROUND,
    "RoundResettled": _OF_ROUND,
    "RoundVoided": ("table", "round"),
    "SettledRoundVoided": ("table", "round"),
    "MalfunctionDeclared": _OF_TABLE,
    "TableClosed": _OF_TABLE,
    "TableOpened": _OF_TABLE,
    "TableSuspended": ("table", "restart"),
    "TableResumed": _OF_TABLE,
    "TicketOpened": ("number", "amount", "pit", "terminal", "scheme"),
    "TicketIssued": ("number",),
    "TicketBecameHandPay": ("number", "voucher", "amount", "terminal"),
    "HandPayOpened": ("number", "voucher", "amount", "pit", "terminal"),
    "TicketRedeemed": ("number", "amount", "where", "pit"),
    "HandPayPaid": ("voucher", "amount", "drawer"),
    "TicketHeld": ("number", "held"),
    "HandPayHeld": ("voucher", "held"),
    "HoldReleased": ("number",),
    "ClaimCommitted": ("number", "amount", "own"),
    "TicketPaidElsewhere": ("number", "amount"),
    "HostSilent": ("number",),
    "GamingDayClosed": ("day",),
    "PitDayClosed": ("day",),
    "OwnerChanged": ("node", "epoch"),
    "SystemRestarted": (),
}


class TerminalMeters(msgspec.Struct, frozen=True, gc=False):
    """A terminal as it stands, and its money meters since it was set up, in cents.

    `staked` lies on its tables.  `unplayed`: of what was transferred so much can be taken back.
    """

    terminal: str
    pit: str
    tables: tuple[str, ...]
    account: int
    is_open: bool
    in_service: bool
    credit: int
    staked: int
    paying_out: int
    unplayed: int
    notes: int
    tickets: int
    transfers: int
    taken_back: int
    paid_out: int


def meters_of(state: State) -> tuple[TerminalMeters, ...]:
    """Return the meters of a pit's terminals."""
    return tuple(
        TerminalMeters(
            one.name,
            state.stream,
            one.tables,
            one.account,
            one.open,
            not one.out_of_service,
            one.credit,
            layout.staked(state, one.name),
            one.paying_out,
            min(one.unplayed, one.credit),
            *msgspec.structs.astuple(one.meters),
        )
        for one in state.terminals.values()
    )


assert Meters.__struct_fields__ == TerminalMeters.__struct_fields__[-5:]


def told(name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of an event, by its fields as they are on record."""
    return {key: _masked(key, said[key]) for key in SIGNIFICANT[name] if key in said}


def _masked(key: str, value: Any) -> Any:
    if key in _NUMBERS:
        return str(value)[-_DIGITS:]
    if key in _PLACES:
        return str(value).partition(":")[0]
    if key == "paid":
        return [dict(zip(_PAID, one, strict=True)) for one in value]
    return value
