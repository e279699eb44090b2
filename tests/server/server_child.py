"""A floor in a process of its own that acknowledges wagers until it is killed."""

import asyncio
import sys
from pathlib import Path
from typing import Final

from server_stage import staged

from openfelt.floor.money.account import InsertNote

# Who ends by himself closes the journal, and leaves nothing that a kill would have left.
KILLED_WITHIN_S: Final = 60


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
        await asyncio.sleep(KILLED_WITHIN_S)


asyncio.run(main(Path(sys.argv[1])))
