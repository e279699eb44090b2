"""What a result does to the money is shown before it is done, and it is what is done then."""

import pytest
from test_dealer_next import PLAYER_WINS, Dealt

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Context, Event, Refused
from openfelt.floor.effect import as_seen
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.play.cards.coup import EnterResult
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, RoundSettled
from openfelt.floor.whole import decide
from openfelt.stations.effect import ResultEffect
from openfelt.stations.player import PlayerView

CARDS = {
    "player": PLAYER_WINS,
    "banker": ("2S", "9H", "KD", "KC"),
    "tie": ("6S", "6D", "KH", "QC"),
}


def entered(result: str) -> Dealt:
    dealt = Dealt(by_itself=True)
    dealt.do(NewGame("L1", "d1"))
    dealt.bets()
    dealt.cards(*CARDS[result])
    assert dealt.view().effect is None, "nothing is entered"
    dealt.do(EnterResult("L1", "d1", result))
    return dealt


def decided(dealt: Dealt, command: ConfirmResult) -> tuple[Event, ...]:
    answer = decide(dealt.state, command, Context(dealt.now, "t"))
    assert not isinstance(answer, Refused)
    return answer


def effect_at(dealt: Dealt) -> ResultEffect:
    effect = dealt.view().effect
    assert effect is not None
    return effect


@pytest.mark.parametrize("result", list(CARDS))
def test_what_is_shown_is_what_the_confirmation_pays(result: str) -> None:
    dealt = entered(result)
    effect = effect_at(dealt)
    credit = {name: one.credit for name, one in dealt.state.terminals.items()}
    (settled,) = dealt.do(ConfirmResult("L1", "d1"))
    assert isinstance(settled, RoundSettled)
    paid = sum(one.credit - credit[name] for name, one in dealt.state.terminals.items())
    assert (effect.returned, effect.staked) == (paid, 3_500)
    assert (effect.wagers, effect.winning) == (3, 1)
    assert effect.kept == sum(paid.staked - paid.credited + paid.won for paid in settled.paid)
    assert dealt.view().effect is None


def test_it_is_shown_bet_by_bet_in_the_order_of_the_layout() -> None:
    effect = effect_at(entered("tie"))
    lines = [(one.bet, one.wagers, one.winning, one.staked, one.returned) for one in effect.bets]
    assert lines == [
        ("player", 1, 0, 1_000, 1_000),
        ("banker", 1, 0, 2_000, 2_000),
        ("tie", 1, 1, 500, 4_500),
    ]
    assert effect.kept == 0, "a tie gives the others back"


def test_a_confirmation_that_would_do_something_else_by_now_is_refused() -> None:
    """A wager was voided while the dealer looked: he is shown the new sums before he settles."""
    dealt = entered("player")
    before, confirm = effect_at(dealt), ConfirmResult("L1", "d1")
    dealt.do(VoidWagers("T2", "a1", "test"))
    old = as_seen(dealt.state, confirm, decided(dealt, confirm), before.seen)
    assert isinstance(old, Refused)
    assert (old.code, old.data) == (Refusal.PHASE_DOES_NOT_ALLOW, {"why": "changed_meanwhile"})
    after = effect_at(dealt)
    assert (after.wagers, after.seen != before.seen) == (2, True)
    events = decided(dealt, confirm)
    assert as_seen(dealt.state, confirm, events, after.seen) == events


def test_guests_are_shown_nothing_of_it() -> None:
    assert "effect" not in PlayerView.__struct_fields__
