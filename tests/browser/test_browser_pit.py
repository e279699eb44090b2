"""The desk of a pit in a real browser: what it shows, and that alarms are seen and heard.

The floor runs in a thread of this process, so that a story can do anything to it.  What sounds is
counted: every tone is an oscillator.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from browser_ears import COUNT, hears, sounds, tones
from browser_floor import MAIN, Floor, floor_in_thread, open_page, sign_in
from browser_stage import SIZES
from playwright.sync_api import Browser, Page, expect

from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import PayHandPay
from openfelt.floor.people import task
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.task import CompleteTask, Kind
from openfelt.floor.play.cards.coup import ReadCard
from openfelt.floor.play.cards.reading import order_of
from openfelt.floor.play.cards.unseen import ReadUnseenCard
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.round import NewGame
from openfelt.stations import alarm

pytest_plugins = ["browser_fixtures"]

TICKET: Final = "020000000000000001"
WORKS: Final = {"amy": "agm", "lin": "dealer", "hal": "attendant", "cat": "cashier"}
FLOOR: Final = """
[[floor.table]]
name = "SB1"
pit = "main"
variant = "SB"
minimum = 1
maximum = 500
unit = 1
period = 3600

[[floor.station]]
name = "desk"
kind = "pit"
pit = "main"

[[floor.station]]
name = "LT1-table"
kind = "table"
pit = "main"
tables = ["LT1"]
"""


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_in_thread(tmp_path / "data", FLOOR, WORKS) as made:
        yield made


@pytest.fixture
def desk(floor: Floor, browser: Browser) -> Iterator[Page]:
    """The pit's desk at a wall, somebody signed in; nobody has touched it since."""
    page = sign_in(open_page(browser, floor.url("desk"), SIZES[1], COUNT), "amy")
    yield page
    page.context.close()


def alarms(page: Page, kind: str) -> Any:
    return page.locator(f"[data-alarm={kind}]")


def test_every_table_is_a_card_that_opens_its_page(floor: Floor, desk: Page) -> None:
    expect(desk.locator(".pit-card")).to_have_count(2)
    card = desk.locator("[data-table=LT1]")
    expect(card).to_have_attribute("href", "/s/LT1-table/")
    expect(card.get_by_test_id("limits")).to_have_text("25 to 5,000")
    expect(card.get_by_test_id("seats")).to_have_text("0 of 1 seats")
    floor.do(InsertNote("T1", 10_000, "n1"))
    expect(card.get_by_test_id("seats")).to_have_text("1 of 1 seats")
    floor.do(NewGame("LT1", "lin"))
    expect(card.locator("[data-phase=wagering]")).to_be_visible()
    expect(desk.locator("[data-table=SB1]")).not_to_have_attribute("href", "")
    with desk.context.expect_page() as opened:
        card.click()
    opened.value.wait_for_selector("input[name=person]")


def test_each_alarm_is_seen_and_heard_and_goes_with_its_cause(
    floor: Floor, desk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarm, "ANSWERS_AT_ONCE_US", 0)
    hears(desk)
    hear_all_but_new(desk)

    def comes(kind: str, tone: str, *commands: Command) -> None:
        with sounds(desk, tone):
            for command in commands:
                floor.do(command)
            expect(alarms(desk, kind)).to_have_count(1)
        alarms(desk, kind).get_by_test_id("hear").click()

    def goes(kind: str, command: Command, stream: str = MAIN) -> None:
        floor.do(command, stream)
        expect(alarms(desk, kind)).to_have_count(0)

    comes("call", "sine", CallAttendant("T1"))
    expect(alarms(desk, "call")).to_contain_text("LT1 · T1, seat 7")
    goes("call", CompleteTask("call", "T1", "hal"))

    comes("suspended", "sine", SuspendTable("SB1", "amy", "a dispute"))
    goes("suspended", ResumeTable("SB1", "amy"))

    floor.do(InsertNote("T1", 10_000, "n1"))
    comes("device_silent", "square", CashOut("T1", TICKET))
    (order,) = floor.state().orders
    comes("hand_pay", "sine", PrinterReceipt(order, printed=False, terminal="T1"))
    expect(alarms(desk, "device_silent")).to_have_count(0)
    expect(alarms(desk, "hand_pay")).to_contain_text("100.00")
    (voucher,) = floor.state(HOUSE).hand_pays
    goes("hand_pay", PayHandPay(voucher, "cat"), HOUSE)

    floor.do(NewGame("LT1", "lin"))
    order = order_of(floor.state().tables["LT1"])
    comes("unread_card", "square", ReadUnseenCard("LT1", order, 1))
    goes("unread_card", ReadCard("LT1", "9S", order, 1))

    with sounds(desk, "sine"):
        floor.warn(stands=True)
        expect(alarms(desk, "warning")).to_have_count(1)
    floor.warn(stands=False)
    expect(alarms(desk, "warning")).to_have_count(0)


