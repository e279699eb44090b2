"""A slip that somebody brings to a desk: what it is good for, its state, and how it is paid."""

from typing import Literal

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import Context, Refused, refuse
from openfelt.floor.ended import Name, Thing
from openfelt.floor.money.claim import is_hosts, not_yet
from openfelt.floor.money.hold import RELEASES
from openfelt.floor.money.paying import Terms, in_cash
from openfelt.floor.money.ticket import PayHandPay, RedeemTicket, names_slip, voucher_of
from openfelt.floor.people.staff import or_higher
from openfelt.floor.people.task import key_of
from openfelt.floor.state import HandPay, State, Ticket
from openfelt.floor.whole import decide
from openfelt.rulebooks.tickets import may_wait
from openfelt.stations.allowed import Data, Reason, data_of, reason_of


class SlipView(msgspec.Struct, frozen=True, gc=False):
    """A ticket or a voucher, when and where it was made, and whether it can be paid here now.

    `cash` is what is given for it in coins and notes.  Paid before: `paid_at` and `where` say when
    and by whom.  Withheld: `releases` are the roles that may let it be paid.  `reason` is the
    refusal it would meet with everything that it takes: a signed form, a document, another cashier.
    `may_wait`: its book lets payment be put off.
    """

    number: str
    kind: Literal["ticket", "voucher"]
    state: str
    amount: int
    cash: int
    terminal: str
    pit: str
    scheme: str
    since: int
    due: int
    paid_at: int
    where: str
    releases: tuple[str, ...]
    reason: Reason
    data: Data
    may_wait: bool
    takes_form: bool
    takes_identity: bool
    takes_two: bool


def names(state: State, number: str) -> tuple[Name, ...]:
    """Name what has left the state and may be meant: of a ticket that did not print its voucher."""
    if voucher_of(number) in state.hand_pays:
        return ()
    return (*names_slip(state, number), ended.hand_pay(voucher_of(number)))


def slip_view(
    state: State, number: str, person: str, now: int, archived: Thing | None
) -> SlipView | Refused:
    """Show a slip by the number on it; a ticket that did not print is its voucher.

    So is one of which a kiosk could not give all, until the rest is paid.
    """
    found = state.tickets.get(number) or state.hand_pays.get(number) or archived
    is_rest = isinstance(found, Ticket) and voucher_of(number) in state.hand_pays
    if (isinstance(found, Ticket) and found.state == "voided") or is_rest or found is None:
        if not is_rest and is_hosts(state, number, archived):
            return not_yet(state, number)
        number = voucher_of(number)
        found = state.hand_pays.get(number)
    if not isinstance(found, Ticket | HandPay):
        return refuse(Refusal.TICKET_UNKNOWN)
    return _shown(state, number, found, person, now)


def _shown(state: State, number: str, found: Ticket | HandPay, person: str, now: int) -> SlipView:
    is_ticket = isinstance(found, Ticket)
    signed = Terms(signed=not is_ticket, identity="passport")
    pay = (RedeemTicket if is_ticket else PayHandPay)(number, person, "", signed)
    answer = decide(state, pay, Context(now, "view", found))
    refused = answer if isinstance(answer, Refused) else None
    takes_two = refused is not None and refused.code is Refusal.SECOND_PERSON_NEEDED
    refused = None if takes_two else refused
    rules, later = state.desk, state.tasks.get(key_of("payment", number))
    return SlipView(
        number,
        "ticket" if is_ticket else "voucher",
        found.state,
        found.amount,
        in_cash(found.amount, rules.cash_unit if rules else 1),
        found.terminal,
        found.pit if isinstance(found, Ticket) else "",
        found.scheme,
        found.since,
        later.due if later else 0,
        found.redeemed_at if isinstance(found, Ticket) else found.paid_at,
        found.redeemed_where if isinstance(found, Ticket) else found.paid_where,
        tuple(sorted(or_higher(RELEASES))) if found.state in ("held", "unclaimed") else (),
        reason_of(refused),
        data_of(refused),
        may_wait=may_wait(found.scheme),
        takes_form=not is_ticket,
        takes_identity=bool(rules and 0 < rules.identity_from <= found.amount),
        takes_two=takes_two,
    )
