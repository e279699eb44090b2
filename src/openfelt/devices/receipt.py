"""A receipt printer: at an address of the network, or a device of this machine."""

import asyncio
import os
import re
import select
import socket
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

from openfelt.devices.memory import Memory
from openfelt.paper.sheet import Sheet

_ADDRESS: Final = re.compile(r"\[?(?P<host>[^/\]]+)\]?:(?P<port>\d{1,5})")
# Who has not connected or taken a byte for so long is not there.
_PATIENCE_S: Final = 5.0
# A ticket takes a second or two; the floor waits twenty.
_ANSWER_S: Final = 8.0
# Asked in line with what is printed, so the answer says that all before it is on paper.
_ASK_FOR_PAPER: Final = b"\x1dr\x01"
_NO_PAPER: Final = 0x0C

_BEGAN: Final = "began"
_PRINTED: Final = "printed"
_FAILED: Final = "failed"


class NoPrinter(Exception):
    """A printer that cannot be reached, or did not take all; the text says which."""


class Port:
    """The line to a printer, both ways: `HOST:PORT`, or the file of a device that is there."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._file = -1

    def __enter__(self) -> Self:
        address = _ADDRESS.fullmatch(self._where)
        try:
            if address is None:
                # Never made: a mistyped name shall not become a file.
                self._file = os.open(Path(self._where), os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
            else:
                where = (address["host"], int(address["port"]))
                line = socket.create_connection(where, _PATIENCE_S)
                line.settimeout(0)
                self._file = line.detach()
        except (OSError, OverflowError) as error:
            raise self._fault(error) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            os.close(self._file)

    def _fault(self, error: Exception) -> NoPrinter:
        return NoPrinter(f"printer {self._where}: {getattr(error, 'strerror', '') or error}")

    def write(self, data: bytes) -> None:
        """Hand over every byte."""
        left = memoryview(data)
        while left:
            if not select.select([], [self._file], [], _PATIENCE_S)[1]:
                raise NoPrinter(f"printer {self._where}: takes nothing")
            try:
                left = left[os.write(self._file, left) :]
            except OSError as error:
                raise self._fault(error) from error

    def paper(self) -> bool | None:
        """Ask whether there is paper once all before is printed; None when nothing is said."""
        self.write(_ASK_FOR_PAPER)
        until = monotonic() + _ANSWER_S
        while (left := until - monotonic()) > 0:
            if not select.select([self._file], [], [], left)[0]:
                break
            try:
                said = os.read(self._file, 1)
            except OSError as error:
                raise self._fault(error) from error
            if not said:
                break
            # Bits 4 and 7 are never set in this answer: others are of something else.
            if not said[0] & 0x90:
                return not said[0] & _NO_PAPER
        return None


def send(where: str, data: bytes) -> None:
    """Print something that nobody waits for."""
    with Port(where) as port:
        port.write(data)


class ReceiptPrinter:
    """Prints each ticket once, and says so only when the printer did."""

    def __init__(self, where: str, memory: Memory) -> None:
        self._where = where
        self._memory = memory

    async def works(self) -> bool:
        """Say whether it is there, and has paper."""
        return await asyncio.to_thread(self._works)

    def _works(self) -> bool:
        try:
            with Port(self._where) as port:
                return port.paper() is True
        except NoPrinter:
            return False

    async def print_sheet(self, order: str, sheet: Sheet) -> bool:
        """Print what an order wants, or say what became of it.

        Begun before a power cut it may be on paper or not: it counts as not, so its number is void
        and a voucher owes the amount.

        Rule: LT 8.8; MT 4.9
        """
        did = self._memory.recall(order)
        if did is None:
            await self._memory.keep(order, _BEGAN)
            did = _PRINTED if await asyncio.to_thread(self._print, sheet) else _FAILED
            await self._memory.keep(order, did)
        return did == _PRINTED

    def _print(self, sheet: Sheet) -> bool:
        from openfelt.paper.escpos import bytes_of

        try:
            with Port(self._where) as port:
                if port.paper() is not True:
                    return False
                port.write(bytes_of(sheet))
                return port.paper() is True
        except NoPrinter:
            return False
