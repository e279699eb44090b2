"""A case played on a floor in memory: credit, wagers, close, outcome, as a pit would take them.

Nothing is settled here.  What the floor credits is the answer, what it refuses is refused.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openfelt.cli.case import rules_of, statement
from openfelt.cli.case_form import Case, CaseError, Json, one_outcome, variant_of
from openfelt.cli.craps_floor import play_script
from openfelt.core.cards import card
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick, next_due
from openfelt.floor.money.account import CreditFromCms, EnrolTerminal
from openfelt.floor.play.played import PLAYED, is_played
from openfelt.floor.play.words import Words
from openfelt.floor.question import LearnRole
from openfelt.floor.rounds.round import NewGame, RoundSettled
from openfelt.floor.state import Limits, State
from openfelt.floor.table import DECKS, OpenTable
from openfelt.floor.wagers.wager import ConfirmWagers, StageWager, WagerStaged
from openfelt.floor.whole import decide, evolve
from openfelt.games.baccarat.coup import Coup
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import pairs_are_allowed

_TABLE: Final = "case"
_DEALER: Final = "dealer"
_PERIOD_US: Final = 1_000_000
# A cent is as good as any amount, and nothing is too much.
_LIMITS: Final = Limits(minimum=1, maximum=0, unit=1)
# A cent on it lets a pair be laid, and is no part of the case.
_MAIN: Final = "tie"
_WORDS: Final[dict[str, Words]] = {way.PROCEDURE.name: way.WORDS for way in PLAYED}


def play(case: object) -> Json:
    """Play one case, or raise a `ValueError` that says what is wrong with it."""
    written, rulebook = variant_of(case)
    if not is_played(rulebook.code):
        played = " ".join(filter(is_played, VARIANTS))
        raise CaseError(f"the floor cannot play {rulebook.code} yet; it plays {played}")
    if rulebook.game.wagers_stand:
        return play_script(written, rulebook)
    read = one_outcome(written, rulebook)
    state = State("case")
    end = _played(state, _commands(state, read))
    if isinstance(end, Refused):
        return {"id": read.id, "refused": end.code}
    credit = [_credited(state, read, place) for place in range(len(read.wagers))]
    return statement(read, rules_of(read), end.place, credit, _coup_of(read, end))


def _credited(state: State, case: Case, place: int) -> int:
    """Return what a terminal was credited for its wager, without what that leans on."""
    terminal = _terminal(place)
    credit = state.terminals[terminal].credit
    if not _leans(case, case.wagers[place].bet):
        return credit
    round_ = state.tables[_TABLE].settled[1]
    return credit - round_.returned[round_.layouts[terminal][_MAIN].order]


def _leans(case: Case, bet: str) -> bool:
    """Say whether a bet is taken only beside another, which a case need not name for each.

    Rule: MT 8.4(b)
    """
    return not pairs_are_allowed(case.rulebook.policy.pairs, (bet,))


def _played(state: State, commands: Iterator[Command]) -> RoundSettled | Refused:
    """Take commands until the round is settled or the floor refuses one."""
    for command in commands:
        # Time stands still but for what the floor itself waits for.
        now = next_due(state) if isinstance(command, Tick) else state.now
        answer = decide(state, command, Context(now, ""))
        if isinstance(answer, Refused):
            return answer
        for event in answer:
            if isinstance(event, WagerStaged) and event.trimmed:
                return Refused(Refusal.NOT_A_MULTIPLE)  # A case is played as it is, or not at all.
            evolve(state, event, now)
        settled = _settlement_in(answer)
        if settled:
            return settled
    raise AssertionError("a procedure ends with a settlement or a refusal")


def _settlement_in(events: Sequence[Event]) -> RoundSettled | None:
    return next((event for event in events if isinstance(event, RoundSettled)), None)


def _commands(state: State, case: Case) -> Iterator[Command]:
    """Yield what happens from the opening of the table to its settlement.

    Each wager has a terminal of its own: a terminal has one spot a bet.
    """
    variant = case.rulebook.code
    yield OpenTable(
        _TABLE,
        variant,
        _LIMITS,
        _PERIOD_US,
        decks=DECKS if case.decks is None else case.decks,
        tie_percent=case.tie_percent or 0,
    )
    yield LearnRole(_DEALER, "dealer", 0, 0)
    for place, stake in enumerate(case.wagers):
        terminal = _terminal(place)
        yield EnrolTerminal(terminal, (_TABLE,), place + 1, ())
        yield CreditFromCms(terminal, stake.amount + _leans(case, stake.bet), terminal)
    table = state.tables[_TABLE]
    if table.phase == "idle":
        yield NewGame(_TABLE, _DEALER)
    for place, stake in enumerate(case.wagers):
        yield StageWager(_terminal(place), _TABLE, table.round, stake.bet, stake.amount)
        if _leans(case, stake.bet):
            yield StageWager(_terminal(place), _TABLE, table.round, _MAIN, 1)
        if case.rulebook.policy.confirm_step:
            yield ConfirmWagers(_terminal(place), _TABLE, table.round)
    yield Tick()
    yield from _WORDS[case.rulebook.procedure].played(table, _DEALER, case.outcome)


def _terminal(place: int) -> str:
    return f"T{place + 1}"


def _coup_of(case: Case, settled: RoundSettled) -> Coup | None:
    """Return the hands the floor has on record."""
    if case.rulebook.shoe is None:
        return None
    player, banker = (tuple(map(card, hand.split())) for hand in settled.outcome.split("/"))
    return Coup(player, banker)
