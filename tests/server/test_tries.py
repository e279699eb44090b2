"""Wrong passwords and PINs: they slow down whoever tries, keep nobody else out, and are told."""

import asyncio
import io
import logging
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from server_stage import PASSWORD, PIN, Stage, Station, staged, told

from openfelt.server import log as server_log
from openfelt.server.access.store import SqliteStore
from openfelt.server.access.tries import (
    _KEPT,
    FORGOTTEN_S,
    WAIT_MOST_S,
    MustWait,
    Told,
    Tries,
    Unknown,
)
from openfelt.server.warnings import Concern

TRANSPORTS = ("picows", "aiohttp")
VOID = {"table": "L1", "reason": "test"}


class Time:
    """Seconds that only this test lets pass."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def _void(dealer: Station, road: str, person: str, pin: str) -> dict[str, object]:
    """Ask for a void by another's authority; return what the refusal says, or nothing."""
    if road == "feed":
        answer = await dealer.do("VoidRound", **VOID, authority=(person, pin))
    else:
        dealer.number += 1
        body = {
            "boot": dealer.boot,
            "number": dealer.number,
            "command": {"type": "VoidRound", **VOID},
            "authority": {"person": person, "pin": pin},
        }
        answer = await (await dealer.post("command", body)).json()
    return answer["data"] if answer["type"] == "refusal" else {}


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("road", ["feed", "http"])
def test_three_wrong_pins_for_the_manager_keep_him_out_nowhere_else(
    tmp_path: Path, transport: str, road: str
) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        table = await stage.opened("S1-table", "e1")
        said = [await _void(dealer, road, "a1", "0000") for _ in range(3)]
        assert [one["tries_left"] for one in said] == [2, 1, 0]
        waits = await _void(dealer, road, "a1", PIN)
        assert waits["why"] == "must_wait", "not even a right one is looked at"
        # At another station he acts at once, by PIN and by password.
        suspend = {"table": "S1", "reason": "test"}
        done = await table.do("SuspendTable", **suspend, authority=("a1", PIN))
        assert done["type"] == "ack", done
        assert (await table.sign_in("a1")).status == 200
        # At this one others do, and he himself by his password.
        assert (await _void(dealer, road, "e1", PIN)).get("why") != "must_wait"
        assert (
            await dealer.post("hand-over", {"person": "a1", "password": PASSWORD})
        ).status == 200

    told(tmp_path, story, transport=transport)


def test_he_and_a_supervisor_hear_of_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        table = await stage.opened("S1-table", "e1")
        before = stage.server.engine.stamp()
        for _ in range(3):
            await _void(dealer, "feed", "a1", "0000")
        heard = await table.until(lambda f: f["type"] == "warned" and f["warnings"])
        assert heard["warnings"] == [{"code": "wrong_tries", "about": "a1 (L1-dealer)", "count": 3}]
        info = await (await table.sign_in("a1")).json()
        assert (info["wrong_tries"], info["wrong_at"]) == (3, ["L1-dealer"])
        assert before <= info["wrong_since"] <= stage.server.engine.stamp()
        info = await (await table.sign_in("a1")).json()
        assert info["wrong_tries"] == 0, "he has heard it"
        assert (await _void(dealer, "feed", "a1", PIN))["why"] == "must_wait", "the wait goes on"
        assert stage.server.warnings.standing() == (Concern("wrong_tries", "a1 (L1-dealer)", 3),), (
            "a supervisor is told for an hour"
        )

    told(tmp_path, story)


