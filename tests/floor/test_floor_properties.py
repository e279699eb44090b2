"""Random commands, sense and nonsense: no cent appears or vanishes, and replay gives the same."""

from __future__ import annotations

import os
from typing import Any, get_args

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from openfelt.core.refusal import Refusal
from openfelt.floor import clock, day, house, reopening, table
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.money import (
    account,
    case,
    cms_reversal,
    deferral,
    demand,
    dispensing,
    drawer,
    drop,
    kiosk,
    kiosk_slip,
    payout,
    ticket,
    ticket_host,
    unclaimed,
    voucher,
)
from openfelt.floor.money.order import HostOrder, PrintOrder
from openfelt.floor.money.paying import Terms
from openfelt.floor.people import (
    call,
    credential,
    dispute,
    exclusion,
    leaving,
    news,
    objection,
    one_terminal,
    seat,
    staff,
    task,
)
from openfelt.floor.play.cards import (
    coup,
    dummy,
    empty_shoe,
    face_up,
    foreign_card,
    reading,
    reconstruction,
    shoe,
    shoe_change,
    shuffler,
    unseen,
)
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.craps.play import CrapsPlay
from openfelt.floor.play.dealt_dice import dice_set, exposure, saying, tumbling
from openfelt.floor.play.dealt_dice.play import SAID_BY, TUMBLES, DealtDicePlay
from openfelt.floor.play.tumbler import reading as tumbler_reading
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.play.wheel import spin
from openfelt.floor.play.wheel.play import WheelPlay
from openfelt.floor.rounds import (
    close_of_play,
    correction,
    invalidation,
    malfunction,
    no_bet,
    no_spin,
    notice,
    pause,
    result,
    terminal_report,
)
from openfelt.floor.rounds.pause import MUST_BE_VOIDED
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import BETWEEN, HostSaid, Limits, State, Table
from openfelt.floor.wagers import dispensation, layout, take_down, wager
from openfelt.floor.whole import decide, evolve, told
from openfelt.games.baccarat.coup import POINTS

HOUSE, PIT = "house", "pit"
SECOND = 1_000_000
START = 1_000 * SECOND
encode = msgspec.json.Encoder().encode

tables = st.sampled_from(("B1", "B2", "S1", "R1", "D1", "M1", "M2", "C1", "B9"))
terminals = st.sampled_from(("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T9"))
# Mostly tables that a terminal is linked to, or nobody ever plays.
LINKED = (("B1",), ("B1", "B2"), ("S1",), ("R1",), ("D1",), ("M1", "M2"), ("C1",))
places = st.sampled_from(
    (
        *[(f"T{place}", at) for place, linked in enumerate(LINKED, 1) for at in linked],
        *(("T6", "M1"), ("T6", "M2"), ("T4", "M1"), ("T9", "R1"), ("T1", "B9"), ("T7", "C1")),
    )
)
LT_BETS = ("player", "banker", "tie", "player_pair")
CRAPS_BETS = ("pass_line", "dont_pass", "come", "come:4", "odds:4", "buy:4", "hard:8", "field")
OTHER_BETS = ("small", "big", "number:4", "red", "straight:17", "tier", "x")
bets = st.sampled_from((*LT_BETS, *OTHER_BETS)) | st.sampled_from(CRAPS_BETS)
amounts = st.sampled_from((-500, 0, 1, 300, 500, 1000, 2500, 10_000, 10**15))
people = st.sampled_from(("dana", "alex", "casey", "anna", "gus", "ivan", "nobody", ""))
cards = st.sampled_from(("9S", "5H", "KD", "KC", "2D", "7C", "AS", "6H", "??", "XX"))
faces = st.tuples(*[st.integers(0, 6)] * 3) | st.tuples(*[st.integers(1, 6)] * 2)
rounds = st.integers(0, 4)
nows = st.booleans()
FLOORS = 2_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 60
WHOLE_COUP = ("9S", "5H", "KD", "KC")
# A device or another system may say again what it said, and a guest may take back a call that was
# answered: that is acknowledged, and nothing more.
NOTHING_NEW = (
    call.WithdrawCall,
    account.InsertNote,
    account.CreditFromCms,
    payout.PresentTicket,  # While the ticketing host is asked.
    cms_reversal.ReverseCms,
    ticket_host.ReportPaidElsewhere,
    voucher.ReportPrinter,
    dispensing.PresentAtKiosk,
    drop.RemoveStacker,
    coup.ReadCard,
    unseen.ReadUnseenCard,
    face_up.ReadFaceUpCard,
    no_bet.DealNoBet,  # Of a round that a rule has begun.
)
ROLES = {"dana": "dealer", "alex": "agm", "casey": "cashier", "anna": "attendant"}
ROLES |= {"gus": "casino_supervisor", "ivan": "inspector"}
ROSTER = (staff.GrantRole, staff.WithdrawRole)
# Who holds only these has no say at a table.
ELSEWHERE = {"cashier", "attendant", "inspector"}
# What the shoe of a table tells of a card.
READINGS = (coup.ReadCard, unseen.ReadUnseenCard, face_up.ReadFaceUpCard)


