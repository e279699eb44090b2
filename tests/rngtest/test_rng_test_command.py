"""`openfelt rng-test`: table, JSON, document, exit status, refusals, and programs of others."""

import json
import os
import shutil
import stat
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openfelt.cli import main
from openfelt.core import draw
from openfelt.rngtest.outside import opinions, read_dieharder, read_practrand

FEW = ("--outcomes", "10000", "--seed", "1", "--no-others")


def rng_test(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rng-test", *arguments])


def test_sound_devices_come_through_and_the_seed_repeats_them() -> None:
    first, again = (rng_test(*FEW, "--json", "wheel", "craps") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.stdout == again.stdout
    figures = json.loads(first.stdout)
    assert figures["holds"] is True
    assert figures["confidence"] == 0.99
    assert figures["seed"] == 1
    assert figures["devices"] == ["craps dice", "wheel"]
    assert figures["tests"] == sum(one["p"] is not None for one in figures["findings"])
    assert {"device", "test", "of", "measured", "p", "p_together", "broken"} == set(
        figures["findings"][0]
    )


def test_the_live_source_is_the_default() -> None:
    one, other = (
        json.loads(rng_test("--outcomes", "1e4", "--no-others", "--json", "wheel").stdout)
        for _ in range(2)
    )
    assert one["seed"] is None
    assert "secure source" in one["source"]
    assert one["findings"] != other["findings"]


def test_a_broken_family_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = draw.below
    monkeypatch.setattr(draw, "below", lambda bound, source: max(1, fair(bound, source)))
    result = rng_test(*FEW, "craps")
    assert result.exit_code == 1
    assert "BROKEN" in result.stdout


def test_the_table_shows_every_test_and_the_verdict() -> None:
    result = rng_test(*FEW, "wheel")
    assert result.exit_code == 0
    for word in ("frequencies", "serial", "runs", "gaps", "coupon collector", "duplicates"):
        assert word in result.stdout
    assert "Nothing found against the devices, at 99% confidence" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--outcomes", "9999"), "9,999 is not from 10,000 to 10,000,000"),
        (("--outcomes", "1e9"), "1,000,000,000 is not from 10,000 to 10,000,000"),
        (("--outcomes", "many"), "'many' is no number"),
        (("--seed", "-1"), "-1 is not in the range"),
        (("roulette",), "'roulette' is not one of"),
    ],
)
def test_bad_arguments_are_refused(arguments: tuple[str, ...], says: str) -> None:
    result = rng_test(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr


class Tags(HTMLParser):
    """Counts what is opened and closed, and keeps the names given to elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names += [value for key, value in attrs if key == "id" and value]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_whole_document(tmp_path: Path) -> None:
    target = tmp_path / "new" / "report.html"
    result = rng_test(*FEW, "--html", str(target))
    assert result.exit_code == 0, result.output
    page = target.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert len(tags.names) == len(set(tags.names))
    assert page.count('role="img"') == 4  # All p, two tumblers, a wheel.
    assert page.count('<th scope="row">') == result.stdout.count("holds") + result.stdout.count(
        "not judged"
    )
    assert "seed 1" in page
    assert "http" not in page


def test_a_report_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = rng_test(*FEW, "wheel", "--html", str(tmp_path / "file" / "report.html"))
    assert result.exit_code == 1
    assert "cannot write" in result.stderr


def test_nothing_compiled_is_loaded() -> None:
    code = "import sys, openfelt.rngtest.trial; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Programs of others


def installed(folder: Path, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{script}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


# Reads a megabyte, then judges its bits in the words of the real program.
JUDGES_BITS = """
import sys
ones = sum(byte.bit_count() for byte in sys.stdin.buffer.read(1 << 20))
verdict = "PASSED" if abs(ones - (1 << 22)) < 10_000 else "FAILED"
print("#=====#")
print(f"         sts_monobit|   1|    100000|     100|0.50000000|  {verdict}  ")
"""


def test_a_program_is_fed_the_raw_bits_and_its_verdict_counts(tmp_path: Path) -> None:
    path = installed(tmp_path, "dieharder", JUDGES_BITS)
    which = {"dieharder": path}.get
    good, practrand = opinions(os.urandom, which)
    assert good.holds is True
    assert "sts_monobit 0.50000000 PASSED" in good.says
    assert (practrand.says, practrand.holds) == ("not installed", None)
    bad, _ = opinions(bytes, which)
    assert bad.holds is False


def test_a_program_that_fails_or_says_nothing_has_no_opinion(tmp_path: Path) -> None:
    for script in ("raise SystemExit(3)", "print('nothing to the point')"):
        path = installed(tmp_path, "RNG_test", script)
        _, practrand = opinions(os.urandom, {"RNG_test": path}.get)
        assert (practrand.says, practrand.holds) == ("gave no judgement", None)
    not_a_program = tmp_path / "text"
    not_a_program.write_text("text", encoding="utf-8")
    dieharder, _ = opinions(os.urandom, {"dieharder": str(not_a_program)}.get)
    assert dieharder.holds is None


def test_a_failure_found_by_others_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "print('  BCFN(2+0,13-3,T)  R=+656.8  p =  4.0e-225   FAIL !!!!!!')"
    installed(tmp_path, "RNG_test", script)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = rng_test("--outcomes", "10000", "--seed", "1", "wheel")
    assert result.exit_code == 1
    assert "dieharder: not installed" in result.stdout
    assert "PractRand found a FAILURE" in result.stdout


def test_the_words_of_both_programs_are_read() -> None:
    weak = "        diehard_runs|   0|    100000|     100|0.99992325|   WEAK   \n"
    assert read_dieharder(weak).holds is True
    assert read_dieharder(weak.replace("  WEAK", "FAILED")).holds is False
    assert read_dieharder("rng_name|rands/second|").holds is None
    assert read_practrand("length= 64 megabytes\n  no anomalies in 101 test result(s)\n").holds
    told = read_practrand("  x  p = 0 FAIL !!\n  y  p = 0 FAIL !\n  and 3 test result(s) more\n")
    assert told.holds is False
    assert told.says == "2 results FAIL, first x p = 0 FAIL !!"


@pytest.mark.skipif(shutil.which("dieharder") is None, reason="dieharder is not installed")
def test_the_real_dieharder_tells_good_bits_from_bad() -> None:
    assert next(opinions(os.urandom)).holds is True
    assert next(opinions(bytes)).holds is False
