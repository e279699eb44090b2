"""What one stream asks another.  It is always answered with an event, never with a refusal."""

from openfelt.floor.base import Command
from openfelt.floor.money.uncollected import CreditLeft
from openfelt.floor.state import Claim, Slip


class ClosePitDay(Command, frozen=True):
    """The house tells a pit that the gaming day is over."""

    day: int


class LearnRole(Command, frozen=True):
    """The house tells a pit of a role that holds there."""

    person: str
    role: str
    since: int
    until: int


class ForgetRole(Command, frozen=True):
    """The house tells a pit of a role that holds there no longer."""

    person: str
    role: str
    since: int
    until: int


class OpenTicket(Command, frozen=True):
    """A pit asks the house for a ticket over a terminal's credit."""

    pit: str
    terminal: str
    number: str
    amount: int
    scheme: str
    by_hand: bool = False


class FinishCashOut(Command, frozen=True):
    """The house tells a pit that a voucher owes the credit."""

    terminal: str
    number: str


class FinishHandPay(Command, frozen=True):
    """The house tells a pit that a player who waited for his money at a terminal has it."""

    terminal: str
    number: str


class PrintTicket(Command, frozen=True):
    """The house asks a pit to print it."""

    terminal: str
    number: str
    amount: int


class FinishTicket(Command, frozen=True):
    """A pit says whether its printer printed the ticket."""

    number: str
    printed: bool


class WithholdSlips(Command, frozen=True):
    """A pit asks the house not to pay slips over credits that a correction of a round took back."""

    pit: str
    slips: tuple[Slip, ...]
    reason: str
    table: str = ""
    round: int = 0


class OpenCases(Command, frozen=True):
    """A pit tells the house what a correction makes due to or from accounts that have closed."""

    pit: str
    table: str
    round: int
    claims: tuple[Claim, ...]
    reason: str


class ReceiveDrop(Command, frozen=True):
    """A pit sends the notes of a terminal to be counted."""

    pit: str
    terminal: str
    box: str
    amount: int


class ReportCredits(Command, frozen=True):
    """A pit tells the house who still has credit at the day's end."""

    pit: str
    credits: tuple[CreditLeft, ...]


class TakeAbandoned(Command, frozen=True):
    """The house asks for credit that nobody is coming for, unless anything was booked since."""

    terminal: str
    account: int
    moved: int
    number: str


class RedeemAtTerminal(Command, frozen=True):
    """A pit presents a ticket that a player put into a terminal."""

    pit: str
    terminal: str
    number: str
    scheme: str


class CreditTicket(Command, frozen=True):
    """The house paid the ticket into the terminal that asked."""

    terminal: str
    number: str
    amount: int


class ReturnTicket(Command, frozen=True):
    """The house did not take the ticket: the terminal gives it back."""

    terminal: str
    number: str
    code: str
