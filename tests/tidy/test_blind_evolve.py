"""`evolve` is blind: it reads the event, the state and the table's definition, and nothing else.

What it read besides would change with a release, and the same rows would fold to another state.
"""

from dataclasses import fields
from pathlib import Path

import pytest
from tidy_blind import Evolvers
from tidy_evolvers import HOOKS

from openfelt.floor.play.procedure import PROCEDURES, Procedure
from openfelt.floor.whole import CONCEPTS

SOURCE = Path(__file__).parents[2] / "src"
LAYERS = ("core", "games", "rulebooks", "floor")
# Evolvers that still see something.  This list only gets shorter.
SEEING: tuple[str, ...] = ()


def texts() -> dict[str, str]:
    """Return the text of the floor's modules and of what lies under it, by name."""
    found = {}
    for path in (
        p for layer in LAYERS for p in sorted((SOURCE / "openfelt" / layer).rglob("*.py"))
    ):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.read_text(encoding="utf-8")
    return found


TEXTS = texts()
REAL = Evolvers(TEXTS)


def test_evolvers_see_the_event_the_state_and_the_definition_alone() -> None:
    assert REAL.offences() == list(SEEING)


def test_every_evolver_and_every_hook_is_followed() -> None:
    listed = sum(len(concept.evolves) + len(concept.posts) for concept in CONCEPTS)
    defaults = {field.name: field.default for field in fields(Procedure)}
    hooks = sum(getattr(one, h) is not defaults[h] for one in PROCEDURES.values() for h in HOOKS)
    assert REAL.count() == listed + hooks
    reached = REAL.reached()
    for deep in ("rounds.notice.make_final", "play.cards.foreign_card.count", "ledger.Account.of"):
        assert deep in reached
    assert "rounds.notice.change_limits" not in reached


IMPORTS = """
from openfelt.floor.base import Concept, Context, Event
from openfelt.floor.play.procedure import Procedure
from openfelt.floor.rounds.notice import SIGN_US, make_final
from openfelt.floor.people import task
from openfelt.floor import clock
from openfelt.rulebooks import VARIANTS, lt
from openfelt.rulebooks.policy import Finality, cash_out_is_open
from openfelt.rulebooks.powers import Act
import random, time
"""


def offences(code: str, concept: str = "CONCEPT = Concept(evolves={Event: seen})") -> list[str]:
    planted = {"openfelt.floor.planted": f"{IMPORTS}\n{code}\n{concept}\n"}
    known = REAL.offences()
    return [one for one in Evolvers(TEXTS | planted).offences() if one not in known]


def test_an_evolver_that_reads_the_rulebooks_is_named() -> None:
    code = "def seen(state, event):\n    state.x = VARIANTS['LT'].policy"
    assert offences(code) == ["Event -> planted.seen -> openfelt.rulebooks.VARIANTS"]


def test_a_constant_two_calls_deep_is_named_with_the_way_there() -> None:
    code = (
        "MINUTES = 3\n"
        "def seen(state, event):\n    nearer(state)\n"
        "def nearer(state):\n    there(state)\n"
        "def there(state):\n    state.x = MINUTES"
    )
    (found,) = offences(code)
    assert found == (
        "Event -> planted.seen -> planted.nearer -> planted.there -> openfelt.floor.planted.MINUTES"
    )


def test_a_hook_of_a_procedure_is_held_to_it_too() -> None:
    code = "def rest(table):\n    table.due = SIGN_US"
    (found,) = offences(code, "PROCEDURE = Procedure(name='planted', at_rest=rest)")
    assert found == ("Procedure.at_rest -> planted.rest -> openfelt.floor.rounds.notice.SIGN_US")


def test_what_decides_may_look() -> None:
    code = "def may(state, command, context):\n    return VARIANTS, SIGN_US"
    assert offences(code, "CONCEPT = Concept(decides={Event: may})") == []


@pytest.mark.parametrize(
    ("reads", "what"),
    [
        ("lt.LT", "openfelt.rulebooks.lt.LT"),
        ("cash_out_is_open(1)", "openfelt.rulebooks.policy.cash_out_is_open"),
        ("task.duty('call')", "openfelt.floor.people.task.KINDS"),
        ("clock.next_due(state)", "openfelt.floor.clock.next_due"),
        ("time.time()", "time.time"),
        ("random.random()", "random.random"),
        ("Context(1, '')", "openfelt.floor.base.Context"),
        ("LATE", "openfelt.floor.planted.LATE"),
        ("state.now + Planted().later()", "openfelt.floor.rounds.notice.SIGN_US"),
        ("[SIGN_US for _ in ()]", "openfelt.floor.rounds.notice.SIGN_US"),
    ],
)
def test_whatever_it_reads_is_named(reads: str, what: str) -> None:
    code = (
        "LATE = (SIGN_US, 'a')\n"
        "class Planted:\n    def later(self):\n        return SIGN_US\n"
        f"def seen(state, event):\n    state.x = {reads}"
    )
    (found,) = offences(code)
    assert found.startswith("Event -> planted.seen -> ")
    assert found.endswith(f" -> {what}")


@pytest.mark.parametrize(
    "reads",
    [
        "state.rules(event).policy.finality is Finality.NEVER",
        "Act.DEAL in state.rules(event).powers",
        "make_final(state, event)",
        "state.now + event.duty.within_us",
        "WORDS",
    ],
)
def test_the_words_of_a_definition_may_be_read(reads: str) -> None:
    code = f"WORDS = ('idle', 'void')\ndef seen(state, event):\n    state.x = {reads}"
    assert offences(code) == []
