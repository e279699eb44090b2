"""Bad input: every command in every phase with every kind of nonsense is refused or harmless.

What a server would decode is decoded here in the same way: JSON to a command.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from floor_heads import on_memory

from openfelt.engine.errors import BadRequest
from openfelt.engine.request import COMMAND_MAX, Client, Request
from openfelt.engine.stream import CODEC
from openfelt.floor import question
from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.clock import Tick
from openfelt.floor.money.paying import PLAIN, Terms
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.rounds.pause import Restart
from openfelt.floor.state import Limits, State
from openfelt.floor.wagers.dispensation import Amended
from openfelt.floor.whole import COMMANDS, decide, evolve
from openfelt.journal.base import Journal
from openfelt.journal.row import Entry
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.run import Runner
from openfelt.scenario.script import step
from openfelt.scenario.show import unbalanced
from openfelt.scenario.stage import PIT, Stage

# What only streams ask each other, and the engine itself: no station can send it.
_INTERNAL = {Tick, Restart, *(each for each in vars(question).values() if isinstance(each, type))}
ASKED = tuple(command for command in COMMANDS if command not in _INTERNAL)
decoder = msgspec.json.Decoder(Union[ASKED])  # noqa: UP007 - a union of a list

SET_UP = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=B1
terminal  T2 tables=S1
staff     dana=dealer alex=gm casey=cashier
T1        insert note 100
T2        insert note 100
T1        cash out -> ok ticket=#1
T1        insert note 100
T2        bet S1 small 10
"""
PHASES = {
    "idle": "",
    "wagering": "dana@B1 new game\nT1 bet B1 player 10\nT1 confirm B1\nT1 bet B1 tie 10",
    "closed": "clock +30s",
    "dealing": "shoe@B1 cards 9S",
    "result pending": "shoe@B1 cards 5H KD KC",
    "result entered": "dana@B1 result player",
    "suspended": "alex suspend B1",
    "settled": "alex resume B1\ndana@B1 confirm result",
    "dummy pending": "shoe@B1 cards 9S",
    "dummy dealing": "alex@B1 dummy hand",
    "void": "alex void B1\ndana@B1 new game\nalex void B1",
    "tumbling": "clock +10s",
    "cocked": "tumbler@S1 cocked",
    "last coup over": "alex void shoe B1",
    "out of service": "alex malfunction T1\nalex exclude T2",
    "table closed": "alex close B1\nclock +20m",
}
TEXTS = ("T1", "T2", "B1", "S1", "dana", "alex", "casey", "player", "nobody", "", "\x00", "9S")
NUMBERS = (0, 1, -1, 500, 2**63 - 1, 2**63, 2**64, -(2**70))


@cache
def floors() -> dict[str, tuple[bytes, bytes]]:
    """Play through the phases; return house and pit in each, as bytes that make fresh copies."""
    found: dict[str, tuple[bytes, bytes]] = {}

    async def play() -> None:
        stage = Stage(on_memory())
        runner = Runner(stage)
        await stage.start()
        try:
            await stage.set_up()
            lines = SET_UP
            for phase, more in PHASES.items():
                for number, line in enumerate(f"{lines}{more}".splitlines(), 1):
                    if line:
                        failure = await runner._try(step(number, line))
                        assert failure is None, failure
                found[phase] = (encode(stage.house), encode(stage.pit))
                lines = ""
        finally:
            await stage.stop()

    asyncio.run(play())
    return found


def encode(state: State) -> bytes:
    return msgspec.json.encode(state)


def copy(encoded: bytes) -> State:
    return msgspec.json.decode(encoded, type=State)


def values(hint: Any) -> tuple[Any, ...]:
    """Return sense and nonsense of a type."""
    if hint is str:
        return (*TEXTS, "x" * 500)
    if hint is int:
        return NUMBERS
    if hint is bool:
        return (True, False)
    if hint is Limits:
        figures = (500, 0, -1, 2**70)
        return tuple({"minimum": f, "maximum": 1000, "unit": f} for f in figures)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if hint is Terms:
        return ({"form": "cheque", "signed": True}, {"asked": "transfer", "identity": "licence"})
    if get_origin(hint) is UnionType:
        return (*values(get_args(hint)[0]), None)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = get_type_hints(hint).values()
        return tuple(zip(*(values(field)[:2] for field in fields), strict=True))
    if get_origin(hint) is dict:
        key, item = get_args(hint)
        return ({}, *({k: v} for k in values(key) for v in values(item)[:2]))
    item = get_args(hint)[0]
    return ((), (values(item)[0],), values(item), (values(item)[0],) * 600)


