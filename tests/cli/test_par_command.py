"""`openfelt par`: tables, the fixed JSON format, the document on disk, and its errors."""

import hashlib
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openfelt.cli import main

_TIE = [f"PB_TIE_{percent:02}/{decks}" for percent in range(1, 11) for decks in (3, 4, 6, 8)]
_KEYS = {
    *("LT/8", "LT_EM/8", "MT_A/8", "MT_B/8", "SB", "MT_SICBO", "MT_ROULETTE", "AC"),
    *(f"{name}/{decks}" for name in ("PB", "PB_EM") for decks in (3, 4, 6, 8)),
    *_TIE,
}


def par(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["par", *arguments])


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, Any]]:
    answer = par("--json")
    assert answer.exit_code == 0
    loaded: dict[str, dict[str, Any]] = json.loads(answer.stdout)
    return loaded


def number(text: str) -> Fraction:
    """Read `a/b` and insist on lowest terms."""
    assert re.fullmatch(r"-?\d+/[1-9]\d*", text)
    value = Fraction(text)
    assert f"{value.numerator}/{value.denominator}" == text
    return value


def test_json_has_every_sheet_and_every_bet(figures: dict[str, dict[str, Any]]) -> None:
    assert figures.keys() == _KEYS
    counts = {"SB": 50, "MT_SICBO": 50, "MT_ROULETTE": 234, "AC": 86}
    assert {key: len(bets) for key, bets in figures.items()} == {
        key: counts.get(key, 5) for key in _KEYS
    }


def test_json_figures_follow_from_their_lines(figures: dict[str, dict[str, Any]]) -> None:
    for key, bets in figures.items():
        for bet, figure in bets.items():
            lines = [
                (one["result"], number(one["net"]), number(one["p"])) for one in figure["lines"]
            ]
            assert [net for _, net, _ in lines] == sorted(net for _, net, _ in lines)
            assert len({(result, net) for result, net, _ in lines}) == len(lines)
            for result in ("win", "lose", "push"):
                p = sum(p for which, _, p in lines if which == result)
                assert p == number(figure[f"p_{result}"]), (key, bet)
            assert sum(p for _, _, p in lines) == 1
            mean = sum(net * p for _, net, p in lines)
            assert number(figure["variance"]) == sum(net**2 * p for _, net, p in lines) - mean**2
            commission = number(figure["edge"]) + mean
            assert (commission > 0) == bet.startswith(("buy:", "lay:"))
            extras = {"expected_rolls"} if key == "AC" else set()
            if commission:
                extras.add("edge_per_outlay")
                outlay = number(figure["edge_per_outlay"]) * (1 + commission)
                assert outlay == number(figure["edge"])
            assert figure.keys() == {
                *("p_win", "p_lose", "p_push", "lines", "edge", "variance"),
                *extras,
            }


def test_json_has_the_values_the_field_agrees_on(figures: dict[str, dict[str, Any]]) -> None:
    banker, player, tie = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
    every = banker + player + tie
    assert number(figures["LT/8"]["player"]["edge"]) == Fraction(banker - player, every)
    assert number(figures["LT/8"]["tie"]["edge"]) == Fraction(banker + player - 8 * tie, every)
    assert figures["SB"]["small"]["edge"] == "1/36"
    assert {bet["edge"] for bet in figures["MT_ROULETTE"].values()} == {"1/37"}
    assert figures["AC"]["pass_line"]["edge"] == "7/495"
    assert figures["AC"]["pass_line"]["expected_rolls"] == "557/165"


def test_a_variant_stands_for_its_decks_and_a_key_for_one_sheet() -> None:
    def keys(*names: str) -> list[str]:
        return list(json.loads(par("--json", *names).stdout))

    assert keys("PB") == ["PB/3", "PB/4", "PB/6", "PB/8"]
    assert keys("PB_TIE") == _TIE
    assert keys("PB_TIE_05/6", "LT/8") == ["PB_TIE_05/6", "LT/8"]
    assert keys("PB/8", "PB") == ["PB/8", "PB/3", "PB/4", "PB/6"]


