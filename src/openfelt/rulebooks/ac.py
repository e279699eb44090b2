"""Aruze Craps Electronic Table Game (NSW).  Book AC."""

from fractions import Fraction
from typing import Final

from openfelt.core.odds import Paytable
from openfelt.core.refusal import Refusal
from openfelt.games import craps
from openfelt.games.craps.bets import POINTS
from openfelt.games.craps.placement import ComePhase
from openfelt.rulebooks import policy
from openfelt.rulebooks.powers import Act, Role
from openfelt.rulebooks.rulebook import Rulebook

# Rule: AC 3.10
PAYS: Final = Paytable("""
    pass_line                            1 to 1   Rule: AC 3.10 Pass Line
    odds:4, odds:10                      2 to 1   Rule: AC 3.10 Odds 4/10
    odds:5, odds:9                       3 to 2   Rule: AC 3.10 Odds 5/9
    odds:6, odds:8                       6 to 5   Rule: AC 3.10 Odds 6/8
    come                                 1 to 1   Rule: AC 3.10 Come
    come_odds:4, come_odds:10            2 to 1   Rule: AC 3.10 Come Odds 4/10
    come_odds:5, come_odds:9             3 to 2   Rule: AC 3.10 Come Odds 5/9
    come_odds:6, come_odds:8             6 to 5   Rule: AC 3.10 Come Odds 6/8
    big_6                                1 to 1   Rule: AC 3.10 Big 6
    big_8                                1 to 1   Rule: AC 3.10 Big 8
    place:4, place:10                    9 to 5   Rule: AC 3.10 Place 4/10
    place:5, place:9                     7 to 5   Rule: AC 3.10 Place 5/9
    place:6, place:8                     7 to 6   Rule: AC 3.10 Place 6/8
    buy:4, buy:10                        2 to 1   Rule: AC 3.10 Buy 4/10
    buy:5, buy:9                         3 to 2   Rule: AC 3.10 Buy 5/9
    buy:6, buy:8                         6 to 5   Rule: AC 3.10 Buy 6/8
    hard:4, hard:10                      15 to 2  Rule: AC 3.10 Hardways 4/10
    hard:6, hard:8                       9 to 1   Rule: AC 3.10 Hardways 6/8
    dont_pass                            1 to 1   Rule: AC 3.10 Don't Pass Line
    dont_odds:4, dont_odds:10            1 to 2   Rule: AC 3.10 Don't Odds 4/10
    dont_odds:5, dont_odds:9             2 to 3   Rule: AC 3.10 Don't Odds 5/9
    dont_odds:6, dont_odds:8             5 to 6   Rule: AC 3.10 Don't Odds 6/8
    dont_come                            1 to 1   Rule: AC 3.10 Don't Come
    dont_come_odds:4, dont_come_odds:10  1 to 2   Rule: AC 3.10 Don't Come Odds 4/10
    dont_come_odds:5, dont_come_odds:9   2 to 3   Rule: AC 3.10 Don't Come Odds 5/9
    dont_come_odds:6, dont_come_odds:8   5 to 6   Rule: AC 3.10 Don't Come Odds 6/8
    place_lose:4, place_lose:10          5 to 11  Rule: AC 3.10 Place to Lose 4/10
    place_lose:5, place_lose:9           5 to 8   Rule: AC 3.10 Place to Lose 5/9
    place_lose:6, place_lose:8           4 to 5   Rule: AC 3.10 Place to Lose 6/8
    lay:4, lay:10                        1 to 2   Rule: AC 3.10 Lay 4/10
    lay:5, lay:9                         2 to 3   Rule: AC 3.10 Lay 5/9
    lay:6, lay:8                         5 to 6   Rule: AC 3.10 Lay 6/8
    field                                1 to 1   Rule: AC 3.10 Field 3,4,9,10,11
    field 2-12                           2 to 1   Rule: AC 3.10 Field 2/12
    any_seven                            9 to 2   Rule: AC 3.10 Any Seven
    any_craps                            15 to 2  Rule: AC 3.10 Any Craps
    c                                    15 to 2  Rule: AC 3.10 C (Craps)
    e                                    16 to 1  Rule: AC 3.10 E (Eleven)
    c_and_e craps                        13 to 4  Rule: AC 3.10 C&E 2/3/12
    c_and_e 11                           15 to 2  Rule: AC 3.10 C&E 11
    horn 3-11                            16 to 1  Rule: AC 3.10 Horn 3/11
    horn 2-12                            33 to 1  Rule: AC 3.10 Horn 2/12
    hop hard                             33 to 1  Rule: AC 3.10 Hop hard
    hop easy                             16 to 1  Rule: AC 3.10 Hop easy
""")

