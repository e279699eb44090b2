"""Every command by every role, raw, over feed and HTTP, equals `docs/powers.md` exactly.

The page is written from the clauses, not made from the code.  Each role plays the same story at a
station of its own: it sends each command in a moment in which it is due, and where it has not the
power a deputy does it instead, so that the story goes on.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import power_table
from power_table import COUP, ROADS, Road, raw
from server_stage import PIT, Stage, Station, told

from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.voucher import MakeVoucher
from openfelt.floor.people.dispute import (
    AskReview,
    CloseDispute,
    DecideDispute,
    ReviewDispute,
)
from openfelt.floor.people.exclusion import (
    AdmitTerminal,
    ExcludeTerminal,
    RecommendExclusion,
    VoidWagers,
)
from openfelt.floor.people.leaving import SendAway
from openfelt.floor.people.objection import DecideObjection
from openfelt.floor.people.one_terminal import KeepToOneTerminal
from openfelt.floor.people.seat import DirectAway
from openfelt.floor.people.staff import ROLES
from openfelt.floor.play.cards.coup import EnterResult, KeyCard, as_read
from openfelt.floor.play.cards.dummy import KeyDummyCards, StartDummyHand
from openfelt.floor.play.cards.foreign_card import ReportCards
from openfelt.floor.play.cards.reconstruction import Reconstruct
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.cards.shoe_change import BringShoe, ChangeShoe, VoidShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken, SealDice
from openfelt.floor.play.dealt_dice.exposure import ReadExposedDice, ReportExposedDice
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.play.dealt_dice.tumbling import Tumble
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds.close_of_play import CloseTable, KeepOpen
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.malfunction import (
    DeclareMalfunction,
    DeclareTerminalFaulty,
    ReturnToService,
)
from openfelt.floor.rounds.no_bet import DealNoBet, OrderRounds
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.notice import ChangeLimits, KeepLimits
from openfelt.floor.rounds.pause import Restart, ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Limits, State
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.floor.wagers.wager import StageWager
from openfelt.rulebooks import VARIANTS
from openfelt.stations.kind import KINDS
from openfelt.stations.procedures.every import RARE_SEAT_ACTS, SEAT_ACTS
from openfelt.stations.procedures.whole import DESKS

SIGN_IN = power_table.sign_in()
POWERS = {section: power_table.powers(section) for section in ("LT", "SB", "MT_A", "MT_SICBO")}
# Who does what the role under test may not; the second AGM also gives his approval.
DEALER, AGM = "d1", "a1"
WRONG_MOMENT = "PHASE_DOES_NOT_ALLOW"


class Case(NamedTuple):
    """A role at a station of its own, at a table of its own."""

    kind: str
    book: str
    role: str

    @property
    def table(self) -> str:
        return f"{self.book}-{self.kind}-{self.role}"

    @property
    def station(self) -> str:
        return f"at-{self.table}"

    @property
    def terminal(self) -> str:
        return f"of-{self.table}"


@dataclass(frozen=True, slots=True)
class Step:
    """A command in the moment it is due, and what a role that may is answered."""

    command: type[Command]
    when: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    deputy: str = AGM
    second: str = ""
    due: str = "ack"

    def filled(self, case: Case, state: State) -> Command:
        """Build the command as the deputy says it; a dispute is the newest at the table."""
        at_it = [n for n, one in state.disputes.items() if one.table == case.table]
        known: dict[str, Any] = {"table": case.table, "terminal": case.terminal}
        known["person"] = self.deputy
        known["dispute"] = max(at_it, default=0)
        fields = {"reason": "test", "now": False, **known, **self.fields}
        wanted = [f for f in msgspec.structs.fields(self.command) if f.required or f.name in fields]
        return self.command(**{one.name: fields[one.name] for one in wanted})


# What others do so that the next step is due.
Prepared = Callable[[Case, State], Command]

LIMITS = Limits(500, 50_000, 500)


def _card(face: str) -> Prepared:
    return lambda case, state: as_read(state.tables[case.table], face)


def _note(case: Case, _: State) -> Command:
    return InsertNote(case.terminal, 10_000, "")


def _wager(case: Case, state: State) -> Command:
    return StageWager(case.terminal, case.table, state.tables[case.table].round, "small", 500)


def _new_game(case: Case, _: State) -> Command:
    return NewGame(case.table, DEALER)


def _player(case: Case, state: State) -> Command:
    return StageWager(case.terminal, case.table, state.tables[case.table].round, "player", 500)


def _order(case: Case, _: State) -> Command:
    return OrderRounds(case.table, AGM, 3)


def _no_bet(case: Case, _: State) -> Command:
    return DealNoBet(case.table, DEALER)


def _void(case: Case, _: State) -> Command:
    return VoidRound(case.table, AGM, "test")


def _close(case: Case, _: State) -> Command:
    """Let wagering be over at a table that a dealer tumbles, without waiting for the clock."""
    return ReadExposedDice(case.table)


def _bring_shoe(case: Case, _: State) -> Command:
    return BringShoe(case.table, DEALER)


def _of_dealer(command: type[Command], when: str = "", due: str = "ack", **fields: Any) -> Step:
    return Step(command, when, fields, DEALER, due=due)


VOID_SHOE = Step(VoidShoe, deputy="gm")
UNFIT = Step(ChangeShoe, "cards unfit", {"unfit": True})
ENDED = Step(ChangeShoe, "of an ended shoe")
MISSING = Step(ReportCards, fields={"found": "missing"}, deputy=DEALER)
DISPENSE = Step(Dispense, fields={"bet": "player", "amount": 500})
INVALIDATE = Step(InvalidateOutcome, fields={"ground": "disruption"})
OF_THE_OPERATOR = Step(InvalidateOutcome, fields={"ground": "disruption"}, deputy="gm")
MANAGING = (
    Step(SuspendTable),
    Step(ResumeTable, "stopped by staff"),
    Step(VoidRound),
    Step(DeclareMalfunction),
    Step(ChangeLimits, fields={"limits": LIMITS}),
    # Nothing was announced that could be taken back.
    Step(KeepLimits, due=WRONG_MOMENT),
    Step(KeepOpen, due=WRONG_MOMENT),
)
# What no book but Multi Terminal knows.
BY_RULE = (Step(OrderRounds, fields={"rounds": 3}), Step(Reconstruct, fields={"cards": COUP}))
# Only a table at which a dealer tumbles has dice sealed in a tumbler, each time others.
DICE = (
    Step(DeclareDieBroken),
    Step(SealDice, fields={"dice_set": "set-1", "seal": "4711"}),
    Step(DeclareDieBroken),
    Step(SealDice, fields={"dice_set": "set-2", "seal": "4712"}),
)
# It is open.
REOPENING = Step(ReopenTable, due=WRONG_MOMENT)
# A live floor has no virtual shoe: the dealer is told that it is not the moment, others no more
# than that they may not.
DEALING: tuple[Step | Prepared, ...] = (
    _note,
    UNFIT,
    _of_dealer(BringShoe),
    VOID_SHOE,
    _bring_shoe,
    _new_game,
    _void,
    Step(ChangeShoe, "after a void"),
    _bring_shoe,
    MISSING,
    _bring_shoe,
    _of_dealer(CallShoe, due=WRONG_MOMENT),
    _of_dealer(DrawCard, due=WRONG_MOMENT),
    _of_dealer(BurnCard),
    _of_dealer(PressStandby),
    _of_dealer(NewGame),
    _card(COUP[0]),
    DISPENSE,
    Step(KeyCard, "alone", {"card": COUP[1]}),
    Step(KeyCard, "an AGM approves", {"card": COUP[2]}, second=AGM),
    _card(COUP[3]),
    _of_dealer(EnterResult, "after standby", result="player"),
    _of_dealer(ConfirmResult, "after standby"),
    Step(StateActualOutcome, fields={"cards": ("5H", "9S", "KC", "KD")}),
    _new_game,
    *(_card(face) for face in COUP),
    Step(EnterResult, "without standby", {"result": "player"}),
    Step(ConfirmResult, "without standby"),
    _card(COUP[0]),
    Step(StartDummyHand),
    Step(KeyDummyCards, fields={"cards": COUP}),
    Step(EnterResult, "of a dummy hand", {"result": "player"}),
    Step(ConfirmResult, "of a dummy hand"),
    _new_game,
    INVALIDATE,
    _of_dealer(DealNoBet),
    *BY_RULE,
    _new_game,
    *MANAGING,
)
AFTER = Step(ChangeShoe, "after the coup", {"after": True})
OF_THE_OPERATOR = Step(InvalidateOutcome, fields={"ground": "disruption"}, deputy="gm")
DEALING_BY_RULE: tuple[Step | Prepared, ...] = (
    _note,
    UNFIT,
    ENDED,
    _of_dealer(BringShoe),
    VOID_SHOE,
    _of_dealer(CallShoe, due=WRONG_MOMENT),
    _of_dealer(DrawCard, due=WRONG_MOMENT),
    _of_dealer(BurnCard, card="KS"),
    _of_dealer(PressStandby),
    BY_RULE[0],
    _of_dealer(DealNoBet),
    *(_card(face) for face in COUP),
    _of_dealer(Reconstruct, cards=COUP),
    Step(KeyCard, fields={"card": COUP[1]}),
    Step(StartDummyHand),
    Step(KeyDummyCards, fields={"cards": COUP}),
    DISPENSE,
    _of_dealer(EnterResult, result="player"),
    _of_dealer(ConfirmResult),
    Step(StateActualOutcome, fields={"cards": ("5H", "9S", "KC", "KD")}),
    AFTER,
    _bring_shoe,
    MISSING,
    _bring_shoe,
    _of_dealer(NewGame),
    OF_THE_OPERATOR,
    _new_game,
    *MANAGING,
)
# Nothing has been settled at these tables, so there is nothing to put right.
SUPERVISING: tuple[Step | Prepared, ...] = (
    *MANAGING,
    REOPENING,
    Step(StateActualOutcome, due=WRONG_MOMENT),
    Step(DeclareTerminalFaulty),
    Step(ReturnToService),
    Step(ExcludeTerminal),
    Step(AdmitTerminal),
    # Nobody objects to anything.
    Step(DecideObjection, fields={"upheld": False}, due=WRONG_MOMENT),
    # There is no second terminal that he could keep to.
    Step(KeepToOneTerminal, fields={"keeps": "nowhere"}, due="TERMINAL_OUT_OF_SERVICE"),
    Step(SendAway),
    # A ticket could be printed.
    Step(MakeVoucher, due=WRONG_MOMENT),
)


def _disputing(first: str, reviewer: str) -> tuple[Step | Prepared, ...]:
    """Tell of a dispute that ends with the first decision, and of one that is reviewed."""
    said = {"about": "other", "said": "test", "upheld": False}

    def decided(case: Case, _: State) -> Command:
        return DecideDispute(case.table, case.terminal, first, "other", "test", False, "test")

    return (
        Step(DecideDispute, fields=said, deputy=first),
        Step(CloseDispute, fields={"satisfied": True}, deputy=first),
        decided,
        Step(AskReview, deputy=first),
        Step(ReviewDispute, "of a first decision", said, deputy=reviewer),
    )


STORIES: dict[tuple[str, str], tuple[Step | Prepared, ...]] = {
    ("dealer", "LT"): DEALING,
    ("table", "LT"): (
        _note,
        UNFIT,
        _bring_shoe,
        _new_game,
        _void,
        Step(ChangeShoe, "after a void"),
        _bring_shoe,
        MISSING,
        _bring_shoe,
        VOID_SHOE,
        _bring_shoe,
        _new_game,
        _card(COUP[0]),
        DISPENSE,
        Step(VoidWagers),
        Step(RecommendExclusion),
        INVALIDATE,
        *BY_RULE,
        _new_game,
        *_disputing("games_supervisor", "gm"),
        *SUPERVISING,
        # Nobody has sat out three rounds.
        Step(DirectAway, due=WRONG_MOMENT),
    ),
    ("dealer", "MT_A"): DEALING_BY_RULE,
    ("table", "MT_A"): (
        _note,
        UNFIT,
        ENDED,
        _bring_shoe,
        VOID_SHOE,
        MISSING,
        _bring_shoe,
        BY_RULE[0],
        _no_bet,
        *(_card(face) for face in COUP),
        BY_RULE[1],
        DISPENSE,
        AFTER,
        OF_THE_OPERATOR,
        _bring_shoe,
        _new_game,
        _player,
        Step(VoidWagers),
        Step(RecommendExclusion),
        *_disputing("casino_supervisor", "authority"),
        *SUPERVISING,
        Step(DirectAway),
    ),
    ("table", "SB"): (
        _note,
        Step(ChangeShoe),
        MISSING,
        VOID_SHOE,
        *BY_RULE,
        DISPENSE,
        _wager,
        Step(VoidWagers),
        Step(RecommendExclusion),
        INVALIDATE,
        *_disputing("attendant", "gm"),
        *SUPERVISING,
        Step(DirectAway),
    ),
    ("dealer", "MT_SICBO"): (
        _note,
        _of_dealer(NewGame),
        _of_dealer(ReportExposedDice),
        _of_dealer(Tumble),
        _of_dealer(EnterDice, dice=(1, 2, 3)),
        Step(StateActualOutcome, fields={"dice": (1, 2, 4)}),
        BY_RULE[0],
        _order,
        _of_dealer(DealNoBet),
        _void,
        _new_game,
        _close,
        _of_dealer(CallNoSpin),
        _new_game,
        OF_THE_OPERATOR,
        *DICE,
        _new_game,
        *MANAGING,
    ),
    ("table", "MT_SICBO"): (
        _note,
        BY_RULE[0],
        _new_game,
        _wager,
        Step(VoidWagers),
        Step(RecommendExclusion),
        OF_THE_OPERATOR,
        *DICE,
        _new_game,
        *_disputing("casino_supervisor", "authority"),
        *SUPERVISING,
        # The book has no rounds after which an idle player is told to go.
        Step(DirectAway),
    ),
}
AFTER_A_RESTART = (
    Step(ResumeTable, "after a restart", deputy=DEALER),
    Step(ResumeTable, "after a restart"),
)
# Last of all: what follows the notice cannot be taken back.
CLOSING = Step(CloseTable)
CASES = [
    Case(kind, book, role)
    for kind, book in STORIES
    for role, welcome in SIGN_IN[kind, book].items()
    if welcome
]


def _floor() -> str:
    """Write the tables, stations, terminals and persons of the cases into a configuration."""
    text = "".join(
        f"""
