"""Who writes a stream in PostgreSQL: a lease of three seconds by the database's own clock.

Locks on a lease row: an append holds FOR KEY SHARE, a take-over FOR UPDATE, which wait for each
other.  A renewal is an update of no key column and waits for no append, however slow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import asyncpg

from openfelt.journal.base import Ownership
from openfelt.journal.errors import OwnedByAnother, OwnershipLost
from openfelt.journal.holding import Holding
from openfelt.journal.postgres_server import faults
from openfelt.journal.row import GENESIS, Head

LEASE_S: Final = 3.0
# Less than the lease by what two clocks may drift in that time, and far more than they do.
ANSWER_S: Final = 2.5

_ENTER: Final = """
INSERT INTO lease (stream, epoch, node, expires)
SELECT stream, 0, '', 'epoch' FROM unnest($1::text[]) AS wanted (stream) ORDER BY stream
ON CONFLICT DO NOTHING
"""
# A lease that ends later than any that is given was given before the database's clock was set
# back: without this nobody could take over until the clock is there again.  Its owner, if there
# is one, renews it long before.
_SHORTEN: Final = """
UPDATE lease SET expires = clock_timestamp() + interval '3 s'
WHERE stream = ANY($1) AND expires > clock_timestamp() + interval '3 s'
"""
_LOCK: Final = """
SELECT stream, node, expires FROM lease WHERE stream = ANY($1) ORDER BY stream FOR UPDATE
"""
_TAKE: Final = """
UPDATE lease SET epoch = epoch + 1, node = $2, expires = clock_timestamp() + interval '3 s'
WHERE stream = ANY($1) RETURNING stream, epoch
"""
_HEADS: Final = """
SELECT wanted.stream, last.sequence, last.hash
FROM unnest($1::text[]) AS wanted (stream) CROSS JOIN LATERAL (
    SELECT sequence, hash FROM journal
    WHERE journal.stream = wanted.stream ORDER BY sequence DESC LIMIT 1
) AS last
"""
_HELD: Final = """
SELECT lease.stream FROM lease
JOIN unnest($1::text[], $2::bigint[]) AS held (stream, epoch) USING (stream, epoch)
ORDER BY lease.stream FOR NO KEY UPDATE OF lease
"""
_RENEW: Final = f"""
WITH mine AS ({_HELD})
UPDATE lease SET expires = clock_timestamp() + interval '3 s'
FROM mine WHERE lease.stream = mine.stream RETURNING lease.stream
"""  # noqa: S608 - no value enters the text
_RELEASE: Final = f"""
WITH mine AS ({_HELD})
UPDATE lease SET expires = 'epoch' FROM mine WHERE lease.stream = mine.stream
"""  # noqa: S608 - no value enters the text


class Lease:
    """Takes, renews and ends leases in a connection of its own, so that no batch delays it."""

    def __init__(self, connection: Any, holding: Holding, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._holding = holding
        self._clock = clock
        self._turn = asyncio.Lock()
        # When the last renewal that succeeded was sent; the server counts from a later moment.
        self.renewed_at: float | None = None

    async def take(self, streams: Sequence[str], node: str) -> Mapping[str, Ownership]:
        """Take what is free or expired, in one transaction, and read the heads in it."""
        self._holding.check_new(streams)
        async with self._turn:
            sent_at = self._clock()
            with faults():
                owned = await self._take(list(streams), node)
            if not self._holding.epochs:
                self.renewed_at = sent_at
            self._holding.begin(owned)
        return owned

    async def renew(self) -> None:
        """Prolong every lease held by three seconds from now."""
        async with self._turn:
            with self._holding.or_broken(), faults():
                epochs = dict(self._holding.epochs)
                sent_at = self._clock()
                renewed = await self._connection.fetch(
                    _RENEW, list(epochs), list(epochs.values()), timeout=LEASE_S
                )
                refuse_lost(epochs, renewed)
                self.renewed_at = sent_at

    def may_answer(self) -> bool:
        """Say whether nobody else can be the owner yet: 2.5 s from the last renewal's sending."""
        if self.renewed_at is None or not self._holding.may_answer():
            return False
        return self._clock() - self.renewed_at < ANSWER_S

    async def release(self) -> None:
        """End the leases that are still ours."""
        async with self._turn:
            self._holding.check()
            epochs = dict(self._holding.epochs)
            self._holding.end()
            self.renewed_at = None
            with faults():
                await self._connection.execute(_RELEASE, list(epochs), list(epochs.values()))

    async def _take(self, streams: list[str], node: str) -> dict[str, Ownership]:
        await self._connection.execute(_SHORTEN, streams)
        async with self._connection.transaction():
            # An append of the former owner that is under way is waited for, but not for ever.
            await self._connection.execute("SET LOCAL lock_timeout = '5s'")
            try:
                await self._connection.execute(_ENTER, streams)
                leases = await self._connection.fetch(_LOCK, streams)
            except asyncpg.LockNotAvailableError as error:
                raise OwnedByAnother(
                    f"a write to {', '.join(streams)} is still under way: try again"
                ) from error
            await self._refuse_owned(leases)
            epochs = dict(await self._connection.fetch(_TAKE, streams, node))
            lasts = await self._connection.fetch(_HEADS, streams)
        heads = {stream: Head(sequence, digest) for stream, sequence, digest in lasts}
        return {each: Ownership(epochs[each], heads.get(each, GENESIS)) for each in streams}

    async def _refuse_owned(self, leases: Sequence[Any]) -> None:
        now = await self._connection.fetchval("SELECT clock_timestamp()")
        for stream, node, expires in leases:
            seconds_left = (expires - now).total_seconds()
            if seconds_left > 0:
                raise OwnedByAnother(
                    f"{node} owns the stream {stream!r} for another {seconds_left:.1f} s unless it "
                    "renews: wait, or stop it first",
                    seconds_left,
                )


def refuse_lost(epochs: Mapping[str, int], held: Sequence[Any]) -> None:
    """Raise OwnershipLost for a stream whose lease row has another epoch by now."""
    lost = epochs.keys() - {stream for (stream,) in held}
    if lost:
        raise OwnershipLost(min(lost))
