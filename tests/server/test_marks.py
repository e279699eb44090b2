"""No station does a costly act unseen: each act against every mark that is not its own.

Told over the real feed by a client that is no page, so that nothing but the server is in the way.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from server_stage import PIT, Frame, Stage, Station, staged, told
from test_views_are_fresh import EVERY, rows_of

from openfelt.engine import stream as engine_stream
from openfelt.floor.base import Answer, Command, Context, Refused
from openfelt.floor.money.account import InsertNote
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.play.cards.coup import EnterResult, as_read
from openfelt.floor.rounds.close_of_play import KeepOpen
from openfelt.floor.rounds.notice import KeepLimits
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import State
from openfelt.floor.wagers.wager import StageWager
from openfelt.floor.whole import decide, postings
from openfelt.stations.costly import COSTLY
from openfelt.stations.kind import KINDS

STATION = '\n[[floor.station]]\nname = "{}"\nkind = "{}"\npit = "pit"\ntables = ["{}"]\n'
MORE = "".join(
    STATION.format(*one)
    for one in (
        ("S1-second", "table", "S1"),
        ("L1-second", "dealer", "L1"),
        ("L1-table", "table", "L1"),
        ("L1-other", "table", "L1"),
    )
)
PLAYER_WINS, BANKER_WINS = ("9S", "2H", "KD", "3C"), ("2S", "9H", "KD", "QC")
LIMITS = {"minimum": 200, "maximum": 40_000, "unit": 100}
WHY = {"reason": "a test"}

Disturb = Callable[[Stage], Awaitable[None]]


class Case(NamedTuple):
    """A costly act, where it is done, where else it could be, and what makes it another one."""

    command: str
    fields: Frame
    at: str
    by: str
    elsewhere: str
    by_other: str
    disturb: Disturb
    # Lets the very same act be possible once more, where that can be.
    undo: Command | None = None


def _state(stage: Stage) -> State:
    return stage.server.engine.stream(PIT).state


def _written(stage: Stage) -> int:
    return stage.server.engine.stream(PIT).sequence


async def _stopped(stage: Stage) -> None:
    await stage.device(SuspendTable("S1", "a1", "a test"))


async def _one_wager_less(stage: Stage) -> None:
    await stage.device(VoidWagers("T2", "a1", "a test"))


async def _stopped_cards(stage: Stage) -> None:
    await stage.device(SuspendTable("L1", "a1", "a test"))


def _dice(command: str, fields: Frame, undo: Command | None = None) -> Case:
    asked = {"table": "S1", **fields}
    return Case(command, asked, "S1-table", "e1", "S1-second", "a1", _stopped, undo)


CONFIRM = Case(
    "ConfirmResult", {"table": "L1"}, "L1-dealer", "d1", "L1-second", "d2", _one_wager_less
)
CASES = (
    _dice("ChangeLimits", {"limits": LIMITS, "now": False}, KeepLimits("S1", "e1")),
    _dice("CloseTable", {"now": False}, KeepOpen("S1", "e1")),
    _dice("InvalidateOutcome", {"ground": "fraud", "forfeit": ["U1"], "round": 1, **WHY}),
    _dice("VoidRound", {"round": 2, **WHY}),
    CONFIRM,
    Case(
        "StateActualOutcome",
        {"table": "L1", "cards": BANKER_WINS, **WHY},
        "L1-table",
        "a1",
        "L1-other",
        "a1",
        _stopped_cards,
    ),
)


async def _play(stage: Stage) -> None:
    """Somebody at the dice, and a coup on which two have wagered, its result entered."""
    for terminal in ("T1", "T2", "U1"):
        await stage.device(InsertNote(terminal, 10_000, f"note {terminal}"))
    await stage.device(StageWager("U1", "S1", 1, "small", 500))
    await stage.device(NewGame("L1", "d1"))
    for terminal in ("T1", "T2"):
        await stage.device(StageWager(terminal, "L1", 1, "player", 2_000))
    for face in PLAYER_WINS:
        await stage.device(as_read(_state(stage).tables["L1"], face))
    await stage.device(EnterResult("L1", "d1", "player"))


async def _mark(station: Station, case: Case) -> str:
    said = await station.question("weigh", case.command, **case.fields)
    assert said["type"] == "weighed", (case.command, said)
    return str(said["effect"]["mark"])


async def _refused(stage: Stage, station: Station, case: Case, seen: str, *whys: str) -> None:
    """Send the act with a mark; nothing is done, and the answer says what to do."""
    before = _written(stage)
    said = await station.do(case.command, **case.fields, seen=seen)
    assert said["type"] == "refusal", (case.command, seen)
    assert said["data"].get("why") in whys, (case.command, said)
    assert _written(stage) == before


async def _against_every_mark(stage: Stage, case: Case) -> None:
    station = await stage.opened(case.at, case.by)
    other = await stage.opened(case.elsewhere, case.by_other)
    own, others = await _mark(station, case), await _mark(other, case)
    assert own != others
    unseen = "effect_not_seen"
    before = _written(stage)
    bare = await station.do(case.command, **case.fields)
    assert (bare["code"], bare["data"]) == ("PHASE_DOES_NOT_ALLOW", {"why": unseen})
    assert _written(stage) == before
    # Made up, another station's, half of each, the floor's own without a seal, one of another act.
    for wrong in ("x", "0" * 64, others, others[:32] + own[32:], own[:32], own[32:], own[::-1]):
        await _refused(stage, station, case, wrong, unseen)
    await case.disturb(stage)
    await _refused(stage, station, case, own, "changed_meanwhile", "staff")
    table = _state(stage).tables[case.fields["table"]]
    if table.suspended:
        await stage.device(ResumeTable(table.name, "a1"))
    mark = await _mark(station, case)
    await _done_once(stage, station, case, mark)
    if case.undo is not None:
        # The floor is as it was when the mark was made, and yet that is used.
        await stage.device(case.undo)
        assert (await _mark(station, case))[32:] == mark[32:]
        await _refused(stage, station, case, mark, unseen)
    await station.close()
    await other.close()


async def _done_once(stage: Stage, station: Station, case: Case, mark: str) -> None:
    """Send it twice under its number and once under the next, all in one breath."""
    first = station.number + 1
    station.number += 2
    asked = {"command": {"type": case.command, **case.fields}, "seen": mark}
    for number in (first, first, first + 1):
        await station.say({"type": "command", "number": number, **asked})
    said = [await station.until(lambda frame: "number" in frame) for _ in range(3)]
    by_number = [frame for frame in said if frame["number"] == first]
    assert [frame["type"] for frame in by_number] == ["ack", "ack"], (case.command, said)
    (other,) = (frame for frame in said if frame["number"] != first)
    assert other["type"] == "refusal", (case.command, other)
    done = _written(stage)
    # And later again: the number is answered, another one with the same mark is not done.
    await station.say({"type": "command", "number": first, **asked})
    again = await station.until(lambda frame: frame.get("number") == first)
    assert (again["type"], again.get("repeated")) == ("ack", True)
    assert (await station.do(case.command, **case.fields, seen=mark))["type"] == "refusal"
    assert _written(stage) == done


def test_every_costly_act_against_every_mark_that_is_not_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await _play(stage)
        for case in CASES:
            if case.command == "VoidRound":
                await stage.device(StageWager("U1", "S1", 2, "small", 500))
            await _against_every_mark(stage, case)

    told(tmp_path, story, more=MORE)


def test_the_mark_on_the_dealers_screen_is_his_stations_and_good_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await _play(stage)
        one = await stage.opened("L1-dealer", "d1")
        other = await stage.opened("L1-second", "d2")
        shown = [s.views[f"dealer:{s.name}"]["effect"]["seen"] for s in (one, other)]
        assert shown[0] != shown[1]
        await _refused(stage, one, CONFIRM, shown[1], "effect_not_seen")
        assert (await one.do("ConfirmResult", table="L1", seen=shown[0]))["type"] == "ack"

    told(tmp_path, story, more=MORE)


def test_whoever_takes_over_looks_for_himself(tmp_path: Path) -> None:
    """A mark ends with the sign-in under which it was shown."""
    case = CASES[0]

    async def story(stage: Stage) -> None:
        table = await stage.opened("S1-table", "e1")
        mark = await _mark(table, case)
        body = {"person": "a1", "password": "a long password", "boot": table.boot}
        assert (await table.post("hand-over", body)).status == 200
        await table.until(lambda frame: frame["type"] == "welcome")
        await _refused(stage, table, case, mark, "effect_not_seen")
        assert (await table.does(case.command, **case.fields))["type"] == "ack"

    told(tmp_path, story)


def test_after_a_restart_an_act_done_is_answered_and_one_not_done_is_shown_anew(
    tmp_path: Path,
) -> None:
    case = CASES[0]

    async def story() -> None:
        async with asyncio.timeout(60):
            async with staged(tmp_path, more=MORE) as stage:
                table = await stage.opened("S1-table", "e1")
                boot, mark = table.boot, await _mark(table, case)
                other = await stage.opened("S1-second", "a1")
                late = await _mark(other, case._replace(command="CloseTable", fields=CLOSE))
                assert (await table.do(case.command, **case.fields, seen=mark))["type"] == "ack"
            async with staged(tmp_path, more=MORE) as stage:
                table = await stage.opened("S1-table", "e1")
                table.boot, table.number = boot, 0
                await table.open()
                again = await table.do(case.command, **case.fields, seen=mark)
                assert (again["type"], again.get("repeated")) == ("ack", True)
                other = await stage.opened("S1-second", "a1")
                said = await other.do("CloseTable", **CLOSE, seen=late)
                assert said["data"]["why"] == "effect_not_seen"

    asyncio.run(story())


CLOSE: Frame = {"table": "S1", "now": False}


def test_what_is_no_matter_of_money_needs_no_mark_and_devices_none_at_all(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        table = await stage.opened("S1-table", "e1")
        assert (await table.do("SuspendTable", table="S1", **WHY))["type"] == "ack"
        # What was shown all the same is held to what it said.
        said = await table.do("ResumeTable", table="S1", seen="x")
        assert said["data"]["why"] == "effect_not_seen"
        assert (await table.does("ResumeTable", table="S1"))["type"] == "ack"

    told(tmp_path, story)


def test_whatever_of_staff_moves_money_in_any_transcript_is_seen_first() -> None:
    """By the floor's own ledger: nobody has to remember to add a new act to the list.

    A desk of the house moves what a slip or a drawer says that lies in front of the cashier.
    """
    at_tables = [kind for kind in KINDS.values() if kind.is_staffed and kind.stream == "pit"]
    asked = {command for kind in at_tables for command in kind.commands}
    moved: set[type[Command]] = set()

    def noting(state: State, command: Command, context: Context) -> Answer:
        answer = decide(state, command, context)
        if type(command) in asked and not isinstance(answer, Refused):
            legs = [amount for event in answer for _, amount in postings(event)]
            moved.update([type(command)] if any(legs) else [])
        return answer

    with patch.object(engine_stream, "decide", noting):
        for transcript in EVERY:
            rows_of(transcript)
    assert len(moved) > 10
    assert moved - set(COSTLY) == set()
    assert set(COSTLY) <= asked
