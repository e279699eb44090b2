"""Another file for a floor: what it may not take from a table that is open, or from a player."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from server_stage import Stage, floor_toml, pages, told
from structlog.testing import capture_logs

from openfelt.floor.money.account import InsertNote
from openfelt.server.config import file as config_file
from openfelt.server.config.sections import Config, StaffWish
from openfelt.server.config.wishes import NotThisFloor
from openfelt.server.floor_server import FloorServer
from openfelt.server.log import set_up

PITS = ("pit", "annex")
GONE = {
    "table L1 is gone from the file": "put it back and close it at its page",
    "terminal T1 is gone from the file": "put it back: its player has credit",
}


def _config(folder: Path) -> Config:
    return config_file.parse(floor_toml(folder, pits=PITS), "floor.toml")


def _moved(config: Config, *names: str) -> Config:
    """Put these tables and terminals into the other pit."""
    floor = config.floor
    changed = {
        kind: tuple(
            msgspec.structs.replace(one, pit="annex") if one.name in names else one
            for one in getattr(floor, kind)
        )
        for kind in ("table", "terminal")
    }
    return msgspec.structs.replace(config, floor=msgspec.structs.replace(floor, **changed))


def _without_l1(config: Config) -> Config:
    """Leave a table out of the file, and all that stands there."""
    floor = config.floor
    kept = {
        kind: tuple(one for one in getattr(floor, kind) if "L1" not in (one.name, *_tables(one)))
        for kind in ("table", "terminal", "station")
    }
    devices = tuple(one for one in floor.device if not one.name.endswith("@T1"))
    fewer = msgspec.structs.replace(floor, **kept, device=devices)
    return msgspec.structs.replace(config, floor=fewer)


def _tables(wish: object) -> tuple[str, ...]:
    tables: tuple[str, ...] = getattr(wish, "tables", ())
    return tables


async def _reload(stage: Stage, config: Config) -> dict[str, str]:
    return {wish.what: wish.refused for wish in await stage.server.change_to(config)}


async def _started(folder: Path, config: Config) -> None:
    server = FloorServer(config, web=pages(folder / "web"))
    await server.start()
    await server.stop()


def test_a_table_and_its_terminals_stay_in_their_pit(tmp_path: Path) -> None:
    config = _config(tmp_path)
    moved = _moved(config, "L1", "T1", "T2")

    async def story(stage: Stage) -> None:
        await stage.device(InsertNote("T1", 10_000, "n"))
        refused = await _reload(stage, moved)
        assert list(refused) == ["table L1: pit", "terminal T1: pit", "terminal T2: pit"]
        assert set(refused.values()) == {"it stands in pit pit: put it back, or take another name"}
        assert not stage.server.engine.stream("annex").state.tables

    told(tmp_path, story, pits=PITS)
    for names in (("L1",), ("T1",), ("L1", "T1", "T2")):
        with pytest.raises(NotThisFloor, match=rf"{names[0]} stands in pit pit, not in annex.*put"):
            asyncio.run(_started(tmp_path, _moved(config, *names)))


def test_what_is_open_and_gone_from_the_file_is_said_at_start_too(tmp_path: Path) -> None:
    fewer = _without_l1(_config(tmp_path))

    async def story(stage: Stage) -> None:
        await stage.device(InsertNote("T1", 10_000, "n"))
        assert await _reload(stage, fewer) == GONE

    told(tmp_path, story, pits=PITS)
    set_up("warning")
    with capture_logs() as logs:
        asyncio.run(_started(tmp_path, fewer))
    warned = {one["what"]: one["refused"] for one in logs if one["log_level"] == "warning"}
    assert warned == GONE


def test_a_burn_is_fixed_while_its_table_is_open(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        config = stage.server.config
        first, *others = config.floor.table
        tables = (msgspec.structs.replace(first, burn=True), *others)
        burned = msgspec.structs.replace(config.floor, table=tables)
        refused = await _reload(stage, msgspec.structs.replace(config, floor=burned))
        assert refused == {"table L1: burn": "is fixed while the table is open: put it back"}
        assert await _reload(stage, config) == {}

    told(tmp_path, story, pits=PITS)


def test_a_result_pause_is_fixed_while_its_table_is_open(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        config = stage.server.config
        tables = tuple(
            msgspec.structs.replace(one, result_pause=5) if one.variant == "SB" else one
            for one in config.floor.table
        )
        paused = msgspec.structs.replace(config.floor, table=tables)
        refused = await _reload(stage, msgspec.structs.replace(config, floor=paused))
        assert refused == {"table S1: result_pause": "is fixed while the table is open: it has 0"}

    told(tmp_path, story, pits=PITS)


def test_nothing_is_called_done_where_the_floor_refused_a_part(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        config = stage.server.config
        # The file's own checks would have found this; the floor is asked all the same.
        staff = (*config.floor.staff, StaffWish("no name", "dealer"))
        floor = msgspec.structs.replace(config.floor, staff=staff, idle_lock=60)
        asked = await _reload(stage, msgspec.structs.replace(config, floor=floor))
        assert asked == {"no name as dealer in every pit": "ROLE_MAY_NOT"}
        assert stage.server.config is config

    told(tmp_path, story, pits=PITS)
