"""A floor whose machine's clocks are in a test's hands, and that must play whatever they show."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from server_stage import PIT, Frame, Stage, Station, told
from server_time import DAY_US, SECOND_US, Hands

from openfelt.cli import main
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people.staff import GrantRole
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.state import Table

YEAR_US = 365 * DAY_US
Story = Callable[[Stage], Coroutine[Any, Any, None]]


class Floor:
    """A floor whose machine's clocks are in our hands."""

    def __init__(self, folder: Path, hands: Hands) -> None:
        self.folder = folder
        self.hands = hands
        self.notes = 0

    def run(self, *stories: Story, **options: Any) -> None:
        """Run it once, and tell these stories one after the other."""

        async def all_of_them(stage: Stage) -> None:
            for story in stories:
                await story(stage)

        told(self.folder, all_of_them, **options)

    def set_by(self, us: int) -> Story:
        """Set the wall clock, and let the floor look at it."""

        async def set_it(stage: Stage) -> None:
            self.hands.set_by(us)
            await stage.server.clock_watch.look()

        return set_it

    async def plays(self, stage: Stage) -> None:
        """Play a round of dice: wagers to the last moment of its period, a shot, a result."""
        table, player = table_of(stage), await stage.opened("U1")
        self.notes += 1
        await stage.device(InsertNote("U1", 10_000, f"n{self.notes}"))
        if table.suspended:
            await resumed(stage)
        if left_of(stage) <= 0:  # Its seconds ran out while the floor was down.
            await thrown(stage, player)
        number = table.round
        await stakes(player, number)
        # The floor's time may go a little faster or slower, by 10 ms between two looks.
        self.hands.pass_us(left_of(stage) - 11_000)
        await stakes(player, number)
        while left_of(stage) > 0:
            self.hands.pass_us(left_of(stage))
        await in_phase(player, "awaiting_shoot")
        assert left_of(stage) == 10 * SECOND_US
        self.hands.pass_us(10 * SECOND_US)
        await thrown(stage, player)
        assert left_of(stage) == 3600 * SECOND_US

    def audited(self, journal: str = "") -> None:
        """Hear no complaint of the auditor: stamps never go back, nothing is lost."""
        where = journal or str(self.folder / "journal.db")
        result = CliRunner().invoke(main, ["audit", where])
        assert result.exit_code == 0, result.output


def table_of(stage: Stage) -> Table:
    return stage.server.engine.stream(PIT).state.tables["S1"]


def left_of(stage: Stage) -> int:
    return table_of(stage).due - stage.server.engine.stamp()


async def stakes(player: Station, number: int) -> None:
    wager = {"table": "S1", "round": number, "bet": "small", "amount": 100}
    staged = await player.do("StageWager", **wager)
    assert staged["type"] == "ack", staged


async def in_phase(player: Station, phase: str) -> None:
    await player.sees(lambda views: bool(views["display:S1"]["phase"] == phase))


async def thrown(stage: Stage, player: Station) -> None:
    await in_phase(player, "tumbling")
    number = table_of(stage).round
    (order,) = stage.server.engine.stream(PIT).state.orders
    await stage.device(ReadDice("S1", (1, 2, 4), order))
    await player.sees(lambda views: bool(views["display:S1"]["round"] == number + 1))


async def resumed(stage: Stage) -> None:
    table = await stage.opened("S1-table", "e1")
    assert (await table.do("ResumeTable", table="S1"))["type"] == "ack"


async def ready(stage: Stage) -> Frame:
    station = stage.station("S1-table")
    answer = await station.http.get(f"{station.origin}/ready")
    assert answer.status == 200, "the tables never stop for a clock"
    ready: Frame = await answer.json()
    return ready


def figures(stage: Stage) -> dict[str, float]:
    lines = stage.server.figures.written().decode().splitlines()
    ours = (line.split() for line in lines if line.startswith("openfelt_clock"))
    return {name: float(figure) for name, figure in ours}


def warned(*codes: str) -> Story:
    async def look(stage: Stage) -> None:
        assert (await ready(stage))["warnings"] == list(codes)

    return look


def days_of(stage: Stage) -> int:
    return stage.server.engine.stream(HOUSE).state.gaming_day


def days_are(days: int) -> Story:
    async def look(stage: Stage) -> None:
        # Whatever is due is done before anything else that is asked.
        await stage.device(GrantRole("nobody", "dealer", "", 0, 0), HOUSE)
        assert days_of(stage) == days

    return look
