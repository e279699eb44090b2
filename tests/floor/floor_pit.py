"""A pit without an engine: commands are decided and applied at once, and time stands still."""

from __future__ import annotations

from typing import Any

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Command, Context, Event, Refused
from openfelt.floor.money.account import EnrolTerminal, InsertNote
from openfelt.floor.state import Grant, Limits, State, Table
from openfelt.floor.table import KEPT, OpenTable, TableOpened
from openfelt.floor.whole import decide, evolve
from openfelt.rulebooks.definition import Definition

SECOND = 1_000_000
LIMITS = Limits(500, 50_000, 500)
PEOPLE = {
    "dana": "dealer",
    "alex": "agm",
    "chris": "casino_supervisor",
    "gina": "gm",
    "emma": "egs",
}


class Pit:
    """A state with people in it; tables and terminals are added as a test needs them."""

    def __init__(self) -> None:
        self.state = State("pit")
        self.now = SECOND

    def staffed(self) -> Pit:
        """Let everybody have his role."""
        self.state.grants = {who: [Grant(role, "pit", 0, 0)] for who, role in PEOPLE.items()}
        return self

    def do(self, command: Command) -> tuple[Event, ...]:
        """Have a command done."""
        answer = decide(self.state, command, Context(self.now, "test"))
        assert not isinstance(answer, Refused), (command, answer)
        self.apply(*answer)
        return answer

    def refused(self, command: Command) -> Refusal:
        """Have a command refused; return the code."""
        answer = decide(self.state, command, Context(self.now, "test"))
        assert isinstance(answer, Refused), (command, answer)
        return answer.code

    def apply(self, *events: Event) -> None:
        """Let events have happened."""
        for event in events:
            evolve(self.state, event, self.now)

    def table(self, name: str, variant: str, limits: Limits = LIMITS, **signed: Any) -> Table:
        """Open a table as a release does."""
        self.do(OpenTable(name, variant, limits, 20 * SECOND, **signed))
        return self.state.tables[name]

    def defined(self, name: str, rules: Definition, limits: Limits = LIMITS) -> Table:
        """Open a table by a definition no release has."""
        signed = ("commit", "rotate", 0)
        self.apply(
            TableOpened(
                name, rules.fingerprint, rules, limits, 20 * SECOND, *signed, False, 0, KEPT
            )
        )
        return self.state.tables[name]

    def player(self, name: str, *tables: str) -> str:
        """Sit somebody down with 100.00."""
        seat = len(self.state.terminals) + 1
        self.do(EnrolTerminal(name, tables, seat, (10_000,)))
        self.do(InsertNote(name, 10_000, f"note {seat}"))
        return name
