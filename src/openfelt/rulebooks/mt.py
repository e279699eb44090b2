"""Multi Terminal Table Games (ACT): baccarat methods A and B, roulette, sic bo.  Book MT."""

from dataclasses import replace
from typing import Any, Final

from openfelt.core.odds import Paytable
from openfelt.core.refusal import Refusal
from openfelt.games import baccarat, roulette, sicbo
from openfelt.games.baccarat.shoe_life import Burn, LastCoup, ShoeRules
from openfelt.games.game import Game
from openfelt.rulebooks import policy
from openfelt.rulebooks.powers import Act, Powers, Role
from openfelt.rulebooks.rulebook import Rulebook

_PAIR: Final = """
    pair  11 to 1  Rule: MT 8.7(b) Pairs
"""

# Rule: MT 8.7(b)
METHOD_A_PAYS: Final = Paytable(
    _PAIR
    + """
    player                 1 to 1          Rule: MT 8.7(b) Method A Player
    banker, banker_with_6  1 to 1 less 5%  Rule: MT 8.7(b) Method A Banker
    tie                    8 to 1          Rule: MT 8.7(b) Method A Tie
"""
)

METHOD_B_PAYS: Final = Paytable(
    _PAIR
    + """
    player         1 to 1           Rule: MT 8.7(b) Method B Player
    banker         1 to 1           Rule: MT 8.7(b) Method B Banker
    banker_with_6  1 to 1 less 50%  Rule: MT 8.7(b) Method B Banker
    tie            8 to 1           Rule: MT 8.7(b) Method B Tie
"""
)

ROULETTE_PAYS: Final = Paytable("""
    straight  35 to 1  Rule: MT 9.4(a) Straight Up
    split     17 to 1  Rule: MT 9.4(a) Split
    street    11 to 1  Rule: MT 9.4(a) Street
    corner    8 to 1   Rule: MT 9.4(a) Corner
    six_line  5 to 1   Rule: MT 9.4(a) Six Line
    row       2 to 1   Rule: MT 9.4(a) Row
    dozen     2 to 1   Rule: MT 9.4(a) Dozen
    low       1 to 1   Rule: MT 9.4(a) Low
    high      1 to 1   Rule: MT 9.4(a) High
    even      1 to 1   Rule: MT 9.4(a) Even
    odd       1 to 1   Rule: MT 9.4(a) Odd
    red       1 to 1   Rule: MT 9.4(a) Red
    black     1 to 1   Rule: MT 9.4(a) Black
""")

SICBO_PAYS: Final = Paytable("""
    small               1 to 1    Rule: MT 10.4(a) Small
    big                 1 to 1    Rule: MT 10.4(a) Big
    triple              180 to 1  Rule: MT 10.4(a) Specific Triple
    double              11 to 1   Rule: MT 10.4(a) Specific Double
    any_triple          31 to 1   Rule: MT 10.4(a) Any Triple
    total:4, total:17   62 to 1   Rule: MT 10.4(a) Total 4 or 17
    total:5, total:16   31 to 1   Rule: MT 10.4(a) Total 5 or 16
    total:6, total:15   18 to 1   Rule: MT 10.4(a) Total 6 or 15
    total:7, total:14   12 to 1   Rule: MT 10.4(a) Total 7 or 14
    total:8, total:13   8 to 1    Rule: MT 10.4(a) Total 8 or 13
    total:9, total:12   7 to 1    Rule: MT 10.4(a) Total 9 or 12
    total:10, total:11  6 to 1    Rule: MT 10.4(a) Total 10 or 11
    combo               6 to 1    Rule: MT 10.4(a) Two Dice Combination
    number x1           1 to 1    Rule: MT 10.4(a) Single Die one
    number x2           2 to 1    Rule: MT 10.4(a) Single Die two
    number x3           12 to 1   Rule: MT 10.4(a) Single Die three
""")

SHOE: Final = ShoeRules(
    decks=(8,),  # Rule: MT 8.3(a)
    cut_from_either_end=52,  # Rule: MT 8.3(f)
    cutting_card_from_back=12,  # Rule: MT 8.3(f)
    burns=(Burn.POINT_VALUE,),  # Rule: MT 8.3(g)
    last_coup=LastCoup.ONE_FURTHER_AFTER_A_TIE,  # Rule: MT 8.3(h)
)

