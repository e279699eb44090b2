"""What every journal must do, whatever it is kept in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from journal_samples import entries, entry, fill, read_all, rows_of, take

from openfelt.journal.base import Archived, Journal
from openfelt.journal.chain import sealed, verify
from openfelt.journal.errors import JournalBroken, JournalConflict, OwnedByAnother, OwnershipLost
from openfelt.journal.row import GENESIS, head_of

# Opens the same journal each time it is called, as a restarted process would.
Opener = Callable[[], Awaitable[Journal]]
Story = Callable[[Opener], Coroutine[Any, Any, None]]
Play = Callable[[Story], None]


def player(open_journal: Opener) -> Play:
    """Run stories with this backend, and close whatever they leave open."""

    async def run(story: Story) -> None:
        opened: list[Journal] = []

        async def opener() -> Journal:
            opened.append(await open_journal())
            return opened[-1]

        try:
            await asyncio.wait_for(story(opener), 120)
        finally:
            for journal in opened:
                await journal.close()

    return lambda story: asyncio.run(run(story))


async def _take_beside(owner: Journal, opener: Opener) -> None:
    """Try to take what another owns, whose lease may have run out while we connected."""
    journal = await opener()
    await owner.renew()
    await take(journal, "house")


class JournalContract:
    """A backend's test class inherits this and has a fixture `play`, which runs a story."""

    def test_what_was_appended_is_read_back_to_the_byte(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            owned = await take(journal, "house")
            payloads = [b"", b"\x00\xff{}", "é中文".encode(), b"x" * 70_000]
            numbered = [entry(number, payload) for number, payload in enumerate(payloads)]
            rows = sealed("house", owned.head, numbered)
            await journal.append(rows)
            assert await read_all(journal, "house") == rows

        play(story)

    def test_rows_are_given_in_batches_from_anywhere(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            rows = list(await fill(journal, "house", 4_100, batch=1_000))
            sizes = [len(batch) async for batch in journal.read("house")]
            assert sizes == [2_000, 2_000, 100]
            assert await read_all(journal, "house", after=4_090) == rows[4_090:]
            assert await read_all(journal, "house", after=10, limit=3) == rows[10:13]
            assert await read_all(journal, "house", limit=2_500) == rows[:2_500]
            assert await read_all(journal, "house", after=4_100) == []
            assert await read_all(journal, "nowhere") == []

        play(story)

    @pytest.mark.parametrize("count", [30, 500])
    def test_one_append_writes_several_streams(self, play: Play, count: int) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await journal.take(["house", "pit-1", "pit-2"], "node-1")
            house, pit = rows_of("house", count), rows_of("pit-1", 2)
            await journal.append([house[0], pit[0], *house[1:], pit[1]])
            assert await read_all(journal, "house") == house
            assert await read_all(journal, "pit-1") == pit
            assert await journal.streams() == ["house", "pit-1"]
            assert await journal.head("pit-1") == head_of(pit[1])
            assert await journal.head("pit-2") == GENESIS

        play(story)

    def test_streams_are_sorted_by_their_bytes(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            names = ["pit-10", "Pit", "pit 2", "é", "a", "_"]
            await journal.take(names, "node-1")
            await journal.append([row for name in names for row in rows_of(name, 1)])
            assert await journal.streams() == sorted(names)

        play(story)

    def test_a_reopened_journal_has_the_same_head_and_verifies(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            rows = await fill(journal, "house", 50)
            await journal.release()
            await journal.close()
            again = await opener()
            owned = await take(again, "house")
            assert owned.head == head_of(rows[-1]) == await again.head("house")
            assert verify("house", GENESIS, await read_all(again, "house")) == owned.head
            more = sealed("house", owned.head, entries(3, first=51))
            await again.append(more)
            assert await read_all(again, "house", after=50) == more

        play(story)

    def test_each_take_raises_the_epoch(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            for epoch in (1, 2, 3):
                journal = await opener()
                assert (await take(journal, "house")).epoch == epoch
                await journal.release()
                await journal.close()

        play(story)

    def test_a_second_writer_is_refused_until_the_first_lets_go(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            first = await opener()
            await take(first, "house")
            with pytest.raises(OwnedByAnother):
                await _take_beside(first, opener)
            await first.release()
            assert not first.may_answer()
            second = await opener()
            assert (await take(second, "house")).epoch == 2
            assert second.may_answer()
            with pytest.raises(OwnershipLost):
                await first.append(rows_of("house", 1))

        play(story)

    def test_an_empty_append_writes_nothing(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await take(journal, "house")
            await journal.append([])
            assert await journal.streams() == []
            await journal.renew()
            assert journal.may_answer()

        play(story)

    @pytest.mark.parametrize("fault", ["gap", "twice", "fork", "foreign"])
    def test_rows_that_do_not_follow_break_the_journal_and_leave_nothing(
        self, play: Play, fault: str
    ) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            rows = await fill(journal, "house", 5)
            good = rows_of("house", 2, head_of(rows[-1]))
            bad = {
                "gap": rows_of("house", 2, head_of(good[-1]))[1],
                "twice": good[0],
                "fork": rows_of("house", 1, head_of(good[0]))[0],
                "foreign": rows_of("pit-1", 1)[0],
            }[fault]
            with pytest.raises((JournalConflict, OwnershipLost)):
                await journal.append([*good, bad])
            assert not journal.may_answer()
            for refused in (
                lambda: journal.append(good),
                lambda: journal.head("house"),
                lambda: journal.put_person("p1", b"{}"),
                journal.renew,
            ):
                with pytest.raises(JournalBroken, match="start it again"):
                    await refused()
            await journal.close()
            again = await opener()
            assert await read_all(again, "house") == list(rows)

        play(story)

    def test_appends_that_overlap_are_written_in_the_order_they_came(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await take(journal, "house")
            rows = rows_of("house", 90)
            batches = [rows[start : start + 30] for start in range(0, 90, 30)]
            beside = [journal.put_person(f"p{number}", b"{}") for number in range(3)]
            await asyncio.gather(*map(journal.append, batches), *beside)
            assert await read_all(journal, "house") == rows

        play(story)

    def test_what_is_durable_is_said_and_nothing_ahead_of_it(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            assert journal.durable() == {}
            await take(journal, "house")
            assert journal.durable() == {"house": GENESIS}
            rows = rows_of("house", 5)
            appending = asyncio.ensure_future(journal.append(rows))
            while not appending.done():
                if journal.durable()["house"] != GENESIS:
                    assert await read_all(journal, "house") == rows
                await asyncio.sleep(0)
            assert journal.durable() == {"house": head_of(rows[-1])}
            await journal.release()
            assert journal.durable() == {}

        play(story)

    def test_snapshots_can_be_thrown_away(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await journal.forget_snapshots()
            rows = await fill(journal, "house", 3)
            await journal.put_snapshot("house", 2, rows[1].hash, "s1", b"state")
            await journal.forget_snapshots()
            assert await journal.snapshot("house", "s1") is None

        play(story)

    def test_the_newest_snapshot_that_fits_the_journal_is_found(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            assert await journal.snapshot("house", "s1") is None
            rows = await fill(journal, "house", 9)
            for sequence in (2, 4, 6):
                await journal.put_snapshot(
                    "house", sequence, rows[sequence - 1].hash, "s1", b"state %d" % sequence
                )
            found = await journal.snapshot("house", "s1")
            assert found is not None
            assert (found.sequence, found.data) == (6, b"state 6")
            assert await journal.snapshot("house", "s2") is None
            assert await journal.snapshot("pit-1", "s1") is None
            await journal.put_snapshot("house", 8, b"of another journal" + bytes(14), "s1", b"?")
            found = await journal.snapshot("house", "s1")
            assert found is not None
            assert found.sequence == 6
            await journal.put_snapshot("house", 30, bytes(32), "s1", b"not written yet")
            assert await journal.snapshot("house", "s1") is None
            # Snapshots of a tail that is gone must not push out those of the journal there is.
            await journal.put_snapshot("house", 40, bytes(32), "s1", b"nor this")
            await journal.put_snapshot("house", 9, rows[8].hash, "s1", b"state 9")
            found = await journal.snapshot("house", "s1")
            assert found is not None
            assert found.sequence == 9

        play(story)

    def test_a_snapshot_put_again_takes_the_place_of_the_first(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            rows = await fill(journal, "house", 3)
            for data in (b"one", b"two"):
                await journal.put_snapshot("house", 3, rows[2].hash, "s1", data)
            found = await journal.snapshot("house", "s1")
            assert found is not None
            assert found.data == b"two"

        play(story)

    def test_ended_things_are_archived_once_and_survive(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await take(journal, "house")
            ticket = Archived("ticket", "00-1234", 7, b"paid")
            await journal.archive([ticket, Archived("round", "00-1234", 9, b"settled")])
            await journal.archive([ticket])
            await journal.archive([Archived("ticket", "00-1234", 5, b"older")])
            assert await journal.archived("ticket", "00-1234") == b"paid"
            await journal.archive([Archived("ticket", "00-1234", 8, b"corrected")])
            await journal.release()
            await journal.close()
            again = await opener()
            assert await again.archived("ticket", "00-1234") == b"corrected"
            assert await again.archived("round", "00-1234") == b"settled"
            assert await again.archived("round", "none") is None

        play(story)

    def test_what_ended_goes_with_its_rows_or_not_at_all(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await take(journal, "house")
            rows = rows_of("house", 4)
            await journal.append(rows[:2], [Archived("ticket", "1", 2, b"paid")])
            assert await journal.archived("ticket", "1") == b"paid"
            with pytest.raises(JournalConflict):
                await journal.append([rows[3]], [Archived("ticket", "2", 4, b"paid")])
            await journal.close()
            again = await opener()
            assert await again.archived("ticket", "1") == b"paid"
            assert await again.archived("ticket", "2") is None

        play(story)

    def test_persons_are_kept_beside_the_journal(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await take(journal, "house")
            await journal.put_person("p1", b"Ann")
            await journal.put_person("p1", b"Anne")
            assert await journal.person("p1") == b"Anne"
            assert await journal.person("p2") is None
            assert await journal.streams() == []

        play(story)

    def test_the_same_entries_give_the_head_all_backends_give(self, play: Play) -> None:
        async def story(opener: Opener) -> None:
            journal = await opener()
            await fill(journal, "house", 200, batch=33)
            head = await journal.head("house")
            assert (head.sequence, head.hash.hex()) == (200, HEAD_OF_200)

        play(story)


# Pinned: whoever changes how a row is hashed makes every journal in the world unreadable.
HEAD_OF_200 = "18e2278083834afc4aaff606f9a97f197e9acd3590bbc54401b5e12039afd973"
