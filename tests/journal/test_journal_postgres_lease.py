"""Who may write: real transactions of two nodes against each other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import pytest
from journal_samples import fill, read_all, rows_of, take
from journal_two_nodes import with_two_nodes

from openfelt.journal.base import Ownership
from openfelt.journal.errors import (
    JournalBroken,
    JournalFault,
    OwnedByAnother,
    OwnershipLost,
)
from openfelt.journal.postgres import PostgresJournal
from openfelt.journal.postgres_writer import COPY_ABOVE
from openfelt.journal.row import GENESIS, head_of
from wheel_postgres import Place

# A batch that is one statement, and one that is a COPY in a transaction.
COUNTS = (3, COPY_ABOVE + 1)


@pytest.fixture
def place(postgres_dsn: str) -> Iterator[Place]:
    place = Place(postgres_dsn)
    asyncio.run(place.drop())
    yield place
    asyncio.run(place.drop())


def test_a_lease_is_taken_over_when_it_has_run_out_and_not_before(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        rows = await fill(one, "house", 25)
        await one.renew()
        with pytest.raises(OwnedByAnother, match="node-1 owns the stream 'house'") as caught:
            await two.take(["house"], "node-2")
        assert caught.value.seconds_left is not None
        assert 0 < caught.value.seconds_left <= 3
        await asyncio.sleep(caught.value.seconds_left + 0.05)
        owned = (await two.take(["house"], "node-2"))["house"]
        assert (owned.epoch, owned.head) == (2, head_of(rows[-1]))

    with_two_nodes(place, story)


def test_a_renewed_lease_is_not_taken_over(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        await place.expire()
        await one.renew()
        with pytest.raises(OwnedByAnother):
            await take(two, "house")

    with_two_nodes(place, story)


def test_a_database_clock_that_was_set_back_keeps_nobody_out(place: Place) -> None:
    """The owner is dead, and its lease would end in ten minutes; a living one renews it."""

    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        await place.set_clock_back()
        with pytest.raises(OwnedByAnother) as caught:
            await two.take(["house"], "node-2")
        assert caught.value.seconds_left is not None
        assert 0 < caught.value.seconds_left <= 3
        await one.renew()
        await place.expire()
        assert (await two.take(["house"], "node-2"))["house"].epoch == 2

    with_two_nodes(place, story)


def test_of_several_streams_all_are_taken_or_none(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "pit-1")
        with pytest.raises(OwnedByAnother):
            await two.take(["house", "pit-1"], "node-2")
        assert (await take(one, "house")).epoch == 1

    with_two_nodes(place, story)


def test_of_two_nodes_that_take_at_once_one_wins(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        taken = await asyncio.gather(
            one.take(["a", "b"], "node-1"), two.take(["b", "a"], "node-2"), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in taken) == ["OwnedByAnother", "dict"]

    with_two_nodes(place, story)


@pytest.mark.parametrize("count", COUNTS)
def test_a_stale_owner_cannot_append(place: Place, count: int) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        rows = await fill(one, "house", 5)
        await place.expire()
        await two.take(["house"], "node-2")
        with pytest.raises(OwnershipLost):
            await one.append(rows_of("house", count, head_of(rows[-1])))
        with pytest.raises(JournalBroken):
            await one.renew()
        assert not one.may_answer()
        assert await read_all(two, "house") == rows

    with_two_nodes(place, story)


def test_a_stale_owner_cannot_renew(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await one.take(["house", "pit-1"], "node-1")
        await place.expire()
        await take(two, "pit-1")
        with pytest.raises(OwnershipLost, match="pit-1"):
            await one.renew()

    with_two_nodes(place, story)


@pytest.mark.parametrize("count", COUNTS)
def test_an_owner_that_wakes_up_during_a_take_over_writes_nothing(place: Place, count: int) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        async with place.hand() as connection:
            # A take-over that has locked the lease, raised the epoch, and not yet committed.
            taking = connection.transaction()
            await taking.start()
            await connection.execute("SELECT 1 FROM lease WHERE stream = 'house' FOR UPDATE")
            await connection.execute("UPDATE lease SET epoch = epoch + 1")
            appending = asyncio.create_task(one.append(rows_of("house", count)))
            await asyncio.sleep(0.2)
            assert not appending.done()
            await taking.commit()
        with pytest.raises(OwnershipLost):
            await appending
        assert await two.head("house") == GENESIS

    with_two_nodes(place, story)


@pytest.mark.parametrize("count", COUNTS)
def test_a_take_over_waits_for_the_batch_under_way_and_sees_it(place: Place, count: int) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        rows = rows_of("house", count)
        async with place.hand() as connection:
            # The batch has passed the fence and cannot go on: its first row may be there already.
            blocking = connection.transaction()
            await blocking.start()
            await connection.execute(
                "INSERT INTO journal VALUES ('house', 1, 0, '', '', 0, '', 1, '', '', '')"
            )
            appending = asyncio.create_task(one.append(rows))
            await place.until_one_waits()
            await one.renew()  # a slow batch delays no renewal
            await place.expire()
            taking = asyncio.create_task(take(two, "house"))
            await asyncio.sleep(0.2)
            assert not appending.done()
            assert not taking.done()
            await blocking.rollback()
        await appending
        assert (await taking).head == head_of(rows[-1])
        with pytest.raises(OwnershipLost):
            await one.append(rows_of("house", 1, head_of(rows[-1])))

    with_two_nodes(place, story)


async def _take_in_the_end(journal: PostgresJournal) -> Ownership:
    """Take the stream, trying again as long as a write to it is under way."""
    while True:
        with suppress(OwnedByAnother):
            return await take(journal, "house")


def test_an_owner_that_sleeps_in_its_transaction_is_cut_off(place: Place) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        await take(one, "house")
        sleeping = one._connections[1].transaction()
        await sleeping.start()
        await one._connections[1].execute("SELECT 1 FROM lease FOR KEY SHARE")
        await place.expire()
        assert (await _take_in_the_end(two)).epoch == 2
        with pytest.raises((JournalFault, OwnershipLost)):
            await one.append(rows_of("house", 1))

    with_two_nodes(place, story)


def test_an_owner_answers_for_2_5_seconds_from_the_sending_of_its_last_renewal(
    place: Place,
) -> None:
    async def story(one: PostgresJournal, two: PostgresJournal) -> None:
        assert not one.may_answer()
        await take(one, "house")
        assert one.renewed_at == 1_000.0
        place.now += 2.49
        assert one.may_answer()
        place.now += 0.01
        assert not one.may_answer()
        await one.renew()
        assert one.may_answer()
        # Taking one stream more does not make the lease of the first any younger.
        place.now += 2
        await take(one, "pit-1")
        place.now += 1
        assert not one.may_answer()
        await one.renew()
        await one.release()
        assert not one.may_answer()
        assert (await take(two, "house")).epoch == 2

    with_two_nodes(place, story)
