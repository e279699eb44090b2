"""What can be seen of a terminal: its meters, its last ticket, and its player's keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from golden_words import Fact, under
from msgspec.structs import replace

from openfelt.floor.state import State
from openfelt.stations.memory import Memory
from openfelt.stations.player import Play, PlayerView, player_view

KEYS: Final = ("stage", "confirm", "clear", "repeat", "double")


def terminal_facts(state: State, name: str, memory: Memory, now: int) -> Iterator[Fact]:
    view = player_view(state, name, memory, now)
    yield from _place(view)
    yield from _meters(view)
    yield from _conduct(state, name)
    yield from _last_ticket(view)
    yield "key/cash_out", view.cash_out
    # Put right since: a terminal that may not be played at is told so when it shoots.  Then its key
    # knew the dice only, and that is what these journals recorded.
    shoot = player_view(_in_service(state, name), name, memory, now).play
    for table, play in view.play.items():
        yield from under(f"at/{table}", _play(play, shoot[table].may.shoot))


def _in_service(state: State, name: str) -> State:
    terminal = replace(state.terminals[name], out_of_service=False, excluded=False)
    return replace(state, terminals={**state.terminals, name: terminal})


def _place(view: PlayerView) -> Iterator[Fact]:
    yield "seat", view.seat
    yield "tables", " ".join(view.tables)
    yield "notes", " ".join(map(str, view.notes))


def _meters(view: PlayerView) -> Iterator[Fact]:
    yield "account", view.account
    yield "credit", view.credit
    yield "staked", view.staked
    yield "win", view.win
    yield "paying_out", view.paying_out
    yield "called", view.called
    yield "out_of_service", view.out_of_service
    yield "excluded", view.excluded


def _conduct(state: State, name: str) -> Iterator[Fact]:
    terminal = state.terminals[name]
    yield "idle_rounds", terminal.idle
    yield "last_note", terminal.last_note
    yield "ticket_asked", terminal.asked


def _last_ticket(view: PlayerView) -> Iterator[Fact]:
    ticket = view.last_ticket
    if ticket is not None:
        yield "last_ticket/amount", ticket.amount
        yield "last_ticket/digits", ticket.digits
        yield "last_ticket/state", ticket.state


def _play(play: Play, shoot: str) -> Iterator[Fact]:
    yield "staked", play.staked
    yield "last_round", play.last_round
    for place, paid in enumerate(play.last, start=1):
        yield f"last/{place}", f"{paid.bet} {paid.amount} {paid.returned}"
    for key in KEYS:
        yield f"key/{key}", getattr(play.may, key)
    yield "key/shoot", shoot
