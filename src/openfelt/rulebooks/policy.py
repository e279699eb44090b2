"""What differs between the rulebooks besides odds, as data.

The floor asks the policy of the table's definition, never the book's name.  Each value is one
question that the books answer differently, and every one is read by the floor (a test says so).
Each book's file gives its value with the clause; `docs/rules/readings.md` says why where a clause
is not clear.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never


class Unconfirmed(StrEnum):
    """What becomes of a wager that was not confirmed when wagering closes."""

    COMMIT_IF_IT_FITS = "commit_if_it_fits"
    RETURN = "return"
    NO_CONFIRM_STEP = "no_confirm_step"


class EarlyOutcome(StrEnum):
    """What an outcome that starts before the period is over does to the wagers."""

    CANNOT_HAPPEN = "cannot_happen"
    WAGERS_STAND = "wagers_stand"
    ROUND_IS_VOID = "round_is_void"
    VOID_IF_RESULT_WAS_SEEN = "void_if_result_was_seen"


class Differential(StrEnum):
    """Whether the gap between Player and Banker wagers is limited."""

    NONE = "none"
    INSTEAD_OF_MAXIMUM = "instead_of_maximum"
    OPTIONAL = "optional"


class Pairs(StrEnum):
    """When a pair wager may be placed."""

    NOT_OFFERED = "not_offered"
    FREELY = "freely"
    WITH_A_MAIN_WAGER = "with_a_main_wager"
    THREE_A_SPOT = "three_a_spot"


class CreditIn(StrEnum):
    """What puts credit on a terminal."""

    NOTE = "note"
    TICKET = "ticket"
    WIN = "win"
    JACKPOT = "jackpot"
    CMS = "cms"
    CHIPS = "chips"
    TOKENS = "tokens"


class CashOut(StrEnum):
    """When a player may take his credit."""

    WITHOUT_ANY_WAGER = "without_any_wager"
    UNLESS_A_ROUND_IS_UNDECIDED = "unless_a_round_is_undecided"
    WITHOUT_A_CONFIRMED_WAGER = "without_a_confirmed_wager"
    TAKES_HIS_CHIPS = "takes_his_chips"


class Finality(StrEnum):
    """When a settled round can no longer be corrected."""

    NEXT_FIRST_CARD = "next_first_card"
    NEVER = "never"


class ClosingNotice(StrEnum):
    """What players are given before a table closes."""

    SIGN_20_MINUTES = "sign_20_minutes"
    WARNING = "warning"
    THREE_ROUNDS = "three_rounds"


class TerminalFault(StrEnum):
    """What becomes of the wagers of a terminal that is declared faulty."""

    VOID = "void"
    STAND = "stand"
    VOID_BEFORE_CLOSE = "void_before_close"


class SystemFault(StrEnum):
    """What a declared malfunction of a table's system does to its rounds."""

    VOID = "void"
    VOID_BEFORE_CLOSE = "void_before_close"


class OnRestart(StrEnum):
    """What a restart does to a round that was still wagering."""

    SUSPEND = "suspend"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One value for each question on which the books differ.

    `breaches` are the rules that a player may break and be sanctioned for, by their numbers.
    """

    confirm_step: bool
    unconfirmed_at_close: Unconfirmed
    early_outcome: EarlyOutcome
    multiples_of_minimum: bool
    minimum_at_confirm: bool
    differential: Differential
    pairs: Pairs
    credit_in: tuple[CreditIn, ...]
    note_beside_confirmed_wager: bool
    cash_out: CashOut
    shoot_seconds: int
    terminal_fault: TerminalFault
    system_fault: SystemFault
    finality: Finality
    forfeits_fraud: bool
    idle_rounds: int | None
    dispensation_after_close: bool
    closing_notice: ClosingNotice
    on_restart: OnRestart
    breaches: tuple[str, ...]


PAIRS: Final = ("player_pair", "banker_pair")


def cash_out_is_open(
    when: CashOut, *, staged: bool, confirmed: bool, round_undecided: bool
) -> bool:
    """Say whether a player may take his credit now.

    `staged` and `confirmed`: he has such a wager at any table.  `round_undecided`:
    a round he has a wager on is between its close and its settlement.
    """
    match when:
        case CashOut.WITHOUT_ANY_WAGER:
            # Rule: LT 8.2; LT 8.7
            return not (staged or confirmed or round_undecided)
        case CashOut.UNLESS_A_ROUND_IS_UNDECIDED:
            # Free credit may go while craps wagers stand.  Rule: AC 3.7; SB 3.7
            return not round_undecided
        case CashOut.WITHOUT_A_CONFIRMED_WAGER:
            # Rule: MT 4.4(a)
            return not (confirmed or round_undecided)
        case CashOut.TAKES_HIS_CHIPS:
            return True
        case _:
            assert_never(when)


def pairs_are_allowed(rule: Pairs, bets: Collection[str]) -> bool:
    """Say whether a player's bets on one coup may stand together as far as pairs go.

    Rule: MT 8.4(b)
    """
    if rule is not Pairs.WITH_A_MAIN_WAGER:
        return True
    wants_pairs = any(pair in bets for pair in PAIRS)
    return not wants_pairs or any(main in bets for main in ("player", "banker", "tie"))
