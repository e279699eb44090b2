"""A kind of station is one record: nothing in the server asks which kind it has before it."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

from openfelt.floor.rounds.round import NewGame
from openfelt.floor.whole import COMMANDS
from openfelt.stations.kind import KINDS, StationKind
from openfelt.stations.memory import Memory
from openfelt.stations.window import Post, Room

ROOT = Path(__file__).parents[2]
SERVER = sorted((ROOT / "src" / "openfelt" / "server").rglob("*.py"))
# "table" and "device" are also places where a station stands.
NAMES = set(KINDS) - {"table", "device"}


def asked(tree: ast.Module) -> list[int]:
    """Return the lines on which something is compared with the name of a kind."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in NAMES
    ]


@pytest.mark.parametrize("path", SERVER, ids=lambda path: path.stem)
def test_the_server_reads_the_record_and_never_asks_for_a_kind(path: Path) -> None:
    assert asked(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "code", ['x.kind == "dealer"', 'x in ("player",)', 'match x:\n case "display": pass']
)
def test_a_question_for_a_kind_is_seen_however_it_is_asked(code: str) -> None:
    assert asked(ast.parse(code))


def test_every_kind_with_a_page_has_one_and_no_other_is_built() -> None:
    doors = {"index", "enrol", "signin", "nowhere"}
    pages = {path.stem for path in (ROOT / "web").glob("*.html")}
    assert pages - doors == {kind.name for kind in KINDS.values() if kind.has_page}


def test_a_kind_sends_commands_of_the_floor_each_once() -> None:
    for kind in KINDS.values():
        assert set(kind.commands) <= set(COMMANDS)
        assert len(set(kind.commands)) == len(kind.commands)


def test_whoever_has_a_place_at_a_station_depends_on_the_book_of_its_table() -> None:
    dealer, table = KINDS["dealer"], KINDS["table"]
    assert "dealer" in dealer.staffed_by(["LT"])
    assert not dealer.staffed_by(["SB"])
    assert "egs" in table.staffed_by(["SB"])
    assert table.staffed_by(["LT", "SB"]) == table.staffed_by(["LT"]) | table.staffed_by(["SB"])
    assert KINDS["player"].staffed_by(["LT"]) == frozenset()


def test_no_record_can_say_what_cannot_be() -> None:
    with pytest.raises(AssertionError, match="no tables"):
        StationKind(name="x", face="floor", stands="table", stream="house")
    with pytest.raises(AssertionError, match="one who gives it"):
        StationKind(name="x", face="floor", stands="table", commands=(NewGame,))
    with pytest.raises(AssertionError, match="has a book"):
        StationKind(
            name="x", face="floor", stands="desk", stream="house", staff=KINDS["table"].staff
        )


def test_a_stations_windows_are_its_own_half_first() -> None:
    post = Post("T1", ("L1", "S1"), "", Room(Memory(), demo=False))
    names = [one.name for one in KINDS["player"].windows(post)]
    assert names == ["player:T1", "display:L1", "display:S1"]
    own, *shared = [one.looks for one in KINDS["player"].windows(post)]
    assert (own.tables, own.terminals, own.chips) == (("L1", "S1"), ("T1",), ())
    assert [one.tables for one in shared] == [("L1",), ("S1",)]
    at_l1 = post._replace(station="L1-dealer", tables=("L1",), person="d1")
    own, _ = [one.looks for one in KINDS["dealer"].windows(at_l1)]
    assert (own.tables, own.everything, own.terminals) == (("L1",), True, ())
    assert own.seats is not None
    assert own.seats(SimpleNamespace(seats=[SimpleNamespace(terminal="T1")])) == ("T1",)
    assert KINDS["device"].windows(post) == []
