"""What an act would do is what it then does: the same events, before and after."""

import msgspec
import pytest
from floor_pit import SECOND, Pit

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.effect import Effect, as_seen, effect_of
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.notice import ChangeLimits
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import Limits
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import decide

SIGN = Limits(100, 50_000, 100)
TERMINALS = ("U1", "U2", "U3")


class Dice(Pit):
    """A sic bo table with three players, on a clock of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.staffed()
        self.table("S1", "SB", SIGN)
        for name in TERMINALS:
            self.player(name, "S1")

    def decided(self, command: Command) -> tuple[Event, ...]:
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        return answer

    def weigh(self, command: Command) -> Effect:
        return effect_of(self.state, command, self.decided(command))

    def bet(self, terminal: str, bet: str, amount: int) -> None:
        self.do(StageWager(terminal, "S1", self.state.tables["S1"].round, bet, amount))

    def roll(self, *dice: int) -> None:
        """Let the period end and the dice fall so; nobody shoots, so they are shot for him."""
        for _ in range(2):
            self.now += 60 * SECOND
            self.do(Tick())
        self.do(ReadDice("S1", dice, throw_of(self.state.tables["S1"])))

    def purses(self) -> dict[str, tuple[int, int]]:
        """Return the credit of every terminal, and what it has on the layouts."""
        return {
            name: (one.credit, layout.staked(self.state, name))
            for name, one in self.state.terminals.items()
        }


def _predicted(pit: Dice, effect: Effect) -> dict[str, tuple[int, int]]:
    changed = {one.terminal: (one.credit_after, one.staked_after) for one in effect.changes}
    return pit.purses() | changed


def _played() -> Dice:
    """One round settled, small won; another one being wagered on."""
    pit = Dice()
    pit.bet("U1", "small", 1_000)
    pit.bet("U2", "big", 2_000)
    pit.roll(1, 2, 3)
    pit.bet("U1", "small", 500)
    pit.bet("U3", "big", 700)
    return pit


ACTS = {
    "void the running round": VoidRound("S1", "gina", "x", 2),
    "void a settled round": VoidRound("S1", "gina", "x", 1),
    "correct a settled round": StateActualOutcome("S1", "gina", "x", (), (6, 5, 4), 1),
    "forfeit": InvalidateOutcome("S1", "gina", "fraud", "x", ("U3",), 2),
    "void wagers": VoidWagers("U1", "gina", "x"),
    "close": CloseTable("S1", "gina", now=False),
    "limits": ChangeLimits("S1", "gina", Limits(200, 50_000, 100), now=False),
}


@pytest.mark.parametrize("command", ACTS.values(), ids=ACTS)
def test_what_was_shown_is_what_happens(command: Command) -> None:
    pit = _played()
    before = msgspec.msgpack.encode(pit.state)
    effect = pit.weigh(command)
    assert msgspec.msgpack.encode(pit.state) == before, "nothing is done"
    predicted = _predicted(pit, effect)
    bank, house = (pit.state.ledger.get(f"{kind}", 0) for kind in ("table_bank:S1", "in_transit"))
    assert as_seen(pit.state, command, pit.decided(command), effect.mark) == pit.decided(command)
    pit.do(command)
    assert pit.purses() == predicted
    assert pit.state.ledger.get("table_bank:S1", 0) == bank - effect.bank
    assert pit.state.ledger.get("in_transit", 0) == house


def test_the_money_of_a_forfeit() -> None:
    pit = _played()
    effect = pit.weigh(ACTS["forfeit"])
    moved = {one.terminal: one.credit_after - one.credit for one in effect.changes}
    assert moved == {"U1": 500, "U3": 0}
    assert effect.bank == 700
    assert [fact.event for fact in effect.facts] == ["OutcomeInvalidated", "RoundVoided"]
    assert {fact.round for fact in effect.facts} == {2}


def test_who_has_left_is_due_through_the_house_and_nobody_after_him_pays() -> None:
    pit = Dice()
    pit.bet("U2", "big", 2_000)
    pit.roll(1, 2, 3)
    pit.do(CashOut("U2", "0" * 18))
    terminal = pit.state.terminals["U2"]
    terminal.paying_out, terminal.open = 0, False  # His ticket is printed.
    pit.do(InsertNote("U2", 10_000, "next"))
    effect = pit.weigh(VoidRound("S1", "gina", "x", 1))
    assert (effect.changes, effect.claims, effect.bank) == ((), 2_000, -2_000)


def test_what_lacks_on_a_meter_is_owed() -> None:
    pit = Dice()
    pit.bet("U1", "small", 10_000)
    pit.roll(1, 2, 3)
    pit.bet("U1", "big", 15_000)
    pit.roll(1, 2, 3)
    (one,) = pit.weigh(StateActualOutcome("S1", "gina", "x", (), (6, 5, 4), 1)).changes
    assert (one.credit, one.credit_after, one.owed) == (5_000, 0, 15_000)


def _changed(pit: Dice, command: Command, mark: str) -> bool:
    answer = as_seen(pit.state, command, pit.decided(command), mark)
    if not isinstance(answer, Refused):
        return False
    assert (answer.code, answer.data) == (
        Refusal.PHASE_DOES_NOT_ALLOW,
        {"why": "changed_meanwhile"},
    )
    return True


def test_another_wager_is_another_effect_and_another_note_is_not() -> None:
    pit, command = _played(), ACTS["forfeit"]
    mark = pit.weigh(command).mark
    pit.do(InsertNote("U3", 10_000, "later"))
    assert not _changed(pit, command, mark), "what is lost is the same"
    pit.bet("U3", "big", 100)
    assert _changed(pit, command, mark)


@pytest.mark.parametrize("act", ["void the running round", "void wagers"])
def test_what_goes_back_is_the_same_act_while_players_lay_more_and_another_after(act: str) -> None:
    """Nobody gains or loses by it; once the period is over, somebody may have seen what comes."""
    pit, command = _played(), ACTS[act]
    effect = pit.weigh(command)
    assert effect.loose
    pit.bet("U1", "big", 100)
    pit.bet("U2", "big", 100)
    assert not _changed(pit, command, effect.mark)
    assert pit.weigh(command).changes != effect.changes, "what is shown is what lies there now"
    pit.do(SuspendTable("S1", "gina", "x"))
    still = pit.weigh(command)
    assert not still.loose
    assert _changed(pit, command, effect.mark)
    pit.do(ResumeTable("S1", "gina"))
    pit.now += 60 * SECOND
    pit.do(Tick())
    assert pit.state.tables["S1"].phase != "wagering"
    assert _changed(pit, command, effect.mark)
    assert not pit.weigh(command).loose


def test_who_forfeits_is_in_the_mark_and_who_gets_his_own_back_is_not() -> None:
    pit, command = _played(), ACTS["forfeit"]
    effect = pit.weigh(command)
    assert effect.loose
    pit.bet("U1", "big", 100)
    pit.bet("U2", "big", 100)
    assert not _changed(pit, command, effect.mark), "his own comes back to him, whatever it is"


def test_no_other_act_is_loose() -> None:
    pit = _played()
    loose = {act for act, command in ACTS.items() if pit.weigh(command).loose}
    assert loose == {"void the running round", "forfeit", "void wagers"}


def test_time_is_no_change_but_a_notice_given_is() -> None:
    pit, command = _played(), ACTS["close"]
    mark = pit.weigh(command).mark
    pit.now += SECOND
    assert not _changed(pit, command, mark)
    pit.do(command)
    assert _changed(pit, command, mark), "the same act twice is not what was shown"


def test_what_is_shown_for_one_sign_is_for_no_other_and_for_whoever_may() -> None:
    pit, command = _played(), ACTS["limits"]
    assert isinstance(command, ChangeLimits)
    mark = pit.weigh(command).mark
    other = msgspec.structs.replace(command, limits=Limits(300, 50_000, 100))
    assert _changed(pit, other, mark)
    assert not _changed(pit, msgspec.structs.replace(command, person="emma"), mark)


def test_a_notice_says_when_and_a_close_at_once_does_not() -> None:
    pit = _played()
    (fact,) = pit.weigh(ACTS["close"]).facts
    assert (fact.event, fact.at) == ("ClosingNoticePosted", pit.now)
    empty = Dice()
    for name in TERMINALS:
        empty.state.terminals[name].open = False
    (fact,) = empty.weigh(CloseTable("S1", "gina", now=True)).facts
    assert (fact.event, fact.at) == ("TableClosed", 0)