BACCARAT_POLICY: Final = policy.Policy(
    confirm_step=True,  # Rule: MT 2.2(b); MT 2.7(a)
    unconfirmed_at_close=policy.Unconfirmed.RETURN,  # Rule: MT 2.2
    early_outcome=policy.EarlyOutcome.ROUND_IS_VOID,  # Rule: MT 8.8(n)
    multiples_of_minimum=True,  # Rule: MT 3.2
    minimum_at_confirm=False,  # Rule: MT 3.3
    differential=policy.Differential.OPTIONAL,  # Rule: MT 3.5
    pairs=policy.Pairs.WITH_A_MAIN_WAGER,  # Rule: MT 8.4(b)
    credit_in=(policy.CreditIn.NOTE, policy.CreditIn.WIN, policy.CreditIn.CMS),  # Rule: MT 4.3
    note_beside_confirmed_wager=False,  # Rule: MT 4.2
    cash_out=policy.CashOut.WITHOUT_A_CONFIRMED_WAGER,  # Rule: MT 4.4(a)
    shoot_seconds=0,
    terminal_fault=policy.TerminalFault.VOID_BEFORE_CLOSE,  # Rule: MT 6.6(a); MT 6.6(b)
    system_fault=policy.SystemFault.VOID_BEFORE_CLOSE,  # Rule: MT 6.7(a); MT 6.7(b)
    finality=policy.Finality.NEVER,  # Rule: MT 6.3
    forfeits_fraud=False,  # Rule: MT 6.10
    idle_rounds=None,  # Rule: MT 7.6
    dispensation_after_close=False,
    closing_notice=policy.ClosingNotice.THREE_ROUNDS,  # Rule: MT 7.11
    on_restart=policy.OnRestart.VOID,  # Rule: MT 6.7(a)
    # Whatever this book asks of a player.  Rule: MT 6.9; MT 7.1; MT 7.3; MT 7.7; MT 7.8; MT 7.9;
    # MT 7.10
    breaches=("4.4(b)", "6.9", "7.1", "7.6", "7.7", "7.8", "7.9", "7.10"),
)

ROULETTE_POLICY: Final = replace(
    BACCARAT_POLICY,
    early_outcome=policy.EarlyOutcome.CANNOT_HAPPEN,
    differential=policy.Differential.NONE,
    pairs=policy.Pairs.NOT_OFFERED,
)

SICBO_POLICY: Final = replace(
    BACCARAT_POLICY,
    early_outcome=policy.EarlyOutcome.VOID_IF_RESULT_WAS_SEEN,  # Rule: MT 5.4; MT 10.5(c)
    differential=policy.Differential.NONE,
    pairs=policy.Pairs.NOT_OFFERED,
)

_SUPERVISOR: Final = (Role.CASINO_SUPERVISOR,)  # Rule: MT def:Casino Supervisor

POWERS: Final = {
    Act.DEAL: (Role.DEALER,),  # Rule: MT 5.3; MT def:Dealer
    # Rule: MT 6.2; MT 8.8(f); MT 8.8(l)(ii); MT 8.8(m); MT 8.8(n); MT 10.5(d);
    # MT def:Dealer Terminal(c)
    Act.VOID: _SUPERVISOR,
    # Rule: MT 9.6(a); MT 9.6(c); MT 9.6(e); MT 9.6(f); MT 9.6(g)
    Act.VOID_IN_PLAY: (Role.DEALER,),
    Act.CORRECT: _SUPERVISOR,  # Rule: MT 6.3
    Act.DECIDE_OBJECTION: _SUPERVISOR,  # Rule: MT 6.4
    Act.MALFUNCTION: _SUPERVISOR,  # Rule: MT 6.6; MT 6.7
    Act.MANAGE: _SUPERVISOR,  # Rule: MT 7.3
    Act.SEND_AWAY: (Role.DEALER, *_SUPERVISOR),  # Rule: MT 4.4(b)
    # The operator's own grounds.  Rule: MT 7.2; MT 7.4; MT def:Casino Operator
    Act.INVALIDATE: (Role.GAMING_MANAGER,),
    Act.RESUME: _SUPERVISOR,  # Rule: MT 6.7(b)
    Act.DECIDE_DISPUTE: _SUPERVISOR,  # Rule: MT 7.12
    Act.REVIEW_DISPUTE: (Role.AUTHORITY,),  # Rule: MT 7.12
    Act.VOUCHER: _SUPERVISOR,  # Rule: MT 4.5(b)
    Act.ORDER_ROUNDS: _SUPERVISOR,  # Rule: MT 5.5
    Act.NO_BET: (Role.DEALER,),  # Rule: MT 5.5; MT 8.8(b); MT 8.8(e)(i); MT 8.8(k)
}
CARD_POWERS: Final[Powers] = {
    **POWERS,
    Act.CONFIRM_AS_DEALT: (Role.DEALER,),  # Rule: MT 8.6(e)
    Act.RECONSTRUCT: (Role.DEALER, *_SUPERVISOR),  # Rule: MT 8.8(d)
    Act.SHUFFLE_AFTER: _SUPERVISOR,  # Rule: MT 8.3(e)(iii); MT 8.8(h)
    Act.REPLACE_CARDS: _SUPERVISOR,  # Rule: MT 8.3(j)
    Act.CHECK_CARDS: _SUPERVISOR,  # Rule: MT 8.3(i)
    # Who checks the cards finds it.  Rule: MT 8.3(d); MT 8.8(l)(ii)
    Act.REPORT_CARDS: (Role.DEALER, *_SUPERVISOR),
}

