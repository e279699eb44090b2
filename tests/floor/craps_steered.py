"""Craps scripts whose player knows what he has: odds again and again on one number, and raises."""

from __future__ import annotations

from random import Random
from typing import Any

from craps_model import BEHIND, FLAT, NUMBERS, ODDS, ONE_ROLL, Script

AHEAD = {flat: odds for odds, flat in BEHIND.items()}
AMOUNTS = (1, 3, 7, 33, 100, 400, 500, 600, 700, 1_000, 1_001, 1_200, 2_500)


class Steered:
    """A script as it grows, and what it has come to so far."""

    def __init__(self, seed: int, *, lifts: bool = False) -> None:
        self._chance, self._lifts = Random(f"steered {seed}"), lifts
        self.balance = self._chance.choice((5_000, 10_000, 200_000, 10**9))
        self._script = Script(self.balance)
        self.steps: list[dict[str, Any]] = []
        for _ in range(self._chance.randint(3, 45)):
            self._step()

    @property
    def case(self) -> dict[str, Any]:
        """Return it as a case of the settlement format."""
        where = {"id": "x", "variant": "AC", "start_balance_cents": self.balance}
        return {**where, "steps": self.steps}

    def _step(self) -> None:
        draw, lies = self._chance.random(), self._script.lies
        if draw < 0.33:
            self._roll()
        elif self._lifts and draw < 0.4 and lies:
            self.steps.append({"take_down": {"id": self._chance.choice(lies).name}})
        else:
            self._place()

    def _roll(self) -> None:
        dice = self._chance.randint(1, 6), self._chance.randint(1, 6)
        self._script.roll(dice)
        self.steps.append({"roll": list(dice)})

    def _place(self) -> None:
        draw, lies = self._chance.random(), self._script.lies
        on = [one for one in lies if one.on]
        name, amount = f"w{len(self.steps)}", self._chance.choice(AMOUNTS)
        entry: dict[str, Any] = {"id": name, "amount_cents": amount}
        if on and draw < 0.55:
            one = self._chance.choice(on)
            entry["bet"] = f"{AHEAD[one.bet]}:{one.on}"
        elif lies and draw < 0.65:
            one = self._chance.choice(lies)
            entry |= {"bet": one.bet, "adds_to": one.name}
        else:
            pools = FLAT, FLAT, NUMBERS, ONE_ROLL, ODDS
            entry["bet"] = self._chance.choice(self._chance.choice(pools))
        self.steps.append({"place": entry})
        self._script.place(name, entry["bet"], amount, entry.get("adds_to"))