[[floor.table]]
name = "{case.table}"
pit = "pit"
variant = "{case.book}"
minimum = 5
maximum = 500
unit = 5
period = 3600
standby_by_itself = {"true" if case.book.startswith("MT") else "false"}
[[floor.terminal]]
name = "{case.terminal}"
pit = "pit"
tables = ["{case.table}"]
seat = 1
[[floor.station]]
name = "{case.station}"
kind = "{case.kind}"
pit = "pit"
tables = ["{case.table}"]
"""
        for case in CASES
    )
    return text + "".join(
        f'\n[[floor.staff]]\nperson = "{role}"\nrole = "{role}"\n' for role in ROLES
    )


def _picture(stage: Stage, case: Case) -> bytes:
    state = stage.server.engine.stream(PIT).state
    return msgspec.json.encode((state.tables[case.table], state.terminals[case.terminal]))


async def _take(stage: Stage, station: Station, case: Case, step: Step, road: Road) -> None:
    """Let the role try, compare with the page, and have the deputy do what it may not."""
    command = step.filled(case, stage.server.engine.stream(PIT).state)
    power = POWERS[case.book][step.command.__name__, step.when]
    expected = power.answer(case.role, step.due)
    before = _picture(stage, case)
    answer = await road(station, raw(command), step.second)
    assert answer == expected, (case, step, road.__name__)
    if expected != "ack":
        assert _picture(stage, case) == before, "a refusal changes nothing"
        if step.due == "ack" and power.can_be:
            await stage.device(command)


async def _play(
    stage: Stage,
    station: Station,
    case: Case,
    steps: Sequence[Step | Prepared],
    roads: Sequence[Road] = ROADS,
) -> None:
    for road in roads:
        for step in steps:
            if isinstance(step, Step):
                await _take(stage, station, case, step, road)
            else:
                await stage.device(step(case, stage.server.engine.stream(PIT).state))


async def _restarted(stage: Stage, seats: list[tuple[Station, Case]], road: Road) -> None:
    """Stop every table by a restart in the middle of a round, and see who lets it go on."""
    state = stage.server.engine.stream(PIT).state
    for _, case in seats:
        if case.book == "MT_A":  # Before the close a restart would void the round.
            await stage.device(_order(case, state))
            if not state.tables[case.table].undecided:
                await stage.device(_no_bet(case, state))
        elif state.tables[case.table].phase not in ("wagering", "closed"):
            await stage.device(_new_game(case, state))
        # Before the close it would be void there.
        if case.book == "MT_SICBO" and state.tables[case.table].phase == "wagering":
            await stage.device(_close(case, state))
    await stage.device(Restart("test", 99))
    by_dealer, by_agm = AFTER_A_RESTART
    plays = [
        _play(stage, station, case, [by_dealer if case.book == "LT" else by_agm], [road])
        for station, case in seats
    ]
    await asyncio.gather(*plays)


def test_every_command_by_every_role_equals_the_power_table(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(ROLES)
        stations = await asyncio.gather(*(stage.opened(case.station, case.role) for case in CASES))
        seats = list(zip(stations, CASES, strict=True))
        await asyncio.gather(
            *(_play(stage, seat, case, STORIES[case.kind, case.book]) for seat, case in seats)
        )
        for road in ROADS:
            await _restarted(stage, seats, road)
        await asyncio.gather(*(_play(stage, seat, case, [CLOSING]) for seat, case in seats))

    told(tmp_path, story, more=_floor())


def test_the_stories_leave_no_power_of_any_station_out() -> None:
    last: tuple[Step, ...] = (*AFTER_A_RESTART, CLOSING)
    for (kind, book), story in STORIES.items():
        told_of = {
            (step.command.__name__, step.when) for step in (*story, *last) if isinstance(step, Step)
        }
        page = {name for name, power in POWERS[book].items() if kind in power.stations}
        assert told_of == page
        # What another way of playing offers may be left out.
        said = {command for command, _ in page}
        assert _offered(kind, book) <= said <= {one.__name__ for one in KINDS[kind].commands}
    of_pits = [one for one in KINDS.values() if one.is_staffed and one.stream == "pit"]
    # What is done at a desk is told in `test_cash_desk.py` and `test_attendant.py`.
    acting = {one.name for one in of_pits if one.commands and one.stands == "table"}
    assert set(STORIES) == {(kind, book) for kind, book in SIGN_IN if kind in acting}
    assert {kind for kind, _ in STORIES} == acting
    assert {kind for kind, _ in SIGN_IN} == {one.name for one in KINDS.values() if one.is_staffed}


def _offered(kind: str, book: str) -> set[str]:
    """Return what the keys of a station ask for, by the way its table is played."""
    desk = DESKS[VARIANTS[book].procedure]
    if kind == "dealer":
        rows = (*desk.rows, desk.by_authority, desk.rarely_by_authority)
        return {offer.command.__name__ for row in rows for offer in row}
    acts = {offer.command.__name__ for row in (desk.acts, desk.rare_acts) for offer in row}
    return acts | {key.command for key in (*SEAT_ACTS, *RARE_SEAT_ACTS)}
