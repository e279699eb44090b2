"""A process that runs a demo floor with bare pages, says where a terminal is, and plays on."""

from __future__ import annotations

import asyncio
import dataclasses
import sys
from pathlib import Path

import msgspec

from openfelt.cli.serve import serve
from openfelt.demo.floor import DemoFloor
from openfelt.demo.pace import Pace
from openfelt.demo.plan import Plan, make
from openfelt.server.log import set_up


async def show(floor: DemoFloor) -> None:
    print(floor.server.station_url("T1"), flush=True)
    await asyncio.Event().wait()


def quicker(plan: Plan) -> Plan:
    """Let a wagering period be over in three seconds."""
    config = plan.config
    tables = tuple(msgspec.structs.replace(table, period=3) for table in config.floor.table)
    floor = msgspec.structs.replace(config.floor, table=tables)
    return dataclasses.replace(plan, config=msgspec.structs.replace(config, floor=floor))


def main(folder: Path) -> None:
    web = folder / "web"
    web.mkdir(exist_ok=True)
    for page in ("player", "enrol", "signin"):
        (web / f"{page}.html").write_text(f"<title>{page}</title>")
    set_up("error")
    plan = quicker(make(folder, terminals=4, tables="LT:1,SB:1", port=0))
    floor = DemoFloor(plan, show=show, pace=Pace(0.1), web=web)
    asyncio.run(serve(floor, follow=plan.config.server.follow, follow_again_s=0.1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
