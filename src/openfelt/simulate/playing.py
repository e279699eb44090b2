"""The kernels that play sessions: orders judged, money debited, wagers settled, stops watched.

As written they play plans: the strategy they ask is `planned.decide`.  `asking`
makes them anew around another function of the same signature.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

import numpy as np
from numba import njit

from openfelt.simulate.book import (
    BANKROLL,
    COIN_IN,
    CREDIT,
    DECIDED,
    DEEPEST,
    ENDED,
    HIGHEST,
    LEAVING,
    OPEN,
    POINT,
    REFUSED,
    ROUND,
    RUINED,
    STAKED,
    STOPPED_LOSS,
    STOPPED_WIN,
    TIME_UP,
    UNROLLED,
    Room,
)
from openfelt.simulate.compiler import inlined, kernel
from openfelt.simulate.dealing import deal
from openfelt.simulate.generator import begin, draw_even, shuffle
from openfelt.simulate.planned import decide, resume, run
from openfelt.simulate.streams import SESSIONS
from openfelt.simulate.wagers import LOST, STANDS

Array = Any
U = np.uint64

ORDERS_MAX: Final = 64
MEMORY: Final = 64


@inlined
def lay(book: Array, bet: Any, amount: Any, room: Any, tables: Any) -> Any:
    """Lay a wager unless the rules or the credit refuse it; say 0 laid, 1 refused, 2 no credit."""
    answer = 0
    flat, cost = tables.behind[bet], amount
    if tables.commission[bet, 0] > 0:
        cost += amount * tables.commission[bet, 0] // tables.commission[bet, 1]
    if (
        amount <= 0
        or not tables.taken[bet, book[POINT]]
        or amount % tables.pieces[bet]
        or (
            flat >= 0
            and (room.standing[bet] + amount) * tables.caps[bet, 1]
            > room.standing[flat] * tables.caps[bet, 0]
        )
    ):
        answer = 1
    elif cost > book[CREDIT]:
        answer = 2
    else:
        if room.standing[bet] == 0:
            room.active[book[OPEN]] = bet
            book[OPEN] += 1
        book[CREDIT] -= cost
        book[STAKED] += amount
        book[COIN_IN] += amount
        room.standing[bet] += amount
        room.up[bet] += amount
    return answer


@inlined
def settle(book: Array, outcome: Any, room: Any, tables: Any) -> None:
    """Judge every wager on the layout; winnings that do not come out even are rounded up."""
    for number in range(book[DECIDED]):
        room.won[room.decided[number]] = 0
    count, kept, moved, ended = book[OPEN], 0, 0, 0
    for number in range(count):
        position = room.active[number]
        fate = tables.fates[position, outcome]
        if fate == STANDS - position:
            room.active[kept] = position
            kept += 1
            continue
        amount = room.standing[position]
        room.standing[position] = 0
        if fate <= STANDS:
            # Set aside: a wager in its new position may still be judged in this very round.
            room.active[count + 2 * moved] = STANDS - fate
            room.active[count + 2 * moved + 1] = amount
            moved += 1
            continue
        bet = tables.bet_of[position]
        room.decided[ended] = bet
        ended += 1
        room.up[bet] -= amount
        book[STAKED] -= amount
        if fate == LOST:
            room.won[bet] -= amount
        else:
            parts = tables.parts[position]
            gain = (amount * fate + parts - 1) // parts
            room.won[bet] += gain
            book[CREDIT] += amount + gain
    for number in range(moved):
        position = room.active[count + 2 * number]
        amount = room.active[count + 2 * number + 1]
        if room.standing[position] == 0:
            room.active[kept] = position
            kept += 1
        room.standing[position] += amount
    book[OPEN] = kept
    book[DECIDED] = ended


@inlined
def watch(book: Array, limits: Array) -> None:
    """Let the player leave when a stop is reached or his time is up."""
    worth = book[CREDIT] + book[STAKED]
    if worth <= limits[1]:
        book[LEAVING] = STOPPED_LOSS
    elif worth >= limits[2]:
        book[LEAVING] = STOPPED_WIN
    elif book[ROUND] >= limits[0]:
        book[LEAVING] = TIME_UP


@kernel
def play(
    settings: Array,
    machine: Any,
    outcomes: Array,
    count: Any,
    limits: Array,
    book: Array,
    room: Any,
    tables: Any,
) -> None:
    """Play a session through some outcomes, or to its end.

    `limits` are rounds, the worth at which a loss stops it, and that at which a
    win does.  A player who stops lays nothing more and waits for what stands.
    """
    first = 0
    if book[UNROLLED]:
        first = run(outcomes, count, limits, machine, book, room, tables.point_after)
        if book[UNROLLED]:
            return
        resume(book, machine, room, tables.bet_of)
        watch(book, limits)
    for at in range(first, count):
        if book[LEAVING] == 0:
            wanted = decide(book, room, settings)
            lacking = 0
            for number in range(wanted):
                answer = lay(book, room.orders[number, 0], room.orders[number, 1], room, tables)
                if answer == 1:
                    book[REFUSED] += 1
                elif answer == 2:
                    lacking += 1
            if book[OPEN] == 0 and lacking > 0:
                book[LEAVING] = RUINED
        if book[LEAVING] != 0 and book[OPEN] == 0:
            book[ENDED] = book[LEAVING]
            return
        outcome = np.int64(outcomes[at])
        settle(book, outcome, room, tables)
        book[POINT] = tables.point_after[book[POINT], outcome]
        book[ROUND] += 1
        worth = book[CREDIT] + book[STAKED]
        book[HIGHEST] = max(book[HIGHEST], worth)
        book[DEEPEST] = max(book[DEEPEST], book[HIGHEST] - worth)
        if book[LEAVING] == 0:
            watch(book, limits)


@kernel
def empty_room(positions: Any, planned: Any) -> Any:
    """Return an empty layout with room to work."""
    return Room(
        np.zeros(positions, np.int64),
        np.zeros(positions, np.int64),
        np.zeros(positions, np.int64),
        np.zeros(MEMORY, np.int64),
        np.zeros((ORDERS_MAX, 2), np.int64),
        np.zeros(positions, np.int64),
        np.zeros(4 * positions, np.int64),
        np.zeros(planned, np.int64),
        np.zeros(planned, np.int64),
    )


@kernel
def sit_down(book: Array, bankroll: Any, machine: Any, room: Any) -> None:
    """Begin a session; a plan that can be afforded lays its first wagers at once."""
    book[:] = 0
    book[CREDIT] = book[BANKROLL] = book[HIGHEST] = bankroll
    room.standing[:] = 0
    room.up[:] = 0
    room.won[:] = 0
    room.memory[:] = 0
    if machine.begins.size > 0 and bankroll >= machine.most:
        book[UNROLLED] = 1
        book[COIN_IN] = machine.first[0]
        book[CREDIT] -= machine.first[1]
        room.places[:] = machine.begins


@kernel
def play_even(
    settings: Array,
    machine: Any,
    seed: Any,
    first: Any,
    even: Any,
    limits: Array,
    bankroll: Any,
    tables: Any,
    books: Array,
) -> None:
    """Play one session a row of `books`, on outcomes that are equally likely."""
    state, outcomes = np.empty(4, np.uint64), np.empty(even.chunk, np.uint8)
    room = empty_room(tables.fates.shape[0], machine.begins.size)
    for session in range(books.shape[0]):
        book = books[session]
        sit_down(book, bankroll, machine, room)
        begin(seed, SESSIONS, first + U(session), state)
        while book[ENDED] == 0:
            draw_even(state, even.bound, even.per_word, even.product, even.rejected_below, outcomes)
            play(settings, machine, outcomes, outcomes.size, limits, book, room, tables)


@kernel
def play_shoes(
    settings: Array,
    machine: Any,
    seed: Any,
    first: Any,
    shoe: Any,
    limits: Array,
    bankroll: Any,
    tables: Any,
    books: Array,
) -> None:
    """Play one session a row of `books`, from new decks on."""
    state, outcomes = np.empty(4, np.uint64), np.empty(shoe.coups_max, np.uint16)
    room = empty_room(tables.fates.shape[0], machine.begins.size)
    for session in range(books.shape[0]):
        book = books[session]
        sit_down(book, bankroll, machine, room)
        begin(seed, SESSIONS, first + U(session), state)
        cards = shoe.cards.copy()
        while book[ENDED] == 0:
            shuffle(state, cards, shoe.size, shoe.dealt, shoe.products, shoe.rejected_below)
            coups = deal(cards, shoe, outcomes)
            play(settings, machine, outcomes, np.int64(coups), limits, book, room, tables)


def asking(strategy: Callable[..., int]) -> tuple[Any, Any]:
    """Return `play_even` and `play_shoes` as they are when another function is asked.

    The kernels' own code with one name changed, so that LLVM sees the strategy
    through and through; Numba would call a function that is handed over as a
    value through a pointer.
    """

    def again(compiled: Any, **names: Any) -> Any:
        written: Any = compiled.py_func
        code = FunctionType(written.__code__, {**written.__globals__, **names})
        return njit(nogil=True)(code)

    played = again(play, decide=inlined(strategy))
    return again(play_even, play=played), again(play_shoes, play=played)
