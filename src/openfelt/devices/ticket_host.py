"""A ticketing host that exists only here: every ticket of the house, and who has been given it."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from openfelt.devices.fault import Fault, Faults
from openfelt.devices.port import HostAnswer
from openfelt.floor.money.order import HostOrder, HostWant

# Out in the house, kept for us by an order, or given to somebody.
Stand = Literal["out", "kept", "given"]


class Kept(msgspec.Struct):
    """A ticket as the host knows it."""

    amount: int
    stand: Stand = "out"


class HostBook:
    """The host's own book.  With a path each line is on disk before anybody hears of it."""

    def __init__(self, path: Path | None = None) -> None:
        self.tickets: dict[str, Kept] = {}
        self._answers: dict[str, HostAnswer] = {}
        self._path = path
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        """Take every whole line; a torn one is gone: nobody has heard of it."""
        whole, end, _ = path.read_bytes().rpartition(b"\n")
        for line in whole.splitlines():
            self._enter(json.loads(line))
        os.truncate(path, len(whole) + len(end))

    def do(self, order: str, want: HostWant, number: str, amount: int) -> HostAnswer:
        """Do what an order asks once; asked again, say what was done."""
        if order not in self._answers:
            self._write({"order": order, "want": want, "number": number, "amount": amount})
        return self._answers[order]

    def print_ticket(self, number: str, amount: int) -> None:
        """Another machine prints a ticket."""
        self._write({"order": "", "want": "print", "number": number, "amount": amount})

    def give(self, number: str) -> bool:
        """Another machine is given a ticket; say whether it may pay."""
        known = self.tickets.get(number)
        if known is None or known.stand != "out":
            return False
        self._write({"order": "", "want": "give", "number": number, "amount": 0})
        return True

    def _write(self, line: dict[str, str | int]) -> None:
        if self._path is not None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(os.open(self._path, flags, 0o600), "ab") as file:
                file.write(json.dumps(line).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        self._enter(line)

    def _enter(self, line: dict[str, str | int]) -> None:
        number, amount, want = str(line["number"]), int(line["amount"]), str(line["want"])
        if want == "print":
            self.tickets[number] = Kept(amount)
        elif want == "give":
            self.tickets[number].stand = "given"
        else:
            self._answers[str(line["order"])] = _DOES[want](self, number, amount)

    def _issue(self, number: str, amount: int) -> HostAnswer:
        if number in self.tickets:
            return HostAnswer("refused")
        self.tickets[number] = Kept(amount)
        return HostAnswer("taken")

    def _authorise(self, number: str, _amount: int) -> HostAnswer:
        known = self.tickets.get(number)
        if known is None:
            return HostAnswer("unknown")
        if known.stand != "out":
            return HostAnswer("redeemed" if known.stand == "given" else "refused")
        known.stand = "kept"
        return HostAnswer("authorised", known.amount)

    def _commit(self, number: str, _amount: int) -> HostAnswer:
        known = self.tickets.get(number)
        if known is None or known.stand != "kept":
            return HostAnswer("refused")
        known.stand = "given"
        return HostAnswer("committed", known.amount)

    def _cancel(self, number: str, _amount: int) -> HostAnswer:
        known = self.tickets.get(number)
        if known is None:
            return HostAnswer("unknown")
        if known.stand == "kept":
            known.stand = "out"
        return HostAnswer("redeemed" if known.stand == "given" else "cancelled")


_DOES: Final[dict[str, Callable[[HostBook, str, int], HostAnswer]]] = {
    "issue": HostBook._issue,
    "authorise": HostBook._authorise,
    "commit": HostBook._commit,
    "cancel": HostBook._cancel,
}
assert _DOES.keys() == set(get_args(HostWant))


class VirtualTicketHost:
    """Answers for a book, unless it is silent."""

    def __init__(self, name: str, book: HostBook, faults: Faults | None = None) -> None:
        self.name = name
        self.book = book
        self._faults = faults or Faults()

    async def say(self, order: str, wanted: HostOrder) -> HostAnswer | None:
        """Do it; a silent host has done it, and nobody hears so."""
        answer = self.book.do(order, wanted.want, wanted.number, wanted.amount)
        lost = self._faults.strikes(self.name, Fault.RECEIPT_LOST)
        return None if lost else answer