def bodies(command: type[Command]) -> Iterator[bytes]:
    """Yield bodies of a command: each value in each field, the others likely ones."""
    hints = {name: hint for name, hint in get_type_hints(command).items() if name != "version"}
    likely = {
        "terminal": "T1",
        "table": "B1",
        "person": "alex",
        "second": "dana",
        "round": 1,
        "to": "banker",
        "result": "player",
        "role": "dealer",
        "pit": "",
        "variant": "LT",
        "limits": {"minimum": 500, "maximum": 5000, "unit": 500},
        "period_us": 1_000_000,
        "unconfirmed": "commit",
        "shooter": "rotate",
        "decks": 8,
        "tie_percent": 0,
        "seat": 1,
        "tables": ["B1"],
        "notes": [500],
        "since": 0,
        "until": 0,
        "cards": ["9S", "5H", "KD", "KC"],
        "amount": 500,
        "kind": "call",
        "about": "T1",
        "order": "shuffle:shoe:B1:1",
        "ground": "fraud",
        "digests": {"person alex": "0f" * 32},
    }
    base = {name: likely.get(name, values(hint)[-1]) for name, hint in hints.items()}
    for table, terminal, bet in (("B1", "T1", "tie"), ("S1", "T2", "small"), ("?", "?", "?")):
        where = {"table": table, "terminal": terminal, "bet": bet}
        body = {**base, **{key: where[key] for key in where if key in base}}
        yield json.dumps({"type": command.__name__, **body}).encode()
        for name, hint in hints.items():
            for value in values(hint):
                yield json.dumps({"type": command.__name__, **body, name: value}).encode()


@pytest.mark.parametrize("phase", PHASES)
def test_nonsense_is_refused_or_does_no_harm(phase: str) -> None:
    house, pit = (copy(encoded) for encoded in floors()[phase])
    before = (encode(house), encode(pit))
    context = Context(max(house.now, pit.now) + 1, "test")
    for command in ASKED:
        for body in bodies(command):
            said = decoder.decode(body)
            for state in (house, pit):
                answer = decide(state, said, context)
                if not isinstance(answer, Refused) and answer:
                    harmless(state, answer, context.now)
    assert (encode(house), encode(pit)) == before


def harmless(state: State, events: tuple[Any, ...], now: int) -> None:
    """What is accepted can be written, read again and applied, and the ledger balances."""
    after = copy(encode(state))
    for event in events:
        assert CODEC.read(Entry(now, "", "", 0, *CODEC.encode(event))) == event
        evolve(after, event, now)
    assert sum(after.ledger.values()) == 0
    assert all(abs(amount) < 2**53 for amount in after.ledger.values())
    msgspec.msgpack.encode(after)


@pytest.mark.parametrize("command", ASKED, ids=lambda command: command.__name__)
def test_a_body_of_wrong_types_is_not_decoded(command: type[Command]) -> None:
    right = json.loads(next(bodies(command)))
    wrong: list[object] = [None, [], {}, 1.5, "1", True, {"type": command.__name__}, "\ud800"]
    hints = get_type_hints(command)
    for name in right.keys() - {"type"}:
        amounts = get_origin(hints[name]) is UnionType  # Or none at all.
        for value in (1.5, [[1]], [None], *(() if amounts else (None, {"x": 1}))):
            with pytest.raises(msgspec.ValidationError):
                decoder.decode(json.dumps({**right, name: value}).encode())
    for body in wrong:
        if body != {"type": command.__name__} or len(right) > 1:
            with pytest.raises((msgspec.DecodeError, msgspec.ValidationError)):
                decoder.decode(json.dumps(body).encode())


def test_what_cannot_be_kept_is_no_request(tmp_path: Path) -> None:
    """Through the engine, on a real journal: nothing is written and the next command is taken."""

    async def open_journal() -> Journal:
        return await SqliteJournal.open(tmp_path / "journal.db")

    async def play() -> None:
        stage = Stage(open_journal)
        runner = Runner(stage)
        await stage.start()
        try:
            await stage.set_up()
            for number, line in enumerate(SET_UP.strip().splitlines(), 1):
                assert await runner._try(step(number, line)) is None
            assert await runner._try(step(1, "house tickets host")) is None
            before = [stage.engine.stream(name).sequence for name in (HOUSE, PIT)]
            number = 0
            for command in ASKED:
                for text in ("\ud800", "x" * COMMAND_MAX):
                    number = await refused(stage, command, text, 2**63, number)
                number = await refused(stage, command, "no name", 2**64, number)
                number = await refused(stage, command, "\x00", 2**63, number)
            assert [stage.engine.stream(name).sequence for name in (HOUSE, PIT)] == before
            assert unbalanced((stage.house, stage.pit)) is None
            assert await runner._try(step(1, "T2 bet S1 small 10")) is None
        finally:
            await stage.stop()

    asyncio.run(play())


async def refused(stage: Stage, command: type[Command], text: str, figure: int, number: int) -> int:
    """Send a command filled with one text and one figure to both streams."""
    hints = {name: hint for name, hint in get_type_hints(command).items() if name != "version"}
    plain: dict[Any, Any] = {str: text, int: figure, bool: True}
    plain |= {Limits: Limits(figure, figure, figure), Amended: Amended(text, figure), Terms: PLAIN}
    plain |= {hint: None for hint in hints.values() if get_origin(hint) is UnionType}
    plain |= {hint: get_args(hint)[0] for hint in hints.values() if get_origin(hint) is Literal}
    fields = {n: plain[h] if h in plain else (plain[get_args(h)[0]],) for n, h in hints.items()}
    for stream in (HOUSE, PIT):
        number += 1
        try:
            reply = await stage.engine.submit(
                Request(stream, command(**fields), "test", Client("test", "boot"), number)
            )
        except BadRequest:
            continue
        assert reply.refused or not reply.events, (command, reply)
    return number
