"""LTGame Electronic Table Game (NSW): electronic baccarat, and even money baccarat.  Book LT."""

from typing import Final

from openfelt.core.odds import Paytable
from openfelt.core.refusal import Refusal
from openfelt.games import baccarat
from openfelt.games.baccarat.shoe_life import Burn, LastCoup, ShoeRules
from openfelt.rulebooks import policy
from openfelt.rulebooks.powers import Act, Role
from openfelt.rulebooks.rulebook import Rulebook

_PAIR: Final = """
    pair                   11 to 1   Rule: LT 8.6
"""

BACCARAT_PAYS: Final = Paytable(
    _PAIR
    + """
    player                 1 to 1    Rule: LT 8.4.1
    banker, banker_with_6  19 to 20  Rule: LT 8.4.2
    tie                    8 to 1    Rule: LT 8.4.3
"""
)

EVEN_MONEY_PAYS: Final = Paytable(
    _PAIR
    + """
    player                 1 to 1    Rule: LT 8.5.1
    banker                 1 to 1    Rule: LT 8.5.2
    banker_with_6          1 to 2    Rule: LT 8.5.2
    tie                    8 to 1    Rule: LT 8.5.3
"""
)

SHOE: Final = ShoeRules(
    decks=(8,),  # Rule: LT 2.3.4
    cut_from_either_end=52,  # Rule: LT 3.10
    cutting_card_from_back=20,  # Rule: LT 3.11
    burns=(Burn.ONE_UNSEEN,),  # Rule: LT 7.4
    last_coup=LastCoup.ONE_FURTHER,  # Rule: LT 3.12; LT 3.13
)

POLICY: Final = policy.Policy(
    confirm_step=True,  # Rule: LT 4.2.7
    unconfirmed_at_close=policy.Unconfirmed.COMMIT_IF_IT_FITS,  # Rule: LT 6.2
    early_outcome=policy.EarlyOutcome.WAGERS_STAND,  # Rule: LT 4.6
    multiples_of_minimum=False,  # Rule: LT 6.1
    minimum_at_confirm=True,  # Rule: LT def:minimum bet
    differential=policy.Differential.INSTEAD_OF_MAXIMUM,  # Rule: LT 6.2
    pairs=policy.Pairs.FREELY,  # Rule: LT 5.1.4
    # Rule: LT 4.3
    credit_in=(
        policy.CreditIn.NOTE,
        policy.CreditIn.TICKET,
        policy.CreditIn.WIN,
        policy.CreditIn.CMS,
    ),
    note_beside_confirmed_wager=True,  # Rule: LT 4.3.1
    cash_out=policy.CashOut.WITHOUT_ANY_WAGER,  # Rule: LT 8.2
    shoot_seconds=0,
    terminal_fault=policy.TerminalFault.VOID,  # Rule: LT 11.1
    system_fault=policy.SystemFault.VOID,  # Rule: LT 11.1
    finality=policy.Finality.NEXT_FIRST_CARD,  # Rule: LT 11.6.2.3
    forfeits_fraud=True,  # Rule: LT 12.5
    idle_rounds=3,  # Rule: LT 12.9
    dispensation_after_close=True,  # Rule: LT 4.2.9
    closing_notice=policy.ClosingNotice.SIGN_20_MINUTES,  # Rule: LT 12.8
    on_restart=policy.OnRestart.SUSPEND,  # Rule: LT 11.1
    breaches=("12.1",),  # Rule: LT 12.1; LT 12.3
)

