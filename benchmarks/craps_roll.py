"""A craps roll over thousands of wagers that stand from earlier ones."""

import asyncio
import gc
import time

import uvloop

from benchmarks.bench_floor import PIT, TABLE, Touches, furnish, open_engine, touch
from benchmarks.measure import RUNS, Timing
from benchmarks.table import Figure
from benchmarks.walking_floor import restored
from openfelt.engine.recovery import Recovered, encoded
from openfelt.engine.request import Request
from openfelt.engine.stream import Stream
from openfelt.floor.clock import Tick
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.journal.chain import chained
from openfelt.journal.memory import MemoryJournal
from openfelt.rulebooks import VARIANTS

TERMINALS = 500
WAGERS = 5_000
# Ten a terminal; all of them outlive a roll of 3, and a 7 decides every one.
BETS = (
    *(f"place:{n}" for n in (4, 5, 6, 8, 9, 10)),
    *("buy:4", "lay:10", "hard:6", "hard:8"),
)
_NOTHING = (1, 2)
# What of everything that stands the roll decides: nothing, a little, all.
ROLLS = {"a 3": _NOTHING, "a 6": (2, 4), "a 7": (3, 4)}


def _tumbling(stream: Stream) -> None:
    """Let the period run out; nobody is on the line, so the dice are shot at once."""
    stream.take(Request(PIT, Tick(), "clock"), stream.due)
    assert stream.state.tables[TABLE].phase == "tumbling"


def _read(stream: Stream, dice: tuple[int, int]) -> Request:
    return Request(PIT, ReadDice(TABLE, dice, throw_of(stream.state.tables[TABLE])), "tumbler")


def _with_standing_wagers() -> bytes:
    """Return a pit whose dice are tumbling over wagers that stood before, as a snapshot."""

    async def made() -> bytes:
        engine = await open_engine(MemoryJournal())
        running = asyncio.create_task(engine.run())
        await furnish(engine, TERMINALS, "AC")
        await touch(engine, Touches(TERMINALS, bets=BETS).lines(WAGERS))
        running.cancel()
        stream = engine.stream(PIT)
        _tumbling(stream)
        stream.take(_read(stream, _NOTHING), stream.state.now)
        _tumbling(stream)
        spots = [s for one in stream.state.tables[TABLE].layouts.values() for s in one.values()]
        assert sum(spot.state == "standing" for spot in spots) == WAGERS
        return encoded(Recovered(stream, {}))

    return uvloop.run(made())


def _settled(data: bytes, dice: tuple[int, int]) -> Timing:
    seconds = []
    for _ in range(RUNS + 1):
        stream = restored(data)
        request = _read(stream, dice)
        gc.collect()
        start = time.process_time()
        _, written, _, _ = stream.take(request, stream.state.now)
        rows = chained({PIT: stream.hash}, written)
        seconds.append(time.process_time() - start)
        assert [row.type for row in rows[:2]] == ["DiceRead", "RoundSettled"]
    return Timing(tuple(seconds[1:]))


def _looked_up() -> Timing:
    rules = VARIANTS["AC"].definition()
    stakes = [Stake("T1", bet, 500) for bet in BETS] * TERMINALS
    start = time.process_time()
    returned_on(rules, stakes, 0)
    return Timing((time.process_time() - start,))


def settlement(roll: str) -> Figure:
    """A roll over 5,000 standing wagers: decided, encoded, hashed, applied."""
    timing = _settled(_with_standing_wagers(), ROLLS[roll])
    method = f"CPU: {roll} over {WAGERS:,} standing wagers of {TERMINALS} terminals"
    return Figure("settle a craps roll", method, timing, "the look-up alone", _looked_up(), 0.010)


BENCHMARKS = tuple((lambda roll=roll: settlement(roll)) for roll in ROLLS)
