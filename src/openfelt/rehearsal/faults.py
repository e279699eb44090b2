"""What goes wrong, and a journal it goes wrong in."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from random import Random

from openfelt.journal.base import Archived
from openfelt.journal.errors import JournalFault
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import Row


class Fault(StrEnum):
    """Every kind of fault a run must have met."""

    KILLED_IDLE = "killed with nothing pending"
    KILLED_PENDING = "killed with commands pending"
    DISK_FULL = "disk full"
    TORN_WRITE = "last write torn"
    COMMIT_UNKNOWN = "committed, but nobody heard"
    DATABASE_GONE = "database gone for a while"
    COMMAND_REPEATED = "command repeated"
    COMMAND_DELAYED = "command delayed past others"
    COMMAND_RESENT = "command sent again after a crash"
    PRINTER_FAULT = "printer fault"
    DISPENSER_JAMMED = "dispenser of a kiosk jammed"
    RECEIPT_LOST = "receipt lost"
    RECEIPT_REPEATED = "receipt repeated"
    DICE_COCKED = "dice cocked"
    ENDED_NAMED = "ended ticket or voucher presented"
    HOST_SILENT = "ticketing host silent"
    HOST_REPEATED = "ticketing host said it twice"
    HOST_REORDERED = "ticketing host out of order"
    TICKET_RACED = "ticket presented at several places"


Watch = Callable[[Row], None]


class FaultyJournal(MemoryJournal):
    """A journal whose writes fail now and then, each time in one of the ways a disk has."""

    def __init__(
        self,
        store: MemoryStore,
        chance: Random,
        met: Counter[Fault],
        watch: Watch,
        meanwhile: Callable[[], None],
    ) -> None:
        super().__init__(store)
        self._chance = chance
        self._met = met
        self._watch = watch
        self._meanwhile = meanwhile
        self.rate = 0.0

    async def append(self, rows: Sequence[Row], ended: Iterable[Archived] = ()) -> None:
        """Write all rows, or fail: before writing, or after without saying so."""
        fault = self._drawn()
        with self._holding.or_broken():
            if fault in (Fault.DISK_FULL, Fault.TORN_WRITE):
                # A torn batch is no batch: the transaction is not there after recovery.
                raise JournalFault(fault.value)
        await super().append(rows, ended)
        if self.rate:
            # The disk takes its time, and the floor plays on.
            self._meanwhile()
            await asyncio.sleep(0)
        for row in rows:
            self._watch(row)
        if fault is Fault.COMMIT_UNKNOWN:
            with self._holding.or_broken():
                raise JournalFault(fault.value)

    def _drawn(self) -> Fault | None:
        if self._chance.random() >= self.rate:
            return None
        kinds = (Fault.DISK_FULL, Fault.TORN_WRITE, Fault.COMMIT_UNKNOWN)
        fault = kinds[self._chance.randrange(len(kinds))]
        self._met[fault] += 1
        return fault
