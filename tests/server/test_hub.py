"""The rhythm of the views: what is urgent goes first, and what can wait goes a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from openfelt.floor.money.ticket import TicketBecameHandPay
from openfelt.floor.people.call import AttendantCalled
from openfelt.floor.people.staff import RoleForgotten
from openfelt.floor.people.task import duty
from openfelt.floor.state import State
from openfelt.floor.wagers.wager import WagersCancelled, WagersConfirmed
from openfelt.server.feed import hub as hub_module
from openfelt.server.feed.hub import CHUNK, Hub
from openfelt.server.feed.topic import Topic
from openfelt.stations.display import DisplayView
from openfelt.stations.window import Looks, Window

TERMINALS = 2 * CHUNK


class View(msgspec.Struct, frozen=True):
    time: int


class FakeGate:
    """Everything is durable at once."""

    def __init__(self) -> None:
        self.time = 0

    def view(self, stream: str, make: Callable[[State], Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        future.set_result(make(State(stream)))
        return future

    def stamp(self) -> int:
        self.time += 1
        return self.time


class Audience:
    """Notes in which order topics are shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show(self, topic: Topic, frame: bytes) -> None:
        self.shown.append(topic.name)

    def show_whole(self, topic: Topic, frame: bytes) -> None:
        self.shown.append(topic.name)

    async def has_seen(self, count: int) -> None:
        while len(self.shown) < count:
            await asyncio.sleep(0.001)


def play(story: Callable[[Hub, Audience], Any]) -> None:
    async def whole() -> None:
        hub, audience = Hub(FakeGate()), Audience()
        for seat in range(TERMINALS):
            name = f"T{seat}"
            make = lambda _, time: View(time)  # noqa: E731
            looks = Looks(tables=("S1",), terminals=(name,))
            hub.watch(Window(f"player:{name}", make, looks), audience, "pit")
        running = asyncio.create_task(hub.run())
        try:
            await audience.has_seen(TERMINALS)
            audience.shown.clear()
            await story(hub, audience)
        finally:
            running.cancel()

    asyncio.run(asyncio.wait_for(whole(), 60))


def touch_all(hub: Hub) -> None:
    for topic in hub.topics.values():
        topic.last = -1_000.0  # A while ago.
    for seat in range(TERMINALS):
        hub.on_touch("pit", WagersCancelled(f"T{seat}", "S1", ()))


def test_many_touches_are_shown_a_few_at_a_time_and_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub_module, "REST_S", 1.0)  # Much longer than this test takes to look.

    async def story(hub: Hub, audience: Audience) -> None:
        touch_all(hub)
        await audience.has_seen(1)
        assert len(audience.shown) == CHUNK
        await audience.has_seen(TERMINALS)
        assert audience.shown == [f"player:T{seat}" for seat in range(TERMINALS)]

    play(story)


def test_an_event_touches_only_what_looks_at_it_in_its_own_stream() -> None:
    async def story(hub: Hub, audience: Audience) -> None:
        make = lambda _, time: View(time)  # noqa: E731
        desk = hub.watch(Window("desk:D1", make, Looks(everything=True)), audience, "house")
        await audience.has_seen(1)
        player = hub.topics["player:T1"]
        # The house owes a ticket of a terminal, which is not its own.
        hub.on_event("house", TicketBecameHandPay("1", "V1", 500, "T1"))
        assert (desk.queued, player.queued) == (True, False)
        hub.on_event("pit", AttendantCalled("T1", duty("call")))
        hub.on_touch("other pit", WagersCancelled("T2", "S1", ()))
        assert (player.queued, hub.topics["player:T2"].queued) == (True, False)
        desk.queued = False
        hub.on_event("pit", RoleForgotten("p", "dealer", 0, 0))
        assert (desk.queued, hub.topics["player:T2"].queued) == (False, True)
        hub.on_event("house", RoleForgotten("p", "dealer", 0, 0))
        assert desk.queued

    play(story)


