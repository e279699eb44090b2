"""The rest of Multi Terminal's model: what players and staff do now and then.

Chips moved, doubled and laid again, rounds without wagers that were ordered, dice that are covered,
recognised, exposed or doubted, tables that staff stops, cards shuffled out of turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from multi_terminal_model import BETWEEN, Came, Chips, Shoe, Table, pieces
from story_model import No

CONTINUOUS = -1
GIVEN, SHUT = 3, "closed_table"
ROUNDS = (0, 1, 2, CONTINUOUS)
# One bet on which nothing more can lie keeps no other from being laid again.
LIMITS = ("ABOVE_MAXIMUM", "BELOW_MINIMUM", "NOT_A_MULTIPLE")


@dataclass
class OtherShoe(Shoe):
    """A shoe whose cards may be shuffled before they are at their end; then nothing earns more.

    `hidden` lies face down until the next coup turns it.
    """

    shuffle: bool = False
    gone: bool = False
    hidden: bool = False

    def coup_over(self, number: int, *, tie: bool) -> None:
        super().coup_over(number, tie=tie)
        if self.left == 0 and self.cut != number:
            self.hidden = False
        if self.shuffle:
            self.take_out()

    def take_out(self) -> None:
        self.left, self.gone, self.shuffle, self.excess, self.hidden = 0, True, False, "", False

    def corrected(self, number: int, *, tie: bool, last: bool) -> None:
        if not self.gone:
            super().corrected(number, tie=tie, last=last)


@dataclass
class Board(Table):
    """A table with all that is rare; `spoiled` is a stop that only a void ends."""

    early: bool = False
    recognised: bool = False
    tumbled: bool = False
    spoiled: bool = False
    doubted: bool = False
    ordered: int = 0
    closes_after: int = 0
    by_rule: set[int] = field(default_factory=set)
    lie: list[str] = field(default_factory=list)
    last: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    shoe: OtherShoe = field(default_factory=OtherShoe)

    # Chips

    def pay_in(self, who: str, amount: int) -> None:
        is_new = who not in self.seats
        super().pay_in(who, amount)
        if is_new:
            self.last.pop(who, None)

    def _spot(self, who: str, bet: str) -> Chips:
        """Return chips that are not confirmed."""
        self._open(who)
        spot = next((one for one in self.own(who) if one.bet == bet), None)
        if spot is None:
            raise No("BET_NOT_OFFERED")
        if spot.locked:
            raise No("WAGER_IS_CONFIRMED")
        return spot

    def _leave(self, spot: Chips, amount: int) -> None:
        """Take some of a wager off; what is left could have been laid so."""
        left, unit = spot.amount - amount, self.minimum * pieces(self.variant, spot.bet)
        if 0 < left < unit:
            raise No("BELOW_MINIMUM")
        if left % unit:
            raise No("NOT_A_MULTIPLE")
        spot.amount = left
        if not left:
            self.laid.remove(spot)

    def take_down(self, who: str, bet: str, amount: int) -> None:
        spot = self._spot(who, bet)
        if amount > spot.amount:
            raise No("EXCEEDS_CREDIT")
        self._leave(spot, amount)
        spot.account.credit += amount

    def move(self, who: str, bet: str, to: str, amount: int) -> None:
        """What may lie on the other bet goes there, the rest stays; it is the newest then."""
        self._open(who)
        if bet == to and any(one.bet == bet for one in self.own(who)):
            raise No("BET_NOT_OFFERED")
        spot = self._spot(who, bet)
        if amount > spot.amount:
            raise No("EXCEEDS_CREDIT")
        there = next((one for one in self.own(who) if one.bet == to), None)
        if there and there.locked:
            raise No("WAGER_IS_CONFIRMED")
        stood = there.amount if there else 0
        stands = self._room(to, stood, amount)
        self._leave(spot, stands - stood)
        if there:
            self.laid.remove(there)
        self.laid.append(Chips(spot.account, to, stands))

    def repeat(self, who: str) -> None:
        self._open(who)
        if who not in self.last:
            raise No("BET_NOT_OFFERED")
        self._lay_all(who, self.last[who])

    def double(self, who: str) -> None:
        self._open(who)
        self._lay_all(who, [(one.bet, one.amount) for one in self._loose(who)])

    def _lay_all(self, who: str, wanted: Iterable[tuple[str, int]]) -> None:
        """Lay what there is room for, and that as a whole or not at all."""
        lies = {one.bet: one for one in self.own(who)}
        more: list[tuple[str, int]] = []
        full: list[str] = []
        for bet, amount in wanted:
            if bet in lies and lies[bet].locked:
                raise No("WAGER_IS_CONFIRMED")
            stood = lies[bet].amount if bet in lies else 0
            try:
                more.append((bet, self._room(bet, stood, amount) - stood))
            except No as no:
                if str(no) not in LIMITS:
                    raise
                full.append(str(no))
        if not more:
            raise No(full[0])
        if who not in self.seats:
            raise No("ACCOUNT_IS_CLOSED")
        if sum(amount for _, amount in more) > self.seats[who].credit:
            raise No("EXCEEDS_CREDIT")
        for bet, amount in more:
            self.bet(who, bet, amount)

    def void_wagers(self, who: str) -> None:
        if not self.own(who):
            raise No("BET_NOT_OFFERED")
        self.give_back(who)

    # The round

    def new_game(self) -> None:
        super().new_game()
        self.tumbled = False

    def confirm(self, who: str) -> None:
        super().confirm(who)
        self.ordered = max(0, self.ordered)

    def close(self) -> None:
        was_open = self.phase == "wagering" and not self.suspended
        super().close()
        if was_open:
            self._remember()

    def _remember(self) -> None:
        played: dict[str, list[tuple[str, int]]] = {}
        for one in self.laid:
            played.setdefault(one.account.terminal, []).append((one.bet, one.amount))
        self.last |= played

    def settle(self, came: Came) -> None:
        super().settle(came)
        self.lie = sorted(came.words.split()[1:])

    def _over(self, phase: str, *, tie: bool) -> None:
        """End the round; one that is void was not among the three before the close."""
        self.spoiled = self.doubted = False
        if phase == "void" and self.closes_after - GIVEN < self.round and self.closes_after:
            self.closes_after += 1
        super()._over(phase, tie=tie)

    def _begin_with_excess(self) -> None:
        if 0 < self.closes_after <= self.round:
            self.phase, self.closes_after, self.ordered, self.shoe.excess = SHUT, 0, 0, ""
        else:
            super()._begin_with_excess()

    def draw_early(self) -> None:
        super().draw_early()
        self.spoiled, self.shoe.hidden = True, False

    def run_out(self) -> None:
        super().run_out()
        self.shoe.hidden = False

    def draw_unseen(self) -> None:
        """Draw a card face down: too many, for the next coup, too early, or the first of this."""
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        between = self.phase in BETWEEN
        if (between and self.shoe.left == 0) or self.shoe.hidden:
            raise No("PHASE_DOES_NOT_ALLOW")
        if self.phase == "wagering":
            self.draw_early()
        elif self.phase == "closed":
            self.draw_first()
            self.phase = "dealing"
        else:
            self.shoe.hidden = True

    def turn_first(self) -> None:
        """Turn the card that lies there: it is the first of its coup, and of no other kind."""
        self.draw_first()
        self.phase = "dealing"

    def begin_no_bet(self) -> None:
        super().begin_no_bet()
        self.by_rule.add(self.round)
        self.shoe.hidden = False

    def draw_first(self) -> None:
        self.shoe.hidden = False
        before = self.round in self.no_bets
        super().draw_first()
        if self.round in self.no_bets and not before:
            self.by_rule.add(self.round)

    def order(self, rounds: int) -> None:
        self.ordered = rounds

    def no_bet(self) -> None:
        """Begin a round without wagers, or make one of a period for which nobody wagered."""
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        without = self.round in self.no_bets and self.phase not in BETWEEN
        if without and self.round in self.by_rule and self.phase != "result_pending":
            return
        free = self.phase == "closed" and not self.laid and not without
        if not self.ordered or not (self.phase in BETWEEN or free):
            raise No("PHASE_DOES_NOT_ALLOW")
        if self.phase in BETWEEN:
            if self.shoe.left == 0:
                raise No("PHASE_DOES_NOT_ALLOW")
            self.round, self.phase, self.tumbled = self.round + 1, "closed", False
            if self.shoe.hidden:
                self.phase, self.shoe.hidden = "dealing", False
        self.no_bets.add(self.round)
        if self.ordered > 0:
            self.ordered -= 1

    # Dice

    @property
    def _covered(self) -> bool:
        return self.early and not (self.round in self.no_bets and self.phase not in BETWEEN)

    def tumble(self) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if self.phase != ("wagering" if self._covered else "closed") or self.tumbled:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.tumbled = True
        if self.phase == "closed":
            self.phase = "tumbling"

    def _lies_there(self) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if not self.tumbled or self.phase not in ("closed", "tumbling"):
            raise No("PHASE_DOES_NOT_ALLOW")

    def enter(self, came: Came) -> None:
        """The dealer says the dice: that settles, or is held against what was recognised."""
        if not self.recognised:
            self._lies_there()
            self.settle(came)
            return
        self._goes(("settled",))
        if sorted(came.words.split()[1:]) != self.lie:
            self.suspended = self.doubted = True

    def recognise(self, came: Came) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if not self.recognised:
            raise No("PHASE_DOES_NOT_ALLOW")
        self._lies_there()
        self.settle(came)

    def cock(self) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if not self.tumbled or self.phase in BETWEEN:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.void()

    def expose(self) -> None:
        """Nothing more is laid; dice of this very round spoil it."""
        self._goes(("wagering",))
        self.close()
        self.suspended = self.spoiled = self.early

    def call_off(self) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        if not (
            self.phase in ("closed", "tumbling") or (self.phase == "wagering" and self.tumbled)
        ):
            raise No("PHASE_DOES_NOT_ALLOW")
        self.void()

    # Staff

    def announce_close(self) -> None:
        """Whoever is there is given three rounds more; said again that takes none of them back."""
        after = self.round + GIVEN
        self.closes_after = min(after, self.closes_after or after)

    def keep_open(self) -> None:
        if not self.closes_after:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.closes_after = 0

    def open_again(self) -> None:
        """Open with its rounds counted on, and a shoe that nobody has drawn from."""
        self.phase, self.shoe = "idle", OtherShoe()

    def suspend(self) -> None:
        if self.suspended:
            raise No("TABLE_IS_SUSPENDED")
        self.suspended = True

    def resume(self) -> None:
        if not self.suspended or self.spoiled:
            raise No("PHASE_DOES_NOT_ALLOW")
        self.suspended = self.doubted = False

    def correct(self, number: int, came: Came | None) -> None:
        super().correct(number, came)
        if number == self.round:
            if self.doubted:
                self.suspended = self.doubted = False
            if came and self.phase in BETWEEN:
                self.lie = sorted(came.words.split()[1:])

    def shuffle_after(self) -> None:
        """Have the cards shuffled when the coup is over, or now that none is dealt."""
        if self.shoe.left == 0:
            raise No("PHASE_DOES_NOT_ALLOW")
        if self.phase in BETWEEN:
            self.shoe.take_out()
        else:
            self.shoe.shuffle = True
