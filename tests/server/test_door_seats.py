"""Who has a place, who goes first when all are taken, and a door that waits where none is left."""

import asyncio
import resource
import socket
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from door_stage import EITHER_LOOP, Hall, Loop, look_often, received, until

from openfelt.server.door import door, seats
from openfelt.server.door.door import KEPT_BACK, bound, room_for
from openfelt.server.door.seats import MOST_AN_ADDRESS, Seat, Seats

HERE, THERE = "192.0.2.1", "192.0.2.2"
PAGE = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
LATER = PAGE.replace(b"/page", b"/later")


class Room:
    """Seats on a clock in the test's hands, and who was cut."""

    def __init__(self, most: int, **more: Any) -> None:
        self.now = 1_000.0
        self.cut: list[str] = []
        self.seats = Seats(most, clock=lambda: self.now, **more)

    def admit(self, name: str, address: str = HERE) -> Seat:
        seat = self.seats.admit(address)
        assert seat is not None
        seat.cut = lambda: self.cut.append(name)
        seat.wait(10)
        return seat


def seated(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(10):
            await story()

    asyncio.run(limited())


def test_the_stranger_who_waited_longest_makes_room() -> None:
    async def story() -> None:
        room = Room(4)
        first = room.admit("first", HERE)
        for name in ("second", "third", "fourth"):
            room.admit(name, THERE)
        first.work(60)
        assert room.seats.make_room()
        assert room.cut == ["second"], "the first is being answered"
        assert room.seats.make_room()
        assert room.cut == ["second"], "where there is room nobody goes"
        first.wait(30)
        room.admit("fifth", HERE)
        for _ in range(2):
            room.seats.make_room()
            room.admit("another", THERE)
        assert room.cut == ["second", "third", "fourth"], "who was answered is behind the others"
        room.seats.make_room()
        assert room.cut[-1] == "first"

    seated(story)


def test_bytes_that_drip_in_do_not_move_anybody_back() -> None:
    async def story() -> None:
        room = Room(4)
        first = room.admit("first")
        room.admit("second")
        first.wait(10)
        room.admit("third")
        room.admit("fourth")
        assert room.cut == ["first"]

    seated(story)


def test_stations_are_not_counted_among_the_strangers_and_never_go() -> None:
    async def story() -> None:
        room = Room(4, most_an_address=2)
        for name in ("T1", "T2", "T3", "T4"):
            room.admit(name).known()
        room.now += 1_000
        assert len(room.seats) == 4
        assert not room.seats.make_room()
        assert not room.cut

    seated(story)


def test_one_address_has_a_share_and_others_come_in() -> None:
    async def story() -> None:
        room = Room(8)
        own = [room.admit(f"own {number}") for number in range(6)]
        room.admit("another", THERE)
        room.admit("one more")
        assert room.cut == ["own 0"], "of eight places one address has six"
        for seat in own:
            seat.work(60)
        room.admit("the last")
        assert room.cut == ["own 0", "one more"], "those who wait go, whoever came first"
        own[0].work(60)  # It has gone: this is the abort that was still to come.
        for seat in list(room.seats._from[HERE]):
            seat.work(60)
        assert room.seats.admit(HERE) is None, "all he has are in use"
        assert room.seats.turned_away == 1
        room.admit("the eighth", THERE)
        own[1].leave()
        room.admit("again", HERE)

    seated(story)


def test_where_there_is_much_room_the_share_is_a_number() -> None:
    async def story() -> None:
        room = Room(100_000)
        for number in range(MOST_AN_ADDRESS + 1):
            room.admit(str(number))
        assert room.cut == ["0"]
        Room(1).admit("the only one")

    seated(story)


def test_behind_a_proxy_there_may_be_everybody() -> None:
    async def story() -> None:
        room = Room(100, most_an_address=2, proxies=[ip_network("192.0.2.0/28")])
        for number in range(50):
            room.admit(str(number))
        assert not room.cut
        assert not room.seats.is_proxy("no address")

    seated(story)


def test_who_is_turned_away_by_the_thousand_fills_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    monkeypatch.setattr(seats, "log", SimpleNamespace(warning=lambda _, **more: said.append(more)))

    async def story() -> None:
        room = Room(100, most_an_address=1)
        room.admit("one").work(1_000)
        for _ in range(1_000):
            assert room.seats.admit(HERE) is None
        assert said == [{"address": HERE}]
        room.now += 61
        assert room.seats.admit(HERE) is None
        assert len(said) == 2
        assert room.seats.turned_away == 1_001

    seated(story)


def test_a_place_is_given_back_once() -> None:
    async def story() -> None:
        room = Room(4)
        gone, station = room.admit("gone"), room.admit("station")
        station.known()
        for _ in range(2):
            gone.leave()
        assert len(room.seats) == 1
        gone.known()
        gone.work(1)
        gone.wait(1)
        assert len(room.seats) == 1, "who has left has no place, whatever comes of him"
        for _ in range(2):
            station.leave()
        assert len(room.seats) == 0

    seated(story)


def test_a_door_is_woken_when_somebody_leaves_and_there_is_room() -> None:
    async def story() -> None:
        woken: list[str] = []
        room = Room(2)
        one, two = room.admit("one", HERE), room.admit("two", THERE)
        one.known()
        two.work(60)
        assert not room.seats.make_room()
        room.seats.wake(lambda: woken.append("door"))
        two.leave()
        assert woken == ["door"]
        one.leave()
        assert woken == ["door"], "once"

    seated(story)


def test_who_takes_too_long_is_cut_at_work_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    look_often(monkeypatch)

    async def story() -> None:
        room = Room(10)
        room.admit("waits")
        room.admit("is answered").work(20)
        room.admit("is known").known()
        new = room.seats.admit(HERE)
        assert new is not None, "one that waits for nothing yet"
        room.now += 10
        await until(lambda: room.cut == ["waits"])
        room.now += 10
        await until(lambda: room.cut == ["waits", "is answered"])
        new.leave()
        await until(lambda: not room.seats._sweeps)
        room.admit("another")
        room.now += 10
        await until(lambda: room.cut[-1] == "another")

    seated(story)


# Doors


def test_there_is_room_for_what_the_system_allows_less_what_is_kept_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "_in_use", lambda: 40)
    monkeypatch.setattr(door, "allow_files", lambda: 1_000)
    assert room_for(0) == 1_000 - 40 - KEPT_BACK
    assert room_for(500) == 500
    assert room_for(5_000) == 1_000 - 40 - KEPT_BACK
    monkeypatch.setattr(door, "allow_files", lambda: 64)
    assert room_for(0) == 8, "a floor without doors is none"