def test_what_is_urgent_is_shown_before_what_can_wait() -> None:
    async def story(hub: Hub, audience: Audience) -> None:
        touch_all(hub)
        last = hub.topics[f"player:T{TERMINALS - 1}"]
        hub.again(last, audience)
        await audience.has_seen(1)
        assert audience.shown[0] == last.name
        await audience.has_seen(TERMINALS)
        assert audience.shown.count(last.name) == 1

    play(story)


@pytest.mark.clause("LT Diagram A:11")
@pytest.mark.clause("LT Diagram A:12")
@pytest.mark.parametrize(("room", "again"), [({"player": 1, "banker": 1}, True), ({}, False)])
def test_a_confirmation_shows_a_display_again_only_where_it_changes_a_live_limit(
    room: dict[str, int], *, again: bool
) -> None:
    async def story(hub: Hub, audience: Audience) -> None:
        fields = dict.fromkeys(DisplayView.__struct_fields__)
        view = DisplayView(**{**fields, "results": (), "room": room})  # type: ignore[arg-type]
        looks = Looks(tables=("S1",), locked=("S1",))
        window = Window("display:S1", lambda _, time: view, looks)
        topic = hub.watch(window, audience, "pit")
        await audience.has_seen(1)
        hub.on_touch("pit", WagersCancelled("T0", "S1", ()))
        assert not topic.queued, "what is only laid is nobody else's business"
        hub.on_touch("pit", WagersConfirmed("T0", "S1", ("player",)))
        assert topic.queued == again

    play(story)


class Seats(msgspec.Struct, frozen=True):
    seats: tuple[str, ...]


def desk_of(seats: list[str]) -> Window:
    """A desk that looks at whatever happens, and at the terminals that sit there now."""
    looks = Looks(everything=True, seats=lambda view: view.seats)
    return Window("desk:D1", lambda *_: Seats(tuple(seats)), looks)


def test_whoever_is_shown_is_looked_at_from_the_moment_the_view_is_built() -> None:
    async def story(hub: Hub, audience: Audience) -> None:
        seats = ["T1", "T2"]
        desk = hub.watch(desk_of(seats), audience, "pit")
        await audience.has_seen(1)
        hub.on_touch("pit", WagersCancelled("T3", "S1", ()))
        somebody_elsewhere = desk.queued
        hub.on_touch("pit", WagersCancelled("T2", "another table", ()))
        assert (somebody_elsewhere, desk.queued) == (False, True)
        seats[:] = ["T3"]
        hub.again(desk, audience)
        while desk.queued:
            await asyncio.sleep(0)
        hub.on_touch("pit", WagersCancelled("T2", "S1", ()))
        who_has_left = desk.queued
        hub.on_touch("pit", WagersCancelled("T3", "S1", ()))
        assert (who_has_left, desk.queued) == (False, True)
        hub.leave(desk, audience)
        assert not any(desk.name in topics for topics in hub._of_terminal.values())

    play(story)


def test_staff_is_shown_before_a_crowd_of_players_and_as_often_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub_module, "CROWD", 1)
    monkeypatch.setattr(hub_module, "CROWDED_S", 3_600.0)

    async def story(hub: Hub, audience: Audience) -> None:
        desk = hub.watch(desk_of([]), audience, "pit")
        await audience.has_seen(1)
        audience.shown.clear()
        now = asyncio.get_running_loop().time()
        for topic in hub.topics.values():
            topic.last = now
        for seat in range(TERMINALS):
            hub.on_touch("pit", WagersCancelled(f"T{seat}", "S1", ()))
        hub.on_event("pit", AttendantCalled("nobody here", duty("call")))
        desk.make = lambda *_: Seats(("T1",))
        # The first player came before the crowd; all others wait an hour.
        await audience.has_seen(2)
        assert sorted(audience.shown) == [desk.name, "player:T0"]

    play(story)


def test_what_is_due_for_staff_goes_before_players_that_are_due() -> None:
    async def story(hub: Hub, audience: Audience) -> None:
        desk = hub.watch(desk_of([]), audience, "pit")
        await audience.has_seen(1)
        audience.shown.clear()
        desk.make = lambda *_: Seats(("T1",))
        touch_all(hub)
        hub.on_event("pit", AttendantCalled("nobody here", duty("call")))
        await audience.has_seen(1)
        assert audience.shown[0] == desk.name

    play(story)
