"""Craps cases: one player's script of placements and rolls."""

from typing import Final

from openfelt.cli.case_form import CaseError, Json, listed, offered, text, wager, whole
from openfelt.core import dice
from openfelt.core.money import Cents
from openfelt.games.craps.layout import CrapsLayout, Settled
from openfelt.rulebooks.craps import craps_rules
from openfelt.rulebooks.rulebook import Rulebook

_ACTIONS: Final = ("place", "take_down", "roll")


class _Script:
    """A craps script at play: one player's layout, and what each step left."""

    def __init__(self, case: Json, rulebook: Rulebook) -> None:
        balance = whole(case.get("start_balance_cents"), "start_balance_cents")
        if balance < 0:
            raise CaseError("start_balance_cents is not below zero")
        self._rulebook = rulebook
        self._names: set[str] = set()
        self.layout = CrapsLayout(craps_rules(rulebook), Cents(balance))
        self.balances: list[int] = []
        self.rolls: list[Json] = []

    def step(self, number: int, step: object) -> None:
        if not isinstance(step, dict) or len(step.keys() & set(_ACTIONS)) != 1:
            raise CaseError(f"a step is one of {', '.join(_ACTIONS)}")
        match step:
            case {"place": dict() as entry}:
                self._place(entry)
            case {"take_down": dict() as entry}:
                self.layout.take_down(text(entry, "id"))
            case {"roll": values}:
                self._roll(number, dice.faces(values, 2))
            case _:
                raise CaseError("what is placed or taken down is an object")
        self.balances.append(self.layout.balance)

    def _place(self, entry: Json) -> None:
        name = text(entry, "id")
        bet, amount = wager(entry)
        offered(self._rulebook, bet)
        if "adds_to" in entry:
            self.layout.add(text(entry, "adds_to"), bet, Cents(amount))
            return
        if name in self._names:
            raise CaseError(f"two wagers are named {name!r}")
        if self.layout.place(name, bet, Cents(amount)) is None:
            self._names.add(name)

    def _roll(self, number: int, roll: tuple[int, ...]) -> None:
        settled = self.layout.roll(roll)
        self.rolls.append(
            {
                "step": number,
                "balance_cents": self.layout.balance,
                "open_cents": sum(standing.amount for standing in self.layout.open.values()),
                "point_after": self.layout.point,
                "settled": [_settled(one) for one in settled],
            }
        )


def _settled(settled: Settled) -> Json:
    return {
        "id": settled.wager,
        "bet": settled.standing.bet,
        "result": settled.verdict.result,
        "returned_cents": settled.returned,
        "amount_cents": settled.standing.amount,
    }


def play_script(case: Json, rulebook: Rulebook) -> Json:
    """Play a script step by step; a placement the rules refuse changes nothing and is no error."""
    script = _Script(case, rulebook)
    for number, step in enumerate(listed(case, "steps")):
        try:
            script.step(number, step)
        except ValueError as error:
            raise CaseError(f"step {number}: {error}") from None
    return {
        "id": case.get("id"),
        "balance_after_step": script.balances,
        "rolls": script.rolls,
        "final_balance_cents": script.layout.balance,
        "still_open": [
            {"id": name, "bet": standing.bet, "amount_cents": standing.amount}
            for name, standing in script.layout.open.items()
        ],
    }