class FloorUnderRandomPlay(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.streams = {HOUSE: State(HOUSE), PIT: State(PIT)}
        self.journal: list[tuple[str, Event, int]] = []
        self.now = START
        self.serial = 0
        # Counted here by what shoes were heard to say: how many cards are out of each.
        self.out = {"M1": 0, "M2": 0}
        self.dealers: set[str] = set()

    @property
    def pit(self) -> State:
        return self.streams[PIT]

    def send(self, stream: str, command: Command, *, asked: bool = False) -> None:
        state = self.streams[stream]
        before = encode(state)
        answer = decide(state, command, Context(self.now, "test"))
        assert encode(state) == before, "decide changes nothing"
        if isinstance(answer, Refused):
            assert isinstance(answer.code, Refusal)
            assert not asked, "a question between streams is always answered"
            return
        assert answer or isinstance(command, NOTHING_NEW)
        if not asked:
            self.was_somebody(command)
        self.count_cards(state, command, answer)
        for event in answer:
            evolve(state, event, self.now)
            state.left = {}  # The engine takes them to the archive.
            self.journal.append((stream, event, self.now))
            for other, question in told(state, event):
                self.send(other, question, asked=True)

    def was_somebody(self, command: Command) -> None:
        """Staff's work is done by who holds a role, at a table by who is of it."""
        person = getattr(command, "person", "dana")
        alone = (ticket.RedeemTicket, ticket_host.ClaimTicket)
        by_kiosk = not person and isinstance(command, alone)
        if person in self.dealers or by_kiosk or isinstance(command, ROSTER):
            return
        role = ROLES.get(person, "")
        assert role, f"nobody did {command}"
        assert role not in ELSEWHERE or not hasattr(command, "table"), f"{role} did {command}"

    def count_cards(self, state: State, command: Command, answer: tuple[Event, ...]) -> None:
        """Count what leaves a shoe without asking the floor how many did."""
        at = getattr(command, "table", "")
        if at not in self.out:
            return
        if any(isinstance(event, shoe_change.ShoeBrought | table.TableOpened) for event in answer):
            self.out[at] = 0
        if not answer or not isinstance(command, (*READINGS, shoe.BurnCard)):
            return
        play = state.tables[at].play
        assert isinstance(play, CardPlay)
        face = getattr(command, "card", "")
        turned = play.told[-1:] == [""] and face and isinstance(command, READINGS)
        self.out[at] += not turned
        is_burn = isinstance(command, shoe.BurnCard) or state.tables[at].phase in BETWEEN
        if not play.burned and is_burn and face != "XX":
            self.out[at] += POINTS[face[0]]

    @initialize(
        pause_us=st.sampled_from((0, 5 * SECOND)),
        tumble=st.sampled_from(TUMBLES),
        said_by=st.sampled_from(SAID_BY),
        desk=st.booleans(),
        hosted=st.booleans(),
    )
    def open_the_floor(
        self, pause_us: int, tumble: str, said_by: str, desk: bool, hosted: bool
    ) -> None:
        limits = Limits(500, 50_000, 500, minimum_total=1_000, aggregate=80_000, tie_maximum=5_000)
        narrow = msgspec.structs.replace(limits, differential=10_000)
        for stream in (HOUSE, PIT):
            self.send(stream, pause.Restart("node", 1))
        self.send(HOUSE, house.OpenHouse((PIT,), START + 3600 * SECOND))
        self.send(PIT, table.OpenTable("B1", "LT", limits, 30 * SECOND))
        self.send(PIT, table.OpenTable("B2", "LT_EM", narrow, 30 * SECOND, standby_by_itself=False))
        dice = table.OpenTable("S1", "SB", Limits(100, 9_000, 100), 20 * SECOND)
        self.send(PIT, msgspec.structs.replace(dice, result_pause_us=pause_us))
        self.send(PIT, table.OpenTable("R1", "MT_ROULETTE", Limits(500, 9_000, 500), 30 * SECOND))
        dealt = table.OpenTable("D1", "MT_SICBO", Limits(500, 9_000, 500), 30 * SECOND)
        self.send(PIT, msgspec.structs.replace(dealt, tumble=tumble, dice=said_by))
        craps = table.OpenTable("C1", "AC", Limits(500, 9_000, 500), 20 * SECOND)
        self.send(PIT, msgspec.structs.replace(craps, result_pause_us=pause_us))
        sides = Limits(500, 9_000, 500, differential=2_000)
        self.send(PIT, table.OpenTable("M1", "MT_A", sides, 30 * SECOND))
        by_hand = table.OpenTable("M2", "MT_B", Limits(500, 9_000, 500), 30 * SECOND, burned=False)
        self.send(PIT, by_hand)
        for place, linked in enumerate(LINKED, 1):
            self.send(PIT, account.EnrolTerminal(f"T{place}", linked, place, (500, 10_000)))
            self.send(PIT, account.InsertNote(f"T{place}", 10_000, f"first {place}"))
        for person, role in ROLES.items():
            self.send(HOUSE, staff.GrantRole(person, role, "", 0, 0))
        if desk:
            self.send(HOUSE, drawer.SetDeskRules(5, 20_000, 50_000))
            self.send(HOUSE, kiosk.InstallKiosk("K1", (5_000, 500, 5), 15_000, 2_000, True))
        self.send(HOUSE, ticket_host.SetTicketHost(hosted))

    @rule(at=st.sampled_from(("B1", "B2", "S1", "R1", "D1", "M1", "M2", "C1")))
    def somebody_moves_the_table_on(self, at: str) -> None:
        command = next_step(self.pit.tables[at])
        if command is None:
            self.time_passes(30)
        else:
            self.send(PIT, command)

    @rule(seconds=st.sampled_from((0, 1, 10, 30, 1200, 90_000)))
    def time_passes(self, seconds: int) -> None:
        end = self.now + seconds * SECOND
        for name, state in self.streams.items():
            while 0 < (due := clock.next_due(state)) <= end:
                self.now = max(self.now, due)
                before = len(self.journal)
                self.send(name, clock.Tick())
                assert len(self.journal) > before, "what is due is done"
        self.now = max(self.now, end)

    @rule(terminal=terminals, amount=amounts)
    def money_comes_in(self, terminal: str, amount: int) -> None:
        self.serial += 1
        self.send(PIT, account.InsertNote(terminal, amount, str(self.serial // 2)))
        given = str(self.serial // 3)
        self.send(PIT, account.CreditFromCms(terminal, min(amount, 10**6), given))
        self.send(PIT, cms_reversal.ReverseCms(terminal, amount // 2, given, f"back {given}"))

    @rule(place=places, bet=bets, amount=amounts, late=st.booleans())
    def chips_are_laid(self, place: tuple[str, str], bet: str, amount: int, late: bool) -> None:
        terminal, at = place
        known = self.pit.tables.get(at)
        number = (known.round if known else 0) - (late and amount == 1)
        self.send(PIT, wager.StageWager(terminal, at, number, bet, amount))

    @rule(data=st.data(), place=places, bet=bets, to=bets, amount=amounts)
    def chips_are_changed(
        self, data: st.DataObject, place: tuple[str, str], bet: str, to: str, amount: int
    ) -> None:
        terminal, at = place
        known = self.pit.tables.get(at)
        where = (terminal, at, known.round if known else 0)
        commands = (
            wager.MoveWager(*where, bet, to, amount),
            wager.CancelWager(*where, bet),
            take_down.TakeDown(*where, bet, amount),
            wager.ClearLayout(*where),
            wager.RepeatLayout(*where),
            wager.DoubleLayout(*where),
            wager.ConfirmWagers(*where),
            shooter.Shoot(terminal, at),
        )
        self.send(PIT, data.draw(st.sampled_from(commands)))

    @rule(terminal=terminals, printed=st.sampled_from((True, True, False, None)))
    def a_player_leaves(self, terminal: str, printed: bool | None) -> None:
        self.serial += 1
        self.send(PIT, payout.CashOut(terminal, f"N{self.serial}"))
        for order in [name for name, one in self.pit.orders.items() if isinstance(one, PrintOrder)]:
            if printed is not None:
                self.send(PIT, payout.PrinterReceipt(order, printed, self.pit.orders[order].at))

    @rule(terminal=terminals, person=people, foreign=st.integers(0, 3), data=st.data())
    def the_ticketing_host_is_asked(
        self, terminal: str, person: str, foreign: int, data: st.DataObject
    ) -> None:
        known = self.streams[HOUSE]
        number = f"02{foreign:016}"
        brought = data.draw(st.sampled_from([number, *known.tickets]))
        self.send(PIT, payout.PresentTicket(terminal, brought))
        self.send(HOUSE, ticket_host.ClaimTicket(brought, person))
        asked = {name: one for name, one in known.orders.items() if isinstance(one, HostOrder)}
        for order, wanted in asked.items():
            said = data.draw(st.sampled_from(get_args(HostSaid)))
            amount = wanted.amount or 500 * foreign
            self.send(HOUSE, ticket_host.AnswerAsHost(order, said, amount))
        if data.draw(st.booleans()):
            self.send(HOUSE, ticket_host.ReportPaidElsewhere(brought))

    @rule(data=st.data(), terminal=terminals, person=people, held=st.booleans())
    def a_slip_is_presented(
        self, data: st.DataObject, terminal: str, person: str, held: bool
    ) -> None:
        slips = [*self.streams[HOUSE].tickets, *self.streams[HOUSE].hand_pays, "unknown"]
        number = data.draw(st.sampled_from(slips))
        self.send(PIT, payout.PresentTicket(terminal, number))
        self.send(HOUSE, ticket.HoldTicket(number, person, held, "why"))
        self.send(HOUSE, deferral.DeferPayment(number, self.now + held * SECOND, person, "why"))
        terms = Terms("cash", "cheque" if held else "cash", signed=held, identity="passport")
        self.send(HOUSE, ticket.RedeemTicket(number, person))
        self.send(HOUSE, ticket.RedeemTicket(number, person, "alex", terms))
        self.send(HOUSE, ticket.PayHandPay(number, person))
        self.send(HOUSE, ticket.PayHandPay(number, person, "alex", terms))
        self.send(HOUSE, demand.DemandReturn(number, person, "why"))
        self.send(HOUSE, demand.TakeBack(number, person))

    @rule(person=people, second=people, amount=amounts, counts=st.booleans())
    def a_drawer_is_worked_with(self, person: str, second: str, amount: int, counts: bool) -> None:
        self.send(HOUSE, drawer.OpenDrawer(amount, person))
        self.send(HOUSE, drawer.FillDrawer(-amount if counts else amount, person, second))
        if counts:
            self.send(HOUSE, drawer.CloseDrawer(amount, person))

    @rule(
        data=st.data(),
        person=people,
        second=people,
        pieces=st.sampled_from((-2, 1, 30)),
        jam=st.booleans(),
    )
    def a_kiosk_pays_and_is_looked_after(
        self, data: st.DataObject, person: str, second: str, pieces: int, jam: bool
    ) -> None:
        owner = self.streams[HOUSE]
        name = data.draw(st.sampled_from(("K1", "K1", "K1", "none")))
        number = data.draw(st.sampled_from([*owner.tickets, "unknown"]))
        self.send(HOUSE, dispensing.PresentAtKiosk(name, number))
        known = owner.kiosks.get(name)
        payment = known.paying if known else None
        given = tuple(many // 2 if jam else many for many in payment.pieces) if payment else (1,)
        order = payment.order if payment else "dispense:K1:1"
        if data.draw(st.booleans()):
            self.send(HOUSE, dispensing.DispenserReceipt(order, given, jam, name))
        commands = (
            dispensing.StateDispensed(name, order, given, person, second, "why"),
            kiosk_slip.SlipReceipt(f"rest:{name}:V{number}", jam, name),
            kiosk.InstallKiosk(name, (5_000, 500, 5), 15_000, 500 if jam else 2_000, prints=jam),
            kiosk.LoadCassette(name, data.draw(st.integers(0, 4)), pieces, person, second),
            kiosk.CountKiosk(name, tuple(known.pieces) if known else (), person, second),
            kiosk.OpenKiosk(name, person),
            kiosk.CloseKiosk(name, person),
        )
        self.send(HOUSE, data.draw(st.sampled_from(commands)))

    @rule(data=st.data(), terminal=terminals, person=people, second=people, amount=amounts)
    def what_nobody_fetched_is_collected(
        self, data: st.DataObject, terminal: str, person: str, second: str, amount: int
    ) -> None:
        self.serial += 1
        rest = self.streams[HOUSE].uncollected
        self.send(PIT, drop.RemoveStacker(terminal, f"box {self.serial // 2}"))
        name = data.draw(st.sampled_from([*rest.drops, "none"]))
        counted = rest.drops[name].expected if name in rest.drops and amount % 2 else amount
        self.send(HOUSE, drop.CountDrop(name, counted, person, second))
        self.send(HOUSE, unclaimed.SetTicketLife(amount % 3))
        at = self.pit.terminals.get(terminal)
        whose = (PIT, terminal, at.account if at else 1)
        self.send(HOUSE, unclaimed.DeclareAbandoned(*whose, person, second, "why"))

    @rule(data=st.data(), person=people, second=people)
    def a_case_is_ended(self, data: st.DataObject, person: str, second: str) -> None:
        name = data.draw(st.sampled_from([*self.streams[HOUSE].cases, "unknown"]))
        self.send(HOUSE, case.WriteOffCase(name, person, second, "why"))
        self.send(HOUSE, case.SettleCase(name, person))

    @rule(data=st.data(), at=tables, person=people, card=cards, dice=faces)
    def the_game_goes_as_it_likes(
        self, data: st.DataObject, at: str, person: str, card: str, dice: tuple[int, ...]
    ) -> None:
        orders = self.pit.orders.items()
        wanted = next((name for name, order in orders if order.at == at), f"tumble:{at}:1")
        reads = {
            one.at: (name, one.out + (not one.unseen)) for name, one in reading.standing(self.pit)
        }
        order, nth = reads.get(at, (f"read:{at}:1:1", 1))
        commands = (
            NewGame(at, person),
            coup.ReadCard(at, card, order, nth),
            coup.KeyCard(at, card, person, "alex"),
            shoe.ReadCuttingCard(at, order),
            unseen.ReadUnseenCard(at, order, nth),
            face_up.ReadFaceUpCard(at, card, order, nth),
            empty_shoe.ReadEmptyShoe(at, order),
            shoe.BurnCard(at, person),
            shoe.BurnCard(at, person, card),
            no_bet.DealNoBet(at, person),
            reconstruction.Reconstruct(at, person, self.other_way_round(at)),
            shuffler.VerifyShoe(at, 416),
            shoe.PressStandby(at, person),
            coup.EnterResult(at, person, "player"),
            result.ConfirmResult(at, person),
            dummy.StartDummyHand(at, person),
            dummy.KeyDummyCards(at, person, WHOLE_COUP),
            tumbler_reading.ReadDice(at, dice, wanted),
            tumbler_reading.ReadCockedDice(at, wanted),
            tumbling.Tumble(at, person),
            saying.EnterDice(at, person, dice),
            exposure.ReadExposedDice(at),
            exposure.ReportExposedDice(at, person),
            dice_set.DeclareDieBroken(at, person),
            dice_set.SealDice(at, person, "set-1", card),
            spin.Spin(at, person),
            spin.EnterNumber(at, person, 17),
            spin.ReadNumber(at, 37 if card == "??" else 17, wanted),
            no_spin.CallNoSpin(at, person),
        )
        self.send(PIT, data.draw(st.sampled_from(commands)))

    def other_way_round(self, at: str) -> tuple[str, ...]:
        known = self.pit.tables.get(at)
        play = known.play if known else None
        if not isinstance(play, CardPlay):
            return WHOLE_COUP
        return (*play.carried, *play.banker, *play.player)

    @rule(data=st.data(), at=tables, terminal=terminals, person=people, number=rounds, now=nows)
    def staff_interfere(
        self,
        data: st.DataObject,
        at: str,
        terminal: str,
        person: str,
        number: int,
        now: bool,
    ) -> None:
        commands = (
            VoidRound(at, person, "why", number, whole=now),
            correction.StateActualOutcome(at, person, "why", ("5H", "9S", "KC", "KD"), (), number),
            correction.StateActualOutcome(at, person, "why", (), (1, 2, 4), number),
            correction.StateActualOutcome(at, person, "why", (), (), number, 0),
            correction.StateActualOutcome(at, person, "why", (), (2, 2), number),
            pause.SuspendTable(at, person, "why"),
            pause.ResumeTable(at, person),
            malfunction.DeclareMalfunction(at, person, "why"),
            malfunction.DeclareTerminalFaulty(terminal, person, "why"),
            malfunction.ReturnToService(terminal, person),
            exclusion.ExcludeTerminal(terminal, person, "why"),
            exclusion.AdmitTerminal(terminal, person, "why"),
            one_terminal.KeepToOneTerminal(terminal, "T1", person, "why"),
            leaving.SendAway(terminal, person, "why"),
            notice.ChangeLimits(at, person, Limits(1_000, 20_000, 500), now),
            notice.KeepLimits(at, person),
            voucher.MakeVoucher(terminal, person, "why"),
            voucher.ReportPrinter(terminal, now),
            close_of_play.KeepOpen(at, person),
            reopening.ReopenTable(at, person),
            call.CallAttendant(terminal),
            call.WithdrawCall(terminal),
            objection.RaiseObjection(terminal, at, "outcome", number),
            objection.RaiseObjection(terminal, at, "malfunction"),
            objection.DecideObjection(terminal, person, now, "why"),
            dispute.DecideDispute(at, terminal, person, "payment", "that", now, "why"),
            dispute.AskReview(at, number, person),
            dispute.ReviewDispute(at, number, person, now, "why"),
            dispute.CloseDispute(at, number, person, now, advised=now),
            news.AcknowledgeNews(terminal, 1),
            self._report(terminal, at, number),
            exclusion.VoidWagers(terminal, person, "why"),
            exclusion.RecommendExclusion(terminal, person, "why"),
            seat.DirectAway(terminal, person, "why", area=now),
            shoe_change.ChangeShoe(at, person, "why"),
            shoe_change.ChangeShoe(at, person, "why", unfit=True),
            shoe_change.ChangeShoe(at, person, "why", after=True),
            no_bet.OrderRounds(at, person, number - 1),
            foreign_card.ReportCards(at, person, "missing", "why"),
            shoe_change.VoidShoe(at, person, "why"),
            shoe_change.BringShoe(at, person),
            shoe_change.BringShoe(at, person, how="by_hand"),
            shoe_change.BringShoe(at, person, how="shuffler"),
            shoe_change.BringShoe(at, person, how="pre_shuffled", batch="PS-1"),
            dispensation.Dispense(at, terminal, "player", 500 * number, person, "why"),
            dispensation.Dispense(at, terminal, "pass_line", 500 * number, person, "why"),
            dispensation.Dispense(at, terminal, "buy:4", 500 * number, person, "why"),
            invalidation.InvalidateOutcome(at, person, "fraud", "why", (terminal,), number),
            invalidation.InvalidateOutcome(at, person, "disruption", "why", (), number),
        )
        self.send(PIT, data.draw(st.sampled_from(commands)))

    def _report(self, terminal: str, at: str, number: int) -> Command:
        """Let a terminal tell of the last round; now and then what is not so."""
        known, table = self.pit.terminals.get(terminal), self.pit.tables.get(at)
        last = max(table.settled, default=0) if table else 0
        moved, credit = (known.moved, known.credit) if known else (0, 0)
        return terminal_report.ReportShown(terminal, at, last, moved, credit + (number == 1))

    @rule(at=tables, person=people, now=nows, luck=st.integers(0, 9))
    def a_table_is_to_close(self, at: str, person: str, now: bool, luck: int) -> None:
        if not luck:
            self.send(PIT, close_of_play.CloseTable(at, person, now))
        if luck == 1:
            self.send(PIT, close_of_play.CloseTable(at, person, now, refund=True))

    @rule(person=people, given=st.booleans(), hours=st.sampled_from((-1, 0, 1)))
    def the_office_changes_the_roster_and_the_day(
        self, person: str, given: bool, hours: int
    ) -> None:
        if given:
            self.send(HOUSE, staff.GrantRole(person, "dealer", PIT, 0, 0))
            self.dealers.add(person)
        else:
            self.send(HOUSE, staff.WithdrawRole(person, "dealer", PIT))
            self.dealers.discard(person)
        self.send(HOUSE, credential.NoteCredentials({f"person {person}": f"{hours + 1:064x}"}))
        self.send(HOUSE, day.MoveDayEnd(self.streams[HOUSE].day_ends + hours * 3600 * SECOND))

    @rule(data=st.data(), stream=st.sampled_from((HOUSE, PIT)), person=people)
    def somebody_sees_to_a_task(self, data: st.DataObject, stream: str, person: str) -> None:
        open_tasks = list(self.streams[stream].tasks.values())
        if open_tasks:
            one = data.draw(st.sampled_from(open_tasks))
            acts = (
                task.TakeTask(one.kind, one.about, person),
                task.CompleteTask(one.kind, one.about, person),
            )
            self.send(stream, data.draw(st.sampled_from(acts)))

    @rule(stream=st.sampled_from((HOUSE, PIT)))
    def the_server_restarts(self, stream: str) -> None:
        self.send(stream, pause.Restart("node", 2))

    @invariant()
    def the_books_balance(self) -> None:
        for state in self.streams.values():
            assert sum(state.ledger.values()) == 0
        for terminal in self.pit.terminals.values():
            ledger = self.pit.ledger
            assert terminal.credit >= 0
            assert ledger.get(f"terminal_credit:{terminal.name}", 0) == -terminal.credit
            staked = layout.staked(self.pit, terminal.name)
            assert ledger.get(f"stake:{terminal.name}", 0) == -staked
            assert terminal.open or (not terminal.credit and not staked)

    @invariant()
    def what_is_owed_is_what_the_slips_say(self) -> None:
        owner = self.streams[HOUSE]
        owed = [
            t.amount for t in owner.tickets.values() if t.state in ("printing", "issued", "held")
        ]
        assert owner.ledger.get("tickets_outstanding", 0) == -sum(owed)
        by_hand = [h.amount for h in owner.hand_pays.values() if h.state in ("open", "held")]
        assert owner.ledger.get("hand_pays_outstanding", 0) == -sum(by_hand)

    @invariant()
    def a_drawer_holds_what_the_books_say(self) -> None:
        owner = self.streams[HOUSE]
        for cashier, known in owner.drawers.items():
            assert known.holds >= 0
            booked = owner.ledger.get(f"drawer:{cashier}", 0)
            assert booked == (known.holds if known.is_open else 0)

    @invariant()
    def a_kiosk_holds_what_the_books_say(self) -> None:
        owner = self.streams[HOUSE]
        for name, known in owner.kiosks.items():
            assert min(known.pieces) >= 0
            ordered = known.paying.amount if known.paying else 0
            assert owner.ledger.get(f"kiosk:{name}", 0) == known.holds - ordered

    @invariant()
    def nothing_is_under_way_between_the_streams(self) -> None:
        ledgers = [state.ledger for state in self.streams.values()]
        moving = [n for ledger in ledgers for n in ledger if n.startswith("in_transit:")]
        assert sum(ledger.get(name, 0) for ledger in ledgers for name in moving) == 0

    @invariant()
    def the_differential_holds(self) -> None:
        for at in self.pit.tables.values():
            sides = layout.sides(at)
            if at.limits.differential:
                assert abs(sides["player"] - sides["banker"]) <= at.limits.differential

    @invariant()
    def a_commission_is_held_for_what_lies_there(self) -> None:
        spots = self.pit.tables["C1"].layouts.get("T7", {}) if self.pit.tables else {}
        held = sum(spot.amount // 20 for bet, spot in spots.items() if bet == "buy:4")
        assert self.pit.ledger.get("commission_held:T7", 0) == -held

    @invariant()
    def no_wager_outlives_its_round_or_lies_where_none_may(self) -> None:
        for at in self.pit.tables.values():
            spots = [spot for spots in at.layouts.values() for spot in spots.values()]
            stands = at.name == "C1" and all(spot.state == "standing" for spot in spots)
            assert at.undecided or stands or not spots
            assert at.phase != "closed_table" or not spots
            assert not at.no_bet or (at.undecided and not at.layouts)

    @invariant()
    def pairs_that_are_played_for_lean_on_a_main_wager(self) -> None:
        for at in (self.pit.tables.get("M1"), self.pit.tables.get("M2")):
            for spots in at.layouts.values() if at else ():
                locked = {bet for bet, spot in spots.items() if spot.state != "staged"}
                assert "player_pair" not in locked or locked & {"player", "banker", "tie"}

    @invariant()
    def no_shoe_has_a_card_too_many_or_too_few(self) -> None:
        for name, out in self.out.items():
            known = self.pit.tables.get(name)
            if known and isinstance(known.play, CardPlay):
                assert known.play.out == out
                assert sum(known.play.seen.values()) <= out

    def teardown(self) -> None:
        again = {HOUSE: State(HOUSE), PIT: State(PIT)}
        for stream, event, now in self.journal:
            evolve(again[stream], event, now)
            again[stream].left = {}
        assert again == self.streams, "replay of all events equals the state"


def next_step(at: Table) -> Command | None:
    """Return what would carry a table on, so that random play gets somewhere."""
    play = at.play
    is_mt = at.name in ("R1", "D1", "M1", "M2")
    if at.suspended in MUST_BE_VOIDED:
        return VoidRound(at.name, "gus" if is_mt else "alex", "why")
    if at.suspended and is_mt:
        return pause.ResumeTable(at.name, "gus")
    if at.suspended:
        by_dealer = isinstance(play, CardPlay) and at.suspended == "restart"
        return pause.ResumeTable(at.name, "dana" if by_dealer else "alex")
    if isinstance(play, TumblerPlay):
        return (
            tumbler_reading.ReadDice(at.name, dice_of(at, play), throw_of(at))
            if at.phase == "tumbling"
            else None
        )
    if isinstance(play, WheelPlay):
        return next_of_wheel(at)
    if isinstance(play, DealtDicePlay):
        return next_of_dealt_dice(at, play)
    person = "alex" if play.dummy or play.result_by_agm else "dana"
    match at.phase:
        case "idle" | "settled" | "void":
            over = not play.coups_left
            return shoe_change.BringShoe(at.name, "dana") if over else NewGame(at.name, "dana")
        case "closed" | "dealing":
            if play.dummy == "pending":
                return dummy.StartDummyHand(at.name, "alex")
            drawn = len(play.player) + len(play.banker)
            return coup.as_read(at, ("9S", "5H", "KD", "KC", "2D", "3D")[drawn])
        case "result_pending":
            if play.dummy == "dealing":
                return dummy.KeyDummyCards(at.name, "alex", WHOLE_COUP)
            if play.entered or play.dummy or is_mt:
                return result.ConfirmResult(at.name, person)
            return coup.EnterResult(at.name, person, "player")
        case _:
            return None


def dice_of(at: Table, play: TumblerPlay) -> tuple[int, ...]:
    """Return what comes next: at craps a point is set, made and sevened out by turns."""
    if not isinstance(play, CrapsPlay):
        return (1, 2, 4)
    return ((2, 2), (1, 2), (2, 2), (3, 4))[at.round % 4]


def next_of_wheel(at: Table) -> Command | None:
    match at.phase:
        case "idle" | "settled" | "void":
            return NewGame(at.name, "dana")
        case "closed":
            return spin.Spin(at.name, "dana")
        case "spinning":
            return spin.EnterNumber(at.name, "dana", 17)
        case "result_pending":
            return result.ConfirmResult(at.name, "dana")
        case _:
            return None


def next_of_dealt_dice(at: Table, play: DealtDicePlay) -> Command | None:
    early, recognised = play.tumble == "start", play.dice == "recognition"
    if at.phase in ("idle", "settled", "void"):
        return NewGame(at.name, "dana")
    if not play.tumbled and at.phase == ("wagering" if early else "closed"):
        return tumbling.Tumble(at.name, "dana")
    if at.phase == "wagering":
        return None
    if not play.tumbled:
        return no_spin.CallNoSpin(at.name, "dana")
    order = f"uncover:{at.name}:{at.round}" if early else throw_of(at)
    if recognised:
        return tumbler_reading.ReadDice(at.name, (1, 2, 4), order)
    return saying.EnterDice(at.name, "dana", (1, 2, 4))


FloorUnderRandomPlay.TestCase.settings = settings(max_examples=FLOORS, stateful_step_count=60)
TestFloorUnderRandomPlay: Any = FloorUnderRandomPlay.TestCase
