"""Why an engine does not take a request."""

from openfelt.journal.errors import JournalFault


class EngineStopped(JournalFault):
    """The engine has ended, for good: what waited was told to nobody and may or may not be kept."""

    def __init__(self, why: BaseException) -> None:
        super().__init__(
            f"the engine has stopped ({type(why).__name__}: {why}); start the process again: "
            "whoever had no answer asks again with the same number"
        )


class NoLongerOwner(JournalFault):
    """The journal cannot vouch any more that nobody else writes: nothing may leave."""

    def __init__(self) -> None:
        super().__init__(
            "the ownership of the streams was not renewed in time, another node may have taken "
            "over: stop this process"
        )


class NotHere(LookupError):
    """A stream that this node does not own, or has not recovered yet."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"this node does not own the stream {stream!r}: ask the node that does")


class BadRequest(ValueError):
    """A request that no station of ours can have made; nothing was changed by it."""


class Overrun(RuntimeError):
    """More waits than the engine holds, even of refusals: stop reading from this client."""

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} answers wait for the journal: stop reading from this client")
