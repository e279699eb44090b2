"""Double entry.  Every event's legs sum to zero; debits are positive, credits negative."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from openfelt.floor.base import Leg


class Account(StrEnum):
    """The closed list of account kinds.  Most are kept by owner: `terminal_credit:T1`."""

    TERMINAL_CREDIT = "terminal_credit"
    STAKE = "stake"
    TABLE_BANK = "table_bank"
    NOTE_STACKER = "note_stacker"
    TICKETS_OUTSTANDING = "tickets_outstanding"
    HAND_PAYS_OUTSTANDING = "hand_pays_outstanding"
    DRAWER = "drawer"
    DRAWER_OVER_SHORT = "drawer_over_short"
    CAGE = "cage"
    BANK = "bank"
    KIOSK = "kiosk"
    TICKET_HOST = "ticket_host"
    CMS = "cms"
    IN_TRANSIT = "in_transit"
    JACKPOT_POOL = "jackpot_pool"
    COMMISSION = "commission"
    COMMISSION_HELD = "commission_held"
    ROUNDING = "rounding"
    CHIP_FLOAT = "chip_float"
    TOURNAMENT_POOL = "tournament_pool"
    PROMOTION = "promotion"
    POINTS = "points"
    UNCLAIMED = "unclaimed"
    RECOVERABLE = "recoverable"
    DEMANDED = "demanded"
    CASE_DUE = "case_due"
    WRITTEN_OFF = "written_off"

    def of(self, owner: str) -> str:
        """Return the account of this kind that belongs to somebody."""
        return f"{self._value_}:{owner}"


# The two that every touch names: the same text each time, so that it is hashed once.
credit_of: Final = lru_cache(maxsize=65_536)(Account.TERMINAL_CREDIT.of)
stake_of: Final = lru_cache(maxsize=65_536)(Account.STAKE.of)

# What we hold or are owed is shown as it stands, what we owe or earned with its sign turned.
HELD = frozenset(
    (
        Account.NOTE_STACKER,
        Account.DRAWER,
        Account.CAGE,
        Account.BANK,
        Account.KIOSK,
        Account.TICKET_HOST,
        Account.CMS,
        Account.CHIP_FLOAT,
        Account.RECOVERABLE,
        Account.WRITTEN_OFF,
    )
)


def shown(account: str, balance: int) -> int:
    """Return a balance the way a report shows it: positive for what the account is about."""
    return balance if account.partition(":")[0] in HELD else -balance


def transfer(amount: int, *, debit: str, credit: str) -> tuple[Leg, Leg]:
    """Return the two legs of a plain movement of money."""
    assert amount >= 0
    return (debit, amount), (credit, -amount)
