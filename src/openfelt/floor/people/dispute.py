"""A dispute or complaint: who decides it first, who reviews that, and what the player is told.

It is a record of its own and moves no money: what was wrong is put right by the acts a book has for
that.  Rulebooks: LT 10.11, 12.11, 12.12; SB 6.11, 8.15, 8.16; AC 5.11, 7.14, 7.15; MT 7.12.
"""

from collections.abc import Iterable
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.matter import Dispute, DisputeAbout
from openfelt.floor.people.power import at_table, roles_for
from openfelt.floor.people.staff import may, rank_of, roles_of
from openfelt.floor.people.task import KINDS, MINUTE
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act

# No book sets a time; the time is ours: it only decides when a station reminds.
_REVIEW_US: Final = 30 * MINUTE


class DecideDispute(Command, frozen=True):
    """What a player at a terminal says, and how it is decided in the first instance."""

    table: str
    terminal: str
    person: str
    about: str
    said: str
    upheld: bool
    reason: str


class AskReview(Command, frozen=True):
    """The player wants the decision reviewed."""

    table: str
    dispute: int
    person: str


class ReviewDispute(Command, frozen=True):
    """Whoever reviews a decision decides again, for good."""

    table: str
    dispute: int
    person: str
    upheld: bool
    reason: str


class CloseDispute(Command, frozen=True):
    """The player is satisfied; or he is not, and was `advised` to whom he may complain."""

    table: str
    dispute: int
    person: str
    satisfied: bool
    advised: bool = False


class DisputeDecided(Event, frozen=True):
    """`role` is the highest in which the person decided: whoever reviews it is no lower."""

    dispute: int
    table: str
    terminal: str
    account: int
    about: DisputeAbout
    said: str
    upheld: bool
    reason: str
    person: str
    role: str


class ReviewAsked(Event, frozen=True):
    dispute: int
    table: str
    duty: Duty


class DisputeReviewed(Event, frozen=True):
    dispute: int
    table: str
    upheld: bool
    reason: str
    person: str


class DisputeClosed(Event, frozen=True):
    """`complaint` is whom a complaint goes to, None where the player is satisfied."""

    dispute: int
    table: str
    satisfied: bool
    advised: bool
    complaint: Duty | None


def decide(state: State, command: DecideDispute, context: Context) -> Answer:
    """Decide it as the one to whom the book refers it first.

    Rule: LT 12.11; LT 10.11; SB 8.15; SB 6.11; AC 7.14; AC 5.11; MT 7.12
    """
    table = at_table(state, command.table, command.person, Act.DECIDE_DISPUTE, context.now)
    if isinstance(table, Refused):
        return table
    terminal = state.terminals.get(command.terminal)
    if terminal is None or command.table not in terminal.tables:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    about = _about(command.about)
    if about is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_ground")
    role = _highest(roles_of(state, command.person, context.now))
    whose = (state.disputed + 1, table.name, terminal.name, terminal.account)
    found = (about, command.said, command.upheld, command.reason)
    return (DisputeDecided(*whose, *found, command.person, role),)


def _about(said: str) -> DisputeAbout | None:
    match said:
        case "outcome" | "malfunction" | "payment" | "conduct" | "promotion" | "other" as about:
            return about
        case _:
            return None


def _highest(roles: Iterable[str]) -> str:
    return max(roles, key=rank_of)


def _at(state: State, table: str, number: int) -> Dispute | Refused:
    found = state.disputes.get(number)
    if found is None or found.table != table:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_dispute")
    return found


def _handled(
    state: State, command: AskReview | CloseDispute, now: int
) -> tuple[Table, Dispute] | Refused:
    """Return a dispute to whoever of both instances has it in hand."""
    table = state.tables.get(command.table)
    if table is None:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")
    both = (*roles_for(state, table, Act.DECIDE_DISPUTE), *_reviewers(state, table))
    refused = may(state, command.person, both, now)
    if refused:
        return refused
    found = _at(state, command.table, command.dispute)
    return found if isinstance(found, Refused) else (table, found)


