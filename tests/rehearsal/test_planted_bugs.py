"""Ten mistakes: the rehearsal and its auditor find each, and so does an ordinary story."""

from __future__ import annotations

import asyncio
from pathlib import Path

import planted_bugs as planted
import pytest
from planted_bugs import PLANTS, Plant

from openfelt.audit.auditor import Auditor
from openfelt.engine.outbox import Outbox
from openfelt.engine.window import NUMBERS_KEPT, Boot, Place
from openfelt.floor.money import ticket
from openfelt.floor.people import staff
from openfelt.floor.state import Grant, State, Ticket
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.rehearsal.acts import play
from openfelt.scenario.run import run_file

SEEDS = (1, 2, 3)
ROUNDS = 1_000

LT = """
table     B1 LT period=30s min=5 max=500 unit=5 aggregate=100 shoe=ready
terminal  T1 tables=B1
terminal  T2 tables=B1
staff     dana=dealer alex=agm casey=cashier gus=casino_supervisor
T1        insert note 100
T1        insert note 20
T2        insert note 100
"""
ROUND = """
dana@B1   new game
T1        bet B1 player 50
clock     +30s
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
"""
STORIES: dict[Plant, str] = {
    planted.push_on_a_tie_a_cent_too_much: """
dana@B1   new game
T1        bet B1 player 50
clock     +30s
shoe@B1   cards 9S 9H KD KC
dana@B1   result tie
dana@B1   confirm result
expect    T1 credit=120.00
""",
    planted.refund_forgotten_for_an_excluded_terminal: """
dana@B1   new game
T1        bet B1 player 50
clock     +30s
gus       exclude T1
alex      void B1 reason=cards
expect    T1 credit=120.00
""",
    planted.held_ignored: """
T1        cash out  -> ok ticket=#1
alex      hold #1
casey     redeem #1 -> refused TICKET_IS_HELD
""",
    planted.aggregate_a_unit_too_generous: """
dana@B1   new game
T1        bet B1 player 105 -> ok trimmed=100
T1        bet B1 banker 5   -> refused ABOVE_AGGREGATE
""",
    planted.held_things_leave_at_days_end: """
T1        cash out  -> ok ticket=#1
alex      hold #1
clock     +2d
expect    ticket #1 state=held
alex      release #1 -> ok
""",
    planted.correction_to_the_wrong_account: f"""
{ROUND}
T1        cash out
clock     +1s
T1        insert note 50
alex      actual B1 cards 5H 9S KC KD -> ok case=#d1
expect    T1 credit=50.00
""",
}


def _strict() -> Auditor:
    return Auditor(strict=True)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_the_rehearsal_finds(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    for seed in SEEDS:
        try:
            play(seed, ROUNDS, _strict)
        except AssertionError:
            return
    pytest.fail(f"nobody found {plant.__name__}")


def _told(story: str, folder: Path) -> bool:
    """Tell a story; say whether it went as it should."""
    store = MemoryStore()

    async def open_journal() -> Journal:
        return MemoryJournal(store)

    path = folder / "story.floor"
    path.write_text(LT + story, encoding="utf-8")
    try:
        _, failure = asyncio.run(run_file(path, open_journal))
    except AssertionError:
        return False
    return failure is None


@pytest.mark.parametrize("plant", STORIES, ids=lambda plant: plant.__name__)
def test_a_story_finds(plant: Plant, tmp_path: Path) -> None:
    assert _told(STORIES[plant], tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        assert not _told(STORIES[plant], tmp_path)


def _window_holds() -> bool:
    """Say whether the last sixteen numbers are known, and the one before is too old."""
    boot = Boot()
    for number in range(1, NUMBERS_KEPT + 2):
        boot.enter(number, bytes(8), number, 1)
    known = [boot.known(number, bytes(8)) for number in range(1, NUMBERS_KEPT + 2)]
    return known[0] is not None and all(isinstance(one, Place) for one in known[1:])


@pytest.mark.parametrize(
    "plant", [planted.window_a_number_too_short, planted.window_a_number_too_long]
)
def test_a_full_window_finds(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _window_holds()
    plant(monkeypatch)
    assert not _window_holds()


def test_a_row_not_yet_on_disk_finds_a_gate_a_row_early(monkeypatch: pytest.MonkeyPatch) -> None:
    def released() -> list[str]:
        told: list[str] = []
        outbox = Outbox(lambda: True)
        outbox.hold((2, 0, told.append, ("ok",)))
        outbox.durable(1)
        return told

    assert released() == []
    planted.gate_a_row_early(monkeypatch)
    assert released() == ["ok"]


def _may_deal_at_the_end() -> bool:
    state = State("pit", grants={"della": [Grant("dealer", "pit", 0, 10_000_000)]})
    return staff.holds(state, "della", ("dealer",), 10_000_000)


def test_the_end_of_a_role_finds_one_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _may_deal_at_the_end()
    planted.role_a_second_too_long(monkeypatch)
    assert _may_deal_at_the_end()


def _is_paid_while_it_prints() -> bool:
    state = State("house", tickets={"01": Ticket(500, "LT", "T1", "pit")})
    return isinstance(ticket.redeemable(state, "01", None), Ticket)


def test_a_slow_printer_finds_that_its_ticket_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _is_paid_while_it_prints()
    planted.printing_ticket_redeemable(monkeypatch)
    assert _is_paid_while_it_prints()


def test_every_mistake_is_found_by_an_ordinary_test_too() -> None:
    by_hand = (
        planted.window_a_number_too_short,
        planted.window_a_number_too_long,
        planted.gate_a_row_early,
        planted.role_a_second_too_long,
        planted.printing_ticket_redeemable,
    )
    assert {*STORIES, *by_hand} == set(PLANTS)
