"""What the rehearsal knows of a way of playing: one record each, listed in `ways`."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from openfelt.floor.base import Command
from openfelt.floor.play.procedure import Stated
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act

# Who sends a command, and the command.
Move = tuple[str, Command]

STAFF: Final = {
    "dealer": "dana",
    "agm": "alex",
    "gm": "gina",
    "casino_supervisor": "chris",
    "egs": "emma",
    "cashier": "casey",
    "attendant": "anna",
    "inspector": "ivan",
    "games_supervisor": "greg",
    "authority": "grace",
}
# Who counts with the cashier.
SECOND_CASHIER: Final = "cora"
REASON: Final = "rehearsed"


class Way(NamedTuple):
    """How a way of playing is rehearsed.

    `carry_on` says who moves a table on and how, None while its players think; `remedies` what
    supervisors can do only here; `stated` draws an outcome that somebody might state; `button` is
    a key that players have here and nowhere else.
    """

    bets: tuple[str, ...]
    carry_on: Callable[[Random, State, Table], Move | None]
    stated: Callable[[Random], Stated]
    remedies: Callable[[State, Table], tuple[Move, ...]] = lambda *_: ()
    button: Callable[[str, str], Command] | None = None


def holder(pit: State, table: Table, act: Act) -> str:
    """Name somebody to whom the book of a table gives an act; where it has none, a dealer tries."""
    role, *_ = pit.rules(table).powers.get(act, ("dealer",))
    return STAFF[role]
