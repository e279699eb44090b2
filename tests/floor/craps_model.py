"""Craps once more, written from the book: what may lie where, and what a roll makes of it.

Nothing of the product is imported.  The same verdicts serve a script of the settlement format
(`Script`) and a table with players (`Table`), so both are held to one reading of the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

POINTS = (4, 5, 6, 8, 9, 10)
CRAPS = (2, 3, 12)
HOPS = tuple(f"hop:{a}-{b}" for a in range(1, 7) for b in range(a, 7))
ONE_ROLL = ("field", "any_seven", "any_craps", "c", "e", "c_and_e", "horn", *HOPS)
NUMBERS = (
    *(f"{kind}:{n}" for kind in ("place", "buy", "place_lose", "lay") for n in POINTS),
    *(f"hard:{n}" for n in (4, 6, 8, 10)),
    "big_6",
    "big_8",
)
BEHIND = {
    "odds": "pass_line",
    "come_odds": "come",
    "dont_odds": "dont_pass",
    "dont_come_odds": "dont_come",
}
ODDS = tuple(f"{kind}:{n}" for kind in BEHIND for n in POINTS)
FLAT = ("pass_line", "dont_pass", "come", "dont_come")
COMES = ("come", "dont_come")
TRAVELLED = tuple(f"{kind}:{n}" for kind in COMES for n in POINTS)
CODES = (*FLAT, *ODDS, *NUMBERS, *ONE_ROLL)

TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
AGAINST = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
STANDS, DRAW, LOST = "stands", "draw", "lost"
Verdict = str | Fraction


def outer(n: int) -> int:
    """Return which of 4, 5 and 6 has the odds of this number."""
    return min(n, 14 - n)


def parts(code: str) -> tuple[str, int]:
    """Return kind and number of a code; no number is 0, a hop's are its kind."""
    kind, _, tail = code.partition(":")
    return kind, int(tail) if tail.isdigit() else 0


def before_seven(total: int, n: int, pays: Fraction) -> Verdict:
    return pays if total == n else LOST if total == 7 else STANDS


def seven_before(total: int, n: int, pays: Fraction) -> Verdict:
    return pays if total == 7 else LOST if total == n else STANDS


def of_number(kind: str, n: int, dice: tuple[int, int]) -> Verdict:
    total = sum(dice)
    match kind:
        case "place":
            return before_seven(total, n, PLACE[outer(n)])
        case "buy":
            return before_seven(total, n, TRUE[outer(n)])
        case "place_lose":
            return seven_before(total, n, AGAINST[outer(n)])
        case "lay":
            return seven_before(total, n, 1 / TRUE[outer(n)])
        case "big_6" | "big_8":
            return before_seven(total, int(kind[-1]), Fraction(1))
        case _:
            if total == n and dice[0] == dice[1]:
                return Fraction(15, 2) if n in (4, 10) else Fraction(9)
            return LOST if total in (n, 7) else STANDS


def of_one_roll(code: str, dice: tuple[int, int]) -> Verdict:
    """Return what wins on each unit of the stake; a Horn is answered by its own rule."""
    total = sum(dice)
    wins: dict[str, dict[int, Fraction]] = {
        "field": {n: Fraction(2 if n in (2, 12) else 1) for n in (2, 3, 4, 9, 10, 11, 12)},
        "any_seven": {7: Fraction(9, 2)},
        "any_craps": dict.fromkeys(CRAPS, Fraction(15, 2)),
        "c": dict.fromkeys(CRAPS, Fraction(15, 2)),
        "e": {11: Fraction(16)},
        "c_and_e": {**dict.fromkeys(CRAPS, Fraction(13, 4)), 11: Fraction(15, 2)},
    }
    if code in wins:
        return wins[code].get(total, LOST)
    faces = code[4:].split("-")
    if sorted(map(int, faces)) != sorted(dice):
        return LOST
    return Fraction(33 if dice[0] == dice[1] else 16)


def of_line(kind: str, on: int, total: int) -> Verdict:
    """Judge a line, Come or Don't wager; `on` is its number, 0 as long as it has none."""
    right = kind in ("pass_line", "come")
    if on:
        return (before_seven if right else seven_before)(total, on, Fraction(1))
    if total in POINTS:
        return STANDS
    if total in (7, 11):
        return Fraction(1) if right else LOST
    if right:
        return LOST
    return DRAW if total == 12 else Fraction(1)


