"""A place where heads are kept, perhaps of another machine: it may fail, and the rest goes on."""

from __future__ import annotations

import asyncio
from typing import Final

from openfelt.follow.heads import HeadsFile
from openfelt.journal.row import Head
from openfelt.journal.write_thread import WriteThread

# How long it may take before it is said not to answer.
ANSWER_S: Final = 10.0


class Place:
    """A file of heads, written beside the loop: what does not answer must not stop the rest."""

    def __init__(self, file: HeadsFile) -> None:
        self.file = file
        self._thread = WriteThread("heads")
        self._writing: asyncio.Future[int] | None = None
        self.fault = ""

    async def keep(self, heads: dict[str, Head], now: int) -> bool:
        """Keep the heads; say whether that failed and it is news."""
        before, self.fault = self.fault, ""
        if self._writing is None or self._writing.done():
            self._writing = self._thread.do(lambda: self.file.keep(heads, now))
        done, _ = await asyncio.wait((self._writing,), timeout=ANSWER_S)
        if not done:
            self.fault = f"{self.file.path}: the heads cannot be kept (it does not answer)"
        elif (error := self._writing.exception()) is not None:
            self.fault = str(error)
        return bool(self.fault) and self.fault != before