def _reviewers(state: State, table: Table) -> tuple[str, ...]:
    return roles_for(state, table, Act.REVIEW_DISPUTE)


def ask_review(state: State, command: AskReview, context: Context) -> Answer:
    """Hand it on to the one who reviews it, where the player asks; once.

    Rule: LT 12.11; SB 8.15; AC 7.14; MT 7.12
    """
    found = _handled(state, command, context.now)
    if isinstance(found, Refused):
        return found
    table, dispute = found
    if dispute.stage != "decided":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "review_asked")
    told = Duty(str(_reviewers(state, table)[0]), _REVIEW_US)
    return (ReviewAsked(command.dispute, table.name, told),)


def review(state: State, command: ReviewDispute, context: Context) -> Answer:
    """Decide it again: another person, and no lower than who decided it.

    Rule: LT 12.11; SB 8.15; AC 7.14; MT 7.12
    """
    table = at_table(state, command.table, command.person, Act.REVIEW_DISPUTE, context.now)
    if isinstance(table, Refused):
        return table
    dispute = _at(state, command.table, command.dispute)
    if isinstance(dispute, Refused):
        return dispute
    if dispute.stage != "review":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_review_asked")
    held = _highest(roles_of(state, command.person, context.now))
    least = min(map(rank_of, _reviewers(state, table)))
    if least and rank_of(held) < max(least, rank_of(dispute.role)):
        return refuse(Refusal.ROLE_MAY_NOT, "lower_grade")
    if dispute.person == command.person:
        return refuse(Refusal.SECOND_PERSON_NEEDED, "own_decision")
    named = (command.dispute, table.name, command.upheld, command.reason)
    return (DisputeReviewed(*named, command.person),)


def close(state: State, command: CloseDispute, context: Context) -> Answer:
    """End it; whoever is not satisfied has been told to whom he may complain.

    Rule: LT 12.12; LT 10.11; SB 8.16; SB 6.11; AC 7.15; AC 5.11; MT 7.12
    """
    found = _handled(state, command, context.now)
    if isinstance(found, Refused):
        return found
    table, dispute = found
    if dispute.stage == "review":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "review_waits")
    hears = roles_for(state, table, Act.HEAR_COMPLAINT)
    if not command.satisfied and hears and not command.advised:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_advised")
    complains = not command.satisfied and hears
    told = Duty(str(hears[0]), KINDS["complaint"].within_us) if complains else None
    said = (command.satisfied, command.advised)
    return (DisputeClosed(command.dispute, table.name, *said, told),)


def task_about(table: str, number: int) -> str:
    """Name what a task is about: a dispute at a table."""
    return f"{table}/{number}"


def decided(state: State, event: DisputeDecided) -> None:
    state.disputed = event.dispute
    whose = (event.table, event.terminal, event.account, event.about, event.said)
    found = (event.upheld, event.reason, event.person, event.role, state.now)
    state.disputes[event.dispute] = Dispute(*whose, *found)


def review_asked(state: State, event: ReviewAsked) -> None:
    state.disputes[event.dispute].stage = "review"
    task.begin(state, "review", task_about(event.table, event.dispute), event.duty)


def reviewed(state: State, event: DisputeReviewed) -> None:
    dispute = state.disputes[event.dispute]
    dispute.stage, dispute.upheld, dispute.reason = "reviewed", event.upheld, event.reason
    dispute.reviewer = event.person
    task.drop(state, "review", task_about(event.table, event.dispute))


def closed(state: State, event: DisputeClosed) -> None:
    del state.disputes[event.dispute]
    if event.complaint is not None:
        about = task_about(event.table, event.dispute)
        task.begin(state, "complaint", about, event.complaint)


CONCEPT = Concept(
    decides={
        DecideDispute: decide,
        AskReview: ask_review,
        ReviewDispute: review,
        CloseDispute: close,
    },
    evolves={
        DisputeDecided: decided,
        ReviewAsked: review_asked,
        DisputeReviewed: reviewed,
        DisputeClosed: closed,
    },
)
