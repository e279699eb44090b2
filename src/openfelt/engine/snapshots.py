"""Making snapshots: the follower's work, from committed rows.  The engine only reads them."""

from openfelt.engine.follow_streams import heard_up_to
from openfelt.engine.recovery import SCHEMA, marked, recover
from openfelt.journal.base import JournalReader
from openfelt.journal.row import Head


async def snapshot_of(reader: JournalReader, stream: str, secret: bytes = b"") -> Head:
    """Put a snapshot of the stream as it is now; return the row it stands at."""
    recovered = await recover(reader, stream, secret=secret)
    recovered.followed = await heard_up_to(reader, recovered)
    head = recovered.stream.head
    if head.sequence:
        data = marked(secret, recovered)
        await reader.put_snapshot(stream, head.sequence, head.hash, SCHEMA, data)
    return head
