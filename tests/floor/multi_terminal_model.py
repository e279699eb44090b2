"""Multi Terminal once more, written from its book and in no other words than a transcript's.

As in `story_model` nothing of the floor is imported.  Here are its games, and what a table of any
of them does with money: confirmed wagers, voids, corrections, and accounts that left meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from random import Random

from story_model import PAIRS, SIDES, TOTALS, No, baccarat

Returns = Callable[[str], Fraction]
"""What comes back of each cent on a bet, the stake with it."""

WHEEL = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
TRACK = {
    "tier": ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36)),
    "orfanelli": ((1,), (6, 9), (14, 17), (17, 20), (31, 34)),
    "near_of_0": ((4, 7), (12, 15), (18, 21), (19, 22), (32, 35))
    + ((25, 26, 28, 29),) * 2
    + ((0, 2, 3),) * 2,
}
HALVES = {
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
    "even": set(range(2, 37, 2)),
    "odd": set(range(1, 37, 2)),
    "red": RED,
    "black": set(range(1, 37)) - RED,
}


@dataclass(frozen=True)
class Came:
    """An outcome: in the words of a transcript, what it returns, and whether it was a tie."""

    words: str
    returns: Returns
    tie: bool = False


def covered(bet: str) -> tuple[set[int], ...]:
    """Return the numbers of each piece of a wager at roulette."""
    if bet in TRACK:
        return tuple(set(numbers) for numbers in TRACK[bet])
    if bet in HALVES:
        return (HALVES[bet],)
    kind, _, where = bet.partition(":")
    named = [int(number) for number in where.split("-")]
    first = named[0]
    if kind.startswith("neighbours"):
        reach, middle = int(kind[-1]), WHEEL.index(first)
        return tuple({WHEEL[(middle + step) % 37]} for step in range(-reach, reach + 1))
    if kind == "row":
        return (set(range(first, 37, 3)),)
    if kind == "dozen":
        return (set(range(12 * first - 11, 12 * first + 1)),)
    if kind == "six_line":
        return (set(range(first, named[1] + 1)),)
    return (set(named),)


def wheel(number: int) -> Came:
    """Every bet pays as if its numbers were all the 36 there are: 35 to 1 on one, 1 to 1 on 18."""

    def returns(bet: str) -> Fraction:
        pieces = covered(bet)
        won = sum(Fraction(36, len(numbers)) for numbers in pieces if number in numbers)
        return Fraction(won) / len(pieces)

    return Came(f"number {number}", returns)


def tumbler(dice: tuple[int, ...]) -> Came:
    total, triple = sum(dice), len(set(dice)) == 1

    def odds(bet: str) -> int:
        kind, _, where = bet.partition(":")
        named = [int(face) for face in where.split("-") if face]
        if kind in ("small", "big"):
            return int(not triple and (total <= 10) is (kind == "small"))
        if kind == "number":
            return (0, 1, 2, 12)[dice.count(named[0])]
        if kind == "combo":
            return 6 * (set(named) <= set(dice))
        if kind == "total":
            return TOTALS[min(total, 21 - total)] if named == [total] else 0
        if kind == "double":
            return 11 * (dice.count(named[0]) >= 2)
        return triple and (31 if kind == "any_triple" else 180 * (dice[0] == named[0]))

    def returns(bet: str) -> Fraction:
        won = odds(bet)
        return Fraction(won + 1 if won else 0)

    return Came(f"dice {' '.join(map(str, dice))}", returns)


def coup(chance: Random, method: str) -> Came:
    """Deal; by method B a Banker who wins with six pays half, by method A always 19 to 20."""
    cards, odds, winner = baccarat(chance)
    if winner == "banker" and method == "B":
        odds["banker"] = (1, 2) if _banker(cards) == 6 else (1, 1)

    def returns(bet: str) -> Fraction:
        return 1 + Fraction(*odds[bet]) if bet in odds else Fraction(0)

    return Came(f"cards {' '.join(cards)}", returns, winner == "tie")


def _banker(cards: list[str]) -> int:
    """Count the Banker's hand: his third is the last one, unless the Player alone drew."""
    value = ["A23456789".find(card[0]) + 1 for card in cards]
    player, banker = (value[0] + value[2]) % 10, (value[1] + value[3]) % 10
    drew = len(cards) == 6 or (len(cards) == 5 and player >= 6)
    return (banker + value[-1] * drew) % 10