def test_wrong_passwords_and_unlocks_wait_and_are_told_too(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        time = Time()
        stage.server.access.judge.tries._clock = time
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        failed = [await (await dealer.sign_in("d1", "wrong")).json() for _ in range(3)]
        assert failed[1:] == [
            {"error": "SIGN_IN_FAILED", "tries_left": 1},
            {"error": "SIGN_IN_FAILED", "tries_left": 0, "wait_s": 5},
        ]
        shut = await dealer.sign_in("d1")
        assert (shut.status, await shut.json()) == (429, {"error": "TOO_MANY", "wait_s": 5})
        time.now += 5
        assert (await (await dealer.sign_in("d1")).json())["wrong_tries"] == 3
        await dealer.open()
        stage.server.access.idle_us = -1
        await stage.server.access.lock_idle()
        for _ in range(3):
            assert (await dealer.post("unlock", {"pin": "0000"})).status == 403
        shut = await dealer.post("unlock", {"pin": PIN})
        assert (shut.status, await shut.json()) == (429, {"error": "TOO_MANY", "wait_s": 5})
        time.now += 5
        back = await dealer.post("unlock", {"pin": PIN})
        assert (back.status, (await back.json())["wrong_tries"]) == (200, 3)

    told(tmp_path, story)


def test_the_wait_grows_to_a_most_and_is_forgotten_after_an_hour(tmp_path: Path) -> None:
    async def story() -> None:
        store, time = SqliteStore.open(tmp_path / "access.db"), Time()
        tries = Tries(store, lambda: 7, time)
        waits = []
        for _ in range(11):
            time.now += WAIT_MOST_S
            waits.append((await tries.wrong("d1", "L1", "pin", known=True)).wait_s)
        assert waits == [0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300]
        assert tries.wait_of("d1", "L1", "pin") == MustWait(300)
        assert tries.wait_of("d1", "L2", "pin") is None
        assert tries.wait_of("d1", "L1", "password") is None
        time.now += FORGOTTEN_S
        assert await tries.wrong("d1", "L1", "pin", known=True) == Unknown(2)
        assert await tries.tell("d1") == Told(12, 7, ("L1",))
        assert await tries.tell("d1") == Told()
        await tries.right("d1", "L1", "pin")
        await tries.right("d1", "L1", "pin")
        assert not await store.all("tries")
        await store.close()

    asyncio.run(story())


def test_a_restart_forgets_neither_the_count_nor_what_has_to_be_told(tmp_path: Path) -> None:
    async def story() -> None:
        store, time = SqliteStore.open(tmp_path / "access.db"), Time()
        tries = Tries(store, lambda: 7, time)
        for _ in range(4):
            await tries.wrong("d1", "L1", "pin", known=True)
        await tries.wrong("d2", "L1", "pin", known=True)
        await tries.tell("d2")
        await tries.right("d1", "L1", "pin")
        await tries.wrong("a1", "L1", "pin", known=True)
        again = Tries(store, lambda: 9, time)
        await again.start()
        assert again.wait_of("d1", "L1", "pin") is None, "he was right at last"
        assert again.untold("d1") == Told(4, 7, ("L1",))
        for _ in range(2):
            await again.wrong("a1", "L1", "pin", known=True)
        assert again.wait_of("a1", "L1", "pin") == MustWait(5), "the first was before the restart"
        await again.forget("a1")
        assert again.wait_of("a1", "L1", "pin") is None
        assert again.untold("a1") == Told()
        await store.close()

    asyncio.run(story())


def test_names_nobody_has_are_remembered_in_little_memory_and_not_on_disk(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "access.db")
        tries = Tries(store, lambda: 7, Time())
        for number in range(_KEPT + 10):
            await tries.wrong(f"nobody {number}", "L1", "password", known=False)
        assert len(tries._strangers) == _KEPT
        assert not await store.all("tries")
        for _ in range(3):
            await tries.wrong("x" * 10_000, "L1", "password", known=False)
        assert max(map(len, tries._strangers)) < 100
        assert tries.wait_of("x" * 10_000, "L1", "password") == MustWait(5)
        await store.close()

    asyncio.run(story())


def test_what_somebody_typed_as_a_name_is_not_logged_unless_it_is_one(tmp_path: Path) -> None:
    said = io.StringIO()

    async def story(stage: Stage) -> None:
        server_log.set_up("debug")
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        await dealer.sign_in("my secret passphrase", "d1")
        await dealer.sign_in("d1", "wrong")
        await dealer.sign_in("d1")
        await dealer.open()
        await dealer.post("hand-over", {"person": "my secret passphrase", "password": "x"})
        for road in ("feed", "http"):
            await _void(dealer, road, "my secret passphrase", "0000")

    with redirect_stderr(said):
        told(tmp_path, story)
    logging.basicConfig(force=True)
    assert "my secret passphrase" not in said.getvalue()
    assert '"person": "d1"' in said.getvalue()
    assert '"person": "[nobody]"' in said.getvalue()


def test_a_new_credential_lets_him_begin_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with staged(tmp_path) as stage:
            judge = stage.server.access.judge
            for _ in range(3):
                await judge.pin("a1", "L1-dealer", "0000")
            assert isinstance(await judge.pin("a1", "L1-dealer", PIN), MustWait)
            await judge.tries.forget("a1")
            assert not isinstance(await judge.pin("a1", "L1-dealer", PIN), MustWait)

    asyncio.run(story())
