"""What each book says besides odds, value by value.  All five rulebooks.

One row a value: the key, the value, and the clauses that give it; rows without a clause are
ours.  A value is written as `text_of` writes it.
"""

from dataclasses import fields
from itertools import chain, combinations, product

import pytest

from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import CashOut, Pairs, Policy, cash_out_is_open, pairs_are_allowed

LT = """
    confirm_step                 yes                          LT 4.2.7
    unconfirmed_at_close         commit_if_it_fits            LT 6.2
    early_outcome                wagers_stand                 LT 4.6
    multiples_of_minimum         no                           LT 6.1
    minimum_at_confirm           yes                          LT def:minimum bet
    differential                 instead_of_maximum           LT 6.2
    pairs                        freely                       LT 5.1.4
    credit_in                    note ticket win cms          LT 4.3
    note_beside_confirmed_wager  yes                          LT 4.3.1
    cash_out                     without_any_wager            LT 8.2
    shoot_seconds                0
    terminal_fault               void                         LT 11.1
    system_fault                 void                         LT 11.1
    finality                     next_first_card              LT 11.6.2.3
    forfeits_fraud               yes                          LT 12.5
    idle_rounds                  3                            LT 12.9
    dispensation_after_close     yes                          LT 4.2.9
    closing_notice               sign_20_minutes              LT 12.8
    on_restart                   suspend                      LT 11.1
    breaches                     12.1  LT 12.1; LT 12.3
"""

PB = """
    confirm_step                 no                           PB 5.3
    unconfirmed_at_close         no_confirm_step
    early_outcome                cannot_happen
    multiples_of_minimum         no                           PB 6.1.1
    minimum_at_confirm           no
    differential                 optional                     PB 6.1
    pairs                        three_a_spot                 PB 12.2
    credit_in                    chips tokens                 PB 5.2
    note_beside_confirmed_wager  no
    cash_out                     takes_his_chips
    shoot_seconds                0
    terminal_fault               stand
    system_fault                 void
    finality                     next_first_card              PB 14.1.4
    forfeits_fraud               yes                          PB 15.5
    idle_rounds                  3                            PB 15.10
    dispensation_after_close     no
    closing_notice               sign_20_minutes              PB 15.9
    on_restart                   suspend
    breaches                     15.1  PB 15.3
"""

AC = """
    confirm_step                 no                           AC 3.3.4
    unconfirmed_at_close         no_confirm_step
    early_outcome                cannot_happen
    multiples_of_minimum         no                           AC 3.1
    minimum_at_confirm           no                           AC def:minimum bet
    differential                 none
    pairs                        not_offered
    credit_in                    note ticket win cms          AC 3.4
    note_beside_confirmed_wager  yes                          AC 3.4.1
    cash_out                     unless_a_round_is_undecided  AC 3.7
    shoot_seconds                10                           AC 3.11.1
    terminal_fault               stand                        AC 6.1
    system_fault                 void                         AC 6.6
    finality                     never                        AC 6.1
    forfeits_fraud               yes                          AC 7.9
    idle_rounds                  none                         AC 7.13
    dispensation_after_close     yes                          AC 3.3.8
    closing_notice               warning                      AC 7.2
    on_restart                   suspend                      AC 6.6
    breaches                     7.3 7.4 7.5 7.10 7.11 7.13  AC 7.7
"""

SB = """
    confirm_step                 no                           SB 3.5
    unconfirmed_at_close         no_confirm_step
    early_outcome                cannot_happen
    multiples_of_minimum         no                           SB 3.2
    minimum_at_confirm           no                           SB def:minimum bet
    differential                 none
    pairs                        not_offered
    credit_in                    note win jackpot cms         SB 3.4
    note_beside_confirmed_wager  yes                          SB 3.4.1
    cash_out                     unless_a_round_is_undecided  SB 3.7
    shoot_seconds                10                           SB 3.10.3
    terminal_fault               stand                        SB 7.1; SB 7.2.3
    system_fault                 void                         SB 7.6
    finality                     never                        SB 7.1
    forfeits_fraud               yes                          SB 8.9
    idle_rounds                  none                         SB 8.14
    dispensation_after_close     no                           SB 3.8.1
    closing_notice               warning                      SB 8.2
    on_restart                   suspend                      SB 7.6
    breaches                     8.3 8.4 8.5 8.10 8.11 8.12 8.14  SB 8.7
"""

# What the three games of MT have in common.
MT = """
    confirm_step                 yes                          MT 2.2(b); MT 2.7(a)
    unconfirmed_at_close         return                       MT 2.2
    multiples_of_minimum         yes                          MT 3.2
    minimum_at_confirm           no                           MT 3.3
    credit_in                    note win cms                 MT 4.3
    note_beside_confirmed_wager  no                           MT 4.2
    cash_out                     without_a_confirmed_wager    MT 4.4(a)
    shoot_seconds                0
    terminal_fault               void_before_close            MT 6.6(a); MT 6.6(b)
    system_fault                 void_before_close            MT 6.7(a); MT 6.7(b)
    finality                     never                        MT 6.3
    forfeits_fraud               no                           MT 6.10
    idle_rounds                  none                         MT 7.6
    dispensation_after_close     no
    closing_notice               three_rounds                 MT 7.11
    on_restart                   void                         MT 6.7(a)
    breaches                     4.4(b) 6.9 7.1 7.6 7.7 7.8 7.9 7.10  MT 6.9; MT 7.3
"""

