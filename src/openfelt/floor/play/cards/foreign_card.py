"""Cards that are too many, missing, or of no deck: the alarm, and what becomes of coup and shoe.

Rulebook: LT 2.3.4, 11.6.10.
"""

from typing import ClassVar, Final, Literal

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.play.cards import aside
from openfelt.floor.play.cards.hands import play_at, with_shoe
from openfelt.floor.rounds.no_bet import NoBetOpened
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.state import State, Stopped, Table
from openfelt.rulebooks.powers import Act

Wrong = Literal["foreign", "missing"]
_WRONG: Final[dict[str, Wrong]] = {"foreign": "foreign", "missing": "missing"}
# What a shoe reads of a card that is none of the 52.
OF_NO_DECK: Final = "XX"


class ReportCards(Command, frozen=True):
    """Somebody found a card `missing`, or a `foreign` one that belongs to no deck of the table."""

    table: str
    person: str
    found: str
    reason: str


class ForeignCardSeen(Event, frozen=True):
    """A card came that the decks cannot hold: a face once too often, or none of the 52.

    The coup stands still; it can only be declared void, and the rest of the shoe goes with it.
    `duty` says who is told at once, `check` who looks through the cards afterwards.
    """

    version: ClassVar[int] = 2

    table: str
    round: int
    card: str
    duty: Duty
    check: Duty


class CardsReported(Event, frozen=True):
    """The same, said by a person; without a coup in progress the shoe goes at once."""

    table: str
    round: int
    found: Wrong
    reason: str
    duty: Duty
    check: Duty


def with_alarm(state: State, table: Table, face: str, taken: Answer) -> Answer:
    """Add the alarm to what a card does, if the decks cannot have held that card.

    Rule: LT 2.3.4; LT 11.6.10
    """
    decks = state.rules(table).decks
    if isinstance(taken, Refused) or play_at(table).seen.get(face, 0) < decks:
        return taken
    begun = any(isinstance(event, NoBetOpened) for event in taken)
    return (*taken, alarm(table, face, table.round + begun))


def alarm(table: Table, face: str, number: int) -> ForeignCardSeen:
    """Have an inspector told, and the cards looked through.

    Rule: LT 11.6.10.3; MT 8.8(l)(ii); MT 8.8(l)(iii)
    """
    duties = task.duty("foreign_card"), task.duty("card_check")
    return ForeignCardSeen(table.name, number, face, *duties)


def report(state: State, command: ReportCards, context: Context) -> Answer:
    """Take it from whoever deals or supervises, also when the last card has been dealt.

    Rule: LT 11.6.10; LT 3.7
    """
    table = with_shoe(state, command.table, command.person, Act.REPORT_CARDS, context.now)
    if isinstance(table, Refused):
        return table
    if table.phase == "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    found = _WRONG.get(command.found)
    if found is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_ground")
    if table.suspended in ("foreign", "missing"):
        return refuse(Refusal.TABLE_IS_SUSPENDED, table.suspended)
    duties = task.duty(f"{found}_card"), task.duty("card_check")
    return (CardsReported(table.name, table.round, found, command.reason, *duties),)


def count(table: Table, face: str) -> None:
    """Remember a card that left the shoe."""
    seen = play_at(table).seen
    seen[face] = seen.get(face, 0) + 1


def put_right(table: Table, read: str, actual: str) -> None:
    """Count the cards that really were dealt instead of those the shoe had read.

    With no words for what was read those on the table are meant.  A misread card that was put
    right must raise no alarm later.
    """
    play = play_at(table)
    for words, step in ((read or " ".join(play.player + play.banker), -1), (actual, 1)):
        for face in words.replace("/", " ").split():
            play.seen[face] = play.seen.get(face, 0) + step


def leave_with_the_coup(state: State, table: Table) -> None:
    """Let a shoe that spoiled a coup be at its end with it; wrong cards are looked through.

    No coup before it is touched: what stopped this one has made them final.

    Rule: LT 11.6.6; LT 11.6.10.1; LT 11.6.10.3
    """
    if table.suspended in ("foreign", "missing"):
        _check(state, table)
    if table.suspended in ("foreign", "missing", "empty"):
        table.suspended = ""
        _take_out(table)


def _take_out(table: Table) -> None:
    play = play_at(table)
    play.coups_left, play.carried, play.tie_adds_one = 0, [], False


def _check(state: State, table: Table) -> None:
    check = play_at(table).check
    assert check is not None
    task.begin(state, "card_check", table.name, check)


def _stop(state: State, table: Table, why: Wrong) -> None:
    table.suspended, table.frozen_us, table.due = why, -1, 0
    table.stopped = Stopped(since=state.now)


def seen(state: State, event: ForeignCardSeen) -> None:
    """Stop the coup where it is; one of no deck may have been its first card.

    Rule: LT 11.6.10; LT 11.6.10.2
    """
    table = state.tables[event.table]
    if not table.undecided:
        aside.begin(state, table)
    elif not table.aside:
        make_final(state, table)
    _stop(state, table, "foreign")
    play_at(table).out += event.card == OF_NO_DECK and not play_at(table).unseen
    play_at(table).check = event.check
    task.begin(state, "foreign_card", event.table, event.duty)


def reported(state: State, event: CardsReported) -> None:
    """Let completed coups stand, and stop the one in progress.

    Rule: LT 11.6.10.1; LT 11.6.10.2; LT 11.6.10.3
    """
    table = state.tables[event.table]
    make_final(state, table)
    play_at(table).check = event.check
    task.begin(state, f"{event.found}_card", event.table, event.duty)
    if table.undecided:
        _stop(state, table, event.found)
    else:
        _check(state, table)
        _take_out(table)


CONCEPT = Concept(
    decides={ReportCards: report},
    evolves={ForeignCardSeen: seen, CardsReported: reported},
)
