"""Random stories of Multi Terminal's four games, told to the floor with what a model says of them.

People of every role do what they may and what they may not, in every phase; rounds are voided,
corrected later, stopped by a restart; players leave and others take their seats.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from multi_terminal_board import SHUT, Board, OtherShoe
from multi_terminal_model import BETS, BETWEEN, Came, draw, pieces
from multi_terminal_rare import RareActs
from story_model import No, money

from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import objection, run_file
from openfelt.scenario.script import read

STORIES = 1_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 15
NAMES = ("T1", "T2", "T3")
NOTES = (5, 10, 20, 50, 100)
STAFF = (
    "staff dana=dealer sam=casino_supervisor gina=gm casey=cashier ivan=inspector anna=attendant"
)
DEALERS_ACTS = ("new game", "no spin", "confirm result", "tumble", "spin")
SUPERVISORS, NEITHER = ("sam", "gina"), ("casey", "ivan", "anna")


class Story(RareActs):
    """A story as it is drawn, line by line, each with what the model says to it."""

    def __init__(self, variant: str, seed: int) -> None:
        self.chance = Random(f"{variant} {seed}")
        minimum = self.chance.choice((500, 1_000))
        self.table = Board(variant, minimum, self.chance.choice((4_000, 30_000)))
        cards = variant in ("MT_A", "MT_B")
        if cards:
            self.table.differential = self.chance.choice((0, 3_000, 5_500))
        if variant == "MT_SICBO":
            self.table.early = self.chance.random() < 0.5
            self.table.recognised = self.chance.random() < 0.5
        self.lines = [self._set_up(cards)]
        self.lines += [f"terminal {name} tables=X1" for name in NAMES]
        self.lines.append(STAFF)
        self.next: Came = draw(self.chance, variant)
        self.next_coup, self.out, self.cards = self.next, 0, cards

    def _set_up(self, cards: bool) -> str:
        table = self.table
        sign = f"min={money(table.minimum)} max={money(table.maximum)} unit={money(table.minimum)}"
        more = f" differential={money(table.differential)}" if table.differential else ""
        if table.variant == "MT_SICBO":
            more = f" tumble={'start' if table.early else 'end'}"
            more += f" dice={'recognition' if table.recognised else 'dealer'}"
        return f"table X1 {table.variant} period=30s {sign}{more}{' shoe=ready' * cards}"

    def told(self) -> str:
        for who in NAMES:
            note = self.chance.choice((20, 20, 100))  # Who has little soon owes what was no win.
            self._say(f"{who} insert note {note}", partial(self.table.pay_in, who, note * 100))
        for _ in range(self.chance.randint(4, 9)):
            self._round()
        return "\n".join(self.lines) + "\n"

    def _round(self) -> None:
        """Tell a period and what the dealer does until its round is over; others come between."""
        self._do(self._pardon)
        if self.table.variant == "MT_SICBO" and self.chance.random() < 0.4:
            self._do(lambda: self._compare(self.next))
        if self.table.suspended and self.chance.random() < 0.8:
            self._do(partial(self._say, "sam resume X1", self.table.resume))
        for _ in range(self.chance.randint(0, 2)):
            self._do(self._interference)
        if self.chance.random() < 0.3:
            self._do(lambda: self._leaves(self.chance.choice(NAMES)))
        if self.chance.random() < 0.6:
            self._do(lambda: self._correction("sam"))
        self._do(self._begin)
        nobody = self.chance.random() < 0.1
        for who in () if nobody else NAMES:
            for _ in range(self.chance.randint(0, 3)):
                self._do(partial(self._bet, who))
            while self.chance.random() < 0.4:
                self._do(partial(self._rare_touch, who))
            act = partial(self.table.confirm, who)
            self._do(partial(self._say, f"{who} confirm X1", act))
        for _ in range(self.chance.randint(0, 4)):
            self._do(lambda: self._touch(self.chance.choice(NAMES)))
        while self.table.phase not in BETWEEN:
            self._do(self._dealer if self.chance.random() < 0.8 else self._interference)

    def _do(self, act: Callable[[], object]) -> None:
        before = self.table.round, self.table.phase in BETWEEN
        act()
        self._turn_page(*before)
        self._look()
        if self.table.phase == SHUT:
            self._shut()
            self.out, self.next = 0, draw(self.chance, self.table.variant)
            self._look()

    def _say(self, line: str, act: Callable[[], object], *keys: str) -> None:
        """Write a line with its answer."""
        try:
            act()
        except No as no:
            self.lines.append(f"{line} -> refused {no}")
            return
        self.lines.append(f"{line} -> ok {' '.join(keys)}".rstrip())

    def _turn_page(self, number: int, between: bool) -> None:
        """With each round other cards, dice, or another number; a card that lay there is first."""
        if self.table.round > number or (self.table.phase in BETWEEN and not between):
            if self.table.phase == "dealing":
                if not between:
                    self.next, self.out = self.next_coup, 1
                return
            self.out, self.next = 0, draw(self.chance, self.table.variant)

    def _interference(self) -> None:
        chance = self.chance.random()
        if chance < 0.4:
            self._supervisor()
        elif chance < 0.5:
            self._rare_order(self.chance.choice(SUPERVISORS), self._guest())
        elif chance < 0.65:
            self._nobody()
        else:
            self._touch(self.chance.choice(NAMES))

    # The game

    def _dealer(self) -> None:
        """Mostly what is next; now and then something else a dealer does."""
        if self.chance.random() < 0.2:
            self._out_of_turn()
        elif self.table.suspended and self.table.phase not in BETWEEN:
            self._say("sam resume X1", self.table.resume)
            if self.table.spoiled and self.chance.random() < 0.5:
                self._say("sam void X1 reason=early", self.table.void)
        elif self.cards and self.chance.random() < 0.2:
            self._irregular_card()
        elif self.table.phase in BETWEEN:
            self._begin()
        elif self.table.phase == "wagering":
            if self.table.variant == "MT_SICBO" and self.chance.random() < 0.1:
                self._exposed()
                return
            if self.table.early and not self.table.tumbled and self.chance.random() < 0.85:
                self._say("dana@X1 tumble", self.table.tumble)
                return
            self.lines.append("clock +30s")
            self.table.close()
        elif self.table.ordered and self.table.phase == "closed" and self.chance.random() < 0.3:
            self._no_bet()
        elif self.table.variant == "MT_ROULETTE":
            self._wheel()
        elif self.table.variant == "MT_SICBO":
            self._tumbler()
        else:
            self._cards()

    def _begin(self) -> None:
        table = self.table
        if table.shoe.left == 0 and not table.suspended and self.chance.random() < 0.5:
            self.lines += ["dana@X1 new shoe", "dana@X1 burn TH"]
            table.shoe, table.phase = OtherShoe(), "idle"
        if self.chance.random() < (0.7 if table.ordered else 0.1):
            self._no_bet()
        else:
            self._say("dana@X1 new game", table.new_game)

    def _out_of_turn(self) -> None:
        table = self.table
        if table.variant == "MT_SICBO" and self.chance.random() < 0.3:
            self._say("dana@X1 no spin", table.call_off)
            return
        if self.chance.random() < 0.3:
            self._no_bet()
            return
        if table.variant == "MT_SICBO" and self.chance.random() < 0.5:
            self._say("dana@X1 tumble", table.tumble)
            return
        acts: list[tuple[str, tuple[str, ...]]] = [("new game", BETWEEN)]
        if table.variant == "MT_ROULETTE":
            acts += [("spin", ("closed",)), ("number 17", ("spinning", "result_pending"))]
            acts += [("no spin", ("spinning",)), ("confirm result", ("result_pending",))]
        elif self.cards:
            acts.append(("confirm result", ("result_pending",)))
        words, when = self.chance.choice(acts)
        if table.phase not in when or table.suspended:
            self._say(f"dana@X1 {words}", lambda: table._goes(()))

    def _no_spin(self, phases: tuple[str, ...]) -> None:
        self.table._goes(phases)
        self.table.void()

    def _wheel(self) -> None:
        table, phase = self.table, self.table.phase
        if phase == "closed":
            self._say("dana@X1 spin", lambda: table.go_on("closed", "spinning"))
        elif phase == "spinning" and self.chance.random() < 0.2:
            words = self.chance.choice(("no spin", 'void "a coin in the wheel"'))
            self._say(f"dana@X1 {words}", lambda: self._no_spin(("spinning",)))
        elif phase == "spinning":
            who = self.chance.choice(("dana@X1", "wheel@X1"))
            self._say(f"{who} {self.next.words}", lambda: table.go_on("spinning", "result_pending"))
        else:
            self._say("dana@X1 confirm result", self._settles)

    def _tumbler(self) -> None:
        """Tumble, and hear of the dice; what was not tumbled when it should comes to nothing."""
        table = self.table
        if not table.tumbled and not table._covered:
            self._say("dana@X1 tumble", table.tumble)
        elif self.chance.random() < 0.1 or not table.tumbled:
            self._say("tumbler@X1 cocked", table.cock)
            if not table.tumbled:
                self._say("dana@X1 no spin", table.call_off)
        else:
            self._dice_are_seen(self.next)

    def _cards(self) -> None:
        """Deal a coup, at times only some of its cards; those that are out stay where they are."""
        table = self.table
        if table.phase == "result_pending":
            self._say("dana@X1 confirm result", self._settles)
            return
        if not self.out:
            self.next = draw(self.chance, table.variant)
        rest = self.next.words.split()[1:][self.out :]
        now = rest[: self.chance.choice((1, 2, len(rest), len(rest)))]
        self._draw(f"cards {' '.join(now)}", len(now))
        table.phase = "dealing" if len(now) < len(rest) else "result_pending"

    def _draw(self, what: str, cards: int = 1) -> None:
        self.lines.append(f"shoe@X1 {what}")
        self.table.draw_first()
        self.out += cards

    def _irregular_card(self) -> None:
        """A cutting card, a card too early or too many, one that shows its face, or none at all."""
        table, shoe, chance = self.table, self.table.shoe, self.chance.random()
        if shoe.left == 0:
            return
        if chance < 0.3 and not shoe.cut and table.phase != "result_pending":
            shoe.cut = table.round + (table.phase in BETWEEN)
            self.lines.append("shoe@X1 cutting card")
        elif chance < 0.5 and not shoe.excess and table.phase != "dealing":
            self._say("shoe@X1 card unseen", table.draw_unseen)
        elif table.phase == "wagering" and chance < 0.6:
            self.lines.append("shoe@X1 cards 9S")
            table.draw_early()
        elif table.phase == "result_pending" and not shoe.excess:
            self.next_coup = draw(self.chance, table.variant)
            shoe.excess = self.next_coup.words.split()[1]
            shoe.hidden = False  # The one that lay there is turned.
            self.lines.append(f"shoe@X1 cards {shoe.excess}")
        elif table.phase in (*BETWEEN, "closed") and chance < 0.8:
            self.next = draw(self.chance, table.variant)
            self.lines.append(f"shoe@X1 face up {self.next.words.split()[1]}")
            if shoe.hidden and table.phase == "closed":
                table.turn_first()
            else:
                table.begin_no_bet()
            self.out = 1
        elif table.phase in ("closed", "dealing") and chance > 0.95:
            self.lines.append("shoe@X1 empty")
            table.run_out()

    def _settles(self) -> None:
        self.table._goes(("tumbling", "result_pending"))
        self.table.settle(self.next)

    # Staff

    def _supervisor(self) -> None:
        chance, table = self.chance.random(), self.table
        who, guest = self.chance.choice(SUPERVISORS), self._guest()
        if chance < 0.55:
            self._correction(who)
        elif chance < 0.6:
            self._say(f"{who} void X1 reason=why", table.void)
        elif chance < 0.65:
            who = self.chance.choice((who, "dana"))
            self._say(f"{who} leave {guest} reason=why", lambda: table.send_away(guest))
            self._leaves(guest)
        elif chance < 0.72:
            self._repair(who, guest)
        elif chance < 0.78:
            self._bar(who, guest)
        elif chance < 0.82:
            self._say(f"{who} malfunction X1", table.break_system)
        elif chance < 0.88:
            self._rare_order(who, guest)
        elif chance < 0.93:
            self.lines.append(f"server {self.chance.choice(('crash', 'restart'))}")
            table.break_system()
        elif table.phase not in BETWEEN:
            self._limits(who)

    def _guest(self) -> str:
        """Mostly somebody whose money is on the table."""
        playing = [one.account.terminal for one in self.table.laid if one.locked]
        return self.chance.choice(playing or NAMES)

    def _correction(self, who: str) -> None:
        """Any round, most of all the last and what is owed for; sometimes one never played.

        The last coup of a shoe was a tie after all, or none.
        """
        table = self.table
        owing = [number for one in table.everybody for number, due in one.owes.items() if due]
        number = self.chance.choice((*range(1, table.round + 2), table.round, *owing * 3))
        if number in table.no_bets or (number == table.round and table.phase == "result_pending"):
            return
        if self.chance.random() < 0.3 and (number != table.round or table.phase == "settled"):
            line = f"{who} void X1 round={number} reason=why"
            self._say(line, lambda: table.correct(number, None))
            return
        came = draw(self.chance, table.variant)
        while (
            number == table.round
            and table.shoe.left is not None
            and came.tie is bool(table.shoe.left)
        ):
            came = draw(self.chance, table.variant)
        line = f"{who} actual X1 {came.words} round={number}"
        between = table.phase in BETWEEN
        self._say(line, lambda: table.correct(number, came))
        if between and table.phase == "dealing":  # A card too many begins the coup that it earned.
            self.next, self.out = self.next_coup, 1

    def _repair(self, who: str, guest: str) -> None:
        if guest in self.table.faulty:
            self.table.faulty.remove(guest)
            self.lines.append(f"{who} resume {guest}")
        else:
            self._say(f"{who} malfunction {guest}", lambda: self.table.break_terminal(guest))

    def _bar(self, who: str, guest: str) -> None:
        verb = "admit" if guest in self.table.barred else "exclude"
        self.table.barred ^= {guest}
        self.lines.append(f"{who} {verb} {guest} reason=why")

    def _pardon(self) -> None:
        """Let those play again who were barred, or whose terminal did not work; mostly."""
        for guest in sorted(self.table.barred):
            if self.chance.random() < 0.6:
                self._bar("sam", guest)
        for guest in sorted(self.table.faulty):
            if self.chance.random() < 0.6:
                self._repair("sam", guest)

    def _limits(self, who: str) -> None:
        low, high = self.chance.choice((500, 1_000, 1_500)), self.chance.choice((4_500, 9_000))
        sign = f"min={money(low)} max={money(high)} unit={money(low)}"
        self.lines.append(f"{who} limits X1 {sign} now -> refused NOTICE_TOO_SHORT")
        self.lines.append(f"{who} limits X1 {sign}")
        self.table.posted = (low, high)

    def _nobody(self) -> None:
        """Whoever lacks the power is told so, in every phase, and nothing changes."""
        guest, came = self.chance.choice(NAMES), draw(self.chance, self.table.variant)
        orders = (
            *("void X1 reason=why", f"actual X1 {came.words}", "limits X1 min=5", "close X1"),
            *("suspend X1", "malfunction X1", f"exclude {guest}", f"malfunction {guest}"),
        )
        who, order = self.chance.choice((*NEITHER, "dana")), self.chance.choice(orders)
        if order.startswith("void") and who == "dana":
            return
        self.lines.append(f"{who} {order} -> refused ROLE_MAY_NOT")
        acts = [act for act in DEALERS_ACTS if self._knows(act)]
        who = self.chance.choice((*NEITHER, "sam"))
        self.lines.append(f"{who}@X1 {self.chance.choice(acts)} -> refused ROLE_MAY_NOT")

    def _knows(self, act: str) -> bool:
        game = self.table.variant
        unknown = {"MT_ROULETTE": {"tumble"}, "MT_SICBO": {"spin", "confirm result"}}
        return act not in unknown.get(game, {"tumble", "spin", "no spin"})

    # Players

    def _touch(self, who: str) -> None:
        table, chance = self.table, self.chance.random()
        own = [one.bet for one in table.own(who)]
        if self.chance.random() < 0.3:
            self._rare_touch(who)
        elif chance < 0.08 or (who not in table.seats and chance < 0.6):
            note = self.chance.choice(NOTES if self.chance.random() < 0.3 else NOTES[-1:])
            self._say(f"{who} insert note {note}", lambda: table.pay_in(who, note * 100))
        elif chance < 0.5:
            self._bet(who)
        elif chance < 0.8:
            self._say(f"{who} confirm X1", lambda: table.confirm(who))
        elif chance < 0.85:
            bet = self.chance.choice(own or list(BETS[table.variant][:2]))
            self._say(f"{who} cancel X1 {bet}", lambda: table.cancel(who, bet))
        elif chance < 0.88:
            self._say(f"{who} clear X1", lambda: table.clear(who))
        elif chance < 0.96:
            self._leaves(who)
        elif table.slips:
            number = self.chance.randrange(len(table.slips))
            slip = table.slips[number]
            paid = f"paid={money(slip.amount)}"
            self._say(f"casey redeem #{number + 1}", lambda: table.redeem(slip), paid)

    def _leaves(self, who: str) -> None:
        """Somebody takes his ticket, and the next one sits down."""
        name = f"ticket=#{len(self.table.slips) + 1}"
        self._say(f"{who} cash out", partial(self.table.cash_out, who), name)
        self._say(f"{who} insert note 50", partial(self.table.pay_in, who, 5_000))

    def _bet(self, who: str) -> None:
        table = self.table
        own = [one.bet for one in table.own(who)]
        bet = self.chance.choice(own if own and self.chance.random() < 0.4 else BETS[table.variant])
        each = table.minimum * pieces(table.variant, bet)
        all_he_has = table.seats[who].credit if who in table.seats else 0
        more = (2 * each, 4 * each, all_he_has or each, all_he_has or each)
        asked = self.chance.choice((each, each, each + 100, each - 1, *more))
        stood = sum(one.amount for one in table.own(who) if one.bet == bet)
        line = f"{who} bet X1 {bet} {money(asked)}"
        try:
            stands = table.bet(who, bet, asked)
        except No as no:
            self.lines.append(f"{line} -> refused {no}")
            return
        trimmed = f" trimmed={money(stands)}" if stands < stood + asked else ""
        self.lines.append(f"{line} -> ok{trimmed}")

    def _look(self) -> None:
        """Compare every meter and wager, whose account is open, and what the house is owed."""
        table = self.table
        phase = "suspended" if table.suspended else table.phase
        self.lines.append(f"expect X1 phase={phase} min={money(table.minimum)} round={table.round}")
        if self.cards:
            over = (*BETWEEN, SHUT)
            no_bet = table.round in table.no_bets and table.phase not in over
            last = table.shoe.left is not None or bool(table.shoe.cut)
            shown = (("no_bet", no_bet), ("last_coup", last))
            said = [f"{key}={'yes' if is_so else 'no'}" for key, is_so in shown]
            self.lines.append(f"expect X1 {' '.join(said)}")
        for who in NAMES:
            seat = table.seats.get(who)
            account, credit = ("open", seat.credit) if seat else ("closed", 0)
            meters = f"credit={money(credit)} staked={money(table.staked(who))}"
            self.lines.append(f"expect {who} {meters} account={account}")
            for one in table.own(who):
                self.lines.append(f"expect {who} X1 {one.bet} amount={money(one.amount)}")
        owed = sum(slip.amount for slip in table.slips if slip.state != "redeemed")
        sums = {f"case_due:{who}": table.due(who) for who in NAMES}
        sums |= {"recoverable": table.recoverable, "tickets_outstanding": owed}
        sums["table_bank:X1"] = table.bank
        words = [f"{name}={money(amount)}" for name, amount in sums.items()]
        self.lines.append(f"expect ledger {' '.join(words)} balanced")
        for number, slip in enumerate(table.slips, 1):
            self.lines.append(f"expect ticket #{number} state={slip.state}")


@pytest.mark.parametrize("variant", list(BETS))
def test_the_floor_says_what_the_model_says(variant: str, tmp_path: Path) -> None:
    for seed in range(STORIES):
        store = MemoryStore()

        async def open_journal(store: MemoryStore = store) -> Journal:
            return MemoryJournal(store)

        path = tmp_path / f"{variant}{seed}.floor"
        path.write_text(Story(variant, seed).told(), encoding="utf-8")
        _, failure = asyncio.run(run_file(path, open_journal))
        if failure is None and seed % 5 == 0:
            failure = asyncio.run(objection(read(path), open_journal))
        assert failure is None, f"story {seed}: {failure}"
        path.unlink()
