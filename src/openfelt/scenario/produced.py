"""What a step came to: its last word, and the values that can stand after the arrow."""

from collections.abc import Iterable

from openfelt.core.refusal import MONEY_FIGURES, Refusal
from openfelt.engine.request import Reply
from openfelt.floor.base import Event, Refused
from openfelt.floor.money.account import CmsCredited, NoteStacked
from openfelt.floor.money.case import CaseSettled, CasesNoted
from openfelt.floor.money.demand import DemandDropped, PaymentReturned
from openfelt.floor.money.dispensing import KioskPaid, KioskRefused, RestOwed
from openfelt.floor.money.drawer import DrawerClosed
from openfelt.floor.money.drop import DropCounted
from openfelt.floor.money.kiosk import KioskCounted
from openfelt.floor.money.paying import PaymentRecorded
from openfelt.floor.money.payout import TicketReturned
from openfelt.floor.money.ticket import (
    HandPayOpened,
    HandPayPaid,
    HoldReleased,
    TicketBecameHandPay,
    TicketIssued,
    TicketRedeemed,
)
from openfelt.floor.money.ticket_host import ClaimCommitted
from openfelt.floor.money.unclaimed import UnclaimedReturned
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.placing import position
from openfelt.floor.wagers.wager import LayoutStaged, WagerMoved, WagerStaged, WagerTakenDown
from openfelt.rulebooks import VARIANTS
from openfelt.scenario.script import Step, dollars
from openfelt.scenario.stage import Stage


def last_word(stage: Stage, reply: Reply) -> str | None:
    """Return a refusal's code; a ticket put into a terminal may come back later in the step."""
    if reply.refused:
        return reply.refused.code.value
    returned = [
        event for _, event in stage.events if isinstance(event, TicketReturned | KioskRefused)
    ]
    return returned[-1].code if returned else None


def figures(refused: Refused) -> dict[str, str]:
    """Return a refusal's second word and figures, money as a transcript writes it."""
    return {name: _figure(name, value) for name, value in refused.data.items()}


def _back(event: KioskRefused) -> dict[str, str]:
    return {name: _figure(name, value) for name, value in event.data.items()}


def _figure(name: str, value: int | str) -> str:
    if name not in MONEY_FIGURES:
        return str(value)
    if isinstance(value, int):
        return dollars(value)
    return ",".join(dollars(int(each)).removesuffix(".00") for each in value.split(","))


def values(stage: Stage, events: Iterable[Event]) -> dict[str, str]:
    """Return what events produced, by the keys a transcript names it with."""
    found: dict[str, str] = {}
    for event in events:
        match event:
            case WagerStaged(stands=stands, trimmed=trimmed):
                found |= _laid(stands, trimmed=trimmed)
            case WagerMoved(stands=stands, trimmed=trimmed):
                found |= _laid(stands, trimmed=trimmed)
            case WagerTakenDown(stands=stands):
                found |= _laid(stands, trimmed=False)
            case LayoutStaged(trimmed=trimmed):
                found |= _laid(_lies(stage, event), trimmed=trimmed)
            case NoteStacked(amount=amount) | CmsCredited(amount=amount):
                found["amount"] = dollars(amount)
            case TicketIssued(number=number):
                found["ticket"] = number
                if slip := stage.slip(number):
                    found["amount"] = dollars(slip.amount)
            case TicketBecameHandPay() | HandPayOpened():
                found |= {"voucher": event.voucher, "amount": dollars(event.amount)}
            case CasesNoted(entries=entries):
                found["case"] = ",".join(entry.case for entry in entries)
            case CaseSettled(amount=amount, voucher=voucher):
                found |= {"voucher": voucher} if voucher else {"paid": dollars(-amount)}
                found["amount"] = dollars(abs(amount))
            case ClaimCommitted(amount=amount):
                found["amount"] = dollars(amount)
            case TicketRedeemed(amount=amount) | HandPayPaid(amount=amount):
                found |= {"paid": dollars(amount), "amount": dollars(amount)}
            case PaymentReturned(voucher=voucher, amount=amount):
                found |= {"voucher": voucher, "amount": dollars(amount)}
            case (
                HoldReleased(determination=determination)
                | DemandDropped(determination=determination)
                | UnclaimedReturned(determination=determination)
            ):
                found["determination"] = determination
            case _:
                found |= _at_a_drawer(event)
    return found


def _at_a_drawer(event: Event) -> dict[str, str]:
    """Return what left a drawer, or what was over when it was counted, less than 0 short."""
    match event:
        case PaymentRecorded(cash=cash):
            return {"cash": dollars(cash)}
        case KioskPaid(amount=amount):
            return {"cash": dollars(amount)}
        case RestOwed(voucher=voucher):
            return {"voucher": voucher}
        case KioskCounted(over=over):
            return {"difference": dollars(over)}
        case DropCounted(expected=expected, counted=counted):
            return {"difference": dollars(counted - expected)}
        case KioskRefused():
            return _back(event)
        case DrawerClosed(expected=expected, counted=counted):
            return {"difference": dollars(counted - expected)}
        case _:
            return {}


def _lies(stage: Stage, laid: LayoutStaged) -> int:
    """Return what stands now on the spots that were laid together."""
    spots = layout.of(stage.pit.tables[laid.table], laid.terminal)
    return sum(spots[stake.bet].amount for stake in laid.wagers)


def _laid(stands: int, *, trimmed: bool) -> dict[str, str]:
    amount = dollars(stands)
    return {"amount": amount, "trimmed": amount} if trimmed else {"amount": amount}


def clause(stage: Stage, step: Step, code: str, refused: str = "") -> str:
    """Look the clause behind a refusal up in the rulebook, by the bet that was refused."""
    named = [step.actor.partition("@")[2], *step.words]
    table = next((t for t in map(stage.table, named) if t), None)
    if table is None:
        terminals = (t for t in map(stage.terminal, (step.actor, *named)) if t)
        tables = (stage.table(terminal.tables[0]) for terminal in terminals)
        table = next(tables, None)
    if table is not None:
        book = VARIANTS[stage.pit.rules(table).code]
        bets = book.game.bets
        bet = next((w for w in step.words if position(stage.pit, table, w) in bets), "")
        return book.clause(Refusal(code), refused or bet)
    scheme = next((slip.scheme for slip in map(stage.slip, named) if slip), "")
    issuer = next((variant for variant in VARIANTS.values() if variant.book == scheme), None)
    return issuer.clause(Refusal(code)) if issuer else ""
