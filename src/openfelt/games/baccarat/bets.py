"""The five bets of baccarat.  Rulebooks: LT 5.1, PB 5.1, MT 8.4 and 8.7."""

from typing import Final

from openfelt.core.verdict import LOSE, STANDOFF, Verdict, standoff_with_bonus, win
from openfelt.games.baccarat.coup import Totals
from openfelt.games.game import Bet, Pays, by_code


def _on_a_tie(pays: Pays) -> Verdict:
    """Player and Banker wagers keep their stake on a tie, with a bonus where the table signs one.

    LT says they neither win nor lose, PB that they stand off, MT that they are
    void: the stake goes back in every book, and the winnings are none.

    Rule: LT 5.1.1.3; LT 5.1.2.3; PB 5.1.1.3; PB 5.1.2.3; PB 13.3.5.2;
    MT 8.7(b) Method A tie note; MT 8.7(b) Method B tie note
    """
    bonus = pays.get("tie_bonus")
    return STANDOFF if bonus is None else standoff_with_bonus(bonus)


def player(coup: Totals, pays: Pays) -> Verdict:
    """Win when the Player's hand counts more, lose when it counts less.

    Rule: LT 5.1.1; LT 5.1.1.1; LT 5.1.1.2; PB 5.1.1; PB 5.1.1.1; PB 5.1.1.2; MT 8.4(a)(i)
    """
    if coup.player > coup.banker:
        return win(pays["player"])
    return LOSE if coup.player < coup.banker else _on_a_tie(pays)


def banker(coup: Totals, pays: Pays) -> Verdict:
    """Win when the Banker's hand counts more; a win with 6 may have odds of its own.

    Rule: LT 5.1.2; LT 5.1.2.1; LT 5.1.2.2; PB 5.1.2; PB 5.1.2.1; PB 5.1.2.2; MT 8.4(a)(ii)
    """
    if coup.banker > coup.player:
        return win(pays["banker_with_6" if coup.banker == 6 else "banker"])
    return LOSE if coup.banker < coup.player else _on_a_tie(pays)


def tie(coup: Totals, pays: Pays) -> Verdict:
    """Win when both hands count the same.

    Rule: LT 5.1.3; PB 5.1.3; PB 5.6.1; MT 8.4(a)(iii); MT def:Tie
    """
    return win(pays["tie"]) if coup.player == coup.banker else LOSE


def player_pair(coup: Totals, pays: Pays) -> Verdict:
    """Win when the Player's first two cards pair, whoever wins the coup.

    Rule: LT 5.1.4; PB 5.1.5; PB 5.6.2; MT 8.4(a)(vi); MT 8.4(c); MT def:Pairs
    """
    return win(pays["pair"]) if coup.player_pair else LOSE


def banker_pair(coup: Totals, pays: Pays) -> Verdict:
    """Win when the Banker's first two cards pair, whoever wins the coup.

    Rule: LT 5.1.4; PB 5.1.4; PB 5.6.2; MT 8.4(a)(vii); MT 8.4(c); MT def:Pairs
    """
    return win(pays["pair"]) if coup.banker_pair else LOSE


# The closed list of bets.  Rule: LT 5.1; PB 5.1; MT 8.4(a)
BETS: Final = by_code(
    Bet("player", player),
    Bet("banker", banker),
    Bet("tie", tie),
    Bet("player_pair", player_pair),
    Bet("banker_pair", banker_pair),
)
