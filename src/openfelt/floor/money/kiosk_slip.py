"""The slip of a kiosk: what did not come out of it, on paper that the cash desk scans.

Rulebooks: LT 9.1, 9.3; SB 5.1, 5.3; AC 4.1, 4.3.
"""

from typing import Literal

from msgspec.structs import replace

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.money.cassettes import Kiosk
from openfelt.floor.money.order import RestOrder
from openfelt.floor.state import State


class SlipReceipt(Command, frozen=True):
    """The slip printer of a kiosk says whether the slip is on paper."""

    order: str
    printed: bool
    kiosk: str


class RestSlipOrdered(Event, frozen=True):
    """A slip is to be printed for the rest that was owed just before; `paid` came out."""

    kiosk: str
    order: str
    voucher: str
    amount: int
    paid: int


class RestSlipPrinted(Event, frozen=True):
    """Whoever stands there has it in his hand; if not `printed`, the desk has it in its list."""

    kiosk: str
    order: str
    printed: bool


def slip_for(kiosk: Kiosk, name: str, voucher: str, rest: int, paid: int) -> tuple[Event, ...]:
    """Order a slip where the kiosk prints any.

    Rule: LT 9.1; SB 5.1; AC 4.1
    """
    if not kiosk.prints:
        return ()
    return (RestSlipOrdered(name, f"rest:{name}:{voucher}", voucher, rest, paid),)


def receipt(state: State, command: SlipReceipt, _: Context) -> Answer:
    """Believe the printer once; the money is owed whatever it says."""
    order = state.orders.get(command.order)
    if not isinstance(order, RestOrder) or order.at != command.kiosk:
        return refuse(Refusal.TICKET_UNKNOWN, "not_ordered")
    return (RestSlipPrinted(command.kiosk, command.order, command.printed),)


def ordered(state: State, event: RestSlipOrdered) -> None:
    """A slip that an older rest still waits for is not printed any more: nobody stands there."""
    for name in [name for name, one in state.orders.items() if _is_slip_at(one, event.kiosk)]:
        del state.orders[name]
    what = (event.voucher, event.amount, event.paid, state.now)
    state.orders[event.order] = RestOrder(event.kiosk, *what)
    _say(state, event.kiosk, "printing")


def printed(state: State, event: RestSlipPrinted) -> None:
    order = state.orders.pop(event.order)
    assert isinstance(order, RestOrder)
    told = state.kiosks[event.kiosk].told
    if told is not None and told.voucher == order.voucher:
        _say(state, event.kiosk, "printed" if event.printed else "failed")


def _is_slip_at(order: object, kiosk: str) -> bool:
    return isinstance(order, RestOrder) and order.at == kiosk


def _say(state: State, name: str, slip: Literal["printing", "printed", "failed"]) -> None:
    kiosk = state.kiosks[name]
    assert kiosk.told is not None
    kiosk.told = replace(kiosk.told, slip=slip)


CONCEPT = Concept(
    decides={SlipReceipt: receipt},
    evolves={RestSlipOrdered: ordered, RestSlipPrinted: printed},
)
