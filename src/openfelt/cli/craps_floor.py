"""A craps script played on a floor in memory: credit, wagers, rolls, as a pit would take them.

Nothing is settled here.  What the floor credits is the answer, and what it refuses changes nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from openfelt.cli.case_form import CaseError, Json, listed, offered, text, wager, whole
from openfelt.core import dice
from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.clock import Tick, next_due
from openfelt.floor.money.account import CreditFromCms, EnrolTerminal
from openfelt.floor.money.payout import CashOut
from openfelt.floor.play.craps.position import code_of, play_at, position_of
from openfelt.floor.play.craps.words import WORDS
from openfelt.floor.question import FinishCashOut
from openfelt.floor.rounds.round import RoundSettled
from openfelt.floor.state import Limits, Stake, State, Table
from openfelt.floor.table import OpenTable
from openfelt.floor.wagers.take_down import TakeDown
from openfelt.floor.wagers.wager import StageWager, WagersCancelled, WagerTakenDown
from openfelt.floor.whole import decide, evolve
from openfelt.games.craps.placement import BOUND, FLAT_OF
from openfelt.rulebooks.rulebook import Rulebook

_TABLE: Final = "case"
_PERIOD_US: Final = 1_000_000
# A cent is as good as any amount, and nothing is too much.
_LIMITS: Final = Limits(minimum=1, maximum=0, unit=1)
# These lie at one terminal: they lean on each other, and to raise one is to lay it twice.
_TOGETHER: Final = {*FLAT_OF, *FLAT_OF.values()}
_ACTIONS: Final = ("place", "take_down", "roll")


@dataclass(slots=True)
class _Wager:
    """A wager of the script and where the floor has it; odds may lie somewhere `alone` besides."""

    name: str
    bet: str
    terminal: str
    position: str
    amount: int
    alone: str = ""


class _Script:
    """A script at play: the player's balance, and his wagers, the oldest first.

    He sits at as many terminals as he has wagers on one bet, for a terminal has one spot a bet.
    Odds lean on a line and stay at its terminal: there those on one number are one wager.  What
    each gets by itself shows at a stand-in's, who has the same lines and only one of the odds.
    """

    def __init__(self, case: Json, rulebook: Rulebook) -> None:
        self.balance = whole(case.get("start_balance_cents"), "start_balance_cents")
        if self.balance < 0:
            raise CaseError("start_balance_cents is not below zero")
        self._rulebook = rulebook
        self._state = State("case")
        self._serial = 0
        self._names: set[str] = set()
        self.wagers: list[_Wager] = []
        self.balances: list[int] = []
        self.rolls: list[Json] = []
        self.refused: list[Json] = []
        self._done(OpenTable(_TABLE, rulebook.code, _LIMITS, _PERIOD_US))
        self._odds: Counter[str] = Counter()
        self._stand_ins = [f"S{number}" for number in range(1, 1 + _odds_on_one_bet(case))]
        for seat, name in enumerate(self._stand_ins, 100):
            self._done(EnrolTerminal(name, (_TABLE,), seat, ()))

    @property
    def _table(self) -> Table:
        return self._state.tables[_TABLE]

    def _do(self, command: Command) -> tuple[Event, ...] | Refused:
        # Time stands still but for what the floor itself waits for.
        now = next_due(self._state) if isinstance(command, Tick) else self._state.now
        answer = decide(self._state, command, Context(now, ""))
        if not isinstance(answer, Refused):
            for event in answer:
                evolve(self._state, event, now)
        return answer

    def _done(self, command: Command) -> tuple[Event, ...]:
        answer = self._do(command)
        assert not isinstance(answer, Refused), answer
        return answer

    def step(self, number: int, step: object) -> None:
        if not isinstance(step, dict) or len(step.keys() & set(_ACTIONS)) != 1:
            raise CaseError(f"a step is one of {', '.join(_ACTIONS)}")
        match step:
            case {"place": dict() as entry}:
                self._noted(number, self._place(entry))
            case {"take_down": dict() as entry}:
                self._noted(number, self._take_down(text(entry, "id")))
            case {"roll": values}:
                self._roll(number, dice.faces(values, 2))
            case _:
                raise CaseError("what is placed or taken down is an object")
        self.balances.append(self.balance)

    def _noted(self, number: int, refusal: Refusal | None) -> None:
        if refusal is not None:
            self.refused.append({"step": number, "refused": refusal})

    def _place(self, entry: Json) -> Refusal | None:
        name = text(entry, "id")
        bet, amount = wager(entry)
        offered(self._rulebook, bet)
        if "adds_to" in entry:
            return self._add(text(entry, "adds_to"), bet, amount)
        if name in self._names:
            raise CaseError(f"two wagers are named {name!r}")
        laid = _Wager(name, bet, self._terminal(bet), position_of(self._table, bet), amount)
        refusal = self._lay(laid, amount)
        if refusal is None:
            self._names.add(name)
            self.wagers.append(laid)
        return refusal

    def _add(self, name: str, bet: str, amount: int) -> Refusal | None:
        """Raise a wager: by this format only what is bound to its number takes more."""
        target = self._named(name)
        if target is None or target.bet != bet or bet not in BOUND:
            return Refusal.WAGER_CANNOT_BE_RAISED
        refusal = self._lay(target, amount)
        if refusal is None:
            target.amount += amount
        return refusal

    def _named(self, name: str) -> _Wager | None:
        return next((one for one in self.wagers if one.name == name), None)

    def _terminal(self, bet: str) -> str:
        """Return the first terminal that has nothing on a bet, set up if need be.

        What is new is not laid to what has its number: that is for the script to say.
        """
        taken = {one.terminal for one in self.wagers if one.bet == bet}
        is_on = "@" in position_of(self._table, bet)
        together = bet.partition(":")[0] in _TOGETHER and not is_on
        seat = 1 if together else next(n for n in count(1) if f"T{n}" not in taken)
        if f"T{seat}" not in self._state.terminals:
            self._done(EnrolTerminal(f"T{seat}", (_TABLE,), seat, ()))
        return f"T{seat}"

    def _lay(self, laid: _Wager, amount: int) -> Refusal | None:
        self._fund(laid.terminal)
        bet = code_of(laid.position)
        if bet.partition(":")[0] in FLAT_OF:
            return self._lay_odds(laid)
        refusal = self._asked(StageWager(laid.terminal, _TABLE, self._table.round, bet, amount))
        if refusal is None and laid.terminal == "T1" and laid.bet in _TOGETHER:
            for name in self._stand_ins:
                self._stand_in(name, bet, amount)
        return refusal

    def _lay_odds(self, laid: _Wager) -> Refusal | None:
        """Lay odds beside all others, who have one cap, and where they lie alone."""
        self._odds[laid.bet] += 1
        where = (laid.terminal, _TABLE, self._table.round, laid.bet)
        refusal = self._asked(StageWager(*where, laid.amount))
        if refusal is None and self._stand_ins:
            laid.alone = self._stand_ins[self._odds[laid.bet] - 1]
            self._stand_in(laid.alone, laid.bet, laid.amount)
        return refusal

    def _stand_in(self, name: str, bet: str, amount: int) -> None:
        """Let somebody whose money is no part of the case lay the same."""
        self._done(CreditFromCms(name, amount, self._next()))
        self._done(StageWager(name, _TABLE, self._table.round, bet, amount))

    def _fund(self, terminal: str) -> None:
        """Let the player bring his balance along, no cent more or less."""
        if self._state.terminals[terminal].credit == self.balance:
            return
        if self._state.terminals[terminal].credit:
            number = self._next()
            self._done(CashOut(terminal, number))
            self._done(FinishCashOut(terminal, number))
        if self.balance:
            self._done(CreditFromCms(terminal, self.balance, self._next()))

    def _next(self) -> str:
        self._serial += 1
        return f"case-{self._serial}"  # A number alone could be that of a demo's ticket.

    def _asked(self, command: StageWager | TakeDown) -> Refusal | None:
        """Do what the player wants; his balance is changed by what his meter says."""
        terminal = self._state.terminals[command.terminal]
        before = terminal.credit
        answer = self._do(command)
        if isinstance(answer, Refused):
            # The player has an account, where his last cent opened none at this terminal either.
            closed = answer.code is Refusal.ACCOUNT_IS_CLOSED
            return Refusal.EXCEEDS_CREDIT if closed else answer.code
        self.balance += terminal.credit - before
        for event in answer:
            self._came_back(event)
        return None

    def _came_back(self, event: Event) -> None:
        match event:
            case WagerTakenDown():
                self._cut(event.terminal, event.bet, event.amount)
            case WagersCancelled():
                for stake in event.wagers:
                    self._cut(stake.terminal, stake.bet, stake.amount)
            case _:
                pass

    def _cut(self, terminal: str, position: str, amount: int) -> None:
        """Lift chips off the wagers of a spot, the newest first."""
        for one in reversed(self._on(terminal, position)):
            less = min(amount, one.amount)
            one.amount, amount = one.amount - less, amount - less
            if one.alone and less:
                self._done(TakeDown(one.alone, _TABLE, self._table.round, one.bet, less))
        self.wagers = [one for one in self.wagers if one.amount]

    def _on(self, terminal: str, position: str) -> list[_Wager]:
        return [w for w in self.wagers if (w.terminal, w.position) == (terminal, position)]

    def _take_down(self, name: str) -> Refusal | None:
        target = self._named(name)
        # A raise of this period could be lifted still; a wager of the script goes whole or stays.
        if target is None or (target.bet in BOUND and "@" in target.position):
            return Refusal.WAGER_CANNOT_BE_TAKEN_DOWN
        self._fund(target.terminal)
        # What was laid last on a spot comes back first, and here the one that is named does.
        self.wagers.remove(target)
        self.wagers.append(target)
        where = (target.terminal, _TABLE, self._table.round, code_of(target.position))
        return self._asked(TakeDown(*where, target.amount))

    def _roll(self, number: int, roll: tuple[int, ...]) -> None:
        played = [t for name, t in self._state.terminals.items() if name not in self._stand_ins]
        before = sum(terminal.credit for terminal in played)
        self._done(Tick())
        events = [e for command in WORDS.played(self._table, "", roll) for e in self._done(command)]
        self.balance += sum(terminal.credit for terminal in played) - before
        settled = next(event for event in events if isinstance(event, RoundSettled))
        decided = list(self._decided(settled))
        for move in settled.moved:
            for one in self._on(move.terminal, move.bet):
                one.position = move.to
        self.rolls.append(
            {
                "step": number,
                "balance_cents": self.balance,
                "open_cents": sum(one.amount for one in self.wagers),
                "point_after": play_at(self._table).point or None,
                "settled": decided,
            }
        )

    def _decided(self, settled: RoundSettled) -> Iterator[Json]:
        """Yield the script's wagers of each spot, each with its part of what the spot got."""
        rules = self._state.rules(self._table)
        pairs = zip(settled.decided, settled.returned, strict=True)
        got = {(stake.terminal, stake.bet): returned for stake, returned in pairs}
        for stake in settled.decided:
            for one, part in self._parts(stake, got):
                self.wagers.remove(one)
                yield {
                    "id": one.name,
                    "bet": one.bet,
                    "result": rules.ruling(stake.bet, settled.place).result,
                    "returned_cents": part,
                    "amount_cents": one.amount,
                }

    def _parts(
        self, stake: Stake, got: Mapping[tuple[str, str], int]
    ) -> Iterator[tuple[_Wager, int]]:
        """Part what a spot got among its wagers; odds get what they got where they lay alone."""
        laid = said = 0
        whole_spot = got[stake.terminal, stake.bet]
        for one in self._on(stake.terminal, stake.bet):
            laid += one.amount
            part = whole_spot * laid // stake.amount - said
            said += part
            if one.alone:
                by_itself = got[one.alone, stake.bet]
                self.balance += by_itself - part
                part = by_itself
            yield one, part


def _odds_on_one_bet(case: Json) -> int:
    """Return how often odds are laid on one bet at the most; where it is once, none stands in."""
    steps = case.get("steps")
    placed = (
        [step.get("place") for step in steps if isinstance(step, dict)]
        if isinstance(steps, list)
        else []
    )
    bets = [str(entry.get("bet")) for entry in placed if isinstance(entry, dict)]
    most = max(Counter(bet for bet in bets if bet.partition(":")[0] in FLAT_OF).values(), default=0)
    return most if most > 1 else 0


def play_script(case: Json, rulebook: Rulebook) -> Json:
    """Play a script step by step; each refusal is named with its step."""
    script = _Script(case, rulebook)
    for number, step in enumerate(listed(case, "steps")):
        try:
            script.step(number, step)
        except ValueError as error:
            raise CaseError(f"step {number}: {error}") from None
    said: Json = {
        "id": case.get("id"),
        "balance_after_step": script.balances,
        "rolls": script.rolls,
        "final_balance_cents": script.balance,
        "still_open": [
            {"id": one.name, "bet": one.bet, "amount_cents": one.amount} for one in script.wagers
        ],
    }
    return said | {"refusals": script.refused} if script.refused else said
