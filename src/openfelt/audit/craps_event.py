"""How the auditor reads what only a craps table has: point and dice, commission, rolls again."""

from __future__ import annotations

import msgspec

from openfelt.audit.correction_event import Owned, SettledRound
from openfelt.audit.event import Event, OfRound, Stake


class Fee(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's commission."""

    terminal: str
    amount: int


class Again(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A round as it stands on record now."""

    number: int
    settled: SettledRound


class Adjusted(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an account has more: on its meter, owed by it, by the house, on the table, held."""

    terminal: str
    account: int
    credit: int
    owed: int
    case: int
    staked: int
    held: int


class PointMoved(OfRound):
    """The point is another one, or off."""

    point: int


class DicePassed(OfRound):
    """The shooter has lost the dice."""

    terminal: str


class CommissionHeld(Event):
    """What chips cost besides is held as long as they lie there."""

    terminal: str
    table: str
    amount: int


class CommissionReturned(Event):
    """It went back with the chips."""

    table: str
    shares: tuple[Fee, ...]


class CommissionEarned(OfRound):
    """It is the house's: the wagers are decided, or kept."""

    shares: tuple[Fee, ...]


class StandingReturned(OfRound):
    """What stood on the table went back."""

    refunded: tuple[Stake, ...]


class RollsReplayed(OfRound):
    """A roll had other dice, or none, and all that followed was played again."""

    void: bool
    forfeited: tuple[str, ...]
    rounds: tuple[Again, ...]
    adjusted: tuple[Adjusted, ...]
    earned: int
    standing: tuple[Stake, ...]
    point: int
    lost: tuple[Owned, ...]
