"""A newcomer who reads Traditional Chinese, from the start page to a ticket: no word of English."""

from browser_hands import insert_note, open_act, press, shows
from browser_stage import Stage
from playwright.sync_api import expect

pytest_plugins = ["browser_fixtures"]

NOTE = 2_000
FILL_IN = "請填寫此欄。"


def test_the_language_goes_along_and_money_goes_in_and_out_by_touch(demo_stage: Stage) -> None:
    """Five notes are five touches, and the last ticket goes back with one."""
    start = demo_stage.door()
    start.goto(f"http://127.0.0.1:{demo_stage.floor.ports[0]}/")
    for name in ("简体", "繁體"):
        start.get_by_test_id("language").get_by_text(name).tap()
    free = start.locator("[data-kind=player] a[href*='/T1/']")
    expect(free).to_contain_text("百家樂")
    expect(free).to_contain_text("空位")
    with start.expect_popup() as opened:
        free.tap()
    player = opened.value
    player.wait_for_selector("[data-connection=live]")
    expect(player.locator("html")).to_have_attribute("lang", "zh-Hant")
    assert player.title() == "T1 · OpenFelt"
    assert "#" not in player.url

    player.get_by_test_id("money-in").tap()
    for touch in range(1, 6):
        player.locator(f"[data-note='{NOTE}']").tap()
        shows(player, "credit", touch * NOTE)
    player.get_by_test_id("insert-ticket").tap()
    number = player.get_by_test_id("ticket-number")
    assert number.evaluate("field => field.validationMessage") == FILL_IN
    number.fill("1")
    assert number.evaluate("field => field.validationMessage") == ""
    player.keyboard.press("Escape")

    press(player, "cash-out")
    shows(player, "credit", 0)
    player.get_by_test_id("put-back").tap()
    shows(player, "credit", 5 * NOTE)
    insert_note(player, NOTE)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    player.get_by_test_id("acknowledge").tap()
    start.context.close()
    demo_stage.contexts.remove(start.context)


def test_a_complaint_is_answered_by_a_key_beside_the_field(demo_stage: Stage) -> None:
    """What is filled in by touch is no typing, and must not leave the form shut."""
    manager = demo_stage.page("LT1-table", person="gus")
    open_act(manager, "suspend")
    reason, form = manager.locator("input[name=reason]"), manager.get_by_test_id("act-form")
    manager.get_by_test_id("act-do").click()
    assert reason.evaluate("field => field.validationMessage") == "Please fill this in."
    manager.locator("[data-reason]").first.click()
    assert form.evaluate("form => form.checkValidity()")
    manager.keyboard.press("Escape")
    manager.get_by_test_id("sign-out").click()
    manager.wait_for_selector("input[name=person]")
