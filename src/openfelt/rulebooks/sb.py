"""Aruze Sic Bo Electronic Table Game (NSW).  Book SB."""

from typing import Final

from openfelt.core.odds import Paytable
from openfelt.core.refusal import Refusal
from openfelt.games import sicbo
from openfelt.rulebooks import policy
from openfelt.rulebooks.powers import Act, Role
from openfelt.rulebooks.rulebook import Rulebook

# Rule: SB 3.9.10
PAYS: Final = Paytable("""
    small       1 to 1    Rule: SB 3.9.10 Small
    big         1 to 1    Rule: SB 3.9.10 Big
    number x1   1 to 1    Rule: SB 3.9.10 Any Number 1 die
    number x2   2 to 1    Rule: SB 3.9.10 Any Number 2 dice
    number x3   12 to 1   Rule: SB 3.9.10 Any Number 3 dice
    triple      190 to 1  Rule: SB 3.9.10 Triple
    any_triple  31 to 1   Rule: SB 3.9.10 Any Triple
    double      12 to 1   Rule: SB 3.9.10 Double
    combo       6 to 1    Rule: SB 3.9.10 Two Dice Combination
    total:4     62 to 1   Rule: SB 3.9.10 Total 4
    total:5     31 to 1   Rule: SB 3.9.10 Total 5
    total:6     18 to 1   Rule: SB 3.9.10 Total 6
    total:7     12 to 1   Rule: SB 3.9.10 Total 7
    total:8     8 to 1    Rule: SB 3.9.10 Total 8
    total:9     7 to 1    Rule: SB 3.9.10 Total 9
    total:10    6 to 1    Rule: SB 3.9.10 Total 10
    total:11    6 to 1    Rule: SB 3.9.10 Total 11
    total:12    7 to 1    Rule: SB 3.9.10 Total 12
    total:13    8 to 1    Rule: SB 3.9.10 Total 13
    total:14    12 to 1   Rule: SB 3.9.10 Total 14
    total:15    18 to 1   Rule: SB 3.9.10 Total 15
    total:16    31 to 1   Rule: SB 3.9.10 Total 16
    total:17    62 to 1   Rule: SB 3.9.10 Total 17
""")

POLICY: Final = policy.Policy(
    confirm_step=False,  # Rule: SB 3.5
    unconfirmed_at_close=policy.Unconfirmed.NO_CONFIRM_STEP,
    early_outcome=policy.EarlyOutcome.CANNOT_HAPPEN,
    multiples_of_minimum=False,  # Rule: SB 3.2
    minimum_at_confirm=False,  # Rule: SB def:minimum bet
    differential=policy.Differential.NONE,
    pairs=policy.Pairs.NOT_OFFERED,
    # Tickets go out but not in: the list does not name them.  Rule: SB 3.4
    credit_in=(
        policy.CreditIn.NOTE,
        policy.CreditIn.WIN,
        policy.CreditIn.JACKPOT,
        policy.CreditIn.CMS,
    ),
    note_beside_confirmed_wager=True,  # Rule: SB 3.4.1
    cash_out=policy.CashOut.UNLESS_A_ROUND_IS_UNDECIDED,  # Rule: SB 3.7
    shoot_seconds=10,  # Rule: SB 3.10.3
    terminal_fault=policy.TerminalFault.STAND,  # Rule: SB 7.1; SB 7.2.3
    system_fault=policy.SystemFault.VOID,  # Rule: SB 7.6
    finality=policy.Finality.NEVER,  # Rule: SB 7.1
    forfeits_fraud=True,  # Rule: SB 8.9
    idle_rounds=None,  # Rule: SB 8.14
    dispensation_after_close=False,  # Rule: SB 3.8.1
    closing_notice=policy.ClosingNotice.WARNING,  # Rule: SB 8.2
    on_restart=policy.OnRestart.SUSPEND,  # Rule: SB 7.6
    # Rule: SB 8.4; SB 8.5; SB 8.7; SB 8.10; SB 8.11; SB 8.12; SB 8.14:closing words
    breaches=("8.3", "8.4", "8.5", "8.10", "8.11", "8.12", "8.14"),
)

_CHARGE: Final = (Role.EGS, Role.AGM)  # Rule: SB def:electronic gaming supervisor

POWERS: Final = {
    Act.VOID: _CHARGE,  # Rule: SB 7.4
    Act.CORRECT: _CHARGE,  # Rule: SB 7.1
    Act.MALFUNCTION: _CHARGE,  # Rule: SB 7.6
    Act.MANAGE: _CHARGE,  # Rule: SB 8.7
    Act.RECOMMEND: _CHARGE,  # Rule: SB 8.7.3
    Act.KEEP_TO_ONE: _CHARGE,  # Rule: SB 8.1
    Act.INVALIDATE: _CHARGE,  # Rule: SB 8.8
    Act.RESUME: _CHARGE,  # Rule: SB 7.6.1.2
    # Our attendant is what the book calls a host.
    Act.DECIDE_DISPUTE: (Role.ATTENDANT,),  # Rule: SB 8.15
    Act.REVIEW_DISPUTE: _CHARGE,  # Rule: SB 8.15
    Act.HEAR_COMPLAINT: (Role.INSPECTOR,),  # Rule: SB 8.16; SB 6.11
    Act.VOUCHER: _CHARGE,  # Rule: SB 5.1
}

CLAUSES: Final = {
    Refusal.BET_NOT_OFFERED: "SB 3.9",
    Refusal.WAGERING_IS_CLOSED: "SB 3.8.1",
    Refusal.ABOVE_MAXIMUM: "SB 3.2",
    Refusal.BELOW_MINIMUM: "SB 3.2",
    Refusal.NOT_A_MULTIPLE: "SB 3.2",
    Refusal.EXCEEDS_CREDIT: "SB 3.5",
    Refusal.NOTE_NOT_ACCEPTED: "SB 3.4.1",
    Refusal.TICKET_IN_NOT_ALLOWED: "SB 3.4",
    Refusal.CASH_OUT_NOT_ALLOWED: "SB 3.7",
    Refusal.TICKET_IS_HELD: "SB 5.2",
    Refusal.NOT_THE_SHOOTER: "SB 3.10",
    Refusal.TABLE_IS_SUSPENDED: "SB 7.6",
    Refusal.TERMINAL_IS_EXCLUDED: "SB 8.7.2",
}

SB: Final = Rulebook(
    code="SB",
    title="Aruze Sic Bo",
    book="SB",
    version="2016-06-02",
    effective="on publication, signed 2016-06-02",  # Rule: SB order:effect
    game=sicbo.GAME,
    pays=PAYS,
    procedure="tumbler",
    phases=("wagering", "awaiting_shoot", "tumbling"),
    policy=POLICY,
    powers=POWERS,
    clauses=CLAUSES,
    wins_on_display=True,  # Rule: SB 3.6.3; SB 3.6.4
)
