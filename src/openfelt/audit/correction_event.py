"""How the auditor reads what puts a round right, and coups that nobody plays for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from openfelt.audit.event import Event, Move, Paid, Stake


class Spot(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A wager of a round; `order` is its place in what was returned, `stood` what stood of it."""

    terminal: str
    bet: str
    amount: int
    order: int
    state: str = "staged"
    locked: bool = False
    stood: int = 0


class Owned(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Chips on a bet, of an account of a terminal."""

    terminal: str
    account: int
    bet: str
    amount: int


class SettledRound(msgspec.Struct, frozen=True, gc=False):
    """A round as it came back from the archive."""

    layouts: dict[str, dict[str, Spot]]
    returned: tuple[int, ...]
    outcome: str = ""
    moved: tuple[Move, ...] = ()
    accounts: dict[str, int] = {}
    fingerprint: str = ""
    point: int = 0
    before: int = 0
    void: tuple[Owned, ...] = ()
    lost: tuple[Owned, ...] = ()


class RoundRecalled(Event):
    """A round that had left the state is at hand again."""

    version: ClassVar[int] = 2

    table: str
    round: int
    settled: SettledRound


class Share(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a credit meter gives or gets, and what its terminal owes or no longer owes.

    `case` goes over the house, for an account that has closed.
    """

    terminal: str
    credit: int
    owed: int
    case: int = 0


class ActualOutcomeStated(Event):
    """A supervisor said how the undecided coup really came out."""

    table: str
    round: int
    outcome: str


class SettlementReversed(Event):
    """A settlement was taken back: the stakes lie on the table again.

    Rows before the version `of_accounts` took from whoever sat at the terminal.
    """

    version: ClassVar[int] = 2
    of_accounts: ClassVar[int] = 2

    table: str
    round: int
    paid: tuple[Paid, ...]
    taken: tuple[Share, ...]


class RoundResettled(Event):
    """The same wagers were paid on the true outcome."""

    version: ClassVar[int] = 3
    of_accounts: ClassVar[int] = 3

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    given: tuple[Share, ...]
    decided: tuple[Stake, ...] = ()
    moved: tuple[Move, ...] = ()
    standing: int = 0


class SettledRoundVoided(Event):
    """The stakes of a round that had been settled went back, but those that were forfeited."""

    version: ClassVar[int] = 2
    of_accounts: ClassVar[int] = 2

    table: str
    round: int
    refunded: tuple[Stake, ...]
    given: tuple[Share, ...]
    forfeited: tuple[Stake, ...] = ()


class OutcomeInvalidated(Event):
    """A round's outcome may not stand, and on what ground."""

    version: ClassVar[int] = 2

    table: str
    round: int
    ground: str


class DispensationGiven(Event):
    """A supervisor changed a wager after the close."""

    table: str
    round: int
    terminal: str
    bet: str
    stood: int
    stands: int


class WagersVoided(Event):
    """One terminal's wagers of the undecided round went back."""

    table: str
    round: int
    terminal: str
    refunded: tuple[Stake, ...]


class DummyCardDrawn(Event):
    """A card of a coup without wagers."""

    table: str
    card: str


class DummyHandStarted(Event):
    """A coup without wagers may be dealt."""

    table: str


class DummyHandKeyed(Event):
    """Its cards, keyed by hand."""

    table: str


class DummyHandEnded(Event):
    """It is over; nothing was settled."""

    table: str


class TableClosed(Event):
    """No round will be opened any more."""

    table: str


class TerminalTakenOut(Event):
    """A terminal is out of service."""

    terminal: str


class TerminalExcluded(Event):
    """Its player is barred."""

    terminal: str


class TerminalReturned(Event):
    """It works again; an old row also ended an exclusion."""

    version: ClassVar[int] = 2

    terminal: str
    admits: bool = False


class TerminalAdmitted(Event):
    """Whoever sits there may play again."""

    terminal: str


class PlayerKeptToOne(Event):
    """The player of two terminals was told to play at the other one only."""

    terminal: str
    keeps: str


class PlayerDirectedAway(Event):
    """Somebody was told to give up a place, or not to stand in the way of it."""

    version: ClassVar[int] = 2

    terminal: str


class PlayerSentAway(Event):
    """The player of a terminal was told to leave the game."""

    terminal: str
