"""The company: every robot of a demo floor, at play together."""

import asyncio

from openfelt.demo.bell import Bells
from openfelt.demo.cashier import Cashier
from openfelt.demo.dealer import Dealer
from openfelt.demo.equipment import DemoEquipment
from openfelt.demo.kiosks import Kiosks
from openfelt.demo.pace import Pace
from openfelt.demo.plan import Plan
from openfelt.demo.player import Hands, IsTaken, Player
from openfelt.engine.engine import Engine
from openfelt.floor.base import Event
from openfelt.floor.state import Order


class Company:
    """Robots at terminals, and dealers at the tables that are dealt automatically."""

    def __init__(
        self,
        plan: Plan,
        equipment: DemoEquipment,
        *,
        seed: int,
        pace: Pace,
        is_taken: IsTaken = lambda _: False,
    ) -> None:
        self._plan = plan
        self._equipment = equipment
        self._seed = seed
        self._pace = pace
        self._is_taken = is_taken
        self._bells = Bells()
        self._kiosks = [one.name for one in plan.config.floor.kiosk]

    # The equipment of the floor, as its server sees it

    def started(self, engine: Engine) -> None:
        """Report to this engine from now on."""
        self._equipment.started(engine)

    def send(self, stream: str, name: str, order: Order) -> None:
        """Take an order for a device."""
        self._equipment.send(stream, name, order)

    def heard(self, stream: str, event: Event) -> None:
        """Tell the devices, and wake whoever an event concerns."""
        self._equipment.heard(stream, event)
        self._bells.heard(event)

    async def run(self, engine: Engine) -> None:
        """Play until cancelled; devices take notes and tickets meanwhile."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._equipment.run(engine))
            for table, way in self._plan.dealing.items():
                dealer = self._dealer(engine, table)
                group.create_task(dealer.run() if way == "auto" else dealer.prepare())
            desk = Cashier(engine)
            kiosks = Kiosks(engine, self._kiosks, desk)
            await kiosks.open()
            for player in self._players(engine, desk, kiosks):
                group.create_task(player.run())

    def _dealer(self, engine: Engine, table: str) -> Dealer:
        return Dealer(
            engine,
            self._plan.pits[table],
            table,
            bells=self._bells,
            face_up=self._equipment.face_up,
            pace=self._pace,
            seed=self._seed,
        )

    def _players(self, engine: Engine, desk: Cashier, kiosks: Kiosks) -> list[Player]:
        feeds = (self._equipment.feed_note, self._equipment.feed_ticket)
        hands = Hands(*feeds, desk.pay, kiosks.pay)
        return [
            Player(
                engine,
                self._plan.pits[terminal],
                terminal,
                table,
                self._plan.variants[table],
                bells=self._bells,
                hands=hands,
                is_taken=self._is_taken,
                pace=self._pace,
                seed=self._seed + 1_000 + number,
            )
            for number, (terminal, table) in enumerate(self._plan.robots.items())
        ]
