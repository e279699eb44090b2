"""Why something was not done.  A refusal is a value: a code, never a sentence."""

from enum import StrEnum
from typing import Final, Literal


class Refusal(StrEnum):
    """Every no the rules can say, in order of precedence.

    A code never changes its meaning.  The clause behind it differs by book
    and is the rulebook's to say (`Rulebook.clauses`).
    """

    AMOUNT_MUST_BE_POSITIVE = "AMOUNT_MUST_BE_POSITIVE"
    BET_NOT_OFFERED = "BET_NOT_OFFERED"
    ROUND_HAS_PASSED = "ROUND_HAS_PASSED"
    WAGERING_IS_CLOSED = "WAGERING_IS_CLOSED"
    WAGER_IS_CONFIRMED = "WAGER_IS_CONFIRMED"
    ABOVE_MAXIMUM = "ABOVE_MAXIMUM"
    BELOW_MINIMUM = "BELOW_MINIMUM"
    NOT_A_MULTIPLE = "NOT_A_MULTIPLE"
    ABOVE_AGGREGATE = "ABOVE_AGGREGATE"
    ABOVE_DIFFERENTIAL = "ABOVE_DIFFERENTIAL"
    MAIN_WAGER_NEEDED = "MAIN_WAGER_NEEDED"
    LINE_WAGER_NEEDED = "LINE_WAGER_NEEDED"
    ABOVE_ODDS_LIMIT = "ABOVE_ODDS_LIMIT"
    WAGER_CANNOT_BE_RAISED = "WAGER_CANNOT_BE_RAISED"
    WAGER_CANNOT_BE_TAKEN_DOWN = "WAGER_CANNOT_BE_TAKEN_DOWN"
    EXCEEDS_CREDIT = "EXCEEDS_CREDIT"
    ACCOUNT_IS_CLOSED = "ACCOUNT_IS_CLOSED"
    TERMINAL_OUT_OF_SERVICE = "TERMINAL_OUT_OF_SERVICE"
    NOTE_NOT_ACCEPTED = "NOTE_NOT_ACCEPTED"
    CASH_IN_NOT_ALLOWED = "CASH_IN_NOT_ALLOWED"
    TICKET_IN_NOT_ALLOWED = "TICKET_IN_NOT_ALLOWED"
    CASH_OUT_NOT_ALLOWED = "CASH_OUT_NOT_ALLOWED"
    TICKET_UNKNOWN = "TICKET_UNKNOWN"
    TICKET_ALREADY_REDEEMED = "TICKET_ALREADY_REDEEMED"
    TICKET_IS_HELD = "TICKET_IS_HELD"
    WRONG_PLACE_TO_REDEEM = "WRONG_PLACE_TO_REDEEM"
    NOT_THE_SHOOTER = "NOT_THE_SHOOTER"
    ROLE_MAY_NOT = "ROLE_MAY_NOT"
    SECOND_PERSON_NEEDED = "SECOND_PERSON_NEEDED"
    PHASE_DOES_NOT_ALLOW = "PHASE_DOES_NOT_ALLOW"
    RESULT_DOES_NOT_MATCH = "RESULT_DOES_NOT_MATCH"
    ROUND_IS_FINAL = "ROUND_IS_FINAL"
    NOTICE_TOO_SHORT = "NOTICE_TOO_SHORT"
    TABLE_IS_SUSPENDED = "TABLE_IS_SUSPENDED"
    TERMINAL_IS_EXCLUDED = "TERMINAL_IS_EXCLUDED"
    BUSY = "BUSY"
    NUMBER_REUSED = "NUMBER_REUSED"
    NUMBER_TOO_OLD = "NUMBER_TOO_OLD"


