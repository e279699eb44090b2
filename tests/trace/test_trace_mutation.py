from __future__ import annotations

from textwrap import dedent

import pytest

from openfelt.trace.citation import Citation, citations
from openfelt.trace.mutation import Mutation, mutations
from openfelt.trace.outline import Span
from openfelt.trace.vocabulary import Vocabulary, read_vocabulary

ENUM = "from enum import Enum\n\nclass Burn(Enum):\n    ONE = 1\n    TWO = 2\n    SIX = 6\n"
RECORD = """
class Sign:
    least: int
    most: int
    name: str

def f(table):
    if table.phase == "open":
        table.phase = "shut"
"""
EVERYTHING = Span(1, 0, 10_000, 0)


def broken(source: str) -> list[Mutation]:
    return mutations(source, EVERYTHING, (), read_vocabulary([ENUM, RECORD]))


def changed(source: str, site: Citation, *finer: Citation) -> list[str]:
    spans = [one.span for one in finer]
    found = mutations(source, site.span, spans, Vocabulary())
    return [one.text.split("\n")[one.line - 1].strip() for one in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a <= b", {"x = a < b"}),
        ("x = a > b", {"x = a >= b"}),
        ("x = a >= b", {"x = a > b"}),
        ("x = a == b", {"x = a != b"}),
        ("x = a != b", {"x = a == b"}),
        ("x = a in b", {"x = a not in b"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = a is b", {"x = a is not b"}),
        ("x = a is not b", {"x = a is b"}),
        ("x = a < b <= c", {"x = a <= b <= c", "x = a < b < c"}),
        (
            "x = a and b and c",
            {
                "x = a or b and c",
                "x = a and b or c",
                "x = True and b and c",
                "x = a and True and c",
                "x = a and b and True",
            },
        ),
        ("x = a or b", {"x = a and b", "x = False or b", "x = a or False"}),
        ("x = 1_000", {"x = 1001", "x = 999"}),
        ("x = 0", {"x = 1"}),
        ("x = True", {"x = False"}),
        ("x = not a", {"x = a"}),
        ("x = a + b", {"x = a - b"}),
        ("x = -(-a // b)", {"x = +(-a // b)", "x = -(+a // b)", "x = -(-a * b)"}),
        ("x += a", {"x -= a", "pass"}),
        ("x = a if b else c", {"x = a if (not (b)) else c"}),
        ("x = a if b == c else d", {"x = a if b != c else d"}),
        (
            "x = [a for a in b if c]",
            {"x = [a for a in b if (not (c))]", "x = [a for a in list(b)[:1] if c]"},
        ),
        ("x = Burn.ONE", {"x = Burn.TWO"}),
        ("x = policy.Burn.SIX", {"x = policy.Burn.ONE"}),
        ("x = 'é', a < b", {"x = 'é', a <= b"}),
        ("x = '19 to 20'", {"x = '20 to 20'", "x = '19 to 21'"}),
        ("x = 'less 5%'", {"x = 'less 6%'"}),
        ("x = '4  D S'", {"x = '4  S S'", "x = '4  D D'"}),
        ("if a:\n    x()", {
            "if (not (a)):\n    x()", "if False:\n    x()", "if True:\n    x()", "if a:\n    pass",
        }),
        ("x = max(a, b)", {"x = min(a, b)"}),
        ("x = f(a, b)", {"x = f(b, a)"}),
        ("x = any(a)", {"x = all(a)"}),
        ("x = sorted(a)", {"x = list(reversed(sorted(a)))"}),
        ("for a in reversed(b): pass", {
            "for a in list(b): pass", "for a in list(reversed(b))[:1]: pass",
        }),
        ("a.b = c", {"pass"}),
        ("a.b, a.c = d, e", {"pass", "a.b, a.c = a.b, e", "a.b, a.c = d, a.c"}),
        ("x = 'player'", {"x = 'banker'"}),
        ("x = sign.least", {"x = sign.most"}),
        ("x = a.least", {"x = a.most"}),
        ("def f(s: Sign): return s.most", {"def f(s: Sign): return s.least"}),
        ("x = a.phase != 'open'", {"x = a.phase == 'open'", "x = a.phase != 'shut'"}),
        ("def f(): return a, b", {"def f(): return b, a"}),
        ("def f(): return (Made(), *more)", {
            "def f(): return (*(), *more)", "def f(): return (Made(), *())",
        }),
        ("def f() -> int: return a", {"def f() -> int: return 0"}),
        ("x = refuse(Burn.ONE, 'w', least=3 + 4)", {"x = refuse(Burn.TWO, 'w', least=3 + 4)"}),
    ],
)  # fmt: skip
def test_each_thing_is_broken_in_its_own_way(source: str, expected: set[str]) -> None:
    assert {one.text for one in broken(source)} == expected


@pytest.mark.parametrize(
    "source",
    [
        "x: Literal[1] = y",
        "def f(a: Annotated[int, 3]) -> Literal[True]: return a",
        "def f():\n    'Pays 1 to 1, D and S.'\n    return a",
        "assert a < 3",
        "x = zip(a, b, strict=True)",
        "x = 'Rule: AC 3.10 Odds 4/10 to 1'",
        "x = f'{a < 3}'",
        "x = Colour.RED",
        "x = 'Don 5 Side'",
        "raise Fault(3)",
        "x = sign.name",
        "x = a.b",
        "x = f(a)",
    ],
)
def test_what_holds_no_rule_is_left_alone(source: str) -> None:
    assert broken(source) == []


def test_a_break_says_what_it_changed() -> None:
    (one,) = broken("a = b\nx = c < d  # As printed.  Rule: LT 4.2\n")
    assert (one.line, one.before, one.after) == (2, "x = c < d", "x = c <= d")


def test_an_operator_on_a_line_of_its_own_is_found() -> None:
    (one,) = broken("x = (\n    a\n    < b\n)")
    assert one.text == "x = (\n    a\n    <= b\n)"


def test_a_function_is_broken_only_where_no_finer_citation_governs() -> None:
    source = '''
    def f(a: int) -> int:
        """Judge 3 to 1.  Rule: LT 4.2"""
        b = 1
        # Rule: LT 4.2.7
        if a == 7:
            return 2
        return 11  # Rule: LT 4.2.8
    '''
    source = dedent(source)
    function, condition, value = citations(source, "fake.py")
    assert changed(source, function, condition, value) == ["b = 0", "b = 2"]
    assert changed(source, condition) == [
        "if False:",
        "if a != 7:",
        "if a == 6:",
        "if a == 8:",
        "return 0",
        "return 1",
        "return 3",
    ]
    assert changed(source, value) == [
        f"return {figure}  # Rule: LT 4.2.8" for figure in (0, 10, 12)
    ]


def test_a_row_is_broken_alone_and_its_name_is_not() -> None:
    source = dedent('''
    ODDS = Paytable("""
        total 4, total 17  60 to 1  Rule: SB 3.9.1
        total 5            30 to 1
    """)
    ''')
    (row,) = citations(source, "fake.py")
    assert changed(source, row) == [
        "total 4, total 17  61 to 1  Rule: SB 3.9.1",
        "total 4, total 17  60 to 2  Rule: SB 3.9.1",
    ]


def test_a_cited_table_is_broken_in_every_row_without_a_citation_of_its_own() -> None:
    source = '''
    # Rule: LT 4.2
    TABLE = """
    3  D S
    4  S S  Rule: LT Table 2:4
    """
    '''
    source = dedent(source)
    table, row = citations(source, "fake.py")
    assert {m.line for m in mutations(source, table.span, [row.span], Vocabulary())} == {4}


def test_enums_are_found_by_their_base() -> None:
    source = (
        "class A(IntEnum):\n    X = 1\n\nclass B:\n    Y = 1\n\nclass C(enum.Flag):\n    Z = 1\n"
    )
    found = read_vocabulary([ENUM, source]).enums
    assert found == {"Burn": ["ONE", "TWO", "SIX"], "A": ["X"], "C": ["Z"]}
