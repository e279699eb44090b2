"""The other systems of the house, as badly behaved as they come: ticketing host, monitoring.

The host loses its answers, says them twice, late and in another order; what it has done it has
done, and a ticket it gave away twice would be found here.
"""

from collections import Counter
from random import Random

from openfelt.devices.ticket_host import HostBook
from openfelt.floor.base import Command
from openfelt.floor.money.cms_reversal import ReverseCms
from openfelt.floor.money.order import HostOrder
from openfelt.floor.money.ticket_host import AnswerAsHost, ReportPaidElsewhere
from openfelt.floor.state import State
from openfelt.rehearsal.faults import Fault
from openfelt.rehearsal.promises import Violated

HOST = "tickets@house"


class RehearsedHost:
    """The ticketing host and the other machines of the house; it outlives every crash of ours."""

    def __init__(self, chance: Random, met: Counter[Fault]) -> None:
        self._chance = chance
        self._met = met
        self._book = HostBook()
        self._answers: list[Command] = []

    def obey(self, name: str, order: HostOrder) -> None:
        """Do what is asked, and have an answer under way, or two, or none."""
        said = self._book.do(name, order.want, order.number, order.amount)
        draw = self._chance.random()
        if draw < 0.15:
            self._met[Fault.HOST_SILENT] += 1
            return
        self._answers.append(AnswerAsHost(name, *said))
        if draw > 0.9:
            self._met[Fault.HOST_REPEATED] += 1
            self._answers.append(AnswerAsHost(name, *said))

    def says(self) -> Command | None:
        """Return what it says next, not always what it should have said first."""
        if not self._answers or self._chance.random() < 0.3:
            return None
        place = self._chance.randrange(len(self._answers))
        self._met[Fault.HOST_REORDERED] += place > 0
        return self._answers.pop(place)

    def other_machines(self, tickets: list[str]) -> Command | None:
        """Let another machine print a ticket, or be given one that somebody holds."""
        if self._chance.random() < 0.5:
            number = f"02{self._chance.randrange(10**16):016}"
            self._book.print_ticket(number, self._chance.randrange(1, 200) * 50)
            tickets.append(number)
            return None
        number = self._chance.choice(tickets) if tickets else ""
        # Of its own printing we never heard.
        return ReportPaidElsewhere(number) if self._book.give(number) else None

    def check(self, house: State) -> None:
        """What we have paid or owe alone the host has given to us, and to nobody else."""
        asked = {one.number for one in house.orders.values() if isinstance(one, HostOrder)}
        for number, ticket in house.tickets.items():
            kept = self._book.tickets.get(number)
            if kept is None or ticket.with_host or number in asked:
                continue
            if kept.stand != "given" and ticket.state in ("issued", "redeemed"):
                raise Violated(f"ticket {number[-4:]} is ours, and the host may give it away")


def reversal(chance: Random, pit: State, terminal: str) -> Command | None:
    """Take back some of a transfer, under an id that was used before now and then."""
    moved = [
        (id_, one)
        for id_, one in pit.cms_moved.items()
        if one.terminal == terminal and one.amount > 0
    ]
    if not moved:
        return None
    id_, one = chance.choice(moved)
    amount = chance.choice((one.amount, one.amount // 2, 100))
    return ReverseCms(terminal, amount, id_, f"back {id_} {chance.randrange(3)}")
