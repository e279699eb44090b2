"""Accepting a loss: the floor goes on from what the journal has now, and it is on record that so.

What was kept outside and is contradicted is never deleted: heads have a line added, the rest is
put aside or written anew.  Each step can be done twice, so whoever is cut short does it again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from shutil import copyfile

from openfelt.follow.heads import HeadsFile, stamp
from openfelt.follow.model import Model
from openfelt.journal.base import JournalReader
from openfelt.journal.errors import JournalFault
from openfelt.journal.row import GENESIS, Head
from openfelt.server.standing.kept import Kept
from openfelt.server.standing.mark import Mark, MarkFile, NoMark, read_mark


class Acceptance:
    """What somebody has accepted, and when."""

    def __init__(self, kept: Kept, secret: bytes, reasons: list[str], why: str, now: int) -> None:
        self._kept = kept
        self._places = kept.places
        self._secret = secret
        self._reasons = reasons
        self._why = why
        self._now = now

    async def write(self, reader: JournalReader | None) -> None:
        """Put it on record, then let every place agree with the journal as it is."""
        self._save_log()
        self._record()
        heads = await self._heads(reader)
        for path in self._files(".heads", self._places.heads):
            self._accept_heads(path, heads)
        self._accept_follower()
        if reader is not None:
            await reader.forget_snapshots()
        for path in self._files(".mark", self._places.mark):
            self._accept_mark(path, heads)
        second = self._places.witness_mark
        if self._places.witness is not None and second is not None and not second.exists():
            MarkFile(second, self._secret).write(Mark(), now=True)

    def _save_log(self) -> None:
        """Keep SQLite's log: what lies behind a damaged place may be saved by somebody who can."""
        log = self._places.journal.with_name(f"{self._places.journal.name}-wal")
        if log.exists() and log.stat().st_size:
            copyfile(log, self._aside(log))

    def _record(self) -> None:
        """Write down what is accepted, in the floor's folder and with the witness."""
        lines = (f"{self._why!r}:", *self._reasons)
        text = "".join(f"{stamp(self._now)} {line}\n" for line in lines)
        witness = [self._places.witness] if self._places.witness is not None else []
        for folder in (self._places.journal.parent, *witness):
            folder.mkdir(0o700, parents=True, exist_ok=True)
            with (folder / "accepted.txt").open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())

    async def _heads(self, reader: JournalReader | None) -> dict[str, Head]:
        """Return where every stream ends now that is known of anywhere."""
        known = {claim.stream for claim in self._kept.claims}
        if reader is None:
            return dict.fromkeys(known, GENESIS)
        return {name: await reader.head(name) for name in {*known, *await reader.streams()}}

    def _files(self, ending: str, own: Path) -> list[Path]:
        witness = self._places.witness
        found = sorted(witness.glob(f"*{ending}")) if witness is not None else []
        return [own, *found]

    def _accept_heads(self, path: Path, heads: dict[str, Head]) -> None:
        if not path.exists():
            return
        file = HeadsFile(path)
        if file.wrong:
            path.rename(self._aside(path))
            return
        own = {one.stream for one in file.read()}
        file.accept({name: head for name, head in heads.items() if name in own}, self._now)

    def _accept_follower(self) -> None:
        path = self._places.follower
        if not path.exists():
            return
        try:
            model = Model(path)
        except JournalFault:
            path.rename(self._aside(path))
            return
        model.begin_anew()
        model.close()

    def _accept_mark(self, path: Path, heads: dict[str, Head]) -> None:
        before: Mark | None = None
        with suppress(NoMark):
            before = read_mark(path, self._secret)
        if before is None and path.exists():
            path.rename(self._aside(path))
        own = before.heads if before else {}
        ends = {
            name: (head.sequence, head.hash.hex())
            for name, head in heads.items()
            if head.sequence and (name in own or path == self._places.mark)
        }
        demo = before.demo if before else False
        MarkFile(path, self._secret).write(Mark(heads=ends, demo=demo), now=True)

    def _aside(self, path: Path) -> Path:
        return path.with_name(f"{path.name}.{stamp(self._now).replace(':', '')}")
