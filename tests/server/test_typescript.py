"""The browser's types are written from the structs: what is checked in is what they say."""

from pathlib import Path

import pytest

from openfelt.core.refusal import Refusal
from openfelt.server.feed import typescript
from openfelt.server.feed.asks import asks_of
from openfelt.stations.kind import KINDS

WRITTEN = Path(__file__).parents[2] / "web/src/generated/feed.ts"


def test_the_checked_in_types_are_current() -> None:
    command = "python -m openfelt.server.feed.typescript web/src/generated/feed.ts"
    assert WRITTEN.read_text(encoding="utf-8") == typescript.generate(), f"run {command}"


def test_every_refusal_and_every_command_has_a_type() -> None:
    text = typescript.generate()
    for code in Refusal:
        assert f'  "{code.value}",' in text
    for kind in KINDS.values():
        for ask in asks_of(kind):
            assert (f"export interface {ask.__name__} {{" in text) is kind.has_page


@pytest.mark.parametrize("hidden", ["person", "second"])
def test_no_staff_command_lets_the_page_say_who_acts(hidden: str) -> None:
    for kind in ("dealer", "table"):
        for ask in asks_of(KINDS[kind]):
            assert hidden not in ask.__struct_fields__


def test_no_player_command_names_its_terminal_or_ticket() -> None:
    for ask in asks_of(KINDS["player"]):
        assert not {"terminal", "number"} & set(ask.__struct_fields__)
