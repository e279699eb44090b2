"""How transcripts are read, judged and rewritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openfelt.cli.scenario import command
from openfelt.scenario.reference import PAGE
from openfelt.scenario.script import NotUnderstood, cents, microseconds, step
from openfelt.scenario.vocabulary import VERBS

HEAD = """# SB 3.2  A story.
table     S1 SB period=20s min=10 max=50 unit=5
terminal  T1 tables=S1
staff     emma=egs
T1        insert note 100
"""


def run(folder: Path, lines: str, *options: str) -> tuple[Result, str]:
    path = folder / "story.floor"
    path.write_text(HEAD + lines, encoding="utf-8")
    result = CliRunner().invoke(command, [str(path), *options])
    return result, path.read_text(encoding="utf-8").removeprefix(HEAD)


@pytest.mark.parametrize(
    ("line", "expected", "actual"),
    [
        ("T1  bet S1 small 9", "ok", "refused BELOW_MINIMUM"),
        ("T1  bet S1 small 10 -> refused BELOW_MINIMUM", "refused BELOW_MINIMUM", "ok"),
        ('T1  bet S1 small 9 -> refused BELOW_MINIMUM "SB 9"', '"SB 9"', '"SB 3.2"'),
        ("T1  bet S1 small 10 -> ok credit=5", "credit=5", "credit=90.00"),
        ("T1  bet S1 small 10 -> ok trimmed=5", "trimmed=5", "trimmed=none"),
        ("T1  bet S1 small 10 -> ok ticket=#1", "ticket=#1", "ticket=none"),
        ("T1  bet S1 small 10 -> ok round=3", "round=3", "round=1"),
        ("T1  bet S1 small 9 -> refused BELOW_MINIMUM minimum=5", "minimum=5", "minimum=10.00"),
        ("T1  bet S1 small 9 -> refused BELOW_MINIMUM bet=big", "bet=big", "bet=small"),
        ("T1  bet S1 small 9 -> refused BELOW_MINIMUM why=total", "why=total", "why=none"),
        ("T1  bet S1 small 9 -> refused BELOW_MINIMUM maximum=5", "maximum=5", "maximum=none"),
        ("T1  insert note 7 -> refused NOTE_NOT_ACCEPTED notes=7", "notes=7", "notes=5,10,20"),
        ("expect  T1 credit=7", "credit=7", "credit=100.00"),
        ("expect  T1 not credit=100", "not credit=100", "credit=100.00"),
        ("expect  T9 credit=7", "a line that can be run", "there is no T9"),
        ("expect  T1 colour=red", "a line that can be run", "a terminal shows no colour"),
        ("expect  S1 colour=red", "a line that can be run", "a table shows no colour"),
        ("expect  T1 S1 small odds=1", "a line that can be run", "a wager shows no odds"),
        ("expect  ticket #1 state=issued", "a line that can be run", "no ticket #1"),
        ("T1  dance", "a line that can be run", "a terminal cannot 'dance'"),
        ("emma  dance", "a line that can be run", "staff cannot 'dance'"),
        ("emma  actual S1 colour red", "a line that can be run", "actual T cards"),
        ("emma  limits S9 min=5", "a line that can be run", "there is no table S9"),
        ("wheel@S1  turns", "a line that can be run", "wheel cannot"),
        ("printer@T1  burning", "a line that can be run", "a printer is"),
        ("server  explode", "a line that can be run", "server restart"),
        ("cms  debit T1 5", "a line that can be run", "cms credit"),
        ("staff  emma=queen", "a line that can be run", "no role 'queen'"),
        ("clock  +20s -> ok phase=closed", "phase=closed", "phase=tumbling"),
        ("clock  +20s -> ok colour=red", "a line that can be run", "a table shows no colour"),
        ("clock  soon", "a line that can be run", "'soon' is no duration"),
        ("clock", "a line that can be run", "clock +30s"),
        ("T1  bet S1 small", "a line that can be run", "'bet S1 small': bet T CODE N"),
        ("T1  bet S1 small 10 round=2", "a line that can be run", "not round="),
        ("emma  void S1 ronud=1", "a line that can be run", "round=, not ronud="),
        ("emma  void S1 round=one", "a line that can be run", "'one' is no whole number"),
        ("tumbler@S1  dice a b c", "a line that can be run", "'a' is no whole number"),
        ("T9  insert note 5", "a line that can be run", "no terminal or person T9"),
        ("printer@T9  fault", "a line that can be run", "there is no terminal T9"),
        ("printer@T1", "a line that can be run", "a printer is"),
        ("staff  emma egs", "a line that can be run", "staff name=role"),
        ("expect  ledger gold=0", "a line that can be run", "the ledger keeps no gold"),
        ("expect  ledger not balanced", "not balanced", "balanced"),
        ("table  S2 SX min=1 max=2", "a line that can be run", "no variant SX: LT, LT_EM"),
        ("table  S1 SB min=1 max=2", "a line that can be run", "there is a S1 already"),
        ("terminal  T2 tables=S9", "a line that can be run", "no table S9"),
        ("T1  bet S1 small 9 -> refused TOO_LOW", "a line of a transcript", "code TOO_LOW"),
        ("T1  bet S1 small 9 -> refused", "a line of a transcript", "ok or refused CODE"),
        ('emma  void S1 reason="a brawl', "a line of a transcript", "a quote is not closed"),
        ("T1  bet S1 small 10 ->", "a line of a transcript", "ok or refused CODE"),
        ("T1  bet S1 small 10 -> credit=5", "credit=5", "credit=90.00"),
        ("-> ok", "a line of a transcript", "a line begins with who acts"),
        ("expect  T1", "a line of a transcript", "expect SUBJECT [not] key=value"),
        ("expect  S1 phase", "a line of a transcript", "expect SUBJECT [not] key=value"),
        ("expect  T1 credit=100 -> ok", "a line of a transcript", "expect SUBJECT [not]"),
        ("table  S2 SB min=1 max=2 unit=1 colour=red", "a line that can be run", "no colour"),
        ("table  S2 SB shooter=never", "a line that can be run", "shooter is one of"),
        ("table  S2", "a line that can be run", "table ID VARIANT"),
        ("terminal  T2", "a line that can be run", "terminal ID tables"),
    ],
)
def test_the_first_line_that_does_not_hold_is_named(
    tmp_path: Path, line: str, expected: str, actual: str
) -> None:
    result, _ = run(tmp_path, f"expect    T1 credit=100\n{line}\nexpect    T1 credit=0\n")
    assert result.exit_code == 1
    assert f"story.floor:7: {line}" in result.output
    assert f"expected {expected}" in result.output
    assert f"actual   {actual}" in result.output or actual in result.output
    assert "0 of 1 transcripts hold" in result.output


def test_json_gives_one_result_a_file(tmp_path: Path) -> None:
    result, _ = run(tmp_path, "T1  bet S1 small 1\n", "--json")
    said = json.loads(result.output)
    assert said["clauses"] == ["SB 3.2"]
    assert (said["passed"], said["line"]) == (False, 6)


def test_a_journal_is_kept_and_not_overwritten(tmp_path: Path) -> None:
    journal = tmp_path / "kept.db"
    result, _ = run(tmp_path, "", "--journal", str(journal))
    assert (result.exit_code, journal.exists()) == (0, True)
    again, _ = run(tmp_path, "", "--journal", str(journal))
    assert "begins with a new journal" in again.output
    several = CliRunner().invoke(command, [str(tmp_path), str(tmp_path), "--journal", "x"])
    assert "name one file" in several.output


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_running(tmp_path: Path) -> None:
    (tmp_path / "a.floor").write_text(HEAD + "T1  bet S1 small 10 -> perhaps\n", encoding="utf-8")
    (tmp_path / "b.floor").write_bytes(b"\xff\xfe")
    run(tmp_path, "")
    result = CliRunner().invoke(command, [str(tmp_path), "--accept"])
    assert result.exit_code == 1
    assert "a.floor:6: T1  bet S1 small 10 -> perhaps" in result.output
    assert "b.floor:1:" in result.output
    assert "this file is no UTF-8 text" in result.output
    assert "1 of 3 transcripts hold" in result.output
    as_json = CliRunner().invoke(command, [str(tmp_path), "--json"])
    said = [json.loads(line) for line in as_json.output.splitlines()]
    assert [(one["passed"], one["line"]) for one in said] == [(False, 6), (False, 1), (True, None)]
    assert said[0]["clauses"] == ["SB 3.2"]


def test_a_file_of_any_editor_is_read(tmp_path: Path) -> None:
    text = f"\ufeff{HEAD}\n\n#no space\n\tT1\tinsert  note 50->ok credit=150\t# so\n#"
    path = tmp_path / "windows.floor"
    path.write_text(text, encoding="utf-8", newline="\r\n")
    result = CliRunner().invoke(command, [str(path), "--json"])
    assert json.loads(result.output)["clauses"] == ["SB 3.2"]
    assert result.exit_code == 0


def test_a_key_said_twice_is_a_list_and_quotes_may_hold_an_arrow() -> None:
    assert step(1, "staff ann=agm ann=cashier").options == {"ann": "agm,cashier"}
    told = step(1, 'alex void B1 reason="5 -> 6" -> refused ROLE_MAY_NOT "LT 1"')
    assert (told.options, told.refusal, told.clause) == (
        {"reason": "5 -> 6"},
        "ROLE_MAY_NOT",
        "LT 1",
    )
    assert step(1, "expect ledger note_stacker:PT-1=5").options == {"note_stacker:PT-1": "5"}


def test_accept_rewrites_only_what_does_not_hold(tmp_path: Path) -> None:
    before = """\
