"""How the auditor reads events: its own description of each, written from what they mean.

A row of any other type is a finding.  A shape holds only the fields that a rule of the auditor
looks at, so events may gain fields; where fields change their meaning, `version` rises and the
journal's upcasts bring old rows up to it.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, gc=False):
    """A fact as the auditor reads it."""

    version: ClassVar[int] = 1


class OfRound(Event):
    """Something that happens in a round."""

    table: str
    round: int


class Recorded(Event):
    """Any event that moves no money and that no rule looks into."""


class AttendantCalled(Recorded):
    """A player called."""

    version: ClassVar[int] = 2


class ClosingNoticePosted(Recorded):
    """The close of a table was announced."""

    version: ClassVar[int] = 2


class LimitsNoticePosted(Recorded):
    """Other limits were announced."""

    version: ClassVar[int] = 2


class PaymentDeferred(Recorded):
    """Player and cashier agreed on a time."""

    version: ClassVar[int] = 2


class TaskCompleted(Recorded):
    """Somebody saw to a task."""

    version: ClassVar[int] = 2


class DisputeDecided(Event):
    """Somebody decided in the first instance what a player says is wrong."""

    dispute: int
    person: str


class DisputeReviewed(Event):
    """Somebody else decided it again."""

    dispute: int
    person: str


class Stake(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's money on a bet."""

    terminal: str
    bet: str
    amount: int


class Move(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's wager that stands somewhere else now."""

    terminal: str
    bet: str
    to: str


class Paid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a settlement says it did to a terminal."""

    terminal: str
    staked: int
    credited: int
    won: int


class Limits(msgspec.Struct, frozen=True, gc=False):
    """A sign at a table, in cents; 0 where it does not say."""

    minimum: int
    maximum: int
    unit: int
    minimum_total: int = 0
    aggregate: int = 0
    differential: int = 0
    tie_maximum: int = 0
    pair_maximum: int = 0


class JournalOpened(Event):
    """The first row of a stream."""

    stream: str


class OwnerChanged(Event):
    """A process became the one writer, whose rows name persons or do not."""

    version: ClassVar[int] = 2

    epoch: int
    signed: bool


class SystemRestarted(Event):
    """What was undecided is stopped; the next row after a change of hands."""


class CredentialsNoted(Event):
    """The hashes of records beside the journal: the house alone has them, and nobody of staff."""

    digests: dict[str, str]


class HouseOpened(Event):
    """The house serves these pits."""

    pits: tuple[str, ...]


class PitAdded(Event):
    """It serves this one too."""

    pit: str


class GamingDayClosed(Event):
    """The house ended the gaming day; every pit hears of it."""

    day: int
    next_end: int


class PitDayClosed(Event):
    """A pit has heard that the day is over."""

    day: int


class TableOpened(Event):
    """A table and what it plays by, whole where its stream names it first."""

    version: ClassVar[int] = 6

    table: str
    fingerprint: str
    definition: msgspec.Raw
    limits: Limits
    unconfirmed: str
    wagering: bool
    standby_by_itself: bool = True
    shoot_value: int = 0
    result_pause_us: int = 0
    tumble: str = ""
    dice: str = ""


class LimitsChanged(Event):
    """Another sign stands at the table."""

    version: ClassVar[int] = 2

    table: str
    limits: Limits


class TableSuspended(Event):
    """A table stands still, because of a restart or of somebody."""

    version: ClassVar[int] = 2

    table: str
    restart: bool = False
    person: str = ""


class TableResumed(Event):
    """It goes on."""

    table: str


class TerminalEnrolled(Event):
    """A terminal, the tables it is linked to, and the notes it takes."""

    terminal: str
    tables: tuple[str, ...]
    notes: tuple[int, ...]


class NoteStacked(Event):
    """A banknote went into the stacker and onto the credit meter; 0 is an account not named."""

    version: ClassVar[int] = 2

    terminal: str
    amount: int
    note: str
    account: int = 0


class CmsCredited(Event):
    """Another system transferred credit."""

    version: ClassVar[int] = 2

    terminal: str
    amount: int
    transfer: str
    account: int = 0


class CmsReversed(Event):
    """Another system took credit of a transfer back."""

    terminal: str
    amount: int
    transfer: str
    reversal: str
    account: int


class WagerStaged(Event):
    """Chips were laid."""

    terminal: str
    table: str
    bet: str
    amount: int
    stands: int


class WagerMoved(Event):
    """Chips went from one bet to another."""

    terminal: str
    table: str
    bet: str
    to: str
    amount: int
    stands: int


class WagerTakenDown(Event):
    """Some of the chips on a bet went back to the credit meter."""

    terminal: str
    table: str
    bet: str
    amount: int
    stands: int


class WagersCancelled(Event):
    """Chips went back to the credit meter."""

    terminal: str
    table: str
    wagers: tuple[Stake, ...]


class LayoutStaged(Event):
    """Chips were laid on several bets at once."""

    terminal: str
    table: str
    wagers: tuple[Stake, ...]


class WagersConfirmed(Event):
    """Wagers were locked."""

    terminal: str
    table: str
    bets: tuple[str, ...]


class RoundOpened(Event):
    """A wagering period began."""

    table: str
    round: int


class RoundsOrdered(Event):
    """So many rounds may be dealt without wagers, less than 0 any number until somebody wagers."""

    table: str
    rounds: int


class NoBetOpened(OfRound):
    """A round began that takes no wagers."""

    ordered: bool


class MadeNoBet(OfRound):
    """The round goes on without wagers; what lay went back."""

    refunded: tuple[Stake, ...]
    ordered: bool


class WageringClosed(Event):
    """What is played for, and what went back."""

    table: str
    round: int
    committed: tuple[Stake, ...]
    returned: tuple[Stake, ...]


class RoundSettled(Event):
    """The outcome, and what each decided wager and each terminal got; the others stand."""

    version: ClassVar[int] = 3

    table: str
    round: int
    outcome: str
    place: int
    fingerprint: str
    returned: tuple[int, ...]
    paid: tuple[Paid, ...]
    next_due: int
    decided: tuple[Stake, ...] = ()
    moved: tuple[Move, ...] = ()
    standing: int = 0
    opens_at: int = 0


class RoundVoided(Event):
    """All stakes went back, but those that were forfeited."""

    table: str
    round: int
    refunded: tuple[Stake, ...]
    next_due: int
    forfeited: tuple[Stake, ...] = ()


class RoleGranted(Event):
    """A person was given a role, in one pit or with an empty name in all."""

    person: str
    role: str
    pit: str
    since: int
    until: int


class RoleWithdrawn(Event):
    """A person lost a role where it was given."""

    person: str
    role: str
    pit: str
    since: int
    until: int


class RoleLearned(Event):
    """A pit knows of the role."""

    person: str
    role: str
    since: int
    until: int


class RoleForgotten(Event):
    """A pit knows that the role holds no longer."""

    person: str
    role: str
    since: int
    until: int
