"""The virtual devices of a demo floor, and the hands that put something into them."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from openfelt.core.draw import ByteSource
from openfelt.devices.acceptor import VirtualAcceptor, VirtualReader
from openfelt.devices.chance import SYSTEM
from openfelt.devices.dispenser import VirtualDispenser
from openfelt.devices.fault import Faults
from openfelt.devices.intake import Intake, TicketSlot
from openfelt.devices.printer import VirtualPrinter
from openfelt.devices.rack import Rack
from openfelt.devices.shoe import VirtualShoe, VirtualShuffler
from openfelt.devices.tumbler import VirtualTumbler, VirtualWheel
from openfelt.devices.vault import Vault
from openfelt.devices.virtual import memory_of
from openfelt.devices.ways import Devices
from openfelt.devices.work import Pause
from openfelt.engine.engine import Engine
from openfelt.floor.base import Event, Refused
from openfelt.floor.day import PitDayClosed
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.state import Order
from openfelt.paper.slip import Slip
from openfelt.rulebooks import VARIANTS

KEY_FILE: Final = "seal.key"
DEVICES_FOLDER: Final = "devices"
TICKETS_FOLDER: Final = "tickets"


class DemoEquipment:
    """A device for every order the floor can give; their memories lie beside the journal."""

    def __init__(
        self,
        tables: Mapping[str, str],
        terminals: Mapping[str, str],
        folder: Path,
        *,
        kiosks: Iterable[str] = (),
        on_feed: Collection[str] = (),
        faults: Faults | None = None,
        source: ByteSource = SYSTEM,
        pause: Pause = asyncio.sleep,
    ) -> None:
        """Set up devices for tables (name → variant) and terminals (name → pit).

        Those `on_feed` are real ones that come over the feed: what is ordered of them is theirs.
        """
        self._folder = folder
        self._on_feed = on_feed
        self._faults = faults or Faults()
        self._source = source
        self._vault = Vault.at(folder / KEY_FILE)
        self._acceptors: dict[str, VirtualAcceptor] = {}
        self._readers: dict[str, VirtualReader] = {}
        self._intakes: dict[str, Intake] = {}
        self._scanners: dict[str, VirtualReader] = {}
        self._slots: dict[str, TicketSlot] = {}
        self._shoes: dict[str, VirtualShoe] = {}
        self.rack = Rack(Devices(), self._faults, pause)
        for table, variant in tables.items():
            _AT_TABLES[VARIANTS[variant].procedure](self, table)
        for terminal, pit in terminals.items():
            self._add_terminal(terminal, pit)
        for kiosk in kiosks:
            self._add_kiosk(kiosk)

    def _add_shoe(self, table: str) -> None:
        devices, memories = self.rack.devices, self._folder / DEVICES_FOLDER
        shuffler, shoe = f"shuffler@{table}", f"shoe@{table}"
        devices.shufflers[shuffler] = VirtualShuffler(
            shuffler, self._vault, self._faults, memory_of(memories, shuffler), self._source
        )
        self._shoes[table] = VirtualShoe(shoe, self._vault, self._faults, memory_of(memories, shoe))
        devices.shoes[shoe] = self._shoes[table]

    def _add_tumbler(self, table: str) -> None:
        name = f"tumbler@{table}"
        self.rack.devices.tumblers[name] = VirtualTumbler(
            name, self._faults, memory_of(self._folder / DEVICES_FOLDER, name), self._source
        )

    def _add_wheel(self, table: str) -> None:
        name = f"wheel@{table}"
        self.rack.devices.wheels[name] = VirtualWheel(
            name, self._faults, memory_of(self._folder / DEVICES_FOLDER, name), self._source
        )

    def _add_terminal(self, terminal: str, pit: str) -> None:
        memories, printer = self._folder / DEVICES_FOLDER, f"printer@{terminal}"
        prints = VirtualPrinter(printer, self._faults, memory_of(memories, printer))
        prints.tray = self._lay_out
        self.rack.devices.printers[printer] = prints
        acceptor, reader = f"acceptor@{terminal}", f"reader@{terminal}"
        self._acceptors[terminal] = VirtualAcceptor(
            acceptor, self._faults, memory_of(memories, acceptor)
        )
        self._readers[terminal] = VirtualReader(reader, self._faults, memory_of(memories, reader))
        self._intakes[terminal] = Intake(
            pit, terminal, self._acceptors[terminal], self._readers[terminal]
        )

    def _add_kiosk(self, kiosk: str) -> None:
        memories, dispenser = self._folder / DEVICES_FOLDER, f"dispenser@{kiosk}"
        self.rack.devices.dispensers[dispenser] = VirtualDispenser(
            dispenser, self._faults, memory_of(memories, dispenser)
        )
        slips = f"slips@{kiosk}"
        prints = VirtualPrinter(slips, self._faults, memory_of(memories, slips))
        prints.tray = self._lay_out
        self.rack.devices.slips[slips] = prints
        scanner = f"scanner@{kiosk}"
        reader = VirtualReader(scanner, self._faults, memory_of(memories, scanner))
        self._scanners[kiosk] = reader
        self._slots[kiosk] = TicketSlot(HOUSE, kiosk, reader)

    def _lay_out(self, slip: Slip) -> None:
        """Leave the last ticket of a terminal in its tray, whole whenever the power goes."""
        tray = self._tray(slip.terminal)
        tray.parent.mkdir(parents=True, exist_ok=True)
        beside = tray.with_suffix(".new")
        beside.write_bytes(msgspec.json.encode(slip))
        beside.replace(tray)

    def _tray(self, terminal: str) -> Path:
        return self._folder / TICKETS_FOLDER / f"{terminal}.json"

    # For the engine

    def started(self, engine: Engine) -> None:
        """Report to this engine from now on."""
        self.rack.started(engine)

    def send(self, stream: str, name: str, order: Order) -> None:
        """Take an order, unless a real device has it."""
        if order.device not in self._on_feed:
            self.rack.send(stream, name, order)

    def heard(self, stream: str, event: Event) -> None:
        """Hear a durable event."""
        self.rack.heard(stream, event)
        if isinstance(event, PitDayClosed):
            self._drop(stream, event.day)
        intake = self._intakes.get(getattr(event, "terminal", ""))
        if intake is not None:
            intake.heard(event)

    def _drop(self, pit: str, day: int) -> None:
        """Have the note stackers of a pit taken out when its day is over."""
        for intake in self._intakes.values():
            if intake.stream == pit:
                intake.drop(f"day-{day}")

    async def check_key(self, engine: Engine, pit: str) -> None:
        """Refuse to go on with a key that does not open the shoes being dealt: raise VaultFault."""
        seals = await engine.view(
            pit, lambda state: [(name, seal.sealed) for name, seal in state.seals.items()]
        )
        for name, sealed in seals:
            self._vault.open(name, sealed)

    async def run(self, engine: Engine) -> None:
        """Take notes and tickets at every terminal until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                for intake in self._intakes.values():
                    group.create_task(intake.run(engine))
                for slot in self._slots.values():
                    group.create_task(slot.run(engine))
        finally:
            await self.rack.stop()

    def tell_returns(self, tell: Callable[[str, Literal["note", "ticket"], Refused], None]) -> None:
        """Say from now on which terminal gave a note or a ticket back, and why."""
        for terminal, intake in self._intakes.items():
            intake.returned = partial(tell, terminal)
        for kiosk, slot in self._slots.items():
            slot.returned = partial(tell, kiosk)

    # For hands

    def feed_note(self, terminal: str, amount: int) -> None:
        """Put a banknote into a terminal."""
        self._acceptors[terminal].feed(amount)

    def feed_ticket(self, terminal: str, number: str) -> None:
        """Put a ticket into a terminal or a kiosk; without a number a terminal's last one."""
        if terminal in self._scanners:
            self._scanners[terminal].feed(number)
            return
        last = self.in_tray(terminal)
        number = number or (last.number if last else "")
        if number:
            self._readers[terminal].feed(number)

    def in_tray(self, terminal: str) -> Slip | None:
        """Return the ticket that a terminal's printer gave out last."""
        tray = self._tray(terminal)
        return msgspec.json.decode(tray.read_bytes(), type=Slip) if tray.is_file() else None

    def face_up(self, table: str, seal: str, sealed: str, number: int) -> str:
        """Return a card that has left the shoe, as whoever stands at the table sees it.

        A shoe that is on the feed stands elsewhere: nobody sees its cards here.
        """
        if f"shoe@{table}" in self._on_feed:
            return ""
        return self._shoes[table].face_up(seal, sealed, number)


# What stands at a table, by the way it is played.
_AT_TABLES: Final[Mapping[str, Callable[[DemoEquipment, str], None]]] = {
    "cards": DemoEquipment._add_shoe,
    "tumbler": DemoEquipment._add_tumbler,
    "craps": DemoEquipment._add_tumbler,
    "wheel": DemoEquipment._add_wheel,
    "dealt_dice": DemoEquipment._add_tumbler,
}


def forget(folder: Path, names: Iterable[str] = (DEVICES_FOLDER, TICKETS_FOLDER)) -> None:
    """Let devices begin anew with a new journal: old acts would answer new orders."""
    for name in names:
        for file in sorted((folder / name).glob("*")):
            file.unlink()
