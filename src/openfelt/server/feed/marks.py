"""What stations were shown of costly acts: a mark is sealed for one station, one sign-in, one act.

The floor says what an act would do, and `floor/effect.py` gives that a mark.  Before it leaves, the
server seals it; a costly act is done only with a seal that is its own and a mark that still fits.
Seals are kept nowhere: they are drawn with a key of this start from whose they are and how many
costly acts that station has done.  So each act voids whatever was shown there before it, a restart
voids them all, and a frame that comes twice is answered by its number before anybody asks for one.
"""

import hmac
import secrets
from collections.abc import Callable
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Event, refuse
from openfelt.floor.effect import as_seen
from openfelt.floor.state import State

_SEAL: Final = 32
_NOT_SEEN: Final = refuse(Refusal.PHASE_DOES_NOT_ALLOW, "effect_not_seen")


class Marks:
    """The seals of a floor; `session_of` says under which sign-in a station acts now."""

    def __init__(self, session_of: Callable[[str], str]) -> None:
        self._session_of = session_of
        self._key = secrets.token_bytes(32)
        self._done: dict[str, int] = {}

    def sealed(self, station: str, mark: str) -> str:
        """Seal what a station is being shown."""
        return self._seal(station, mark) + mark

    def opened(self, station: str, seen: str) -> str | None:
        """Return the mark in something sealed, None where it is not this station's, or is used."""
        seal, mark = seen[:_SEAL], seen[_SEAL:]
        fits = hmac.compare_digest(seal.encode(), self._seal(station, mark).encode())
        return mark if fits else None

    def used(self, station: str) -> None:
        """Let nothing that was shown at a station count any more: it has acted."""
        self._done[station] = self._done.get(station, 0) + 1

    def _seal(self, station: str, mark: str) -> str:
        # A sign-in is at one station: its key stands for both.
        said = [self._session_of(station), str(self._done.get(station, 0)), mark]
        return hmac.digest(self._key, "\0".join(said).encode(), "sha256").hex()[:_SEAL]


class Seen:
    """What somebody sends with a costly act, judged when the act is decided and not before."""

    __slots__ = ("_marks", "_said", "_station")

    def __init__(self, marks: Marks, station: str, said: str) -> None:
        self._marks = marks
        self._station = station
        self._said = said

    def judged(self, state: State, command: Command, events: tuple[Event, ...]) -> Answer:
        """Return the events of an act that does what was shown here, else refuse it."""
        mark = self._marks.opened(self._station, self._said)
        return _NOT_SEEN if mark is None else as_seen(state, command, events, mark)

    def done(self) -> None:
        """Note that the act is done."""
        self._marks.used(self._station)
