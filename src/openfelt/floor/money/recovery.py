"""Credits that a correction finds gone: the slip by which they left is withheld.

The pit knows the slip, the house owns it: the one asks, the other withholds what it has not paid.
Rulebooks: LT 9.2, 11.6.2.1; SB 5.2, 7.1.
"""

from openfelt.floor.base import Answer, Concept, Context, Event
from openfelt.floor.money.cassettes import KioskPayment
from openfelt.floor.money.claim import claimed_back
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import HandPayHeld, TicketHeld, voucher_of
from openfelt.floor.people.task import duty
from openfelt.floor.question import WithholdSlips
from openfelt.floor.state import Slip, State, Table, Ticket


class HoldAsked(Event, frozen=True):
    """After a correction it is owed what players have taken away by these slips."""

    table: str
    round: int
    reason: str
    slips: tuple[Slip, ...]


class HoldNoted(Event, frozen=True):
    """The house heard of it, and these are owed for; what it withholds at once follows.

    A ticket that is still being printed is withheld as soon as it can be paid.
    """

    pit: str
    slips: tuple[Slip, ...]
    reason: str


def ask(table: Table, number: int, slips: tuple[Slip, ...], reason: str) -> tuple[HoldAsked, ...]:
    """Ask for the slips by which debtors have left, where there are any.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.5; AC 6.1
    """
    return (HoldAsked(table.name, number, reason, slips),) if slips else ()


def withhold(state: State, command: WithholdSlips, context: Context) -> Answer:
    """Withhold what is not paid and not withheld already.

    Rule: LT 9.2; LT 11.6.2.1; SB 5.2; AC 4.2
    """
    told = duty("hold")
    owing = tuple(slip for slip in command.slips if _owes(state, command, slip))
    held: list[Event] = [HoldNoted(command.pit, owing, command.reason)]
    for slip in owing:
        ticket = _ticket(state, command.pit, slip)
        voucher = voucher_of(slip.number)
        hand_pay = state.hand_pays.get(voucher)
        if ticket is not None and ticket.state == "issued":
            held.append(TicketHeld(slip.number, held=True, reason=command.reason, duty=told))
            held.extend(claimed_back(state, slip.number, context.now, nth=len(held)))
        elif hand_pay and hand_pay.state == "open" and hand_pay.terminal == slip.terminal:
            held.append(HandPayHeld(voucher, held=True, reason=command.reason, duty=told))
    return tuple(held)


def _owes(state: State, command: WithholdSlips, slip: Slip) -> bool:
    """Say whether who left by a slip still owes, his cases being known; who has none is believed.

    What was taken may be less than what is due to him by an earlier correction of the round.

    Rule: LT 11.6.2.1; SB 7.1; AC 6.1
    """
    about = (command.pit, slip.terminal, command.table, command.round)
    his = [
        case
        for case in state.cases.values()
        if (case.pit, case.terminal, case.table, case.round) == about
    ]
    return not his or any(case.state == "open" and case.amount < 0 for case in his)


def _ticket(state: State, pit: str, slip: Slip) -> Ticket | None:
    """Return the ticket; one of another terminal that drew the same number is not meant."""
    ticket = state.tickets.get(slip.number)
    is_its = ticket is not None and (ticket.pit, ticket.terminal) == (pit, slip.terminal)
    return ticket if is_its else None


def asked(state: State, event: HoldAsked) -> None:
    """Recorded; the house hears of it."""


def noted(state: State, event: HoldNoted) -> None:
    for slip in event.slips:
        ticket = _ticket(state, event.pit, slip)
        if ticket is not None and ticket.state in ("printing", "unclaimed"):
            ticket.to_hold = event.reason
        payment = _paying(state, event.pit, slip)
        if payment is not None:
            payment.to_hold = event.reason


def _paying(state: State, pit: str, slip: Slip) -> KioskPayment | None:
    """Return what a kiosk is paying on a slip: the rest it may leave is withheld."""
    payments = (kiosk.paying for kiosk in state.kiosks.values() if kiosk.paying)
    its = (slip.number, slip.terminal, pit)
    return next((one for one in payments if (one.number, one.terminal, one.pit) == its), None)


def _reason(event: HoldAsked) -> str:
    """Say in one line why payment is withheld; never empty."""
    return f"owed after {event.table}/{event.round}: {event.reason}"


CONCEPT = Concept(
    decides={WithholdSlips: withhold},
    evolves={HoldAsked: asked, HoldNoted: noted},
    tells={
        HoldAsked: lambda state, event: (
            (
                HOUSE,
                WithholdSlips(state.stream, event.slips, _reason(event), event.table, event.round),
            ),
        )
    },
)
