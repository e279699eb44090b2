"""Robots at play on the real engine: rounds are settled, people come and go, nothing is wrong."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
from demo_floor import DemoFloor, findings_of

from openfelt.demo import plan
from openfelt.demo.equipment import DemoEquipment
from openfelt.demo.plan import SHOWN
from openfelt.devices.fault import Fault, Faults
from openfelt.engine.request import Request
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.play.dealt_dice.exposure import ReadExposedDice
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.server.equipment import NoEquipment


def test_a_floor_plays_by_itself_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=6, tables="LT:1,SB:1")

    async def evening(*, begun: bool) -> DemoFloor:
        floor = DemoFloor(planned, tmp_path)
        async with floor:
            assert [wish for wish in floor.wishes if wish.refused] == []
            assert bool(floor.wishes) is not begun, "a floor that is there is wished for once"
            floor.play()
            await floor.until(
                RoundSettled=24, ResultEntered=6, WagersConfirmed=3, ShooterCalled=3, NoteStacked=4
            )
            assert floor.engine.stream(HOUSE).state.demo
            # What is free for the newcomer is left alone.
            state = floor.engine.stream("pit").state
            assert [state.terminals[name].open for name in planned.free] == [False, False]
        return floor

    first = asyncio.run(evening(begun=False))
    assert first.seen["ShoeLoaded"] == 1
    remembered = {path.name for path in (tmp_path / "devices").iterdir()}
    devices = ("shuffler-at-LT1", "shoe-at-LT1", "tumbler-at-SB1", "acceptor-at-T3")
    assert remembered >= {f"{device}.jsonl" for device in devices}
    again = asyncio.run(evening(begun=True))
    assert again.seen["ShoeLoaded"] == 0, "the shoe is the one that was dealt from before"
    assert again.seen["SystemRestarted"] == 2
    assert asyncio.run(findings_of(tmp_path)) == []


def test_a_robot_deals_dice_and_is_stopped_by_a_kill(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=3, tables="MT_SICBO:1")

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path, Faults(3, {Fault.COCKED_DICE: 4})) as floor:
            floor.play()
            await floor.until(RoundSettled=8, RoundVoided=2, WagersConfirmed=3, DiceTumbled=9)

    asyncio.run(evening())
    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []


def test_a_robot_who_deals_dice_has_a_round_void_that_was_seen(tmp_path: Path) -> None:
    made = plan.make(tmp_path, terminals=1, tables="MT_SICBO:1")
    (wish,) = made.config.floor.table
    wish = msgspec.structs.replace(wish, tumble="start", period=86_400)
    furnished = msgspec.structs.replace(made.config.floor, table=(wish,))
    planned = replace(made, config=msgspec.structs.replace(made.config, floor=furnished))

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(DiceTumbled=1)
            seen = Request("pit", ReadExposedDice("MT_SICBO1"), "tumbler@MT_SICBO1")
            assert (await floor.engine.submit(seen)).refused is None
            await floor.until(RoundVoided=1, DiceTumbled=2)

    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []


def test_robots_cash_out_and_come_back(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=12, tables="LT:1")

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(CashOutRequested=4, TicketRedeemed=3, TicketCredited=1)

    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []


def test_every_kind_of_fault_is_lived_through(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=8, tables="LT:1,SB:1")

    async def evening() -> DemoFloor:
        floor = DemoFloor(planned, tmp_path, Faults(3, dict.fromkeys(Fault, 8)))
        async with floor:
            floor.play()
            await floor.until(RoundSettled=40, RoundVoided=2, DiceCocked=2, CashOutRequested=2)
        return floor

    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []


def test_a_table_dealt_by_hand_has_its_shoe_and_waits_for_its_dealer(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=4, tables="LT:1,SB:1", dealing="LT1:manual")

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(RoundSettled=3, ShoeLoaded=1)
            assert floor.engine.stream("pit").state.tables["LT1"].round == 0
            assert not floor.seen["CardCalled"]

    asyncio.run(evening())


def test_there_is_a_device_for_every_way_of_playing(tmp_path: Path) -> None:
    devices = DemoEquipment({variant: variant for variant in SHOWN}, {}, tmp_path).rack.devices
    at_tables = (*devices.shoes, *devices.tumblers, *devices.wheels)
    assert {name.partition("@")[2] for name in at_tables} == set(SHOWN)


def test_what_a_real_device_is_wanted_to_do_is_left_to_it(tmp_path: Path) -> None:
    async def ordered() -> list[bool]:
        equipment = DemoEquipment({"S1": "SB"}, {"T1": "pit"}, tmp_path, on_feed=("printer@T1",))
        busy = []
        for order in (PrintOrder("T1", "17", 500, 0), TumbleOrder("S1", 1)):
            equipment.send("pit", "order", order)
            busy.append(equipment.rack.is_busy)
        await equipment.rack.stop()
        return busy

    assert asyncio.run(ordered()) == [False, True]


def test_nobody_here_sees_the_cards_of_a_shoe_that_stands_elsewhere(tmp_path: Path) -> None:
    equipment = DemoEquipment({"L1": "LT"}, {}, tmp_path, on_feed=("shoe@L1",))
    assert equipment.face_up("L1", "shoe:L1:1", "sealed", 1) == ""
    assert NoEquipment().face_up("L1", "shoe:L1:1", "sealed", 1) == ""


def test_multi_terminal_baccarat_plays_by_itself_whatever_its_shoe_cannot_read(
    tmp_path: Path,
) -> None:
    planned = plan.make(tmp_path, terminals=8, tables="MT_A:1")

    async def evening() -> None:
        faults = Faults(3, {Fault.MISREAD_CARD: 30})
        async with DemoFloor(planned, tmp_path, faults) as floor:
            floor.play()
            await floor.until(
                RoundSettled=25, RoundVoided=2, BurnShown=1, WagersConfirmed=5, PaymentRecorded=1
            )

    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []
