"""The lock of event shapes: what is on record is not changed by the way."""

import json
from dataclasses import make_dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from openfelt.audit.known import KNOWN
from openfelt.floor.whole import EVENTS
from openfelt.journal.codec import version_of
from openfelt.rulebooks.policy import Policy

_SCRIPT = Path(__file__).parents[2] / "scripts" / "event_shapes.py"


def _loaded() -> Any:
    spec = spec_from_file_location("event_shapes", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


shapes = _loaded()
LOCKED = json.loads(shapes.LOCK.read_text(encoding="utf-8"))


class Stake(msgspec.Struct, array_like=True):
    terminal: str
    amount: int


class Laid(msgspec.Struct):
    table: str
    stakes: tuple[Stake, ...]
    by: dict[str, int | None] = {}
    due: int = 0


SMALL = shapes.added({}, [Laid])


def planted(
    fields: list[Any], *, version: int = 1, array_like: bool = False
) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        "Laid",
        fields,
        array_like=array_like,
        namespace={"version": version, "__annotations__": {"version": ClassVar[int]}},
    )


def small_faults(event: type[msgspec.Struct], upcasts: Any = None) -> list[str]:
    return list(shapes.faults(SMALL, [event], upcasts or {}))


STAKES = ("stakes", tuple[Stake, ...])
BY: tuple[Any, ...] = ("by", dict[str, int | None], msgspec.field(default_factory=dict))
DUE = ("due", int, 0)


def test_the_code_has_the_shapes_that_are_locked() -> None:
    assert list(shapes.faults(LOCKED)) == []
    assert shapes.added(LOCKED) == LOCKED


def test_a_shape_is_spelled_out() -> None:
    assert SMALL == {
        "Laid": {
            "1": {
                "fields": {
                    "table": "str",
                    "stakes": "tuple[array(terminal: str, amount: int), ...]",
                    "by": "dict[str, int | none] = {}",
                    "due": "int = 0",
                }
            }
        }
    }
    assert small_faults(planted([("table", str), STAKES, BY, DUE])) == []


class Longer(msgspec.Struct, array_like=True):
    terminal: str
    amount: int
    bet: str


class Named(msgspec.Struct):
    terminal: str
    amount: int


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ([STAKES, BY, DUE], "its field table is gone"),
        ([("table", str), STAKES, BY, DUE, ("why", str, "")], "its field why is new"),
        ([("table", int), STAKES, BY, DUE], "its field table was `str` and is `int`"),
        ([("table", str), STAKES, BY, ("due", int, 1)], "its field due was `int = 0` and is"),
        ([("table", str), STAKES, DUE, BY], "its fields stand in another order"),
        ([("table", str), ("stakes", tuple[Longer, ...]), BY, DUE], "its field stakes was"),
        ([("table", str), ("stakes", tuple[Named, ...]), BY, DUE], "its field stakes was"),
    ],
)
def test_a_change_without_a_version_is_named(fields: list[Any], what: str) -> None:
    (fault,) = small_faults(planted(fields))
    assert fault.startswith(f"Laid version 1: {what}")


def test_an_event_that_becomes_an_array_is_named() -> None:
    (fault,) = small_faults(planted([("table", str), STAKES, BY, DUE], array_like=True))
    assert fault == "Laid version 1: array_like was changed"


def test_a_change_of_a_real_event_is_named() -> None:
    (real,) = (event for event in EVENTS if event.__name__ == "RoundSettled")
    changed = msgspec.defstruct("RoundSettled", [("croupier", str, "")], bases=(real,))
    events = [changed if event is real else event for event in EVENTS]
    assert "RoundSettled version 3: its field croupier is new" in shapes.faults(LOCKED, events)


def test_a_raised_version_needs_its_upcast_and_its_lock() -> None:
    raised = planted([("table", str)], version=2)
    assert small_faults(raised) == [
        "Laid version 2 is not locked yet",
        "Laid version 1: no upcast leads from it to version 2",
    ]
    upcasts = {("Laid", 1): lambda fields: {"table": fields["table"]}}
    assert small_faults(raised, upcasts) == ["Laid version 2 is not locked yet"]
    written = shapes.added(SMALL, [raised])
    assert list(shapes.faults(written, [raised], upcasts)) == []
    assert written["Laid"]["1"] == SMALL["Laid"]["1"]


def test_writing_never_changes_what_is_locked() -> None:
    changed = planted([("table", int)])
    assert shapes.added(SMALL, [changed]) == SMALL


def test_what_is_locked_never_goes() -> None:
    (gone,) = shapes.faults(SMALL, [], {})
    assert gone.startswith("Laid is gone from the code")
    later = shapes.added(SMALL, [planted([("table", str)], version=2)])
    assert list(shapes.faults(later, [Laid], {})) == [
        "Laid version 2 is locked and the code has 1: it never falls"
    ]


def test_a_question_more_in_a_journalled_policy_is_named() -> None:
    (real,) = (event for event in EVENTS if event.__name__ == "TableOpened")
    policy = make_dataclass(
        "Policy", [("nobody_asks", bool)], bases=(Policy,), frozen=True, kw_only=True
    )
    definition = make_dataclass("Definition", [("policy", policy)])
    changed = msgspec.defstruct("TableOpened", [("definition", definition)], bases=(real,))
    found = [one for one in shapes.faults(LOCKED, [changed]) if "its field definition was" in one]
    assert len(found) == 1
    assert "nobody_asks: bool" in found[0].rpartition("and is")[2]
    assert "nobody_asks" not in found[0].rpartition("and is")[0]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_the_auditor_reads_the_version_that_the_floor_writes(event: type[msgspec.Struct]) -> None:
    assert KNOWN[event.__name__].version == version_of(event)
