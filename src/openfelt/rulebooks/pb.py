"""Premium Baccarat (NSW): a live chip table in three variants.  Book PB."""

from typing import Final

from openfelt.core.odds import Paytable
from openfelt.core.refusal import Refusal
from openfelt.games import baccarat
from openfelt.games.baccarat.shoe_life import Burn, LastCoup, ShoeRules
from openfelt.rulebooks import policy
from openfelt.rulebooks.powers import Act, Role
from openfelt.rulebooks.rulebook import Rulebook

PREMIUM_PAYS: Final = Paytable("""
    player                 1 to 1    Rule: PB 13.1.2
    banker, banker_with_6  19 to 20  Rule: PB 13.1.3
    tie                    8 to 1    Rule: PB 13.1.5.1
    pair                   11 to 1   Rule: PB 13.1.4
""")

EVEN_MONEY_PAYS: Final = Paytable("""
    player                 1 to 1    Rule: PB 13.2.2
    banker                 1 to 1    Rule: PB 13.2.3
    banker_with_6          1 to 2    Rule: PB 13.2.3
    tie                    8 to 1    Rule: PB 13.2.5.1
    pair                   11 to 1   Rule: PB 13.2.4
""")

TIE_PREMIUM_PAYS: Final = Paytable("""
    player                 1 to 1    Rule: PB 13.3.2
    banker, banker_with_6  19 to 20  Rule: PB 13.3.3
    tie                    8 to 1    Rule: PB 13.3.5.1
    pair                   11 to 1   Rule: PB 13.3.4
""")

# The bonus on a tie, in per cent of the wager.
TIE_PERCENTS: Final = range(1, 11)  # Rule: PB 13.3.5.2; PB def:Tie Premium Baccarat

SHOE: Final = ShoeRules(
    decks=(3, 4, 6, 8),  # Rule: PB 3.1
    cut_from_either_end=52,  # Rule: PB 4.5
    cutting_card_from_back=20,  # Rule: PB 4.6
    burns=(Burn.ONE_UNSEEN, Burn.ONE_SHOWN, Burn.FACE_VALUE),  # Rule: PB 4.7
    last_coup=LastCoup.ONE_FURTHER,  # Rule: PB 4.9; PB 4.10
)

POLICY: Final = policy.Policy(
    confirm_step=False,  # Rule: PB 5.3
    unconfirmed_at_close=policy.Unconfirmed.NO_CONFIRM_STEP,
    early_outcome=policy.EarlyOutcome.CANNOT_HAPPEN,
    multiples_of_minimum=False,  # Rule: PB 6.1.1
    minimum_at_confirm=False,
    differential=policy.Differential.OPTIONAL,  # Rule: PB 6.1
    pairs=policy.Pairs.THREE_A_SPOT,  # Rule: PB 12.2
    credit_in=(policy.CreditIn.CHIPS, policy.CreditIn.TOKENS),  # Rule: PB 5.2
    note_beside_confirmed_wager=False,
    cash_out=policy.CashOut.TAKES_HIS_CHIPS,
    shoot_seconds=0,
    terminal_fault=policy.TerminalFault.STAND,
    system_fault=policy.SystemFault.VOID,
    finality=policy.Finality.NEXT_FIRST_CARD,  # Rule: PB 14.1.4
    forfeits_fraud=True,  # Rule: PB 15.5
    idle_rounds=3,  # Rule: PB 15.10
    dispensation_after_close=False,
    closing_notice=policy.ClosingNotice.SIGN_20_MINUTES,  # Rule: PB 15.9
    on_restart=policy.OnRestart.SUSPEND,
    breaches=("15.1",),  # Rule: PB 15.3
)

POWERS: Final = {
    Act.DEAL: (Role.DEALER,),
    Act.VOID: (Role.CASINO_SUPERVISOR,),  # Rule: PB 14.1.2
    Act.MANAGE: (Role.CASINO_SUPERVISOR,),
    Act.RESUME: (Role.CASINO_SUPERVISOR,),
}

CLAUSES: Final = {
    Refusal.BET_NOT_OFFERED: "PB 5.1",
    Refusal.WAGERING_IS_CLOSED: "PB 5.4",
    Refusal.ABOVE_MAXIMUM: "PB 6.1",
    Refusal.BELOW_MINIMUM: "PB 6.1",
    Refusal.NOT_A_MULTIPLE: "PB 6.1.1",
    Refusal.ABOVE_DIFFERENTIAL: "PB 6.2",
    Refusal.MAIN_WAGER_NEEDED: "PB 12.1",
    Refusal.RESULT_DOES_NOT_MATCH: "PB 14.13",
    Refusal.ROUND_IS_FINAL: "PB 14.1.4",
    Refusal.NOTICE_TOO_SHORT: "PB 15.9",
    Refusal.TERMINAL_IS_EXCLUDED: "PB 15.3.2",
}

PHASES: Final = ("wagering", "dealing", "settled")


def _variant(
    code: str, title: str, pays: Paytable, *, tie_percents: range | None = None
) -> Rulebook:
    return Rulebook(
        code=code,
        title=title,
        book="PB",
        version="undated",  # The text carries no date of approval.
        effective="not stated",
        game=baccarat.GAME,
        pays=pays,
        phases=PHASES,
        policy=POLICY,
        powers=POWERS,
        clauses=CLAUSES,
        shoe=SHOE,
        tie_percents=tie_percents,
        tie_clause="PB 13.3.5.2",
    )


PB: Final = _variant("PB", "Premium Baccarat", PREMIUM_PAYS)
# Rule: PB 10.1
PB_EM: Final = _variant("PB_EM", "Even Money Premium Baccarat", EVEN_MONEY_PAYS)
# Rule: PB 11.1
PB_TIE: Final = _variant(
    "PB_TIE", "Tie Premium Baccarat", TIE_PREMIUM_PAYS, tie_percents=TIE_PERCENTS
)