def test_descriptors_in_use_are_counted_where_the_system_lists_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = door._in_use()
    with socket.socket():
        assert door._in_use() == before + 1
    monkeypatch.setattr(Path, "is_dir", lambda _: False)
    assert door._in_use() == KEPT_BACK


def test_an_address_that_is_taken_leaves_nothing_open() -> None:
    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        before = door._in_use()
        with pytest.raises(OSError, match="in use"):
            bound("127.0.0.1", taken.getsockname()[1])
        assert door._in_use() == before
    with bound("::1", 0) as other:
        assert other.family is socket.AF_INET6


@EITHER_LOOP
def test_nobody_goes_for_whom_nobody_waits(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guests = [await hall.come(f"127.0.0.{number}") for number in range(1, 5)]
        for guest in guests * 3:
            assert (await guest.ask(PAGE)).status == 200
        assert len(hall.seats) == 4
        last = await hall.come("127.0.0.5")
        assert (await last.ask(PAGE)).status == 200
        await guests[0].ended()
        for guest in (*guests[1:], last):
            assert (await guest.ask(PAGE)).status == 200

    received(loop, story, most=4)


@EITHER_LOOP
def test_a_door_without_room_waits_until_somebody_leaves(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guests = [await hall.come(f"127.0.0.{number}") for number in (1, 2)]
        for guest in guests:
            guest.say(LATER)
        await until(lambda: len(hall.clerk.heard) == 2)
        late = await hall.come("127.0.0.3")
        late.say(PAGE)
        await asyncio.sleep(0.05)
        assert len(hall.clerk.heard) == 2, "nobody has a place for him"
        guests[0].go()
        assert (await late.hear()).body == b"/page"
        hall.clerk.may_answer.set()
        assert (await guests[1].hear()).body == b"/later"

    received(loop, story, most=2)


@EITHER_LOOP
def test_an_answer_given_lets_the_next_one_in(loop: Loop) -> None:
    """Nobody leaves here: who has had his answer only keeps his connection for the next time."""

    async def story(hall: Hall) -> None:
        guests = [await hall.come(f"127.0.0.{number}") for number in (1, 2)]
        for guest in guests:
            guest.say(LATER)
        await until(lambda: len(hall.clerk.heard) == 2)
        late = await hall.come("127.0.0.3")
        late.say(PAGE)
        await asyncio.sleep(0.05)
        hall.clerk.may_answer.set()
        assert (await late.hear()).body == b"/page"

    received(loop, story, most=2)


@EITHER_LOOP
def test_a_flood_from_one_address_shuts_nobody_else_out(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        flood = [await hall.come("127.0.0.1") for _ in range(100)]
        for number, each in enumerate(flood):
            each.say(PAGE[: number % len(PAGE)])
        for number in range(2, 22):
            other = await hall.come(f"127.0.0.{number}")
            assert (await other.ask(PAGE)).status == 200
        assert len(hall.seats) <= 8

    received(loop, story, most=8)


@EITHER_LOOP
def test_a_crowd_that_comes_again_and_again_does_not_push_out_who_asks(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        async def hold() -> None:
            while True:
                await (await hall.come()).ended()

        crowd = [asyncio.create_task(hold()) for _ in range(30)]
        await until(lambda: hall.seats.pushed_out > 30)
        for source in ("127.0.0.1", "127.0.0.2"):
            assert (await (await hall.come(source)).ask(PAGE)).status == 200
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        hall.leave()
        await hall.empties()
        # Nobody is kept of whom the loop forgot to say that he has gone.
        await until(lambda: not hall.server._conversations)

    received(loop, story, most=16)


@EITHER_LOOP
def test_of_many_who_come_in_one_moment_all_are_taken(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        with ExitStack() as crowd:
            # Nothing else runs meanwhile: all of them wait when the door is looked at.
            for _ in range(50):
                each = crowd.enter_context(socket.create_connection(("127.0.0.1", hall.port)))
                each.sendall(PAGE)
            await until(lambda: hall.clerk.answered == 50)

    received(loop, story)


@EITHER_LOOP
def test_an_address_whose_places_are_all_in_use_gets_no_more(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        for _ in range(3):
            (await hall.come("127.0.0.1")).say(LATER)
        await until(lambda: len(hall.clerk.heard) == 3)
        for _ in range(20):
            assert await (await hall.come("127.0.0.1")).ended() == b""
        assert hall.seats.turned_away == 20
        assert (await (await hall.come("127.0.0.2")).ask(PAGE)).status == 200

    received(loop, story, most=100, most_an_address=3)


@EITHER_LOOP
def test_a_door_rests_while_the_machine_has_no_descriptor(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(door, "_REST_S", 0.02)
    monkeypatch.setattr(door, "log", SimpleNamespace(warning=lambda _, why: said.append(why)))

    async def story(hall: Hall) -> None:
        (await hall.come()).go()  # Whatever is imported late is there now.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with socket.socket() as late:
            late.settimeout(0.0)
            resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
            try:
                with pytest.raises(BlockingIOError):
                    late.connect(("127.0.0.1", hall.port))
                await until(lambda: len(said) >= 2)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            running = asyncio.get_running_loop()
            await running.sock_sendall(late, PAGE)
            assert (await running.sock_recv(late, 100)).startswith(b"HTTP/1.1 200 OK")
        assert len(said) < 100, "it rests in between"
        assert set(said) == {"Too many open files"}

    received(loop, story)


@EITHER_LOOP
def test_who_hung_up_before_he_was_taken_is_nobody(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(hall: Hall) -> None:
        opened = hall.server._door._socket
        aborted = SimpleNamespace(accept=_aborted)
        monkeypatch.setattr(hall.server._door, "_socket", aborted)
        assert not hall.server._door._took_one()
        monkeypatch.setattr(hall.server._door, "_socket", opened)
        assert (await (await hall.come()).ask(PAGE)).status == 200

    received(loop, story)


def _aborted() -> None:
    raise ConnectionAbortedError


@EITHER_LOOP
def test_a_door_that_was_closed_stays_so(loop: Loop) -> None:
    async def story(hall: Hall) -> None:
        guest = await hall.come()
        guest.say(LATER)
        await until(lambda: bool(hall.clerk.heard))
        late = await hall.come()
        stopping = asyncio.create_task(hall.server.stop())
        await late.ended()
        guest.go()
        await stopping
        with pytest.raises(OSError, match=r"refused|Connect call failed"):
            await hall.come()

    received(loop, story, most=1)
