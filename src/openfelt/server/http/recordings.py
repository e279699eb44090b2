"""The calls an operator has recorded: read at the start, one folder a language, sent as they are.

What is no recording of that shape, or too long for a call, is left out, and the log says so.
"""

import mimetypes
import re
from pathlib import Path
from typing import Final

from openfelt.server.http.pages import Asset
from openfelt.server.log import log

# A call is a word or two; more of it would only fill the memory of the server.
LONGEST: Final = 1_000_000
_NAME: Final = re.compile(r"[A-Za-z-]{2,10}/[a-z0-9_]{1,40}\.(?:mp3|ogg|opus|wav|m4a|webm)")
PATH: Final = "/calls/"


class Recordings:
    """Recordings by the path under which pages ask for them; none where no folder is named."""

    def __init__(self, folder: str = "") -> None:
        found = sorted(Path(folder).glob("*/*")) if folder else []
        files = {file.relative_to(folder).as_posix(): file for file in found if file.is_file()}
        self._assets = {name: _read(file) for name, file in files.items() if _is_call(name, file)}

    @property
    def names(self) -> tuple[str, ...]:
        """Return which there are, as LANGUAGE/NAME.TYPE."""
        return tuple(self._assets)

    def asset(self, path: bytes) -> Asset | None:
        """Return a recording by its path."""
        return self._assets.get(path.decode("ascii", "replace").removeprefix(PATH))


def _is_call(name: str, file: Path) -> bool:
    is_one = _NAME.fullmatch(name) is not None and file.stat().st_size <= LONGEST
    if not is_one:
        log.warning("no recording of a call", file=name)
    return is_one


def _read(file: Path) -> Asset:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(f"content-type: {kind}\r\n".encode(), file.read_bytes())
