"""What differs between the rulebooks besides odds, as data.

The floor asks the policy, never the book's name.  Each book's file gives every
value with its clause; `docs/rules/readings.md` says why where a clause is not clear.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from openfelt.games.craps.placement import ComePhase as ComePhase


class Unconfirmed(StrEnum):
    """What becomes of a wager that was not confirmed when wagering closes."""

    COMMIT_IF_IT_FITS = "commit_if_it_fits"
    RETURN = "return"
    NO_CONFIRM_STEP = "no_confirm_step"


class Close(StrEnum):
    """What ends a wagering period."""

    TIMER = "timer"
    TIMER_OR_FIRST_CARD = "timer_or_first_card"
    FIRST_CARD_EXPOSED = "first_card_exposed"


class EarlyOutcome(StrEnum):
    """What an outcome that starts before the period is over does to the wagers."""

    CANNOT_HAPPEN = "cannot_happen"
    WAGERS_STAND = "wagers_stand"
    ROUND_IS_VOID = "round_is_void"
    VOID_IF_RESULT_WAS_SEEN = "void_if_result_was_seen"


class OverLimit(StrEnum):
    """What happens to a wager above a limit or off the unit."""

    TRIM = "trim"
    CUT_PRO_RATA = "cut_pro_rata"


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


class CreditOut(StrEnum):
    """How credit leaves a terminal."""

    TICKET = "ticket"
    VOUCHER = "voucher"
    CHIPS = "chips"


class CashOut(StrEnum):
    """When a player may take his credit."""

    WITHOUT_ANY_WAGER = "without_any_wager"
    UNLESS_A_ROUND_IS_UNDECIDED = "unless_a_round_is_undecided"
    WITHOUT_A_CONFIRMED_WAGER = "without_a_confirmed_wager"
    TAKES_HIS_CHIPS = "takes_his_chips"


class OutcomeFrom(StrEnum):
    """Who or what says how a round came out."""

    SHOE_AND_DEALER = "shoe_and_dealer"
    TUMBLER = "tumbler"
    DEALER = "dealer"
    DEALER_OR_RECOGNITION = "dealer_or_recognition"


class Shooter(StrEnum):
    """How the shooter changes."""

    NONE = "none"
    WHEN_HIS_LINE_LOSES = "when_his_line_loses"
    EVERY_ROUND_OR_HIGHEST = "every_round_or_highest"


class PayableUnit(StrEnum):
    """To what winnings that do not come out even are rounded up."""

    CENT = "cent"
    CHIP = "chip"


class Misdeal(StrEnum):
    """What an error in dealing leads to, found in time."""

    VOID = "void"
    RECONSTRUCT = "reconstruct"
    RECONSTRUCT_OR_VOID = "reconstruct_or_void"
    CANNOT_HAPPEN = "cannot_happen"


class Finality(StrEnum):
    """When a settled round can no longer be corrected."""

    NEXT_FIRST_CARD = "next_first_card"
    NEVER = "never"


class ClosingNotice(StrEnum):
    """What players are given before a table closes."""

    SIGN_20_MINUTES = "sign_20_minutes"
    WARNING = "warning"
    THREE_ROUNDS = "three_rounds"


class Role(StrEnum):
    """Staff to whom the books give powers."""

    DEALER = "dealer"
    GAMES_SUPERVISOR = "games_supervisor"
    CASINO_SUPERVISOR = "casino_supervisor"
    EGS = "egs"
    AGM = "agm"
    GAMING_MANAGER = "gm"
    CASHIER = "cashier"


class SanctionsReach(StrEnum):
    """Which breaches let staff void a person's wagers."""

    DEVICE_RULE = "device_rule"
    LISTED_RULES = "listed_rules"
    ANY_RULE = "any_rule"


class OnRestart(StrEnum):
    """What a restart does to a round that was still wagering."""

    SUSPEND = "suspend"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One value for each question on which the books differ."""

    confirm_step: bool
    unconfirmed_at_close: Unconfirmed
    wagering_closes: Close
    early_outcome: EarlyOutcome
    over_limit: OverLimit
    multiples_of_minimum: bool
    minimum_at_confirm: bool
    minimum_total: bool
    differential: Differential
    pairs: Pairs
    both_sides: bool
    credit_in: tuple[CreditIn, ...]
    note_beside_confirmed_wager: bool
    cash_out: CashOut
    credit_out: tuple[CreditOut, ...]
    outcome_from: OutcomeFrom
    shooter: Shooter
    shoot_seconds: int
    come_phase: ComePhase
    payable_unit: PayableUnit
    void_by: tuple[Role, ...]
    misdeal: Misdeal
    finality: Finality
    forfeits_fraud: bool
    idle_rounds: int | None
    dispensation_after_close: bool
    sanctions_reach: SanctionsReach
    closing_notice: ClosingNotice
    on_restart: OnRestart
    resume_by: tuple[Role, ...]


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
    wants_pairs = "player_pair" in bets or "banker_pair" in bets
    return not wants_pairs or any(main in bets for main in ("player", "banker", "tie"))
