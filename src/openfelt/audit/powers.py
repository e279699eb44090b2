"""Who may do what, by book: the auditor's own table, written from the clauses.

An act is held by the roles named and by every higher supervisory grade.  What is not listed is no
part of a book's game, and nobody can have done it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Holders = Mapping[str, tuple[str, ...]]

# Games and casino supervisors are of one grade.
_GRADES: Final = {"games_supervisor": 1, "casino_supervisor": 1, "egs": 2, "agm": 3, "gm": 4}

_DEALER: Final = ("dealer",)
_SUPERVISOR: Final = ("casino_supervisor",)
_EGS: Final = ("egs",)
_AGM: Final = ("agm",)
_GM: Final = ("gm",)
_CASHIER: Final = ("cashier",)
_ATTENDANT: Final = ("attendant",)

_LT: Final[Holders] = {
    "deal": _DEALER,
    "key": _AGM,
    "dummy": _AGM,
    "void": _AGM,
    "correct": _AGM,
    "malfunction": _AGM,
    "manage": _SUPERVISOR,
    "recommend": _SUPERVISOR,
    "invalidate": _SUPERVISOR,
    "resume": _DEALER,
    "dispense": _SUPERVISOR,
    "change_shoe": _AGM,
    "replace_cards": _SUPERVISOR,
    "report_cards": ("dealer", "casino_supervisor"),
    "void_shoe": _GM,
    "voucher": _AGM,
    "decide_dispute": ("games_supervisor",),
    "review_dispute": _SUPERVISOR,
}
_SB: Final[Holders] = {
    **dict.fromkeys(
        (
            *("void", "correct", "malfunction", "manage", "recommend"),
            *("invalidate", "resume", "voucher", "keep_to_one", "review_dispute"),
        ),
        _EGS,
    ),
    "decide_dispute": _ATTENDANT,
}
_AC: Final[Holders] = {
    **dict.fromkeys(
        (
            *("void", "correct", "malfunction", "manage", "recommend"),
            *("invalidate", "resume", "voucher", "keep_to_one", "review_dispute"),
        ),
        _AGM,
    ),
    "decide_dispute": _ATTENDANT,
    "dispense": _SUPERVISOR,
}
_MT: Final[Holders] = {
    "deal": _DEALER,
    "void": _SUPERVISOR,
    "call_off": _DEALER,
    "correct": _SUPERVISOR,
    "decide_dispute": _SUPERVISOR,
    "review_dispute": ("authority",),
    "decide_objection": _SUPERVISOR,
    "malfunction": _SUPERVISOR,
    "manage": _SUPERVISOR,
    "send_away": (*_DEALER, *_SUPERVISOR),
    "invalidate": _GM,
    "resume": _SUPERVISOR,
    "voucher": _SUPERVISOR,
    "order_rounds": _SUPERVISOR,
    "no_bet": _DEALER,
    "confirm_as_dealt": _DEALER,
    "reconstruct": (*_DEALER, *_SUPERVISOR),
    "shuffle_after": _SUPERVISOR,
    "replace_cards": _SUPERVISOR,
    "check_cards": _SUPERVISOR,
    "report_cards": (*_DEALER, *_SUPERVISOR),
}
BOOKS: Final[dict[str, Holders]] = {"LT": _LT, "SB": _SB, "MT": _MT, "AC": _AC}

# What belongs to no table.
HOUSE: Final[Holders] = {"pay": _CASHIER, "hold": _AGM}

# Who sees to a task, by its kind.
TASKS: Final[dict[str, tuple[str, ...]]] = {
    "call": _ATTENDANT,
    "hand_pay": _ATTENDANT,
    "complaint": ("inspector",),
    "hold": ("inspector",),
    "demand": ("inspector",),
    "void_shoe": ("inspector",),
    "foreign_card": ("inspector",),
    "missing_card": ("inspector",),
    "card_check": _SUPERVISOR,
    "fraud": ("inspector",),
    "exclusion": _GM,
    "payment": _CASHIER,
    "kiosk": ("attendant",),
    "ticket_host": _AGM,
}

# By which acts a person can have caused an event, any of them; `judge` knows the others.
ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ActualOutcomeStated": ("correct",),
    "BallSpun": ("deal",),
    "BreachFound": ("manage",),
    "BurnShown": ("deal",),
    "CardBurned": ("deal",),
    "CardCalled": ("deal",),
    "CardsPrepared": ("deal",),
    "CardsReported": ("report_cards",),
    "CardsSetAside": ("check_cards",),
    "CaseSettled": ("pay",),
    "ClosingNoticePosted": ("manage",),
    "ClosingNoticeWithdrawn": ("manage",),
    "DiceCompared": ("deal",),
    "DiceEntered": ("deal",),
    "DiceExposed": ("deal",),
    "DiceSealed": ("manage",),
    "DiceTumbled": ("deal",),
    "DieBroken": ("void",),
    "CoupReconstructed": ("reconstruct",),
    "DispensationGiven": ("dispense",),
    "DisputeClosed": ("decide_dispute", "review_dispute"),
    "DisputeDecided": ("decide_dispute",),
    "ReviewAsked": ("decide_dispute", "review_dispute"),
    "DummyHandEnded": ("dummy",),
    "DummyHandKeyed": ("dummy",),
    "DummyHandStarted": ("dummy",),
    "ExclusionRecommended": ("recommend",),
    "HandPayHeld": ("hold",),
    "DemandDropped": ("hold",),
    "HoldReleased": ("hold",),
    "KioskClosed": ("pay",),
    "KioskOpened": ("pay",),
    "ReturnDemanded": ("hold",),
    "LimitsChanged": ("manage",),
    "LimitsNoticePosted": ("manage",),
    "LimitsNoticeWithdrawn": ("manage",),
    "MadeNoBet": ("no_bet",),
    "MalfunctionDeclared": ("malfunction",),
    "MoreBurned": ("deal",),
    "NoBetOpened": ("no_bet",),
    "NextCoupCommenced": ("dummy",),
    "NumberEntered": ("deal",),
    "ObjectionDecided": ("decide_objection",),
    "OutcomeInvalidated": ("invalidate",),
    "PaymentDeferred": ("pay",),
    "PlayerDirectedAway": ("manage",),
    "PlayerKeptToOne": ("keep_to_one",),
    "PlayerSentAway": ("send_away",),
    "RoundOpened": ("deal",),
    "RollsReplayed": ("void", "correct"),
    "RoundRecalled": ("void", "correct"),
    "RoundResettled": ("correct",),
    "RoundsOrdered": ("order_rounds",),
    "SettledRoundVoided": ("void",),
    "SettlementReversed": ("void", "correct"),
    "ShoeBrought": ("deal",),
    "ShoeCalled": ("deal",),
    "ShoeCut": ("deal",),
    "ShuffleOrdered": ("shuffle_after",),
    "StandbyPressed": ("deal",),
    "StandingReturned": ("void", "manage"),
    "TableClosed": ("manage",),
    "TableOpened": ("manage",),
    "TableSuspended": ("manage",),
    "TerminalAdmitted": ("manage",),
    "TerminalExcluded": ("manage",),
    "TerminalReturned": ("manage",),
    "TerminalTakenOut": ("malfunction",),
    "TicketHeld": ("hold",),
    "UnclaimedReturned": ("hold",),
    "VoucherOrdered": ("voucher",),
}

# What follows from an event of the same command, and so needs no power of its own.
FOLLOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "BurnMissed": ("NoBetOpened", "RoundOpened"),
    "CardDealt": ("CardRead",),
    "CashOutRequested": ("VoucherOrdered",),
    "CasesAsked": ("RollsReplayed", "RoundResettled", "SettledRoundVoided"),
    "CommissionEarned": ("RoundVoided",),
    "CommissionHeld": ("DispensationGiven",),
    "CommissionReturned": (
        *("DispensationGiven", "RoundVoided", "StandingReturned"),
        *("WagersCancelled", "WagersVoided"),
    ),
    "ClosingPutOff": ("RoundVoided",),
    "CoupsLeftCorrected": ("RoundResettled", "SettledRoundVoided"),
    "ForeignCardSeen": ("CardDealt",),
    "HandPayHeld": ("DispenseStated",),
    "HoldAsked": ("RollsReplayed", "RoundResettled", "SettledRoundVoided"),
    "KioskClosed": ("DispenseStated",),
    "KioskPaid": ("DispenseStated",),
    "LimitsChanged": ("RoundSettled", "RoundVoided"),
    "NoBetOpened": ("CoupsLeftCorrected", "RoundSettled", "RoundVoided"),
    "RestOwed": ("DispenseStated",),
    "RestSlipOrdered": ("DispenseStated",),
    "RollsReplayed": ("MalfunctionDeclared", "OutcomeInvalidated"),
    "RoundRecalled": ("OutcomeInvalidated",),
    "RoundSettled": ("ActualOutcomeStated",),
    "RoundVoided": ("DieBroken", "MalfunctionDeclared", "OutcomeInvalidated"),
    "SettledRoundVoided": ("MalfunctionDeclared", "OutcomeInvalidated"),
    "SettlementReversed": ("MalfunctionDeclared", "OutcomeInvalidated"),
    "TableClosed": ("RoundSettled", "RoundVoided"),
    "TableSuspended": ("MalfunctionDeclared",),
    "TicketClaimed": ("TicketHeld",),
    "WageringClosed": ("DiceExposed",),
    "WaitEnded": ("HandPayPaid",),
    "WagersCancelled": ("MalfunctionDeclared", "OutcomeInvalidated"),
    "WagersVoided": ("TerminalTakenOut", "PlayerSentAway"),
}

# What happens only because somebody of the staff does it.
PERSONAL: Final = frozenset(
    (
        "AbandonAsked",
        "ActualOutcomeStated",
        "BallSpun",
        "BreachFound",
        "CardsPrepared",
        "CardsReported",
        "CardsSetAside",
        "CaseSettled",
        "CaseWrittenOff",
        "CassetteLoaded",
        "ClosingNoticePosted",
        "ClosingNoticeWithdrawn",
        "DiceCompared",
        "DiceEntered",
        "DiceSealed",
        "DiceTumbled",
        "DieBroken",
        "CoupReconstructed",
        "DispensationGiven",
        "DispenseStated",
        "DisputeClosed",
        "DisputeDecided",
        "DisputeReviewed",
        "DrawerClosed",
        "DropCounted",
        "DrawerFilled",
        "DrawerOpened",
        "DummyHandEnded",
        "DummyHandKeyed",
        "DummyHandStarted",
        "ExclusionRecommended",
        "HandPayPaid",
        "DemandDropped",
        "HoldReleased",
        "KioskCounted",
        "KioskOpened",
        "PaymentReturned",
        "ReturnDemanded",
        "ReviewAsked",
        "LimitsNoticePosted",
        "LimitsNoticeWithdrawn",
        "MalfunctionDeclared",
        "ObjectionDecided",
        "OutcomeInvalidated",
        "PaymentDeferred",
        "PaymentRecorded",
        "PlayerDirectedAway",
        "PlayerKeptToOne",
        "PlayerSentAway",
        "ResultEntered",
        "RoundOpened",
        "RollsReplayed",
        "RoundRecalled",
        "RoundResettled",
        "RoundsOrdered",
        "SettledRoundVoided",
        "SettlementReversed",
        "ShoeBrought",
        "ShoeCalled",
        "ShoeCut",
        "ShoeRemoved",
        "ShuffleOrdered",
        "StandbyPressed",
        "TableResumed",
        "TaskCompleted",
        "TaskTaken",
        "TerminalAdmitted",
        "TerminalExcluded",
        "TerminalReturned",
        "TerminalTakenOut",
        "VoucherOrdered",
        "WagersVoided",
    )
)


def or_higher(roles: tuple[str, ...]) -> frozenset[str]:
    """Return roles with every higher supervisory grade."""
    least = min((_GRADES[role] for role in roles if role in _GRADES), default=0)
    higher = (role for role, grade in _GRADES.items() if least and grade >= least)
    return frozenset((*roles, *higher))
