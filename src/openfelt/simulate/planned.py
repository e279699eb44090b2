"""A declared plan, carried out: the strategy that the kernels ask unless told otherwise."""

from typing import Any

import numpy as np

from openfelt.simulate.book import (
    COIN_IN,
    CREDIT,
    DEEPEST,
    HIGHEST,
    OPEN,
    POINT,
    ROUND,
    STAKED,
    UNROLLED,
)
from openfelt.simulate.compiler import inlined, kernel
from openfelt.simulate.settings import (
    BET,
    CENTS,
    FIRST_ODDS,
    LEVEL_COUNT,
    LEVELS,
    ODDS_TIMES,
    ON_LOSS,
    ON_POINTS,
    ON_WIN,
    SHARES,
    moved_level,
)

Array = Any
U = np.uint64


moved = inlined(moved_level)


@inlined
def decide(book: Array, room: Any, settings: Array) -> Any:
    """Keep every bet of the plan up, and odds behind whatever has its point.

    Write orders to `room.orders` and return how many.
    """
    count = 0
    for number in range(settings.shape[0]):
        bet = settings[number, BET]
        if room.won[bet] != 0:
            move = settings[number, ON_WIN] if room.won[bet] > 0 else settings[number, ON_LOSS]
            room.memory[number] = moved(room.memory[number], settings[number, LEVEL_COUNT], move)
        if room.up[bet] == 0:
            if settings[number, ON_POINTS] >> book[POINT] & 1:
                level = settings[number, LEVELS + room.memory[number]]
                room.orders[count, 0] = bet
                room.orders[count, 1] = settings[number, CENTS] * level
                count += 1
        elif settings[number, ODDS_TIMES] > 0 and room.standing[bet] != room.up[bet]:
            for point in range(6):
                flat, odds = room.standing[bet + 1 + point], settings[number, FIRST_ODDS] + point
                share = SHARES + 2 * point
                amount = flat * settings[number, share] // settings[number, share + 1]
                if amount > 0 and room.standing[odds] == 0:
                    room.orders[count, 0] = odds
                    room.orders[count, 1] = amount
                    count += 1
    return count


@kernel
def run(
    outcomes: Array,
    count: Any,
    limits: Array,
    machine: Any,
    book: Array,
    room: Any,
    point_after: Array,
) -> Any:
    """Play an unrolled plan that can surely be afforded; return after how many rounds that ended.

    It ends when a stop is reached, the time is up, or less is left than the plan
    may want.  `room.came` then says by which place each bet came through the last
    round: what would have been laid after it is not laid.
    """
    worth, highest, deepest = book[CREDIT], book[HIGHEST], book[DEEPEST]
    coin_in, rounds, point = book[COIN_IN], book[ROUND], book[POINT]
    least, win, end = max(limits[1] + 1, machine.most), limits[2], limits[0]
    nexts, money, places, came = machine.nexts, machine.money, room.places, room.came
    bets, at = places.size, 0
    ended = False
    while at < count and not ended:
        outcome = np.int64(outcomes[at])
        laid, fees = 0, 0
        for bet in range(bets):
            place = U(places[bet] + outcome)
            came[bet] = place
            worth += money[place, U(0)]
            laid += money[place, U(1)]
            fees += money[place, U(2)]
            places[bet] = nexts[place]
        at += 1
        rounds += 1
        point = point_after[point, outcome]
        highest = max(highest, worth)
        deepest = max(deepest, highest - worth)
        ended = worth < least or worth >= win or rounds >= end
        if not ended:
            coin_in += laid
            worth -= fees
    book[CREDIT], book[HIGHEST], book[DEEPEST] = worth, highest, deepest
    book[COIN_IN], book[ROUND], book[POINT] = coin_in, rounds, point
    book[UNROLLED] = 0 if ended else 1
    return at


@kernel
def resume(book: Array, machine: Any, room: Any, bet_of: Array) -> None:
    """Put on the layout what an unrolled plan left there; from here on every wager is judged."""
    for bet in range(room.came.size):
        left = machine.left[room.came[bet]]
        room.memory[bet] = left[4]
        for pair in range(0, 4, 2):
            position, amount = left[pair], left[pair + 1]
            if position >= 0:
                room.active[book[OPEN]] = position
                book[OPEN] += 1
                room.standing[position] = amount
                room.up[bet_of[position]] += amount
                book[STAKED] += amount
                book[CREDIT] -= amount
