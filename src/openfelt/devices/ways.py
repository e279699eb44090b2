"""How each kind of order is done: by which devices, what one is asked, what it reports."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from openfelt.devices.port import (
    CashDispenser,
    DiceTumbler,
    ReadingShoe,
    Shuffler,
    Throw,
    TicketHost,
    TicketPrinter,
    Wheel,
)
from openfelt.devices.work import Work
from openfelt.floor.base import Command
from openfelt.floor.money.dispensing import DispenserReceipt
from openfelt.floor.money.kiosk_slip import SlipReceipt
from openfelt.floor.money.order import DispenseOrder, HostOrder, PrintOrder, RestOrder
from openfelt.floor.money.payout import PrinterReceipt
from openfelt.floor.money.ticket_host import AnswerAsHost
from openfelt.floor.order import ToDevice
from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.play.cards.shoe import ReadCuttingCard
from openfelt.floor.play.cards.virtual_shoe import GiveCard, LoadShoe
from openfelt.floor.play.dealt_dice.order import ShakeOrder, UncoverOrder
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.play.tumbler.throw import DICE
from openfelt.floor.play.wheel.order import SpinOrder
from openfelt.floor.play.wheel.spin import ReadNumber
from openfelt.floor.seal import OpenSeal
from openfelt.floor.state import Table
from openfelt.paper.ordered import rest_of, slip_of

# How long a ball goes round: nobody believes a spin he did not see.
BALL_S: Final = 4.0

DeviceT = TypeVar("DeviceT")
OrderT = TypeVar("OrderT", bound=ToDevice)


@dataclass(slots=True)
class Devices:
    """The devices of a floor by name, as orders name them: `printer@T1`, `shoe@B1`."""

    printers: dict[str, TicketPrinter] = field(default_factory=dict)
    tumblers: dict[str, DiceTumbler] = field(default_factory=dict)
    shufflers: dict[str, Shuffler] = field(default_factory=dict)
    shoes: dict[str, ReadingShoe] = field(default_factory=dict)
    wheels: dict[str, Wheel] = field(default_factory=dict)
    dispensers: dict[str, CashDispenser] = field(default_factory=dict)
    slips: dict[str, TicketPrinter] = field(default_factory=dict)
    hosts: dict[str, TicketHost] = field(default_factory=dict)


class Way(NamedTuple):
    """The devices a kind of order is for, by name, and how one of them does it."""

    devices: Callable[[Devices], Mapping[str, Any]]
    do: Callable[[Work, Any, Any], Awaitable[Command | None]]


async def _print(work: Work, order: PrintOrder, printer: TicketPrinter) -> Command | None:
    slip = await work.look(lambda state: slip_of(state, order))
    printed = await work.ask(lambda: printer.print_ticket(work.name, slip))
    return None if printed is None else PrinterReceipt(work.name, printed, order.at)


async def _dispense(work: Work, order: DispenseOrder, dispenser: CashDispenser) -> Command | None:
    given = await work.ask(lambda: dispenser.dispense(work.name, order.pieces))
    return None if given is None else DispenserReceipt(work.name, *given, order.at)


async def _print_rest(work: Work, order: RestOrder, printer: TicketPrinter) -> Command | None:
    slip = await work.look(lambda state: rest_of(state, order))
    printed = await work.ask(lambda: printer.print_ticket(work.name, slip))
    return None if printed is None else SlipReceipt(work.name, printed, order.at)


async def _ask_host(work: Work, order: HostOrder, host: TicketHost) -> Command | None:
    answer = await work.ask(lambda: host.say(work.name, order))
    return None if answer is None else AnswerAsHost(work.name, *answer)


async def _tumble(work: Work, order: TumbleOrder, tumbler: DiceTumbler) -> Command | None:
    dice = await work.look(lambda state: _dice_of(state.tables[order.at]))
    throw = await work.ask(lambda: tumbler.tumble(work.name, dice))
    return None if throw is None else _lie(work, order, throw)


def _dice_of(table: Table) -> int:
    """Return how many dice are in the tumbler of a table: of a dealt one three."""
    return table.play.dice if isinstance(table.play, TumblerPlay) else DICE


def _lie(work: Work, order: ToDevice, throw: Throw) -> Command:
    if not throw.faces:
        return ReadCockedDice(order.at, work.name)
    return ReadDice(order.at, throw.faces, work.name)


async def _shake(work: Work, order: ShakeOrder, tumbler: DiceTumbler) -> Command | None:
    """Shake, and keep flat dice to oneself."""
    throw = await work.ask(lambda: tumbler.tumble(work.name, DICE))
    return None if throw is None or throw.faces else _lie(work, order, throw)


async def _uncover(work: Work, order: UncoverOrder, tumbler: DiceTumbler) -> Command | None:
    """Ask for the shake again: it is not done twice, only told."""
    throw = await work.ask(lambda: tumbler.tumble(order.data, DICE))
    return None if throw is None else _lie(work, order, throw)


async def _spin(work: Work, order: SpinOrder, wheel: Wheel) -> Command | None:
    await work.pause(BALL_S)
    number = await work.ask(lambda: wheel.spin(work.name))
    return None if number is None else ReadNumber(order.at, number, work.name)


async def _shuffle(work: Work, order: ShuffleOrder, shuffler: Shuffler) -> Command | None:
    rules = await work.look(lambda state: state.rules(state.tables[order.at]))
    shoe = rules.shoe
    assert shoe is not None, "only a table with a shoe has one shuffled"
    sealed = await work.ask(lambda: shuffler.shuffle(order.shoe, order.shoe, rules.decks, shoe))
    return None if sealed is None else LoadShoe(work.name, sealed.digest, sealed.sealed)


async def _draw(work: Work, order: DrawOrder, shoe: ReadingShoe) -> Command | None:
    sealed = await work.look(lambda state: state.seals[order.shoe].sealed)
    drawn = await work.ask(lambda: shoe.draw(order.data, order.shoe, sealed, order.number))
    if drawn is None:
        return None
    if drawn.cutting_card:
        # Said again after a crash it is refused, which is as good.
        await work.say(ReadCuttingCard(order.at, work.name))
    return GiveCard(work.name, drawn.face)


async def _open(work: Work, order: OpenShoeOrder, shoe: ReadingShoe) -> Command | None:
    sealed = await work.look(lambda state: state.seals[order.shoe].sealed)
    return OpenSeal(order.shoe, await shoe.open(order.shoe, sealed))


def _way(
    order: type[OrderT],
    devices: Callable[[Devices], Mapping[str, DeviceT]],
    do: Callable[[Work, OrderT, DeviceT], Awaitable[Command | None]],
) -> tuple[type[ToDevice], Way]:
    """Join the three, so that their types must fit."""
    return order, Way(devices, do)


# A new kind of order is a function above and a line here.
WAYS: Final[Mapping[type[ToDevice], Way]] = dict(
    (
        _way(PrintOrder, lambda devices: devices.printers, _print),
        _way(DispenseOrder, lambda devices: devices.dispensers, _dispense),
        _way(RestOrder, lambda devices: devices.slips, _print_rest),
        _way(HostOrder, lambda devices: devices.hosts, _ask_host),
        _way(TumbleOrder, lambda devices: devices.tumblers, _tumble),
        _way(ShakeOrder, lambda devices: devices.tumblers, _shake),
        _way(UncoverOrder, lambda devices: devices.tumblers, _uncover),
        _way(SpinOrder, lambda devices: devices.wheels, _spin),
        _way(ShuffleOrder, lambda devices: devices.shufflers, _shuffle),
        _way(DrawOrder, lambda devices: devices.shoes, _draw),
        _way(OpenShoeOrder, lambda devices: devices.shoes, _open),
    )
)
