"""How many coups a shoe still has once the coup in progress is over.

Rulebooks: LT 3.12, 3.13; MT 8.3.
"""

from openfelt.core.cards import card
from openfelt.floor.play.cards.early import EARLY
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.state import Table
from openfelt.games.baccarat.coup import TOTALS, count
from openfelt.games.baccarat.shoe_life import LastCoup, ShoeRules

_ENDS_WITH = ("foreign", "missing", "empty")


def tie_adds_one(rules: ShoeRules | None) -> bool:
    """Say whether a tie in the coup of the cutting card earns the shoe one coup more.

    Rule: MT 8.3(h)
    """
    return rules is not None and rules.last_coup is LastCoup.ONE_FURTHER_AFTER_A_TIE


def is_tie(place: int) -> bool:
    """Say whether an outcome is a tie; a void coup, of no place, is none."""
    return place >= 0 and TOTALS[place].winner == "tie"


def left_after(table: Table, *, tied: bool) -> int:
    """Return how many coups are left after this one, -1 before the cutting card.

    A coup without cards was none; one whose only card lies unseen was, if that was drawn too early.
    A tie earns one coup more once, and none where the cards are to be shuffled after this coup or
    have spoiled it.

    Rule: LT 3.12; LT 3.13; MT 8.3(e)(iii); MT 8.3(h); MT 8.8(g); MT 8.8(h); MT 8.8(l)(iii)
    """
    play = play_at(table)
    if play.shuffle_after or table.suspended in _ENDS_WITH:
        return 0
    begun = play.player or (play.unseen and table.suspended == EARLY)
    if play.coups_left <= 0 or not begun:
        return play.coups_left
    return play.coups_left - (not (tied and play.tie_adds_one))


def was_tied(table: Table) -> bool:
    """Say whether the round that has just ended was settled, and on a tie."""
    settled = table.settled.get(table.round)
    if settled is None:
        return False
    player, banker = settled.outcome.split(" / ")
    return _count(player) == _count(banker)


def _count(hand: str) -> int:
    return count([card(face) for face in hand.split()])
