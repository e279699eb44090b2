"""Random stories of LT and SB, told to the floor with what an independent model says of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from story_model import No, Player, Sign, Slip, Table, baccarat, money, sicbo

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import run_file

STORIES = 5_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 150
NAMES = ("T1", "T2", "T3")
NOTES = (5, 10, 20, 50, 100)
PERIOD = {"LT": 30, "SB": 20}


class Story:
    """A story as it is drawn, line by line, each with what the model says to it."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = Random(f"{game} {seed}")
        self.sign = self._sign(game)
        self.table = Table(self.sign, game, {name: Player() for name in NAMES})
        self.table.taking = game == "SB"
        self.lines = [self._set_up(game)]
        self.lines += [f"terminal {name} tables=X1" for name in NAMES]
        self.lines.append("staff dana=dealer alex=agm casey=cashier")

    def _sign(self, game: str) -> Sign:
        draw, minimum = self.chance.choice, self.chance.choice((500, 1000, 1500))
        sign = Sign(minimum, draw((5_000, 20_000)), draw((1, 100, 500, 700)))
        sign.aggregate = draw((0, 0, 6_000, 9_900))
        if game == "LT":
            sign.total = draw((0, 2_000, 3_300))
            sign.differential = draw((0, 0, 3_000, 5_550))
            sign.tie = draw((0, 2_000))
            sign.rejects = draw((True, False, False, False))
        else:
            sign.pause = draw((0, 0, 5))
        return sign

    def _set_up(self, game: str) -> str:
        sign = self.sign
        keys = {
            "min": sign.minimum,
            "max": sign.maximum,
            "unit": sign.unit,
            "min_total": sign.total,
            "aggregate": sign.aggregate,
            "differential": sign.differential,
            "tie_max": sign.tie,
        }
        shown = " ".join(f"{key}={money(value)}" for key, value in keys.items() if value)
        more = " unconfirmed=reject" * sign.rejects + " shoe=ready" * (game == "LT")
        more += f" result_pause={sign.pause}s"
        return f"table X1 {game} period={PERIOD[game]}s {shown}{more}"

    def told(self) -> str:
        for _ in range(self.chance.randint(1, 5)):
            self._round()
        self._sums()
        return "\n".join(self.lines) + "\n"

    def _say(self, line: str, act: Callable[[], object], *keys: str, who: str = "") -> bool:
        """Write a line with its answer; say whether it was granted."""
        try:
            act()
        except No as no:
            self.lines.append(f"{line} -> refused {no}")
            return False
        shown = [*keys, f"credit={money(self.table.players[who].credit)}"] if who else [*keys]
        self.lines.append(f"{line} -> ok {' '.join(shown)}".rstrip())
        return True

    def _round(self) -> None:
        table = self.table
        if table.game == "LT":
            self._touches(self.chance.randint(0, 2))
            table.taking = True
            self.lines.append("dana@X1 new game -> ok phase=wagering")
        self._touches(self.chance.randint(1, 20))
        if self.chance.random() < 0.05:
            self._void()
            return
        table.close()
        self.lines.append(f"clock +{PERIOD[table.game]}s")
        self._look()
        self._touches(self.chance.randint(0, 2))
        if self.chance.random() < 0.1:
            self._void()
            return
        (self._coup if table.game == "LT" else self._throw)()
        self._touches(self.chance.randint(0, 2))

    def _void(self) -> None:
        self._say("alex void X1 reason=why", self.table.void)
        self._look()

    def _coup(self) -> None:
        cards, odds, winner = baccarat(self.chance)
        self.lines += [f"shoe@X1 cards {' '.join(cards)}", f"dana@X1 result {winner}"]
        self.lines.append("dana@X1 confirm result -> ok phase=settled")
        self._paid(odds)

    def _throw(self) -> None:
        dice, odds = sicbo(self.chance)
        self.lines += ["clock +10s", f"tumbler@X1 dice {' '.join(map(str, dice))}"]
        self._paid(odds)
        if self.sign.pause:
            self._touches(self.chance.randint(0, 3))
            self.lines += ["expect X1 phase=settled", f"clock +{self.sign.pause}s"]
            self.table.taking = True

    def _paid(self, odds: dict[str, tuple[int, int]]) -> None:
        for who, won in self.table.settle(odds).items():
            self.lines.append(f"expect {who} win={money(won)}")
        self._look()

    def _look(self) -> None:
        """Compare every meter, every wager and whose account is open."""
        for who, player in self.table.players.items():
            account = "open" if player.seated else "closed"
            meters = f"credit={money(player.credit)} staked={money(self.table.staked(who))}"
            self.lines.append(f"expect {who} {meters} account={account}")
            for one in self.table.own(who):
                self.lines.append(f"expect {who} X1 {one.bet} amount={money(one.amount)}")

    def _touches(self, times: int) -> None:
        for _ in range(times):
            self._touch(self.chance.choice(NAMES))

    def _touch(self, who: str) -> None:
        table, draw = self.table, self.chance.random()
        if draw < 0.12 or (not table.players[who].seated and draw < 0.5):
            self._money_in(who)
        elif draw < 0.65:
            self._bet(who)
        elif draw < 0.75:
            self._say(f"{who} confirm X1", lambda: table.confirm(who), who=who)
        elif draw < 0.82:
            laid = [one.bet for one in table.own(who)]
            bet = self.chance.choice(laid or list(table.bets[:2]))
            self._say(f"{who} cancel X1 {bet}", lambda: table.cancel(who, bet), who=who)
        elif draw < 0.86:
            self._say(f"{who} clear X1", lambda: table.clear(who), who=who)
        elif draw < 0.94:
            name = f"ticket=#{len(table.slips) + 1}"
            self._say(f"{who} cash out", lambda: table.cash_out(who), name, who=who)
        elif table.slips:
            self._slip(who)

    def _money_in(self, who: str) -> None:
        note = self.chance.choice(NOTES if self.chance.random() < 0.5 else NOTES[-1:])
        self._say(f"{who} insert note {note}", lambda: self.table.pay_in(who, note * 100), who=who)

    def _bet(self, who: str) -> None:
        table = self.table
        laid = [one.bet for one in table.own(who)]
        bet = self.chance.choice(laid if laid and self.chance.random() < 0.4 else table.bets)
        asked = self.chance.choice((500, 500, 1_000, 1_000, 1_500, 2_500, 4_000, 7_000, 330, 50))
        spot = table.spot(who, bet)
        stood, stands = spot.amount if spot else 0, 0
        try:
            stands = table.bet(who, bet, asked)
        except No as no:
            self.lines.append(f"{who} bet X1 {bet} {money(asked)} -> refused {no}")
            return
        trimmed = f" trimmed={money(stands)}" if stands < stood + asked else ""
        credit = f"credit={money(table.players[who].credit)}"
        self.lines.append(f"{who} bet X1 {bet} {money(asked)} -> ok {credit}{trimmed}")

    def _slip(self, who: str) -> None:
        number = self.chance.randrange(len(self.table.slips))
        slip: Slip = self.table.slips[number]
        name = f"#{number + 1}"
        if self.chance.random() < 0.5:
            self._say(f"{who} insert ticket {name}", lambda: self.table.insert(who, slip), who=who)
            return
        payer = self.chance.choice(("casey", "kiosk"))
        paid = f"paid={money(slip.amount)}"
        self._say(f"{payer} redeem {name}", lambda: self.table.redeem(slip), paid)

    def _sums(self) -> None:
        table = self.table
        owed = sum(slip.amount for slip in table.slips if not slip.paid)
        self.lines.append(f"expect ledger tickets_outstanding={money(owed)}")
        self.lines.append(f"expect ledger table_bank:X1={money(table.bank)}")
        self.lines.append("expect ledger balanced")


@pytest.mark.parametrize("game", ["LT", "SB"])
def test_the_floor_says_what_the_model_says(game: str, tmp_path: Path) -> None:
    for seed in range(STORIES):
        store = MemoryStore()

        async def open_journal(store: MemoryStore = store) -> Journal:
            return MemoryJournal(store)

        path = tmp_path / f"{game}{seed}.floor"
        path.write_text(Story(game, seed).told(), encoding="utf-8")
        _, failure = asyncio.run(run_file(path, open_journal))
        assert failure is None, f"story {seed}: {failure}"
        path.unlink()
