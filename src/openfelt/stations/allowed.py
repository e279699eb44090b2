"""What may be done now, and why not: the floor itself is asked, so no rule has a second home."""

from collections.abc import Iterable

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Context, Refused
from openfelt.floor.state import State
from openfelt.floor.whole import decide

# "" where a thing may be done, else the code of the refusal.
Reason = str
# The second word `why` of a refusal and its figures.
Data = dict[str, int | str]


def reason_of(answer: Answer | None) -> Reason:
    """Return the code of a refusal, "" for anything else."""
    return answer.code.value if isinstance(answer, Refused) else ""


def data_of(answer: Answer | None) -> Data:
    """Return what a refusal says besides its code, nothing for anything else."""
    return answer.data if isinstance(answer, Refused) else {}


def refusal_of(state: State, command: Command, now: int) -> Refused | None:
    """Return the refusal a command would meet now; deciding changes nothing."""
    answer = decide(state, command, Context(now, "view"))
    return answer if isinstance(answer, Refused) else None


def refusal_of_asking(
    state: State, command: Command, now: int, *answers: Refusal
) -> Refused | None:
    """Do the same where some refusals are answers to what was asked, not to asking."""
    refused = refusal_of(state, command, now)
    return None if refused and refused.code in answers else refused


def one_of(ways: Iterable[Refused | None]) -> Refused | None:
    """Return None as soon as one of several ways is open, else why the first is not."""
    first: Refused | None = None
    for refused in ways:
        if refused is None:
            return None
        first = first or refused
    return first
