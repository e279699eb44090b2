"""Robots on the staff's side: a dealer who presses the keys of his terminal, and who helps him.

They press what a person would press, and nothing a person could not.
"""

from random import Random
from typing import Final, NamedTuple

from openfelt.demo.bell import Bells
from openfelt.demo.client import RobotClient
from openfelt.demo.next_key import next_key
from openfelt.demo.pace import Pace
from openfelt.engine.engine import Engine
from openfelt.floor.base import Command
from openfelt.floor.play.cards.coup import EnterResult, KeyCard, coup_of
from openfelt.floor.play.cards.hands import winner
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.play.procedure import procedure_of
from openfelt.floor.rounds.pause import MUST_BE_VOIDED, ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import State
from openfelt.rulebooks.powers import Act
from openfelt.stations.dealer import FaceUp

DEALER: Final = "robot-dealer"
AGM: Final = "robot-agm"
# Why a round is void that dice have spoiled.
_SPOILED: Final = {"cocked": "a die does not lie flat", "exposed": "the dice were seen too early"}


class Seen(NamedTuple):
    """What stands on the dealer's terminal; `unread` is the card that waits to be keyed.

    Where the book lets nobody key one, the coup is declared void.  `key` is the next one at a table
    without cards.
    """

    phase: str
    suspended: str
    has_shoe: bool
    ended: bool
    burned: bool
    winner: str
    entered: str
    waits_for_device: bool
    unread: tuple[str, str, int] | None
    may_be_keyed: bool
    key: tuple[Command, float, float] | None = None
    deals_cards: bool = True


class Dealer:
    """Keeps one table going: its dealer, or where it has none whoever resumes and voids."""

    def __init__(
        self,
        engine: Engine,
        pit: str,
        table: str,
        *,
        bells: Bells,
        face_up: FaceUp,
        pace: Pace,
        seed: int,
    ) -> None:
        self._engine = engine
        self._pit, self._table = pit, table
        self._bells, self._face_up, self._pace = bells, face_up, pace
        self._chance = Random(seed)  # noqa: S311 - pauses are no outcome
        self._dealer = RobotClient(engine, pit, f"{DEALER}-{table}", DEALER)
        self._agm = RobotClient(engine, pit, f"{AGM}-{table}", AGM)

    async def run(self) -> None:
        """Deal until cancelled."""
        while True:
            bell = self._bells.take(self._table)
            seen = await self._engine.view(self._pit, self._look)
            if not await self._act(seen):
                await bell.wait()

    async def prepare(self) -> None:
        """Have the first shoe loaded, so that whoever deals by hand finds the table ready."""
        seen = await self._engine.view(self._pit, self._look)
        if seen.deals_cards and not seen.has_shoe:
            await self._dealer.ask(CallShoe(self._table, DEALER))

    def _look(self, state: State) -> Seen:
        table, shoe = state.tables[self._table], state.shoes.get(self._table)
        deals_cards = isinstance(table.play, CardPlay)
        shown, unread = procedure_of(state, table).shown(table), None
        if shoe is not None and shoe.unread == (table.round, len(shown.player + shown.banker)):
            unread = (shoe.seal, state.seals[shoe.seal].sealed, shoe.drawn)
        is_complete = table.phase == "result_pending"
        return Seen(
            table.phase,
            table.suspended,
            shoe is not None,
            shown.coups_left == 0,
            shown.burned,
            winner(coup_of(table)) if is_complete and shown.player else "",
            shown.entered,
            any(order.at == table.name for order in state.orders.values()),
            unread,
            Act.KEY_CARDS in state.rules(table).powers,
            None if deals_cards else next_key(state, table.name, DEALER, state.now),
            deals_cards,
        )

    async def _act(self, seen: Seen) -> bool:
        """Press one key; say whether it was accepted, so that there may be more to do."""
        if seen.suspended:
            return await self._go_on(seen)
        lies = seen.unread is not None and seen.phase in ("closed", "dealing")
        if lies and not seen.may_be_keyed:
            return await self._void("a card could not be read")
        key = self._key(seen)
        if key is None:
            return False
        command, least_s, most_s = key
        await self._pace.pause(self._chance, least_s, most_s)
        return (await self._dealer.ask(command)).refused is None

    def _key(self, seen: Seen) -> tuple[Command, float, float] | None:
        """Return the key to press next and how long a dealer takes over it."""
        if not seen.deals_cards:
            return seen.key
        at = (self._table, DEALER)
        if seen.waits_for_device or seen.phase == "closed_table":
            return None
        if not seen.has_shoe or (seen.ended and seen.phase in ("idle", "settled", "void")):
            return CallShoe(*at), 1, 2
        match seen.phase:
            case "idle" | "settled" | "void":
                return (NewGame(*at), 3, 5) if seen.burned else (DrawCard(*at), 1, 2)
            case "closed" | "dealing" if seen.unread is not None:
                face = self._face_up(self._table, *seen.unread)
                return KeyCard(self._table, face, DEALER, AGM), 2, 4
            case "closed" | "dealing":
                return DrawCard(*at), 0.8, 1.4
            case "result_pending" if seen.entered:
                return ConfirmResult(*at), 0.8, 1.5
            case "result_pending":
                return EnterResult(self._table, DEALER, seen.winner), 1, 2
            case _:
                return None

    async def _go_on(self, seen: Seen) -> bool:
        """Resume what a restart stopped; void a round that dice or cards have spoiled.

        A table that staff stopped stays stopped: somebody had a reason, or has dice to change.
        """
        if seen.suspended in ("staff", "broken"):
            return False
        if seen.suspended in MUST_BE_VOIDED:
            return await self._void(_SPOILED.get(seen.suspended, seen.suspended))
        await self._pace.pause(self._chance, 2, 4)
        reply = await self._agm.ask(ResumeTable(self._table, AGM))
        if reply.refused:
            reply = await self._dealer.ask(ResumeTable(self._table, DEALER))
        return reply.refused is None

    async def _void(self, reason: str) -> bool:
        """Give everybody his wagers back."""
        await self._pace.pause(self._chance, 2, 4)
        return (await self._agm.ask(VoidRound(self._table, AGM, reason))).refused is None
