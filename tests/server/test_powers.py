"""Every command a station can send, raw, by every role: the feed and REST say what the floor says.

The table of powers is the floor's own.  What is proved here is that nothing on the way gives a
role more or less than the floor does, and that a station cannot send another kind's commands.
"""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_stage import PASSWORD, STAFF, Stage, Station, told

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.state import Limits, State
from openfelt.floor.whole import COMMANDS as FLOOR_COMMANDS
from openfelt.floor.whole import decide
from openfelt.server.asks import ASKS, COMMANDS, Kind
from openfelt.server.protocol import DECODERS

LIMITS = Limits(500, 50_000, 500)
# A value for every field a command can have, good enough to be judged.
FIELDS: dict[str, Any] = {
    "table": "L1",
    "round": 0,
    "bet": "player",
    "to": "banker",
    "amount": 500,
    "result": "tie",
    "card": "9S",
    "cards": ("9S", "2H", "KD", "3C"),
    "dice": (),
    "reason": "test",
    "limits": LIMITS,
    "now": False,
    "terminal": "T1",
    "person": "nobody",
    "second": "",
    "number": "0" * 18,
}
TABLES = {"dealer": "L1", "table": "S1"}


def _command(command: type[Command], kind: Kind, **who: str) -> Command:
    fields = {**FIELDS, "table": TABLES.get(kind, "L1"), **who}
    if kind == "table":
        fields["terminal"] = "U1"
    wanted = {name: fields[name] for name in command.__struct_fields__}
    return msgspec.convert(msgspec.to_builtins(command(**wanted)), command)


def _raw(command: Command, kind: Kind) -> dict[str, Any]:
    """Write a command as a page would, without what the server fills in."""
    hidden = ("terminal", "number") if kind == "player" else ("person", "second")
    built: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in built.items() if name not in hidden}


def _verdict(state: State, command: Command, now: int) -> str:
    answer = decide(state, command, Context(now, "test"))
    return answer.code.value if isinstance(answer, Refused) else "ack"


async def _over_feed(station: Station, raw: dict[str, Any]) -> str:
    fields = dict(raw)
    answer = await station.do(fields.pop("type"), **fields)
    return answer["code"] if answer["type"] == "refusal" else "ack"


async def _over_rest(station: Station, raw: dict[str, Any]) -> str:
    station.number += 1
    body = {"boot": "rest", "number": station.number, "command": raw}
    answer = await (await station.post("command", body)).json()
    return str(answer.get("code", answer["type"]))


async def _compare(stage: Stage, station: Station, kind: Kind, **who: str) -> dict[str, str]:
    """Send every command of a kind by feed and REST, each judged by the floor just before."""
    engine = stage.server.engine
    verdicts: dict[str, str] = {}
    for one in COMMANDS[kind]:
        command = _command(one, kind, **who)
        for send in (_over_feed, _over_rest):
            expected = _verdict(engine.stream("pit").state, command, engine.stamp())
            assert await send(station, _raw(command, kind)) == expected, (one, who, send)
            verdicts.setdefault(one.__name__, expected)
    return verdicts


def test_every_command_by_every_role_is_judged_as_the_floor_judges_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        powers: dict[tuple[str, str], dict[str, str]] = {}
        stations: dict[Kind, str] = {"dealer": "L1-dealer", "table": "S1-table"}
        for kind, name in stations.items():
            station = stage.station(name)
            await station.enrol()
            for person, role in STAFF.items():
                signed = await station.sign_in(person, PASSWORD)
                if signed.status != 200:
                    assert (kind, role) == ("table", "dealer")
                    continue
                await station.open()
                judged = await _compare(stage, station, kind, person=person)
                powers.setdefault((kind, role), judged)
        for role in ("dealer", "casino_supervisor", "egs"):
            assert powers["dealer", role]["VoidRound"] == "ROLE_MAY_NOT"
        assert powers["dealer", "agm"]["VoidRound"] != "ROLE_MAY_NOT"
        assert powers["dealer", "casino_supervisor"]["NewGame"] == "ROLE_MAY_NOT"
        assert powers["dealer", "dealer"]["NewGame"] == "ack"
        assert powers["table", "egs"]["SuspendTable"] == "ack"
        player = await stage.opened("T1")
        await _compare(stage, player, "player", terminal="T1")

    told(tmp_path, story, seconds=40)


def test_no_kind_of_station_can_send_what_is_not_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        head = {name: stage.server.engine.stream(name).head for name in ("pit", "house")}
        stations: dict[Kind, Station] = {
            "player": await stage.opened("T1"),
            "display": await stage.opened("L1-display"),
            "dealer": await stage.opened("L1-dealer", "d1"),
            "table": await stage.opened("S1-table", "a1"),
            "device": await stage.opened("acceptor@T1"),
        }
        for kind, station in stations.items():
            foreign = [one.__name__ for one in FLOOR_COMMANDS if one not in COMMANDS[kind]]
            assert len(foreign) > len(ASKS["dealer"])
            bodies = [{"boot": "b", "number": 1, "command": {"type": name}} for name in foreign]
            for body in bodies:
                with pytest.raises(msgspec.ValidationError):
                    DECODERS[kind].decode(msgspec.json.encode({"type": "command", **body}))
            for answer in await asyncio.gather(*(station.post("command", b) for b in bodies)):
                assert answer.status in (400, 403)
                assert (await answer.json())["error"] == "BAD_REQUEST"
        for name, before in head.items():
            assert stage.server.engine.stream(name).head == before

    told(tmp_path, story, seconds=40)


def test_a_dealer_has_no_hand_at_another_table(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "a1")
        state = stage.server.engine.stream("pit").state
        refused = await dealer.do("SuspendTable", table="S1", reason="test")
        assert refused["code"] == "PHASE_DOES_NOT_ALLOW"
        assert not state.tables["S1"].suspended

    told(tmp_path, story)
