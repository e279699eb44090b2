"""Somebody goes to a player who is paid by hand: from the failed ticket until he has his money.

The pit knows the terminal, the house owes the voucher: it tells the pit when it has been paid.
Rulebooks: LT 2.2.8, 9.1; SB 5.1; AC 2.2.3, 4.1.
"""

from typing import Final

from openfelt.floor.base import Answer, Concept, Context, Event
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.question import FinishHandPay
from openfelt.floor.state import State

KIND: Final = "hand_pay"


class HandPayCalled(Event, frozen=True):
    """A player at a terminal is paid by a voucher in the place of the ticket of this number."""

    terminal: str
    number: str
    amount: int
    duty: Duty


class WaitEnded(Event, frozen=True):
    """The house has paid somebody who waited at a terminal of a pit, and tells it so."""

    pit: str
    terminal: str
    number: str


class HandPayFinished(Event, frozen=True):
    """The pit heard that he has his money."""

    terminal: str
    number: str


def about(terminal: str, number: str) -> str:
    """Name the task: of two players who wait at one terminal each has his own."""
    return f"{terminal}/{number}"


def call(terminal: str, number: str, amount: int) -> HandPayCalled:
    """Have somebody go there.

    Rule: LT 2.2.8; LT 9.1; AC 2.2.3; AC 4.1; SB 5.1
    """
    return HandPayCalled(terminal, number, amount, task.duty(KIND))


def finish(state: State, command: FinishHandPay, _: Context) -> Answer:
    return (HandPayFinished(command.terminal, command.number),)


def called(state: State, event: HandPayCalled) -> None:
    named = about(event.terminal, event.number)
    task.begin(state, KIND, named, event.duty, amount=event.amount)


def wait_ended(state: State, event: WaitEnded) -> None:
    """Recorded; the pit hears of it."""


def finished(state: State, event: HandPayFinished) -> None:
    """Whoever was to bring it need not any more; he may have said so before."""
    task.drop(state, KIND, about(event.terminal, event.number))


CONCEPT = Concept(
    decides={FinishHandPay: finish},
    evolves={HandPayCalled: called, WaitEnded: wait_ended, HandPayFinished: finished},
    tells={WaitEnded: lambda _, event: ((event.pit, FinishHandPay(event.terminal, event.number)),)},
)
