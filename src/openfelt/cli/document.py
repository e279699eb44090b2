"""Writing a document to a file."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(target: Path, document: str) -> None:
    """Put the document in its place whole: whoever reads sees the old one or the new one."""
    target = target.resolve()
    if target.exists() and not target.is_file():
        raise OSError(None, "not a regular file")
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_text(document, encoding="utf-8")
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
