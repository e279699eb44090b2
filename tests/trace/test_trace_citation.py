from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from fake_checkout import make_checkout, write

from openfelt.trace.citation import Citation, citations, scan
from openfelt.trace.outline import Kind
from openfelt.trace.register import load


def found(source: str) -> list[Citation]:
    return citations(dedent(source), "fake.py")


def only(source: str) -> Citation:
    (citation,) = found(source)
    return citation


def governed(source: str) -> list[str]:
    """Return the text that each citation governs; a stretch of lines joined by a bar."""
    lines = dedent(source).split("\n")
    texts = []
    for one in found(source):
        span = one.span
        part = lines[span.line - 1 : span.end_line]
        part[-1] = part[-1][: span.end_column]
        part[0] = part[0][span.column :]
        texts.append("|".join(line.strip() for line in part))
    return texts


def test_a_docstring_speaks_for_its_function_and_goes_on_after_a_semicolon() -> None:
    source = '''
    class Table:
        def limit(self) -> int:
            """Say how much.

            Rule: LT 4.2.7; AC 3.10 Don't Pass Line;
            MT def:Method (A) Baccarat(a).
            """
            total = 1
            return total
    '''
    citation = only(source)
    expected = ("LT 4.2.7", "AC 3.10 Don't Pass Line", "MT def:Method (A) Baccarat(a)")
    assert citation.clauses == expected
    assert (citation.kind, citation.name, citation.line) == (Kind.FUNCTION, "Table.limit", 6)
    assert governed(source) == ["total = 1|return total"]


def test_a_citation_at_the_end_of_a_one_line_docstring_counts() -> None:
    assert only('def f() -> int:\n    """One.  Rule: LT 4.2.7"""\n    return 1\n').clauses == (
        "LT 4.2.7",
    )


def test_docstrings_of_a_module_and_a_class_are_told_apart() -> None:
    source = '''"""All.  Rule: LT 4.2"""

    class Burn:
        """How.  Rule: PB 5.7"""
        ONE = 1
    '''
    source = source.replace("\n    ", "\n")
    assert [(one.kind, one.name) for one in found(source)] == [
        (Kind.MODULE, "module"),
        (Kind.CLASS, "Burn"),
    ]


def test_a_comment_after_an_argument_governs_that_argument_alone() -> None:
    source = """
    POLICY = Policy(
        burn=Burn(1, up=False),  # Rule: LT 4.2.7
        limits=Limits(
            low=1,
            high=2,  # Rule: LT 4.2
        ),  # Rule: PB 5.7
    )
    """
    assert governed(source) == [
        "burn=Burn(1, up=False)",
        "high=2",
        "limits=Limits(|low=1,|high=2,  # Rule: LT 4.2|)",
    ]
    assert [one.name for one in found(source)] == ["POLICY.burn", "POLICY.high", "POLICY.limits"]


def test_a_comment_after_a_condition_governs_the_condition() -> None:
    source = """
    def f(a: int) -> int:
        if a < 3:  # Rule: LT 4.2
            return 1
        return 2  # Rule: PB 5.7
    """
    assert governed(source) == ["a < 3", "return 2"]
    assert {(one.kind, one.name) for one in found(source)} == {(Kind.VALUE, "f")}


def test_a_comment_above_governs_what_begins_on_the_next_line_of_code() -> None:
    source = """
    # Odds may be so many times the wager.
    # Rule: LT 4.2
    # They are never less.
    LIMIT = max(
        2, 3
    )
    PAIRS = {
        # Rule: PB 5.7
        "small": Odds(1,
                      1),
        "big": Odds(2, 1),
    }

    def f(a: int) -> int:
        # Rule: SB 3.9.1
        if a < 3:
            return 1
        else:
            return 2
    """
    assert governed(source) == [
        "LIMIT = max(|2, 3|)",
        '"small": Odds(1,|1)',
        "if a < 3:|return 1",
    ]
    assert [one.name for one in found(source)] == ["LIMIT", "PAIRS['small']", "f"]


def test_a_comment_above_a_decorated_function_governs_the_function() -> None:
    citation = only("# Rule: LT 4.2\n@cache\ndef f() -> int:\n    return 1\n")
    assert (citation.kind, citation.name) == (Kind.FUNCTION, "f")


def test_each_row_of_a_printed_table_governs_itself() -> None:
    source = '''
    ODDS = Paytable("""
        odds   2 to 1    Rule: AC 3.10 Odds 4/10
        field  1 to 1    Rule: AC 3.10 Field 3,4,9,10,11; AC 3.10 C&E 2/3/12
    """)
    '''
    first, second = found(source)
    assert (first.kind, first.name, first.line) == (Kind.ROW, "ODDS", 3)
    assert second.clauses == ("AC 3.10 Field 3,4,9,10,11", "AC 3.10 C&E 2/3/12")
    assert governed(source) == ["odds   2 to 1", "field  1 to 1"]


def test_a_field_of_a_record_speaks_for_the_record() -> None:
    source = 'BETS = (Bet("small", "Rule: SB 3.9.1", 4), Bet("big", "", 5))\n'
    assert governed(source) == ['Bet("small", "Rule: SB 3.9.1", 4)']


def test_a_string_below_an_assignment_speaks_for_it() -> None:
    source = 'class P:\n    burn: int = 1\n    """How many.  Rule: LT 4.2"""\n'
    assert governed(source) == ["burn: int = 1"]
    assert only(source).name == "P.burn"


def test_columns_are_counted_in_characters_not_in_bytes() -> None:
    assert governed('X = f("é–é", 3)  # Rule: LT 4.2\n') == ['X = f("é–é", 3)']


def test_text_that_only_handles_citations_is_none() -> None:
    source = """
    row.partition("Rule:")
    re.compile(r"Rule: (?P<clause>.*)")
    f"Rule: {clause}"
    """
    assert found(source) == []


def test_an_unknown_clause_is_reported_with_its_place_and_its_neighbours(tmp_path: Path) -> None:
    make_checkout(tmp_path, fake="A = 1  # Rule: LT 4.2.7; LT 4.2.9\n\nB = 2  # Rule: \n")
    scanned = scan(tmp_path, load(tmp_path))
    assert [one.clauses for one in scanned.found] == [("LT 4.2.7",)]
    unknown, empty = scanned.faults
    assert unknown.startswith("src/openfelt/games/fake.py:1: no clause 'LT 4.2.9' (near: LT 4.2.")
    assert empty == "src/openfelt/games/fake.py:3: `Rule:` names no clause"


def test_prose_after_a_citation_is_an_error(tmp_path: Path) -> None:
    make_checkout(tmp_path, fake="A = 1  # Rule: LT 4.2.7 and more\n")
    (fault,) = scan(tmp_path, load(tmp_path)).faults
    assert "no clause 'LT 4.2.7 and more'" in fault


def test_the_files_that_show_the_grammar_hold_no_rule(tmp_path: Path) -> None:
    make_checkout(tmp_path)
    write(tmp_path, "src/openfelt/trace/example.py", "A = 1  # Rule: LT 4.2.7\n")
    write(tmp_path, "src/openfelt/cli/rules.py", "A = 1  # Rule: LT 99\n")
    scanned = scan(tmp_path, load(tmp_path))
    assert scanned.found == ()
    assert scanned.faults == ()
