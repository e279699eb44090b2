"""What staff say, as commands of the floor."""

from itertools import zip_longest
from typing import Final

from msgspec import ValidationError, convert
from msgspec.structs import replace

from openfelt.floor import reopening
from openfelt.floor.base import Command
from openfelt.floor.money import (
    case,
    deferral,
    demand,
    dispensing,
    drawer,
    drop,
    kiosk,
    ticket,
    ticket_host,
    unclaimed,
    voucher,
)
from openfelt.floor.money.paying import Terms
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people import (
    dispute,
    exclusion,
    leaving,
    objection,
    one_terminal,
    seat,
    task,
)
from openfelt.floor.play.cards import coup, dummy, hands
from openfelt.floor.play.played import PLAYED
from openfelt.floor.play.words import Meant
from openfelt.floor.rounds import (
    close_of_play,
    correction,
    invalidation,
    malfunction,
    no_bet,
    notice,
    pause,
)
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Limits, State, Table
from openfelt.floor.wagers import dispensation
from openfelt.scenario.script import NotUnderstood, cents, count, microseconds
from openfelt.scenario.stage import PIT, Stage
from openfelt.scenario.verbs import cannot

Said = tuple[str, tuple[Command, ...]]
_TERMS: Final = ("asked", "form", "identity", "signature")
_NO_ROUND: Final = -1  # A command means by 0 the last round, or the one being played.


