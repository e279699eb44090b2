"""Who does not get in, and whose authority counts for nothing: no page, no feed, no command."""

import asyncio
from pathlib import Path

import msgspec
import power_table
import pytest
from aiohttp import WSMsgType
from power_table import ROADS, over_feed, over_http, raw
from server_stage import PIT, STAFF, Stage, Station, told
from server_time import take_clocks

from openfelt.floor.base import Context, Refused
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.exclusion import ExcludeTerminal
from openfelt.floor.people.staff import ROLES, GrantRole
from openfelt.floor.play.cards.shoe import PressStandby
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import COMMANDS as FLOOR_COMMANDS
from openfelt.floor.whole import decide
from openfelt.server.access.tries import Unknown
from openfelt.server.feed.protocol import decoder_of
from openfelt.stations.kind import KINDS

SIGN_IN = power_table.sign_in()
LT = power_table.powers("LT")
STATIONS: dict[tuple[str, str], str] = {
    ("dealer", "LT"): "L1-dealer",
    ("table", "LT"): "L1-table",
    ("table", "SB"): "S1-table",
    ("pit", "LT"): "desk",
    ("cashdesk", "House"): "cash-1",
}
L1_TABLE = """
[[floor.station]]
name = "L1-table"
kind = "table"
pit = "pit"
tables = ["L1"]

[[floor.station]]
name = "desk"
kind = "pit"
pit = "pit"

[[floor.station]]
name = "cash-1"
kind = "cashdesk"

[floor.desk]
"""


async def _grant(
    stage: Stage, person: str, role: str, *, pit: str = "", since: int = 0, until: int = 0
) -> None:
    """Grant a role, and wait until the pits have heard of it."""
    await stage.device(GrantRole(person, role, pit, since, until), HOUSE)
    await stage.server.engine.idle()
    await stage.credentials([person])


async def _stays_outside(station: Station, kind: str) -> None:
    """Try everything that needs a sign-in: each command by HTTP, a token, a hello without one."""
    assert "page signin" in await (await station.get("")).text()
    assert (await station.post("token")).status == 401
    commands = [{"type": command.__name__} for command in KINDS[kind].commands]
    answers = await asyncio.gather(*(over_http(station, command) for command in commands))
    assert set(answers) <= {"SIGN_IN_NEEDED"}
    feed = station.stage.server.faces[KINDS[kind].face].feed("127.0.0.1")
    async with station.http.ws_connect(feed, origin=station.origin) as socket:
        await socket.send_json({"type": "hello", "token": "x" * 32, "boot": "b"})
        assert await socket.receive_json() == {"type": "bye", "why": "TOKEN_UNKNOWN"}
        assert (await socket.receive()).type is WSMsgType.CLOSE


