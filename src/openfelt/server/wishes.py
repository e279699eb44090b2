"""`[floor]` is a wish: what differs from the floor becomes ordinary commands of actor `config`.

They are judged by the same rules as anybody's.  What is refused is said, and nothing is forced.
"""

import asyncio
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from openfelt.engine.engine import Engine
from openfelt.engine.request import Request
from openfelt.floor.account import EnrolTerminal
from openfelt.floor.base import Command
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.house import OpenHouse
from openfelt.floor.notice import ChangeLimits
from openfelt.floor.payout import HOUSE
from openfelt.floor.staff import GrantRole
from openfelt.floor.state import State
from openfelt.floor.table import OpenTable
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.rulebook import NotPlayedSo
from openfelt.server.config import Config, TableWish, TerminalWish, cents, limits_of

ACTOR: Final = "config"


class Wish(msgspec.Struct, frozen=True):
    """What was asked of the floor, and why not, where it was refused."""

    what: str
    refused: str = ""


class NotADemo(Exception):
    """A live floor's journal cannot be served as a demo, nor a demo's as a live floor."""


async def fulfil(engine: Engine, config: Config) -> list[Wish]:
    """Bring the floor to what the file wishes, as far as the rules let it."""
    await _check_demo(engine, config)
    wishes = [await _ask(engine, *one) for one in await _house(engine, config)]
    await asyncio.to_thread(_work_out_odds, config)
    for pit in config.floor.pits:
        commands = await engine.view(pit, lambda state: _of_pit(state, config))
        wishes.extend([await _ask(engine, pit, *one) for one in commands])
    grants = await engine.view(HOUSE, lambda state: _grants(state, config))
    wishes.extend([await _ask(engine, HOUSE, *one) for one in grants])
    return wishes


def _work_out_odds(config: Config) -> None:
    """Make the columns of every game before a table needs them: the loop must not wait for it."""
    for wish in config.floor.table:
        book = VARIANTS[wish.variant]
        with suppress(NotPlayedSo):
            decks = wish.decks if book.shoe else None
            _ = book.columns(decks, wish.tie_percent if book.tie_percents else None).returns


async def _check_demo(engine: Engine, config: Config) -> None:
    demo = config.server.demo
    for stream in (HOUSE, *config.floor.pits):
        is_demo, has_begun = await engine.view(stream, lambda s: (s.demo, bool(s.tables or s.pits)))
        if has_begun and is_demo != demo:
            kind = "a demo's" if is_demo else "a live floor's"
            raise NotADemo(
                f"the journal is {kind}, but [server] says demo = {str(demo).lower()}: "
                "use another folder"
            )


async def _ask(engine: Engine, stream: str, command: Command, what: str) -> Wish:
    reply = await engine.submit(Request(stream, command, ACTOR))
    return Wish(what, reply.refused.code.value if reply.refused else "")


async def _house(engine: Engine, config: Config) -> list[tuple[str, Command, str]]:
    pits = await engine.view(HOUSE, lambda state: tuple(state.pits))
    wanted = config.floor.pits
    if pits == wanted:
        return []
    opening: list[tuple[str, Command, str]] = []
    if config.server.demo and not pits:
        opening = [(name, DeclareDemo(), f"demo {name}") for name in (HOUSE, *wanted)]
    ends = _day_ends(config, engine.stamp())
    return [*opening, (HOUSE, OpenHouse(wanted, ends), f"house with {', '.join(wanted)}")]


def _day_ends(config: Config, now: int) -> int:
    """Return when the running gaming day ends, µs UTC."""
    zone = ZoneInfo(config.floor.time_zone)
    here = datetime.fromtimestamp(now / 1_000_000, zone)
    end = datetime.combine(here.date(), time.fromisoformat(config.floor.day_ends), zone)
    if end <= here:
        end = datetime.combine(here.date() + timedelta(days=1), end.timetz())
    return int(end.timestamp()) * 1_000_000


Commands = list[tuple[Command, str]]


def _of_pit(state: State, config: Config) -> Commands:
    pit = state.stream
    tables = [wish for wish in config.floor.table if wish.pit == pit]
    terminals = [wish for wish in config.floor.terminal if wish.pit == pit]
    commands: Commands = []
    for table in tables:
        known = state.tables.get(table.name)
        if known is None:
            commands.append((_open(table), f"table {table.name}"))
        elif (known.next_limits or known.limits) != limits_of(table):
            change = ChangeLimits(table.name, ACTOR, limits_of(table), now=False)
            commands.append((change, f"limits of table {table.name}"))
    for terminal in terminals:
        if terminal.name not in state.terminals:
            commands.append((_enrol(terminal), f"terminal {terminal.name}"))
    return commands


def _open(wish: TableWish) -> OpenTable:
    return OpenTable(
        wish.name,
        wish.variant,
        limits_of(wish),
        wish.period * 1_000_000,
        unconfirmed=wish.unconfirmed,
        shooter=wish.shooter,
        shoot_value=cents(wish.shoot_value),
        decks=wish.decks,
        tie_percent=wish.tie_percent,
        ticket_limit=cents(wish.ticket_limit),
        burned=not wish.burn,
        standby_by_itself=wish.standby_by_itself,
    )


def _enrol(wish: TerminalWish) -> EnrolTerminal:
    return EnrolTerminal(wish.name, wish.tables, wish.seat, tuple(map(cents, wish.notes)))


def _grants(state: State, config: Config) -> Commands:
    commands: Commands = []
    for staff in config.floor.staff:
        held = state.grants.get(staff.person, ())
        if not any(grant.role == staff.role and grant.pit == staff.pit for grant in held):
            grant = GrantRole(staff.person, staff.role, staff.pit, 0, 0)
            where = staff.pit or "every pit"
            commands.append((grant, f"{staff.person} as {staff.role} in {where}"))
    return commands
