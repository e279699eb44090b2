"""What staff does away from the cards: the start page, an idle station, the rarer remedies."""

from browser_hands import (
    bet_by_tap,
    cents,
    do_act,
    in_phase,
    insert_note,
    lies,
    load_shoe,
    open_act,
    press,
    shows,
)
from browser_stage import IDLE_S, PASSWORD, PIN, Stage, speak
from playwright.sync_api import Locator, Page, expect

pytest_plugins = ["browser_fixtures"]

STATIONS = {
    "player": ("T1", "T2", "T3", "T4", "T5"),
    "display": ("MT1-display", "LT1-display", "SB1-display", "SB2-display"),
    "dealer": ("MT1-dealer", "LT1-dealer"),
    "table": ("LT1-table", "SB1-table", "MT1-table"),
}
HEADINGS = {
    "en": ["Player terminals", "Displays", "Dealers", "Tables"],
    "zh": ["玩家机台", "显示屏", "荷官台", "赌台管理"],
}


def test_the_start_page_links_every_station_and_each_link_opens(stage: Stage) -> None:
    """In the second language one link of each kind is enough to open."""
    start = stage.door()
    start.goto(f"http://127.0.0.1:{stage.floor.ports[0]}/")
    speak(start, stage.language)
    expect(start.locator(".start-group a")).to_have_count(sum(map(len, STATIONS.values())))
    assert start.locator(".start-group h2").all_inner_texts() == HEADINGS[stage.language]
    for group, names in zip(start.locator(".start-group").all(), STATIONS.values(), strict=True):
        links = group.locator("a").all()
        assert [station_of(link) for link in links] == list(names)
        for link in links if stage.language == "en" else links[:1]:
            with start.expect_popup() as opened:
                link.tap()
            # Who has to be signed in finds the door, everybody else the station.
            opened.value.wait_for_selector("[data-connection=live], input[name=person]")
            opened.value.close()
    start.context.close()
    stage.contexts.remove(start.context)


def station_of(link: Locator) -> str:
    return (link.get_attribute("href") or "").split("/")[-2]


def test_an_idle_dealers_station_hides_and_the_round_goes_on(demo_stage: Stage) -> None:
    """Whoever comes back with his PIN sees what has happened meanwhile."""
    dealer, player = demo_stage.page("LT1-dealer", person="lin"), demo_stage.page("T1")
    load_shoe(dealer)
    insert_note(player, 5_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")

    lock(demo_stage, dealer)
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "tie")
    press(player, "confirm")
    lies(player, {"tie": (2_500, "confirmed")})
    dealer.reload()
    dealer.wait_for_selector("input[name=pin]")

    demo_stage.fill(dealer, pin="0000")
    expect(dealer.locator("[role=alert]", has_text="PIN")).to_be_visible()
    demo_stage.fill(dealer, pin=PIN)
    in_phase(dealer, "wagering")
    expect(dealer.get_by_test_id("person")).to_contain_text("lin")
    expect(dealer.get_by_test_id("bets-total")).to_have_text("25.00")

    # He has left for good: somebody else takes over without his PIN.
    lock(demo_stage, dealer)
    dealer.get_by_test_id("take-over").tap()
    demo_stage.fill(dealer, person="amy", password=PASSWORD)
    in_phase(dealer, "wagering")
    expect(dealer.get_by_test_id("person")).to_contain_text("Amy Wong")
    act(dealer, "void", reason="end of the story")
    in_phase(player, "void")
    shows(player, "credit", 5_000)
    cash_out(player)
    dealer.get_by_test_id("sign-out").tap()
    dealer.wait_for_selector("input[name=person]")


