"""Making snapshots: the follower's work, from rows and never from another snapshot.

The engine only reads them.
"""

from openfelt.engine.follow_streams import heard_up_to
from openfelt.engine.recovery import SCHEMA, Recovered, marked, recover
from openfelt.journal.base import JournalReader
from openfelt.journal.row import Head


async def snapshot_of(reader: JournalReader, stream: str, secret: bytes = b"") -> Head:
    """Put a snapshot of the stream as it is now; return the row it stands at."""
    return await put_snapshot(reader, await recover(reader, stream, snapshots=False), secret)


async def put_snapshot(reader: JournalReader, recovered: Recovered, secret: bytes) -> Head:
    """Put a snapshot of a stream that was folded from its rows; return the row it stands at."""
    recovered.followed = await heard_up_to(reader, recovered)
    head = recovered.stream.head
    if head.sequence:
        data = marked(secret, recovered)
        await reader.put_snapshot(recovered.stream.name, head.sequence, head.hash, SCHEMA, data)
    return head
