"""A craps table's past, played from its first roll on: written from decision 50, not from the code.

Every period is what somebody really did; dice may be other ones afterwards.  It always begins at
the beginning, keeps each account's chips apart and knows no record but its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from craps_model import BEHIND, cap, commission, next_point, parts, returned

Who = tuple[str, int]
Dice = tuple[int, int]


@dataclass
class Chips:
    """What somebody did with chips on a spot: a spot that has its number is `come@5`."""

    who: Who
    spot: str
    amount: int


@dataclass
class Kept:
    """What somebody forfeited: chips of a void roll, and the commission he paid with them."""

    who: Who
    amount: int
    fee: int


@dataclass
class Period:
    """What was laid and taken down before a roll, and its dice; None where it was void.

    It `ends` what was played where the table was closed, and all that stood went back.
    """

    laid: list[Chips] = field(default_factory=list)
    taken: list[Chips] = field(default_factory=list)
    dice: Dice | None = None
    kept: tuple[Kept, ...] = ()
    ends: bool = False


def bet_of(spot: str) -> tuple[str, int]:
    """Return the bet of a spot as the model's verdicts name it, and its number."""
    code, _, number = spot.partition("@")
    return code, int(number or 0)


class Past:
    """What a list of periods comes to."""

    def __init__(self, periods: list[Period]) -> None:
        self.point = 0
        self.lies: dict[Who, dict[str, int]] = {}
        self.cash: dict[Who, int] = {}
        self.earned = 0
        self.void: list[Chips] = []
        for period in periods:
            self._played(period)

    def spots(self, terminal: str) -> dict[str, int]:
        """Return what lies there of whoever sits at a terminal."""
        return {
            spot: amount
            for (name, _), spots in self.lies.items()
            if name == terminal
            for spot, amount in spots.items()
        }

    def give_up(self, who: Who) -> list[Chips]:
        """Take all of an account off: it gets it back."""
        gone = [Chips(who, spot, amount) for spot, amount in self.lies.get(who, {}).items()]
        for chips in gone:
            self._off(chips)
        return gone

    def _played(self, period: Period) -> None:
        for chips in period.taken:
            self._off(self._now_at(chips))
        for who in {chips.who for chips in period.taken}:
            self._uncovered(who)
        if period.dice is None:
            for kept in period.kept:
                self._pay(kept.who, -kept.amount - kept.fee)
                self.earned += kept.fee
            if period.ends:
                self._end()
            return
        for chips in period.laid:
            for other in [who for who in self.lies if who[0] == chips.who[0]]:
                if other != chips.who:
                    self.give_up(other)
        for odds in (False, True):
            for chips in period.laid:
                if (parts(chips.spot)[0] in BEHIND) is odds:
                    self._on(chips)
        self._roll(period.dice)

    def _end(self) -> None:
        """Give all back that stands, and take the puck off."""
        for who in list(self.lies):
            self.give_up(who)
        self.point = 0

    def _pay(self, who: Who, amount: int) -> None:
        self.cash[who] = self.cash.get(who, 0) + amount

    def _change(self, who: Who, spot: str, to: int) -> None:
        """Let an amount lie on a spot; chips and commission go from or to the account."""
        spots = self.lies.setdefault(who, {})
        was = spots.get(spot, 0)
        code, _ = bet_of(spot)
        self._pay(who, was - to + commission(code, was) - commission(code, to))
        spots[spot] = to
        if not to:
            del spots[spot]

    def _off(self, chips: Chips) -> None:
        lies = self.lies.get(chips.who, {}).get(chips.spot, 0)
        self._change(chips.who, chips.spot, lies - min(lies, chips.amount))

    def _flat(self, who: Who, odds: str) -> int:
        kind, number = parts(odds)
        return self.lies.get(who, {}).get(f"{BEHIND[kind]}@{number}", 0)

    def _uncovered(self, who: Who) -> None:
        for spot, amount in list(self.lies.get(who, {}).items()):
            if parts(spot)[0] in BEHIND:
                self._change(who, spot, min(amount, cap(spot, self._flat(who, spot))))

    def _now_at(self, chips: Chips) -> Chips:
        """Return chips on a line where the line is: it has one wager, whatever the point."""
        code, number = bet_of(chips.spot)
        follows = number and self.point and code in ("pass_line", "dont_pass")
        return Chips(chips.who, f"{code}@{self.point}", chips.amount) if follows else chips

    def _on(self, laid: Chips) -> None:
        chips = self._now_at(laid)
        lies = self.lies.get(chips.who, {}).get(chips.spot, 0)
        if self._may(chips, lies):
            self._change(chips.who, chips.spot, lies + chips.amount)
        else:
            self.void.append(laid)

    def _may(self, chips: Chips, lies: int) -> bool:
        code, number = bet_of(chips.spot)
        if number:
            return lies > 0
        if parts(code)[0] in BEHIND:
            return lies + chips.amount <= cap(code, self._flat(chips.who, code))
        if code in ("pass_line", "dont_pass"):
            return not self.point
        return bool(self.point) or code != "dont_come"

    def _roll(self, dice: Dice) -> None:
        for who, spots in self.lies.items():
            after: dict[str, int] = {}
            for spot, amount in spots.items():
                code, number = bet_of(spot)
                back = returned(code, number, amount, dice)
                if back is not None:
                    self._pay(who, back)
                    self.earned += commission(code, amount)
                    continue
                moves = code in ("pass_line", "dont_pass", "come", "dont_come") and not number
                to = f"{code}@{sum(dice)}" if moves else spot
                after[to] = after.get(to, 0) + amount
            self.lies[who] = after
        self.point = next_point(self.point, sum(dice))