BETS = {
    "MT_ROULETTE": (
        *("red", "odd", "low", "straight:17", "straight:0", "split:14-17", "split:0-2"),
        *("street:0-1-2", "street:34-35-36", "corner:0-1-2-3", "corner:25-26-28-29"),
        *("six_line:4-9", "row:2", "dozen:3", "tier", "orfanelli", "near_of_0"),
        *("neighbours1:0", "neighbours2:17"),
    ),
    "MT_SICBO": (
        *("small", "big", "number:6", "number:1", "double:5", "triple:2", "any_triple"),
        *("combo:1-2", "combo:5-6", "total:4", "total:9", "total:12", "total:17"),
    ),
    "MT_A": (*SIDES, *SIDES, "tie", *PAIRS),
    "MT_B": (*SIDES, *SIDES, "tie", *PAIRS),
}


def draw(chance: Random, variant: str) -> Came:
    """Return what comes next: what many bets win on, and ties, more often than by chance."""
    if variant == "MT_ROULETTE":
        return wheel(chance.choice((0, 17, 25, 33, chance.randrange(37))))
    if variant == "MT_SICBO":
        few = chance.choice(((6, 6, 6), (2, 2, 2), (5, 5, 6), (1, 1, 2)))
        return tumbler(chance.choice((few, tuple(chance.choices(range(1, 7), k=3)))))
    came, tie = coup(chance, variant[-1]), chance.random() < 0.2
    while tie and not came.tie:
        came = coup(chance, variant[-1])
    return came


def pieces(variant: str, bet: str) -> int:
    return len(covered(bet)) if variant == "MT_ROULETTE" else 1


@dataclass
class Account:
    """Somebody's time at a terminal; `owes` and `claims` go by the round they come from."""

    terminal: str
    credit: int = 0
    left: bool = False
    sent_away: bool = False
    ticket: int = 0
    owes: dict[int, int] = field(default_factory=dict)
    claims: dict[int, int] = field(default_factory=dict)


@dataclass
class Chips:
    """A wager; whichever was raised last is the newest."""

    account: Account
    bet: str
    amount: int
    locked: bool = False


@dataclass
class Played:
    """A settled round: what was played for, and what it gave each account as it now stands."""

    stakes: list[Chips]
    given: list[tuple[Account, int]]


@dataclass
class Slip:
    amount: int
    state: str = "issued"


@dataclass
class Shoe:
    """How many coups are left once the cutting card was seen, and which coup it came in.

    A coup begins with its first card.  `excess` lay face up when the one before it was over, and
    lies there while the last one may prove to have been a tie.
    """

    left: int | None = None
    cut: int = 0
    dealt: bool = False
    excess: str = ""

    def coup_over(self, number: int, *, tie: bool) -> None:
        if self.dealt and self.cut == number:
            self.left = int(tie)
        elif self.dealt and self.left:
            self.left = 0
        elif not self.dealt and self.cut == number:
            self.cut = number + 1
        self.dealt = False
        if self.left == 0 and self.cut != number:
            self.excess = ""

    def corrected(self, number: int, *, tie: bool, last: bool) -> None:
        """Let another result of its last coup earn one more, or none, until that has begun."""
        if number == self.cut and self.left is not None and last:
            self.left = int(tie)


BETWEEN = ("idle", "settled", "void")


