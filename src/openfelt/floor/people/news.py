"""What a guest was told of his money and has read; the telling itself stations remember."""

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.state import State


class AcknowledgeNews(Command, frozen=True):
    """A player has read a line that told him of a change of his credit; `line` is its number."""

    terminal: str
    line: int


class NewsAcknowledged(Event, frozen=True):
    terminal: str
    line: int


def acknowledge(state: State, command: AcknowledgeNews, _: Context) -> Answer:
    """Put it on record that he has read it; lines are counted from 1."""
    if command.terminal not in state.terminals:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    return (NewsAcknowledged(command.terminal, command.line),) if command.line > 0 else ()


def acknowledged(state: State, event: NewsAcknowledged) -> None:
    """Recorded; what stations show beside the state lets the line go."""


CONCEPT = Concept(decides={AcknowledgeNews: acknowledge}, evolves={NewsAcknowledged: acknowledged})
