"""What goes wrong between a floor and its stations: a killed server, lost and shuffled frames."""

import random
from collections.abc import Callable, Iterator

import pytest
from browser_hands import (
    bet_by_tap,
    cents,
    chips,
    choose_chip,
    deal_out,
    in_phase,
    insert_note,
    lies,
    load_shoe,
    press,
    shows,
    until,
)
from browser_stage import Stage, running
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

pytest_plugins = ["browser_fixtures"]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Stage]:
    with running(tmp_path_factory.mktemp("floor")) as floor:
        opened = Stage(floor, browser)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def dealer(stage: Stage) -> Page:
    page = stage.page("LT1-dealer", person="lin")
    load_shoe(page)
    return page


def test_a_killed_server_comes_back_with_everything_and_the_right_role_resumes(
    stage: Stage, dealer: Page
) -> None:
    player, dice_player = stage.page("T1"), stage.page("T2")
    supervisor = stage.page("SB1-table", person="ann")
    insert_note(player, 10_000)
    insert_note(dice_player, 5_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    bet_by_tap(player, 2_500, "player")
    bet_by_tap(player, 2_500, "tie")
    bet_by_tap(dice_player, 500, "small")
    before = {"player": (2_500, "staged"), "tie": (2_500, "staged")}
    lies(player, before)
    lies(dice_player, {"small": (500, "staged")})

    stage.floor.kill()
    for page in (player, dice_player, dealer, supervisor):
        expect(page.locator("[data-connection=lost]")).to_be_visible()
    # A touch while nobody answers is kept and sent when the floor is back.
    player.evaluate("document.querySelector('[data-testid=call]').click()")
    stage.floor.start()

    for page in (player, dice_player, dealer, supervisor):
        expect(page.locator("[data-connection=live]")).to_be_visible()
        in_phase(page, "suspended")
    lies(player, before)
    shows(player, "credit", 5_000)
    shows(dice_player, "credit", 4_500)
    expect(player.get_by_test_id("call")).not_to_have_text("Call attendant")

    # The dealer resumes baccarat.  Sic bo has no dealer: its supervisor does.
    press(dealer, "resume")
    in_phase(player, "wagering")
    in_phase(dice_player, "suspended")
    supervisor.locator("[data-act=resume]").click()
    supervisor.get_by_test_id("act-do").click()
    in_phase(dice_player, "wagering")

    press(player, "confirm")
    result = deal_out(dealer)
    shows(player, "credit", 5_000 + {"player": 5_000, "banker": 0, "tie": 25_000}[result])
    lies(dice_player, {"small": (500, "staged")})


class Mischief:
    """Sits between page and floor; while it is `on`, frames are lost, late and out of order."""

    def __init__(self, page: Page, seed: int) -> None:
        self.on = False
        self._chance = random.Random(seed)
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self.lost = 0
        page.route_web_socket("**/feed", self._between)

    def _between(self, to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()
        to_server.on_message(self._taken_for(to_page))

    def _taken_for(self, to_page: WebSocketRoute) -> Callable[[str | bytes], None]:
        def take(frame: str | bytes) -> None:
            if not self.on:
                to_page.send(frame)
                return
            fate = self._chance.random()
            if fate < 0.4:
                self.lost += 1
            elif fate < 0.8:
                self._held.append((to_page, frame))
            else:
                to_page.send(frame)

        return take

    def end(self) -> None:
        """Let go of what was held, in another order than it came."""
        self.on = False
        self._chance.shuffle(self._held)
        for to_page, frame in self._held:
            to_page.send(frame)
        self._held.clear()


@pytest.mark.parametrize("seed", [1, 2])
def test_frames_lost_and_shuffled_at_the_close_leave_the_committed_wagers_on_the_screen(
    stage: Stage, dealer: Page, seed: int
) -> None:
    player = stage.door()
    mischief = Mischief(player, seed)
    player.goto(stage.url("T3"))
    player.wait_for_selector("[data-connection=live]")
    insert_note(player, 10_000)
    insert_note(player, 10_000)
    press(dealer, "new-game")
    in_phase(player, "wagering")
    choose_chip(player, 2_500)

    mischief.on = True
    for bet in ("player", "banker", "tie", "player", "tie"):
        player.locator(f"[data-bet={bet}]").tap()
    press(dealer, "draw")  # The first card closes the wagering.
    in_phase(dealer, "dealing")
    mischief.end()

    in_phase(player, "dealing")
    until(player, lambda: is_certain(player), "the felt shows committed wagers only")
    shown, credit = chips(player), cents(player, "credit")
    player.reload()
    player.wait_for_selector("[data-connection=live]")
    in_phase(player, "dealing")
    until(player, lambda: is_certain(player), "the felt shows committed wagers only")
    assert mischief.lost > 0
    assert (chips(player), cents(player, "credit")) == (shown, credit)
    assert sum(amount for amount, _ in shown.values()) + credit == 20_000

    deal_out(dealer)
    press(player, "cash-out")
    expect(player.locator("[data-testid=ticket][data-state=printed]")).to_be_visible()
    player.context.close()
    stage.contexts.remove(player.context)


def is_certain(player: Page) -> bool:
    """Say whether everything on the felt is committed, and the meter agrees with it."""
    laid = chips(player).values()
    return all(look == "confirmed" for _, look in laid) and cents(player, "staked") == sum(
        amount for amount, _ in laid
    )
