"""What the sources call things: the members of enums, the fields of records, the words of states.

A break that swaps one name for another takes the other from here.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

# By class, then in order: a field and its type as written.
Fields = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Members by enum, fields by class, and the words an attribute is compared with or set to."""

    enums: Mapping[str, Sequence[str]] = field(default_factory=dict)
    fields: Fields = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def following_member(self, enum: str, member: str) -> str | None:
        """Return the next member of an enum, the first after the last."""
        return _following(self.enums.get(enum, ()), member)

    def other_field(self, owner: str, name: str) -> str | None:
        """Return the next field of the same type in the same record."""
        types = self.fields.get(owner, {})
        alike = [one for one, kind in types.items() if kind == types.get(name)]
        return _following(alike, name)

    def other_word(self, attribute: str, word: str) -> str | None:
        """Return another word the attribute can have."""
        return _following(self.words.get(attribute, ()), word)

    def owner_of(self, name: str) -> str | None:
        """Return the only record with such a field, None where several have one."""
        owners = [owner for owner, fields in self.fields.items() if name in fields]
        return owners[0] if len(owners) == 1 else None


def read_vocabulary(sources: Sequence[str]) -> Vocabulary:
    """Collect the names of all sources."""
    enums: dict[str, list[str]] = {}
    fields: dict[str, dict[str, str]] = {}
    words: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                _read_class(node, enums, fields)
            for attribute, word in _words(node):
                words[attribute][word] = None
    return Vocabulary(enums, fields, {name: list(found) for name, found in words.items()})


def _read_class(
    node: ast.ClassDef, enums: dict[str, list[str]], fields: dict[str, dict[str, str]]
) -> None:
    if any(re.search(r"(Enum|Flag)$", ast.unparse(base)) for base in node.bases):
        assigned = (one for one in node.body if isinstance(one, ast.Assign))
        enums[node.name] = [ast.unparse(one.targets[0]) for one in assigned]
        return
    declared = (one for one in node.body if isinstance(one, ast.AnnAssign))
    found = {ast.unparse(one.target): ast.unparse(one.annotation) for one in declared}
    if found:
        fields[node.name] = found


def _words(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare(
            left=ast.Attribute(attr=name), comparators=[ast.Constant(value=str(word))]
        ):
            yield name, word
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Constant(value=str(word))):
            yield name, word
        case _:
            pass


def _following(names: Sequence[str], name: str) -> str | None:
    if name not in names or len(names) < 2:
        return None
    return names[(list(names).index(name) + 1) % len(names)]
