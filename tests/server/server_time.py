"""Both clocks of a machine in a test's hands: the one that counts, and the one that is set."""

import time

import pytest

from openfelt.server import clock_watch, floor_server

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
HOUR_US = 60 * MINUTE_US
DAY_US = 24 * HOUR_US


class Hands:
    """Time passes for both clocks, and the wall clock can be set.

    They stand still until they are moved, unless they are running.
    """

    def __init__(self, now: int, *, running: bool) -> None:
        self._wall = now or time.time_ns() // 1_000
        self._steady = 5_000 * SECOND_US
        self._runs_from = time.monotonic_ns() if running else 0

    @property
    def wall(self) -> int:
        return self._wall + self._run()

    @property
    def steady(self) -> int:
        return self._steady + self._run()

    def _run(self) -> int:
        return (time.monotonic_ns() - self._runs_from) // 1_000 if self._runs_from else 0

    def pass_us(self, us: int) -> None:
        self._wall += us
        self._steady += us

    def pass_until(self, moment: int) -> None:
        """Let time pass until the wall clock shows this."""
        self.pass_us(moment - self.wall)

    def set_by(self, us: int) -> None:
        self._wall += us


def take_clocks(monkeypatch: pytest.MonkeyPatch, now: int = 0, *, running: bool = False) -> Hands:
    """Let the servers of this test run on clocks in its hands."""
    hands = Hands(now, running=running)
    monkeypatch.setattr(floor_server, "wall_clock", lambda: hands.wall)
    monkeypatch.setattr(floor_server, "steady_clock", lambda: hands.steady)
    # A test says when the clocks are compared.
    monkeypatch.setattr(clock_watch, "LOOK_S", 3600)
    return hands
