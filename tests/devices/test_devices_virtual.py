"""Virtual devices keep the promises of their protocols, and fail only as they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from openfelt.core.cards import decks
from openfelt.devices.acceptor import NoteStuck, VirtualAcceptor, VirtualReader
from openfelt.devices.chance import seeded, shuffle, validation_number
from openfelt.devices.fault import Fault, Faults
from openfelt.devices.memory import Memory
from openfelt.devices.port import (
    DiceTumbler,
    Note,
    NoteAcceptor,
    ReadingShoe,
    Shuffler,
    TicketPrinter,
    TicketReader,
    Wheel,
)
from openfelt.devices.printer import VirtualPrinter
from openfelt.devices.shoe import CUTTING_CARD_SPREAD, VirtualShoe, VirtualShuffler
from openfelt.devices.tumbler import VirtualTumbler, VirtualWheel
from openfelt.devices.vault import Vault
from openfelt.games.baccarat.shoe_life import cutting_card_is_lawful
from openfelt.paper.slip import Slip
from openfelt.rulebooks import VARIANTS

T = TypeVar("T")
SLIP = Slip("990000000000000017", 123_456, "T1", demo=True)
LT_SHOE = VARIANTS["LT"].shoe


def now(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 60))


def test_each_virtual_device_is_one_of_its_kind() -> None:
    vault = Vault(bytes(32))
    printer: TicketPrinter = VirtualPrinter("p")
    reader: TicketReader = VirtualReader("r")
    acceptor: NoteAcceptor = VirtualAcceptor("a")
    shuffler: Shuffler = VirtualShuffler("s", vault)
    shoe: ReadingShoe = VirtualShoe("s", vault)
    tumbler: DiceTumbler = VirtualTumbler("t")
    wheel: Wheel = VirtualWheel("w")
    assert all((printer, reader, acceptor, shuffler, shoe, tumbler, wheel))


def test_dice_and_ball_lie_as_they_lay_when_asked_again(tmp_path: Path) -> None:
    first = VirtualTumbler("t", memory=Memory(tmp_path / "t"))
    throws = [now(first.tumble(f"S1 {n}", 3)) for n in range(20)]
    again = VirtualTumbler("t", memory=Memory(tmp_path / "t"))
    assert [now(again.tumble(f"S1 {n}", 3)) for n in range(20)] == throws
    assert len(set(throws)) > 1
    wheel = VirtualWheel("w", memory=Memory(tmp_path / "w"))
    spins = [now(wheel.spin(str(n))) for n in range(20)]
    assert all(number is not None and 0 <= number <= 36 for number in spins)
    assert [now(wheel.spin(str(n))) for n in range(20)] == spins


def test_a_shoe_is_prepared_lawfully_and_gives_every_card_once() -> None:
    assert LT_SHOE is not None
    vault = Vault(bytes(32), seeded(1))
    shuffler = VirtualShuffler("s", vault, source=seeded(2))
    shoe = VirtualShoe("s", vault)
    for number in range(30):
        seal = f"shoe:B1:{number}"
        sealed = now(shuffler.shuffle(seal, seal, 8, LT_SHOE))
        assert sealed is not None
        assert now(shuffler.shuffle(seal, seal, 8, LT_SHOE)) == sealed
        _, cutting_at, *cards = vault.open(seal, sealed.sealed).split(" ")
        assert sorted(cards) == sorted(decks(8))
        assert cutting_card_is_lawful(LT_SHOE, len(cards) - int(cutting_at))

    assert sealed is not None
    locked = sealed.sealed

    async def whole() -> list[tuple[str, bool]]:
        drawn = [await shoe.draw(f"{n}", seal, locked, n) for n in range(1, 417)]
        assert None not in drawn
        return [(one.face, one.cutting_card) for one in drawn if one]

    given = now(whole())
    assert [face for face, _ in given] == cards
    assert [place for place, (_, cutting) in enumerate(given) if cutting] == [int(cutting_at)]
    assert shoe.face_up(seal, locked, 1) == cards[0]


@pytest.mark.clause("LT 3.8", "LT 3.10", "LT 3.11")
def test_a_virtual_shoe_is_shuffled_cut_and_given_its_cutting_card_as_the_book_says() -> None:
    assert LT_SHOE is not None
    cuts, behind = set(), set()
    for seed in range(400):
        vault = Vault(bytes(32), seeded(1))
        sealed = now(VirtualShuffler("s", vault, source=seeded(seed)).shuffle("x", "x", 8, LT_SHOE))
        assert sealed is not None
        _, cutting_at, *cards = vault.open("x", sealed.sealed).split(" ")
        stack = shuffle(8, seeded(seed))
        place = next(n for n in range(len(stack)) if [*stack[n:], *stack[:n]] == cards)
        cuts.add(place)
        behind.add(len(cards) - int(cutting_at))
    assert (min(cuts) >= 52, max(cuts) <= 416 - 52) == (True, True)
    assert (min(cuts) < 60, max(cuts) > 416 - 60) == (True, True), "from end to end"
    assert behind == set(range(20, 20 + CUTTING_CARD_SPREAD + 1))


def test_a_card_that_could_not_be_read_is_not_read_the_second_time() -> None:
    assert LT_SHOE is not None
    vault, faults = Vault(bytes(32)), Faults()
    sealed = now(VirtualShuffler("s", vault).shuffle("x", "x", 8, LT_SHOE))
    assert sealed is not None
    shoe = VirtualShoe("shoe", vault, faults)
    faults.breaks("shoe", Fault.MISREAD_CARD)
    assert now(shoe.draw("1", "x", sealed.sealed, 1)) == ("", False)
    faults.mend("shoe")
    assert now(shoe.draw("1", "x", sealed.sealed, 1)) == ("", False)


def test_a_held_note_is_offered_again_after_a_power_cut(tmp_path: Path) -> None:
    async def story() -> None:
        before = VirtualAcceptor("a", memory=Memory(tmp_path / "a"))
        before.feed(5_000)
        held = await before.next_note()
        after = VirtualAcceptor("a", memory=Memory(tmp_path / "a"))
        assert await after.next_note() == held
        await after.stack(held)
        after.feed(2_000)
        assert (await after.next_note()).amount == 2_000

    now(story())


def test_a_foreign_note_counts_nothing_and_a_stuck_one_is_said() -> None:
    faults = Faults()
    acceptor = VirtualAcceptor("a", faults)
    faults.breaks("a", Fault.FOREIGN_NOTE)
    assert acceptor.feed(5_000).amount == 0
    faults.breaks("a", Fault.NOTE_STUCK)
    with pytest.raises(NoteStuck, match="call an attendant"):
        acceptor.feed(5_000)
    faults.mend("a")
    note = acceptor.feed(5_000)
    assert note == Note(note.note, 5_000)


def test_faults_strike_as_often_as_they_are_told_and_the_same_for_a_seed() -> None:
    faults = [Faults(seed, {Fault.JAM: 10}) for seed in (1, 1, 2)]
    struck = [[bool(one.strikes("p", Fault.JAM)) for _ in range(2_000)] for one in faults]
    assert struck[0] == struck[1] != struck[2]
    assert 140 < sum(struck[0]) < 260
    assert not any(faults[0].strikes("p", Fault.NO_PAPER) for _ in range(100))
    assert faults[0].are_injected
    assert not Faults().are_injected


def test_validation_numbers_are_eighteen_digits_of_their_system() -> None:
    source = seeded(1)
    numbers = {validation_number("01", source) for _ in range(200)}
    assert len(numbers) == 200
    assert all(len(number) == 18 and number.startswith("01") for number in numbers)