@pytest.mark.parametrize("flags", [(), ("--json",), ("--html", "never.html")])
def test_an_unknown_variant_is_an_error_that_names_the_known_ones(
    flags: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = par("LT", "PB/5", *flags)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert "'PB/5'" in answer.stderr
    assert "MT_ROULETTE" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_json_needs_no_rich() -> None:
    program = (
        "import sys; from openfelt.cli import main; "
        "main(['par', '--json', 'SB'], standalone_mode=False); "
        "sys.exit(any(name.split('.')[0] == 'rich' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["SB"]) == 50


@pytest.mark.parametrize("key", ["AC", "MT_ROULETTE", "LT_EM/8"])
def test_a_table_names_every_bet_in_full(key: str, figures: dict[str, dict[str, Any]]) -> None:
    answer = par(key)
    assert answer.exit_code == 0
    rows = [line.split() for line in answer.stdout.splitlines() if line.strip()]
    assert figures[key].keys() <= {row[0] for row in rows}
    assert "…" not in answer.stdout


def test_a_table_has_percentages_and_a_standard_deviation() -> None:
    lines = par("AC", "LT/8").stdout.splitlines()
    assert "AC  Aruze Craps" in lines
    assert "LT/8  LTGame Baccarat, 8 decks" in lines
    [pass_line] = [line.split() for line in lines if line.startswith("pass_line")]
    assert " ".join(pass_line[1:]) == "1 to 1 49.2929 0.0000 50.7071 1.4141 0.9999 3.3758"
    [banker] = [line.split() for line in lines if line.startswith("banker ")]
    assert " ".join(banker[1:]) == "19 to 20 45.8597 9.5156 44.6247 1.0579 0.9274"


def test_without_arguments_there_is_one_line_a_sheet() -> None:
    lines = par().stdout.splitlines()
    by_key = {line.split()[0]: line for line in lines if line.strip()}
    assert by_key.keys() >= _KEYS
    assert " ".join(by_key["PB_TIE_05/6"].split()) == (
        "PB_TIE_05/6 Tie Premium Baccarat, 6 decks, 5 % on a tie 5 0.5805 14.4382"
    )
    assert "openfelt par LT/8" in "\n".join(lines)


def test_the_document_is_written_where_asked_and_json_still_goes_to_stdout(tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder" / "par.html"
    answer = par("PB", "--html", str(target), "--json")
    assert answer.exit_code == 0
    assert list(json.loads(answer.stdout)) == ["PB/3", "PB/4", "PB/6", "PB/8"]
    assert f"{target}: 4 sheets, 20 bets" in answer.stderr
    html = target.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert hashlib.sha256(answer.stdout.encode()).hexdigest() in html
    assert list(target.parent.iterdir()) == [target]


def test_the_document_alone_prints_no_table(tmp_path: Path) -> None:
    answer = par("SB", "--html", str(tmp_path / "sb.html"))
    assert answer.exit_code == 0
    assert answer.stdout == ""


def test_a_directory_is_no_place_for_the_document(tmp_path: Path) -> None:
    answer = par("SB", "--html", str(tmp_path))
    assert answer.exit_code == 2
    assert "is a directory" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    answer = par("SB", "--html", str(tmp_path / "file" / "par.html"))
    assert answer.exit_code == 1
    assert "cannot write" in answer.stderr
    assert (tmp_path / "file").read_text() == "mine"


def test_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    answer = par("SB", "--html", str(pipe))
    assert answer.exit_code == 1
    assert "not a regular file" in answer.stderr
    assert pipe.is_fifo()


def test_a_failed_write_leaves_the_old_document_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    target = tmp_path / "par.html"
    target.write_text("old")
    monkeypatch.setattr(Path, "replace", fail)
    answer = par("SB", "--html", str(target))
    assert answer.exit_code == 1
    assert "No space left on device" in answer.stderr
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
