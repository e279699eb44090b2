"""floor.toml: what is wrong is said with file, line, key and what would be right."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from server_stage import floor_toml

from openfelt.cli import main
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.config.sections import cents, limits_of

GOOD = floor_toml(Path("/folder"))


def lines_with(text: str, part: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if part in line]


def test_a_good_file_is_read() -> None:
    config = config_file.parse(GOOD, "floor.toml")
    assert [table.name for table in config.floor.table] == ["L1", "S1"]
    assert limits_of(config.floor.table[0]).minimum == 500
    assert (cents(5), cents("2.50"), cents("0.05")) == (500, 250, 5)


# How a line of a good file begins, what a bad one has there, which key is named, what is right.
WRONG = [
    ("[server]", "[servers]", "servers", "did you mean server?"),
    ("[server]", "[servers]", "server", "is missing"),
    ("[server]", "server = 3\n[other]", "server", "must be a section"),
    ("follow = false", 'follow = "no"', "server.follow", "true or false"),
    ("follow = false", "folow = true", "server.folow", "did you mean follow?"),
    ("follow = false", 'key = "x"', "server.certificate", "together"),
    ("follow = false", 'certificate = "x"\nkey = "x"', "server.key", "'x' is no file"),
    ("follow = false", 'journal = "mysql"', "server.journal", "postgresql://"),
    ("follow = false", 'node = "a b"', "server.node", "is no name"),
    ("follow = false", 'origins = ["https://a/"]', "server.origins", "no slash"),
    ("follow = false", 'origins = "https://a"', "server.origins", "list of texts"),
    ("follow = false", "public_host = 7", "server.public_host", "text in quotes"),
    ('transport = "picows"', 'transport = "pico"', "server.transport", "did you mean picows?"),
    ('log = "warning"', 'log = "loud"', "server.log", "known are debug, info"),
    ('office = "127.0.0.1:0"', 'office = "127.0.0.1"', "server.office", "HOST:PORT"),
    ('office = "127.0.0.1:0"', 'office = "0.0.0.0:8080"', "server.office", "TLS"),
    ('office = "127.0.0.1:0"', 'office = "127.0.0.1:8082"', "server.floor_feed", "its own"),
    ("pits = ", 'pits = ["house"]', "floor.pits", "cannot name a pit"),
    ("pits = ", 'pits = ["pit", "pit"]', "floor.pits", "named twice"),
    ("pits = ", "pits = []", "floor.pits", "at least one"),
    ("pits = ", 'pits = ["pit"]\nday_ends = "6:00"', "floor.day_ends", '"06:00"'),
    ("pits = ", 'pits = ["pit"]\ntime_zone = "Oz"', "floor.time_zone", "no such zone"),
    ("pits = ", 'pits = ["pit"]\nlanguages = []', "floor.languages", "each once"),
    ("pits = ", 'pits = ["pit"]\nlanguages = ["fr"]', "floor.languages", "known are en"),
    ("pits = ", 'pits = ["pit"]\nlanguages = "en"', "floor.languages", "a list of texts"),
    ("pits = ", 'pits = ["pit"]\nidle_lock = 0', "floor.idle_lock", "1 to 3600"),
    ("pits = ", 'pits = ["pit"]\ncurrency = "5 $"', "floor.currency", "one to four letters"),
    ("second_factor = ", 'second_factor = ["agn"]', "floor.second_factor", "did you mean agm?"),
    ('variant = "LT"', 'variant = "LT_EN"', "floor.table 1.variant", "did you mean LT_EM?"),
    ('variant = "LT"', 'variant = "PB"', "floor.table 1.variant", "cannot be played yet"),
    ('variant = "SB"', "variant = 7", "floor.table 2.variant", "text in quotes"),
    ('variant = "LT"', 'variant = "LT"\ndecks = 7', "floor.table 1.decks", "8 decks"),
    (
        'variant = "SB"',
        'variant = "SB"\nshooter = "rotate"\nshoot_value = 50',
        "floor.table 2.shooter",
        '"highest" beside a shoot_value',
    ),
    ('variant = "LT"', 'variant = "LT"\ntie_maximum = 1', "floor.table 1.minimum", "out of reach"),
    ('variant = "SB"', 'variant = "SB"\ndecks = 6', "floor.table 2.decks", "dealt from a shoe"),
    (
        'variant = "SB"',
        'variant = "SB"\ndifferential = 500',
        "floor.table 2.differential",
        "on no sign of SB",
    ),
    ("period = 3600", "perriod = 3600", "floor.table 1.perriod", "did you mean period?"),
    ("period = 3600", "period = 0", "floor.table 1.period", "1 to 86400"),
    (
        'variant = "SB"',
        'variant = "SB"\nresult_pause = 3601',
        "floor.table 2.result_pause",
        "0 to 3600",
    ),
    (
        'variant = "LT"',
        'variant = "LT"\nresult_pause = 5',
        "floor.table 1.result_pause",
        "tables without a dealer",
    ),
    (
        'variant = "SB"',
        'variant = "SB"\ntumble = "start"',
        "floor.table 2.tumble",
        "a dealer tumbles",
    ),
    (
        'variant = "SB"',
        'variant = "SB"\ndice = "dealer"',
        "floor.table 2.dice",
        "a dealer tumbles",
    ),
    ("period = 3600", "period = true", "floor.table 1.period", "whole number"),
    ("unit = 5", "", "floor.table 1.unit", "is missing"),
    ("unit = 5", "unit = 0", "floor.table 1.minimum", "above 0"),
    ("unit = 5", 'unit = "5.001"', "floor.table 1.unit", "dollars"),
    ("unit = 5", "unit = 2.50", "floor.table 1.unit", "dollars"),
    ("unit = 5", "unit = 99999999999999", "floor.table 1.unit", "dollars"),
    ('name = "S1"', 'name = "L1"', "floor.table 2.name", "used twice"),
    ('name = "S1"', 'name = "S 1"', "floor.table 2.name", "is no name"),
    ('tables = ["L1"]', 'tables = ["L9"]', "floor.station 1.tables", "known are L1, S1"),
    ('tables = ["L1"]', 'tables = ["L1", "S1"]', "floor.station 1.kind", "S1 is played without"),
    ('tables = ["L1"]', 'tables = ["L1", "L1", "L1"]', "floor.station 1.tables", "two at most"),
    ('kind = "table"', 'kind = "tabel"', "floor.station 3.kind", "did you mean table?"),
    ('kind = "table"', 'kind = "device"', "floor.station 3.kind", "[[floor.device]]"),
    ('kind = "table"', 'kind = "player"', "floor.station 3.kind", "[[floor.terminal]]"),
    ('kind = "table"', 'kind = "dealer"', "floor.station 3.kind", "without a dealer"),
    ('pit = "pit"\ntables = ["S1"]', 'tables = ["S1"]', "floor.station 3.pit", "is missing"),
    ('pit = "pit"\ntables = ["S1"]', 'pit = "no"', "floor.station 3.pit", "known are pit"),
    ('pit = "pit"\ntables = ["S1"]', 'pit = "pit"', "floor.station 3.tables", "at least one"),
    ("seat = 1", "seat = 0", "floor.terminal 1.seat", "from 1 on"),
    ("seat = 1", "seat = 1\nnotes = [0]", "floor.terminal 1.notes", "above 0"),
    ("seat = 1", "seat = 1\nnotes = [2.5]", "floor.terminal 1.notes", "list of amounts"),
    ('name = "printer@T1"', 'name = "printer@T9"', "floor.device 2.name", "known are T1, T2"),
    ('name = "printer@T1"', 'name = "printer@S1"', "floor.device 2.name", "no terminal 'S1'"),
    ('name = "printer@T1"', 'name = "print@T1"', "floor.device 2.name", "did you mean printer?"),
    ('name = "printer@T1"', 'name = "acceptor@T1"', "floor.device 2.name", "used twice"),
    ('role = "dealer"', 'role = "deeler"', "floor.staff 1.role", "did you mean dealer?"),
    ('role = "dealer"', 'role = "dealer"\npit = "no"', "floor.staff 1.pit", "known are pit"),
    ('person = "d2"', 'person = "d1"', "floor.staff 2.role", "twice"),
]


@pytest.mark.parametrize(("good", "bad", "key", "right"), WRONG)
def test_what_is_wrong_is_named(good: str, bad: str, key: str, right: str) -> None:
    # Ports of the test's floor are 0, which is any; here they are some.
    feeds = GOOD.replace('floor_feed = "127.0.0.1:0"', 'floor_feed = "127.0.0.1:8082"')
    text, replaced = re.subn(rf"^{re.escape(good)}.*$", bad, feeds, count=1, flags=re.MULTILINE)
    assert replaced
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    found = [one for one in error.value.wrongs if one.key == key and right in one.what]
    assert found, str(error.value)
    assert f"floor.toml:{found[0].line}: {key}: " in str(error.value)
    last = key.rpartition(".")[2]
    if last in bad and "is missing" not in right:
        assert found[0].line in [n for line in bad.splitlines() for n in lines_with(text, line)]


def test_everything_wrong_is_said_at_once_in_the_order_of_the_file() -> None:
    text = GOOD.replace("follow = false", "folow = 1").replace("seat = 2", "seet = 2\nnotes = 3")
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    said = [one.key for one in error.value.wrongs]
    wrong = ("seat", "seet", "notes")
    assert said[0] == "server.folow"
    assert set(said[1:]) == {f"floor.terminal 2.{key}" for key in wrong}
    lines = [one.line for one in error.value.wrongs]
    assert lines == sorted(lines)


DEMO_WRONG = [
    ("robot = 3", "robot", "did you mean robots?"),
    ("robots = 3", "robots", "list of texts"),
    ('robots = ["T9"]', "robots", "'T9' is not on this floor"),
    ('dealers = ["T1"]', "dealers", "'T1' is not on this floor"),
    ("faults = 'often'", "faults", "whole number"),
    ("faults = -1", "faults", "0 for never"),
    ("accounts = 1", "accounts", "true or false"),
]


@pytest.mark.parametrize(("line", "key", "right"), DEMO_WRONG)
def test_what_is_wrong_with_a_demo_is_named(line: str, key: str, right: str) -> None:
    text = GOOD.replace("demo = false", "demo = true") + f"[demo]\n{line}\n"
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    (wrong,) = error.value.wrongs
    assert (wrong.line, wrong.key) == (text.count("\n"), f"demo.{key}")
    assert right in wrong.what


@pytest.mark.parametrize("line", ['robots = ["T1"]', "faults = 3", "accounts = true"])
def test_a_live_floor_has_nothing_virtual(line: str) -> None:
    section = f"[demo]\n{line}\n"
    with pytest.raises(ConfigError, match="demo = true"):
        config_file.parse(GOOD + section, "floor.toml")
    demo = GOOD.replace("demo = false", "demo = true") + section
    assert config_file.parse(demo, "floor.toml").server.demo


def test_a_list_of_sections_is_asked_for_as_such() -> None:
    text = '[server]\nfolder = "x"\n[floor]\npits = ["pit"]\nstaff = "d1"\n'
    with pytest.raises(ConfigError, match=r"^floor.toml:5: floor.staff: .*\[\[floor.staff\]\]"):
        config_file.parse(text, "floor.toml")


def test_devices_have_one_place_in_the_file() -> None:
    with pytest.raises(ConfigError, match=r"devices: .*\[\[floor.device\]\]"):
        config_file.parse(GOOD + "[devices.shoe]\nvirtual = true\n", "floor.toml")


def test_the_command_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(GOOD)
    good = CliRunner().invoke(main, ["check-config", str(file)])
    assert (good.exit_code, "good" in good.output) == (0, True)
    file.write_text(GOOD.replace("[server]", "[server"))
    bad = CliRunner().invoke(main, ["check-config", str(file)])
    assert bad.exit_code == 1
    assert f"{file}:2: syntax" in bad.output


def test_what_is_wrong_with_the_whole_file_is_said_of_no_line(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    for words in (["check-config", str(file)], ["serve", "--config", str(file)]):
        none = CliRunner().invoke(main, words)
        assert none.exit_code == 1
        assert f"Error: {file}: cannot be read (No such file or directory): " in none.output
    file.write_bytes(b"\xff\xfe")
    binary = CliRunner().invoke(main, ["check-config", str(file)])
    assert f"Error: {file}: is no text in UTF-8" in binary.output