_FIVE_PERCENT: Final = Fraction(5, 100)

# Paid on top of the stake when the wager is placed, kept once it is decided.
COMMISSION: Final = {
    # Of the wager.  Rule: AC 3.9.8
    **{f"buy:{n}": _FIVE_PERCENT for n in POINTS},
    # Of what the wager could win.  Rule: AC 3.9.15
    **{f"lay:{n}": _FIVE_PERCENT * PAYS[f"lay:{n}"].net for n in POINTS},
}

POLICY: Final = policy.Policy(
    confirm_step=False,  # Rule: AC 3.3.4
    unconfirmed_at_close=policy.Unconfirmed.NO_CONFIRM_STEP,
    early_outcome=policy.EarlyOutcome.CANNOT_HAPPEN,
    multiples_of_minimum=False,  # Rule: AC 3.1
    minimum_at_confirm=False,  # Rule: AC def:minimum bet
    differential=policy.Differential.NONE,
    pairs=policy.Pairs.NOT_OFFERED,
    # Rule: AC 3.4
    credit_in=(
        policy.CreditIn.NOTE,
        policy.CreditIn.TICKET,
        policy.CreditIn.WIN,
        policy.CreditIn.CMS,
    ),
    note_beside_confirmed_wager=True,  # Rule: AC 3.4.1
    cash_out=policy.CashOut.UNLESS_A_ROUND_IS_UNDECIDED,  # Rule: AC 3.7
    shoot_seconds=10,  # Rule: AC 3.11.1
    terminal_fault=policy.TerminalFault.STAND,  # Rule: AC 6.1
    system_fault=policy.SystemFault.VOID,  # Rule: AC 6.6
    finality=policy.Finality.NEVER,  # Rule: AC 6.1
    forfeits_fraud=True,  # Rule: AC 7.9
    idle_rounds=None,  # Rule: AC 7.13
    dispensation_after_close=True,  # Rule: AC 3.3.8
    closing_notice=policy.ClosingNotice.WARNING,  # Rule: AC 7.2
    on_restart=policy.OnRestart.SUSPEND,  # Rule: AC 6.6
    # Rule: AC 7.7; AC 7.4; AC 7.5; AC 7.10; AC 7.11; AC 7.13:closing words
    breaches=("7.3", "7.4", "7.5", "7.10", "7.11", "7.13"),
)

POWERS: Final = {
    Act.VOID: (Role.AGM,),  # Rule: AC 6.4; AC def:Assistant Gaming Manager
    Act.CORRECT: (Role.AGM,),  # Rule: AC 6.1
    Act.MALFUNCTION: (Role.AGM,),  # Rule: AC 6.6
    Act.MANAGE: (Role.AGM,),  # Rule: AC 7.7
    Act.RECOMMEND: (Role.AGM,),  # Rule: AC 7.7.3
    Act.KEEP_TO_ONE: (Role.AGM,),  # Rule: AC 7.1
    Act.INVALIDATE: (Role.AGM,),  # Rule: AC 7.8
    Act.RESUME: (Role.AGM,),  # Rule: AC 6.6.1.2
    Act.DISPENSE: (Role.CASINO_SUPERVISOR,),  # Rule: AC 3.3.8; AC def:casino supervisor
    Act.DECIDE_DISPUTE: (Role.ATTENDANT,),  # Rule: AC 7.14
    Act.REVIEW_DISPUTE: (Role.AGM,),  # Rule: AC 7.14
    Act.HEAR_COMPLAINT: (Role.INSPECTOR,),  # Rule: AC 7.15; AC 5.11
    Act.VOUCHER: (Role.AGM,),  # Rule: AC 3.8
}

