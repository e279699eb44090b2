"""A table's day at its page: opened, announced to close, kept open, closed, opened the next day."""

from pathlib import Path
from typing import Any

import pytest
from server_stage import PIT, Frame, Stage, Station, told
from server_time import DAY_US, Hands, take_clocks

from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut

LT = '\n[[floor.station]]\nname = "L1-table"\nkind = "table"\npit = "pit"\ntables = ["L1"]\n'
# By the book of each: its page, who is in charge there, and a terminal.
TABLES = {"L1": ("L1-table", "s1", "T1"), "S1": ("S1-table", "e1", "U1")}
SIGN = {"minimum": 1_000, "maximum": 40_000, "unit": 500}


def _phase(stage: Stage, table: str) -> str:
    return stage.server.engine.stream(PIT).state.tables[table].phase


async def _does(page: Station, command: str, **fields: Any) -> None:
    done = await page.does(command, **fields)
    assert done["type"] == "ack", done


def _keys(page: Station) -> dict[str, str]:
    """Return the keys of a page and why each is closed."""
    (view,) = (view for topic, view in page.views.items() if topic.startswith("table:"))
    return {key["act"]: key["reason"] for key in view["acts"]}


async def _sees(page: Station, *, there: str = "", gone: str = "") -> None:
    await page.sees(
        lambda _: (not there or _keys(page).get(there) == "") and gone not in _keys(page)
    )


async def _plays(stage: Stage, table: str, terminal: str) -> None:
    """Have somebody lay a wager at a table that was opened again."""
    number = stage.server.engine.stream(PIT).state.tables[table].round
    await stage.device(InsertNote(terminal, 10_000, f"note {number}"))
    player = await stage.opened(terminal)
    if table == "L1":
        dealer = await stage.opened("L1-dealer", "d1")
        for command in ("BurnCard", "NewGame"):
            assert (await dealer.do(command, table="L1"))["type"] == "ack", command
        number += 1
    bet = "small" if table == "S1" else "player"
    asked: Frame = {"table": table, "round": number, "bet": bet, "amount": 1_000}
    await player.sees(lambda views: views[f"display:{table}"]["phase"] == "wagering")
    assert (await player.do("StageWager", **asked))["type"] == "ack"


@pytest.mark.parametrize("table", TABLES)
def test_a_table_closes_and_opens_again_the_same_day(tmp_path: Path, table: str) -> None:
    async def story(stage: Stage) -> None:
        station, person, terminal = TABLES[table]
        page = await stage.opened(station, person)
        await _sees(page, there="close", gone="open")
        await _does(page, "CloseTable", table=table, now=True)
        assert _phase(stage, table) == "closed_table"
        await _sees(page, there="open")
        again = await page.do("CloseTable", table=table, now=True)
        assert again["data"]["why"] == "table_closed"
        await _does(page, "ReopenTable", table=table)
        await _sees(page, there="close", gone="open")
        await _plays(stage, table, terminal)

    told(tmp_path, story, more=LT)


@pytest.mark.parametrize("table", TABLES)
def test_an_announced_close_and_limits_are_taken_back(tmp_path: Path, table: str) -> None:
    async def story(stage: Stage) -> None:
        station, person, terminal = TABLES[table]
        await stage.device(InsertNote(terminal, 10_000, "note"))
        page = await stage.opened(station, person)
        if table == "S1":
            player = await stage.opened(terminal)
            bet: Frame = {"table": table, "round": 1, "bet": "small", "amount": 1_000}
            assert (await player.do("StageWager", **bet))["type"] == "ack"
        await _does(page, "CloseTable", table=table, now=False)
        await _does(page, "ChangeLimits", table=table, limits=SIGN, now=False)
        await _sees(page, there="keep_open")
        await _sees(page, there="keep_limits")
        await _does(page, "KeepOpen", table=table)
        await _does(page, "KeepLimits", table=table)
        await _sees(page, gone="keep_open")
        await _sees(page, gone="keep_limits")
        state = stage.server.engine.stream(PIT).state.tables[table]
        assert (state.closing_at, state.announced, state.limits.minimum) == (
            0,
            (),
            {"L1": 500, "S1": 100}[table],
        )
        nothing = await page.do("KeepOpen", table=table)
        assert nothing["data"]["why"] == "nothing_announced"

    told(tmp_path, story, more=LT)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_closed_yesterday_opens_after_a_restart(
    tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands: Hands = take_clocks(monkeypatch, running=True)
    station, person, terminal = TABLES[table]

    async def yesterday(stage: Stage) -> None:
        page = await stage.opened(station, person)
        await _does(page, "CloseTable", table=table, now=True)

    async def today(stage: Stage) -> None:
        assert _phase(stage, table) == "closed_table", "a restart opens nothing"
        page = await stage.opened(station, person)
        await _sees(page, there="open")
        await _does(page, "ReopenTable", table=table)
        await _plays(stage, table, terminal)

    told(tmp_path, yesterday, more=LT)
    hands.pass_us(DAY_US)
    told(tmp_path, today, more=LT)


def test_only_who_is_in_charge_opens_a_table(tmp_path: Path) -> None:
    """At an SB table a casino supervisor holds nothing; he is told whose word it takes."""

    async def story(stage: Stage) -> None:
        page = await stage.opened("L1-table", "s1")
        await _does(page, "CloseTable", table="L1", now=True)
        dealer = await stage.opened("L1-dealer", "d1")
        frame: Frame = {"boot": "b", "number": 1, "command": {"type": "ReopenTable", "table": "L1"}}
        assert (await dealer.post("command", frame)).status == 400, "no key of his asks for it"
        asked = await page.question("approvers", "ReopenTable", table="L1")
        assert asked["approval"]["alone"]

    told(tmp_path, story, more=LT)


def test_who_is_there_when_it_closes_is_paid_and_the_table_stays_closed(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.device(InsertNote("U1", 10_000, "note"))
        page = await stage.opened("S1-table", "e1")
        await _does(page, "CloseTable", table="S1", now=True)
        await stage.device(CashOut("U1", "0" * 18))
        assert _phase(stage, "S1") == "closed_table"

    told(tmp_path, story)
