"""What our commands print: nothing that a terminal obeys, and no password."""

import io
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfelt.cli import main, run
from openfelt.cli.plain import Plain, has_secret, plain, plain_output

ESCAPE = "\x1b[2J"
BELL = "\x07\x9b2J"
TURNED = "\u202egnp.exe"


def test_what_a_terminal_obeys_is_written_out() -> None:
    assert plain(f"a{ESCAPE}b\tc\nd") == "a\\x1b[2Jb\tc\nd"
    assert plain(TURNED) == "\\u202egnp.exe"
    for code in (*range(32), *range(0x7F, 0xA0), 0x061C, 0x200B, 0x200F, 0x2028, 0x2066, 0xFEFF):
        if chr(code) not in "\t\n":
            assert chr(code) not in plain(f"x{chr(code)}y"), hex(code)
    assert plain("Müller 龙 ♠ $5.00") == "Müller 龙 ♠ $5.00"
    assert plain("at postgresql://ann:secret@db/floor") == "at postgresql://ann:…@db/floor"


def test_only_where_progress_is_shown_a_line_begins_anew() -> None:
    shown, out = io.StringIO(newline=""), io.StringIO(newline="")
    for text in ("\r12 rows", "\r     \r", "a\rb", ""):
        Plain(shown, turns=True).write(text)
        Plain(out, turns=False).write(text)
    assert shown.getvalue() == "\r12 rows\r     \ra\\x0db"
    assert "\r" not in out.getvalue()


def test_whatever_a_command_says_goes_that_way(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(f'[server]\nfolder = "x"\n"{TURNED}" = 1\n[floor]\npits = []\n', "utf-8")
    lines = (["check-config", str(file)], ["audit", f"{tmp_path}/{BELL}"], [f"no{BELL}"])
    for line in lines:
        said = CliRunner().invoke(main, line)
        assert said.exit_code, line
        assert BELL[0] not in said.output, line
        assert "\u202e" not in said.output, line
        assert "\\" in said.output, line


def test_a_password_among_the_words_of_a_process_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert has_secret(["station", "credential", "--pin=1234"])
    assert has_secret(["audit", "postgresql://ann:secret@db/floor"])
    assert not has_secret(["audit", "postgresql://ann@db/floor", "journal.db"])
    for words, warned in ((["rules", "--help"], False), (["rules", "--pin", "1"], True)):
        monkeypatch.setattr(sys, "argv", ["openfelt", *words])
        with pytest.raises(SystemExit):
            run()
        said = capsys.readouterr()
        assert ("every user of this machine" in said.err) == warned


def test_what_draws_on_the_terminal_does_so_itself() -> None:
    assert CliRunner().invoke(main, ["demo", "--help"]).exit_code == 0
    with plain_output():
        assert isinstance(sys.stdout, Plain)
    assert not isinstance(sys.stdout, Plain)
