"""May this terminal lay chips here now, and how many?  Rulebooks: LT 4.2.6; SB 3.8.1."""

from collections.abc import Mapping

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused, refuse
from openfelt.floor.money.account import kept_from_play
from openfelt.floor.play.procedure import Laying, laying_at
from openfelt.floor.state import Spot, State, Table, Terminal
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.limits import maximum_of, permitted, signed_pieces, split_in


def open_for(
    state: State, terminal: str, table: str, round_number: int
) -> tuple[Terminal, Table] | Refused:
    """Return terminal and table when this round of it takes wagers from it."""
    at = state.tables.get(table)
    known = state.terminals.get(terminal)
    # Rule: MT 2.3
    if at is None or known is None or table not in known.tables:
        return refuse(Refusal.BET_NOT_OFFERED, "no_such_table")
    # Who may not play at all is told so, whatever the table does.
    if known.out_of_service or known.excluded or known.keeps_to:
        return kept_from_play(known)
    if round_number != at.round:
        return refuse(Refusal.ROUND_HAS_PASSED, round=at.round)
    if at.suspended:
        return refuse(Refusal.TABLE_IS_SUSPENDED, at.suspended)
    # Rule: LT 4.2.6; SB 3.8.1; MT 2.7; MT 2.7(b); MT def:Wagering Period; AC 3.3.6
    # Rule: AC 3.8.1
    if at.phase != "wagering":
        return refuse(Refusal.WAGERING_IS_CLOSED)
    return known, at


def room_for(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, asked: int
) -> tuple[int, int] | Refused:
    """Return how much of `asked` a bet takes, and what stands on it then."""
    laying = laying_at(state, table)
    if laying is None:
        return room_at(state, table, spots, bet, asked)
    return room_on(state, table, laying, spots, bet, asked)


def room_at(
    state: State, table: Table, spots: Mapping[str, Spot], bet: str, asked: int, lifted: int = 0
) -> tuple[int, int] | Refused:
    """Return the same where every wager is over with its round; `lifted` leaves another spot."""
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
    pieces = signed_pieces(rules, bet)
    stands = permitted(limits, rules.policy, bet, standing, asked, total, pieces)
    return stands if isinstance(stands, Refused) else (stands - standing, stands)


def room_on(
    state: State, table: Table, laying: Laying, spots: Mapping[str, Spot], bet: str, asked: int
) -> tuple[int, int] | Refused:
    """Return the same where wagers stand: a wager that lies there is raised.

    A wager of pieces is one wager by the sign, and what does not divide is not laid.

    Rule: AC 3.1; AC 3.9.22; AC def:maximum bet; AC def:minimum bet
    """
    refused = laying.refuses_chips(state, table, spots, bet, asked)
    if refused:
        return refused
    rules, lies = state.rules(table), spots[bet].amount if bet in spots else 0
    total = layout.total(spots)
    stands = permitted(table.limits, rules.policy, bet, lies, asked, total)
    if isinstance(stands, Refused):
        return stands
    pieces = rules.bets[bet].pieces
    if stands % pieces:
        most = split_in(pieces, table.limits, rules.policy, stands)
        if most <= lies:
            above = maximum_of(table.limits, rules.policy, bet)
            if lies + asked > above > 0:
                return refuse(Refusal.ABOVE_MAXIMUM, maximum=above, bet=bet)
            return refuse(Refusal.NOT_A_MULTIPLE, unit=pieces, bet=bet)
        stands = most
    return stands - lies, stands


def position(state: State, table: Table, bet: str) -> str:
    """Return where chips on a bet of the layout lie."""
    laying = laying_at(state, table)
    return bet if laying is None else laying.position(table, bet)


def short_of_credit(terminal: Terminal, amount: int) -> Refused | None:
    """Refuse what the credit meter does not cover.

    Rule: LT 4.2; LT 4.2.4; SB 3.5; AC 3.5
    """
    # Rule: MT 2.1; MT A.4; AC 3.3
    if not terminal.open:
        return refuse(Refusal.ACCOUNT_IS_CLOSED)
    # Rule: MT 2.2(a)
    if amount > terminal.credit:
        return refuse(Refusal.EXCEEDS_CREDIT, credit=terminal.credit)
    return None