def hear_all_but_new(page: Page) -> None:
    """Silence what stands from the start: the printer of the file is not connected."""
    expect(alarms(page, "device_away")).to_have_count(1)
    alarms(page, "device_away").get_by_test_id("hear").click()


def test_a_call_that_grows_old_sounds_again_and_urgently(
    floor: Floor, desk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(task.KINDS, "call", Kind("attendant", 6_000_000))
    hears(desk)
    floor.do(CallAttendant("T1"))
    with sounds(desk, "square"):
        alarms(desk, "call").get_by_test_id("hear").click()
        expect(alarms(desk, "call")).to_have_attribute("data-heard", "true")
    expect(alarms(desk, "call")).to_have_class("alarm urgent ")


def test_hearing_silences_the_sound_and_not_the_alarm_also_after_a_reload(
    floor: Floor, desk: Page
) -> None:
    hears(desk)
    floor.do(CallAttendant("T1"))
    hear_all_but_new(desk)
    alarms(desk, "call").get_by_test_id("hear").click()
    expect(alarms(desk, "call")).to_have_attribute("data-heard", "true")
    desk.reload()
    expect(alarms(desk, "call")).to_have_attribute("data-heard", "true")
    expect(alarms(desk, "call")).to_be_visible()
    # Answered and called again: that is another call.
    floor.do(CompleteTask("call", "T1", "hal"))
    expect(alarms(desk, "call")).to_have_count(0)
    hears(desk)
    with sounds(desk, "sine"):
        floor.do(CallAttendant("T1"))
        expect(alarms(desk, "call")).to_have_attribute("data-heard", "false")


def test_the_page_says_that_it_cannot_be_heard_until_somebody_touches_it(
    floor: Floor, desk: Page
) -> None:
    desk.reload()
    floor.do(CallAttendant("T1"))
    expect(alarms(desk, "call")).to_be_visible()
    expect(desk.locator("[data-sound=off]")).to_be_visible()
    assert tones(desk, "sine") == 0
    with sounds(desk, "sine"):
        hears(desk)
        expect(desk.locator("[data-sound=off]")).to_have_count(0)


def test_everything_can_be_muted_for_some_minutes_and_that_is_seen(
    floor: Floor, desk: Page
) -> None:
    hears(desk)
    hear_all_but_new(desk)
    desk.get_by_test_id("mute").click()
    expect(desk.get_by_test_id("unmute")).to_contain_text("4:5")
    floor.do(CallAttendant("T1"))
    expect(alarms(desk, "call")).to_be_visible()
    desk.reload()
    desk.wait_for_selector("[data-sound=muted], [data-sound=off]")
    desk.locator(".alarm-head h2").click()
    expect(desk.get_by_test_id("unmute")).to_be_visible()
    assert tones(desk, "sine") == 0
    # Its time is over.
    desk.evaluate("localStorage.setItem('openfelt.pit.muted', String(Date.now() + 1000))")
    desk.reload()
    with sounds(desk, "sine"):
        desk.locator(".alarm-head h2").click()
        expect(desk.locator("[data-sound=on]")).to_be_visible()


def test_alarms_are_there_again_after_the_floor_was_away(floor: Floor, desk: Page) -> None:
    hears(desk)
    floor.do(CallAttendant("T1"))
    expect(alarms(desk, "call")).to_be_visible()
    # Whoever relies on his ears is told that nothing can be told.
    with sounds(desk, "square"):
        floor.stop()
        expect(desk.locator("[data-connection=lost]")).to_be_visible()
    floor.start()
    desk.wait_for_selector("[data-connection=live]")
    expect(alarms(desk, "call")).to_be_visible()
    floor.do(CompleteTask("call", "T1", "hal"))
    expect(alarms(desk, "call")).to_have_count(0)
