"""The thread that commits: one thing after the other, heard of in the loop.

An executor would do, but costs twice as much for each hand-over, and a commit of a busy floor is
little more than that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class WriteThread:
    """Begins with the first work and stays until `end`; a process that just ends takes it along."""

    def __init__(self, name: str) -> None:
        self._works: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = (
            SimpleQueue()
        )
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Let the thread do it after what it was given before."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if not self._thread.is_alive():
            self._thread.start()
        self._works.put((work, future))
        return future

    def end(self, *, waits: bool = True) -> None:
        """Do what was given and nothing more; wait for that, unless it may hang."""
        if self._thread.is_alive():
            self._works.put(None)
            if waits:
                self._thread.join()

    def _run(self) -> None:
        while (given := self._works.get()) is not None:
            work, future = given
            tell = future.get_loop().call_soon_threadsafe
            # Where the loop is closed nobody waits any more.
            with suppress(RuntimeError):
                try:
                    tell(_set, future, work(), None)
                except BaseException as error:
                    tell(_set, future, None, error)


def _set(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
