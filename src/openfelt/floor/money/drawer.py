"""Drawers of cashiers: opened with a float, filled, emptied, and counted when a shift ends.

Cash comes from the cage, the house's main bank, and goes back there.  Rulebooks: LT 9.3; MT 4.6.
"""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Leg, Refused, refuse
from openfelt.floor.ledger import Account
from openfelt.floor.name import CENTS_MAX
from openfelt.floor.people.staff import may, may_with
from openfelt.floor.state import DeskRules, Drawer, State
from openfelt.rulebooks.powers import Role

CASHIER: Final = (Role.CASHIER,)


class SetDeskRules(Command, frozen=True):
    """Say how the desks of the house pay; from then on a cashier pays out of an open drawer."""

    cash_unit: int
    identity_from: int
    second_from: int


class OpenDrawer(Command, frozen=True):
    """A cashier begins a shift with a float."""

    amount: int
    person: str


class FillDrawer(Command, frozen=True):
    """Cash comes from the cage, or less than 0 goes back there."""

    amount: int
    person: str
    second: str


class CloseDrawer(Command, frozen=True):
    """A cashier has counted the drawer and ends the shift."""

    counted: int
    person: str


class DeskRulesSet(Event, frozen=True):
    cash_unit: int
    identity_from: int
    second_from: int


class DrawerOpened(Event, frozen=True):
    """The float is in it; what stood against the cashier before, `was`, is the cage's matter."""

    drawer: str
    amount: int
    was: int


class DrawerFilled(Event, frozen=True):
    drawer: str
    amount: int
    second: str


class DrawerClosed(Event, frozen=True):
    """What was counted goes to the cage; what is over or short stays with the cashier's name."""

    drawer: str
    expected: int
    counted: int


def owner_of(drawer: str) -> str:
    """Return whose a drawer is."""
    return drawer.partition(":")[2]


def set_rules(state: State, command: SetDeskRules, _: Context) -> Answer:
    amounts = (command.identity_from, command.second_from)
    is_unit = 0 < command.cash_unit <= CENTS_MAX
    if not is_unit or not all(0 <= amount <= CENTS_MAX for amount in amounts):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    return (DeskRulesSet(command.cash_unit, *amounts),)


def rules_for(state: State, person: str, amount: int, now: int) -> DeskRules | Refused:
    """Return the rules to a cashier who handles an amount of cash."""
    refused = may(state, person, CASHIER, now)
    if refused:
        return refused
    if state.desk is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_desk")
    if not 0 <= amount <= CENTS_MAX:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    if amount % state.desk.cash_unit:
        return refuse(Refusal.NOT_A_MULTIPLE, unit=state.desk.cash_unit)
    return state.desk


def drawer_of(state: State, person: str) -> Drawer | Refused:
    """Return the drawer a cashier works with."""
    drawer = state.drawers.get(person)
    if drawer is None or not drawer.is_open:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_drawer")
    return drawer


def open_(state: State, command: OpenDrawer, context: Context) -> Answer:
    """Open it once; the float is what the cashier has counted into it."""
    rules = rules_for(state, command.person, command.amount, context.now)
    if isinstance(rules, Refused):
        return rules
    if not isinstance(drawer_of(state, command.person), Refused):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "drawer_open")
    name = Account.DRAWER.of(command.person)
    return (DrawerOpened(name, command.amount, state.ledger.get(name, 0)),)


def fill(state: State, command: FillDrawer, context: Context) -> Answer:
    """Move cash between cage and drawer; a large sum is counted by two cashiers."""
    amount, person = command.amount, command.person
    rules = rules_for(state, person, abs(amount), context.now)
    if isinstance(rules, Refused):
        return rules
    if amount == 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    drawer = drawer_of(state, person)
    if isinstance(drawer, Refused):
        return drawer
    refused = takes_two(state, rules, abs(amount), person, command.second, context.now)
    if refused:
        return refused
    if drawer.holds + amount < 0:
        return short(drawer)
    return (DrawerFilled(Account.DRAWER.of(person), amount, command.second),)


def takes_two(
    state: State, rules: DeskRules, amount: int, person: str, second: str, now: int
) -> Refused | None:
    """Refuse one cashier alone where the house wants two."""
    if not rules.second_from or amount < rules.second_from:
        return None
    return may_with(state, person, second, CASHIER, now)


def short(drawer: Drawer) -> Refused:
    """Say that there is not so much in a drawer."""
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "drawer_short", cash=drawer.holds)


def close(state: State, command: CloseDrawer, context: Context) -> Answer:
    """End a shift: what was counted against what should be there.  It can only be done once."""
    rules = rules_for(state, command.person, command.counted, context.now)
    if isinstance(rules, Refused):
        return rules
    drawer = drawer_of(state, command.person)
    if isinstance(drawer, Refused):
        return drawer
    return (DrawerClosed(Account.DRAWER.of(command.person), drawer.holds, command.counted),)


def rules_set(state: State, event: DeskRulesSet) -> None:
    state.desk = DeskRules(event.cash_unit, event.identity_from, event.second_from)


def opened(state: State, event: DrawerOpened) -> None:
    state.drawers[owner_of(event.drawer)] = Drawer(event.amount, since=state.now)


def filled(state: State, event: DrawerFilled) -> None:
    state.drawers[owner_of(event.drawer)].filled += event.amount


def closed(state: State, event: DrawerClosed) -> None:
    drawer = state.drawers[owner_of(event.drawer)]
    drawer.counted, drawer.closed_at = event.counted, state.now


def _closed_legs(event: DrawerClosed) -> tuple[Leg, ...]:
    missing = Account.DRAWER_OVER_SHORT.of(owner_of(event.drawer))
    return (
        (event.drawer, -event.expected),
        (Account.CAGE, event.counted),
        (missing, event.expected - event.counted),
    )


def from_cage(drawer: str, amount: int) -> tuple[Leg, Leg]:
    """Return the legs of cash that comes from the cage, or less than 0 goes there."""
    return (drawer, amount), (Account.CAGE, -amount)


CONCEPT = Concept(
    decides={SetDeskRules: set_rules, OpenDrawer: open_, FillDrawer: fill, CloseDrawer: close},
    evolves={
        DeskRulesSet: rules_set,
        DrawerOpened: opened,
        DrawerFilled: filled,
        DrawerClosed: closed,
    },
    posts={
        DrawerOpened: lambda event: from_cage(event.drawer, event.amount - event.was),
        DrawerFilled: lambda event: from_cage(event.drawer, event.amount),
        DrawerClosed: _closed_legs,
    },
)
