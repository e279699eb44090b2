"""A commission paid on top of a stake: held while its wager lies there, earned once it is decided.

It is a part of what lies on the spot, so that chips taken down or moved take theirs along.
Rulebook: AC 3.9.8, 3.9.15.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from openfelt.core.derived import Derived
from openfelt.floor.base import Concept, Event, Leg
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.state import Layouts, Stake, State
from openfelt.rulebooks.definition import Definition

# By fingerprint.
_RATES: Final[Derived[str, Mapping[str, int]]] = Derived()


class Fee(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's commission."""

    terminal: str
    amount: int


class CommissionHeld(Event, frozen=True):
    """A commission was paid with chips that were laid in the row before."""

    terminal: str
    table: str
    amount: int


class CommissionReturned(Event, frozen=True):
    """The commission of chips that are no longer played for went back with them."""

    table: str
    shares: tuple[Fee, ...]


class CommissionEarned(Event, frozen=True):
    """The commission of wagers that are decided, or kept, is the house's."""

    table: str
    round: int
    shares: tuple[Fee, ...]


def _rates(rules: Definition) -> Mapping[str, int]:
    known = _RATES.get(rules.fingerprint)
    if known is None:
        rates = {bet: rules.on_top(bet) for bet in rules.bets}
        known = _RATES[rules.fingerprint] = {bet: rate for bet, rate in rates.items() if rate}
    return known


def of(rules: Definition, bet: str, amount: int) -> int:
    """Return the commission of so much on a bet, fractions of a cent dropped.

    Rule: AC 3.9.8; AC 3.9.15
    """
    rate = _rates(rules).get(bet)
    return amount * rate // rules.denominator if rate else 0


def added(rules: Definition, bet: str, amount: int, stands: int) -> int:
    """Return what chips cost besides when they bring a wager to what stands.

    Rule: AC 3.9.8; AC 3.9.15
    """
    rates = _rates(rules)
    return of(rules, bet, stands) - of(rules, bet, stands - amount) if rates else 0


def paid(terminal: str, table: str, amount: int) -> tuple[Event, ...]:
    """Hold a commission; less than nothing goes back."""
    if amount > 0:
        return (CommissionHeld(terminal, table, amount),)
    return (CommissionReturned(table, (Fee(terminal, -amount),)),) if amount else ()


def earned(
    rules: Definition, table: str, number: int, decided: Iterable[Stake]
) -> tuple[Event, ...]:
    """Keep the commission of wagers that are decided, win or lose.

    Rule: AC 3.9.8; AC 3.9.15
    """
    rates = _rates(rules)
    if not rates:
        return ()
    shares = _summed((s.terminal, of(rules, s.bet, s.amount)) for s in decided if s.bet in rates)
    return (CommissionEarned(table, number, shares),) if shares else ()


def laid(rules: Definition, layouts: Layouts) -> tuple[Fee, ...]:
    """Return the commission of what was laid in a round, of raises what they added.

    Rule: AC def:void
    """
    if not _rates(rules):
        return ()
    spots = (spot for spots in layouts.values() for spot in spots.values())
    return _summed(
        (spot.terminal, of(rules, spot.bet, spot.amount) - of(rules, spot.bet, spot.stood))
        for spot in spots
    )


def whole(rules: Definition, stakes: Iterable[Stake]) -> tuple[Fee, ...]:
    """Return the commission of wagers that go back whole."""
    return _summed((one.terminal, of(rules, one.bet, one.amount)) for one in stakes)


def _summed(fees: Iterable[tuple[str, int]]) -> tuple[Fee, ...]:
    sums: dict[str, int] = {}
    for terminal, fee in fees:
        if fee:
            sums[terminal] = sums.get(terminal, 0) + fee
    return tuple(Fee(terminal, fee) for terminal, fee in sums.items())


def back(table: str, shares: tuple[Fee, ...]) -> tuple[Event, ...]:
    """Give commissions back, if there are any."""
    return (CommissionReturned(table, shares),) if shares else ()


def kept(table: str, number: int, shares: tuple[Fee, ...]) -> tuple[Event, ...]:
    """Keep commissions with stakes that are forfeited, if there are any."""
    return (CommissionEarned(table, number, shares),) if shares else ()


def held(state: State, event: CommissionHeld) -> None:
    purse.take(state, event.terminal, event.amount)


def returned(state: State, event: CommissionReturned) -> None:
    for share in event.shares:
        purse.give(state, share.terminal, share.amount)


def was_earned(state: State, event: CommissionEarned) -> None:
    """Booked: it is on no meter any more."""


def _held_legs(event: CommissionHeld) -> tuple[Leg, ...]:
    credit = Account.TERMINAL_CREDIT.of(event.terminal)
    return transfer(event.amount, debit=credit, credit=Account.COMMISSION_HELD.of(event.terminal))


def _returned_legs(event: CommissionReturned) -> tuple[Leg, ...]:
    return tuple(
        leg
        for share in event.shares
        for leg in transfer(
            share.amount,
            debit=Account.COMMISSION_HELD.of(share.terminal),
            credit=Account.TERMINAL_CREDIT.of(share.terminal),
        )
    )


def _earned_legs(event: CommissionEarned) -> tuple[Leg, ...]:
    earns = Account.COMMISSION.of(event.table)
    return tuple(
        leg
        for share in event.shares
        for leg in transfer(
            share.amount, debit=Account.COMMISSION_HELD.of(share.terminal), credit=earns
        )
    )


CONCEPT = Concept(
    evolves={
        CommissionHeld: held,
        CommissionReturned: returned,
        CommissionEarned: was_earned,
    },
    posts={
        CommissionHeld: _held_legs,
        CommissionReturned: _returned_legs,
        CommissionEarned: _earned_legs,
    },
)