def returned(code: str, on: int, amount: int, dice: tuple[int, int]) -> int | None:
    """Return what comes back of a wager on a roll; nothing is 0, undecided is None."""
    kind, n = parts(code)
    total = sum(dice)
    if kind == "horn":
        quarter = amount // 4
        return quarter * {2: 34, 3: 17, 11: 17, 12: 34}.get(total, 0)
    if code in ONE_ROLL:
        verdict = of_one_roll(code, dice)
    elif kind in BEHIND:
        judge = seven_before if kind.startswith("dont") else before_seven
        pays = TRUE[outer(n)]
        verdict = judge(total, n, 1 / pays if kind.startswith("dont") else pays)
    elif kind in FLAT:
        verdict = of_line(kind, on or n, total)
    else:
        verdict = of_number(kind, n, dice)
    if isinstance(verdict, Fraction):
        return amount + -(-amount * verdict.numerator // verdict.denominator)
    return {STANDS: None, DRAW: amount, LOST: 0}[verdict]


def commission(code: str, amount: int) -> int:
    kind, n = parts(code)
    if kind == "buy":
        return amount // 20
    return int(amount / TRUE[outer(n)] / 20) if kind == "lay" else 0


def next_point(point: int, total: int) -> int:
    if point:
        return 0 if total in (point, 7) else point
    return total if total in POINTS else 0


def cap(code: str, flat: int) -> int:
    """Return how much may lie behind so much of a flat wager, in cents."""
    kind, n = parts(code)
    if kind.startswith("dont"):
        return int(2 * flat * TRUE[outer(n)])
    return 2 * flat


@dataclass(frozen=True)
class Sign:
    """What the sign at the table says, in cents."""

    least: int
    most: int
    unit: int

    def fits(self, amount: int) -> int:
        """Return the highest amount not above one that may lie on a spot, 0 for none."""
        amount = min(amount, self.most)
        return 0 if amount < self.least else amount - (amount - self.least) % self.unit


@dataclass
class Seat:
    """A player: what his meter shows, and what lies where, with how much of it stood before.

    A spot is a code and the number it has travelled to, 0 as long as it has not.
    """

    credit: int
    lies: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    @property
    def held(self) -> int:
        return sum(commission(code, amount) for (code, _), (amount, _) in self.lies.items())

    @property
    def staked(self) -> int:
        return sum(amount for amount, _ in self.lies.values())


class Table:
    """A table with players, written from the book: what each act does, or that it is refused."""

    def __init__(self, sign: Sign, seats: dict[str, Seat]) -> None:
        self.sign, self.seats, self.point = sign, seats, 0
        self.bank = self.earned = 0

    def spot(self, bet: str) -> tuple[str, int]:
        """Return where chips on a bet of the layout lie."""
        kind, n = parts(bet)
        if kind in ("pass_line", "dont_pass"):
            return kind, self.point
        return (kind, n) if bet in TRAVELLED else (bet, 0)

    def _taken(self, seat: Seat, spot: tuple[str, int], asked: int) -> bool:
        """Say whether the book lets chips be laid there, the sign and the meter aside."""
        code, on = spot
        kind, n = parts(code)
        lies = seat.lies.get(spot, [0, 0])[0]
        if code not in CODES or (code == "horn" and asked % 4):
            return False
        if on:
            return lies > 0 and code in ("pass_line", "come")
        if kind in BEHIND:
            flat = seat.lies.get((BEHIND[kind], n), [0, 0])[0]
            return flat > 0 and lies + asked <= cap(code, flat)
        return code != "dont_come" or self.point > 0

    def lay(self, name: str, bet: str, asked: int) -> bool:
        """Lay chips, trimmed to the sign; say whether any were."""
        seat, spot = self.seats[name], self.spot(bet)
        lies, stood = seat.lies.get(spot, [0, 0])
        if asked <= 0 or not self._taken(seat, spot, asked):
            return False
        total = self.sign.fits(lies + asked)
        total -= total % 4 if spot[0] == "horn" else 0
        cost = total - lies + commission(spot[0], total) - commission(spot[0], lies)
        if total <= lies or cost > seat.credit:
            return False
        seat.credit -= cost
        seat.lies[spot] = [total, stood]
        return True

    def lift(self, name: str, bet: str, amount: int | None) -> bool:
        """Take chips down, all that may be where no amount is said; say whether any were."""
        seat, spot = self.seats[name], self.spot(bet)
        if spot not in seat.lies:
            return False
        lies, stood = seat.lies[spot]
        bound = stood if spot[1] and spot[0] in ("pass_line", "come") else 0
        if amount is None:
            amount = lies - bound
        left = lies - amount
        if amount <= 0 or left < bound or (spot[0] == "horn" and left % 4):
            return False
        if left not in (0, stood) and self.sign.fits(left) != left:
            return False
        self._leave(seat, spot, left)
        for kind, flat in BEHIND.items():
            odds = (f"{kind}:{spot[1]}", 0)
            if flat == spot[0] and spot[1] and odds in seat.lies:
                most = cap(odds[0], left)
                if seat.lies[odds][0] > most:
                    self._leave(seat, odds, self.sign.fits(most))
        return True

    def _leave(self, seat: Seat, spot: tuple[str, int], left: int) -> None:
        lies, stood = seat.lies.pop(spot)
        seat.credit += lies - left + commission(spot[0], lies) - commission(spot[0], left)
        if left:
            seat.lies[spot] = [left, min(stood, left)]

    def roll(self, dice: tuple[int, int]) -> None:
        """Judge all that lies there, move what travels, and the point."""
        for seat in self.seats.values():
            stays: dict[tuple[str, int], list[int]] = {}
            for (code, on), (amount, _) in seat.lies.items():
                back = returned(code, on, amount, dice)
                if back is None:
                    number = on or (sum(dice) if code in FLAT else 0)
                    stays[code, number] = [amount, amount]
                    continue
                seat.credit += back
                self.bank += amount - back
                self.earned += commission(code, amount)
            seat.lies = stays
        self.point = next_point(self.point, sum(dice))

    def void(self, *, whole: bool = False) -> None:
        """Give back what was laid in the period, or all."""
        for seat in self.seats.values():
            for spot, (_, stood) in list(seat.lies.items()):
                self._leave(seat, spot, 0 if whole else stood)

    def send_back(self, name: str) -> None:
        """Give back all that a player has."""
        for spot in list(self.seats[name].lies):
            self._leave(self.seats[name], spot, 0)


@dataclass
class Lies:
    """A wager of a script: where it has travelled to, and what lies there."""

    name: str
    bet: str
    amount: int
    on: int = 0


class Script:
    """One player who places and rolls, as the settlement format has it."""

    def __init__(self, balance: int) -> None:
        self.balance = balance
        self.point = 0
        self.lies: list[Lies] = []

    def _may(self, bet: str, amount: int) -> bool:
        kind, n = parts(bet)
        if bet not in CODES or (kind == "horn" and amount % 4):
            return False
        if kind in ("pass_line", "dont_pass"):
            return not self.point
        if kind == "dont_come":
            return bool(self.point)
        if kind in BEHIND:
            flat = sum(one.amount for one in self.lies if (one.bet, one.on) == (BEHIND[kind], n))
            laid = sum(one.amount for one in self.lies if one.bet == bet)
            return flat > 0 and laid + amount <= cap(bet, flat)
        return True

    def place(self, name: str, bet: str, amount: int, adds_to: str | None = None) -> None:
        """Lay a wager if the book lets it; else nothing changes."""
        if amount + commission(bet, amount) > self.balance:
            return
        if adds_to is not None:
            for one in self.lies:
                # Raised is what has its number, and what is in its own period still.
                if one.name == adds_to and one.bet == bet and bet in ("pass_line", "come"):
                    one.amount += amount
                    self.balance -= amount
            return
        if self._may(bet, amount):
            self.balance -= amount + commission(bet, amount)
            self.lies.append(Lies(name, bet, amount))

    def roll(self, dice: tuple[int, int]) -> list[dict[str, Any]]:
        """Judge all, move the point; return what was settled."""
        settled = []
        for one in list(self.lies):
            back = returned(one.bet, one.on, one.amount, dice)
            if back is None:
                if one.bet in FLAT and not one.on:
                    one.on = sum(dice)
                continue
            self.lies.remove(one)
            self.balance += back
            drew = one.bet.startswith("dont") and not one.on and sum(dice) == 12
            result = "lose" if not back else "push" if drew else "win"
            settled.append(
                {
                    "id": one.name,
                    "bet": one.bet,
                    "result": result,
                    "returned_cents": back,
                    "amount_cents": one.amount,
                }
            )
        self.point = next_point(self.point, sum(dice))
        return settled


def play_script(case: dict[str, Any]) -> dict[str, Any]:
    """Answer a case of the settlement format."""
    script = Script(case["start_balance_cents"])
    after: list[int] = []
    rolls: list[dict[str, Any]] = []
    for number, step in enumerate(case["steps"]):
        if placed := step.get("place"):
            script.place(placed["id"], placed["bet"], placed["amount_cents"], placed.get("adds_to"))
        else:
            settled = script.roll(tuple(step["roll"]))
            rolls.append(
                {
                    "step": number,
                    "balance_cents": script.balance,
                    "open_cents": sum(one.amount for one in script.lies),
                    "point_after": script.point or None,
                    "settled": settled,
                }
            )
        after.append(script.balance)
    return {
        "id": case["id"],
        "balance_after_step": after,
        "rolls": rolls,
        "final_balance_cents": script.balance,
        "still_open": [one.name for one in script.lies],
    }
