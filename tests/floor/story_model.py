"""LT and SB once more, written from the books and in no other words than a transcript's.

A storyteller draws a story, and this model says what must come of each line.  Nothing of the
floor is imported: the two agree because both are right, or one of them is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SIDES = ("player", "banker")
PAIRS = ("player_pair", "banker_pair")
RANKS, SUITS = "A23456789TJQK", "CDHS"
TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}


def money(cents: int) -> str:
    return f"{cents / 100:.2f}"


@dataclass
class Sign:
    """What is written at the table, in cents; 0 where it says nothing.

    `pause` is for how many seconds a result is looked at.
    """

    minimum: int
    maximum: int
    unit: int
    total: int = 0
    aggregate: int = 0
    differential: int = 0
    tie: int = 0
    rejects: bool = False
    pause: int = 0

    def most(self, bet: str) -> int:
        if bet in SIDES and self.differential:
            return 0
        return self.tie if bet == "tie" and self.tie else self.maximum

    def down(self, amount: int) -> int:
        """Return the highest amount that wagers may have and that is not above this one."""
        base = self.minimum if amount >= self.minimum else 0
        return base + (amount - base) // self.unit * self.unit


@dataclass
class Chips:
    """A wager; whichever was raised last is the newest."""

    owner: str
    bet: str
    amount: int
    locked: bool = False


@dataclass
class Player:
    """`leaving`: all credit is cashed out, and wagers are still on the table."""

    credit: int = 0
    seated: bool = False
    leaving: bool = False


@dataclass
class Slip:
    amount: int
    paid: bool = False


class No(Exception):
    """The answer is a refusal."""


@dataclass
class Table:
    """A table with its players; money is in cents."""

    sign: Sign
    game: str
    players: dict[str, Player]
    laid: list[Chips] = field(default_factory=list)
    taking: bool = False
    closed: bool = False
    bank: int = 0
    slips: list[Slip] = field(default_factory=list)

    @property
    def bets(self) -> tuple[str, ...]:
        if self.game == "LT":
            return (*SIDES, *SIDES, "tie", *PAIRS, "small")
        plain = ("small", "big", "number:4", "total:9", "total:4", "player")
        return (*plain, "any_triple", "triple:2", "double:5", "combo:1-2")

    def spot(self, who: str, bet: str) -> Chips | None:
        return next((one for one in self.laid if (one.owner, one.bet) == (who, bet)), None)

    def own(self, who: str) -> list[Chips]:
        return [one for one in self.laid if one.owner == who]

    def staked(self, who: str) -> int:
        return sum(one.amount for one in self.own(who))

    def pay_in(self, who: str, amount: int) -> None:
        player = self.players[who]
        player.credit, player.seated, player.leaving = player.credit + amount, True, False

    def _open(self) -> None:
        if not self.taking:
            raise No("WAGERING_IS_CLOSED")

    def bet(self, who: str, bet: str, asked: int) -> int:
        """Lay chips; return what stands there then."""
        if asked <= 0:
            raise No("AMOUNT_MUST_BE_POSITIVE")
        self._open()
        if (bet in ("small", "big")) == (self.game == "LT") and bet in ("small", "player"):
            raise No("BET_NOT_OFFERED")
        spot = self.spot(who, bet)
        if spot and spot.locked:
            raise No("WAGER_IS_CONFIRMED")
        stood = spot.amount if spot else 0
        stands = self._room(who, bet, stood, asked)
        player = self.players[who]
        if not player.seated:
            raise No("ACCOUNT_IS_CLOSED")
        if stands - stood > player.credit:
            raise No("EXCEEDS_CREDIT")
        player.credit -= stands - stood
        if spot:
            self.laid.remove(spot)
        self.laid.append(Chips(who, bet, stands))
        return stands

    def _room(self, who: str, bet: str, stood: int, asked: int) -> int:
        """Return what may stand on a spot, or say why nothing more may."""
        sign, wanted, why = self.sign, stood + asked, "NOT_A_MULTIPLE"
        if self.game == "SB" and wanted < sign.minimum:
            raise No("BELOW_MINIMUM")
        if sign.most(bet) and wanted > sign.most(bet):
            wanted, why = sign.most(bet), "ABOVE_MAXIMUM"
        room = sign.aggregate - (self.staked(who) - stood)
        if sign.aggregate and wanted > room:
            wanted, why = room, "ABOVE_AGGREGATE"
        stands = sign.down(wanted)
        least = sign.minimum if self.game == "SB" else 0
        if stands > stood and stands >= least:
            return stands
        raise No("NOT_A_MULTIPLE" if asked < sign.unit else why)

    def cancel(self, who: str, bet: str) -> None:
        self._open()
        spot = self.spot(who, bet)
        if spot is None:
            raise No("BET_NOT_OFFERED")
        if spot.locked:
            raise No("WAGER_IS_CONFIRMED")
        self._lift([spot])

    def clear(self, who: str) -> None:
        self._open()
        self._lift(self._loose(who))

    def _loose(self, who: str) -> list[Chips]:
        loose = [one for one in self.own(who) if not one.locked]
        if not loose:
            raise No("WAGER_IS_CONFIRMED" if self.own(who) else "BET_NOT_OFFERED")
        return loose

    def _lift(self, chips: list[Chips]) -> None:
        for one in chips:
            self.players[one.owner].credit += one.amount
            self.laid.remove(one)

    def confirm(self, who: str) -> None:
        self._open()
        if self.game == "SB":
            raise No("PHASE_DOES_NOT_ALLOW")
        loose = self._loose(who)
        if any(one.amount < self.sign.minimum for one in loose):
            raise No("BELOW_MINIMUM")
        if self.staked(who) < self.sign.total:
            raise No("BELOW_MINIMUM")
        if self._apart([one for one in self.laid if one.locked or one in loose]) > 0:
            raise No("ABOVE_DIFFERENTIAL")
        for one in loose:
            one.locked = True

    def _apart(self, chips: list[Chips]) -> int:
        if not self.sign.differential:
            return 0
        player, banker = (sum(one.amount for one in chips if one.bet == side) for side in SIDES)
        return abs(player - banker) - self.sign.differential

    def close(self) -> None:
        """End the period: what is confirmed is played for, of the rest what the sign allows."""
        self.taking, self.closed = False, True
        if self.game == "LT":
            while self._cut():
                pass

    def _cut(self) -> bool:
        """Give something back that cannot stand; say whether there was anything."""
        loose = [one for one in self.laid if not one.locked]
        if self.sign.rejects:
            gone = loose
        else:
            short = {who for who in self.players if self.staked(who) < self.sign.total}
            gone = [one for one in loose if one.amount < self.sign.minimum or one.owner in short]
        if gone:
            self._lift(gone)
            return True
        return self._narrow(loose)

    def _narrow(self, loose: list[Chips]) -> bool:
        excess = self._apart(self.laid)
        if excess <= 0:
            return False
        heavier = max(SIDES, key=lambda side: sum(o.amount for o in self.laid if o.bet == side))
        cut = False
        for one in reversed([one for one in loose if one.bet == heavier]):
            if excess > 0:
                kept = self.sign.down(max(0, one.amount - excess))
                excess -= one.amount - kept
                self.players[one.owner].credit += one.amount - kept
                one.amount, cut = kept, True
                if not kept:
                    self.laid.remove(one)
        return cut

    def void(self) -> None:
        if not (self.taking or self.closed):
            raise No("PHASE_DOES_NOT_ALLOW")
        self._lift(list(self.laid))
        self._over()

    def _over(self) -> None:
        self.laid, self.closed, self.taking = [], False, self.game == "SB"
        for player in self.players.values():
            if player.leaving and not player.credit:
                player.seated = False
            player.leaving = False

    def settle(self, odds: dict[str, tuple[int, int]]) -> dict[str, int]:
        """Pay by odds of (for, to); a bet that is not named has lost, at 0 it stands off."""
        won = dict.fromkeys((one.owner for one in self.laid), 0)
        for one in self.laid:
            self.bank += one.amount
            if one.bet in odds:
                gain = -(-one.amount * odds[one.bet][0] // odds[one.bet][1])
                self.players[one.owner].credit += one.amount + gain
                won[one.owner] += gain
                self.bank -= one.amount + gain
        self._over()
        self.taking = self.taking and not self.sign.pause
        return won

    def cash_out(self, who: str) -> Slip:
        player = self.players[who]
        if not player.seated:
            raise No("ACCOUNT_IS_CLOSED")
        bound = self.own(who) if self.game == "LT" or self.closed else []
        if not player.credit or bound:
            raise No("CASH_OUT_NOT_ALLOWED")
        slip = Slip(player.credit)
        self.slips.append(slip)
        player.credit = 0
        player.seated = player.leaving = bool(self.own(who))
        return slip

    def insert(self, who: str, slip: Slip) -> None:
        if self.game == "SB":
            raise No("TICKET_IN_NOT_ALLOWED")
        self.redeem(slip)
        self.pay_in(who, slip.amount)

    def redeem(self, slip: Slip) -> None:
        if slip.paid:
            raise No("TICKET_ALREADY_REDEEMED")
        slip.paid = True


def baccarat(chance: Random) -> tuple[list[str], dict[str, tuple[int, int]], str]:
    """Deal a coup by the drawing rules; return its cards, what it pays, and who has won."""
    shoe = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    chance.shuffle(shoe)
    player, banker = [shoe[0], shoe[2]], [shoe[1], shoe[3]]
    dealt = shoe[:4]
    if max(_points(player), _points(banker)) < 8:
        third = None
        if _points(player) <= 5:
            third = shoe[4]
            player.append(third)
            dealt.append(third)
        if _banker_draws(_points(banker), third):
            banker.append(shoe[5])
            dealt.append(shoe[5])
    ahead = _points(player) - _points(banker)
    winner = "player" if ahead > 0 else "banker" if ahead else "tie"
    odds = {"player": {"player": (1, 1)}, "banker": {"banker": (19, 20)}}.get(
        winner, {"tie": (8, 1), "player": (0, 1), "banker": (0, 1)}
    )
    for hand, cards in (("player_pair", player), ("banker_pair", banker)):
        if cards[0][0] == cards[1][0]:
            odds[hand] = (11, 1)
    return dealt, odds, winner


def _points(cards: list[str]) -> int:
    return sum("A23456789".find(card[0]) + 1 for card in cards) % 10


def _banker_draws(points: int, third: str | None) -> bool:
    if third is None:
        return points <= 5
    value = _points([third])
    drawn_on = {3: range(8), 4: range(2, 8), 5: range(4, 8), 6: range(6, 8)}
    if points == 3:
        return value != 8
    return points <= 2 or value in drawn_on.get(points, ())


def sicbo(chance: Random) -> tuple[list[int], dict[str, tuple[int, int]]]:
    """Throw three dice; return them and what they pay."""
    dice = [chance.randint(1, 6) for _ in range(3)]
    total, triple = sum(dice), len(set(dice)) == 1
    odds: dict[str, tuple[int, int]] = {}
    if not triple:
        odds["small" if total <= 10 else "big"] = (1, 1)
    else:
        odds["any_triple"], odds[f"triple:{dice[0]}"] = (31, 1), (190, 1)
    for face in set(dice):
        odds[f"number:{face}"] = ({1: 1, 2: 2, 3: 12}[dice.count(face)], 1)
        if dice.count(face) >= 2:
            odds[f"double:{face}"] = (12, 1)
        for other in set(dice) - set(range(face + 1)):
            odds[f"combo:{face}-{other}"] = (6, 1)
    if 4 <= total <= 17:
        odds[f"total:{total}"] = (TOTALS[min(total, 21 - total)], 1)
    return dice, odds
