"""What may be done now, and why not: the floor itself is asked, so no rule has a second home."""

from collections.abc import Iterable

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Context, Refused
from openfelt.floor.state import State
from openfelt.floor.whole import decide

# "" where a thing may be done, else the code of the refusal.
Reason = str


def reason_of(answer: Answer | None) -> Reason:
    """Return the code of a refusal, "" for anything else."""
    return answer.code.value if isinstance(answer, Refused) else ""


def why_not(state: State, command: Command, now: int) -> Reason:
    """Return the refusal a command would meet now; deciding changes nothing."""
    return reason_of(decide(state, command, Context(now, "view")))


def why_not_asked(state: State, command: Command, now: int, *answers: Refusal) -> Reason:
    """Do the same where some refusals are answers to what was asked, not to asking."""
    reason = why_not(state, command, now)
    return "" if reason in answers else reason


def one_of(reasons: Iterable[Reason]) -> Reason:
    """Return "" as soon as one of several ways is open, else why the first is not."""
    why = ""
    for reason in reasons:
        if not reason:
            return ""
        why = why or reason
    return why
