"""`floor.toml`, read and checked.

Everything wrong is said with file, line and key, and what would be right.  Nothing unknown is
passed over in silence, nothing missing is guessed.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from openfelt.server.config import checks, shape, toml_lines
from openfelt.server.config.sections import Config
from openfelt.server.config.shape import Fault


class Wrong(msgspec.Struct, frozen=True, order=True):
    """One thing that cannot be: where it stands, and what would be right.

    What is wrong with the file as a whole stands in no line, which is 0, at no key.
    """

    line: int
    key: str
    what: str


class ConfigError(Exception):
    """The configuration cannot be used; a sentence for each thing wrong, in the file's order."""

    def __init__(self, file: str, *wrongs: Wrong) -> None:
        super().__init__("\n".join(_sentence(file, one) for one in wrongs))
        self.wrongs = wrongs


def _sentence(file: str, wrong: Wrong) -> str:
    at = f":{wrong.line}: {wrong.key}" if wrong.line else ""
    return f"{file}{at}: {wrong.what}"


def read(path: Path) -> Config:
    """Read and check a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        what = f"cannot be read ({error.strerror}): check the path and who may read it"
        raise ConfigError(str(path), Wrong(0, "", what)) from error
    except UnicodeDecodeError as error:
        what = "is no text in UTF-8: save it as such"
        raise ConfigError(str(path), Wrong(0, "", what)) from error
    return parse(text, str(path))


def parse(text: str, file: str) -> Config:
    """Check the text of a file."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        at = int(line[1]) if line else text.count("\n") + 1
        raise ConfigError(file, Wrong(at, "syntax", f"not TOML: {error}")) from None
    _refuse(text, file, shape.faults(raw, Config))
    config = msgspec.convert(raw, Config)
    _refuse(text, file, checks.faults(config))
    return config


def _refuse(text: str, file: str, faults: Iterable[Fault]) -> None:
    """Raise what was found, if anything was."""
    wrongs = [
        Wrong(toml_lines.line_of(text, path), toml_lines.written(path), what)
        for path, what in faults
    ]
    if wrongs:
        raise ConfigError(file, *sorted(wrongs))
