"""Note stackers by our own sums: a note is in a terminal, in a box on its way, or counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from openfelt.audit import drop_event, event
from openfelt.audit.desk import Desk
from openfelt.audit.event import Event
from openfelt.audit.finding import Findings, dollars


class Stackers:
    """The stackers of one stream: of a pit what is in them, of the house what is to be counted."""

    def __init__(self, findings: Findings, desk: Desk) -> None:
        self._findings, self._desk = findings, desk
        self.holds: dict[str, int] = {}
        self.boxes: dict[str, int] = {}
        self._last: dict[str, str] = {}
        # Credit on the house's list, and what is being fetched of it.
        self._left: dict[tuple[str, str], int] = {}

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def stacked(self, e: event.NoteStacked) -> None:
        """Put a note on the others."""
        self.holds[e.terminal] = self.holds.get(e.terminal, 0) + e.amount

    def removed(self, e: drop_event.StackerRemoved) -> None:
        """Expect all that was stacked since the last box, and another box."""
        holds = self.holds.get(e.terminal, 0)
        if e.amount != holds:
            self.say(f"{dollars(holds)} were stacked at {e.terminal}, not {dollars(e.amount)}")
        if self._last.get(e.terminal) == e.box:
            self.say(f"the box {e.box!r} was taken out before")
        self._last[e.terminal] = e.box
        self.holds[e.terminal] = 0

    def received(self, e: drop_event.DropReceived) -> None:
        """Note what has to be in it."""
        if e.drop in self.boxes:
            self.say(f"{e.drop} was received before")
        self.boxes[e.drop] = e.amount

    def counted(self, e: drop_event.DropCounted) -> None:
        """Expect a box that waits, with what the pit said."""
        expected = self.boxes.pop(e.drop, None)
        if expected is None:
            self.say(f"{e.drop} does not wait to be counted")
        elif expected != e.expected:
            self.say(f"{e.drop} should hold {dollars(expected)}, not {dollars(e.expected)}")
        self._desk.counted_by_two(max(e.expected, e.counted), e.second)

    def reported(self, e: drop_event.CreditsReported) -> None:
        """Keep the list of a pit."""
        self._left = {key: one for key, one in self._left.items() if key[0] != e.pit}
        self._left |= {(e.pit, one.terminal): one.account for one in e.credits}

    def asked(self, e: drop_event.AbandonAsked) -> None:
        """Expect credit of the list, and two persons."""
        if self._left.pop((e.pit, e.terminal), None) != e.account:
            self.say(f"{e.terminal} was not on the list with account {e.account}")
        if not e.second:
            self.say("one person alone gives credit up")

    def wrong_sums(self, accounts: dict[str, int]) -> Iterator[str]:
        """Yield stackers that do not hold what is booked."""
        expected = {f"note_stacker:{name}": holds for name, holds in self.holds.items()}
        for drop, amount in self.boxes.items():
            name = f"note_stacker:{drop.rpartition('/')[0]}"
            expected[name] = expected.get(name, 0) + amount
        for name in sorted(
            expected.keys() | {n for n in accounts if n.startswith("note_stacker:")}
        ):
            holds, booked = expected.get(name, 0), -accounts.get(name, 0)
            if holds != booked:
                yield f"{name} holds {dollars(holds)}, booked {dollars(booked)}"


RULES: Final[dict[type[Event], Callable[[Stackers, Any], None]]] = {
    event.NoteStacked: Stackers.stacked,
    drop_event.StackerRemoved: Stackers.removed,
    drop_event.DropReceived: Stackers.received,
    drop_event.DropCounted: Stackers.counted,
    drop_event.CreditsReported: Stackers.reported,
    drop_event.AbandonAsked: Stackers.asked,
}