@dataclass
class Table:
    """A Multi Terminal table with its players; money is in cents."""

    variant: str
    minimum: int
    maximum: int
    differential: int = 0
    phase: str = "idle"
    round: int = 0
    suspended: bool = False
    seats: dict[str, Account] = field(default_factory=dict)
    everybody: list[Account] = field(default_factory=list)
    laid: list[Chips] = field(default_factory=list)
    played: dict[int, Played] = field(default_factory=dict)
    slips: list[Slip] = field(default_factory=list)
    barred: set[str] = field(default_factory=set)
    faulty: set[str] = field(default_factory=set)
    posted: tuple[int, int] | None = None
    bank: int = 0
    shoe: Shoe = field(default_factory=Shoe)
    no_bets: set[int] = field(default_factory=set)

    # Players

    def own(self, who: str) -> list[Chips]:
        return [one for one in self.laid if one.account.terminal == who]

    def staked(self, who: str) -> int:
        return sum(one.amount for one in self.own(who))

    def _locked(self, who: str) -> bool:
        return any(one.locked for one in self.own(who))

    def _may_play(self, who: str) -> None:
        if who in self.faulty:
            raise No("TERMINAL_OUT_OF_SERVICE")
        if who in self.barred:
            raise No("TERMINAL_IS_EXCLUDED")

    def _open(self, who: str) -> None:
        self._may_play(who)
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if self.phase != "wagering":
            raise No("WAGERING_IS_CLOSED")

    def pay_in(self, who: str, amount: int) -> None:
        self._may_play(who)
        if self._locked(who):
            raise No("CASH_IN_NOT_ALLOWED")
        if who not in self.seats:
            self.seats[who] = Account(who)
            self.everybody.append(self.seats[who])
        self.seats[who].credit += amount

    def bet(self, who: str, bet: str, asked: int) -> int:
        """Lay chips; return what stands there then."""
        self._open(who)
        if bet not in BETS[self.variant]:
            raise No("BET_NOT_OFFERED")
        spot = next((one for one in self.own(who) if one.bet == bet), None)
        if spot and spot.locked:
            raise No("WAGER_IS_CONFIRMED")
        stood = spot.amount if spot else 0
        stands = self._room(bet, stood, asked)
        if who not in self.seats:
            raise No("ACCOUNT_IS_CLOSED")
        account = self.seats[who]
        if stands - stood > account.credit:
            raise No("EXCEEDS_CREDIT")
        account.credit -= stands - stood
        if spot:
            self.laid.remove(spot)
        self.laid.append(Chips(account, bet, stands))
        return stands

    def _room(self, bet: str, stood: int, asked: int) -> int:
        """Limits hold for each piece; what is no multiple is snapped down to the next that is."""
        each = pieces(self.variant, bet)
        unit, most, wanted = self.minimum * each, self.maximum * each, stood + asked
        if wanted < unit:
            raise No("BELOW_MINIMUM")
        stands = min(wanted, most) // unit * unit
        if stands > stood:
            return stands
        raise No("NOT_A_MULTIPLE" if asked < unit else "ABOVE_MAXIMUM")

    def _loose(self, who: str) -> list[Chips]:
        loose = [one for one in self.own(who) if not one.locked]
        if not loose:
            raise No("WAGER_IS_CONFIRMED" if self.own(who) else "BET_NOT_OFFERED")
        return loose

    def _lift(self, chips: list[Chips]) -> None:
        for one in chips:
            one.account.credit += one.amount
            self.laid.remove(one)

    def cancel(self, who: str, bet: str) -> None:
        self._open(who)
        spots = [one for one in self.own(who) if one.bet == bet]
        if not spots:
            raise No("BET_NOT_OFFERED")
        if spots[0].locked:
            raise No("WAGER_IS_CONFIRMED")
        self._lift(spots)

    def clear(self, who: str) -> None:
        self._open(who)
        self._lift(self._loose(who))

    def confirm(self, who: str) -> None:
        self._open(who)
        loose = self._loose(who)
        apart, then = (self._apart(also) for also in ([], loose))
        if self.differential and then > max(self.differential, apart):
            raise No("ABOVE_DIFFERENTIAL")
        bets = {one.bet for one in self.own(who)}
        if bets & set(PAIRS) and not bets & {*SIDES, "tie"}:
            raise No("MAIN_WAGER_NEEDED")
        for one in loose:
            one.locked = True

    def _apart(self, also: list[Chips]) -> int:
        chips = [one for one in self.laid if one.locked or one in also]
        player, banker = (sum(one.amount for one in chips if one.bet == side) for side in SIDES)
        return abs(player - banker)

    def cash_out(self, who: str) -> int:
        if who in self.faulty:
            raise No("TERMINAL_OUT_OF_SERVICE")
        if who not in self.seats:
            raise No("ACCOUNT_IS_CLOSED")
        account = self.seats[who]
        waits = self.phase not in (*BETWEEN, "wagering") and not account.sent_away
        loose = [one for one in self.own(who) if not one.locked]
        if self._locked(who) or waits or not (account.credit or loose):
            raise No("CASH_OUT_NOT_ALLOWED")
        self._lift(loose)
        self.slips.append(Slip(account.credit))
        account.credit, account.left, account.ticket = 0, True, len(self.slips)
        del self.seats[who]
        return self.slips[-1].amount

    def redeem(self, slip: Slip) -> None:
        if slip.state != "issued":
            raise No("TICKET_IS_HELD" if slip.state == "held" else "TICKET_ALREADY_REDEEMED")
        slip.state = "redeemed"

    # The round

    def new_game(self) -> None:
        self._goes(BETWEEN)
        if self.shoe.left == 0:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.phase, self.round = "wagering", self.round + 1

    def _goes(self, phases: tuple[str, ...]) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if self.phase not in phases:
            raise No("PHASE_DOES_NOT_ALLOW")

    def close(self) -> None:
        """End the period: what is confirmed is played for, the rest goes back."""
        if self.phase == "wagering" and not self.suspended:
            self._lift([one for one in self.laid if not one.locked])
            self.phase = "closed"

    def go_on(self, after: str, then: str) -> None:
        self._goes((after,))
        self.phase = then

    def void(self) -> None:
        if self.phase in BETWEEN:
            raise No("PHASE_DOES_NOT_ALLOW")
        self._lift(list(self.laid))
        self._over("void", tie=False)

    def _over(self, phase: str, *, tie: bool) -> None:
        """End the round; what was announced while it ran holds from now on.

        A card that was exposed too many is the first of a coup without wagers.
        """
        self.shoe.coup_over(self.round, tie=tie)
        self.phase, self.suspended = phase, False
        self.minimum, self.maximum = self.posted or (self.minimum, self.maximum)
        self.posted = None
        self._begin_with_excess()

    def _begin_with_excess(self) -> None:
        if self.shoe.excess and self.shoe.left != 0:
            self.begin_no_bet()

    def settle(self, came: Came) -> None:
        stakes, self.laid = self.laid, []
        given = _by_account(stakes, came)
        self.played[self.round] = Played(stakes, given)
        self.bank += sum(one.amount for one in stakes) - sum(due for _, due in given)
        for account, due in given:
            account.credit += due
        self._over("settled", tie=came.tie)

    def begin_no_bet(self) -> None:
        """Deal on without wagers: those that were confirmed go back."""
        self.round += self.phase in BETWEEN
        self._lift(list(self.laid))
        self.no_bets.add(self.round)
        self.phase, self.shoe.dealt, self.shoe.excess = "dealing", True, ""

    def run_out(self) -> None:
        """No card is left though one is due."""
        self.shoe.excess = ""
        self.void()
        self.shoe.left = 0

    def draw_first(self) -> None:
        """With its first card a coup for which nothing was wagered becomes one without wagers."""
        if not self.shoe.dealt and not self.laid:
            self.no_bets.add(self.round)
        self.shoe.dealt = True

    def draw_early(self) -> None:
        """A card before the period is over: nothing goes on but by a void."""
        self.suspended = self.shoe.dealt = True

    # Staff

    def correct(self, number: int, came: Came | None) -> None:
        """Give each account what is due by what came; by nothing, its stakes.  Move differences."""
        if number not in self.played:
            raise No("PHASE_DOES_NOT_ALLOW")
        round_ = self.played[number]
        due = _by_account(round_.stakes, came)
        for (account, got), (_, now) in zip(round_.given, due, strict=True):
            self.bank -= now - got
            self._move(account, number, now - got)
        round_.given = due
        last = number == self.round and self.phase in BETWEEN
        self.shoe.corrected(number, tie=bool(came and came.tie), last=last)
        if came is None:
            del self.played[number]
            self.phase = "void" if last else self.phase
        elif last:
            self._begin_with_excess()

    def _move(self, account: Account, number: int, more: int) -> None:
        """What is owed for the round is forgiven first; who has left gives and gets by a claim."""
        forgiven = max(0, min(more, account.owes.get(number, 0)))
        account.owes[number] = account.owes.get(number, 0) - forgiven
        more -= forgiven
        if account.left:
            account.claims[number] = account.claims.get(number, 0) + more
            slip = self.slips[account.ticket - 1]
            if account.claims[number] < 0 and slip.state == "issued":
                slip.state = "held"
            return
        for one in [one for one in reversed(self.own(account.terminal)) if not one.locked]:
            if account.credit + more < 0:
                self._lift([one])
        account.owes[number] += max(0, -more - account.credit)
        account.credit = max(0, account.credit + more)

    def give_back(self, who: str) -> None:
        self._lift(self.own(who))

    def send_away(self, who: str) -> None:
        if who not in self.seats:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.seats[who].sent_away = True
        self.give_back(who)

    def break_terminal(self, who: str) -> None:
        """Its wagers go back while the period runs; later the records say what they were."""
        if who in self.faulty:
            raise No("TERMINAL_OUT_OF_SERVICE")
        self.faulty.add(who)
        if self.phase == "wagering":
            self.give_back(who)

    def break_system(self) -> None:
        if self.phase == "wagering":
            self.void()
        elif self.phase not in BETWEEN:
            self.suspended = True

    def resume(self) -> None:
        if not self.suspended or self.phase == "wagering":
            raise No("PHASE_DOES_NOT_ALLOW")
        self.suspended = False

    # What there is in all

    @property
    def recoverable(self) -> int:
        owed = sum(sum(one.owes.values()) for one in self.everybody)
        return owed - sum(min(0, due) for one in self.everybody for due in one.claims.values())

    def due(self, terminal: str) -> int:
        claims = [one.claims for one in self.everybody if one.terminal == terminal]
        return sum(max(0, due) for by_round in claims for due in by_round.values())


def _by_account(stakes: list[Chips], came: Came | None) -> list[tuple[Account, int]]:
    """Return what each account that played is due, in the order in which they laid."""
    accounts = list({id(one.account): one.account for one in stakes}.values())
    return [
        (
            account,
            sum(
                ceil(one.amount * came.returns(one.bet)) if came else one.amount
                for one in stakes
                if one.account is account
            ),
        )
        for account in accounts
    ]
