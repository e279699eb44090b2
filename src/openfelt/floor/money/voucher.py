"""Credit on a terminal that cannot print: whoever the book names has it paid by voucher.

Rulebooks: LT 9.1; SB 3.8, 5.1; MT 4.5(b).
"""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.demo import marked
from openfelt.floor.money.payout import CashOutRequested, scheme_of
from openfelt.floor.people.power import at_terminal
from openfelt.floor.state import State, Terminal
from openfelt.floor.wagers import layout
from openfelt.rulebooks.powers import Act


class MakeVoucher(Command, frozen=True):
    """Have the credit of a terminal that cannot print paid at the cash desk."""

    terminal: str
    person: str
    reason: str


class ReportPrinter(Command, frozen=True):
    """A printer says whether it can print, without being asked to."""

    terminal: str
    works: bool


class PrinterReported(Event, frozen=True):
    terminal: str
    works: bool


class VoucherOrdered(Event, frozen=True):
    """Somebody has the credit of a terminal paid by hand; the cash-out follows."""

    terminal: str
    reason: str


def make(state: State, command: MakeVoucher, context: Context) -> Answer:
    """Turn all credit into a voucher, as a cash-out of its player would where he has none.

    Its number is this very row's: no ticket bears it.

    Rule: LT 9.1; SB 3.8; SB 5.1; AC 3.8; AC 4.1
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.VOUCHER, context.now)
    if isinstance(terminal, Refused):
        return terminal
    refused = _no_voucher(state, terminal)
    if refused is not None:
        return refused
    number = marked(state, f"00{state.sequence + 1}-{state.stream}")
    paid = (terminal.credit, number, scheme_of(state, terminal))
    return (
        VoucherOrdered(terminal.name, command.reason),
        CashOutRequested(terminal.name, *paid, by_hand=True),
    )


def _no_voucher(state: State, terminal: Terminal) -> Refused | None:
    """Say why no voucher is made: a ticket could be printed, or there is nothing to pay now."""
    if not terminal.open:
        return refuse(Refusal.ACCOUNT_IS_CLOSED)
    # Rule: MT 4.4(b)(i); MT 4.9
    if not terminal.out_of_service and not terminal.printer_failed:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "can_print")
    if layout.staked(state, terminal.name):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "has_wager")
    if terminal.asked or terminal.paying_out:
        return refuse(Refusal.CASH_OUT_NOT_ALLOWED, "under_way")
    return None if terminal.credit else refuse(Refusal.CASH_OUT_NOT_ALLOWED, "nothing")


def report(state: State, command: ReportPrinter, _: Context) -> Answer:
    """Note what a printer says of itself, if it is news."""
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    is_news = terminal.printer_failed is command.works
    return (PrinterReported(command.terminal, command.works),) if is_news else ()


def reported(state: State, event: PrinterReported) -> None:
    state.terminals[event.terminal].printer_failed = not event.works


def ordered(state: State, event: VoucherOrdered) -> None:
    """Recorded; the cash-out that follows moves the money."""


CONCEPT = Concept(
    decides={MakeVoucher: make, ReportPrinter: report},
    evolves={PrinterReported: reported, VoucherOrdered: ordered},
)
