"""What an act would do is asked of the floor, and only what was shown is done, once."""

import asyncio
from pathlib import Path
from typing import Any

from server_stage import PIN, PIT, Frame, Stage, Station, told

from openfelt.floor.money.account import InsertNote

SECOND = '\n[[floor.station]]\nname = "S1-second"\nkind = "table"\npit = "pit"\ntables = ["S1"]\n'
LT = '\n[[floor.station]]\nname = "L1-table"\nkind = "table"\npit = "pit"\ntables = ["L1"]\n'
SIGN = {"minimum": 200, "maximum": 40_000, "unit": 100}
VOID: dict[str, Any] = {"table": "S1", "reason": "a test", "round": 1}


async def _player(stage: Stage, terminal: str, **bets: int) -> Station:
    """Sit somebody down with 100.00 and lay his chips."""
    await stage.device(InsertNote(terminal, 10_000, f"note {terminal}"))
    player = await stage.opened(terminal)
    for bet, amount in bets.items():
        await _bet(player, bet, amount)
    return player


async def _bet(player: Station, bet: str, amount: int) -> None:
    asked = {"table": "S1", "round": 1, "bet": bet, "amount": amount}
    assert (await player.do("StageWager", **asked))["type"] == "ack"


def _written(stage: Stage) -> int:
    return stage.server.engine.stream(PIT).sequence


async def _weighed(station: Station, command: str, **fields: Any) -> Frame:
    said = await station.question("weigh", command, **fields)
    assert said["type"] == "weighed", said
    effect: Frame = said["effect"]
    return effect


def _credit(stage: Stage, terminal: str) -> int:
    return stage.server.engine.stream(PIT).state.terminals[terminal].credit


