"""What can go wrong with a journal, each with a sentence that says what to do."""

from __future__ import annotations


class JournalFault(Exception):
    """The world around the journal is not as it must be: the file, the server, the disk."""


class JournalCorrupt(JournalFault):
    """The stored journal is not the one that was written: stop, serve nothing."""

    def __init__(self, stream: str, sequence: int, why: str) -> None:
        super().__init__(
            f"the journal is damaged at {stream}:{sequence}: {why}; "
            "serve nothing from it, keep it as evidence, and restore a backup"
        )
        self.stream = stream
        self.sequence = sequence
        self.why = why


class OwnedByAnother(JournalFault):
    """Somebody else is the one writer; `seconds_left` says for how long, where that is known."""

    def __init__(self, sentence: str, seconds_left: float | None = None) -> None:
        super().__init__(sentence)
        self.seconds_left = seconds_left


class OwnershipLost(JournalFault):
    """This process is not, or no longer, the one writer of the stream: it may say nothing more."""

    def __init__(self, stream: str) -> None:
        super().__init__(
            f"this process does not own the stream {stream!r} (any more): "
            "stop it; the owner answers for it now"
        )
        self.stream = stream


class JournalConflict(JournalFault):
    """A row does not follow the last one: there was a second writer, or a bug before us."""

    def __init__(self, sentence: str) -> None:
        super().__init__(f"{sentence}; stop this process and look for a second writer")


class JournalBroken(JournalFault):
    """An earlier write failed or its outcome is unknown, so this object is of no use any more."""

    def __init__(self, why: BaseException) -> None:
        super().__init__(
            f"the journal is out of use since a write failed ({type(why).__name__}: {why}); "
            "stop this process and start it again, never repeat the write"
        )


class UnknownEvent(JournalFault):
    """An event that this release has never heard of."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(
            f"this release does not know the event {name} version {version}: the journal was "
            "written by a newer release; run that release, or a later one"
        )
        self.name = name
        self.version = version


class UnreadableEvent(JournalFault):
    """A known event whose payload does not fit its definition."""

    def __init__(self, name: str, version: int, why: str) -> None:
        super().__init__(
            f"the payload of an event {name} version {version} does not fit: {why}; if the chain "
            "verifies, the definition or an upcast was changed by mistake: report it as a bug"
        )
        self.name = name
        self.version = version
        self.why = why
