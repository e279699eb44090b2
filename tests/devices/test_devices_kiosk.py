"""The devices of a kiosk: what came out once never comes out again, and a paid ticket stays in."""

import asyncio
from pathlib import Path

import pytest

from openfelt.devices.acceptor import VirtualReader
from openfelt.devices.dispenser import VirtualDispenser
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.intake import TicketSlot
from openfelt.devices.memory import Memory
from openfelt.devices.port import Dispensed
from openfelt.floor.base import Refused
from openfelt.floor.money.payout import HOUSE
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.scenario.run import Runner
from openfelt.scenario.script import step
from openfelt.scenario.stage import Stage

ORDER = "dispense:K1:7"
SET_UP = """
house     desk
house     kiosk K1 cassettes=50
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     casey=cashier
casey     load K1 50 4
casey     open K1
T1        insert note 100
T1        cash out
"""


def _given(device: VirtualDispenser, order: str = ORDER) -> Dispensed | None:
    return asyncio.run(device.dispense(order, (3, 0, 2)))


def test_asked_again_it_says_the_same_and_gives_nothing_after_a_power_cut_too(
    tmp_path: Path,
) -> None:
    faults = Faults()
    faults.breaks("dispenser@K1", Fault.JAM)
    file = tmp_path / "dispenser.jsonl"
    first = VirtualDispenser("dispenser@K1", faults, Memory(file))
    assert _given(first) == Dispensed((2, 0, 0), jammed=True)
    again = VirtualDispenser("dispenser@K1", Faults(), Memory(file))
    assert _given(again) == Dispensed((2, 0, 0), jammed=True)
    assert _given(again, "dispense:K1:8") == Dispensed((3, 0, 2), jammed=False)


@pytest.mark.parametrize(
    ("fault", "gives"),
    [
        (Fault.SHORT, Dispensed((3, 0, 1), jammed=False)),
        (Fault.RECEIPT_LOST, None),
    ],
)
def test_it_comes_out_short_or_says_nothing(fault: Fault, gives: Dispensed | None) -> None:
    faults = Faults()
    faults.breaks("dispenser@K1", fault)
    device = VirtualDispenser("dispenser@K1", faults)
    assert _given(device) == gives
    faults.mend("dispenser@K1")
    wanted = gives or Dispensed((3, 0, 2), jammed=False)
    assert _given(device) == wanted, "what it did not say it has done all the same"


def test_a_ticket_that_is_paid_stays_in_and_any_other_comes_out() -> None:
    async def story() -> tuple[list[tuple[str, str]], int]:
        store = MemoryStore()

        async def open_journal() -> Journal:
            return MemoryJournal(store)

        stage = Stage(open_journal)
        runner = Runner(stage)
        await stage.start()
        await stage.set_up()
        for at, line in enumerate(SET_UP.strip().splitlines()):
            assert await runner._try(step(at, line)) is None
        (ticket,) = stage.house.tickets
        reader, said = _Watched("scanner@K1"), list[tuple[str, str]]()
        slot = TicketSlot(HOUSE, "K1", reader)
        slot.returned = lambda item, refused: said.append((item, _why(refused)))
        running = asyncio.create_task(slot.run(stage.engine))
        for times, number in enumerate(("010000000000000009", ticket, "010000000000000008"), 1):
            reader.feed(number)
            while len(reader.did) < times:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        running.cancel()
        paying = stage.house.kiosks["K1"].paying
        assert paying is not None
        await stage.stop()
        assert reader.did == ["out", "in", "out"]
        return said, paying.amount

    said, amount = asyncio.run(story())
    # The third came while the second was being paid: nobody looked at it.
    assert said == [("ticket", "under_way")]
    assert amount == 10_000


def _why(refused: Refused) -> str:
    return str(refused.data["why"])


class _Watched(VirtualReader):
    """A reader that says what it did with each ticket."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.did: list[str] = []

    async def keep(self) -> None:
        await super().keep()
        self.did.append("in")

    async def give_back(self) -> None:
        await super().give_back()
        self.did.append("out")
