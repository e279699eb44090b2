"""Where the work of a citation is done, followed through the sources."""

from __future__ import annotations

from pathlib import Path

from fake_checkout import make_checkout, write

from openfelt.trace.citation import SOURCE, scan
from openfelt.trace.mutation import mutations
from openfelt.trace.project import Project, read_sources
from openfelt.trace.register import load
from openfelt.trace.vocabulary import Vocabulary
from openfelt.trace.work import Place, Work

PLACING = '''
from openfelt.floor.base import Laid, refuse
from openfelt.floor import room

def stage(amount):
    """Lay a chip."""
    found = room.room_for(amount)
    # Rule: LT 4.2.7
    return (Laid(found),)

def other(amount):
    """Rule: LT 4.2"""
    if too_much(amount):
        return refuse("NO", worded(amount))
    return helper(amount)

def too_much(amount):
    return amount > 5

def worded(amount):
    return amount + 1

def helper(amount):
    """Rule: PB 5.7"""
    return amount

def laid(state, event):
    state.credit -= event.amount

CONCEPT = Concept(evolves={Laid: laid}, posts={Laid: lambda event: event.amount + 1})
'''
ROOM = """
def room_for(amount):
    return cut(amount)

def cut(amount):
    return deepest(amount) - 1

def deepest(amount):
    return beyond(amount) - 2

def beyond(amount):
    return amount - 3
"""
BASE = "class Laid: ...\n\ndef refuse(code, word): ...\n"
BOOK = """
POLICY = Policy(
    strict=True,
    confirm_step=False,  # Rule: LT 4.2.8
    pairs=policy.Pairs.FREELY,
)
POWERS = {
    Act.VOID: (Role.AGM,),  # Rule: LT 8.1.1
}
"""
READER = '''
def confirm(state, policy):
    if policy.confirm_step:
        return 1
    return 2

def void(state):
    return may(state, Act.VOID, 3)

def pairs(policy, when):
    """Rule: LT 4.2.7"""
    if policy.pairs is Pairs.THREE:
        return 1
    else:
        found = 2
    match when:
        case Pairs.THREE:
            return 3
        case Pairs.FREELY:
            return 4
    if when is Pairs.THREE:
        return 6
    return found if not policy.confirm_step and found else 5
'''


def reach(root: Path, **sources: str) -> Work:
    make_checkout(root)
    for name, source in sources.items():
        write(root, f"src/openfelt/{name.replace('__', '/')}.py", source)
    return Work(Project(read_sources(root, SOURCE)), scan(root, load(root)).found)


def reached(places: list[Place]) -> list[tuple[int, str]]:
    return [(one.steps, one.stretch.name) for one in places]


def placing(root: Path) -> Work:
    return reach(root, floor__placing=PLACING, floor__room=ROOM, floor__base=BASE)


def test_a_citation_is_followed_to_calls_events_and_where_its_names_come_from(
    tmp_path: Path,
) -> None:
    assert reached(placing(tmp_path).places("LT 4.2.7")) == [
        (0, "stage"),
        (1, "Laid"),
        (1, "laid"),
        (1, "room_for"),
        (2, "cut"),
    ]


def test_what_names_other_clauses_and_what_is_only_said_is_not_followed(tmp_path: Path) -> None:
    assert reached(placing(tmp_path).places("LT 4.2")) == [(0, "other"), (1, "too_much")]


def test_what_everybody_calls_is_nobodys(tmp_path: Path) -> None:
    many = "".join(f"\ndef f{n}(a):\n    return too_much(a)\n" for n in range(5))
    found = reach(tmp_path, floor__placing=PLACING + many, floor__base=BASE)
    assert reached(found.places("LT 4.2")) == [(0, "other")]


def test_what_many_clauses_come_to_is_nobodys(tmp_path: Path) -> None:
    source = PLACING.replace('Rule: LT 4.2"', 'Rule: LT 4.2; LT 1.1; LT 4.2.8; LT 8.1.1; LT 4.2.7"')
    found = reach(tmp_path, floor__placing=source, floor__base=BASE)
    assert reached(found.places("LT 4.2")) == [(0, "other")]


def test_a_value_of_a_book_is_followed_to_what_reads_it(tmp_path: Path) -> None:
    found = reach(tmp_path, rulebooks__lt=BOOK, floor__reader=READER)
    assert reached(found.places("LT 8.1.1")) == [(0, "POWERS[Act.VOID]"), (1, "VOID")]
    steps = [(one.steps, one.stretch.span.line) for one in found.places("LT 4.2.8")]
    assert steps == [(0, 4), (1, 3)]


def test_what_a_book_never_comes_to_is_not_broken_for_it(tmp_path: Path) -> None:
    found = reach(tmp_path, rulebooks__lt=BOOK, floor__reader=READER)
    (place,) = found.places("LT 4.2.7")
    broken = mutations(READER, place.stretch.span, place.foreign, Vocabulary())
    lines = {one.before for one in broken}
    assert lines == {
        "found = 2",
        "return 4",
        "return found if not policy.confirm_step and found else 5",
    }
