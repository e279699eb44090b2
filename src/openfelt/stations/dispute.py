"""Disputes as those who have them in hand see them: what was said, how it stands, what is next."""

from collections.abc import Callable

import msgspec

from openfelt.floor.people.dispute import AskReview, CloseDispute, ReviewDispute
from openfelt.floor.people.matter import Dispute, DisputeAbout
from openfelt.floor.people.power import roles_for
from openfelt.floor.people.staff import or_higher
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act
from openfelt.stations.allowed import data_of, reason_of, refusal_of
from openfelt.stations.key import Key, needed

# How people call somebody whom the journal knows by an id.
CalledBy = Callable[[str], str]


class DisputeView(msgspec.Struct, frozen=True, gc=False):
    """A dispute that is open: `reviews` and `hears` are the roles that review and hear complaints.

    `acts` are what can be done about it, each with the reason why not.
    """

    dispute: int
    table: str
    terminal: str
    seat: int
    about: DisputeAbout
    said: str
    upheld: bool
    reason: str
    stage: str
    since: int
    decided_by: str
    reviewed_by: str
    reviews: tuple[str, ...]
    hears: tuple[str, ...]
    acts: tuple[Key, ...]


def dispute_views(
    state: State, tables: tuple[str, ...], person: str, now: int, called: CalledBy
) -> tuple[DisputeView, ...]:
    """Return what is open at these tables, the newest first."""
    return tuple(
        _view(state, number, one, person, now, called)
        for number, one in reversed(state.disputes.items())
        if one.table in tables
    )


def _view(
    state: State, number: int, one: Dispute, person: str, now: int, called: CalledBy
) -> DisputeView:
    table = state.tables[one.table]
    return DisputeView(
        number,
        one.table,
        one.terminal,
        state.terminals[one.terminal].seat,
        one.about,
        one.said,
        one.upheld,
        one.reason,
        one.stage,
        one.since,
        called(one.person),
        called(one.reviewer) if one.reviewer else "",
        roles_of_act(state, table, Act.REVIEW_DISPUTE),
        roles_of_act(state, table, Act.HEAR_COMPLAINT),
        _acts(state, number, one, person, now),
    )


def roles_of_act(state: State, table: Table, act: Act) -> tuple[str, ...]:
    """Name whoever holds an act by the book of a table, with the higher grades."""
    return tuple(sorted(or_higher(roles_for(state, table, act))))


def _acts(state: State, number: int, one: Dispute, person: str, now: int) -> tuple[Key, ...]:
    named = (one.table, number, person)
    asked = (
        ("ask_review", AskReview(*named)),
        ("review", ReviewDispute(*named, upheld=False, reason="")),
        ("close", CloseDispute(*named, satisfied=True)),
    )
    refused = ((act, command, refusal_of(state, command, now)) for act, command in asked)
    return tuple(
        Key(act, type(command).__name__, reason_of(no), data=data_of(no), needs=needed(no))
        for act, command, no in refused
    )