CLAUSES: Final = {
    Refusal.BET_NOT_OFFERED: "AC 3.9",
    Refusal.WAGERING_IS_CLOSED: "AC 3.3.6",
    Refusal.ABOVE_MAXIMUM: "AC 3.1",
    Refusal.BELOW_MINIMUM: "AC 3.1",
    Refusal.NOT_A_MULTIPLE: "AC 3.1",
    Refusal.LINE_WAGER_NEEDED: "AC 3.9.2",
    Refusal.ABOVE_ODDS_LIMIT: "AC 3.9.2.1",
    Refusal.WAGER_CANNOT_BE_RAISED: "AC 3.9.10",
    Refusal.WAGER_CANNOT_BE_TAKEN_DOWN: "AC 3.9.1",
    Refusal.EXCEEDS_CREDIT: "AC 3.3.4",
    Refusal.ACCOUNT_IS_CLOSED: "AC 3.3",
    Refusal.NOTE_NOT_ACCEPTED: "AC 3.4.1",
    Refusal.CASH_OUT_NOT_ALLOWED: "AC 3.7",
    Refusal.TICKET_IS_HELD: "AC 4.2",
    Refusal.NOT_THE_SHOOTER: "AC 3.11",
    Refusal.PHASE_DOES_NOT_ALLOW: "AC 3.9",
    Refusal.TABLE_IS_SUSPENDED: "AC 6.6",
    Refusal.TERMINAL_IS_EXCLUDED: "AC 7.7.2",
}

BET_CLAUSES: Final = {
    (Refusal.NOT_A_MULTIPLE, "horn"): "AC 3.9.22",
    (Refusal.LINE_WAGER_NEEDED, "come"): "AC 3.9.3",
    (Refusal.LINE_WAGER_NEEDED, "dont_come"): "AC 3.9.11",
    (Refusal.LINE_WAGER_NEEDED, "come_odds"): "AC 3.9.4",
    (Refusal.LINE_WAGER_NEEDED, "dont_odds"): "AC 3.9.12",
    (Refusal.LINE_WAGER_NEEDED, "dont_come_odds"): "AC 3.9.13",
    (Refusal.ABOVE_ODDS_LIMIT, "come_odds"): "AC 3.9.4.1",
    (Refusal.ABOVE_ODDS_LIMIT, "dont_odds"): "AC 3.9.12.1",
    (Refusal.ABOVE_ODDS_LIMIT, "dont_come_odds"): "AC 3.9.13.1",
    (Refusal.WAGER_CANNOT_BE_RAISED, "dont_come"): "AC 3.9.11",
    (Refusal.WAGER_CANNOT_BE_TAKEN_DOWN, "come"): "AC 3.9.3",
    (Refusal.PHASE_DOES_NOT_ALLOW, "pass_line"): "AC 3.9.1",
    (Refusal.PHASE_DOES_NOT_ALLOW, "come"): "AC 3.9.3",
    (Refusal.PHASE_DOES_NOT_ALLOW, "dont_pass"): "AC 3.9.10",
    (Refusal.PHASE_DOES_NOT_ALLOW, "dont_come"): "AC 3.9.11",
}

AC: Final = Rulebook(
    code="AC",
    title="Aruze Craps",
    book="AC",
    version="2016-06-02",
    effective="on publication, signed 2016-06-02",  # Rule: AC order:effect
    game=craps.GAME,
    pays=PAYS,
    procedure="craps",
    phases=("wagering", "awaiting_shoot", "tumbling"),
    policy=POLICY,
    powers=POWERS,
    clauses=CLAUSES,
    bet_clauses=BET_CLAUSES,
    commission=COMMISSION,
    # The printed text ties a new Come to the come out roll by mistake.  Rule: AC 3.9.3
    come_phase=ComePhase.ANY,
    wins_on_display=True,  # Rule: AC 3.6.2; AC 3.6.3
)
