"""The same server on PostgreSQL: its floor, its keys and its sign-ins are there after a restart.

And a pit more, where the file has one.
"""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from server_stage import PASSWORD, PATIENCE_S, Stage, floor_toml, pages, patient

from openfelt.floor.money.account import InsertNote
from openfelt.server.access.access import Admitted
from openfelt.server.config import file as config_file
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up


def test_a_floor_on_postgres_survives_a_restart(tmp_path: Path, floor_dsn: str) -> None:
    text = floor_toml(tmp_path, journal=floor_dsn)
    config = config_file.parse(text, "floor.toml")
    more = config_file.parse(
        text.replace("pits = ['pit']", "pits = ['pit', 'annex']"), "floor.toml"
    )

    async def first() -> None:
        server = FloorServer(config, web=pages(tmp_path / "web"))
        await server.start()
        stage = Stage(server)
        try:
            await stage.staff()
            dealer = await stage.opened("L1-dealer", "d1")
            player = await stage.opened("T1")
            await stage.device(InsertNote("T1", 10_000, "n1"))
            await dealer.do("NewGame", table="L1")
            laid = await player.do("StageWager", table="L1", round=1, bet="tie", amount=500)
            assert laid["type"] == "ack"
        finally:
            await stage.close()
            await server.stop()

    async def second() -> None:
        server = FloorServer(more, web=pages(tmp_path / "web"))
        await server.start()
        try:
            assert server.engine.stream("house").state.pits == ["pit", "annex"]
            assert "d1" in server.engine.stream("annex").state.grants
            state = server.engine.stream("pit").state
            assert state.terminals["T1"].credit == 9_500
            assert state.tables["L1"].suspended == "restart"
            signed = server.access.signed_in("L1-dealer")
            assert signed is not None
            assert signed.person == "d1"
            judged = await server.access.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
            assert isinstance(judged, Admitted)
        finally:
            await server.stop()

    set_up("error")
    with patient():
        asyncio.run(asyncio.wait_for(first(), PATIENCE_S))
    asyncio.run(asyncio.wait_for(second(), PATIENCE_S))


def test_a_page_counts_on_where_another_node_took_over(tmp_path: Path, floor_dsn: str) -> None:
    """Its boot and its numbers mean there what they meant here; a page loaded anew begins at 1."""
    text = floor_toml(tmp_path, journal=floor_dsn)
    wager = {"table": "S1", "round": 1, "bet": "small", "amount": 500}

    async def at_node(node: str, story: Callable[[Stage], Coroutine[Any, Any, None]]) -> None:
        named = text.replace("demo =", f'node = "{node}"\ndemo =', 1)
        config = config_file.parse(named, "floor.toml")
        server = FloorServer(config, web=pages(tmp_path / "web"))
        await server.start()
        stage = Stage(server)
        try:
            await story(stage)
        finally:
            await stage.close()
            await server.stop()

    boots: list[str] = []

    async def one(stage: Stage) -> None:
        player = await stage.opened("U1")
        await stage.device(InsertNote("U1", 10_000, "n1"))
        assert (await player.do("StageWager", **wager))["type"] == "ack"
        boots.append(player.boot)

    async def two(stage: Stage) -> None:
        again, anew = await stage.opened("U1"), stage.station("U1")
        again.boot = boots[0]
        await again.open()
        assert (await again.do("StageWager", **wager))["type"] == "ack"
        again.number = 0
        other = await again.do("CallAttendant")
        assert other["code"] == "NUMBER_REUSED", other
        await anew.open()
        assert (await anew.do("CallAttendant"))["type"] == "ack"
        assert stage.server.engine.stream("pit").state.terminals["U1"].credit == 9_500

    set_up("error")
    with patient():
        for node, story in (("one", one), ("two", two)):
            asyncio.run(asyncio.wait_for(at_node(node, story), PATIENCE_S))
