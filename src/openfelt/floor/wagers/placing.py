"""May this terminal lay chips here now, and how many?  Rulebooks: LT 4.2.6; SB 3.8.1."""

from collections.abc import Mapping

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.money.account import kept_from_play
from openfelt.floor.state import Spot, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import permitted


def open_for(
    state: State, terminal: str, table: str, round_number: int
) -> tuple[Terminal, Table] | Refused:
    """Return terminal and table when this round of it takes wagers from it."""
    at = state.tables.get(table)
    known = state.terminals.get(terminal)
    if at is None or known is None or table not in known.tables:
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_table")
    # Who may not play at all is told so, whatever the table does.
    if known.out_of_service or known.excluded or known.keeps_to:
        return kept_from_play(known)
    if round_number != at.round:
        return refuse(Refusal.ROUND_HAS_PASSED, round=at.round)
    if at.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, at.suspended)
    # Rule: LT 4.2.6; SB 3.8.1
    if at.phase != "wagering":
        return refuse(Refusal.WAGERING_IS_CLOSED)
    return known, at


def room_for(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, asked: int, *, lifted: int = 0
) -> tuple[int, int] | Refused:
    """Return how much of `asked` a bet takes, and what stands on it then.

    `lifted` leaves another spot meanwhile.
    """
    rules = state.definitions[table.fingerprint]
    if not rules.offers(bet):
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_bet")
    spot, standing = spots.get(bet), 0
    if spot is not None:
        if spot.state != "staged":
            return refuse(Refusal.WAGER_IS_CONFIRMED, bet=bet)
        standing = spot.amount
    limits = table.limits
    total = layout.total(spots) - lifted if limits.aggregate else 0
    pieces = rules.bets[bet].pieces
    stands = permitted(limits, rules.policy, bet, standing, asked, total, pieces)
    return stands if isinstance(stands, Refused) else (stands - standing, stands)


def short_of_credit(terminal: Terminal, amount: int) -> Refused | None:
    """Refuse what the credit meter does not cover.

    Rule: LT 4.2; LT 4.2.4; SB 3.5
    """
    if not terminal.open:
        return refuse(Refusal.ACCOUNT_IS_CLOSED)
    if amount > terminal.credit:
        return refuse(Refusal.EXCEEDS_CREDIT, credit=terminal.credit)
    return None
