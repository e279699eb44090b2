"""Before the doors open: is every row still there that somebody knows of?

Rows that were acknowledged can be gone though the journal looks whole: a bit that flips in
SQLite's log makes it drop everything behind, an old copy was put back, somebody cut the tail.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

from openfelt.journal.base import JournalReader
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import Head
from openfelt.server.standing.kept import Claim, Kept
from openfelt.server.standing.places import Places

# How long the witness may take: one that hangs is no witness.
_WITNESS_S: Final = 10.0

WAY_OUT: Final = (
    "Nothing was changed.  Keep a copy of the floor's folder as it is, and look for a newer one or "
    "a backup.  When there is none, `openfelt accept --config floor.toml` says what is lost, keeps "
    "a record, and lets the floor open without it."
)


class FloorClosed(JournalFault):
    """The floor may not open; each reason is a sentence."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n  ".join(("the floor stays closed:", *reasons)) + f"\n{WAY_OUT}")
        self.reasons = reasons


class Expected(msgspec.Struct, frozen=True):
    """What a node has kept before, as noted beside the journal: it must be there again."""

    witness: bool = False


async def kept_in(places: Places, secret: bytes) -> Kept:
    """Read every place, beside the loop and not for ever."""
    kept = Kept(places, secret)
    if places.witness is not None and not await _is_folder(places.witness):
        kept.closing.append(
            f"the witness {places.witness} is no folder, or does not answer: mount it; before its "
            "first use make it; if there is none any more, take it out of floor.toml"
        )
        kept.places = places._replace(witness=None)
    return await asyncio.to_thread(kept.read)


async def _is_folder(path: Path) -> bool:
    looking = asyncio.ensure_future(asyncio.to_thread(path.is_dir))
    done, _ = await asyncio.wait((looking,), timeout=_WITNESS_S)
    return bool(done) and looking.result()


async def gone(reader: JournalReader | None, kept: Kept) -> list[str]:
    """Return a sentence for each stream that is not what somebody knows it was."""
    return [what async for what in _gone(reader, kept)]


async def _gone(reader: JournalReader | None, kept: Kept) -> AsyncIterator[str]:
    for stream in sorted({claim.stream for claim in kept.claims}):
        claims = [claim for claim in kept.claims if claim.stream == stream]
        farthest = max(claims, key=lambda claim: claim.head.sequence)
        last = (await reader.head(stream)).sequence if reader else 0
        if last < farthest.head.sequence:
            lost = farthest.head.sequence - last
            rows = f"{lost:,} rows are gone" if lost > 1 else "a row is gone"
            ends = f"the journal ends at row {last:,}" if last else "the journal has none"
            known = f"{farthest.where} knows row {farthest.head.sequence:,}"
            yield f"{stream}: {known}, and {ends}: {rows}"
        for claim in claims:
            if reader and claim.head.sequence <= last and not await _is_there(reader, claim):
                yield f"{stream}: row {claim.head.sequence:,} is not the one {claim.where} knows"


async def _is_there(reader: JournalReader, claim: Claim) -> bool:
    async for rows in reader.read(claim.stream, claim.head.sequence - 1, 1):
        return Head(rows[0].sequence, rows[0].hash) == claim.head
    return False


def missing(kept: Kept, expected: Expected | None, *, witness: bool) -> tuple[list[str], list[str]]:
    """Return what was kept before and is gone: what closes the floor, and what is only strange."""
    closing: list[str] = []
    strange: list[str] = []
    if expected is None:
        return closing, strange
    places = kept.places
    seconded = kept.witness_mark is not None
    if not places.mark.exists():
        what = f"{places.mark} is gone, which says what was acknowledged"
        (strange if seconded else closing).append(what)
    if expected.witness and not witness:
        strange.append("the witness is not named in floor.toml any more")
    if expected.witness and places.witness is not None and not seconded:
        closing.append(f"the witness {places.witness} has nothing of this floor any more")
    for name in kept.mark.beside if kept.mark else ():
        if not Path(name).exists():
            of_witness = places.witness is not None and Path(name).parent == places.witness
            what = f"{name} is gone, which says how far the journal went"
            (closing if of_witness else strange).append(what)
    return closing, strange