CLAUSES: Final = {
    Refusal.WAGERING_IS_CLOSED: "MT 2.7(b)",
    Refusal.WAGER_IS_CONFIRMED: "MT 2.7(a)",
    Refusal.ABOVE_MAXIMUM: "MT 3.4(ii)",
    Refusal.BELOW_MINIMUM: "MT 3.3",
    Refusal.NOT_A_MULTIPLE: "MT 3.4(i)",
    Refusal.ABOVE_DIFFERENTIAL: "MT 3.5",
    Refusal.EXCEEDS_CREDIT: "MT 2.2(a)",
    Refusal.ACCOUNT_IS_CLOSED: "MT 2.1",
    Refusal.NOTE_NOT_ACCEPTED: "MT 4.3(a)",
    Refusal.CASH_IN_NOT_ALLOWED: "MT 4.2",
    Refusal.TICKET_IN_NOT_ALLOWED: "MT 4.3",
    Refusal.CASH_OUT_NOT_ALLOWED: "MT 4.4(a)",
    Refusal.WRONG_PLACE_TO_REDEEM: "MT 4.6",
    Refusal.NOTICE_TOO_SHORT: "MT 7.11",
    Refusal.TABLE_IS_SUSPENDED: "MT 6.7",
    Refusal.TERMINAL_IS_EXCLUDED: "MT 7.3(b)",
}

CARD_PHASES: Final = ("idle", "wagering", "closed", "dealing", "result_pending", "settled")


def _variant(
    code: str,
    title: str,
    game: Game[Any],
    pays: Paytable,
    rules: policy.Policy,
    phases: tuple[str, ...],
    clauses: dict[Refusal, str],
    shoe: ShoeRules | None = None,
    procedure: str = "",
    powers: Powers = POWERS,
) -> Rulebook:
    return Rulebook(
        code=code,
        title=title,
        book="MT",
        version="NI2019-689",
        effective="the day after notification, made 2019-10-25",  # Rule: MT instrument 2
        game=game,
        pays=pays,
        phases=phases,
        policy=rules,
        powers=powers,
        clauses={**CLAUSES, **clauses},
        shoe=shoe,
        procedure=procedure,
    )


_BACCARAT_CLAUSES: Final = {
    Refusal.BET_NOT_OFFERED: "MT 8.4(a)",
    Refusal.MAIN_WAGER_NEEDED: "MT 8.4(b)",
    Refusal.RESULT_DOES_NOT_MATCH: "MT 8.6(e)",
}

# Rule: MT def:Method (A) Baccarat; MT def:Method (A) Baccarat(a); MT def:Method (A) Baccarat(b)
MT_A: Final = _variant(
    "MT_A",
    "Multi Terminal Baccarat, method A",
    baccarat.GAME,
    METHOD_A_PAYS,
    BACCARAT_POLICY,
    CARD_PHASES,
    _BACCARAT_CLAUSES,
    SHOE,
    "cards",
    CARD_POWERS,
)
# Rule: MT def:Method (B) Baccarat; MT def:Method (B) Baccarat(a); MT def:Method (B) Baccarat(b)
MT_B: Final = _variant(
    "MT_B",
    "Multi Terminal Baccarat, method B",
    baccarat.GAME,
    METHOD_B_PAYS,
    BACCARAT_POLICY,
    CARD_PHASES,
    _BACCARAT_CLAUSES,
    SHOE,
    "cards",
    CARD_POWERS,
)
MT_ROULETTE: Final = _variant(
    "MT_ROULETTE",
    "Multi Terminal Roulette",
    roulette.GAME,
    ROULETTE_PAYS,
    ROULETTE_POLICY,
    ("idle", "wagering", "closed", "spinning", "result_pending", "settled"),
    {Refusal.BET_NOT_OFFERED: "MT 9.4(a)", Refusal.RESULT_DOES_NOT_MATCH: "MT 9.3(c)"},
    procedure="wheel",
)
MT_SICBO: Final = _variant(
    "MT_SICBO",
    "Multi Terminal Sic Bo",
    sicbo.GAME,
    SICBO_PAYS,
    SICBO_POLICY,
    ("idle", "wagering", "closed", "tumbling", "settled"),
    {Refusal.BET_NOT_OFFERED: "MT 10.4(a)", Refusal.RESULT_DOES_NOT_MATCH: "MT 10.3(c)"},
    procedure="dealt_dice",
)
