"""A floor in a process of its own that acknowledges wagers until it is killed."""

import asyncio
import sys
from pathlib import Path

from server_stage import staged

from openfelt.floor.money.account import InsertNote


async def main(folder: Path) -> None:
    async with staged(folder / "data") as stage:
        player = await stage.opened("U1")
        for note in range(10):
            await stage.device(InsertNote("U1", 10_000, f"n{note}"))
        for number in range(1, 400):
            answer = await player.do("StageWager", table="S1", round=1, bet="small", amount=100)
            assert answer["type"] == "ack", answer
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


asyncio.run(main(Path(sys.argv[1])))
