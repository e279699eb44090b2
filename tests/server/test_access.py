"""Keys, codes, sign-ins and tokens: who comes in, and who does not."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

from argon2 import PasswordHasher
from msgspec.structs import replace
from server_stage import PASSWORD, PIN, Stage, told

from openfelt.journal.memory import MemoryJournal
from openfelt.server.access import access
from openfelt.server.access.access import Access, Admitted, NoRole, Place
from openfelt.server.access.persons import Person, Persons
from openfelt.server.access.store import PostgresStore, SqliteStore, Store
from openfelt.server.access.tries import (
    WINDOW_S,
    WRONG_MOST,
    MustWait,
    Secret,
    Tally,
    Throttle,
    Unknown,
)
from openfelt.server.warnings import Concern
from openfelt.stations.kind import KINDS
from openfelt.stations.roles import at_the_cards, in_charge

DEALER = Place("L1-dealer", KINDS["dealer"], "pit", ("L1",), at_the_cards("LT"))
TABLE = Place("S1-table", KINDS["table"], "pit", ("S1",), in_charge("SB"))
PLAYER = Place("T1", KINDS["player"], "pit", ("L1",))


class Clock:
    now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


async def _access(folder: Path, clock: Clock) -> tuple[Access, Store]:
    store = SqliteStore.open(folder / "access.db")
    journal = MemoryJournal()
    await journal.take(("house",), "test")
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    made = Access(store, Persons(journal, quick), clock)
    made.places = {place.name: place for place in (DEALER, TABLE, PLAYER)}
    await made.start()
    await made.persons.put("d1", "Dee", password=PASSWORD, pin=PIN)
    return made, store


async def _password(desk: Access, person: str, password: str) -> object:
    return await desk.judge.password(person, "L1-dealer", password, "", needs_factor=False)


def test_a_token_is_good_once_and_for_half_a_minute(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        desk, store = await _access(tmp_path, clock)
        key = await desk.enrol("T1", await desk.give_code("T1"))
        assert key is not None
        entry = desk.entry_of("T1")
        assert entry is not None
        token = desk.give_token(entry)
        assert desk.take_token("another") is None
        assert desk.take_token(token) == entry
        assert desk.take_token(token) is None
        late = desk.give_token(entry)
        clock.now += access.TOKEN_US
        assert desk.take_token(late) is None
        await store.close()

    asyncio.run(story())


def test_a_token_ends_with_the_sign_in_or_the_key_it_was_given_for(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        desk, store = await _access(tmp_path, clock)
        await desk.enrol("L1-dealer", await desk.give_code("L1-dealer"))
        assert desk.entry_of("L1-dealer") is None
        await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
        entry = desk.entry_of("L1-dealer")
        assert entry is not None
        token = desk.give_token(entry)
        clock.now += 1
        await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
        assert desk.take_token(token) is None
        fresh = desk.entry_of("L1-dealer")
        assert fresh is not None
        token = desk.give_token(fresh)
        await desk.revoke("L1-dealer")
        assert desk.take_token(token) is None
        await store.close()

    asyncio.run(story())


def test_a_code_is_good_once_for_its_station_and_not_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        desk, store = await _access(tmp_path, clock)
        code = await desk.give_code("T1")
        assert await desk.enrol("L1-dealer", code) is None
        key = await desk.enrol("T1", code.lower() + " ")
        assert key is not None
        assert desk.is_enrolled("T1", key)
        assert not desk.is_enrolled("L1-dealer", key)
        assert await desk.enrol("T1", code) is None
        late = await desk.give_code("T1")
        clock.now += access.CODE_US
        assert await desk.enrol("T1", late) is None
        assert desk.is_enrolled("T1", key), "a new code does not take the old key"
        await store.close()

    asyncio.run(story())


def test_wrong_codes_take_no_code_from_whom_it_was_given_to(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        code = await desk.give_code("T1")
        with patch.object(store, "put", side_effect=AssertionError("no stranger writes to disk")):
            for guess in range(100):
                assert await desk.enrol("T1", f"{guess:012}") is None
        assert len(code) == 10, "fifty bits: nobody guesses it in time"
        read_aloud = f"{code[:5]}-{code[5:]} ".lower().replace("0", "o").replace("1", "l")
        assert await desk.enrol("T1", read_aloud) is not None
        await store.close()

    asyncio.run(story())


def test_keys_and_sign_ins_survive_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        key = await desk.enrol("L1-dealer", await desk.give_code("L1-dealer"))
        await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
        await store.close()
        again, store = await _access(tmp_path, Clock())
        assert key is not None
        assert again.is_enrolled("L1-dealer", key)
        signed = again.signed_in("L1-dealer")
        assert signed is not None
        assert signed.person == "d1"
        await store.close()

    asyncio.run(story())


def test_a_restart_locks_nobody_who_was_busy_and_opens_nothing_that_was_locked(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        clock = Clock()
        desk, store = await _access(tmp_path, clock)
        await desk.sign_in("S1-table", "d1", PASSWORD, ("egs",))
        clock.now += desk.idle_us
        await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
        clock.now += 1
        assert await desk.lock_idle() == ["S1-table"]
        clock.now += desk.idle_us
        desk.seen("L1-dealer")
        await store.close()
        again, store = await _access(tmp_path, clock)
        assert await again.lock_idle() == []
        locked = {name: again._signed[name].locked for name in ("L1-dealer", "S1-table")}
        assert locked == {"L1-dealer": False, "S1-table": True}
        clock.now += again.idle_us + 1
        assert await again.lock_idle() == ["L1-dealer"], "his clock began anew, it did not stop"
        await store.close()

    asyncio.run(story())


async def nothing() -> None:
    return


class Meanwhile(Persons):
    """Judges as ever; but something happens before whoever asked hears of it."""

    happens: Callable[[], Awaitable[object]]

    async def judge(self, found: Person | None, given: str, secret: Secret) -> bool:
        judged = await super().judge(found, given, secret)
        await self.happens()
        return judged


def test_an_unlock_brings_no_sign_in_back_that_ended_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        await desk.persons.put("d2", "Dot", password=PASSWORD, pin=PIN)
        slow = Meanwhile(desk.persons._table, desk.persons._hasher)

        async def unlocked(pin: str, happens: Callable[[], Awaitable[object]]) -> str:
            """Try a PIN while something else happens; return who is signed in then."""
            await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
            quick, slow.happens, desk.persons = desk.persons, happens, slow
            await desk.unlock("L1-dealer", pin)
            desk.persons = quick
            signed = desk.signed_in("L1-dealer")
            kept = await store.all("session")
            assert (signed is not None) == ("L1-dealer" in kept)
            return signed.person if signed else ""

        def handed_over() -> Awaitable[object]:
            desk.persons = quick
            return desk.sign_in("L1-dealer", "d2", PASSWORD, ("dealer",))

        quick = desk.persons
        assert await unlocked(PIN, lambda: desk._sign("L1-dealer", None)) == ""
        assert await unlocked(PIN, lambda: desk.follow_roles("L1-dealer", "d1", (), 0)) == ""
        assert await unlocked(PIN, handed_over) == "d2"
        tries = [await unlocked("0000", handed_over) for _ in range(3)]
        assert tries == ["d2"] * 3, "his wrong tries do not sign out who came after him"
        desk.persons = quick
        await desk.sign_in("L1-dealer", "d1", PASSWORD, ("dealer",))
        assert isinstance(await desk.unlock("L1-dealer", PIN), MustWait)
        assert desk.signed_in("L1-dealer") is not None, "nor himself"
        await store.close()

    asyncio.run(story())


def test_a_sign_out_while_the_idle_are_locked_holds(tmp_path: Path) -> None:
    async def story() -> None:
        clock = Clock()
        desk, store = await _access(tmp_path, clock)
        for place, role in ((DEALER, "dealer"), (TABLE, "egs")):
            signed = await desk.sign_in(place.name, "d1", PASSWORD, (role,))
        assert isinstance(signed, Admitted)
        clock.now += desk.idle_us + 1
        await asyncio.gather(desk.lock_idle(), desk.sign_out("S1-table", signed.session))
        assert desk.signed_in("S1-table") is None
        assert list(await store.all("session")) == ["L1-dealer"]
        await store.close()

    asyncio.run(story())


def test_many_tries_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        given = ["wrong"] * 10 + [PASSWORD]
        tries = [_password(desk, "d1", one) for one in given]
        judged = await asyncio.gather(*tries)
        assert judged[:3] == [Unknown(2), Unknown(1), Unknown(0, 5)]
        assert {type(one) for one in judged[3:]} == {MustWait}
        assert not desk.judge._turns._locks, "nothing is kept of whom nobody waits for"
        await store.close()

    asyncio.run(story())


def test_nobody_is_refused_as_somebody_is(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        for person in ("nobody", "d1"):
            words = [await _password(desk, person, "wrong") for _ in range(4)]
            pins = [await desk.judge.pin(person, "L1-dealer", "0000") for _ in range(4)]
            assert words == pins == [Unknown(2), Unknown(1), Unknown(0, 5), MustWait(5)], person
        await store.close()

    asyncio.run(story())


def test_a_right_password_without_a_role_is_no_wrong_one(tmp_path: Path) -> None:
    async def story() -> None:
        desk, store = await _access(tmp_path, Clock())
        assert await desk.sign_in("L1-dealer", "d1", PASSWORD, ("cashier",)) == NoRole()
        assert await desk.sign_in("L1-dealer", "d1", "wrong", ("cashier",)) == Unknown(2)
        assert desk.signed_in("L1-dealer") is None
        await store.close()

    asyncio.run(story())


def test_tries_are_counted_in_little_memory() -> None:
    tally = Tally(most=2)
    assert [tally.add(name) for name in "abbac"] == [1, 1, 2, 2, 1]
    assert [tally.of(name) for name in "abc"] == [2, 0, 1], "the one counted longest ago has gone"


def test_whoever_guesses_at_codes_waits_a_minute_and_nobody_else() -> None:
    now = 1_000.0

    def clock() -> float:
        return now

    throttle = Throttle(clock)
    assert [throttle.wrong("a") for _ in range(WRONG_MOST)].index(True) == WRONG_MOST - 1
    assert throttle.is_shut("a")
    assert not throttle.is_shut("b")
    now += WINDOW_S - 1
    assert throttle.is_shut("a")
    now += 1
    assert not throttle.is_shut("a")


def test_records_are_kept_the_same_in_postgres(postgres_dsn: str) -> None:
    async def story() -> None:
        store = await PostgresStore.open(postgres_dsn)
        await store.put("kind", "one", b"1")
        await store.put("kind", "one", b"2")
        await store.put("other", "one", b"3")
        assert await store.all("kind") == {"one": b"2"}
        await store.drop("kind", "one")
        assert await store.all("kind") == {}
        await store.drop("other", "one")
        await store.close()

    asyncio.run(story())


# Over HTTP and the feed


def test_without_key_sign_in_or_role_there_is_no_page_and_no_token(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = stage.station("L1-dealer")
        assert (await dealer.post("token")).status == 401
        assert "page enrol" in await (await dealer.get("")).text()
        wrong = await dealer.post("enrol", {"code": "0000000000"})
        assert (wrong.status, await wrong.json()) == (403, {"error": "CODE_UNKNOWN"})
        await dealer.enrol()
        refused = await dealer.post("token")
        assert (refused.status, await refused.json()) == (401, {"error": "SIGN_IN_NEEDED"})
        assert "page signin" in await (await dealer.get("")).text()
        failed = await dealer.sign_in("d1", "wrong")
        assert (failed.status, await failed.json()) == (
            403,
            {"error": "SIGN_IN_FAILED", "tries_left": 2},
        )
        table = stage.station("S1-table")
        await table.enrol()
        without = await table.sign_in("d1")
        assert (without.status, await without.json()) == (403, {"error": "NO_ROLE_HERE"})
        assert (await table.sign_in("e1")).status == 200
        assert (await dealer.get("api/station")).status == 200
        elsewhere = stage.server.station_url("L1-dealer").replace(
            str(stage.server.faces["floor"].port), str(stage.server.faces["office"].port)
        )
        async with dealer.http.get(f"{elsewhere}api/station") as answer:
            assert answer.status == 404, "a station lives on its own face only"

    told(tmp_path, story)


def test_whoever_guesses_is_told_of_and_takes_no_code_from_anybody(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = stage.station("T1")
        code = await stage.server.access.give_code("T1")
        answers = [await player.post("enrol", {"code": "0"}) for _ in range(WRONG_MOST)]
        assert {answer.status for answer in answers} == {403}
        shut = await player.post("enrol", {"code": "0"})
        assert (shut.status, await shut.json()) == (429, {"error": "TOO_MANY"})
        assert stage.server.warnings.standing() == (Concern("codes_guessed", "127.0.0.1"),)
        assert (await player.post("enrol", {"code": code})).status == 200, "a right one is taken"

    told(tmp_path, story)


def test_a_role_taken_away_while_the_password_is_checked_lets_nobody_in(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        server = stage.server
        floor = server.config.floor
        staff = tuple(one for one in floor.staff if one.person != "d1")
        without = replace(server.config, floor=replace(floor, staff=staff))
        persons = server.access.persons
        slow = Meanwhile(persons._table, persons._hasher)
        slow.happens = lambda: server.change_to(without)
        server.access.persons = slow
        await dealer.sign_in("d1")
        assert server.access.signed_in("L1-dealer") is None
        assert (await dealer.post("token")).status == 401

    told(tmp_path, story)


def test_a_key_taken_while_the_password_is_checked_lets_nobody_in(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = stage.station("L1-dealer")
        await dealer.enrol()
        desk = stage.server.access
        slow = Meanwhile(desk.persons._table, desk.persons._hasher)
        desk.persons = slow

        async def another_machine() -> None:
            assert await desk.enrol("L1-dealer", await desk.give_code("L1-dealer"))

        for happens in (lambda: desk.revoke("L1-dealer"), another_machine):
            slow.happens = happens
            refused = await dealer.sign_in("d1")
            assert (refused.status, await refused.json()) == (401, {"error": "NOT_ENROLLED"})
            assert desk.signed_in("L1-dealer") is None
            kept = await stage.server._store.all("session")
            assert not kept, "nor after the next start"
            await dealer.enrol()
            slow.happens = nothing
            assert (await dealer.sign_in("d1")).status == 200

    told(tmp_path, story)


def test_another_machine_at_a_station_has_nobody_signed_in(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.opened("L1-dealer", "d1")
        other = stage.station("L1-dealer")
        await other.enrol()
        assert (await other.post("token")).status == 401
        assert stage.server.access.signed_in("L1-dealer") is None

    told(tmp_path, story)


def test_a_hand_over_keeps_the_feed_and_changes_who_acts(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        assert (
            await dealer.post("hand-over", {"person": "d2", "password": PASSWORD})
        ).status == 200
        welcome = await dealer.until(lambda f: f["type"] == "welcome")
        assert (welcome["person"], welcome["roles"]) == ("d2", ["dealer"])
        assert (await dealer.do("NewGame", table="L1"))["type"] == "ack"
        rows = [row async for batch in stage.server.journal.read("pit") for row in batch]
        assert [row.actor for row in rows if row.type == "RoundOpened"] == ["staff:d2"]

    told(tmp_path, story)


def test_an_idle_station_hides_and_the_round_goes_on(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        await dealer.do("NewGame", table="L1")
        stage.server.access.idle_us = -1
        assert await stage.server.access.lock_idle() == ["L1-dealer"]
        stage.server.access.idle_us = access.IDLE_US
        await dealer.until(lambda f: f["type"] == "locked")
        refused = await dealer.do("EnterResult", table="L1", result="tie")
        assert (refused["code"], refused["data"]) == ("ROLE_MAY_NOT", {"why": "locked"})
        void = {"type": "VoidRound", "table": "L1", "reason": "x"}
        wrong = {"authority": {"person": "a1", "pin": "0000"}}
        body = {"boot": "b", "number": 1, "command": void, **wrong}
        answer = await (await dealer.post("command", body)).json()
        assert answer["data"] == {"why": "locked"}, "at a locked station nobody tries out PINs"
        judge = stage.server.access.judge
        assert await judge.pin("a1", "L1-dealer", "0000") == Unknown(2), "the first counted"
        state = stage.server.engine.stream("pit").state
        assert state.tables["L1"].phase == "wagering"
        assert (await dealer.post("unlock", {"pin": "0000"})).status == 403
        assert (await dealer.post("unlock", {"pin": PIN})).status == 200
        await dealer.until(lambda f: f["type"] == "snapshot" and f["topic"] == "display:L1")
        assert dealer.views["display:L1"]["phase"] == "wagering"

    told(tmp_path, story)


def test_a_revoked_station_is_cut_off_at_once(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("T1")
        await stage.server.access.revoke("T1")
        assert (await player.until(lambda f: f["type"] == "bye"))["why"] == "REVOKED"
        assert (await player.post("token")).status == 401

    told(tmp_path, story)


def test_a_person_is_shown_by_his_name_and_by_his_id_where_another_has_it_too(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        persons = stage.server.access.persons
        assert (persons.called("d1"), persons.called("a stranger")) == ("D1", "a stranger")
        dealer = await stage.opened("L1-dealer", "d1")
        feed, entry = stage.server.feed, stage.server.access.entry_of("L1-dealer")
        assert entry is not None
        assert feed.welcome(entry, []).name == "D1"
        await persons.put("a1", "D1", password="another long one", pin=PIN)
        assert persons.called("d1") == feed.welcome(entry, []).name == "D1 (d1)"
        refused = await dealer.do("VoidRound", table="L1", reason="test")
        assert refused["data"]["person"] == "D1 (d1)"

    told(tmp_path, story)


def test_another_person_gives_his_authority_with_his_pin(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        await dealer.do("NewGame", table="L1")
        void = {"table": "L1", "reason": "test"}
        assert (await dealer.do("VoidRound", **void))["code"] == "ROLE_MAY_NOT"
        wrong = await dealer.do("VoidRound", **void, authority=("a1", "0000"))
        assert (wrong["code"], wrong["data"]) == (
            "SECOND_PERSON_NEEDED",
            {"why": "wrong_pin", "tries_left": 2},
        )
        not_his = await dealer.do("VoidRound", **void, authority=("s1", PIN))
        assert not_his["code"] == "ROLE_MAY_NOT"
        whose = {name: not_his["data"][name] for name in ("person", "holds", "roles", "may")}
        assert whose == {
            "person": "S1",
            "holds": "casino_supervisor",
            "roles": "agm",
            "may": "agm,gm",
        }
        assert (await dealer.does("VoidRound", **void, authority=("a1", PIN)))["type"] == "ack"
        rows = [row async for batch in stage.server.journal.read("pit") for row in batch]
        assert [row.actor for row in rows if row.type == "RoundVoided"] == ["staff:a1"]

    told(tmp_path, story)