def test_an_act_is_weighed_without_a_row_and_does_what_it_said(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await _player(stage, "U1", small=500, big=200)
        table = await stage.opened("S1-table", "e1")
        before = _written(stage)
        effect = await _weighed(table, "VoidRound", **VOID)
        assert _written(stage) == before
        (one,) = effect["changes"]
        money = (one["credit"], one["credit_after"], one["staked"], one["staked_after"])
        assert money == (9_300, 10_000, 700, 0)
        assert (effect["bank"], effect["claims"]) == (0, 0)
        done = await table.do("VoidRound", **VOID, seen=effect["mark"])
        assert done["type"] == "ack"
        assert _credit(stage, "U1") == 10_000

    told(tmp_path, story)


def test_it_is_weighed_with_the_powers_it_needs_and_nobody_elses(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        assert (await dealer.do("BringShoe", table="L1"))["type"] in ("ack", "refusal")
        void: dict[str, Any] = {"table": "L1", "reason": "x"}
        refused = await dealer.question("weigh", "VoidRound", **void)
        assert refused["code"] == "ROLE_MAY_NOT"
        wrong = await dealer.question("weigh", "VoidRound", **void, authority=("a1", "0000"))
        assert (wrong["code"], wrong["data"]["why"]) == ("SECOND_PERSON_NEEDED", "wrong_pin")
        # The AGM may: what he hears is that there is nothing to void.
        told_him = await dealer.question("weigh", "VoidRound", **void, authority=("a1", PIN))
        assert told_him["code"] == "PHASE_DOES_NOT_ALLOW"
        elsewhere = await dealer.question("weigh", "VoidRound", **VOID, authority=("a1", PIN))
        assert elsewhere["data"]["why"] == "not_here"
        asked = await dealer.question("approvers", "VoidRound", **void)
        assert asked["approval"]["alone"] is False
        names = [(one["person"], one["name"]) for one in asked["approval"]["persons"]]
        assert names == [("a1", "A1")]
        there = await dealer.question("approvers", "VoidRound", **VOID)
        assert there["data"]["why"] == "not_here"

    told(tmp_path, story)


def test_players_and_whoever_is_not_signed_in_ask_in_vain(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("U1")
        table = await stage.opened("S1-table", "e1")
        body = {"boot": "b", "number": 0, "command": {"type": "VoidRound", **VOID}}
        for path in ("weigh", "approvers"):
            assert (await player.post(path, body)).status == 404
            assert (await table.post(path, {**body, "command": {"type": "Nothing"}})).status == 400
        await table.post("sign-out")
        for path in ("weigh", "approvers"):
            assert (await table.post(path, body)).status == 401

    told(tmp_path, story)


def test_what_has_changed_is_not_done_and_can_be_seen_anew(tmp_path: Path) -> None:
    forfeit = {"table": "S1", "ground": "fraud", "reason": "x", "forfeit": ["U1"], "round": 1}

    async def story(stage: Stage) -> None:
        player = await _player(stage, "U1", small=500)
        table = await stage.opened("S1-table", "e1")
        seen = (await _weighed(table, "InvalidateOutcome", **forfeit))["mark"]
        await _bet(player, "big", 200)
        before = _written(stage)
        refused = await table.do("InvalidateOutcome", **forfeit, seen=seen)
        assert refused["data"]["why"] == "changed_meanwhile"
        assert _written(stage) == before
        again = await _weighed(table, "InvalidateOutcome", **forfeit)
        assert (again["mark"] != seen, again["bank"]) == (True, 700)
        assert (await table.do("InvalidateOutcome", **forfeit, seen=again["mark"]))["type"] == "ack"

    told(tmp_path, story)


def test_a_busy_round_is_voided_in_two_steps_while_chips_are_laid(tmp_path: Path) -> None:
    """The supervisor reads for a while; nobody stops laying, and everybody has all of it back."""

    async def story(stage: Stage) -> None:
        players = [await _player(stage, name, small=500) for name in ("U1", "U2")]
        table = await stage.opened("S1-table", "e1")
        effect = await _weighed(table, "VoidRound", **VOID)
        assert effect["loose"]
        for nth in range(10):
            await _bet(players[nth % 2], ("big", "small")[nth % 2], 100 * (nth + 1))
        done = await table.do("VoidRound", **VOID, seen=effect["mark"])
        assert done["type"] == "ack", done
        assert {_credit(stage, name) for name in ("U1", "U2")} == {10_000}

    told(tmp_path, story)


def test_a_frame_that_comes_twice_is_done_once_by_its_number_and_by_another(tmp_path: Path) -> None:
    """Void, close and limits: sent again under the same number, and as a command of its own."""

    async def story(stage: Stage) -> None:
        await _player(stage, "U1", small=500)
        table = await stage.opened("S1-table", "e1")
        acts: list[tuple[str, Frame]] = [
            ("ChangeLimits", {"table": "S1", "limits": SIGN, "now": False}),
            ("CloseTable", {"table": "S1", "now": False}),
            ("VoidRound", VOID),
        ]
        for command, fields in acts:
            mark = (await _weighed(table, command, **fields))["mark"]
            assert (await table.do(command, **fields, seen=mark))["type"] == "ack", command
            done = _written(stage)
            table.number -= 1
            repeated = await table.do(command, **fields, seen=mark)
            assert repeated.get("repeated"), repeated
            other = await table.do(command, **fields, seen=mark)
            assert other["type"] == "refusal", command
            assert _written(stage) == done, command

    told(tmp_path, story)


def test_two_in_charge_of_one_table_do_it_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await _player(stage, "U1", small=500)
        one, other = await stage.opened("S1-table", "e1"), await stage.opened("S1-second", "a1")
        limits: Frame = {"table": "S1", "limits": SIGN, "now": False}
        for command, fields in (("ChangeLimits", limits), ("VoidRound", VOID)):
            marks = [(await _weighed(who, command, **fields))["mark"] for who in (one, other)]
            asked = zip((one, other), marks, strict=True)
            said = await asyncio.gather(
                *(who.do(command, **fields, seen=mark) for who, mark in asked)
            )
            assert sorted(frame["type"] for frame in said) == ["ack", "refusal"], command
        assert _credit(stage, "U1") == 10_000

    told(tmp_path, story, more=SECOND)


def test_the_form_of_a_close_hears_when_it_closes(tmp_path: Path) -> None:
    """LT gives twenty minutes, SB the end of the round; an empty table closes at once."""

    async def story(stage: Stage) -> None:
        lt, sb = await stage.opened("L1-table", "a1"), await stage.opened("S1-table", "e1")
        at_once = await _weighed(sb, "CloseTable", table="S1", now=True)
        assert [fact["event"] for fact in at_once["facts"]] == ["TableClosed"]
        await stage.device(InsertNote("T1", 10_000, "n1"))
        await _player(stage, "U1", small=500)
        now = stage.server.engine.stamp()
        (soon,) = (await _weighed(sb, "CloseTable", table="S1", now=False))["facts"]
        assert soon["event"] == "ClosingNoticePosted"
        (later,) = (await _weighed(lt, "CloseTable", table="L1", now=False))["facts"]
        assert later["event"] == "ClosingNoticePosted"
        assert 19 * 60_000_000 < later["at"] - now < 21 * 60_000_000
        assert soon["at"] < later["at"] - 15 * 60_000_000
        refused = await sb.question("weigh", "CloseTable", table="S1", now=True)
        assert refused["code"] == "NOTICE_TOO_SHORT"

    told(tmp_path, story, more=LT)