def test_a_role_without_a_place_at_a_station_gets_no_further_than_its_sign_in(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        for role in ROLES:
            await _grant(stage, role, role)
        # Roles that are over, that have not begun, or that are another pit's are none here.
        now = stage.server.engine.stamp()
        await _grant(stage, "late", "agm", until=now)
        await _grant(stage, "early", "agm", since=now + 3_600_000_000)
        await _grant(stage, "elsewhere", "agm", pit="annex")
        for (kind, book), name in STATIONS.items():
            station = stage.station(name)
            await station.enrol()
            outside = [role for role, welcome in SIGN_IN[kind, book].items() if not welcome]
            for person in (*outside, "late", "early", "elsewhere", f"nobody at {name}"):
                assert (await station.sign_in(person)).status == 403, (name, person)
                assert (await station.post("token")).status == 401, (name, person)
            await _stays_outside(station, kind)
            for role in set(ROLES) - set(outside):
                assert (await station.sign_in(role)).status == 200, (name, role)
        dealer = await stage.opened("L1-dealer", "d1")
        for person in ("late", "early", "elsewhere"):
            for road in ROADS:
                void = raw(VoidRound("L1", "", "test"))
                assert await road(dealer, void, person) == "ROLE_MAY_NOT", person

    told(tmp_path, story, pits=(PIT, "annex"), more=L1_TABLE)


def test_anothers_authority_is_worth_what_his_own_role_is(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        for role in ROLES:
            await _grant(stage, role, role)
        dealer = await stage.opened("L1-dealer", "d1")
        commands = (PressStandby("L1", ""), VoidRound("L1", "", "test"))
        for command in commands:
            # Nothing is played, so there is nothing to void.
            due = "ack" if isinstance(command, PressStandby) else "PHASE_DOES_NOT_ALLOW"
            power = LT[type(command).__name__, ""]
            for role in ROLES:
                for road in ROADS:
                    assert await road(dealer, raw(command), role) == power.answer(role, due), role

    told(tmp_path, story)


def test_pins_are_not_tried_out_where_nobody_signs_in(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        body = {"number": 1, "boot": "b", "command": {"type": "CallAttendant"}}
        wrong = {"authority": {"person": "a1", "pin": "0000"}}
        assert (await player.post("command", {**body, **wrong})).status == 400
        await player.say({"type": "command", "number": 1, "command": body["command"], **wrong})
        assert (await player.until(lambda f: f["type"] == "bye"))["why"] == "BAD_FRAME"
        dealer = await stage.opened("L1-dealer", "d1")
        elsewhere = await dealer.do("VoidRound", table="L2", reason="x", authority=("a1", "0000"))
        assert elsewhere["code"] == "PHASE_DOES_NOT_ALLOW"
        tried = await stage.server.access.judge.pin("a1", "L1-dealer", "0000")
        assert tried == Unknown(2), "the first that was counted"

    told(tmp_path, story)


def test_a_sign_in_ends_with_the_role_it_was_given_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = take_clocks(monkeypatch)
    end = hands.wall + 3_600_000_000

    async def story(stage: Stage) -> None:
        await _grant(stage, "temp", "dealer", until=end)
        # Another role of his, without a place here, does not keep him in.
        await _grant(stage, "temp", "cashier")
        dealer = await stage.opened("L1-dealer", "temp")
        hands.pass_until(end - 1)
        standby = raw(PressStandby("L1", ""))
        for road in ROADS:
            assert await road(dealer, standby, "") == "ack"
        hands.pass_until(end)
        assert await over_feed(dealer, standby) == "ROLE_MAY_NOT"
        await _stays_outside(dealer, "dealer")
        assert (await dealer.sign_in("temp")).status == 403
        await stage.server.access.end_expired()
        assert (await dealer.until(lambda f: f["type"] == "bye"))["why"] == "SIGNED_OUT"
        assert (await dealer.sign_in("d1")).status == 200
        await stage.server.access.end_expired()
        await dealer.open()
        assert await over_feed(dealer, standby) == "ack"

    told(tmp_path, story)


def test_a_players_commands_are_judged_as_the_floor_judges_them(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        engine = stage.server.engine
        known = {"table": "L1", "round": 0, "bet": "player", "to": "banker", "amount": 500}
        known["about"] = "outcome"
        for one in KINDS["player"].commands:
            fields = {**known, "terminal": "T1", "number": "0" * 18, "line": 1}
            fields |= {"moved": 0, "credit": 0, "wagers": None, "fault": "display"}
            command = one(**{name: fields[name] for name in one.__struct_fields__})
            state = engine.stream(PIT).state
            for road in ROADS:
                judged = decide(state, command, Context(engine.stamp(), "test"))
                expected = judged.code.value if isinstance(judged, Refused) else "ack"
                assert await road(player, raw(command, "terminal", "number"), "") == expected, one
        # A page that names another's terminal is not understood.
        forged = raw(StageWager("T2", "L1", 0, "player", 500), "none")
        assert await over_http(player, forged) == "BAD_REQUEST"

    told(tmp_path, story)


def test_no_kind_of_station_can_send_what_is_not_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        stations: dict[str, Station] = {
            "player": await stage.opened("T1"),
            "display": await stage.opened("L1-display"),
            "dealer": await stage.opened("L1-dealer", "d1"),
            "table": await stage.opened("S1-table", "a1"),
            "device": await stage.opened("acceptor@T1"),
        }
        rows = {name: stage.server.engine.stream(name).sequence for name in (PIT, HOUSE)}
        for kind, station in stations.items():
            foreign = [one.__name__ for one in FLOOR_COMMANDS if one not in KINDS[kind].commands]
            assert len(foreign) > len(KINDS["dealer"].commands)
            for name in foreign:
                frame = {"type": "command", "number": 1, "command": {"type": name}}
                with pytest.raises(msgspec.ValidationError):
                    decoder_of(KINDS[kind]).decode(msgspec.json.encode(frame))
            answers = (over_http(station, {"type": name}) for name in foreign)
            assert set(await asyncio.gather(*answers)) == {"BAD_REQUEST"}
        for name, before in rows.items():
            assert stage.server.engine.stream(name).sequence == before

    told(tmp_path, story)


def test_a_station_has_no_hand_at_another_table(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        assert STAFF["a1"] == "agm"
        dealer = await stage.opened("L1-dealer", "a1")
        state = stage.server.engine.stream(PIT).state
        for road in ROADS:
            elsewhere = {"type": "SuspendTable", "table": "S1", "reason": "test"}
            assert await road(dealer, elsewhere, "") == "PHASE_DOES_NOT_ALLOW"
        assert not state.tables["S1"].suspended
        table = await stage.opened("S1-table", "a1")
        commands = [one for one in KINDS["table"].commands if "terminal" in one.__struct_fields__]
        assert len(commands) == 13
        words = {"table": "S1", "bet": "big", "amount": 0, "person": "", "reason": "test"}
        words |= {"keeps": "U1", "upheld": False, "about": "other", "said": "test"}
        for command in commands:
            for terminal in ("T1", "T9"):
                named = {**words, "terminal": terminal}
                wanted = (f.name for f in msgspec.structs.fields(command) if f.required)
                one = command(**{name: named[name] for name in wanted})
                for road in ROADS:
                    assert await road(table, raw(one), "") == "PHASE_DOES_NOT_ALLOW", command
        assert not state.terminals["T1"].excluded
        assert not state.terminals["T1"].out_of_service
        own = raw(ExcludeTerminal("U1", "", "test"))
        assert await over_feed(table, own) == "ack"

    told(tmp_path, story)
