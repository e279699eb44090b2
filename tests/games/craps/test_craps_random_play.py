"""Random scripts, played by the layout and by a second opinion that shares no code with it."""

from fractions import Fraction
from math import ceil, floor
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.core.money import Cents
from openfelt.games.craps.layout import CrapsLayout, Settled
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.craps import craps_rules

START: Final = 6_000
PAIRS: Final = ((4, 10), (5, 9), (6, 8))
NUMBERS: Final = sorted(number for pair in PAIRS for number in pair)
BEHIND: Final = {
    "odds": "pass_line",
    "come_odds": "come",
    "dont_odds": "dont_pass",
    "dont_come_odds": "dont_come",
}
ONE_ROLL: Final = {
    "field": {2: "2", 3: "1", 4: "1", 9: "1", 10: "1", 11: "1", 12: "2"},
    "any_seven": {7: "9/2"},
    "any_craps": {2: "15/2", 3: "15/2", 12: "15/2"},
    "c": {2: "15/2", 3: "15/2", 12: "15/2"},
    "e": {11: "16"},
    "c_and_e": {2: "13/4", 3: "13/4", 11: "15/2", 12: "13/4"},
    "horn": {2: "15/2", 3: "13/4", 11: "13/4", 12: "15/2"},
}
# What is paid on 4 and 10, on 5 and 9, on 6 and 8.
RIGHT_SIDE: Final = {
    **dict.fromkeys(("pass_line", "come"), "1 1 1"),
    **dict.fromkeys(("odds", "come_odds", "buy"), "2 3/2 6/5"),
    "place": "9/5 7/5 7/6",
}
WRONG_SIDE: Final = {
    **dict.fromkeys(("dont_pass", "dont_come"), "1 1 1"),
    **dict.fromkeys(("dont_odds", "dont_come_odds", "lay"), "1/2 2/3 5/6"),
    "place_lose": "5/11 5/8 4/5",
}
PAID: Final = {
    (kind, number): Fraction(net)
    for kind, row in (RIGHT_SIDE | WRONG_SIDE).items()
    for net, pair in zip(row.split(), PAIRS, strict=True)
    for number in pair
}
HARD: Final = {4: "15/2", 6: "9", 8: "9", 10: "15/2"}

# Won at a rate, drawn or lost; None: not decided.
Fate = tuple[str, Fraction] | None
LOST: Final = ("lose", Fraction(-1))
Wager = tuple[str, int, int | None]


def parts(bet: str) -> tuple[str, int]:
    kind, _, number = bet.partition(":")
    return kind, int(number) if number.isdigit() else 0


def fate(bet: str, own: int | None, a: int, b: int) -> Fate:
    """Say how a wager ends on a roll, if it does."""
    kind, number = parts(bet)
    total = a + b
    if bet.startswith("hop"):
        hit = bet in (f"hop:{a}-{b}", f"hop:{b}-{a}")
        return ("win", Fraction(33 if a == b else 16)) if hit else LOST
    if kind in ONE_ROLL:
        return ("win", Fraction(ONE_ROLL[kind][total])) if total in ONE_ROLL[kind] else LOST
    if kind == "hard" and total == number:
        return ("win", Fraction(HARD[number])) if a == b else LOST
    if kind in ("big_6", "big_8") and total == int(kind[-1]):
        return "win", Fraction(1)
    if kind not in RIGHT_SIDE and kind not in WRONG_SIDE:
        return LOST if total == 7 else None
    number = number or own or 0
    if number:
        if total not in (number, 7):
            return None
        return ("win", PAID[kind, number]) if (total == 7) == (kind in WRONG_SIDE) else LOST
    if total in NUMBERS:
        return None
    if total == 12 and kind in WRONG_SIDE:
        return "push", Fraction(0)
    return ("win", Fraction(1)) if (total in (7, 11)) == (kind in RIGHT_SIDE) else LOST


