"""What a player signed on the screen of a desk, for whoever may read the floor's own files.

No station shows it.  It is believed only where it is what the journal has the hash of.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from openfelt.audit.slip import OnRecord
from openfelt.floor.money.paying import Terms
from openfelt.server.access.signatures import KIND, OnScreen, hash_of, name_of
from openfelt.server.access.store import PostgresStore, SqliteStore, Store
from openfelt.server.floor_server import ACCESS_FILE


class NotSigned(LookupError):
    """Nothing that was signed on a screen can be shown; the text says why."""


async def strokes_of(journal: str, found: OnRecord) -> str:
    """Return the strokes of the signature for a slip that was paid by form."""
    paid = found.payment or {}
    signature = str(paid.get("signature", ""))
    if not signature:
        raise NotSigned(f"nobody has signed for {found.number} on a screen")
    terms = Terms(*(paid[name] for name in Terms.__struct_fields__))
    store = await _store_of(journal)
    try:
        data = await store.find(KIND, name_of(found.number, terms, signature))
    finally:
        await store.close()
    if data is None:
        raise NotSigned(f"the signature for {found.number} is not kept beside this journal")
    if hash_of(data) != signature:
        raise NotSigned(f"the signature kept for {found.number} is not the one on record")
    return msgspec.json.decode(data, type=OnScreen).strokes


async def _store_of(journal: str) -> Store:
    """Open the rows beside a journal."""
    if "://" in journal:
        return await PostgresStore.open(journal)
    beside = Path(journal).parent / ACCESS_FILE
    if not beside.is_file():
        raise NotSigned(f"{beside} is missing: signatures are kept there")
    return SqliteStore.open(beside)
