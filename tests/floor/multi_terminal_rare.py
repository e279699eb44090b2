"""What people of a Multi Terminal story do now and then, line by line with what the model says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from multi_terminal_board import ROUNDS, Board
from multi_terminal_model import BETS, BETWEEN, Came, draw, pieces
from story_model import No, money


class RareActs:
    """The acts of a story that need nothing of how its rounds go."""

    chance: Random
    table: Board
    lines: list[str]
    cards: bool

    def _say(self, line: str, act: Callable[[], object], *keys: str) -> None:
        raise NotImplementedError

    # Players

    def _rare_touch(self, who: str) -> None:
        """Move chips, take some down, double them or lay the last round's again."""
        table, chance = self.table, self.chance.random()
        own = [one.bet for one in table.own(who)]
        bets = BETS[table.variant]
        loose = [one.bet for one in table.own(who) if not one.locked]
        bet = self.chance.choice((loose or own) if own and self.chance.random() < 0.9 else bets)
        lies = next((one.amount for one in table.own(who) if one.bet == bet), 0)
        unit = table.minimum * pieces(table.variant, bet)
        amount = self.chance.choice(
            (unit, lies or unit, lies or unit, max(1, lies - unit), unit + 100)
        )
        if chance < 0.45:
            to = self.chance.choice((*bets, bet))
            line = f"{who} move X1 {bet} {to} {money(amount)}"
            self._say(line, lambda: table.move(who, bet, to, amount))
        elif chance < 0.65:
            line = f"{who} take down X1 {bet} {money(amount)}"
            self._say(line, lambda: table.take_down(who, bet, amount))
        elif chance < 0.85:
            self._say(f"{who} repeat X1", lambda: table.repeat(who))
        else:
            self._say(f"{who} double X1", lambda: table.double(who))

    # Staff

    def _rare_order(self, who: str, guest: str) -> None:
        """Void a player's wagers, order rounds or a shuffle, stop the table or have it closed."""
        table, chance = self.table, self.chance.random()
        if chance < 0.25:
            line = f"{who} void wagers {guest} rule=7.10 reason=why"
            self._say(line, lambda: table.void_wagers(guest))
        elif chance < 0.5:
            rounds = self.chance.choice(ROUNDS)
            said = rounds if rounds >= 0 else "continuous"
            self._say(f"{who} rounds X1 {said}", lambda: table.order(rounds))
        elif chance < 0.65:
            self._say(f"{who} suspend X1 reason=noise", table.suspend)
        elif chance < 0.7 and table.seats:
            self.lines.append(f"{who} close X1 now -> refused NOTICE_TOO_SHORT")
            self._say(f"{who} close X1", table.announce_close)
        elif chance < 0.72:
            self._say(f"{who} keep open X1", table.keep_open)
        elif chance < 0.8:
            self.lines.append("sam invalidate X1 ground=disruption -> refused ROLE_MAY_NOT")
            self._say("gina invalidate X1 ground=disruption reason=fire", table.void)
        elif chance < 0.9 and self.cards:
            self._say(f"{who} change shoe X1 after", table.shuffle_after)
        elif table.variant == "MT_SICBO":
            self._exposed()

    def _shut(self) -> None:
        """Try what is no longer to be had at a table that has closed, and open it again."""
        self.lines.append("dana@X1 new game -> refused PHASE_DOES_NOT_ALLOW")
        self.lines.append("sam suspend X1 -> refused PHASE_DOES_NOT_ALLOW")
        self._correction("sam")
        self.lines.append("sam open X1")
        if self.cards:
            self.lines.append("dana@X1 burn TH")
        self.table.open_again()

    def _correction(self, who: str) -> None:
        raise NotImplementedError

    def _no_bet(self) -> None:
        self._say("dana@X1 no bet", self.table.no_bet)

    # Dice

    def _exposed(self) -> None:
        who = self.chance.choice(("dana", "tumbler"))
        self._say(f"{who}@X1 exposed", self.table.expose)

    def _dice_are_seen(self, came: Came) -> None:
        """Say how the dice lie, by whom the table is set up to hear it from, or the other."""
        who = self.chance.choice(("dana", "dana", "tumbler"))
        told = self.table.enter if who == "dana" else self.table.recognise
        self._say(f"{who}@X1 {came.words}", lambda: told(came))

    def _compare(self, came: Came) -> None:
        """Let the dealer say what he sees of dice that lie there recognised; mostly the same."""
        table = self.table
        if table.lie and self.chance.random() < 0.6:
            faces = self.chance.sample(table.lie, 3)
            came = Came(f"dice {' '.join(faces)}", came.returns)
        elif self.chance.random() < 0.5:
            came = draw(self.chance, table.variant)
        if table.phase in BETWEEN:
            self._say(f"dana@X1 {came.words}", lambda: self._compared(came))

    def _compared(self, came: Came) -> None:
        if not self.table.recognised:
            raise No("TABLE_IS_SUSPENDED" if self.table.suspended else "PHASE_DOES_NOT_ALLOW")
        self.table.enter(came)
