"""A demo floor from a few words, and clear answers to words that make none."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from openfelt.cli.demo import command
from openfelt.demo import plan
from openfelt.demo.plan import NotAPlan
from openfelt.server.config import file as config_file
from openfelt.server.config import sections
from openfelt.server.config.checks import faults

FOLDER = Path("somewhere")


def test_a_plan_is_a_configuration_the_server_takes() -> None:
    made = plan.make(FOLDER, terminals=7, tables="LT:2,SB:1", dealing="LT2:manual", port=9000)
    assert faults(made.config) == []
    assert made.config.server.demo
    assert made.variants == {"LT1": "LT", "LT2": "LT", "SB1": "SB"}
    assert made.dealing == {"LT1": "auto", "LT2": "manual", "SB1": "auto"}
    assert made.free == ["T1", "T2", "T3"]
    assert set(made.robots) == {"T4", "T5", "T6", "T7"}
    assert made.config.server.office.endswith(":9000")
    assert made.config.server.office_feed.endswith(":9003")
    kinds = [station.kind for station in made.config.floor.station]
    assert sorted(kinds) == [
        *["attendant", "cashdesk", "dealer", "dealer"],
        *["display"] * 3,
        "pit",
        *["table"] * 3,
    ]


def test_what_only_a_demo_has_is_refused_to_a_live_floor() -> None:
    made = plan.make(FOLDER, terminals=2, tables="LT")
    live = msgspec.structs.replace(made.config.server, demo=False)
    config = msgspec.structs.replace(made.config, server=live, demo=sections.Demo(faults=3))
    assert [what for _, what in faults(config) if "demo = true" in what]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"tables": "XY:1"}, "no variant"),
        ({"tables": "PB:1"}, "cannot be played yet"),
        ({"tables": "LT:0"}, "VARIANT:COUNT"),
        ({"tables": "LT:-1"}, "VARIANT:COUNT"),
        ({"tables": "LT:two"}, "VARIANT:COUNT"),
        ({"tables": "LT:1,LT:1"}, "named twice"),
        ({"tables": "LT:21"}, "more than"),
        ({"tables": ""}, "no variant"),
        ({"tables": "LT:3", "terminals": 2}, "need 3 to"),
        ({"dealing": "sometimes"}, "auto, manual or"),
        ({"dealing": "LT9:manual"}, "no table LT9"),
    ],
)
def test_words_that_make_no_floor_are_told_why(words: dict[str, str | int], what: str) -> None:
    given = {"terminals": 4, "tables": "LT:1", "dealing": "auto", **words}
    with pytest.raises(NotAPlan, match=what):
        plan.make(FOLDER, **given)  # type: ignore[arg-type]


def test_the_command_says_what_is_wrong_and_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    result = CliRunner().invoke(command, ["--tables", "PB:1", "--folder", str(folder)])
    assert result.exit_code == 2
    assert "cannot be played yet" in result.output
    assert not folder.exists()


TOML = """
[server]
folder = "somewhere"
demo = true
[floor]
pits = ["north", "south"]
[[floor.table]]
name = "B1"
pit = "north"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 20
[[floor.table]]
name = "S1"
pit = "south"
variant = "SB"
minimum = 1
maximum = 100
unit = 1
period = 20
[[floor.terminal]]
name = "P1"
pit = "north"
tables = ["B1"]
seat = 1
[[floor.terminal]]
name = "P2"
pit = "south"
tables = ["S1"]
seat = 2
[demo]
"""


def test_a_file_says_who_plays_and_who_deals() -> None:
    text = TOML + 'robots = ["P2"]\ndealers = ["B1"]\nfaults = 50\naccounts = true\n'
    made = plan.of(config_file.parse(text, "floor.toml"))
    assert made.robots == {"P2": "S1"}
    assert made.dealing == {"B1": "auto", "S1": "manual"}
    assert made.pits == {"B1": "north", "S1": "south", "P1": "north", "P2": "south"}
    assert made.faults == 50
    assert made.accounts
    assert {"dana", "robot-dealer"} <= {one.person for one in made.config.floor.staff}


def test_a_file_that_says_nothing_gets_no_robots_and_no_accounts() -> None:
    made = plan.of(config_file.parse(TOML, "floor.toml"))
    assert not made.robots
    assert not made.accounts
    assert set(made.dealing.values()) == {"manual"}
    assert "dana" not in {one.person for one in made.config.floor.staff}