class SecondOpinion:
    """The same game told with dictionaries."""

    def __init__(self) -> None:
        self.balance = START
        self.point: int | None = None
        self.open: dict[str, Wager] = {}
        self.lost = self.won = self.fees = 0

    def on(self, bet: str, number: int | None = None) -> int:
        return sum(a for b, a, own in self.open.values() if b == bet and own == number)

    def cap(self, bet: str) -> int:
        kind, number = parts(bet)
        flat = self.on(BEHIND[kind], number)
        return floor(2 * flat / PAID[kind, number]) if kind in WRONG_SIDE else 2 * flat

    def fee(self, bet: str, amount: int) -> int:
        kind, number = parts(bet)
        possible = {"buy": Fraction(amount), "lay": amount * PAID["lay", number or 4]}
        return floor(possible.get(kind, Fraction(0)) * 5 / 100)

    def refusal(self, bet: str, amount: int) -> str | None:
        kind, _ = parts(bet)
        if kind in BEHIND and not self.cap(bet):
            return "LINE_WAGER_NEEDED"
        if kind in BEHIND and self.on(bet) + amount > self.cap(bet):
            return "ABOVE_ODDS_LIMIT"
        if bet == "horn" and amount % 4:
            return "NOT_A_MULTIPLE"
        wrong_phase = ("dont_come",) if self.point is None else ("pass_line", "dont_pass")
        return "PHASE_DOES_NOT_ALLOW" if bet in wrong_phase else None

    def place(self, name: str, bet: str, amount: int) -> str | None:
        refusal, fee = self.refusal(bet, amount), self.fee(bet, amount)
        if refusal or amount + fee > self.balance:
            return refusal or "EXCEEDS_CREDIT"
        self.balance -= amount + fee
        self.fees += fee
        self.open[name] = (bet, amount, None)
        return None

    def add(self, name: str, bet: str, amount: int) -> str | None:
        found, already, own = self.open.get(name, ("", 0, None))
        if found != bet or bet not in ("pass_line", "come"):
            return "WAGER_CANNOT_BE_RAISED"
        if amount > self.balance:
            return "EXCEEDS_CREDIT"
        self.balance -= amount
        self.open[name] = (bet, already + amount, own)
        return None

    def take_down(self, name: str) -> str | None:
        bet, amount, own = self.open.get(name, ("", 0, None))
        if not bet or (bet in ("pass_line", "come") and own):
            return "WAGER_CANNOT_BE_TAKEN_DOWN"
        del self.open[name]
        self.balance += amount + self.fee(bet, amount)
        self.fees -= self.fee(bet, amount)
        for odds, (bet, amount, own) in reversed(list(self.open.items())):
            if parts(bet)[0] in BEHIND:
                cut = min(amount, max(0, self.on(bet) - self.cap(bet)))
                self.balance += cut
                self.open[odds] = (bet, amount - cut, own)
        self.open = {one: wager for one, wager in self.open.items() if wager[1]}
        return None

    def roll(self, a: int, b: int) -> list[tuple[str, str, int]]:
        told = []
        for name, (bet, amount, own) in list(self.open.items()):
            end = fate(bet, own, a, b)
            if end is None:
                travels = bet in BEHIND.values() and own is None
                self.open[name] = (bet, amount, a + b if travels else own)
                continue
            result, rate = end
            back = amount + ceil(amount * rate)
            self.balance += back
            self.won += max(0, back - amount)
            self.lost += max(0, amount - back)
            del self.open[name]
            told.append((name, result, back))
        if self.point is None:
            self.point = a + b if a + b in NUMBERS else None
        elif a + b in (self.point, 7):
            self.point = None
        return told


LINES: Final = list(BEHIND.values())
BETS: Final = [
    *LINES,
    *(f"{kind}:{n}" for kind in BEHIND for n in NUMBERS),
    *(f"{kind}:{n}" for kind in ("place", "buy", "place_lose", "lay") for n in NUMBERS),
    *(f"hard:{n}" for n in HARD),
    *("big_6", "big_8", *ONE_ROLL),
    *("hop:1-1", "hop:2-6", "hop:3-4"),
]
DIE: Final = st.integers(1, 6)
AMOUNT: Final = st.one_of(st.integers(1, 60), st.integers(1, 12).map(lambda n: 100 * n))
STEP: Final = st.one_of(
    st.tuples(st.just("place"), st.sampled_from(LINES), AMOUNT),
    st.tuples(st.just("place"), st.sampled_from(BETS), AMOUNT),
    st.tuples(st.just("odds"), st.integers(0, 9), AMOUNT),
    st.tuples(st.just("add"), st.integers(0, 9), AMOUNT),
    st.tuples(st.just("down"), st.integers(0, 9), AMOUNT),
    st.tuples(st.just("roll"), DIE, DIE),
    st.tuples(st.just("roll"), DIE, DIE),
)
Step = tuple[str, str | int, int]
SCRIPT: Final = st.lists(STEP, min_size=15, max_size=45)


def odds_on(wager: Wager) -> str:
    """Return the odds that lie behind a wager, and for most wagers themselves: a mere try."""
    bet, _, own = wager
    return next((f"{odds}:{own}" for odds, line in BEHIND.items() if own and line == bet), bet)


def told_by(settled: list[Settled]) -> list[tuple[str, str, int]]:
    return [(one.wager, one.verdict.result.value, one.returned) for one in settled]


def take(step: Step, name: str, table: CrapsLayout, second: SecondOpinion) -> tuple[object, object]:
    """Let both take a step, and return what they answer."""
    verb, which, number = step
    if verb == "roll":
        return told_by(table.roll((int(which), number))), second.roll(int(which), number)
    bet, amount = str(which), Cents(number)
    if verb == "place":
        return table.place(name, bet, amount), second.place(name, bet, amount)
    target = ([*second.open, "nobody"])[int(which) % (len(second.open) + 1)]
    if verb == "down":
        return table.take_down(target), second.take_down(target)
    wager = second.open.get(target, ("come", 0, None))
    if verb == "odds":
        bet = odds_on(wager)
        return table.place(name, bet, amount), second.place(name, bet, amount)
    return table.add(target, wager[0], amount), second.add(target, wager[0], amount)


@settings(deadline=None)
@given(SCRIPT)
def test_the_layout_agrees_with_a_second_opinion_at_every_step(steps: list[Step]) -> None:
    table, second = CrapsLayout(craps_rules(AC), Cents(START)), SecondOpinion()
    for place, step in enumerate(steps):
        answer, expected = take(step, f"w{place}", table, second)
        assert answer == expected
        assert (table.balance, table.point) == (second.balance, second.point)
        assert {n: (w.bet, w.amount, w.point) for n, w in table.open.items()} == second.open


@settings(deadline=None)
@given(SCRIPT)
def test_no_cent_appears_or_vanishes(steps: list[Step]) -> None:
    table, second = CrapsLayout(craps_rules(AC), Cents(START)), SecondOpinion()
    for place, step in enumerate(steps):
        take(step, f"w{place}", table, second)
        standing = sum(wager.amount for wager in table.open.values())
        assert table.balance >= 0
        assert table.balance + standing + second.lost + second.fees - second.won == START