T1        bet S1 small 10          -> ok credit=95.00   # ten off
T1        bet S1 small 3           -> ok
T1        bet S1 big 9
T1        bet S1 big 12            -> refused EXCEEDS_CREDIT "SB 3.5" credit=1
T1        bet S1 big 3             -> refused EXCEEDS_CREDIT "SB 3.5"
T1        bet S1 big 5             -> ok credit=75
expect    T1 credit=1.00 staked=25.00 # a comment
expect    T1 not credit=75.00
clock     +30s
tumbler@S1 dice 1 2 4
T1        cash out                 -> ok voucher=#v1 credit=5
"""
    after = """\
T1        bet S1 small 10          -> ok credit=90.00   # ten off
T1        bet S1 small 3           -> refused NOT_A_MULTIPLE
T1        bet S1 big 9 -> refused BELOW_MINIMUM
T1        bet S1 big 12            -> ok credit=80.00
T1        bet S1 big 3             -> refused NOT_A_MULTIPLE "SB 3.2"
T1        bet S1 big 5             -> ok credit=75
expect    T1 credit=75.00 staked=25.00 # a comment
expect    T1 not credit=75.00
clock     +30s
tumbler@S1 dice 1 2 4
T1        cash out                 -> ok credit=0.00
"""
    result, text = run(tmp_path, before, "--accept")
    assert text == after
    assert "rewritten, to be reviewed" in result.output
    assert result.exit_code == 1, "what must not be so is for a person to change"


def test_accept_leaves_a_transcript_that_holds_alone(tmp_path: Path) -> None:
    lines = "T1  bet S1   small 10   ->   ok   credit=90   # odd, but true\n"
    result, text = run(tmp_path, lines, "--accept")
    assert (result.exit_code, text) == (0, lines)


def test_the_page_is_written_where_it_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(command, ["--write-docs"]).exit_code == 0
    page = PAGE.read_text(encoding="utf-8")
    assert all(verb.replace("|", "\\|") in page for _, verb, _ in VERBS)


@pytest.mark.parametrize(
    ("line", "words", "options"),
    [
        ('alex void B1 reason="a # b"  # why', ("void", "B1"), {"reason": "a # b"}),
        ("casey redeem #1 #", ("redeem", "#1"), {}),
        ("casey redeem #1  # the first", ("redeem", "#1"), {}),
    ],
)
def test_comments_begin_with_a_hash_and_a_space(
    line: str, words: tuple[str, ...], options: dict[str, str]
) -> None:
    read = step(1, line)
    assert (read.words, read.options) == (words, options)


def test_money_and_durations_are_read_exactly() -> None:
    assert [cents("50"), cents("0.05"), cents("-3.10")] == [5000, 5, -310]
    assert [microseconds("+30s"), microseconds("2d")] == [30_000_000, 172_800_000_000]
    for word in ("5.5", "5.005", "five", ""):
        with pytest.raises(NotUnderstood):
            cents(word)
    with pytest.raises(NotUnderstood):
        microseconds("30")
    with pytest.raises(NotUnderstood):
        step(1, "reason=x -> ok")
