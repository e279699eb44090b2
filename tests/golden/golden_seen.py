"""What can be seen of one stream, as path and value in words of the domain.

The recorded journals compare with this and with nothing else of the state: when structs and views
are rebuilt, these small functions are adapted and the recorded values stay.  A value that changes
is a change somebody can see, and never a matter of adapting.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from golden_seen_table import table_facts
from golden_seen_terminal import terminal_facts
from golden_words import Fact, Seen, under

from openfelt.engine.stream import Stream
from openfelt.engine.window import NUMBERS_KEPT, SLOT, Window
from openfelt.floor.clock import next_due
from openfelt.floor.state import State
from openfelt.stations.memory import Memory


def seen(stream: Stream, memory: Memory, now: int) -> Seen:
    """Flatten what can be seen at a time; `memory` holds what stations keep of the same rows."""
    found: Seen = {}
    for path, value in _facts(stream, memory, now):
        assert path not in found, f"{path} is said twice"
        found[path] = value
    return found


def _facts(stream: Stream, memory: Memory, now: int) -> Iterator[Fact]:
    state = stream.state
    for name in state.tables:
        yield from under(f"table/{name}", table_facts(state, name, memory, now))
    for name in state.terminals:
        yield from under(f"terminal/{name}", terminal_facts(state, name, memory, now))
    yield from _house(state)
    yield from _money(state)
    yield from _slips(state)
    yield from _people(state)
    yield from _devices(state)
    yield from _answers(stream)


def _house(state: State) -> Iterator[Fact]:
    yield "demo", state.demo
    yield "pits", " ".join(state.pits)
    yield "gaming_day", state.gaming_day
    yield "day_ends", state.day_ends
    yield "next_due", next_due(state)


def _money(state: State) -> Iterator[Fact]:
    for account, balance in state.ledger.items():
        yield f"ledger/{account}", balance
    for transfer, value in state.cms_seen.items():
        yield f"cms/{transfer}", value


def _slips(state: State) -> Iterator[Fact]:
    for number, ticket in state.tickets.items():
        path = f"ticket/{number}"
        yield f"{path}/amount", ticket.amount
        yield f"{path}/scheme", ticket.scheme
        yield f"{path}/terminal", ticket.terminal
        yield f"{path}/pit", ticket.pit
        yield f"{path}/state", ticket.state
        yield f"{path}/redeemed_at", ticket.redeemed_at
        yield f"{path}/redeemed_where", ticket.redeemed_where
        yield f"{path}/to_hold", ticket.to_hold
    for number, hand_pay in state.hand_pays.items():
        path = f"hand_pay/{number}"
        yield f"{path}/amount", hand_pay.amount
        yield f"{path}/terminal", hand_pay.terminal
        yield f"{path}/scheme", hand_pay.scheme
        yield f"{path}/state", hand_pay.state


def _people(state: State) -> Iterator[Fact]:
    for person, grants in state.grants.items():
        for place, grant in enumerate(grants, start=1):
            path = f"grant/{person}/{place}"
            yield f"{path}/role", str(grant.role)
            yield f"{path}/pit", grant.pit
            yield f"{path}/since", grant.since
            yield f"{path}/until", grant.until
    for task in state.tasks.values():
        path = f"task/{task.kind}/{task.about}"
        yield f"{path}/role", str(task.role)
        yield f"{path}/due", task.due
        yield f"{path}/overdue", task.overdue


def _devices(state: State) -> Iterator[Fact]:
    # A device has one open order of a kind: the path says both, the value when it is due.
    for order in state.orders.values():
        yield f"order/{order.device}/{order.kind}/due", order.due
    for name, seal in state.seals.items():
        yield f"seal/{name}/digest", seal.digest
    for table, shoe in state.shoes.items():
        path = f"virtual_shoe/{table}"
        yield f"{path}/seal", shoe.seal
        yield f"{path}/number", shoe.number
        yield f"{path}/drawn", shoe.drawn
        yield f"{path}/unread", " ".join(map(str, shoe.unread))


def _answers(stream: Stream) -> Iterator[Fact]:
    """Say which commands are known, and at which rows their answers stand."""
    for sender, number in stream.state.taken.items():
        yield f"taken/{sender}", number
    for client, number, first, rows in _known(stream.window):
        yield f"answer/{client}/{number}", f"{first} {rows}"


def _known(window: Window) -> Iterator[tuple[str, int, int, int]]:
    for station, boots in window.snapped().items():
        for boot, highest, slots in boots:
            for number, _, first, rows in struct.iter_unpack(SLOT, slots):
                if number > max(0, highest - NUMBERS_KEPT):
                    yield f"{station} {boot}", number, first, rows
