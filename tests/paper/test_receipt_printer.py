"""A receipt printer: each ticket once, and never said to be printed when it may not be."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
from paper_printer import PaperPrinter

from openfelt.devices import receipt
from openfelt.devices.memory import Memory
from openfelt.devices.receipt import NoPrinter, ReceiptPrinter, send
from openfelt.paper.slip import Letterhead, Slip, ticket

NUMBER: Final = "010000000000000017"
SHEET: Final = ticket(Slip(NUMBER, 123_456, "T1", demo=False, book="LT"), Letterhead())


@pytest.fixture
def there() -> Iterator[PaperPrinter]:
    with PaperPrinter() as printer:
        yield printer


def asked(printer: ReceiptPrinter, *orders: str) -> list[bool]:
    async def all_of_them() -> list[bool]:
        return [await printer.print_sheet(order, SHEET) for order in orders]

    return asyncio.run(all_of_them())


def test_a_ticket_is_printed_once_however_often_it_is_wanted(
    there: PaperPrinter, tmp_path: Path
) -> None:
    file = tmp_path / "printed"
    assert asked(ReceiptPrinter(there.where, Memory(file)), "a", "a", "b") == [True] * 3
    assert asked(ReceiptPrinter(there.where, Memory(file)), "a") == [True], "after a restart too"
    assert [one.barcodes for one in there.printed] == [[NUMBER], [NUMBER]]
    assert all(one.cuts == 1 for one in there.printed)


def test_without_paper_nothing_is_printed_and_said_so(there: PaperPrinter) -> None:
    there.paper = False
    printer = ReceiptPrinter(there.where, Memory())
    assert asyncio.run(printer.works()) is False
    assert asked(printer, "a") == [False]
    assert there.printed == []
    there.paper = True
    assert asyncio.run(printer.works()) is True
    assert asked(printer, "a", "b") == [False, True], "what failed is a voucher by now"
    assert len(there.printed) == 1


@pytest.mark.clause("LT 8.8")
@pytest.mark.clause("MT 4.9")
@pytest.mark.parametrize("fault", ["tears", "mute"])
def test_what_may_not_be_on_paper_was_not_printed(
    there: PaperPrinter, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipt, "_ANSWER_S", 0.2)
    setattr(there, fault, True)
    printer = ReceiptPrinter(there.where, Memory())
    assert asked(printer, "a") == [False]
    setattr(there, fault, False)
    assert asked(printer, "a") == [False]


def test_a_power_cut_while_it_prints_prints_nothing_again(
    there: PaperPrinter, tmp_path: Path
) -> None:
    memory = Memory(tmp_path / "printed")
    asyncio.run(memory.keep("a", "began"))
    assert asked(ReceiptPrinter(there.where, Memory(tmp_path / "printed")), "a") == [False]
    assert there.printed == []


def test_a_printer_that_is_not_there() -> None:
    with PaperPrinter() as gone:
        where = gone.where
    printer = ReceiptPrinter(where, Memory())
    assert asyncio.run(printer.works()) is False
    assert asked(printer, "a") == [False]
    with pytest.raises(NoPrinter, match=where):
        send(where, b"x")


def test_a_name_that_is_no_device_does_not_become_a_file(tmp_path: Path) -> None:
    missing = tmp_path / "lp0"
    with pytest.raises(NoPrinter, match="lp0"):
        send(str(missing), b"x")
    assert not missing.exists()
    missing.touch()
    send(str(missing), b"x")
    assert missing.read_bytes() == b"x"


def test_it_says_when_it_ceases_to_work(there: PaperPrinter) -> None:
    from openfelt.cli import printer as command

    async def story() -> list[bool]:
        watch = command._watch(ReceiptPrinter(there.where, Memory()), asyncio.Lock())
        return [await _next(watch), await _next(watch)]

    async def _next(watch: AsyncIterator[dict[str, bool]]) -> bool:
        report = await anext(watch)
        there.paper = not there.paper
        return report["works"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "_LOOK_S", 0.01)
        assert asyncio.run(story()) == [True, False]
