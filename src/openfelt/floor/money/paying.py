"""How money goes over the counter: in which form, signed by whom, and what of it is cash.

A slip is paid or taken in by one event, whatever the form; what was given for it follows here.
Who signs on a screen leaves strokes that are kept beside the journal, which has their hash alone.
Rulebooks: LT 9.1, 9.3; SB 5.1, 5.3; AC 4.1, 4.3.
"""

import re
from typing import Final, Literal, NamedTuple

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Concept, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account
from openfelt.floor.money.drawer import drawer_of, owner_of, short, takes_two
from openfelt.floor.state import State

Form = Literal["cash", "cheque", "transfer"]
Identity = Literal["", "passport", "licence", "photo_card"]
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class Terms(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the player `asked` for and the `form` he gets, whether he signed, and who he is.

    `signature` is the hash of what he signed on a screen, "" on paper.  Of his identity only the
    kind of document is kept: the journal knows no names.
    """

    asked: Form = "cash"
    form: Form = "cash"
    signed: bool = False
    identity: Identity = ""
    signature: str = ""


PLAIN = Terms()


class Counter(NamedTuple):
    """Who pays at the desk, who else is there, on which terms, and when."""

    person: str
    second: str
    terms: Terms
    now: int


class PaymentRecorded(Event, frozen=True):
    """How `amount` was paid on a slip, less than 0 taken in; `cash` is what left the drawer."""

    version = 2

    number: str
    drawer: str
    amount: int
    cash: int
    asked: Form
    form: Form
    signed: bool
    identity: Identity
    second: str
    signature: str


def in_cash(amount: int, unit: int) -> int:
    """Round what is paid or taken in to what coins make up, half a unit up."""
    whole = (2 * abs(amount) + unit) // (2 * unit) * unit
    return whole if amount >= 0 else -whole


def over_the_counter(
    state: State, number: str, amount: int, by: Counter, *, by_form: bool = False
) -> tuple[PaymentRecorded, ...] | Refused:
    """Return the record of a payment, none where the house has no rules for its desks.

    `by_form`: it is a manual payment, so the player checks the form and signs it.  He may be paid
    in another form than he asked for, and the house may want to know who he is.

    Rule: LT 9.1; LT 9.3.2; LT 9.3.3; SB 5.1; SB 5.3.2; SB 5.3.3; AC 4.1; AC 4.3.2; AC 4.3.3
    """
    rules, terms = state.desk, by.terms
    if rules is None:
        return () if terms == PLAIN else refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_desk")
    drawer = drawer_of(state, by.person)
    if isinstance(drawer, Refused):
        return drawer
    if by_form and not terms.signed:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_signed")
    if terms.signature and not (by_form and _HASH.fullmatch(terms.signature)):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "signature_unknown")
    if rules.identity_from and amount >= rules.identity_from and not terms.identity:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "identity_needed")
    refused = takes_two(state, rules, amount, by.person, by.second, by.now)
    if refused:
        return refused
    cash = in_cash(amount, rules.cash_unit) if terms.form == "cash" else 0
    if cash > drawer.holds:
        return short(drawer)
    how = (terms.asked, terms.form, terms.signed, terms.identity, by.second, terms.signature)
    return (PaymentRecorded(number, Account.DRAWER.of(by.person), amount, cash, *how),)


def recorded(state: State, event: PaymentRecorded) -> None:
    drawer = state.drawers[owner_of(event.drawer)]
    drawer.payments += 1
    drawer.paid += max(0, event.cash)
    drawer.taken += max(0, -event.cash)


def _legs(event: PaymentRecorded) -> tuple[Leg, ...]:
    """Put back into the drawer what was not cash: it is rounding, or the bank pays it."""
    other = Account.ROUNDING if event.form == "cash" else Account.BANK
    back = event.amount - event.cash
    return ((event.drawer, back), (other, -back)) if back else ()


CONCEPT = Concept(evolves={PaymentRecorded: recorded}, posts={PaymentRecorded: _legs})
