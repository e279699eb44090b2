"""Who may do what at a table, as data of its book: an act, and the roles that hold it.

A higher supervisory grade may do what a lower one may; an act that a book does not list is no
part of its game.  `docs/powers.md` is written from the clauses, and a test holds the server to it.
"""

from collections.abc import Mapping
from enum import StrEnum


class Role(StrEnum):
    """Those to whom the books give powers: staff, an inspector, and whoever licenses the casino."""

    DEALER = "dealer"
    GAMES_SUPERVISOR = "games_supervisor"
    CASINO_SUPERVISOR = "casino_supervisor"
    EGS = "egs"
    AGM = "agm"
    GAMING_MANAGER = "gm"
    CASHIER = "cashier"
    ATTENDANT = "attendant"
    INSPECTOR = "inspector"
    AUTHORITY = "authority"


class Act(StrEnum):
    """What a book lets some roles do at a table."""

    DEAL = "deal"  # open a round, play it, enter and confirm its result
    KEY_CARDS = "key_cards"  # alone, or by approving what the dealer keys
    DUMMY_HAND = "dummy_hand"  # start it, key it, and enter a result the dealer may not
    VOID = "void"
    VOID_IN_PLAY = "void_in_play"  # only while the procedure lets its dealer call it off
    CORRECT = "correct"
    MALFUNCTION = "malfunction"  # of the table's system or of a terminal
    MANAGE = "manage"  # stop a table, its limits, its close, and the players at it
    KEEP_TO_ONE = "keep_to_one"  # tell a player of several terminals to keep to one
    RECOMMEND = "recommend"  # that a player be excluded from the casino
    SEND_AWAY = "send_away"  # tell a player to leave the game
    INVALIDATE = "invalidate"
    RESUME = "resume"  # after a restart; whoever manages ends a stop of his own
    DISPENSE = "dispense"
    CHANGE_SHOE = "change_shoe"  # as a remedy after a void
    REPLACE_CARDS = "replace_cards"  # that are unfit for use
    CHECK_CARDS = "check_cards"  # of a shoe that has ended, and replace them
    REPORT_CARDS = "report_cards"  # one missing, or one of no deck of the table
    VOID_SHOE = "void_shoe"
    SHUFFLE_AFTER = "shuffle_after"  # the coup in progress
    CONFIRM_AS_DEALT = "confirm_as_dealt"  # what the cards show, though nobody entered it
    NO_BET = "no_bet"  # deal a round without wagers where a rule or an order asks for one
    ORDER_ROUNDS = "order_rounds"  # to be dealt without wagers
    RECONSTRUCT = "reconstruct"  # the hands, from cards laid out of turn
    DECIDE_OBJECTION = "decide_objection"  # of a player, to an outcome or because of a malfunction
    DECIDE_DISPUTE = "decide_dispute"  # of a player with the casino, in the first instance
    REVIEW_DISPUTE = "review_dispute"  # that was decided, if the player asks
    HEAR_COMPLAINT = "hear_complaint"  # of a player whom no decision has satisfied
    VOUCHER = "voucher"  # over the credit of a terminal that cannot print


Powers = Mapping[Act, tuple[Role, ...]]
