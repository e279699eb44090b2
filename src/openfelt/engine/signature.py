"""Who acted, as a row names him: the person a command was judged by, then whoever approved it."""

from typing import Final

from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.whole import COMMANDS

# No station, device or stream begins so; a person's name has no space in it.
STAFF: Final = "staff:"
# These name somebody they are about, who does nothing himself.
_ABOUT: Final = ("GrantRole", "WithdrawRole", "LearnRole", "ForgetRole")
SIGNED: Final[frozenset[type[Command]]] = frozenset(
    command
    for command in COMMANDS
    if "person" in command.__struct_fields__ and command.__name__ not in _ABOUT
)


def signature(request: Request) -> str:
    """Return what the rows of a request name as its actor."""
    command = request.command
    if type(command) not in SIGNED:
        return request.actor
    person: str = getattr(command, "person")  # noqa: B009 - not every command has one
    second: str = getattr(command, "second", "")
    if not person:
        return request.actor
    return f"{STAFF}{person} {second}" if second else f"{STAFF}{person}"
