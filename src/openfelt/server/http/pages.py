"""The pages and what belongs to them, in memory: strangers who read them cost the floor nothing.

They are read at the start.  Nothing is looked up in the file system when somebody asks, so no path
leads out of it either.
"""

import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

_TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_OTHER: Final = "application/octet-stream"


class Asset(NamedTuple):
    """A file as it is sent."""

    field: bytes
    body: bytes


class Pages:
    """What was built for the stations; where nothing was, there is nothing."""

    def __init__(self, folder: Path) -> None:
        self._pages = {file.stem: _read(file) for file in sorted(folder.glob("*.html"))}
        assets = folder / "assets"
        self._assets = {
            f"/assets/{file.relative_to(assets).as_posix()}".encode(): _read(file)
            for file in sorted(assets.rglob("*"))
            if file.is_file()
        }

    def page(self, name: str) -> Asset | None:
        """Return a page."""
        return self._pages.get(name)

    def asset(self, path: bytes) -> Asset | None:
        """Return what a page asks for by its path."""
        return self._assets.get(path)


def _read(file: Path) -> Asset:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or _OTHER
    kind += "; charset=utf-8" if kind == "text/html" else ""
    return Asset(f"content-type: {kind}\r\n".encode(), file.read_bytes())
