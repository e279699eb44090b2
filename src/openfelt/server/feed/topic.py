"""A topic: one view, its version, and who watches it.

Version n + 1 is version n with the changed fields laid over it.  What changed is worked out and
encoded once, however many watch.
"""

from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import astuple

from openfelt.server.feed.protocol import ENCODER, Snapshot, Update
from openfelt.stations.display import DisplayView, Result
from openfelt.stations.window import Looks, MakeView

_NOTHING: Final[tuple[Result, ...]] = ()


class Watcher(Protocol):
    """Somebody who watches topics."""

    def show(self, topic: "Topic", frame: bytes) -> None:
        """Take an update."""
        ...

    def show_whole(self, topic: "Topic", frame: bytes) -> None:
        """Take a snapshot."""
        ...


class Topic:
    """See the module.  `make` builds the view from the state, inside the engine's gate."""

    __slots__ = (
        "fresh",
        "indexed",
        "last",
        "make",
        "name",
        "patient",
        "queued",
        "seated",
        "seats",
        "stream",
        "urgent",
        "version",
        "view",
        "watchers",
    )

    def __init__(self, name: str, stream: str, make: MakeView, looks: Looks) -> None:
        self.name = name
        self.stream = stream
        self.make = make
        # Whether it may wait longer where there are many like it: of what looks at everything
        # there are few, and somebody acts on it.
        self.patient = not looks.everything
        # Which terminals its view shows, and those it showed when it was built last.
        self.seats = looks.seats
        self.seated: tuple[str, ...] = ()
        # Where the hub finds it when an event concerns what it looks at.
        self.indexed: list[tuple[dict[str, dict[str, Topic]], str]] = []
        self.version = 0
        self.view: Any = None
        self.watchers: dict[Watcher, None] = {}
        # Those who are owed a snapshot.
        self.fresh: dict[Watcher, None] = {}
        # When it was built last, and whether it waits to be built again (see hub).
        self.last = 0.0
        self.queued = self.urgent = False

    def publish(self, view: msgspec.Struct, time: int) -> int:
        """Tell the watchers what is different; return how many frames were sent."""
        before, self.view = self.view, view
        sent = 0
        if before is None:
            self.version = 1
        elif self.watchers:
            changes, append = difference(before, view)
            if changes or append:
                self.version += 1
                frame = ENCODER.encode(Update(self.name, self.version, time, changes, append))
                for watcher in list(self.watchers):
                    watcher.show(self, frame)
                sent = len(self.watchers)
        elif before != view:
            self.version += 1
        return sent + self._show_whole(time)

    def _show_whole(self, time: int) -> int:
        if not self.fresh:
            return 0
        frame = ENCODER.encode(Snapshot(self.name, self.version, time, self.view))
        fresh, self.fresh = list(self.fresh), {}
        for watcher in fresh:
            self.watchers[watcher] = None
            watcher.show_whole(self, frame)
        return len(fresh)

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        self.watchers.pop(watcher, None)
        self.fresh.pop(watcher, None)

    @property
    def shows_room(self) -> bool:
        """Whether it shows what may still be confirmed, so that each confirmation changes it.

        Rule: LT Diagram A:11; LT Diagram A:12;
        LT Diagram B:11; LT Diagram B:12
        """
        return isinstance(self.view, DisplayView) and bool(self.view.room)

    @property
    def is_watched(self) -> bool:
        """Whether anybody watches or waits for a snapshot."""
        return bool(self.watchers or self.fresh)


def difference(before: Any, after: Any) -> tuple[dict[str, Any], tuple[Result, ...]]:
    """Return the fields that changed, and the results that were only added to the end."""
    values = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    changes = {name: new for name, old, new in values if old is not new and old != new}
    if "results" not in changes or not isinstance(after, DisplayView):
        return changes, _NOTHING
    added = _added(before.results, after.results)
    if added:
        del changes["results"]
    return changes, added


def _added(before: tuple[Result, ...], after: tuple[Result, ...]) -> tuple[Result, ...]:
    """Return what is new at the end, nothing when something older is different too."""
    last = before[-1].round if before else 0
    new = tuple(result for result in after if result.round > last)
    kept = after[: len(after) - len(new)]
    return new if kept == before[len(before) - len(kept) :] else _NOTHING
