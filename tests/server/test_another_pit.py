"""A pit more in the file: the floor takes it at the next start, and never loses one."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner
from server_stage import PIT, Stage, floor_toml, pages, staged, told
from server_time import take_clocks

from openfelt.cli import main
from openfelt.engine.request import Request
from openfelt.floor.base import Event
from openfelt.floor.day import DAY_US, PitDayClosed
from openfelt.floor.house import AddPit
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import GrantRole, WithdrawRole
from openfelt.server.config import file as config_file
from openfelt.server.config.wishes import NotThisFloor
from openfelt.server.equipment import NoEquipment
from openfelt.server.floor_server import FloorServer

BOTH = (PIT, "annex")
MORE = """
[[floor.table]]
name = "L2"
pit = "annex"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 60
[[floor.station]]
name = "L2-dealer"
kind = "dealer"
pit = "annex"
tables = ["L2"]
[[floor.staff]]
person = "d3"
role = "dealer"
pit = "annex"
"""


def _audit(folder: Path) -> str:
    said = CliRunner().invoke(main, ["audit", str(folder / "journal.db")])
    assert said.exit_code == 0, said.output
    return said.output


async def _started(folder: Path, pits: tuple[str, ...], *, demo: bool = False) -> None:
    config = config_file.parse(floor_toml(folder, pits=pits, demo=demo), "floor.toml")
    server = FloorServer(config, web=pages(folder / "web"))
    await server.start()
    await server.stop()


class Evening(NoEquipment):
    """Hears when a pit's day is over."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    def heard(self, stream: str, event: Event) -> None:
        if isinstance(event, PitDayClosed):
            self.is_over.set()


def test_a_pit_is_added_at_a_start_and_knows_what_all_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = take_clocks(monkeypatch, running=True)

    async def alone(stage: Stage) -> None:
        await stage.device(GrantRole("gone", "dealer", "", 0, 0), HOUSE)
        await stage.device(WithdrawRole("gone", "dealer", ""), HOUSE)
        stage.server._equipment = evening = Evening()
        hands.pass_us(DAY_US)
        await evening.is_over.wait()

    async def added(stage: Stage) -> None:
        house, annex = (stage.server.engine.stream(name).state for name in (HOUSE, "annex"))
        assert house.pits == [PIT, "annex"]
        assert annex.gaming_day == house.gaming_day == 1
        everywhere = stage.server.engine.stream(PIT).state.grants
        assert annex.grants.keys() == everywhere.keys() | {"d3"}
        await stage.credentials(("d3",))
        dealer = await stage.opened("L2-dealer", "d3")
        assert (await dealer.do("PressStandby", table="L2"))["type"] == "ack"
        assert "d3" not in everywhere

    told(tmp_path, alone)
    told(tmp_path, added, pits=BOTH, more=MORE)
    told(tmp_path, added, pits=BOTH, more=MORE)
    _audit(tmp_path)


def test_a_start_that_was_cut_short_is_taken_up(tmp_path: Path) -> None:
    """The house has said that it serves the pit, and then the process was killed."""

    async def cut_short() -> None:
        async with staged(tmp_path) as stage:
            reply = await stage.server.engine.submit(Request(HOUSE, AddPit("annex"), "config"))
            assert reply.refused is None
            for wrong in (PIT, "annex", HOUSE, "no name"):
                again = await stage.server.engine.submit(Request(HOUSE, AddPit(wrong), "config"))
                assert again.refused is not None, wrong

    asyncio.run(cut_short())
    asyncio.run(_started(tmp_path, BOTH))
    assert "annex" in _audit(tmp_path)


def test_no_pit_is_taken_away_and_none_added_to_a_demo(tmp_path: Path) -> None:
    live, demo = tmp_path / "live", tmp_path / "demo"
    for folder, pits, is_demo in ((live, BOTH, False), (demo, (PIT,), True)):
        asyncio.run(_started(folder, pits, demo=is_demo))
    with pytest.raises(NotThisFloor, match=r"has the pits \['annex', 'pit'\]"):
        asyncio.run(_started(live, (PIT,)))
    with pytest.raises(NotThisFloor, match="use another folder"):
        asyncio.run(_started(demo, BOTH, demo=True))
