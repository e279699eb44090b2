"""`openfelt init`: the file it writes is good, and explains every key there is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.server.config import file as config_file
from openfelt.server.config.sections import Config
from openfelt.server.config.shape import Section

SECTION: Final = re.compile(r"(?:# )?\[{1,2}([a-z.]+)\]{1,2}")
KEY: Final = re.compile(r"(?:#|# )?([a-z_]+) = ")


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("init") / "floor.toml"
    done = CliRunner().invoke(main, ["init", str(path)])
    assert done.exit_code == 0
    assert f"openfelt serve --config {path}" in done.output
    return path.read_text(encoding="utf-8")


def test_what_it_says_to_run_can_be_run_as_this_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the command's folder on the path the short name leads nowhere."""
    here = tmp_path / "bin" / "openfelt"
    here.parent.mkdir()
    here.touch(0o755)
    said: dict[str, list[str]] = {}
    for path in ("", str(here.parent)):
        monkeypatch.setattr("sys.argv", [str(here), "init"])
        monkeypatch.setenv("PATH", path)
        done = CliRunner().invoke(main, ["init", str(tmp_path / f"floor{len(said)}.toml")])
        said[path] = [
            line.split(" station")[0] for line in done.output.splitlines() if " enrol " in line
        ]
    assert said == {"": [f"  {here}"], str(here.parent): ["  openfelt"]}


def sections(section: type[Section], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every key of the file with its section."""
    for field in msgspec.structs.fields(section):
        given = get_args(field.type) or (field.type,)
        inner = given[0]
        if isinstance(inner, type) and issubclass(inner, Section):
            yield from sections(inner, f"{path}.{field.name}".lstrip("."))
        else:
            yield path, field.name


def explained(text: str) -> set[tuple[str, str]]:
    """Return the keys that stand under a comment, or under another key that does."""
    found, section, is_said = set(), "", False
    for line in text.splitlines():
        if head := SECTION.fullmatch(line.split("  #")[0]):
            section, is_said = head[1], line.startswith("# ")
        elif key := KEY.match(line):
            if is_said:
                found.add((section, key[1]))
        else:
            is_said = line.startswith("# ")
    return found


def test_every_key_is_there_and_explained(text: str) -> None:
    assert explained(text) >= set(sections(Config))


def test_what_it_says_of_a_key_left_out_is_what_holds(text: str) -> None:
    config = config_file.parse(text, "floor.toml")
    assert config.server.demo
    assert config.demo.enrol
    given = re.sub(r"(?m)^#(?=[a-z])", "", text)
    assert given.count("\n#") < text.count("\n#")
    assert config_file.parse(given, "floor.toml") == config


def test_it_is_good_for_a_live_floor_as_it_says(text: str) -> None:
    live = text.split("[demo]  #")[0].replace("\ndemo = true", "")
    live = re.sub(r"(?m)^# (?=\[\[floor.device|name = |pit = )", "", live)
    config = config_file.parse(live, "floor.toml")
    assert not config.server.demo
    assert [one.name for one in config.floor.device] == ["printer@T1"]


def test_it_writes_over_nothing(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(main, ["init", str(path)])
    assert (done.exit_code, path.read_text(encoding="utf-8")) == (1, "mine")
    assert "is there already" in done.output
    done = CliRunner().invoke(main, ["init", str(tmp_path / "no" / "floor.toml")])
    assert done.exit_code == 1
    assert "cannot be written" in done.output