# The second word of a refusal, where a code serves several guards.  Like a code it never changes
# its meaning; what it means after each code stands in `docs/scenarios.md`.
Why = Literal[
    "already_begun",
    "already_burned",
    "already_demanded",
    "already_held",
    "already_objected",
    "already_open",
    "already_reported",
    "apart",
    "ask_host",
    "broken",
    "can_print",
    "card_missed",
    "card_under_way",
    "card_unread",
    "case_closed",
    "cash_desk_only",
    "cassette_short",
    "changed_meanwhile",
    "closed",
    "cocked",
    "confirmed",
    "confirmed_wager",
    "coup_under_way",
    "cutting_card_seen",
    "dealer_enters",
    "demo_ticket",
    "doubted",
    "drawer_open",
    "drawer_short",
    "due_to_player",
    "early",
    "effect_not_seen",
    "empty",
    "exposed",
    "faults",
    "foreign",
    "had_no_wager",
    "has_wager",
    "host_asked",
    "host_said",
    "id_given_again",
    "identity_at_desk",
    "identity_needed",
    "in_service",
    "keeps_to",
    "kiosk_closed",
    "kiosk_most",
    "kiosk_not_empty",
    "kiosk_open",
    "kiosk_short",
    "kiosk_shut",
    "left",
    "lies_there",
    "locked",
    "lower_grade",
    "max_below_min",
    "missing",
    "must_be_voided",
    "must_wait",
    "no_bet_unasked",
    "no_card_due",
    "no_confirm_step",
    "no_desk",
    "no_drawer",
    "no_dummy_hand",
    "no_objection",
    "no_outcome",
    "no_procedure",
    "no_result_due",
    "no_review_asked",
    "no_shoe_here",
    "no_shoe_yet",
    "no_shoot_due",
    "no_such_act",
    "no_such_bet",
    "no_such_breach",
    "no_such_card",
    "no_such_case",
    "no_such_cassette",
    "no_such_dice",
    "no_such_dispute",
    "no_such_ground",
    "no_such_drop",
    "no_such_kiosk",
    "no_such_limits",
    "no_such_role",
    "no_such_round",
    "no_such_setting",
    "no_such_table",
    "no_such_task",
    "no_such_terminal",
    "no_such_transfer",
    "no_void_before",
    "no_whole_coup",
    "nobody_there",
    "not_advised",
    "not_after_close",
    "not_cut_so",
    "not_demanded",
    "not_demo",
    "not_excluded",
    "not_held",
    "not_here",
    "not_idle",
    "not_left",
    "not_ordered",
    "not_paid",
    "not_played_so",
    "not_prepared_so",
    "not_printed",
    "not_sealed_so",
    "not_shown",
    "not_signed",
    "not_so_many_cards",
    "not_suspended",
    "not_this_device",
    "not_to_come",
    "not_tumbling",
    "not_undecided",
    "nothing",
    "nothing_announced",
    "nothing_due",
    "nothing_entered",
    "nothing_forfeited",
    "nothing_settled",
    "nothing_there",
    "nothing_to_repeat",
    "one_transfer",
    "only_fraud_reaches_back",
    "others_free",
    "ours",
    "own_act",
    "own_decision",
    "paying_out",
    "period_over",
    "played",
    "point_is_off",
    "point_is_on",
    "read_first",
    "read_otherwise",
    "record_changed",
    "restart",
    "review_asked",
    "review_waits",
    "result_is_read",
    "round_stands",
    "round_under_way",
    "rounds",
    "same_dice",
    "same_spot",
    "shoe_ended",
    "shoe_in_use",
    "shuffler_full",
    "shuffling",
    "signature_unknown",
    "staff",
    "staged",
    "stands_so",
    "table_closed",
    "table_closes",
    "too_many_cards",
    "too_many_unknown",
    "total",
    "tumbled_at_start",
    "undecided",
    "unclaimed",
    "under_way",
    "virtual_shoe",
    "wrong_pin",
]

# The figures of a refusal that are cents, alone or several of them; every other number is a count.
MONEY_FIGURES: Final = frozenset(
    (
        "aggregate",
        "cash",
        "credit",
        "differential",
        "lies",
        "maximum",
        "minimum",
        "minimum_total",
        "notes",
        "room",
        "unit",
    )
)
OTHER_FIGURES: Final = frozenset(
    (
        "at_us",
        "bet",
        "holds",
        "idle",
        "may",
        "minutes",
        "nth",
        "person",
        "roles",
        "round",
        "rounds",
        "seconds",
        "shooter",
        "tries_left",
        "where",
    )
)
