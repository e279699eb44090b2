from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from openfelt.journal.codec import Codec
from openfelt.journal.errors import UnknownEvent, UnreadableEvent
from openfelt.journal.row import Entry


class NoteStacked(msgspec.Struct, frozen=True):
    terminal: str
    cents: int


class TablesOpened(msgspec.Struct, frozen=True):
    version: ClassVar[int] = 3

    limits: dict[str, int]
    open_names: frozenset[str]
    by_seat: dict[str, bytes]


def _to_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {"limits": fields["limits"], "names": [fields["name"]]}


def _to_3(fields: dict[str, Any]) -> dict[str, Any]:
    return {"limits": fields["limits"], "open_names": fields["names"], "by_seat": {"1": "AQ=="}}


UPCASTS = {("TablesOpened", 1): _to_2, ("TablesOpened", 2): _to_3}
CODEC: Codec[msgspec.Struct] = Codec([NoteStacked, TablesOpened], UPCASTS)


def _read(name: str, version: int, payload: bytes) -> msgspec.Struct:
    return CODEC.read(Entry(0, "", "", 0, name, version, payload))


def test_an_event_comes_back_as_it_was() -> None:
    event = NoteStacked("T1", 5_000)
    name, version, payload = CODEC.encode(event)
    assert (name, version, payload) == ("NoteStacked", 1, b'{"terminal":"T1","cents":5000}')
    assert _read(name, version, payload) == event


def test_the_same_event_is_the_same_bytes_whatever_order_it_was_made_in() -> None:
    one = TablesOpened({"min": 1, "max": 5}, frozenset(["b", "a", "c"]), {"2": b"", "1": b"\x01"})
    two = TablesOpened({"max": 5, "min": 1}, frozenset(["c", "b", "a"]), {"1": b"\x01", "2": b""})
    payload = (
        b'{"limits":{"max":5,"min":1},"open_names":["a","b","c"],"by_seat":{"1":"AQ==","2":""}}'
    )
    assert CODEC.encode(one) == CODEC.encode(two) == ("TablesOpened", 3, payload)
    assert _read("TablesOpened", 3, payload) == one


@pytest.mark.parametrize(
    ("version", "payload"),
    [(1, b'{"limits":{"min":1},"name":"B1"}'), (2, b'{"limits":{"min":1},"names":["B1"]}')],
)
def test_an_old_version_is_brought_up_step_by_step(version: int, payload: bytes) -> None:
    now = TablesOpened({"min": 1}, frozenset(["B1"]), {"1": b"\x01"})
    assert _read("TablesOpened", version, payload) == now


@pytest.mark.parametrize(
    ("name", "version"),
    [("Jackpot", 1), ("TablesOpened", 4), ("NoteStacked", 2), ("NoteStacked", 0)],
)
def test_what_a_newer_release_wrote_is_refused(name: str, version: int) -> None:
    with pytest.raises(UnknownEvent, match="written by a newer release") as caught:
        _read(name, version, b"{}")
    assert (caught.value.name, caught.value.version) == (name, version)


@pytest.mark.parametrize(
    ("name", "version", "payload"),
    [
        ("NoteStacked", 1, b'{"terminal":"T1"}'),
        ("NoteStacked", 1, b'{"terminal":'),
        ("NoteStacked", 1, b'{"terminal":"\xff","cents":1}'),
        ("TablesOpened", 1, b"[]"),
        ("TablesOpened", 1, b'{"limits":{"min":1}}'),
        ("TablesOpened", 2, b'{"limits":{"min":"x"},"names":[]}'),
    ],
)
def test_a_payload_that_does_not_fit_is_a_fault(name: str, version: int, payload: bytes) -> None:
    with pytest.raises(UnreadableEvent, match=name):
        _read(name, version, payload)


def test_a_missing_or_useless_upcast_is_noticed_before_anything_is_read() -> None:
    with pytest.raises(AssertionError, match="TablesOpened"):
        Codec([TablesOpened], {("TablesOpened", 2): _to_3})
    with pytest.raises(AssertionError, match="NoteStacked"):
        Codec([NoteStacked], {("NoteStacked", 1): _to_2})


def test_the_version_is_of_the_class_and_not_of_the_event() -> None:
    class Odd(msgspec.Struct):
        version: int

    with pytest.raises(AssertionError, match="class variable"):
        Codec([Odd])
