"""What stands in a row is read in one place, so that every reader sees old events lifted."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "openfelt"
# Stores and chain carry and hash whole tuples of columns, of which it is one.  The auditor counts
# the keys of each version as it was written.
READERS = {"audit/keys.py", "journal/codec.py", "journal/upcasts.py"}
FILES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))


def looked_at(text: str) -> list[int]:
    """Return the lines on which somebody takes the payload of a row."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "payload"
    ]


def test_only_the_two_roads_look_into_a_payload() -> None:
    found = {file: looked_at((SOURCE / file).read_text(encoding="utf-8")) for file in FILES}
    looking = {file: lines for file, lines in found.items() if lines}
    others = {file: lines for file, lines in looking.items() if file not in READERS}
    assert others == {}, "read a row by upcasts.fields(row) or by a Codec: they lift old versions"
    assert looking.keys() == READERS


def test_a_look_is_seen() -> None:
    assert looked_at("def peek(row):\n    return b'x' in row.payload") == [2]
