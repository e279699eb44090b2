"""floor.toml: what is wrong is said with file, line, key and what would be right."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from server_stage import floor_toml

from openfelt.cli import main
from openfelt.server import config as config_file
from openfelt.server.config import ConfigError, cents, limits_of

GOOD = floor_toml(Path("/folder"))


def lines_with(text: str, part: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if part in line]


def test_a_good_file_is_read() -> None:
    config = config_file.parse(GOOD, "floor.toml")
    assert [table.name for table in config.floor.table] == ["L1", "S1"]
    assert limits_of(config.floor.table[0]).minimum == 500
    assert (cents(5), cents("2.50"), cents("0.05")) == (500, 250, 5)


WRONG = [
    ('variant = "LT"', 'variant = "XX"', "floor.table 1.variant", "known are LT, LT_EM"),
    ('variant = "SB"', "variant = 7", "floor.table 2.variant", "Expected `str`"),
    ("period = 3600", "perriod = 3600", "floor.table 1.perriod", "known here are name, pit"),
    ("unit = 5", "", "floor.table 1.unit", "is missing"),
    ("unit = 5", "unit = 0", "floor.table 1.minimum", "above 0"),
    ("unit = 5", 'unit = "5.001"', "floor.table 1.unit", "dollars"),
    ('tables = ["L1"]', 'tables = ["L9"]', "floor.station 1.tables", "those are ['L1', 'S1']"),
    ('kind = "table"', 'kind = "office"', "floor.station 3.kind", "Invalid enum value"),
    ('name = "S1"', 'name = "L1"', "floor.table 2.name", "used twice"),
    ('name = "S1"', 'name = "S 1"', "floor.table 2.name", "is no name"),
    ('kind = "table"', 'kind = "device"', "floor.station 3.kind", "[[floor.device]]"),
    ('kind = "table"', 'kind = "player"', "floor.station 3.kind", "[[floor.terminal]]"),
    ('tables = ["L1"]', 'tables = ["L1", "S1"]', "floor.station 1.tables", "at one table"),
    ('name = "printer@T1"', 'name = "printer@T9"', "floor.device 2.name", "KIND@PLACE"),
    ('role = "dealer"', 'role = "boss"', "floor.staff 1.role", "known are dealer"),
    ('pits = ["pit"]', 'pits = ["house"]', "floor.pits", "cannot name a pit"),
    ('office = "127.0.0.1:0"', 'office = "127.0.0.1"', "server.office", "HOST:PORT"),
    ('office = "127.0.0.1:0"', 'office = "0.0.0.0:8080"', "server.office", "TLS"),
    ("follow = false", 'follow = "no"', "server.follow", "Expected `bool`"),
    ("follow = false", "follow = false\nfolow = true", "server.folow", "known here are folder"),
    ("follow = false", 'follow = false\nkey = "x"', "server.certificate", "together"),
]


@pytest.mark.parametrize(("good", "bad", "key", "right"), WRONG)
def test_what_is_wrong_is_named(good: str, bad: str, key: str, right: str) -> None:
    assert good in GOOD
    text = GOOD.replace(good, bad, 1)
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert error.value.key == key
    assert right in str(error.value)
    assert str(error.value).startswith(f"floor.toml:{error.value.line}: {key}: ")
    if bad and key.rpartition(".")[2] in bad:
        assert error.value.line in lines_with(text, bad.splitlines()[-1])


@pytest.mark.parametrize(
    "section",
    ["[demo]\nrobots = 3\n", '[devices]\nshoe = "virtual"\n', "[devices.shoe]\nvirtual = true\n"],
)
def test_a_live_floor_has_nothing_virtual(section: str) -> None:
    with pytest.raises(ConfigError, match="demo = true"):
        config_file.parse(GOOD + section, "floor.toml")
    demo = GOOD.replace("demo = false", "demo = true") + section
    assert config_file.parse(demo, "floor.toml").server.demo


def test_the_command_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(GOOD)
    good = CliRunner().invoke(main, ["check-config", str(file)])
    assert (good.exit_code, "good" in good.output) == (0, True)
    file.write_text(GOOD.replace("[server]", "[server"))
    bad = CliRunner().invoke(main, ["check-config", str(file)])
    assert bad.exit_code == 1
    assert f"{file}:2: syntax" in bad.output
    none = CliRunner().invoke(main, ["check-config", str(tmp_path / "none.toml")])
    assert (none.exit_code, "cannot be read" in none.output) == (1, True)