def test_a_locked_station_says_what_it_is_and_whose_pin_it_wants(demo_stage: Stage) -> None:
    dealer = demo_stage.page("LT1-dealer", person="lin")
    lock(demo_stage, dealer)
    for language, mark in (("en", "DEMO"), ("zh", "DEMO 演示")):
        speak(dealer, language)
        expect(dealer.locator(".demo-mark")).to_have_text(mark)
        expect(dealer.locator(".lock-box")).to_contain_text("LT1-dealer")
        expect(dealer.locator(".lock-box")).to_contain_text("lin")
    speak(dealer, "en")
    demo_stage.fill(dealer, pin=PIN)
    expect(dealer.get_by_test_id("person")).to_contain_text("lin")


def test_nothing_is_left_open_or_within_reach_under_a_lock(demo_stage: Stage) -> None:
    """The log and a form are open as the lock comes; neither is there behind it or after it."""
    dealer = demo_stage.page("LT1-dealer", person="lin")
    for opens in (".top-bar .button:has-text('Log')", "[data-act=suspend]"):
        dealer.click(opens)
        dealer.wait_for_selector("dialog[open]")
        lock(demo_stage, dealer)
        expect(dealer.locator("dialog")).to_have_count(0)
        reach = dealer.locator("button, input, select, a, [tabindex]")
        expect(reach).to_have_count(dealer.locator(".locked").locator(reach).count())
        demo_stage.fill(dealer, pin=PIN)
        dealer.wait_for_selector("[data-act=void]")
        expect(dealer.locator("dialog")).to_have_count(0)


def lock(stage: Stage, page: Page) -> None:
    """Leave a station alone until it locks."""
    stage.floor.lock_when_idle(1)
    expect(page.locator(".locked")).to_be_visible()
    stage.floor.lock_when_idle(IDLE_S)


def act(page: Page, name: str, **fields: str) -> None:
    """Fill in the form of an act and have it done."""
    open_act(page, name)
    for field, text in fields.items():
        page.fill(f"[data-testid=act-form] input[name={field}]", text)
    do_act(page)
    page.wait_for_selector("dialog", state="detached")


def cash_out(player: Page) -> None:
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()


def is_open(page: Page, name: str, *, open_: bool) -> None:
    """See that a power of the table's page is open, or closed, as the floor says."""
    disabled = "false" if open_ else "true"
    expect(page.locator(f"[data-act={name}]")).to_have_attribute("aria-disabled", disabled)


def test_the_remedies_of_a_baccarat_table(stage: Stage) -> None:
    """A dispensation after the close, an outcome that may not stand, a shoe withdrawn."""
    manager = stage.page("LT1-table", person="gus")
    dealer, player = stage.page("LT1-dealer", person="lin"), stage.page("T1")
    load_shoe(dealer)
    for name, open_ in (("void", False), ("actual_outcome", False), ("resume", False)):
        is_open(manager, name, open_=open_)
    insert_note(player, 10_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    lies(player, {"player": (2_500, "staged")})
    press(dealer, "draw")
    in_phase(player, "dealing")
    is_open(manager, "void", open_=True)
    is_open(manager, "actual_outcome", open_=False)

    open_act(manager, "dispense")
    manager.select_option("select[name=bet]", "banker")
    manager.fill("input[name=amount]", "50.00")
    manager.fill("input[name=reason]", "screen froze")
    do_act(manager)
    manager.wait_for_selector("dialog", state="detached")
    lies(player, {"player": (2_500, "confirmed"), "banker": (5_000, "confirmed")})
    shows(player, "credit", 2_500)

    open_act(manager, "invalidate")
    manager.select_option("select[name=ground]", "fraud")
    manager.locator("[data-forfeit=T1]").click()
    manager.fill("input[name=reason]", "marked cards")
    do_act(manager)
    manager.wait_for_selector("dialog", state="detached")
    in_phase(player, "void")
    assert cents(player, "credit") == 2_500, "his wagers are kept"

    act(manager, "void_shoe", reason="the order may be known")
    expect(dealer.get_by_test_id("call-shoe")).to_have_attribute("aria-disabled", "false")
    cash_out(player)
    manager.get_by_test_id("sign-out").click()
    manager.wait_for_selector("input[name=person]")