MT_BACCARAT = """
    early_outcome                round_is_void                MT 8.8(n)
    differential                 optional                     MT 3.5
    pairs                        with_a_main_wager            MT 8.4(b)
"""

MT_ROULETTE = """
    early_outcome                cannot_happen
    differential                 none
    pairs                        not_offered
"""

MT_SICBO = """
    early_outcome                void_if_result_was_seen      MT 5.4; MT 10.5(c)
    differential                 none
    pairs                        not_offered
"""

PRINTED = {
    **dict.fromkeys(("LT", "LT_EM"), LT),
    **dict.fromkeys(("PB", "PB_EM", "PB_TIE"), PB),
    "AC": AC,
    "SB": SB,
    **dict.fromkeys(("MT_A", "MT_B"), MT + MT_BACCARAT),
    "MT_ROULETTE": MT + MT_ROULETTE,
    "MT_SICBO": MT + MT_SICBO,
}


def rows(printed: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Read key, value and clauses; two spaces or more stand between columns."""
    cells = [
        [cell.strip() for cell in line.split("  ") if cell.strip()]
        for line in printed.splitlines()
        if line.strip()
    ]
    return [(row[0], row[1], tuple(row[2].split("; ")) if row[2:] else ()) for row in cells]


def text_of(value: object) -> str:
    match value:
        case True | False:
            return "yes" if value else "no"
        case None:
            return "none"
        case tuple():
            return " ".join(str(one) for one in value)
        case _:
            return str(value)


@pytest.mark.parametrize(
    ("variant", "key", "value"),
    [
        pytest.param(
            *(variant, key, value),
            id=f"{variant} {key}",
            marks=[pytest.mark.clause(*clauses)] if clauses else [],
        )
        for variant, printed in PRINTED.items()
        for key, value, clauses in rows(printed)
    ],
)
def test_a_policy_value_is_what_its_clause_says(variant: str, key: str, value: str) -> None:
    assert text_of(getattr(VARIANTS[variant].policy, key)) == value


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_every_value_of_a_policy_is_in_the_table_once(variant: str) -> None:
    keys = sorted(key for key, _, _ in rows(PRINTED[variant]))
    assert keys == sorted(field.name for field in fields(Policy))


# When cash out is open: staged, confirmed and round undecided, in this order.
OPEN = {
    CashOut.WITHOUT_ANY_WAGER: {"---"},
    CashOut.UNLESS_A_ROUND_IS_UNDECIDED: {"---", "S--", "-C-", "SC-"},
    CashOut.WITHOUT_A_CONFIRMED_WAGER: {"---", "S--"},
    CashOut.TAKES_HIS_CHIPS: {"---", "S--", "-C-", "SC-", "--U", "S-U", "-CU", "SCU"},
}
SITUATIONS = ["".join(letters) for letters in product("-S", "-C", "-U")]


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(CashOut.WITHOUT_ANY_WAGER, marks=pytest.mark.clause("LT 8.2", "LT 8.7")),
        pytest.param(
            CashOut.UNLESS_A_ROUND_IS_UNDECIDED, marks=pytest.mark.clause("AC 3.7", "SB 3.7")
        ),
        pytest.param(CashOut.WITHOUT_A_CONFIRMED_WAGER, marks=pytest.mark.clause("MT 4.4(a)")),
        CashOut.TAKES_HIS_CHIPS,
    ],
)
def test_cash_out_is_open_only_where_the_book_opens_it(rule: CashOut, situation: str) -> None:
    answer = cash_out_is_open(
        rule,
        staged="S" in situation,
        confirmed="C" in situation,
        round_undecided="U" in situation,
    )
    assert answer is (situation in OPEN[rule])


BETS = ("player", "banker", "tie", "player_pair", "banker_pair")
LAYOUTS = [set(bets) for bets in chain(*(combinations(BETS, size) for size in range(6)))]
PAIRS_ALONE = ({"player_pair"}, {"banker_pair"}, {"player_pair", "banker_pair"})


@pytest.mark.parametrize("bets", LAYOUTS, ids=lambda bets: "+".join(sorted(bets)) or "nothing")
@pytest.mark.clause("MT 8.4(b)")
def test_pairs_need_a_wager_on_player_banker_or_tie(bets: set[str]) -> None:
    assert pairs_are_allowed(Pairs.WITH_A_MAIN_WAGER, bets) is (bets not in PAIRS_ALONE)


@pytest.mark.clause("MT 8.4(b)")
@pytest.mark.parametrize("rule", [Pairs.FREELY, Pairs.THREE_A_SPOT, Pairs.NOT_OFFERED])
def test_no_other_rule_asks_for_a_main_wager(rule: Pairs) -> None:
    assert all(pairs_are_allowed(rule, bets) is True for bets in LAYOUTS)
