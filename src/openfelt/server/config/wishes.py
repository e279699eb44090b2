"""`[floor]` is a wish: what differs from the floor becomes ordinary commands of actor `config`.

They are judged by the same rules as anybody's.  What is refused is said, and nothing is forced.
"""

import asyncio
from contextlib import suppress
from typing import Final

from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.base import Command
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import AddPit, OpenHouse
from openfelt.floor.money.payout import HOUSE
from openfelt.journal.base import JournalReader
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.rulebook import NotPlayedSo
from openfelt.server.config import differences, gaming_day
from openfelt.server.config.differences import Wish
from openfelt.server.config.sections import Config

ACTOR: Final = "config"


class NotThisFloor(Exception):
    """A journal that cannot be served by this file: a demo's as a live floor, or other pits."""


async def fulfil(engine: Engine, config: Config) -> list[Wish]:
    """At start: bring the floor to what the file wishes, as far as the rules let it."""
    await _check_demo(engine, config)
    await _check_places(engine, config)
    opened = [await _ask(engine, *one) for one in await _opening(engine, config)]
    return opened + await _kept(engine, config) + await _bring(engine, config)


async def reload(engine: Engine, before: Config, config: Config) -> list[Wish]:
    """While it runs: bring it to another file; if there is anything it cannot do, do nothing."""
    kept = await refused(engine, before, config)
    if kept:
        return kept
    asked = await _bring(engine, config)
    if any(wish.refused for wish in asked):
        return asked  # Then the server stays with the file before.
    return asked + differences.rearranged(before, config)


async def refused(engine: Engine, before: Config, config: Config) -> list[Wish]:
    """Return what keeps a running floor from being brought to another file."""
    return differences.kept_at_start(before, config) + await _kept(engine, config, before)


async def _kept(engine: Engine, config: Config, before: Config | None = None) -> list[Wish]:
    kept: list[Wish] = []
    for pit in (before or config).floor.pits:
        kept += await engine.view(pit, lambda s: differences.kept_of_pit(s, config, before))
    return kept


async def _bring(engine: Engine, config: Config) -> list[Wish]:
    """Ask for everything that is wished for and not there, roles to be taken away first."""
    await asyncio.to_thread(_work_out_odds, config)
    roles = await engine.view(HOUSE, lambda s: differences.asked_of_house(s, config))
    wishes = [await _ask(engine, HOUSE, *one) for one in roles]
    wishes += await keep_day(engine, config)
    for pit in config.floor.pits:
        asks = await engine.view(pit, lambda s: differences.asked_of_pit(s, config))
        wishes += [await _ask(engine, pit, *one) for one in asks]
    # What the house told the pits is known there before anybody hears that it is done.
    await engine.view(HOUSE, lambda _: None)
    return wishes


async def keep_day(engine: Engine, config: Config) -> list[Wish]:
    """Let the running gaming day end when the file says.

    The floor counts 24 hours, so this is asked after every day's end: clocks are changed.
    """
    now = engine.stamp()
    asks = await engine.view(HOUSE, lambda s: differences.asked_of_day(s, config, now))
    return [await _ask(engine, HOUSE, *one) for one in asks]


def _work_out_odds(config: Config) -> None:
    """Make every definition before a table needs it: the loop must not wait for it."""
    for wish in config.floor.table:
        with suppress(NotPlayedSo):
            VARIANTS[wish.variant].definition(wish.decks, wish.tie_percent)


async def pits_known(journal: JournalReader, config: Config) -> tuple[str, ...]:
    """Return the pits of the file that the floor in a journal has; all where there is no floor.

    Refuse a journal of other pits, before anything is written to it.  A pit is added, but none is
    ever taken away, since its money would be out of reach; a demo's are what was declared.
    """
    pits = [stream for stream in await journal.streams() if stream != HOUSE]
    wanted = config.floor.pits
    if not pits or set(pits) == set(wanted):
        return wanted
    if config.server.demo or not set(pits) < set(wanted):
        raise NotThisFloor(
            f"the floor in this journal has the pits {pits}, but floor.pits says "
            f"{list(wanted)}: put them back, or use another folder"
        )
    return tuple(pit for pit in wanted if pit in pits)


async def add_pits(engine: Engine, config: Config, known: tuple[str, ...]) -> list[Wish]:
    """Start the pits that the floor has not had, once the house has said that it serves them."""
    served = await engine.view(HOUSE, lambda state: tuple(state.pits))
    wishes: list[Wish] = []
    for pit in [pit for pit in config.floor.pits if pit not in known]:
        # Whoever was killed between the two has said it already; a house that is not open will.
        if served and pit not in served:
            wishes.append(await _ask(engine, HOUSE, AddPit(pit), f"pit {pit}"))
        await engine.start((pit,), config.server.node)
    return wishes


async def _check_demo(engine: Engine, config: Config) -> None:
    demo = config.server.demo
    for stream in (HOUSE, *config.floor.pits):
        is_demo, has_begun = await engine.view(stream, lambda s: (s.demo, bool(s.tables or s.pits)))
        if has_begun and is_demo != demo:
            kind = "a demo's" if is_demo else "a live floor's"
            raise NotThisFloor(
                f"the journal is {kind}, but [server] says demo = {str(demo).lower()}: "
                "use another folder"
            )


async def _check_places(engine: Engine, config: Config) -> None:
    for pit in config.floor.pits:
        wrong = await engine.view(pit, lambda s: differences.placed_otherwise(s, config))
        if wrong:
            more = f" (and {len(wrong) - 1} more)" if wrong[1:] else ""
            raise NotThisFloor(f"{wrong[0]}{more}: put it back, or use another folder")


async def _ask(engine: Engine, stream: str, command: Command, what: str) -> Wish:
    reply = await engine.submit(Request(stream, command, ACTOR))
    return Wish(what, reply.refused.code.value if reply.refused else "")


async def _opening(engine: Engine, config: Config) -> list[tuple[str, Command, str]]:
    """Return what opens a house that is not open yet."""
    if await engine.view(HOUSE, lambda state: bool(state.pits)):
        return []
    wanted = config.floor.pits
    declared: list[tuple[str, Command, str]] = []
    if config.server.demo:
        declared = [(name, DeclareDemo(), f"demo {name}") for name in (HOUSE, *wanted)]
    ends = gaming_day.end_after(config.floor, engine.stamp())
    return [*declared, (HOUSE, OpenHouse(wanted, ends), f"house with {', '.join(wanted)}")]
