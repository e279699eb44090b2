"""The demo floor that stories share: opening one takes longer than most stories do."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from browser_stage import Stage, running
from playwright.sync_api import Browser


class Demo:
    """A demo floor with its stations; whoever plays cashes out, whoever manages signs out."""

    def __init__(self, browser: Browser, make_folder: Callable[[], Path]) -> None:
        self._browser = browser
        self._make_folder = make_folder
        self._running = ExitStack()
        self._stage: Stage | None = None

    def stage(self) -> Stage:
        """Return the floor; it is opened when somebody first asks for it."""
        if self._stage is None:
            floor = running(self._make_folder(), staff=("lin", "ann", "amy", "gus"))
            self._stage = Stage(self._running.enter_context(floor), self._browser)
            self._running.callback(self._stage.close)
        return self._stage

    def discard(self) -> None:
        """Close it; the next story gets another."""
        self._stage = None
        self._running.close()
