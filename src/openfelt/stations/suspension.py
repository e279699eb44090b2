"""Why a table stands still, for everybody who works at it."""

from typing import Literal

import msgspec

from openfelt.floor.people.power import resumes, roles_for
from openfelt.floor.rounds.pause import MUST_BE_VOIDED
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act, Role
from openfelt.stations.dispute import CalledBy


class Suspension(msgspec.Struct, frozen=True, gc=False):
    """Why a table stands still: who stopped it, "" where nobody did, since when, in his words.

    `ends_by` is the act that lets it go on, or the only one that can be done, by one of `roles`.
    """

    by: str
    since: int
    reason: str
    ends_by: Literal["resume", "void", "seal_dice"]
    roles: tuple[str, ...]


def suspension_of(state: State, table: Table, called: CalledBy) -> Suspension | None:
    """Return why a table stands still; `called` gives people their names."""
    if not table.suspended:
        return None
    if table.suspended in MUST_BE_VOIDED:
        return _ended_by("void", roles_for(state, table, Act.VOID), table, called)
    if table.suspended == "broken":
        return _ended_by("seal_dice", roles_for(state, table, Act.MANAGE), table, called)
    return _ended_by("resume", resumes(state, table), table, called)


def _ended_by(
    act: Literal["resume", "void", "seal_dice"],
    roles: tuple[Role, ...],
    table: Table,
    called: CalledBy,
) -> Suspension:
    stopped = table.stopped
    by = called(stopped.person) if stopped.person else ""
    each_once = tuple(dict.fromkeys(role.value for role in roles))
    return Suspension(by, stopped.since, stopped.reason, act, each_once)