class Speaker:
    """A member of staff at a table, or without one; the kiosk is nobody."""

    def __init__(self, stage: Stage, person: str, at: str, options: dict[str, str]) -> None:
        self._stage = stage
        self._person = person
        self._at = at
        self._options = options
        self._reason = options.get("reason", "as told")
        self._said_why = options.get("reason", "")
        self._rule = options.get("rule", "")

    def says(self, words: tuple[str, ...]) -> Said:
        """Return of which stream something is asked, and what."""
        kinds = (
            self._with_a_drawer,
            self._at_a_kiosk,
            self._collecting,
            self._dealing,
            self._playing,
            self._remedying,
            self._managing,
            self._supervising,
            self._disputing,
            self._paying,
        )
        for verbs in kinds:
            said = verbs(words)
            if said is not None:
                return said
        raise cannot(self._who(), words)

    def _who(self) -> str:
        """Say staff, or that nobody has this name: it may be a misspelt terminal."""
        known = not self._person or self._person in self._stage.house.grants
        return "staff" if known else f"there is no terminal or person {self._person}, and staff"

    def _dealing(self, words: tuple[str, ...]) -> Said | None:
        person = self._person
        match words:
            case ("new", "game", *rest):
                return PIT, (NewGame(self._table(rest), person),)
            case ("confirm", "result", *rest):
                return PIT, (ConfirmResult(self._table(rest), person),)
            case ("no", "bet", *rest):
                return PIT, (no_bet.DealNoBet(self._table(rest), person),)
            case ("cards", _, *_):
                return PIT, self._keyed(words[1:])
            case _:
                return None

    def _playing(self, words: tuple[str, ...]) -> Said | None:
        """Say what only one way of playing knows."""
        for way in PLAYED:
            meant: Meant | None = way.WORDS.staff(words)
            if meant is not None:
                table = self._table(list(meant.rest))
                return PIT, (meant.command(table, self._person, self._reason),)
        return None

    def _managing(self, words: tuple[str, ...]) -> Said | None:
        """Say what is done to a table as a whole: its sign, its close, its opening."""
        person = self._person
        match words:
            case ("limits", *rest):
                return PIT, (self._limits(rest),)
            case ("rounds", *rest, number):
                many = no_bet.CONTINUOUS if number == "continuous" else count(number)
                return PIT, (no_bet.OrderRounds(self._table(rest), person, many),)
            case ("close", *rest):
                return PIT, (self._close(rest),)
            case ("open", *rest):
                return PIT, (reopening.ReopenTable(self._table(rest), person),)
            case ("keep", "open", *rest):
                return PIT, (close_of_play.KeepOpen(self._table(rest), person),)
            case ("keep", "limits", *rest):
                return PIT, (notice.KeepLimits(self._table(rest), person),)
            case _:
                return None

    def _supervising(self, words: tuple[str, ...]) -> Said | None:
        person, reason = self._person, self._reason
        match words:
            case ("void", *rest):
                return PIT, (self._void(rest),)
            case ("actual", *rest):
                return PIT, (self._actual(rest),)
            case ("suspend", *rest):
                return PIT, (pause.SuspendTable(self._table(rest), person, reason),)
            case ("resume", terminal) if self._stage.terminal(terminal):
                return PIT, (malfunction.ReturnToService(terminal, person),)
            case ("resume", *rest):
                return PIT, (pause.ResumeTable(self._table(rest), person),)
            case ("exclude", terminal):
                return PIT, (exclusion.ExcludeTerminal(terminal, person, reason, self._rule),)
            case ("admit", terminal):
                return PIT, (exclusion.AdmitTerminal(terminal, person, reason),)
            case ("malfunction", terminal) if self._stage.terminal(terminal):
                return PIT, (malfunction.DeclareTerminalFaulty(terminal, person, reason),)
            case ("malfunction", *rest):
                return PIT, (malfunction.DeclareMalfunction(self._table(rest), person, reason),)
            case ("answer", terminal):
                return self._task(task.CompleteTask, "call", terminal, self._said_why)
            case ("done", kind, about):
                return self._task(task.CompleteTask, kind, about, self._said_why)
            case ("coming", terminal):
                return self._task(task.TakeTask, "call", terminal)
            case ("coming", kind, about):
                return self._task(task.TakeTask, kind, about)
            case _:
                return None

    def _task(
        self,
        command: type[task.CompleteTask] | type[task.TakeTask],
        kind: str,
        about: str,
        *why: str,
    ) -> Said:
        known = self._stage.task(kind, about)
        named = known.about if known else about
        stream = HOUSE if task.key_of(kind, named) in self._stage.house.tasks else PIT
        return stream, (command(kind, named, self._person, *why),)

    def _disputing(self, words: tuple[str, ...]) -> Said | None:
        """Say what becomes of what a player says is wrong."""
        person = self._person
        match words:
            case ("decide", "dispute", terminal, about, ("for" | "against") as way, *rest):
                said = self._options.get("said", "as told")
                where = (self._table(rest), terminal, person, about, said)
                return PIT, (dispute.DecideDispute(*where, way == "for", self._reason),)
            case ("ask", "review", number, *rest):
                return PIT, (dispute.AskReview(self._table(rest), count(number), person),)
            case ("review", "dispute", number, ("for" | "against") as way, *rest):
                named = (self._table(rest), count(number), person)
                return PIT, (dispute.ReviewDispute(*named, way == "for", self._reason),)
            case ("end", "dispute", number, "satisfied", *rest):
                named = (self._table(rest), count(number), person)
                return PIT, (dispute.CloseDispute(*named, satisfied=True),)
            case ("end", "dispute", number, ("advised" | "unsatisfied") as how, *rest):
                named = (self._table(rest), count(number), person)
                advised = how == "advised"
                return PIT, (dispute.CloseDispute(*named, satisfied=False, advised=advised),)
            case _:
                return None

    def _remedying(self, words: tuple[str, ...]) -> Said | None:
        person, reason = self._person, self._reason
        match words:
            case ("void", "wagers", terminal):
                return PIT, (exclusion.VoidWagers(terminal, person, reason, self._rule),)
            case ("invalidate", *rest):
                return PIT, (self._invalidate(rest),)
            case ("dispense", at, terminal, bet, amount, *rest) if not len(rest) % 2:
                what = (at, terminal, bet, cents(amount))
                pairs = zip(rest[::2], rest[1::2], strict=True)
                besides = tuple(dispensation.Amended(also, cents(n)) for also, n in pairs)
                return PIT, (dispensation.Dispense(*what, person, reason, besides),)
            case ("keep", "to", keeps, "not", terminal):
                return PIT, (one_terminal.KeepToOneTerminal(terminal, keeps, person, reason),)
            case ("leave", terminal):
                return PIT, (leaving.SendAway(terminal, person, reason),)
            case ("voucher", terminal):
                return PIT, (voucher.MakeVoucher(terminal, person, reason),)
            case (("uphold" | "dismiss") as verb, "objection", terminal):
                upheld = verb == "uphold"
                return PIT, (objection.DecideObjection(terminal, person, upheld, reason),)
            case ("recommend", terminal):
                return PIT, (exclusion.RecommendExclusion(terminal, person, reason, self._rule),)
            case ("move", "on", terminal):
                return PIT, (seat.DirectAway(terminal, person, reason),)
            case ("make", "way", terminal):
                return PIT, (seat.DirectAway(terminal, person, reason, area=True),)
            case _:
                return None

    def _paying(self, words: tuple[str, ...]) -> Said | None:
        person = self._person
        match words:
            case ("hold" | "release" as verb, number):
                held, found = verb == "hold", self._options.get("determination", "")
                return HOUSE, (ticket.HoldTicket(number, person, held, self._reason, found),)
            case ("defer", number, duration):
                until = self._stage.now + microseconds(duration)
                return HOUSE, (deferral.DeferPayment(number, until, person, self._reason),)
            case ("settle", name):
                return HOUSE, (case.SettleCase(name, person),)
            case ("write", "off", name):
                second = self._options.get("with", "")
                return HOUSE, (case.WriteOffCase(name, person, second, self._reason),)
            case ("demand", number):
                return HOUSE, (demand.DemandReturn(number, person, self._reason),)
            case ("take", "back", number):
                return HOUSE, (demand.TakeBack(number, person),)
            case ("redeem", number, *signed):
                how = self._terms(signed)
                return HOUSE, (ticket.RedeemTicket(number, person, *how),)
            case ("ask", "host", number):
                return HOUSE, (ticket_host.ClaimTicket(number, person),)
            case ("pay", slip, *signed):
                return HOUSE, (ticket.PayHandPay(slip, person, *self._terms(signed)),)
            case _:
                return None

    def _with_a_drawer(self, words: tuple[str, ...]) -> Said | None:
        """Say what a cashier does with his drawer."""
        person = self._person
        match words:
            case ("open", "drawer", amount):
                return HOUSE, (drawer.OpenDrawer(cents(amount), person),)
            case ("fill" | "empty" as verb, "drawer", amount):
                moved = cents(amount) if verb == "fill" else -cents(amount)
                return HOUSE, (drawer.FillDrawer(moved, person, self._options.get("with", "")),)
            case ("close", "drawer", counted):
                return HOUSE, (drawer.CloseDrawer(cents(counted), person),)
            case _:
                return None

    def _collecting(self, words: tuple[str, ...]) -> Said | None:
        """Say what a cashier does with money that nobody has counted or fetched."""
        person, second = self._person, self._options.get("with", "")
        match words:
            case ("count", "drop", name, counted):
                return HOUSE, (drop.CountDrop(name, cents(counted), person, second),)
            case ("abandon", terminal):
                left = self._stage.house.uncollected.credits.get(PIT, {}).get(terminal)
                what = (PIT, terminal, left.account if left else 0)
                given_up = unclaimed.DeclareAbandoned(*what, person, second, self._reason)
                return HOUSE, (given_up,)
            case _:
                return None

    def _at_a_kiosk(self, words: tuple[str, ...]) -> Said | None:
        """Say what a cashier does with a kiosk."""
        person, second = self._person, self._options.get("with", "")
        kiosks = self._stage.house.kiosks
        match words:
            case ("load" | "unload" as verb, name, value, pieces):
                many = count(pieces) if verb == "load" else -count(pieces)
                values = kiosks[name].values if name in kiosks else ()
                place = values.index(cents(value)) + 1 if cents(value) in values else 0
                return HOUSE, (kiosk.LoadCassette(name, place, many, person, second),)
            case ("count", name, *pieces) if name in kiosks:
                counted = tuple(map(count, pieces))
                return HOUSE, (kiosk.CountKiosk(name, counted, person, second),)
            case ("open", name) if name in kiosks:
                return HOUSE, (kiosk.OpenKiosk(name, person),)
            case ("close", name) if name in kiosks:
                return HOUSE, (kiosk.CloseKiosk(name, person),)
            case ("came", "out", name, *pieces):
                payment = kiosks[name].paying if name in kiosks else None
                what = (payment.order if payment else "", tuple(map(count, pieces)))
                stated = dispensing.StateDispensed(name, *what, person, second, self._reason)
                return HOUSE, (stated,)
            case _:
                return None

    def _terms(self, signed: list[str]) -> tuple[str, Terms]:
        """Return who else is there, and how something is paid."""
        if signed not in ([], ["signed"]):
            raise NotUnderstood("redeem #1 [signed], pay #v1 [signed]")
        said: dict[str, object] = {"signed": bool(signed)}
        said |= {key: self._options[key] for key in _TERMS if key in self._options}
        try:
            terms = convert(said, Terms)
        except ValidationError as error:
            raise NotUnderstood(str(error)) from None
        return self._options.get("with", ""), terms

    def _table(self, rest: list[str]) -> str:
        """Return the table that is named, or the one the person stands at, or the only one."""
        named = [word for word in rest if word not in ("now", "refund", "all")]
        known = next((word for word in named if self._stage.table(word)), self._at)
        if known or named:
            return known or named[0]
        only = self._stage.only_table()
        if only is None:
            raise NotUnderstood("at which table? NAME@T says it")
        return only.name

    def _round(self) -> int:
        """Return the round that is named, 0 where none is; no round has the number 0."""
        named = self._options.get("round")
        return (count(named) or _NO_ROUND) if named is not None else 0

    def _close(self, rest: list[str]) -> Command:
        return close_of_play.CloseTable(
            self._table(rest), self._person, "now" in rest, refund="refund" in rest
        )

    def _void(self, rest: list[str]) -> Command:
        name = self._table(rest[:1])
        said = rest[1:] if rest[:1] == [name] else rest
        whole = said[:1] == ["all"]
        words = " ".join(said[whole:]).replace('"', "")
        reason = self._options.get("reason") or words or self._reason
        return VoidRound(name, self._person, reason, self._round(), whole)

    def _invalidate(self, rest: list[str]) -> Command:
        named = self._options.get("forfeit", "")
        return invalidation.InvalidateOutcome(
            self._table(rest),
            self._person,
            self._options.get("ground", ""),
            self._reason,
            tuple(named.split(",")) if named else (),
            self._round(),
        )

    def _actual(self, rest: list[str]) -> Command:
        said_first = bool(rest) and rest[0] not in ("cards", "dice", "number")
        name, told = (rest[0], rest[1:]) if said_first else (self._table([]), rest)
        common = (name, self._person, self._reason)
        match told:
            case ["cards", *cards]:
                return correction.StateActualOutcome(
                    *common, cards=tuple(cards), round=self._round()
                )
            case ["dice", *faces]:
                dice = tuple(map(count, faces))
                return correction.StateActualOutcome(*common, dice=dice, round=self._round())
            case ["number", number]:
                said = correction.StateActualOutcome(*common, round=self._round())
                return replace(said, number=count(number))
            case _:
                raise NotUnderstood("actual T cards …, dice … or number N")

    def _limits(self, rest: list[str]) -> Command:
        name = self._table(rest)
        known = self._stage.table(name)
        if known is None:
            raise NotUnderstood(f"there is no table {' '.join(rest) or name}")
        options, now = self._options, "now" in rest
        # What is not named is as on the sign before: that in force, or the last announced.
        old = known.limits if now or not known.announced else known.announced[-1].limits
        limits = Limits(
            cents(options["min"]) if "min" in options else old.minimum,
            cents(options["max"]) if "max" in options else old.maximum,
            cents(options["unit"]) if "unit" in options else old.unit,
            old.minimum_total,
            old.aggregate,
            old.differential,
            old.tie_maximum,
            old.pair_maximum,
        )
        return notice.ChangeLimits(name, self._person, limits, now)

    def _keyed(self, cards: tuple[str, ...]) -> tuple[Command, ...]:
        """A dummy hand is keyed whole, a coup card by card."""
        name = self._table([])
        known = self._stage.table(name)
        if known and known.aside:
            whole = _whole_hand(self._stage.pit, known, cards)
            return (dummy.KeyDummyCards(name, self._person, whole),)
        second = self._options.get("with", "")
        return tuple(coup.KeyCard(name, card, self._person, second) for card in cards)


def _whole_hand(pit: State, table: Table, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Put the cards that lie there first where only those that were still to come are said."""
    play, rules = hands.play_at(table), pit.rules(table)
    dealt = tuple(card for pair in zip_longest(play.player[:2], play.banker[:2]) for card in pair)
    both = (*(card for card in dealt if card), *play.player[2:], *play.banker[2:], *cards)
    is_rest = hands.whole_coup(rules, cards) is None and hands.whole_coup(rules, both)
    return both if is_rest else cards