POWERS: Final = {
    Act.DEAL: (Role.DEALER,),  # Rule: LT 7.4; LT 7.6.10; LT 7.6.11
    Act.KEY_CARDS: (Role.AGM,),  # Rule: LT 11.6.12
    Act.DUMMY_HAND: (Role.AGM,),  # Rule: LT 11.4; LT 11.5.1.1; LT 11.5.1.4; LT 11.6.14
    Act.VOID: (Role.AGM,),  # Rule: LT 11.6.2.1
    Act.CORRECT: (Role.AGM,),  # Rule: LT 11.6.11
    Act.MALFUNCTION: (Role.AGM,),  # Rule: LT 11.1
    Act.MANAGE: (Role.CASINO_SUPERVISOR,),  # Rule: LT def:DT(c)
    Act.RECOMMEND: (Role.CASINO_SUPERVISOR,),  # Rule: LT 12.3.3
    Act.INVALIDATE: (Role.CASINO_SUPERVISOR,),  # Rule: LT 12.4
    Act.RESUME: (Role.DEALER,),
    Act.DISPENSE: (Role.CASINO_SUPERVISOR,),  # Rule: LT 4.2.9
    Act.CHANGE_SHOE: (Role.AGM,),  # Rule: LT 11.6.2.2
    Act.REPLACE_CARDS: (Role.CASINO_SUPERVISOR,),  # Rule: LT 3.6
    # Who checks and verifies the cards finds it.  Rule: LT 3.7; LT 11.6.10
    Act.REPORT_CARDS: (Role.DEALER, Role.CASINO_SUPERVISOR),
    Act.VOID_SHOE: (Role.GAMING_MANAGER,),  # Rule: LT 11.6.19
    Act.DECIDE_DISPUTE: (Role.GAMES_SUPERVISOR,),  # Rule: LT 12.11
    Act.REVIEW_DISPUTE: (Role.CASINO_SUPERVISOR,),  # Rule: LT 12.11
    Act.HEAR_COMPLAINT: (Role.INSPECTOR,),  # Rule: LT 12.12; LT 10.11
    Act.VOUCHER: (Role.AGM,),  # Rule: LT 9.1
}

CLAUSES: Final = {
    Refusal.BET_NOT_OFFERED: "LT 5.1",
    Refusal.WAGERING_IS_CLOSED: "LT 4.2.6",
    Refusal.WAGER_IS_CONFIRMED: "LT 4.2.7",
    Refusal.ABOVE_MAXIMUM: "LT 6.3.2",
    Refusal.BELOW_MINIMUM: "LT 6.1",
    Refusal.NOT_A_MULTIPLE: "LT 6.3.1",
    Refusal.ABOVE_AGGREGATE: "LT 6.3.3",
    Refusal.ABOVE_DIFFERENTIAL: "LT 6.2",
    Refusal.EXCEEDS_CREDIT: "LT 4.2.4",
    Refusal.ACCOUNT_IS_CLOSED: "LT 4.2",
    Refusal.NOTE_NOT_ACCEPTED: "LT 4.3.1",
    Refusal.CASH_OUT_NOT_ALLOWED: "LT 8.2",
    Refusal.TICKET_IS_HELD: "LT 9.2",
    Refusal.RESULT_DOES_NOT_MATCH: "LT 4.5",
    Refusal.ROUND_IS_FINAL: "LT 11.6.2.3",
    Refusal.NOTICE_TOO_SHORT: "LT 12.8",
    Refusal.TABLE_IS_SUSPENDED: "LT 11.1",
    Refusal.TERMINAL_IS_EXCLUDED: "LT 12.3.2",
}

PHASES: Final = ("idle", "wagering", "closed", "dealing", "result_pending", "settled")


def _variant(code: str, title: str, pays: Paytable) -> Rulebook:
    return Rulebook(
        code=code,
        title=title,
        book="LT",
        version="2016-06-02",
        effective="on publication, signed 2016-06-02",  # Rule: LT Order:effect
        game=baccarat.GAME,
        pays=pays,
        procedure="cards",
        phases=PHASES,
        policy=POLICY,
        powers=POWERS,
        clauses=CLAUSES,
        shoe=SHOE,
    )


# Rule: LT 8.4; LT def:LTGame Baccarat
LT: Final = _variant("LT", "LTGame Baccarat", BACCARAT_PAYS)
# Rule: LT 8.5
LT_EM: Final = _variant("LT_EM", "LTGame Even Money Baccarat", EVEN_MONEY_PAYS)
