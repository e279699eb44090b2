"""A guest's own last rounds: what came, what he had on it, and what it brought in the end."""

from __future__ import annotations

from openfelt.floor.base import Event
from openfelt.floor.money.account import NoteStacked
from openfelt.floor.rounds.corrected import RoundResettled, SettlementReversed, Share
from openfelt.floor.rounds.round import RoundSettled, RoundVoided
from openfelt.floor.rounds.settling import Paid
from openfelt.floor.state import Limits, SettledRound, Spot, Stake, State, Terminal
from openfelt.floor.table import KEPT, TableOpened
from openfelt.floor.whole import evolve
from openfelt.rulebooks import VARIANTS
from openfelt.stations.memory import Memory
from openfelt.stations.own_rounds import ROUNDS_TOLD, own_rounds
from openfelt.stations.player import Paid as Told

LT = VARIANTS["LT"].definition(8)
PLAYER_WON = "9S KD / 5H KC"


def pit() -> State:
    state = State("pit")
    signed = ("commit", "rotate", 0, False, 0)
    sign = Limits(500, 50_000, 500)
    evolve(state, TableOpened("L1", LT.fingerprint, LT, sign, 1, *signed, KEPT), 1)
    state.terminals["T1"] = Terminal("T1", ("L1",), 1, (500,), open=True, account=1)
    return state


def heard(*events: Event) -> Memory:
    memory = Memory()
    for at, event in enumerate((NoteStacked("T1", 5_000, "n1", 1), *events), 1):
        memory.take(event, at)
    return memory


def settled(number: int, credited: int = 1_000) -> Event:
    paid = (Paid("T1", 500, credited, 0),)
    return RoundSettled("L1", number, PLAYER_WON, 0, LT.fingerprint, (), paid, 0)


def test_a_round_is_told_with_its_cards_and_what_it_brought() -> None:
    (round_,) = own_rounds(pit(), "T1", heard(settled(4)))
    assert (round_.table, round_.at, round_.staked, round_.returned) == ("L1", 2, 500, 1_000)
    assert (round_.result.round, round_.result.player) == (4, ("9S", "KD"))


def test_each_wager_is_told_while_its_table_knows_it() -> None:
    state = pit()
    spots = {"player": Spot("T1", "player", 300, 0), "tie": Spot("T1", "tie", 200, 1)}
    state.tables["L1"].settled[4] = SettledRound({"T1": spots}, (600, 0), PLAYER_WON)
    (round_,) = own_rounds(state, "T1", heard(settled(4, 600)))
    assert round_.wagers == (Told("player", 300, 600), Told("tie", 200, 0))
    assert (round_.staked, round_.returned) == (500, 600)


def test_a_corrected_round_is_told_as_it_is_now() -> None:
    memory = heard(
        settled(4),
        SettlementReversed("L1", 4, "misread", (), (Share("T1", 1_000, 0),)),
        RoundResettled("L1", 4, "5H KC / 9S KD", 0, LT.fingerprint, (), (), (Share("T1", 0, 0),)),
    )
    (round_,) = own_rounds(pit(), "T1", memory)
    assert (round_.staked, round_.returned, round_.result.corrected) == (500, 0, True)


def test_what_is_void_came_back() -> None:
    memory = heard(RoundVoided("L1", 4, (Stake("T1", "player", 500),), "fire", 0))
    (round_,) = own_rounds(pit(), "T1", memory)
    assert (round_.result.void, round_.staked, round_.returned) == ("fire", 500, 500)


def test_the_newest_come_first_and_not_more_than_ten() -> None:
    rounds = own_rounds(pit(), "T1", heard(*map(settled, range(1, 14))))
    assert [one.result.round for one in rounds] == list(range(13, 13 - ROUNDS_TOLD, -1))


def test_nobody_is_told_of_another_account_nor_of_what_no_table_knows() -> None:
    state, memory = pit(), heard(settled(4))
    state.terminals["T1"].account = 2
    assert own_rounds(state, "T1", memory) == ()
    state.terminals["T1"].account = 1
    memory.results["L1"].clear()
    assert own_rounds(state, "T1", memory) == ()
    del state.tables["L1"]
    assert own_rounds(state, "T1", memory) == ()
