"""The road from a row to its fields, and the data that upcasts keep."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from openfelt.journal.chain import sealed
from openfelt.journal.errors import UnreadableEvent
from openfelt.journal.lifted import data
from openfelt.journal.row import GENESIS, Entry, Row
from openfelt.journal.upcasts import UPCASTS as UPCASTS_OF_EVENTS
from openfelt.journal.upcasts import fields, lift, may_hold


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    return {"names": [fields["name"]]}


def _counted(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "count": len(fields["names"])}


UPCASTS = {("Opened", 1): _named, ("Opened", 2): _counted}


def _row(version: int, payload: bytes, name: str = "Opened") -> Row:
    (row,) = sealed("pit", GENESIS, [Entry(0, "", "", 0, name, version, payload)])
    return row


@pytest.mark.parametrize(
    ("version", "payload"),
    [(1, b'{"name":"B1"}'), (2, b'{"names":["B1"]}'), (3, b'{"names":["B1"],"count":1}')],
)
def test_the_fields_of_any_version_are_those_of_the_present_one(
    version: int, payload: bytes
) -> None:
    assert fields(_row(version, payload), UPCASTS) == {"names": ["B1"], "count": 1}
    assert lift(_row(version, payload), UPCASTS)[0] == 3


def test_an_event_without_upcasts_is_as_it_stands() -> None:
    assert fields(_row(1, b'{"a":1}', "Closed"), UPCASTS) == {"a": 1}
    assert fields(_row(1, b'{"a":1}')) == {"a": 1}


@pytest.mark.parametrize("payload", [b"", b"[]", b'{"name":', b'{"other":1}', b'{"name":"\xff"}'])
def test_what_cannot_be_read_or_lifted_has_no_fields(payload: bytes) -> None:
    assert fields(_row(1, payload), UPCASTS) == {}
    with pytest.raises(UnreadableEvent, match="Opened version 1"):
        lift(_row(1, payload), UPCASTS)


def test_an_old_row_may_hold_what_only_its_upcast_writes() -> None:
    assert may_hold(_row(1, b'{"name":"B1"}'), b'"names"', UPCASTS)
    assert may_hold(_row(3, b'{"names":[]}'), b'"names"', UPCASTS)
    assert not may_hold(_row(3, b'{"count":0}'), b'"names"', UPCASTS)


def test_the_data_of_an_upcast_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "odds.json"
    file.write_text(json.dumps({"LT": [1, 2]}), encoding="utf-8")
    first = data("odds", tmp_path)
    file.unlink()
    assert data("odds", tmp_path) is first
    assert first == {"LT": [1, 2]}
    with pytest.raises(FileNotFoundError):
        data("nothing")


def _opened_5(book: str, **besides: Any) -> dict[str, Any]:
    """Return the fields of a table as it opened before its definition listed breaches."""
    definition = {"book": book, "policy": {"idle_rounds": 3}, **besides}
    canonical = json.dumps(definition, sort_keys=True, separators=(",", ":"))
    fingerprint = hashlib.sha256(canonical.encode()).hexdigest()
    return {"fingerprint": fingerprint, "definition": {**definition, "fingerprint": fingerprint}}


def _of_5(opened: dict[str, Any]) -> Row:
    return _row(5, json.dumps(opened).encode(), "TableOpened")


@pytest.mark.parametrize(("book", "breaches"), [("LT", ["12.1"]), ("PB", ["15.1"])])
def test_a_table_that_opened_before_has_the_breaches_of_its_book(
    book: str, breaches: list[str]
) -> None:
    version, opened = lift(_of_5(_opened_5(book)), UPCASTS_OF_EVENTS)
    assert version == 6
    policy = opened["definition"]["policy"]
    assert policy == {"idle_rounds": 3, "breaches": breaches}
    assert opened["definition"]["lifted"] is True


def test_what_was_lifted_before_is_lifted_on_and_what_names_no_definition_stays() -> None:
    lifted = _opened_5("SB", lifted=True) | {"fingerprint": "of the first release"}
    assert "8.12" in fields(_of_5(lifted))["definition"]["policy"]["breaches"]
    again = {"fingerprint": "known", "definition": None}
    assert fields(_of_5(again)) == again


def test_a_definition_that_does_not_give_its_fingerprint_is_not_lifted() -> None:
    forged = _opened_5("MT")
    forged["definition"]["policy"]["idle_rounds"] = 4
    with pytest.raises(UnreadableEvent, match="its fingerprint stands for"):
        lift(_of_5(forged), UPCASTS_OF_EVENTS)
