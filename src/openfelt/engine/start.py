"""Start and end: what the journal has, what was asked meanwhile, and what runs till one fails."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from openfelt.engine.follow_streams import Following, missed
from openfelt.engine.recovery import Recovered, recover
from openfelt.engine.stream import Stream, Told
from openfelt.journal.base import Journal, Ownership
from openfelt.journal.errors import JournalConflict

RENEW_S: Final = 1.0


async def recover_all(
    journal: Journal, owned: Mapping[str, Ownership], secret: bytes
) -> dict[str, Recovered]:
    """Recover the streams that were taken; nobody else can have written them since."""
    found: dict[str, Recovered] = {}
    for name, ownership in owned.items():
        recovered = found[name] = await recover(journal, name, secret=secret)
        if recovered.stream.head != ownership.head:
            raise JournalConflict(f"the stream {name!r} changed while it was recovered")
    return found


async def missed_by_all(
    journal: Journal,
    recovered: Mapping[str, Recovered],
    running: Mapping[str, Stream],
    following: Following,
) -> list[tuple[str, Told]]:
    """Return what is still to be taken, with its sender, in order; follow the others from there."""
    asks: list[tuple[str, Told]] = []
    known = {name: Recovered(stream, {}) for name, stream in running.items()}
    for sender in await journal.streams():
        # A stream that is new to this node may have asked those that run already.
        receivers = {**known, **recovered} if sender in recovered else recovered
        found, last = await missed(journal, sender, receivers)
        asks.extend((sender, ask) for ask in found)
        following.follow_from(sender, last)
    return asks


async def renew_for_ever(journal: Journal, failed: Callable[[BaseException], None]) -> None:
    """Keep the ownership, from before the recovery on: a long one outlasts a lease."""
    try:
        while True:
            await asyncio.sleep(RENEW_S)
            # Whoever stops us lets a renewal under way end: cut short, it would break the journal.
            renewal = asyncio.ensure_future(journal.renew())
            # One that fails after that is nobody's concern: the streams are another's.
            renewal.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            await asyncio.shield(renewal)
    except Exception as error:
        failed(error)
        raise


async def until_one_ends(*work: asyncio.Task[None]) -> None:
    """Wait for the first of these to end, end the others, and raise what it raised."""
    try:
        done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        # Whoever stops the engine also cancels its renewal: the cause is what another one says.
        for task in sorted(done, key=asyncio.Task.cancelled):
            task.result()
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
